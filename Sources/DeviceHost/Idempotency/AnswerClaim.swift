import LifecycleKernel

/// The requests among which an idempotency key is unique.
package enum IdempotencyScope: Hashable, Sendable {
    /// Among the requests that create devices.
    case creation
    /// Among the requests to one device.
    case device(DeviceID)
}

/// The answer to a request with an idempotency key.
package enum OnceAnswer<Answer> {
    /// The request was the first with the key, and has been carried out now.
    case first(Answer)
    /// The same request was answered before, with this answer.
    case again(StoredAnswer)
}

/// The result of claiming an idempotency key.
enum AnswerClaim: Sendable {
    /// The request is the first with this key: it is carried out, then completed or abandoned with the token.
    case first(AnswerToken)
    /// The same request was answered before, with this answer.
    case replay(StoredAnswer)
}

/// The right, and the duty, to answer for an idempotency key.
struct AnswerToken: Hashable, Sendable {
    let scope: IdempotencyScope
    let token: IdempotencyStore.Token
}

extension IdempotencyStore.Claim {
    /// The result of the claim; nil while the first request with the key is being answered.
    ///
    /// - Throws: `idempotencyKeyReused`, `answerNotKept`, `overloaded`.
    func outcome(in scope: IdempotencyScope, _ key: String) throws(HostError) -> AnswerClaim? {
        switch self {
        case .first(let token): return .first(AnswerToken(scope: scope, token: token))
        case .replay(.notKept): throw .answerNotKept(key)
        case .replay(let answer): return .replay(answer)
        case .conflict: throw .idempotencyKeyReused(key)
        case .full: throw .overloaded("Too many requests with idempotency keys are being answered.")
        case .inProgress: return nil
        }
    }
}

extension IdempotencyStore {
    /// Keeps an answer that was given before the server was started. Its age follows from the date.
    mutating func restore(_ kept: KeyedAnswer, on wall: any WallClock) {
        restore(kept, given: .milliseconds(max(0, wall.date - kept.givenAt)), before: wall.now)
    }
}
