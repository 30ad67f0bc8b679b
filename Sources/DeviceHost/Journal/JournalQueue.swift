import DequeModule
import Synchronization

/// The changes that wait to be written to the journal: shards append them, the `JournalService` writes them.
///
/// Changes are grouped into batches as they are appended; each batch is written as one commit. When a commit fails, every later
/// one fails with it, because its changes build on those that are lost. The queue then refuses changes until all shards
/// have rolled back and the journal can be written again.
final class JournalQueue: Sendable {
    /// Changes that are written together.
    struct Batch: Sendable {
        /// The commit that they are written as.
        let commit: Commit
        fileprivate(set) var changes: [JournalChange] = []

        /// Takes the changes of devices out of it.
        mutating func refuse(_ devices: [Int64: String]) {
            commit.refuse(devices)
            changes.removeAll { $0.device.map { devices[$0] != nil } ?? false }
        }

        /// The shards that the changes come from.
        fileprivate(set) var shards: Set<Int> = []
        fileprivate var bytes = 0
    }

    /// Whether changes can be appended.
    enum Availability {
        case open
        /// The queue has reached its limit.
        case full
        /// The journal cannot be written, and why.
        case failed(String)

        /// Whether the journal cannot be written.
        var hasFailed: Bool { if case .failed = self { true } else { false } }
    }

    private struct State {
        /// The batches to write, oldest first.
        var batches: Deque<Batch> = []
        var count = 0
        var bytes = 0
        /// Changes refused because the queue was full, since `takeRefusals`.
        var refusals = 0
        var lastCommit: UInt64 = 0
        var lastDevice: Int64 = 0
        /// Why nothing can be written; nil when all is well.
        var failure: String?
        /// Why nobody knows whether the last batch was written; nil when that is known. What was appended waits behind it.
        var doubt: String?
        /// The commits that have failed and have not ended yet: shards still roll back.
        var failed: [Commit] = []
        /// Whether shards roll back: since changes have failed, until their commits end.
        var isRollingBack = false
        /// Whether nothing is written any more.
        var isClosed = false
        /// Fulfilled when a change is appended.
        var waitingWriter: Promise<Void>?

        mutating func makeCommit() -> Commit {
            lastCommit += 1
            return Commit(number: lastCommit)
        }

        func availability(_ limits: HostLimits) -> Availability {
            if let reason = failure ?? doubt { return .failed(reason) }
            return hasRoom(limits) ? .open : .full
        }

        /// Whether a removal is tried although nothing else can be written.
        var triesRemovals: Bool { !isRollingBack && !isClosed }

        func hasRoom(_ limits: HostLimits) -> Bool {
            count < limits.journalQueueLength && bytes < limits.journalQueueBytes
        }
    }

    private let state = Mutex(State())
    private let limits: HostLimits

    init(limits: HostLimits) {
        self.limits = limits
    }

    // MARK: For the shards

    /// Checks that a change may be made. The caller then appends it.
    ///
    /// - Parameter isRemoval: Whether it is a removal that somebody asked for. That is tried also while nothing else can be
    ///   written, because it makes room in a journal that is full.
    /// - Throws: `journalUnavailable`; `overloaded` when too much waits.
    func admit(isRemoval: Bool = false) throws(HostError) {
        try state.withLock { state throws(HostError) in
            switch state.availability(limits) {
            case .open: break
            case .failed where isRemoval && state.triesRemovals && state.hasRoom(limits): break
            case .failed(let reason): throw .journalUnavailable(reason)
            case .full:
                state.refusals += 1
                throw Self.full
            }
        }
    }

    /// Appends a change that a shard has made.
    ///
    /// The change has been made, so it is never refused: each shard may exceed the limits by one change. If the journal has
    /// failed since the change was admitted, it belongs to the commits that have failed.
    ///
    /// - Parameter shard: The shard that publishes it when it is durable; nil if none does.
    /// - Returns: The commit that it will be part of.
    @discardableResult
    func append(_ change: JournalChange, from shard: Int? = nil) -> Commit {
        let size = change.size
        let (commit, writer) = state.withLock { state -> (Commit, Promise<Void>?) in
            guard state.failure == nil || change.isRemoval && state.triesRemovals else {
                if state.failed.isEmpty { state.failed.append(state.makeCommit()) }
                return (state.failed[state.failed.count - 1], nil)
            }
            if state.batches.last.map({ $0.changes.count >= limits.journalBatchLength }) ?? true {
                state.batches.append(Batch(commit: state.makeCommit()))
            }
            let last = state.batches.count - 1
            state.batches[last].changes.append(change)
            if let shard { state.batches[last].shards.insert(shard) }
            state.batches[last].bytes += size
            state.count += 1
            state.bytes += size
            return (state.batches[last].commit, state.waitingWriter.take())
        }
        writer?.fulfill(())
        return commit
    }

    /// Whether changes can be appended.
    var availability: Availability { state.withLock { $0.availability(limits) } }

    /// Whether one more change would be admitted.
    var hasRoom: Bool { if case .open = availability { true } else { false } }

    /// Why nothing can be written; nil when all is well.
    var failure: String? { state.withLock { $0.failure ?? $0.doubt } }

    /// The error for a change for which there is no room.
    static let full = HostError.overloaded("Too much waits to be written to the journal.")

    /// How many changes were refused because the queue was full, since the last call.
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

    /// Sets the number after which new devices are numbered.
    func numberDevices(after last: Int64) {
        state.withLock { $0.lastDevice = max($0.lastDevice, last) }
    }

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
    ///   - commit: The commit; nil if the journal is being closed.
    ///   - reason: Why it failed.
    func fail(_ commit: Commit?, _ reason: String) {
        state.withLock { state in
            state.doubt = nil
            state.failed += [commit].compactMap(\.self) + state.batches.map(\.commit)
            state.batches = []
            state.count = 0
            state.bytes = 0
            state.failure = reason
            state.isRollingBack = true
        }
    }

    /// Takes the changes of devices out of everything that waits. Called when shards accept no more of them.
    func refuse(_ devices: [Int64: String]) {
        state.withLock { state in
            for index in state.batches.indices {
                let before = state.batches[index].changes.count
                state.batches[index].refuse(devices)
                state.count -= before - state.batches[index].changes.count
            }
        }
    }

    /// Refuses new changes while nobody knows whether the last batch was written.
    func beginDoubt(_ reason: String) {
        state.withLock { $0.doubt = reason }
    }

    /// Ends all waiting for a commit whose outcome nobody knows, and for those behind it.
    func stopWaiting(for commit: Commit, _ reason: String) {
        let behind = state.withLock { $0.batches.map(\.commit) }
        for commit in [commit] + behind { commit.stopWaiting(reason) }
    }

    /// Opens the queue again: the last batch was written, and those behind it can be.
    func endDoubt() {
        state.withLock { $0.doubt = nil }
    }

    /// Ends the commits that have failed.
    func finishFailed() {
        let (failed, reason) = state.withLock { state in
            defer {
                state.failed = []
                state.isRollingBack = false
            }
            return (state.failed, state.failure)
        }
        let error = HostError.journalUnavailable(reason ?? "writing has failed")
        for commit in failed { commit.finish(.rolledBack(error)) }
    }

    /// Refuses every change from now on, once the journal has failed.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Opens the queue again. Called when writing works and all shards have rolled back.
    func recover() {
        state.withLock { $0.failure = nil }
    }
}
