import DequeModule
import LifecycleKernel

/// The recent inputs of a device, and a state to replay them from. Replaces the journal where there is none.
///
/// It keeps up to two states. When the inputs appended after the newer one reach half the capacity, or the device has written so
/// many records since that a replay would take long, the present state becomes the newer one, and the older one is dropped with
/// the inputs between the two.
struct InputHistory: Sendable {
    private struct State: Sendable {
        var device: Device
        /// The number of the first step after it.
        var next: Int
    }

    /// The states, oldest first; in an array so that the history itself is small.
    private var states: [State]
    private var steps: Deque<DeviceStep> = []
    /// The number of the first step kept.
    private var first = 0
    /// About how many bytes the steps take.
    private(set) var bytes = 0
    /// About how many bytes those after the newer state take.
    private var newerBytes = 0

    /// A history that begins with a device as it is.
    init(from device: Device) {
        states = [State(device: device, next: 0)]
    }

    /// The earliest sequence whose state can be restored.
    var oldestSequence: SequenceNumber { states[0].device.lastSequence }

    /// How many steps are kept.
    var count: Int { steps.count }

    /// Appends a step.
    mutating func append(_ step: DeviceStep) {
        let size = step.keptSize
        steps.append(step)
        bytes += size
        newerBytes += size
    }

    /// Keeps the state after the last step, if enough has happened since the newer state.
    mutating func keepIfDue(_ device: Device, _ limits: HostLimits) {
        let newer = states.count - 1
        let records = device.lastSequence.count(after: states[newer].device.lastSequence)
        guard
            first + steps.count - states[newer].next >= (max(1, limits.inputsPerDevice) + 1) / 2
                || newerBytes >= limits.inputBytesPerDevice / 2 || records >= limits.recordsPerAdvance
        else { return }
        states.append(State(device: device, next: first + steps.count))
        newerBytes = 0
        if states.count > 2 { dropOldestState() }
        if bytes > limits.inputBytesPerDevice { dropOldestState() }
    }

    /// Drops the older state and the steps before the newer one.
    ///
    /// - Returns: Whether there was an older one.
    @discardableResult
    mutating func dropOldestState() -> Bool {
        guard states.count > 1 else { return false }
        states.removeFirst()
        let dropped = states[0].next - first
        for step in steps.prefix(dropped) { bytes -= step.keptSize }
        steps.removeFirst(dropped)
        first = states[0].next
        return true
    }

    /// What a device is restored from: the newest state at or before the sequence, and the steps after it.
    ///
    /// - Returns: Nil if the sequence is older than everything kept.
    func replay(to sequence: SequenceNumber) -> DeviceReplay? {
        guard let state = states.last(where: { $0.device.lastSequence <= sequence }) else { return nil }
        return DeviceReplay(device: state.device, steps: Array(steps[(state.next - first)...]))
    }
}

/// A state of a device, and the steps after it.
struct DeviceReplay: Sendable {
    /// The device to begin with.
    var device: Device
    /// The steps, in order.
    var steps: [DeviceStep]

    /// The device in the state it had after writing a record.
    ///
    /// - Parameter now: The present time of the device; the replay does not go beyond it.
    /// - Throws: A `Rejection` if an input is refused that was accepted before.
    consuming func device(at sequence: SequenceNumber, now: Instant) throws(Rejection) -> Device {
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
    fileprivate var keptSize: Int {
        switch kind {
        case .inputs(let inputs, _): inputs.reduce(64) { $0 + $1.keptSize }
        case .time, .partOfTime: 64
        }
    }
}
