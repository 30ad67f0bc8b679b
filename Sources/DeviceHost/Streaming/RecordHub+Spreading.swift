import LifecycleKernel
import Synchronization

extension RecordHub {
    /// Waits until there is something to spread, or somebody ends the waiting.
    ///
    /// - Parameter wakeUp: Ends the waiting.
    func awaken(_ wakeUp: WakeUp<Void>) {
        let isAwake = state.withLock { state in
            guard state.batch.publications.isEmpty else { return true }
            state.fanOut = wakeUp
            return false
        }
        if isAwake { wakeUp.give(()) }
    }

    /// Spreads what was left since the last time over the logs.
    ///
    /// - Returns: Who waits for it, to be woken.
    func spread() -> [Sleeper] {
        let (batch, keepsAll) = state.withLock { state in
            let batch = state.batch
            state.batch = Batch()
            state.itemCount = 0
            return (batch, state.keepsAll)
        }
        var sleepers: [Sleeper] = []
        for publication in batch.publications {
            guard let log = publication.log else { continue }
            sleepers +=
                publication.isLast
                ? log.finish(.deviceDeleted) : log.append(publication.items, first: publication.first)
        }
        guard keepsAll else { return sleepers }
        if batch.lost > 0 { sleepers += all.skip(batch.lost) }
        sleepers += all.append(batch.publications.flatMap(\.items))
        return sleepers + stopKeepingAllIfLeft()
    }

    /// Gives the log of all devices up once nobody could come back to it without a gap.
    private func stopKeepingAllIfLeft() -> [Sleeper] {
        let last = all.last
        return state.withLock { state in
            guard state.keepsAll, state.followersOfAll == 0,
                last - state.leftAllAt > UInt64(limits.streamedRecords)
            else { return [] }
            state.keepsAll = false
            updateIsFollowed(state)
            return all.skip(nil)
        }
    }

    /// Has every subscriber send a heartbeat.
    ///
    /// - Returns: Who waits, to be woken.
    func heartbeat() -> [Sleeper] {
        heartbeats.add(1, ordering: .relaxed)
        let logs = state.withLock { $0.devices.values.map(\.log) }
        return logs.flatMap { $0.takeSleepers() } + all.takeSleepers()
    }

    /// How many heartbeats there have been.
    var heartbeatCount: Int { heartbeats.load(ordering: .relaxed) }
}
