extension DeviceShard {
    /// Claims an idempotency key of a device, waiting while the first request with it is being answered.
    ///
    /// - Throws: `unknownDevice`; `idempotencyKeyReused`; `overloaded` when too many requests are being answered.
    func claim(_ key: String, _ fingerprint: RequestFingerprint, on id: DeviceID) async throws(HostError) -> AnswerClaim
    {
        while true {
            // Looked up each time round: while one waits, the device may go.
            let place = try come(to: id).place
            switch claim(key, fingerprint, at: place) {
            case .first(let token): return .first(AnswerToken(scope: .device(id), token: token))
            case .replay(let answer): return .replay(answer)
            case .conflict: throw .idempotencyKeyReused(key)
            case .full: throw .overloaded("Too many requests with idempotency keys are being answered.")
            case .inProgress: try await waitForAnswer(key, at: place)
            }
        }
    }

    /// Keeps the answer given under a key.
    func complete(_ token: IdempotencyStore.Token, on id: DeviceID, with answer: StoredAnswer) {
        guard let place = slots.place(of: id) else { return }
        slots.values[place]!.answers?.complete(token, with: answer)
    }

    /// Forgets a request that did nothing.
    func abandon(_ token: IdempotencyStore.Token, on id: DeviceID) {
        guard let place = slots.place(of: id) else { return }
        slots.values[place]!.answers?.abandon(token)
    }

    private func claim(_ key: String, _ fingerprint: RequestFingerprint, at place: Int) -> IdempotencyStore.Claim {
        if slots.values[place]!.answers == nil {
            slots.values[place]!.answers = IdempotencyStore(
                keyLimit: limits.idempotencyKeys,
                byteLimit: limits.idempotencyBytes
            )
        }
        return slots.values[place]!.answers!.claim(key, fingerprint)
    }

    private func waitForAnswer(_ key: String, at place: Int) async throws(HostError) {
        guard waiterCount.enter() else { throw .overloaded("Too many requests wait.") }
        let wakeUp = WakeUp<Void>()
        slots.values[place]!.answers?.await(key, wakeUp)
        await wakeUp.answer()
        waiterCount.leave()
    }
}
