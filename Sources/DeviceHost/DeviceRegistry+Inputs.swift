import LifecycleKernel

extension DeviceRegistry {
    /// Applies one input to a device at its present time.
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
        expecting expected: SequenceNumber? = nil,
        answer: AnswerRecipe<InputOutcome>? = nil
    ) async throws(HostError) -> InputOutcome {
        let input = manifests.shared(input)
        let held = try await shard(of: id).apply(input, to: id, expecting: expected, answer: answer)
        return try await held.whenDurable()
    }

    /// Applies one input to a device without waiting until it is durable, so that more inputs can be applied meanwhile.
    ///
    /// - Returns: The outcome. Call `whenDurable` before showing it.
    /// - Throws: As `apply`, except for errors of the commit.
    package func begin(_ input: Input, to id: DeviceID) async throws(HostError) -> Held<InputOutcome> {
        try await shard(of: id).apply(manifests.shared(input), to: id, expecting: nil, answer: nil)
    }

    /// Applies one input that depends on the device's present time, without waiting until it is durable.
    ///
    /// - Returns: The outcome. Call `whenDurable` before showing it.
    /// - Throws: As `apply`, except for errors of the commit.
    package func begin(
        to id: DeviceID,
        _ input: @Sendable (_ now: Instant) -> Input
    ) async throws(HostError) -> Held<InputOutcome> {
        try await shard(of: id).apply(to: id, input)
    }

    /// Applies several inputs at one instant, all or nothing; a refusal names the index of the input that is wrong.
    ///
    /// - Throws: As for one input.
    public func apply(
        _ inputs: [Input],
        to id: DeviceID,
        expecting expected: SequenceNumber? = nil,
        answer: AnswerRecipe<InputOutcome>? = nil
    ) async throws(HostError) -> InputOutcome {
        let inputs = inputs.map(manifests.shared)
        let held = try await shard(of: id).apply(inputs, to: id, expecting: expected, answer: answer)
        return try await held.whenDurable()
    }

    /// Installs an app, or updates it.
    ///
    /// - Throws: As for any input.
    package func install(
        _ manifest: AppManifest,
        on id: DeviceID,
        expecting expected: SequenceNumber? = nil
    ) async throws(HostError) -> InstallOutcome {
        let manifest = manifests.shared(manifest)
        return try await shard(of: id).install(manifest, on: id, expecting: expected).whenDurable()
    }

    /// Advances a device's time. The clock of a device that runs in real time moves forward by the same length.
    ///
    /// - Throws: As for any input.
    public func advance(
        _ id: DeviceID,
        _ advance: Advance,
        expecting expected: SequenceNumber? = nil,
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
        expecting expected: SequenceNumber? = nil
    ) async throws(HostError) -> InputOutcome {
        try await apply(.clock(change), to: id, expecting: expected)
    }
}
