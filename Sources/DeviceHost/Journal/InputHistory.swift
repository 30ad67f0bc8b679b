import DequeModule
import LifecycleKernel

/// What came in to a device lately, and a state to begin from: the journal of a device that does not outlive the process.
///
/// It keeps up to two states. When as many inputs as half its capacity stand behind the newer one, the present state
/// becomes the newer one, and the older one goes with the inputs behind it.
struct InputHistory: Sendable {
    private struct State: Sendable {
        var device: Device
        /// The number of the first step behind it.
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

    /// The earliest sequence that a device can be brought back to.
    var oldestSequence: UInt64 { states[0].device.lastSequence }

    /// How many steps are kept.
    var count: Int { steps.count }

    /// Takes a step in.
    ///
    /// - Returns: Whether it is time to keep the state behind it.
    mutating func append(_ step: DeviceStep) -> Bool {
        steps.append(step)
        return first + steps.count - states[states.count - 1].next >= (capacity + 1) / 2
    }

    /// Keeps the state behind the last step.
    mutating func keep(_ device: Device) {
        states.append(State(device: device, next: first + steps.count))
        if states.count > 2 { dropOldestState() }
    }

    /// Forgets the older state and what stands before the newer one.
    mutating func dropOldestState() {
        guard states.count > 1 else { return }
        states.removeFirst()
        steps.removeFirst(states[0].next - first)
        first = states[0].next
    }

    /// What a device is brought back from: the newest state that is not behind the sequence, and the steps behind it.
    ///
    /// - Returns: Nil when the sequence is older than everything kept.
    func replay(to sequence: UInt64) -> DeviceReplay? {
        guard let state = states.last(where: { $0.device.lastSequence <= sequence }) else { return nil }
        return DeviceReplay(device: state.device, steps: Array(steps[(state.next - first)...]))
    }
}

/// A state of a device, and the steps behind it.
struct DeviceReplay: Sendable {
    /// The device to begin with.
    var device: Device
    /// The steps, in order.
    var steps: [DeviceStep]

    /// The device as it was when a record had been written.
    ///
    /// - Parameter now: What the device's clock shows now: time passes no further.
    /// - Throws: When an input is refused now that was taken then.
    consuming func device(at sequence: UInt64, now: Instant) throws(Rejection) -> Device {
        for step in steps where device.lastSequence < sequence {
            try device.take(step, until: sequence)
            _ = device.takeRecords()
        }
        device.settle(until: sequence, before: now)
        _ = device.takeRecords()
        return device
    }
}
