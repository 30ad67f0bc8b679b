import DequeModule
import Synchronization

/// The changes that wait to be written to the journal: shards append them, the `JournalService` takes them out.
///
/// Changes are grouped into batches as they come in; each batch is written as one commit. When a commit fails, every later
/// one fails with it, because its changes build on those that are lost. The queue then refuses changes until all shards
/// have rolled back and the journal can be written again.
final class JournalQueue: Sendable {
    /// Changes that are written together.
    struct Batch: Sendable {
        /// The commit that they are written as.
        let commit: Commit
        fileprivate(set) var changes: [JournalChange] = []
        /// The shards that the changes come from.
        fileprivate(set) var shards: Set<Int> = []
        fileprivate var bytes = 0
    }

    /// Whether changes can be appended.
    enum Availability {
        case open
        /// As much waits as may.
        case full
        /// The journal cannot be written, and why.
        case failed(String)
    }

    private struct State {
        /// What waits, oldest first.
        var batches: Deque<Batch> = []
        var count = 0
        var bytes = 0
        /// Changes refused for want of room since they were last counted.
        var refusals = 0
        var lastCommit: UInt64 = 0
        var lastDevice: Int64 = 0
        /// Why nothing can be written; nil when all is well.
        var failure: String?
        /// The commits that have failed and have not ended yet: shards still roll back.
        var failed: [Commit] = []
        /// Resumed when something is appended.
        var sleeper: WakeUp<Void>?

        mutating func makeCommit() -> Commit {
            lastCommit += 1
            return Commit(number: lastCommit)
        }

        func availability(_ limits: HostLimits) -> Availability {
            if let failure { return .failed(failure) }
            return count < limits.journalQueueLength && bytes < limits.journalQueueBytes ? .open : .full
        }
    }

    private let state = Mutex(State())
    private let limits: HostLimits

    init(limits: HostLimits) {
        self.limits = limits
    }

    // MARK: For the shards

    /// Checks that a change may be made, which is then appended.
    ///
    /// - Throws: `journalUnavailable`; `overloaded` when too much waits.
    func admit() throws(HostError) {
        try state.withLock { state throws(HostError) in
            switch state.availability(limits) {
            case .open: break
            case .failed(let reason): throw .journalUnavailable(reason)
            case .full:
                state.refusals += 1
                throw Self.full
            }
        }
    }

    /// Appends a change that a shard has made.
    ///
    /// The change has been made, so it is never refused: each shard may exceed the limits by the change that it makes. When
    /// the journal has failed since it was admitted, it belongs to the commits that have failed.
    ///
    /// - Returns: The commit that it will be part of.
    func append(_ change: JournalChange, from shard: Int) -> Commit {
        let size = change.size
        let (commit, sleeper) = state.withLock { state -> (Commit, WakeUp<Void>?) in
            guard state.failure == nil else {
                if state.failed.isEmpty { state.failed.append(state.makeCommit()) }
                return (state.failed[state.failed.count - 1], nil)
            }
            if state.batches.last.map({ $0.changes.count >= limits.journalBatchLength }) ?? true {
                state.batches.append(Batch(commit: state.makeCommit()))
            }
            let last = state.batches.count - 1
            state.batches[last].changes.append(change)
            state.batches[last].shards.insert(shard)
            state.batches[last].bytes += size
            state.count += 1
            state.bytes += size
            return (state.batches[last].commit, state.sleeper.take())
        }
        sleeper?.give(())
        return commit
    }

    /// Whether changes can be appended.
    var availability: Availability { state.withLock { $0.availability(limits) } }

    /// Whether one more change would be taken.
    var hasRoom: Bool { if case .open = availability { true } else { false } }

    /// Why nothing can be written; nil when all is well.
    var failure: String? { state.withLock { $0.failure } }

    /// The error for a change for which there is no room.
    static let full = HostError.overloaded("Too much waits to be written to the journal.")

    /// How many changes were refused for want of room since this was last asked.
    func takeRefusals() -> Int {
        state.withLock { state in
            defer { state.refusals = 0 }
            return state.refusals
        }
    }

    /// How many changes wait.
    var count: Int { state.withLock { $0.count } }

    /// A number for a new device.
    func nextDevice() -> Int64 {
        state.withLock { state in
            state.lastDevice += 1
            return state.lastDevice
        }
    }

    // MARK: For the service

    /// Begins to number devices after those that there have been.
    func numberDevices(after last: Int64) {
        state.withLock { $0.lastDevice = max($0.lastDevice, last) }
    }

    /// Takes out the oldest batch; nil when nothing waits.
    func take() -> Batch? {
        state.withLock { state in
            guard let batch = state.batches.popFirst() else { return nil }
            state.count -= batch.changes.count
            state.bytes -= batch.bytes
            return batch
        }
    }

    /// Waits until something is appended, or the task is cancelled.
    func sleep() async {
        let wakeUp = WakeUp<Void>()
        let isEmpty = state.withLock { state in
            guard state.batches.isEmpty else { return false }
            state.sleeper = wakeUp
            return true
        }
        guard isEmpty else { return }
        await wakeUp.answer(whenCancelled: ())
    }

    /// A commit has failed, and with it everything that waits. Every shard has to roll back before `finishFailed`.
    ///
    /// - Parameters:
    ///   - commit: The commit; nil when nothing will be written any more.
    ///   - reason: Why it failed.
    func fail(_ commit: Commit?, _ reason: String) {
        state.withLock { state in
            state.failed += [commit].compactMap(\.self) + state.batches.map(\.commit)
            state.batches = []
            state.count = 0
            state.bytes = 0
            state.failure = reason
        }
    }

    /// Ends the commits that have failed.
    func finishFailed() {
        let (failed, reason) = state.withLock { state in
            defer { state.failed = [] }
            return (state.failed, state.failure)
        }
        let error = HostError.journalUnavailable(reason ?? "writing has failed")
        for commit in failed { commit.finish(.rolledBack(error)) }
    }

    /// Writing works again, and all shards have rolled back.
    func recover() {
        state.withLock { $0.failure = nil }
    }
}
