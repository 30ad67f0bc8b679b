import LifecycleKernel
import StateCoding

/// Takes the steps that a journal has kept once more, and compares what comes out with what was written.
package struct StepReplay: Sendable {
    /// The device behind the steps so far.
    package private(set) var device: Device
    /// The digest of all records so far.
    private(set) var digest: UInt64
    /// The records of the steps taken.
    private(set) var records: [Record] = []

    /// Begins with a snapshot.
    ///
    /// - Throws: When it cannot be read, or is not what it was.
    package init(from snapshot: JournalSnapshot) throws(JournalDamage) {
        device = try snapshot.restored()
        digest = snapshot.digest
    }

    /// Takes the next step.
    ///
    /// - Throws: When it is damaged, or comes to something else than it did; says what first differs.
    package mutating func take(_ step: JournalStep) throws(JournalDamage) {
        try step.checkDigest(after: digest)
        guard step.before == device.lastSequence else {
            throw JournalDamage("the step behind record \(device.lastSequence) is missing")
        }
        guard let again = try DeviceStep(step) else {
            throw JournalDamage("it begins once more behind record \(step.before)")
        }
        do throws(Rejection) {
            try device.take(again)
        } catch {
            throw JournalDamage("the input behind record \(step.before) is refused now: \(error.detail)")
        }
        let written = device.takeRecords()
        guard RecordText.write(written) == step.records else { throw Self.difference(step, written) }
        if let hash = step.hash { try goOn(fromStateWith: hash, step) }
        digest = step.digest
        records += written
    }

    /// Goes on from the state as it is kept: a recovery might begin there, so what the device has beside it must make no
    /// difference.
    private mutating func goOn(fromStateWith hash: UInt64, _ step: JournalStep) throws(JournalDamage) {
        let state = device.encodedState()
        guard Device.stateHash(of: state) == hash else {
            throw JournalDamage("its state behind record \(step.last) has another hash than it had")
        }
        do throws(StateCodingError) {
            device = try Device(encodedState: state)
        } catch {
            throw JournalDamage("its state behind record \(step.last) cannot be read: \(error)")
        }
    }

    /// Forgets the records of the steps taken so far.
    package mutating func dropRecords() { records = [] }

    /// The first record that is not as it was.
    private static func difference(_ step: JournalStep, _ written: [Record]) -> JournalDamage {
        let expected = (try? RecordText.read(step.records)) ?? []
        let count = min(expected.count, written.count)
        let index = (0..<count).first { expected[$0].text != written[$0].text } ?? count
        let sequence = step.before + 1 + UInt64(index)
        func text(_ records: [Record]) -> String { index < records.count ? records[index].text : "nothing" }
        return JournalDamage("record \(sequence) was \(text(expected)) and is now \(text(written))")
    }
}

extension Record {
    /// The record as a journal keeps it, for messages.
    fileprivate var text: String { String(decoding: RecordText.write([self]).dropFirst().dropLast(), as: UTF8.self) }
}

extension JournalStep {
    /// Checks that the records are those that were written, behind those that stood before them.
    ///
    /// - Throws: When they are not.
    func checkDigest(after digest: UInt64) throws(JournalDamage) {
        guard RecordText.digest(records, after: digest) == self.digest else {
            throw JournalDamage("the records behind \(before) are not as they were written")
        }
    }
}
