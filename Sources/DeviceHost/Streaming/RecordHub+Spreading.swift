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
    func spread() {
        let (batch, keepsAll) = state.withLock { state in
            let batch = state.batch
            state.batch = Batch()
            state.itemCount = 0
            return (batch, state.keepsAll)
        }
        for publication in batch.publications {
            guard let log = publication.log else { continue }
            if publication.isLast {
                log.finish(.deviceDeleted)
            } else {
                log.append(publication.items, first: publication.first)
            }
        }
        guard keepsAll else { return }
        if batch.lost > 0 { all.skip(batch.lost) }
        all.append(batch.publications.flatMap(\.items))
        stopKeepingAllIfLeft()
    }

    /// Gives the log of all devices up once nobody could come back to it without a gap.
    private func stopKeepingAllIfLeft() {
        let last = all.last
        state.withLock { state in
            guard state.keepsAll, state.followersOfAll == 0,
                last - state.leftAllAt > UInt64(limits.streamedRecords)
            else { return }
            state.keepsAll = false
            all.skip(nil)
            updateIsFollowed(state)
        }
    }

    /// Has every subscriber send a sign of life.
    func beat() {
        beats.add(1, ordering: .relaxed)
        let logs = state.withLock { $0.devices.values.map(\.log) }
        for log in logs { log.wakeAll() }
        all.wakeAll()
    }

    /// How many signs of life there have been.
    var beatCount: Int { beats.load(ordering: .relaxed) }
}
