import LifecycleKernel
import Synchronization
import WireFormat

/// A transaction of the store: the changes in it become durable together, or none of them does.
///
/// The result of a change, or of a read that depends on it, must not be shown before the commit of the change has
/// ended.
final class Commit: Sendable {
    /// How a commit ends.
    enum Outcome: Sendable {
        /// The changes survive the end of the process.
        case durable
        /// The changes were not written, and every device that they changed is as it was before.
        case rolledBack(HostError)
        /// The changes survive the end of the process, except those that were taken out.
        case partlyRefused
    }

    fileprivate enum State {
        case pending([CheckedContinuation<Outcome, Never>])
        case finished(Outcome)
    }

    /// Its position in the order of all commits. Commits end in this order.
    let number: UInt64
    /// Names it in the store.
    let id = CommitID()
    private let state = Mutex(State.pending([]))
    /// The devices whose changes were taken out, by their numbers, each with the reason.
    private let refusals = Mutex<[Int64: Refusal]>([:])

    init(number: UInt64) {
        self.number = number
    }

    /// Whether its changes are durable.
    var isDurable: Bool {
        switch finished {
        case .durable, .partlyRefused: true
        case .rolledBack, nil: false
        }
    }

    /// Takes changes out of it. Called when they have been undone, before the commit ends.
    func refuse(_ devices: [Int64: Refusal]) {
        refusals.withLock { $0.merge(devices) { first, _ in first } }
    }

    /// Why the changes of a device were taken out of it; nil if they were not.
    func refusal(of device: Int64?) -> Refusal? {
        guard let device else { return nil }
        return refusals.withLock { $0[device] }
    }

    /// Ends the commit, and resumes all tasks that wait for it.
    func finish(_ outcome: Outcome) {
        var outcome = outcome
        if case .durable = outcome, !refusals.withLock(\.isEmpty) { outcome = .partlyRefused }
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            defer { if state.isOpen { state = .finished(outcome) } }
            return state.waiting
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

extension Commit.State {
    /// Whether the commit has not ended.
    fileprivate var isOpen: Bool { if case .finished = self { false } else { true } }

    /// The tasks that wait for the end.
    fileprivate var waiting: [CheckedContinuation<Commit.Outcome, Never>] {
        if case .pending(let waiting) = self { waiting } else { [] }
    }
}

/// Why the changes of a device were taken out of a commit.
enum Refusal: Hashable, Sendable {
    /// They can never be written, and why. The device is set aside.
    case damage(String)
    /// Another server has changed the device at the same time. Whoever made the changes makes them again.
    case conflict
    /// Another device has the id.
    case exists(DeviceID)
}

/// A value that may depend on changes that are not durable yet.
package struct Held<Value: Sendable>: Sendable {
    /// The value. It must not be shown before the commit has ended.
    var value: Value
    /// The newest commit that the value depends on; nil when everything is durable.
    var commit: Commit?
    /// The number of the device that the value is about; nil if there are several, or none.
    var device: Int64?

    /// The value, which may depend on changes that are not durable. It must not be shown.
    package var notDurable: Value { value }

    /// The value, if all that it depends on is known to be durable.
    package var settled: Value? { commit == nil ? value : nil }

    /// The value, once everything that it depends on is durable.
    ///
    /// Waits outside of the shard, so that the caller does not enter the actor a second time.
    ///
    /// - Throws: `storeUnavailable` when a change that it depends on was rolled back; `deviceExists`; `overloaded` if another
    ///   server has changed the device at the same time.
    package func whenDurable() async throws(HostError) -> Value {
        if let settled { return settled }
        guard let value = try await unlessConflict() else { throw .overloaded(Self.conflict) }
        return value
    }

    /// The value, once everything that it depends on is durable; nil if another server has changed the device at the same time.
    ///
    /// - Throws: As `whenDurable`.
    func unlessConflict() async throws(HostError) -> Value? {
        guard let commit else { return value }
        let outcome = await commit.outcome()
        if case .durable = outcome { return value }
        switch commit.refusal(of: device) {
        case .damage(let reason): throw .storeUnavailable(reason)
        case .exists(let id): throw .deviceExists(id)
        case .conflict: return nil
        case nil: break
        }
        switch outcome {
        case .durable, .partlyRefused: return value
        case .rolledBack(let error): throw error
        }
    }

    /// What a client hears whose change met those of other servers again and again.
    static var conflict: Sentence { "Other servers keep changing the device, so the request was not carried out." }
}

extension Held {
    /// A value that depends on no change.
    package init(_ value: Value) { self.init(value: value, commit: nil) }

    /// Another value that depends on the same changes, made of this one.
    package func map<Other>(_ transform: (Value) -> Other) -> Held<Other> {
        Held<Other>(value: transform(value), commit: commit, device: device)
    }
}

extension Commit? {
    /// The later of two commits.
    static func newest(_ one: Commit?, _ other: Commit?) -> Commit? {
        guard let one, let other else { return one ?? other }
        return one.number < other.number ? other : one
    }
}
