import LifecycleKernel

/// What a fork is made from.
struct ForkSource: Sendable {
    /// Where the state comes from.
    enum State: Sendable {
        /// The present state of the device.
        case present(Device)
        /// A state restored from the history in memory.
        case replay(DeviceReplay)
        /// A state restored from the journal, by the number of the device there.
        case journal(Int64)
    }

    /// Where the state comes from.
    var state: State
    /// The requested sequence.
    var sequence: SequenceNumber
    /// What the device's clock shows now.
    var now: Instant
    /// The device's labels.
    var labels: [Label]
    /// How long the device is kept without requests.
    var expiresAfter: Duration?
}

extension DeviceShard {
    /// Finds what a device is forked from.
    ///
    /// - Parameter sequence: The record after which the fork begins; nil for the last one.
    /// - Throws: `unknownDevice`; `rejected` for a sequence after the last record; `stateEvicted`.
    func forkSource(_ id: DeviceID, at sequence: SequenceNumber?) throws(HostError) -> Held<ForkSource> {
        let slot = try touch(id).slot
        let device = slots.values[slot]!.device
        let sequence = sequence ?? device.lastSequence
        guard sequence <= device.lastSequence else {
            let detail =
                "The device \(id) has not written a record \(sequence) yet; its last one is \(device.lastSequence)."
            throw .rejected(
                Rejection(.invalidValue, detail, field: "at", accepted: [String(device.lastSequence)]),
                index: nil
            )
        }
        let source = ForkSource(
            state: try state(slot, device, at: sequence),
            sequence: sequence,
            now: device.now,
            labels: slots.values[slot]!.labels,
            expiresAfter: slots.values[slot]!.expiresAfter
        )
        return held(source, slot)
    }

    private func state(_ slot: Int, _ device: Device, at sequence: SequenceNumber) throws(HostError) -> ForkSource.State
    {
        guard sequence < device.lastSequence else { return .present(device) }
        if let cursor = slots.values[slot]!.cursor {
            // There is no snapshot yet while a device of another kernel version is being taken over.
            let oldest = cursor.snapshots.first ?? device.lastSequence
            guard sequence >= oldest else { throw .stateEvicted(oldest: oldest) }
            return .journal(cursor.number)
        }
        let history = slots.values[slot]!.history
        guard let replay = history?.replay(to: sequence) else {
            throw .stateEvicted(oldest: history?.oldestSequence ?? device.lastSequence)
        }
        return .replay(replay)
    }
}
