import DequeModule
import Synchronization

// What the `CommitService` does with the queue.
extension CommitQueue {
    /// Removes the oldest batch and returns it; nil if nothing waits.
    func take() -> Batch? {
        state.withLock { state in
            guard let batch = state.batches.popFirst() else { return nil }
            state.count -= batch.changes.count
            state.bytes -= batch.bytes
            return batch
        }
    }

    /// Waits until something is appended, or the task is cancelled.
    func waitForChanges() async {
        let promise = Promise<Void>()
        let isEmpty = state.withLock { state in
            guard state.batches.isEmpty else { return false }
            state.waitingWriter = promise
            return true
        }
        guard isEmpty else { return }
        await promise.value(whenCancelled: ())
    }

    /// Fails a commit and everything that waits. Every shard has to roll back before `finishFailed`.
    ///
    /// - Parameters:
    ///   - commit: The commit; nil if the store is being closed.
    ///   - reason: Why it failed.
    ///   - isUnknown: Whether nobody knows if the commit was carried out.
    func fail(_ commit: Commit?, _ reason: String, isUnknown: Bool = false) {
        state.withLock { state in
            if isUnknown { state.unknown = commit }
            state.failed += [commit].compactMap(\.self) + state.batches.map(\.commit)
            state.batches = []
            state.count = 0
            state.bytes = 0
            state.failure = reason
            state.isRollingBack = true
        }
    }

    /// Ends the commits that have failed.
    func finishFailed() {
        let (failed, unknown, reason) = state.withLock { state in
            defer {
                state.failed = []
                state.unknown = nil
                state.isRollingBack = false
            }
            return (state.failed, state.unknown, state.failure ?? "writing has failed")
        }
        for commit in failed {
            commit.finish(.rolledBack(commit === unknown ? .outcomeUnknown(reason) : .storeUnavailable(reason)))
        }
    }

    /// Refuses every change from now on, once the store has failed.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Opens the queue again. Called when writing works and all shards have rolled back.
    func recover() {
        state.withLock { $0.failure = nil }
    }
}
