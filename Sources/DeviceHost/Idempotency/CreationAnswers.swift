import LifecycleKernel

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
            let claim = store.claim(key, fingerprint, at: wall.now)
            if let outcome = try claim.outcome(in: .creation, key) { return outcome }
            try await waitForAnswer(key)
        }
    }

    /// Keeps the answer given under a key.
    func complete(_ token: IdempotencyStore.Token, with answer: StoredAnswer) {
        store.complete(token, with: answer, at: wall.now)
    }

    /// Forgets a request that did nothing.
    func abandon(_ token: IdempotencyStore.Token) { store.abandon(token) }

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
