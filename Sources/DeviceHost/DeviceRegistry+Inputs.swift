import LifecycleKernel

extension DeviceRegistry {
    /// Applies one input to a device, at what its clock shows.
    ///
    /// An advance stops when it has settled `limits.deadlinesPerAdvance` deadlines or written `limits.recordsPerAdvance`
    /// records or `limits.bytesPerAdvance` bytes of them; the outcome says so.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - id: The device.
    ///   - expected: The sequence that the device must be at; nil for any.
    ///   - answer: The answer to the request, when it has an idempotency key.
    /// - Throws: `unknownDevice`, `preconditionFailed`, `limitReached`, `rejected`; `overloaded` when the device is too
    ///   far behind its clock, or the journal cannot keep up; `journalUnavailable`.
    public func apply(
        _ input: Input,
        to id: DeviceID,
        expecting expected: UInt64? = nil,
        answer: AnswerRecipe<InputOutcome>? = nil
    ) async throws(HostError) -> InputOutcome {
        let shard = shard(of: id)
        return try await settled(try await shard.apply(input, to: id, expecting: expected, answer: answer), in: shard)
    }

    /// Applies several inputs at one instant, all or nothing; a refusal names the place of the input that is wrong.
    ///
    /// - Throws: As for one input.
    public func apply(
        _ inputs: [Input],
        to id: DeviceID,
        expecting expected: UInt64? = nil,
        answer: AnswerRecipe<InputOutcome>? = nil
    ) async throws(HostError) -> InputOutcome {
        let shard = shard(of: id)
        return try await settled(try await shard.apply(inputs, to: id, expecting: expected, answer: answer), in: shard)
    }

    /// Installs an app, or updates it.
    ///
    /// - Throws: As for any input.
    public func install(
        _ manifest: AppManifest,
        on id: DeviceID,
        expecting expected: UInt64? = nil
    ) async throws(HostError) -> InstallOutcome {
        let shard = shard(of: id)
        let (applied, app, isNew) = try await shard.install(manifest, on: id, expecting: expected)
        return InstallOutcome(outcome: try await settled(applied, in: shard), app: app, isNew: isNew)
    }

    /// Waits until what inputs have done may be told.
    ///
    /// Outside of the shard: who waits inside has to be let in again before it can go on.
    private func settled(_ applied: AppliedInputs, in shard: DeviceShard) async throws(HostError) -> InputOutcome {
        guard let settlement = applied.settlement else { return applied.outcome }
        if let error = await settlement.answer() { throw error }
        await shard.lookAtJournal()
        return applied.outcome
    }

    /// Moves a device's time. On a device that runs in real time the clock moves forward by as much.
    ///
    /// - Throws: As for any input.
    public func advance(
        _ id: DeviceID,
        _ advance: Advance,
        expecting expected: UInt64? = nil,
        answer: AnswerRecipe<InputOutcome>? = nil
    ) async throws(HostError) -> InputOutcome {
        try await apply(.advance(advance), to: id, expecting: expected, answer: answer)
    }

    /// Changes how a device's clock runs; what it shows stays.
    ///
    /// - Throws: As for any input.
    public func changeClock(
        of id: DeviceID,
        _ change: ClockChange,
        expecting expected: UInt64? = nil
    ) async throws(HostError) -> InputOutcome {
        try await apply(.clock(change), to: id, expecting: expected)
    }
}
