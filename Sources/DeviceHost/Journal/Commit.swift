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
    }

    private enum State {
        case pending([CheckedContinuation<Outcome, Never>])
        case finished(Outcome)
    }

    /// Its position in the order of all commits. Commits end in this order.
    let number: UInt64
    private let state = Mutex(State.pending([]))

    init(number: UInt64) {
        self.number = number
    }

    /// Whether its changes are durable.
    var isDurable: Bool {
        if case .durable = finished { true } else { false }
    }

    /// Ends the commit, and resumes all tasks that wait for it.
    func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            guard case .pending(let waiting) = state else { return [] }
            state = .finished(outcome)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
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

/// A value that may depend on changes that are not durable yet.
package struct Held<Value: Sendable>: Sendable {
    /// The value; not to be shown before the commit has ended.
    var value: Value
    /// The newest commit that the value depends on; nil when everything is durable.
    var commit: Commit?

    /// The value, once everything that it depends on is durable.
    ///
    /// Waits outside of the shard, so that the caller does not enter the actor a second time.
    ///
    /// - Throws: `journalUnavailable` when a change that it depends on was rolled back.
    package func whenDurable() async throws(HostError) -> Value {
        if case .rolledBack(let error) = await commit?.outcome() { throw error }
        return value
    }
}

extension Commit? {
    /// The later of two commits.
    static func newest(_ one: Commit?, _ other: Commit?) -> Commit? {
        guard let one, let other else { return one ?? other }
        return one.number < other.number ? other : one
    }
}
