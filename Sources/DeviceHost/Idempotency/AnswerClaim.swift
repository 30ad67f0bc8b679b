/// Where an idempotency key is known.
public enum IdempotencyScope: Hashable, Sendable {
    /// Among the requests that create devices.
    case creation
    /// Among the requests to one device.
    case device(DeviceID)
}

/// What becomes of a request with an idempotency key.
public enum AnswerClaim: Sendable {
    /// It is the first with this key: it is carried out, then completed or abandoned with the token.
    case first(AnswerToken)
    /// It has been answered so before.
    case replay(StoredAnswer)
}

/// The right, and the duty, to answer for an idempotency key.
public struct AnswerToken: Hashable, Sendable {
    let scope: IdempotencyScope
    let token: IdempotencyStore.Token
}

/// The idempotency keys of requests that create devices.
actor CreationAnswers {
    private var store: IdempotencyStore
    private let waiterCount: WaiterCount

    init(limits: HostLimits, waiterCount: WaiterCount) {
        store = IdempotencyStore(keyLimit: limits.idempotencyKeys, byteLimit: limits.idempotencyBytes)
        self.waiterCount = waiterCount
    }

    /// Claims a key, waiting while the first request with it is being answered.
    func claim(_ key: String, _ fingerprint: RequestFingerprint) async throws(HostError) -> AnswerClaim {
        while true {
            switch store.claim(key, fingerprint) {
            case .first(let token): return .first(AnswerToken(scope: .creation, token: token))
            case .replay(let answer): return .replay(answer)
            case .conflict: throw .idempotencyKeyReused(key)
            case .full: throw .overloaded("Too many requests with idempotency keys are being answered.")
            case .inProgress: try await waitForAnswer(key)
            }
        }
    }

    /// Keeps the answer given under a key.
    func complete(_ token: IdempotencyStore.Token, with answer: StoredAnswer) {
        store.complete(token, with: answer)
    }

    /// Forgets a request that did nothing.
    func abandon(_ token: IdempotencyStore.Token) {
        store.abandon(token)
    }

    /// Keeps answers that were given before the server was started.
    func restore(_ answers: [KeyedAnswer]) {
        for answer in answers { store.restore(answer) }
    }

    private func waitForAnswer(_ key: String) async throws(HostError) {
        guard waiterCount.enter() else { throw .overloaded("Too many requests wait.") }
        let wakeUp = WakeUp<Void>()
        store.await(key, wakeUp)
        await wakeUp.answer()
        waiterCount.leave()
    }
}
