import Synchronization

/// A value that one task waits for, and that any code may provide. Only the first value counts.
///
/// So a cancellation, a timer and an actor can end the same wait independently.
package final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case nothing
        /// A task waits.
        case awaited(CheckedContinuation<Value, Never>)
        case fulfilled(Value)
    }

    private let state = Mutex(State.nothing)

    /// Makes one that is not fulfilled.
    package init() {}

    /// Whether a task waits for the value now.
    var isAwaited: Bool {
        state.withLock { state in
            if case .awaited = state { true } else { false }
        }
    }

    /// The value, if it has been provided.
    var fulfilledValue: Value? {
        state.withLock { state in
            if case .fulfilled(let value) = state { value } else { nil }
        }
    }

    /// Provides the value, unless the promise has been fulfilled.
    ///
    /// - Returns: Whether this call has fulfilled it.
    @discardableResult
    package func fulfill(_ value: Value) -> Bool {
        let before = state.withLock { state in
            let before = state
            if case .fulfilled = before { return before }
            state = .fulfilled(value)
            return before
        }
        switch before {
        case .nothing:
            return true
        case .awaited(let continuation):
            continuation.resume(returning: value)
            return true
        case .fulfilled:
            return false
        }
    }

    /// Waits for the value. Only one task may wait.
    package func value(isolation: isolated (any Actor)? = #isolation) async -> Value {
        await withCheckedContinuation { continuation in
            let fulfilled: Value? = state.withLock { state in
                switch state {
                case .nothing:
                    state = .awaited(continuation)
                    return nil
                case .fulfilled(let value):
                    return value
                case .awaited:
                    preconditionFailure("two tasks wait for one promise")
                }
            }
            if let fulfilled { continuation.resume(returning: fulfilled) }
        }
    }

    /// Waits for the value; if the task is cancelled first, fulfills the promise with a substitute.
    package func value(
        whenCancelled substitute: Value,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Value {
        await withTaskCancellationHandler {
            await value()
        } onCancel: {
            fulfill(substitute)
        }
    }
}
