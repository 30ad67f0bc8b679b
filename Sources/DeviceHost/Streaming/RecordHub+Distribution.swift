import LifecycleKernel
import Synchronization

extension RecordHub {
    /// Waits until something has been published, or the task is cancelled.
    func waitForPublications() async {
        let promise = Promise<Void>()
        let isEmpty = state.withLock { state in
            guard state.batch.publications.isEmpty else { return false }
            state.waitingFanOut = promise
            return true
        }
        guard isEmpty else { return }
        await promise.value(whenCancelled: ())
    }

    /// Distributes what was published since the last time to the logs.
    ///
    /// - Returns: The readers that wait for it, to be woken.
    func distribute() -> [WaitingReader] {
        distribution.withLock { _ in distributeInOrder() }
    }

    private func distributeInOrder() -> [WaitingReader] {
        let (batch, keepsAll) = state.withLock { state in
            let batch = state.batch
            state.batch = Batch()
            (state.itemCount, state.itemBytes) = (0, 0)
            return (batch, state.keepsAll)
        }
        var readers: [WaitingReader] = []
        for publication in batch.publications {
            guard let log = publication.log else { continue }
            readers +=
                publication.end.map(log.finish) ?? log.append(publication.items, first: publication.first)
        }
        guard keepsAll else { return readers }
        if batch.lost > 0 { readers += all.skip(batch.lost) }
        readers += all.append(batch.publications.flatMap(\.items))
        return readers + stopKeepingAllIfLeft()
    }

    /// Stops keeping the log of all devices once no subscriber could resume in it without a gap.
    private func stopKeepingAllIfLeft() -> [WaitingReader] {
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
    /// - Returns: The readers that wait, to be woken.
    func heartbeat() -> [WaitingReader] {
        heartbeats.add(1, ordering: .relaxed)
        let logs = state.withLock { $0.devices.values.map(\.log) }
        return logs.flatMap { $0.takeWaitingReaders() } + all.takeWaitingReaders()
    }

    /// How many heartbeats there have been.
    var heartbeatCount: Int { heartbeats.load(ordering: .relaxed) }
}
