import Synchronization

/// One answer for one who waits: whoever gives it first decides, and anyone may give it from anywhere.
///
/// A cancelled task, a timer and an actor can so end the same wait without knowing of each other.
final class WakeUp<Answer: Sendable>: Sendable {
    private enum State {
        case nothing
        /// Somebody waits.
        case awaited(CheckedContinuation<Answer, Never>)
        case given(Answer)
    }

    private let state = Mutex(State.nothing)

    /// Whether somebody waits for the answer now.
    var isAwaited: Bool {
        state.withLock { state in
            if case .awaited = state { true } else { false }
        }
    }

    /// Gives the answer, unless one has been given.
    ///
    /// - Returns: Whether it is the answer.
    @discardableResult
    func give(_ answer: Answer) -> Bool {
        let before = state.withLock { state in
            let before = state
            if case .given = before { return before }
            state = .given(answer)
            return before
        }
        switch before {
        case .nothing:
            return true
        case .awaited(let continuation):
            continuation.resume(returning: answer)
            return true
        case .given:
            return false
        }
    }

    /// Waits for the answer. Only one may wait.
    func answer(isolation: isolated (any Actor)? = #isolation) async -> Answer {
        await withCheckedContinuation { continuation in
            let given: Answer? = state.withLock { state in
                switch state {
                case .nothing:
                    state = .awaited(continuation)
                    return nil
                case .given(let answer):
                    return answer
                case .awaited:
                    preconditionFailure("two wait for one answer")
                }
            }
            if let given { continuation.resume(returning: given) }
        }
    }

    /// Waits for the answer; when the task is cancelled first, the answer is this one.
    func answer(
        whenCancelled substitute: Answer,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Answer {
        await withTaskCancellationHandler {
            await answer()
        } onCancel: {
            give(substitute)
        }
    }
}
