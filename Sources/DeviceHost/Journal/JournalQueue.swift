import DequeModule
import Fleet
import Synchronization

/// The changes that wait to be written to the journal: shards append them, the `JournalService` writes them.
///
/// Changes are grouped into batches as they are appended; each batch is written as one commit. When a commit fails, every later
/// one fails with it, because its changes build on those that are lost. The queue then refuses changes until all shards
/// have rolled back and the journal can be written again.
final class JournalQueue: Sendable {
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
        /// The numbers that new devices get, the first ones first.
        var numbers: [Range<Int64>]
        /// How often changes were taken out of batches.
        var exclusions: UInt64 = 0
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
        /// Fulfilled when there are more numbers for new devices, or the journal has given none.
        var waitingForNumbers: [Promise<Void>] = []

        mutating func makeCommit() -> Commit {
            lastCommit += 1
            return Commit(number: lastCommit)
        }

        mutating func takeWaitingForNumbers() -> [Promise<Void>] {
            defer { waitingForNumbers = [] }
            return waitingForNumbers
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

    private let state: Mutex<State>
    private let limits: HostLimits
    /// Whether several servers share the journal: changes are made under claims, and numbers are set aside in it.
    private let isShared: Bool

    /// Fewer numbers than this are too few.
    private static let fewNumbers = 200

    /// An empty queue.
    ///
    /// - Parameter isShared: Whether several servers share the journal.
    init(limits: HostLimits, isShared: Bool = false) {
        self.limits = limits
        self.isShared = isShared
        state = Mutex(State(numbers: isShared ? [] : [1..<Int64.max]))
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
    /// - Parameters:
    ///   - shard: The shard that publishes it when it is durable; nil if none does.
    ///   - claim: The partition that it is about; nil where one server has all, or if it is about none.
    /// - Returns: The commit that it will be part of.
    @discardableResult
    func append(_ change: JournalChange, from shard: Int? = nil, under claim: Claim? = nil) -> Commit {
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
            state.batches[last].append(change, under: claim, keepingOwner: isShared)
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
    ///
    /// - Throws: `overloaded` when none is left.
    func nextDevice() throws(HostError) -> Int64 {
        try state.withLock { state throws(HostError) in
            guard let number = state.numbers.first?.lowerBound else {
                throw .overloaded("The journal has not given numbers for new devices yet.")
            }
            state.numbers[0] = number + 1..<state.numbers[0].upperBound
            if state.numbers[0].isEmpty { state.numbers.removeFirst() }
            return number
        }
    }

    /// Waits until there is a number for a new device, or the journal has given none when it was asked once.
    func waitForNumbers() async {
        guard isShared else { return }
        let promise = Promise<Void>()
        let (waits, writer) = state.withLock { state -> (Bool, Promise<Void>?) in
            guard state.numbers.isEmpty, state.failure == nil, state.doubt == nil, !state.isClosed else {
                return (false, nil)
            }
            state.waitingForNumbers.append(promise)
            return (true, state.waitingWriter.take())
        }
        guard waits else { return }
        writer?.fulfill(())
        await promise.value(whenCancelled: ())
    }

    /// How often changes of devices that were set aside or dropped were taken out of what was to be written. What was read
    /// of several devices while this has changed is to be read again.
    var exclusions: UInt64 { state.withLock { $0.exclusions } }

    /// Waits until what waits now was written, or was not.
    func waitUntilWritten() async {
        _ = await state.withLock { $0.batches.last?.commit }?.outcome()
    }

    /// Checks that the journal can be written.
    ///
    /// - Throws: `journalUnavailable`.
    func checkWritable() throws(HostError) {
        if let failure { throw .journalUnavailable(failure) }
    }

    // MARK: For the service

    /// Sets the number after which new devices are numbered.
    func numberDevices(after last: Int64) {
        state.withLock { state in
            let next = max(last + 1, state.numbers.first?.lowerBound ?? 1)
            state.numbers = [next..<Int64.max]
        }
    }

    /// Adds numbers for new devices, and resumes the tasks that wait for them.
    ///
    /// - Parameter numbers: The numbers; none if the journal gives none now.
    func addNumbers(_ numbers: Range<Int64>) {
        let waiting = state.withLock { state in
            if !numbers.isEmpty { state.numbers.append(numbers) }
            return state.takeWaitingForNumbers()
        }
        for promise in waiting { promise.fulfill(()) }
    }

    /// Whether too few numbers for new devices are left.
    var needsNumbers: Bool { state.withLock { $0.numbers.reduce(0) { $0 + $1.count } < Self.fewNumbers } }

    /// Has the writer look whether there is something to do.
    func wakeWriter() {
        state.withLock { $0.waitingWriter.take() }?.fulfill(())
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
            guard state.batches.isEmpty, state.waitingForNumbers.isEmpty else { return false }
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
        let waiting = state.withLock { state in
            state.doubt = nil
            state.failed += [commit].compactMap(\.self) + state.batches.map(\.commit)
            state.batches = []
            state.count = 0
            state.bytes = 0
            state.failure = reason
            state.isRollingBack = true
            return state.takeWaitingForNumbers()
        }
        for promise in waiting { promise.fulfill(()) }
    }

    /// Takes the changes of devices out of everything that waits. Called when shards accept no more of them.
    func refuse(_ devices: [Int64: String]) { changeBatches { $0.refuse(devices) } }

    /// Takes the changes out of everything that waits that are made under claims that do not hold any more. Called when shards
    /// make no more of them.
    func disown(_ claims: Set<Claim>) { changeBatches { $0.disown(claims) } }

    private func changeBatches(_ change: (inout Batch) -> Void) {
        state.withLock { state in
            state.exclusions += 1
            for index in state.batches.indices {
                let before = state.batches[index].changes.count
                change(&state.batches[index])
                state.count -= before - state.batches[index].changes.count
            }
        }
    }

    /// Refuses new changes while nobody knows whether the last batch was written.
    func beginDoubt(_ reason: String) {
        let waiting = state.withLock { state in
            state.doubt = reason
            return state.takeWaitingForNumbers()
        }
        for promise in waiting { promise.fulfill(()) }
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
