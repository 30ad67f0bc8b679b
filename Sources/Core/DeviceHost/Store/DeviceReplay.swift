import LifecycleKernel

/// A state of a device, and the steps after it.
package struct DeviceReplay: Sendable {
    /// The device to begin with.
    var device: Device
    /// The steps, in order.
    var steps: [DeviceStep]

    /// The device in the state it had after writing a record.
    ///
    /// - Parameter now: The present time of the device; the replay does not go beyond it.
    /// - Throws: A `Rejection` if an input is refused that was accepted before.
    func device(at sequence: SequenceNumber, now: Instant) throws(Rejection) -> Device {
        var device = device
        for step in steps where device.lastSequence < sequence {
            device.pass(until: sequence, before: step.at)
            try device.replay(step, until: sequence)
            _ = device.takeRecords()
        }
        device.pass(until: sequence, before: now)
        return device
    }
}

extension Device {
    /// Advances time, deadline by deadline, until a record has been written. Drops the records: there may be more of them than
    /// are kept at once.
    fileprivate mutating func pass(until sequence: SequenceNumber, before instant: Instant) {
        while lastSequence < sequence, let next = nextDeadline, next < instant {
            _ = settle(before: min(next + 1, instant), within: AdvanceLimits(deadlines: 1))
            _ = takeRecords()
        }
    }
}

extension DeviceStep {
    /// About how many bytes the step takes in memory.
    var keptSize: Int {
        switch kind {
        case .inputs(let inputs, _): inputs.keptSize
        case .time, .partOfTime: 64
        }
    }
}
