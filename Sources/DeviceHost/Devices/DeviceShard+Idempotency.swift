extension DeviceShard {
    /// Claims an idempotency key of a device, waiting while the first request with it is being answered.
    ///
    /// - Throws: `unknownDevice`; `idempotencyKeyReused`, `answerNotKept`; `overloaded` when too many requests are being
    ///   answered.
    func claim(_ key: String, _ fingerprint: RequestFingerprint, on id: DeviceID) async throws(HostError) -> AnswerClaim
    {
        while true {
            // Looked up again after each wait: the device may have been removed meanwhile.
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
        let promise = Promise<Void>()
        changeAnswers(slot) { $0.await(key, promise) }
        await promise.value()
        waiterCount.leave()
    }

    // MARK: Limits

    /// Changes the answers of a device, and keeps count of their bytes.
    private func changeAnswers<Outcome>(_ slot: Int, _ change: (inout IdempotencyStore) -> Outcome) -> Outcome {
        var answers = slots.values[slot]!.answers.take() ?? IdempotencyStore(limits: limits, numbers: claimNumbers)
        let (bytes, evicted) = (answers.bytes, answers.evicted)
        let outcome = change(&answers)
        answerBytes += answers.bytes - bytes
        counters.countEvictedAnswers(answers.evicted - evicted)
        slots.values[slot]!.answers = answers.count > 0 ? answers : nil
        return outcome
    }

    /// Evicts answers while those of all devices here take more than this shard's share.
    ///
    /// Devices take turns, as in `makeRoomForRecords`.
    func makeRoomForAnswers() {
        let share = max(limits.idempotencyBytesInTotal / shardCount, limits.idempotencyAnswerBytes)
        var left = slots.values.count
        while answerBytes > share, left > 0 {
            left -= 1
            guard let slot = nextSlotWithAnswers() else { continue }
            changeAnswers(slot) { $0.dropOlderHalf() }
        }
    }

    /// Drops answers that are too old, on a few devices in each tick.
    func dropOldAnswers(at wall: WallInstant) {
        guard answerBytes > 0 else { return }
        for _ in 0..<min(Self.devicesLookedThrough, slots.values.count) {
            guard let slot = nextSlotWithAnswers() else { continue }
            changeAnswers(slot) { $0.dropOld(at: wall) }
        }
    }

    private static let devicesLookedThrough = 16

    /// Moves on to the next slot.
    ///
    /// - Returns: The slot, if its device has answers.
    private func nextSlotWithAnswers() -> Int? {
        answerEvictionSlot = (answerEvictionSlot + 1) % slots.values.count
        return slots.values[answerEvictionSlot]?.answers == nil ? nil : answerEvictionSlot
    }
}
