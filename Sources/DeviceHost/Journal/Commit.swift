import Synchronization

/// A transaction of the journal: the changes in it become durable together, or none of them does.
///
/// The result of a change, or of a read that depends on it, must not be shown before the commit of the change has ended.
final class Commit: Sendable {
    /// How a commit ends.
    enum Outcome: Sendable {
        /// The changes survive the end of the process.
        case durable
        /// The changes were not written, and every device that they changed is as it was before.
        case rolledBack(HostError)
        /// The changes survive the end of the process, but for those of these devices, by their numbers, which were refused
        /// for a reason: these devices are set aside.
        case partlyRefused([Int64: String])
        /// Nobody has known for a while whether the changes were written: who waits does not wait any longer.
        case unknown(String)
    }

    fileprivate enum State {
        case pending([CheckedContinuation<Outcome, Never>])
        /// Nobody knows whether it was written, and nobody waits for it any more.
        case doubtful(String)
        case finished(Outcome)
    }

    /// Its position in the order of all commits. Commits end in this order.
    let number: UInt64
    private let state = Mutex(State.pending([]))
    private let refused = Mutex<[Int64: String]>([:])

    init(number: UInt64) {
        self.number = number
    }

    /// Whether its changes are durable.
    var isDurable: Bool { hasSucceeded == true }

    /// Whether its changes are durable, or were undone; nil while it has not ended.
    var hasSucceeded: Bool? {
        switch finished {
        case .durable, .partlyRefused: true
        case .rolledBack: false
        case .unknown, nil: nil
        }
    }

    /// Takes the changes of devices out of it. Called when these devices are set aside, before the commit ends.
    func refuse(_ devices: [Int64: String]) {
        refused.withLock { $0.merge(devices) { first, _ in first } }
    }

    /// Ends the commit, and resumes all tasks that wait for it.
    func finish(_ outcome: Outcome) {
        var outcome = outcome
        let refused = refused.withLock { $0 }
        if case .durable = outcome, !refused.isEmpty { outcome = .partlyRefused(refused) }
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            defer { if state.isOpen { state = .finished(outcome) } }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }

    /// Ends all waiting for it, now and later, because nobody knows whether it was written. It ends later.
    func stopWaiting(_ reason: String) {
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            defer { if state.isOpen { state = .doubtful(reason) } }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: .unknown(reason)) }
    }

    /// How the commit has ended; nil while it is pending.
    private var finished: Outcome? {
        state.withLock { state in
            if case .finished(let outcome) = state { outcome } else { nil }
        }
    }

    /// Waits for the end of the commit.
    func outcome() async -> Outcome {
        if let finished { return finished }
        return await withCheckedContinuation { continuation in
            let outcome = state.withLock { state -> Outcome? in
                switch state {
                case .finished(let outcome):
                    return outcome
                case .doubtful(let reason):
                    return .unknown(reason)
                case .pending(var waiting):
                    state = .pending([])
                    waiting.append(continuation)
                    state = .pending(waiting)
                    return nil
                }
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }
}

extension Commit.State {
    /// Whether the commit has not ended.
    fileprivate var isOpen: Bool { if case .finished = self { false } else { true } }

    /// The tasks that wait for the end.
    fileprivate var waiting: [CheckedContinuation<Commit.Outcome, Never>] {
        if case .pending(let waiting) = self { waiting } else { [] }
    }
}

/// A value that may depend on changes that are not durable yet.
package struct Held<Value: Sendable>: Sendable {
    /// The value; not to be shown before the commit has ended.
    var value: Value
    /// The newest commit that the value depends on; nil when everything is durable.
    var commit: Commit?
    /// The number of the device that the value is about; nil if there are several, or none.
    var device: Int64?

    /// The value, once everything that it depends on is durable.
    ///
    /// Waits outside of the shard, so that the caller does not enter the actor a second time.
    ///
    /// - Throws: `journalUnavailable` when a change that it depends on was rolled back; `outcomeUnknown` when nobody knows
    ///   whether it was written.
    package func whenDurable() async throws(HostError) -> Value {
        switch await commit?.outcome() {
        case .durable, nil: return value
        case .rolledBack(let error): throw error
        case .partlyRefused(let refused):
            guard let reason = device.flatMap({ refused[$0] }) else { return value }
            throw .journalUnavailable(reason)
        case .unknown(let reason): throw .outcomeUnknown(reason)
        }
    }
}

extension Commit? {
    /// The later of two commits.
    static func newest(_ one: Commit?, _ other: Commit?) -> Commit? {
        guard let one, let other else { return one ?? other }
        return one.number < other.number ? other : one
    }
}
