import LifecycleKernel

/// The bounds of the numbers in a store. In a damaged store a number can be anything, so it is checked before anything
/// is calculated with it.
package enum StoreBounds {
    /// Numbers of devices, positions and lengths: far from where adding to them overflows.
    package static let numbers: ClosedRange<Int64> = 1...1 << 53
    /// Sequences of records: the kernel's own bound.
    package static let sequences: ClosedRange<Int64> = 0...1 << 47
    /// Instants that can be written, in milliseconds since 1970.
    package static let instants = Instant.earliest.milliseconds...Instant.latest.milliseconds
    /// Limits, which may be as large as there is a number.
    package static let limits: ClosedRange<Int64> = 0...Int64.max
}

extension SequenceNumber {
    /// Whether a store can have the sequence.
    fileprivate var isPossible: Bool { rawValue <= UInt64(StoreBounds.sequences.upperBound) }
}

extension StoredStep {
    /// The step, once its numbers are known to be possible.
    ///
    /// - Throws: `StoreDamage` if they are not.
    package func checked() throws(StoreDamage) -> StoredStep {
        let isPossible =
            StoreBounds.numbers.contains(position) && before <= last && last.isPossible
            // Each record takes a byte at least. So a replay writes no more records than are kept as bytes.
            && last.count(after: before) <= records.count
            && limits.deadlines >= 0 && limits.records >= 0 && limits.bytes >= 0
        guard isPossible else { throw StoreDamage("the step at position \(position) has impossible numbers") }
        return self
    }

    /// Reads its records.
    ///
    /// - Throws: `StoreDamage` if they are not records, or not numbered as the step says.
    func readRecords() throws(StoreDamage) -> [Record] {
        let records = try RecordText.read(records)
        guard records.count == last.count(after: before),
            zip(records, before.next...).allSatisfy({ $0.sequence == $1 })
        else { throw StoreDamage("the records after \(before) are not numbered up to \(last)") }
        return records
    }
}

extension StoredSnapshot {
    /// The snapshot, once its numbers are known to be possible.
    ///
    /// - Throws: `StoreDamage` if they are not.
    package func checked() throws(StoreDamage) -> StoredSnapshot {
        guard StoreBounds.numbers.contains(position), sequence.isPossible else {
            throw StoreDamage("its snapshot at position \(position) has impossible numbers")
        }
        return self
    }
}

extension KeyedAnswer {
    /// The answer, once it is known that it can be sent.
    ///
    /// - Throws: `StoreDamage` if it cannot.
    package func checked() throws(StoreDamage) -> KeyedAnswer {
        guard answer.isSuccess || answer == .notKept, fingerprint.length >= 0 else {
            throw StoreDamage("the answer under the key \(key) has impossible numbers")
        }
        return self
    }
}

extension DeviceOrigin {
    /// The device, once its labels and its expiry are known to be possible.
    ///
    /// - Throws: `StoreDamage` if they are not.
    package func checked() throws(StoreDamage) -> DeviceOrigin {
        if let problem = labels.lazy.compactMap(\.problem).first { throw StoreDamage("\(problem)") }
        guard expiresAfter.map({ $0.count > 0 && StoreBounds.numbers.contains($0.count) }) ?? true else {
            throw StoreDamage("it lives for \(expiresAfter?.count ?? 0) milliseconds, which cannot be")
        }
        return self
    }
}
