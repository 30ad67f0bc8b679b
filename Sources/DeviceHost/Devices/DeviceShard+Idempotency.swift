extension DeviceShard {
    /// Claims an idempotency key of a device, waiting while the first request with it is being answered.
    ///
    /// - Throws: `unknownDevice`; `idempotencyKeyReused`, `answerNotKept`; `overloaded` when too many requests are being
    ///   answered.
    func claim(_ key: String, _ fingerprint: RequestFingerprint, on id: DeviceID) async throws(HostError) -> AnswerClaim
    {
        while true {
            // Looked up each time round: while one waits, the device may go.
            let (slot, wall, _) = try touch(id)
            let claim = changeAnswers(slot) { $0.claim(key, fingerprint, at: wall) }
            if let claim = try claim.outcome(in: .device(id), key) { return claim }
            try await waitForAnswer(key, at: slot)
        }
    }

    /// Keeps the answer given under a key.
    func complete(_ token: IdempotencyStore.Token, on id: DeviceID, with answer: StoredAnswer) {
        guard let slot = slots.slot(of: id) else { return }
        let now = wall.now
        changeAnswers(slot) { $0.complete(token, with: answer, at: now) }
        makeRoomForAnswers()
    }

    /// Forgets a request that did nothing.
    func abandon(_ token: IdempotencyStore.Token, on id: DeviceID) {
        guard let slot = slots.slot(of: id) else { return }
        changeAnswers(slot) { $0.abandon(token) }
    }

    private func waitForAnswer(_ key: String, at slot: Int) async throws(HostError) {
        guard waiterCount.enter() else { throw .overloaded("Too many requests wait.") }
        let wakeUp = WakeUp<Void>()
        changeAnswers(slot) { $0.await(key, wakeUp) }
        await wakeUp.answer()
        waiterCount.leave()
    }

    // MARK: Limits

    /// Does something with the answers of a device; what they take here is counted.
    private func changeAnswers<Outcome>(_ slot: Int, _ change: (inout IdempotencyStore) -> Outcome) -> Outcome {
        var answers = slots.values[slot]!.answers.take() ?? IdempotencyStore(limits: limits, numbers: claimNumbers)
        let (bytes, evicted) = (answers.bytes, answers.evicted)
        let outcome = change(&answers)
        answerBytes += answers.bytes - bytes
        tally.countEvictedAnswers(answers.evicted - evicted)
        slots.values[slot]!.answers = answers.count > 0 ? answers : nil
        return outcome
    }

    /// Makes room when the answers of all devices here together take more than this shard's share.
    ///
    /// A hand goes round the devices, as for records.
    func makeRoomForAnswers() {
        let share = max(limits.idempotencyBytesInTotal / shardCount, limits.idempotencyAnswerBytes)
        var left = slots.values.count
        while answerBytes > share, left > 0 {
            left -= 1
            guard let slot = nextSlotWithAnswers() else { continue }
            changeAnswers(slot) { $0.dropOlderHalf() }
        }
    }

    /// Forgets answers that are too old, on as many devices as one tick looks at.
    func dropOldAnswers(at wall: WallInstant) {
        guard answerBytes > 0 else { return }
        for _ in 0..<min(Self.devicesLookedThrough, slots.values.count) {
            guard let slot = nextSlotWithAnswers() else { continue }
            changeAnswers(slot) { $0.dropOld(at: wall) }
        }
    }

    private static let devicesLookedThrough = 16

    /// Moves the hand on.
    ///
    /// - Returns: Where it stands, if there are answers.
    private func nextSlotWithAnswers() -> Int? {
        answerHand = (answerHand + 1) % slots.values.count
        return slots.values[answerHand]?.answers == nil ? nil : answerHand
    }
}
