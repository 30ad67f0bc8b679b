import LifecycleKernel
import Synchronization

extension RecordHub {
    /// Adds a subscriber of a device, or of all.
    ///
    /// - Returns: The log that it reads from.
    /// - Throws: `overloaded` if there are too many, or the server is being shut down.
    func enter(_ device: DeviceID?) throws(HostError) -> RecordLog {
        try state.withLock { state throws(HostError) in
            guard !state.isShuttingDown else { throw .overloaded("The server is being shut down.") }
            guard state.subscribers < limits.subscribers else {
                throw .overloaded("There are \(limits.subscribers) streams already, which is the most.")
            }
            state.subscribers += 1
            isFollowed.store(true, ordering: .relaxed)
            guard let device else {
                state.followersOfAll += 1
                state.keepsAll = true
                return all
            }
            let log = state.devices[device]?.log ?? RecordLog(next: 1, capacity: Self.deviceCapacity)
            state.devices[device] = (log, (state.devices[device]?.followers ?? 0) + 1)
            return log
        }
    }

    /// Removes a subscriber.
    func leave(_ device: DeviceID?, _ log: RecordLog) {
        let last = all.last
        state.withLock { state in
            state.subscribers -= 1
            if let device {
                // After a deletion a device of the same name has another log.
                guard let entry = state.devices[device], entry.log === log else { return updateIsFollowed(state) }
                state.devices[device] = entry.followers > 1 ? (log, entry.followers - 1) : nil
            } else {
                state.followersOfAll -= 1
                state.leftAllAt = last
            }
            updateIsFollowed(state)
        }
    }

    /// Updates whether there is any subscriber.
    func updateIsFollowed(_ state: State) {
        isFollowed.store(state.keepsAll || !state.devices.isEmpty, ordering: .relaxed)
    }

    /// Whether a log is that of the device that has the id now.
    func isCurrent(_ log: RecordLog, of device: DeviceID) -> Bool {
        state.withLock { $0.devices[device]?.log === log }
    }

    /// Whether a device has subscribers.
    func isFollowing(_ device: DeviceID) -> Bool {
        isWanted && state.withLock { $0.devices[device] != nil }
    }

    /// How many subscribers there are.
    var subscriberCount: Int { state.withLock { $0.subscribers } }

    /// Ends all streams behind what was published, and refuses new subscribers.
    ///
    /// Wakes all readers at once, because the fan-out may have stopped before.
    func finish() {
        state.withLock { $0.isShuttingDown = true }
        // A reader that found the end first would miss what the fan-out has not distributed yet.
        distribute().wakeAtOnce()
        let logs = state.withLock { $0.devices.values.map(\.log) }
        for log in logs + [all] { log.finish(.shutdown).wakeAtOnce() }
    }
}
