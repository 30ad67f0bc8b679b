import LifecycleKernel
import StateCoding

/// Replays the steps of a store, and compares the results with what was written.
package struct StepReplay: Sendable {
    /// The device after the steps so far.
    package private(set) var device: Device
    /// The digest of all records so far.
    private(set) var digest: UInt64
    /// The records of the steps so far.
    private(set) var records: [Record] = []

    /// Begins with a snapshot.
    ///
    /// - Throws: `StoreDamage` if it cannot be decoded, or its hash differs.
    package init(from snapshot: StoredSnapshot) throws(StoreDamage) {
        device = try snapshot.restored()
        digest = snapshot.digest
    }

    /// Replays the next step.
    ///
    /// - Throws: `StoreDamage` if the step is damaged, or its result differs, with the first difference.
    package mutating func apply(_ step: StoredStep) throws(StoreDamage) {
        try step.checkDigest(after: digest)
        guard step.before == device.lastSequence else {
            throw StoreDamage("the step after record \(device.lastSequence) is missing")
        }
        guard let again = try DeviceStep(step) else {
            throw StoreDamage("there is a second beginning after record \(step.before)")
        }
        do throws(Rejection) {
            try device.replay(again)
        } catch {
            throw StoreDamage("the input after record \(step.before) is refused now: \(error.detail)")
        }
        let written = device.takeRecords()
        guard RecordText.write(written) == step.records else { throw Self.difference(step, written) }
        if let hash = step.hash { try resume(fromStateWith: hash, step) }
        digest = step.digest
        records += written
    }

    /// Continues from the encoded state. A recovery may begin there, so nothing outside the encoded state may matter.
    private mutating func resume(fromStateWith hash: UInt64, _ step: StoredStep) throws(StoreDamage) {
        let state = device.encodedState()
        guard Device.stateHash(of: state) == hash else {
            throw StoreDamage("its state after record \(step.last) has another hash than the one written")
        }
        do throws(StateCodingError) {
            device = try Device(encodedState: state)
        } catch {
            throw StoreDamage("its state after record \(step.last) cannot be read: \(error)")
        }
    }

    /// Drops the records of the steps so far.
    package mutating func removeRecords() { records = [] }

    /// Describes the first record that differs.
    private static func difference(_ step: StoredStep, _ written: [Record]) -> StoreDamage {
        let expected = (try? RecordText.read(step.records)) ?? []
        let count = min(expected.count, written.count)
        let index = (0..<count).first { expected[$0].text != written[$0].text } ?? count
        let sequence = step.before.next + index
        func text(_ records: [Record]) -> String { index < records.count ? records[index].text : "nothing" }
        return StoreDamage("record \(sequence) was \(text(expected)) and is now \(text(written))")
    }
}

extension Record {
    /// The record as a store keeps it, for messages.
    fileprivate var text: String { String(decoding: RecordText.write([self]).dropFirst().dropLast(), as: UTF8.self) }
}

extension StoredStep {
    /// Checks that the records are those that were written, given the digest of the records before.
    ///
    /// - Throws: `StoreDamage` if they are not.
    func checkDigest(after digest: UInt64) throws(StoreDamage) {
        guard RecordText.digest(records, after: digest) == self.digest else {
            throw StoreDamage("the records after \(before) are not as they were written")
        }
    }
}
