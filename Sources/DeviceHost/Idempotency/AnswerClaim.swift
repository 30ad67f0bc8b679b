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
        case .inDoubt: throw .outcomeUnknown("the first request with this key waits for it too")
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

/// The idempotency keys of requests that create devices.
actor CreationAnswers {
    private var store: IdempotencyStore
    private let wall: any WallClock
    private let waiterCount: WaiterCount

    init(limits: HostLimits, wall: any WallClock, numbers: ClaimNumbers, waiterCount: WaiterCount) {
        store = IdempotencyStore(limits: limits, numbers: numbers)
        self.wall = wall
        self.waiterCount = waiterCount
    }

    /// About how many bytes the answers take.
    var bytes: Int { store.bytes }

    /// Drops answers that are too old.
    ///
    /// - Returns: About how many bytes the others take.
    func dropOld() -> Int {
        store.dropOld(at: wall.now)
        return store.bytes
    }

    /// Claims a key, waiting while the first request with it is being answered.
    func claim(_ key: String, _ fingerprint: RequestFingerprint) async throws(HostError) -> AnswerClaim {
        while true {
            let claim = try store.claim(key, fingerprint, at: wall.now).outcome(in: .creation, key)
            if let claim { return claim }
            try await waitForAnswer(key)
        }
    }

    /// Keeps the answer given under a key.
    func complete(_ token: IdempotencyStore.Token, with answer: StoredAnswer) {
        store.complete(token, with: answer, at: wall.now)
    }

    /// Keeps what a request may have been answered, because nobody knows whether it was carried out.
    func keepInDoubt(_ key: String, _ commit: Commit, _ answer: StoredAnswer) {
        store.keepInDoubt(key, commit, answer)
    }

    /// Forgets a request that did nothing.
    func abandon(_ token: IdempotencyStore.Token) {
        store.abandon(token)
    }

    /// Keeps answers that were given before the server was started.
    func restore(_ answers: [KeyedAnswer]) {
        for answer in answers { store.restore(answer, on: wall) }
    }

    private func waitForAnswer(_ key: String) async throws(HostError) {
        guard waiterCount.enter() else { throw .overloaded("Too many requests wait.") }
        let promise = Promise<Void>()
        store.await(key, promise)
        await promise.value()
        waiterCount.leave()
    }
}
