import LifecycleKernel

/// What the numbers in a journal can be. A number of a damaged journal may be any: nothing is calculated with one before it is
/// checked.
package enum JournalBounds {
    /// Numbers of devices, positions and lengths: far from where adding to them overflows.
    package static let numbers: ClosedRange<Int64> = 1...1 << 53
    /// Sequences of records: the kernel's own bound.
    package static let sequences: ClosedRange<Int64> = 0...1 << 47
    /// Instants that can be written, in milliseconds since 1970.
    package static let instants = Instant.earliest.milliseconds...Instant.latest.milliseconds
    /// Counts that may be without an end.
    package static let limits: ClosedRange<Int64> = 0...Int64.max
}

extension SequenceNumber {
    /// Whether a journal can have the sequence.
    fileprivate var isPossible: Bool { rawValue <= UInt64(JournalBounds.sequences.upperBound) }
}

extension JournalStep {
    /// The step, once its numbers are known to be possible.
    ///
    /// - Throws: `JournalDamage` if they are not.
    package func checked() throws(JournalDamage) -> JournalStep {
        let isPossible =
            JournalBounds.numbers.contains(position) && before <= last && last.isPossible
            // No record takes less than a byte: a replay writes no more than what is kept of it.
            && last.count(after: before) <= records.count
            && limits.deadlines >= 0 && limits.records >= 0 && limits.bytes >= 0
        guard isPossible else { throw JournalDamage("the step at position \(position) has numbers that cannot be") }
        return self
    }

    /// Reads its records.
    ///
    /// - Throws: `JournalDamage` if they are not records, or not numbered as the step says.
    func readRecords() throws(JournalDamage) -> [Record] {
        let records = try RecordText.read(records)
        guard records.count == last.count(after: before),
            zip(records, before.next...).allSatisfy({ $0.sequence == $1 })
        else { throw JournalDamage("the records after \(before) are not numbered up to \(last)") }
        return records
    }
}

extension JournalSnapshot {
    /// The snapshot, once its numbers are known to be possible.
    ///
    /// - Throws: `JournalDamage` if they are not.
    package func checked() throws(JournalDamage) -> JournalSnapshot {
        guard JournalBounds.numbers.contains(position), sequence.isPossible else {
            throw JournalDamage("its snapshot at position \(position) has numbers that cannot be")
        }
        return self
    }
}

extension KeyedAnswer {
    /// The answer, once it is known that it can be sent.
    ///
    /// - Throws: `JournalDamage` if it cannot.
    package func checked() throws(JournalDamage) -> KeyedAnswer {
        guard answer.isSuccess || answer == .notKept, fingerprint.length >= 0 else {
            throw JournalDamage("the answer under the key \(key) has numbers that cannot be")
        }
        return self
    }
}

extension DeviceOrigin {
    /// The device, once its labels and its expiry are known to be possible.
    ///
    /// - Throws: `JournalDamage` if they are not.
    package func checked() throws(JournalDamage) -> DeviceOrigin {
        if let problem = labels.lazy.compactMap(\.problem).first { throw JournalDamage(problem) }
        guard expiresAfter.map({ $0.count > 0 && JournalBounds.numbers.contains($0.count) }) ?? true else {
            throw JournalDamage("it lives for \(expiresAfter?.count ?? 0) milliseconds, which cannot be")
        }
        return self
    }
}
