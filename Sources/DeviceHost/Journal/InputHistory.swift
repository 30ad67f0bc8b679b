import DequeModule
import LifecycleKernel

/// The recent inputs of a device, and a state to replay them from. Replaces the journal where there is none.
///
/// It keeps up to two states. When half its capacity of inputs has been appended after the newer one, the present state
/// becomes the newer one, and the older one is dropped with the inputs between the two.
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
    private let capacity: Int

    /// A history that begins with a device as it is.
    ///
    /// - Parameter capacity: How many inputs are kept at most.
    init(from device: Device, capacity: Int) {
        self.capacity = max(1, capacity)
        states = [State(device: device, next: 0)]
    }

    /// The earliest sequence whose state can be restored.
    var oldestSequence: SequenceNumber { states[0].device.lastSequence }

    /// How many steps are kept.
    var count: Int { steps.count }

    /// Appends a step.
    ///
    /// - Returns: Whether the caller should keep the state after it, with `keep`.
    mutating func append(_ step: DeviceStep) -> Bool {
        steps.append(step)
        return first + steps.count - states[states.count - 1].next >= (capacity + 1) / 2
    }

    /// Keeps the state after the last step.
    mutating func keep(_ device: Device) {
        states.append(State(device: device, next: first + steps.count))
        if states.count > 2 { dropOldestState() }
    }

    /// Drops the older state and the steps before the newer one.
    mutating func dropOldestState() {
        guard states.count > 1 else { return }
        states.removeFirst()
        steps.removeFirst(states[0].next - first)
        first = states[0].next
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
            try device.replay(step, until: sequence)
            _ = device.takeRecords()
        }
        device.settle(until: sequence, before: now)
        _ = device.takeRecords()
        return device
    }
}
