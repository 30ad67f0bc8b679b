import LifecycleKernel
import StateCoding

/// A device's state as restored from the store.
struct RecoveredState: Sendable {
    var device: Device
    /// The digest of all its records.
    var digest: UInt64
    /// Records to have in memory, the last ones.
    var records: [Record]
    /// The sequence of the record before those.
    var ringStart: SequenceNumber
}

extension StoreCursor {
    /// The cursor of a device that was restored from a durable store.
    init(_ stored: StoredDevice, _ state: RecoveredState, as number: Int64) {
        self.init(stored, as: number, sequence: state.device.lastSequence, digest: state.digest)
        for step in stored.steps { add(step, bytes: step.records.count) }
    }
}

extension StoredDevice {
    /// Whether it was written by this version of the kernel.
    var isOfThisKernel: Bool { snapshot.kernel == KernelVersion.current }

    /// The state after all steps.
    ///
    /// - Throws: `StoreDamage` if the snapshot or a step cannot be used.
    func state() throws(StoreDamage) -> RecoveredState { isOfThisKernel ? try replayed() : try takenOver() }

    /// The state after all steps, each replayed and compared.
    func replayed() throws(StoreDamage) -> RecoveredState {
        var replay = try StepReplay(from: snapshot)
        for step in steps { try replay.apply(step) }
        return RecoveredState(
            device: replay.device,
            digest: replay.digest,
            records: replay.records,
            ringStart: snapshot.sequence
        )
    }

    /// The state of the snapshot, continued after the steps that a kernel of another version wrote.
    func takenOver() throws(StoreDamage) -> RecoveredState {
        var device = try snapshot.restored()
        var digest = snapshot.digest
        for step in steps {
            try step.checkDigest(after: digest)
            digest = step.digest
            let end = try step.readRecords().last?.time ?? step.at
            device.resume(after: step.last, at: max(end, step.at))
        }
        return RecoveredState(device: device, digest: digest, records: [], ringStart: device.lastSequence)
    }
}

extension StoredSnapshot {
    /// Decodes the device.
    func restored() throws(StoreDamage) -> Device {
        guard Device.stateHash(of: state) == hash else {
            throw StoreDamage("its snapshot at \(sequence) is not what was written")
        }
        let device: Device
        do throws(StateCodingError) {
            device = try format.decode(state)
        } catch {
            throw StoreDamage("its snapshot at \(sequence) cannot be read: \(error)")
        }
        guard device.lastSequence == sequence else {
            throw StoreDamage("its snapshot at \(sequence) is of a state after record \(device.lastSequence)")
        }
        return device
    }
}

// MARK: Checking

extension StoredDevice {
    /// Checks that a server can recover the device.
    ///
    /// - Returns: The device.
    /// - Throws: `StoreDamage`, with the reason for which it would be set aside.
    @discardableResult
    package func recovered() throws(StoreDamage) -> Device { try state().device }
}

extension StoredSnapshot {
    /// Checks that the state is as it was written, and can be read.
    ///
    /// - Throws: `StoreDamage` if not.
    package func checkState() throws(StoreDamage) { _ = try restored() }
}
