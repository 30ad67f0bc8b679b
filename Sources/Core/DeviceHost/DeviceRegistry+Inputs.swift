import LifecycleKernel

extension DeviceRegistry {
    /// Applies one input to a device at its present time.
    ///
    /// An advance stops when it has settled `limits.deadlinesPerAdvance` deadlines or written
    /// `limits.recordsPerAdvance` records or `limits.bytesPerAdvance` bytes of them; the outcome says so.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - id: The device.
    ///   - expected: The sequence that the device must be at; nil for any.
    /// - Throws: `unknownDevice`, `preconditionFailed`, `limitReached`, `rejected`; `overloaded` when the device is too
    ///   far behind its clock, or too much waits to be written; `storeUnavailable`.
    public func apply(
        _ input: Input,
        to id: DeviceID,
        expecting expected: SequenceNumber? = nil
    ) async throws(HostError) -> InputOutcome {
        try await changing { () async throws(HostError) in try await begin(input, to: id, expecting: expected) }
    }

    /// Applies one input to a device without waiting until it is durable, so that more inputs can be applied meanwhile.
    ///
    /// - Parameter claim: That of the request, when it has an idempotency key.
    /// - Returns: The outcome. Call `whenDurable` before showing it.
    /// - Throws: As `apply`, except for errors of the commit.
    package func begin(
        _ input: Input,
        to id: DeviceID,
        expecting expected: SequenceNumber? = nil,
        under claim: AnswerClaim? = nil
    ) async throws(HostError) -> Held<InputOutcome> {
        let input = manifests.shared(input)
        return try await shard(of: id).changingDevice(id) { shard throws(HostError) in
            try shard.apply(input, to: id, expecting: expected, under: claim)
        }
    }

    /// Applies one input that depends on the device's present time, without waiting until it is durable.
    ///
    /// - Returns: The outcome. Call `whenDurable` before showing it.
    /// - Throws: As `apply`, except for errors of the commit.
    package func begin(
        to id: DeviceID,
        _ input: @Sendable (_ now: Instant) -> Input
    ) async throws(HostError) -> Held<InputOutcome> {
        try await shard(of: id).changingDevice(id) { shard throws(HostError) in try shard.apply(to: id, input) }
    }

    /// Applies one input after another one whose commit has not ended, without waiting until either is durable. If another server comes
    /// first, neither is carried out.
    ///
    /// - Parameter earlier: The outcome of the other input.
    /// - Returns: Nil if nothing was done, as the other input is committed or undone, or this one is refused at present.
    package func begin(
        _ input: Input,
        to id: DeviceID,
        rightAfter earlier: Held<InputOutcome>
    ) async -> Held<InputOutcome>? {
        guard let commit = earlier.commit else { return nil }
        return await shard(of: id).apply(manifests.shared(input), to: id, rightAfter: commit)
    }

    /// Applies several inputs at one instant, all or nothing; a refusal names the index of the input that is wrong.
    ///
    /// - Throws: As for one input.
    public func apply(
        _ inputs: [Input],
        to id: DeviceID,
        expecting expected: SequenceNumber? = nil
    ) async throws(HostError) -> InputOutcome {
        try await changing { () async throws(HostError) in try await begin(inputs, to: id, expecting: expected) }
    }

    /// Applies several inputs at one instant, all or nothing, without waiting until they are durable.
    ///
    /// - Returns: The outcome. Call `whenDurable` before showing it.
    /// - Throws: As `apply`, except for errors of the commit.
    package func begin(
        _ inputs: [Input],
        to id: DeviceID,
        expecting expected: SequenceNumber? = nil,
        under claim: AnswerClaim? = nil
    ) async throws(HostError) -> Held<InputOutcome> {
        let inputs = inputs.map(manifests.shared)
        return try await shard(of: id).changingDevice(id) { shard throws(HostError) in
            try shard.apply(inputs, to: id, expecting: expected, under: claim)
        }
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
        return try await changing { () async throws(HostError) in
            try await shard(of: id).changingDevice(id) { shard throws(HostError) in
                try shard.install(manifest, on: id, expecting: expected)
            }
        }
    }

    /// Advances a device's time. The clock of a device that runs in real time moves forward by the same length.
    ///
    /// - Throws: As for any input.
    public func advance(
        _ id: DeviceID,
        _ advance: Advance,
        expecting expected: SequenceNumber? = nil
    ) async throws(HostError) -> InputOutcome {
        try await apply(.advance(advance), to: id, expecting: expected)
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

// MARK: Idempotency keys

extension DeviceRegistry {
    /// The longest idempotency key, in bytes.
    package static let maximumKeyLength = 255

    /// Carries out a request once for an idempotency key: the same request again, even at the same time, gets the
    /// first one's answer.
    ///
    /// Only answers with a status from 200 to 299 are kept. After any other, and after an error, the key is free again.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fingerprint: Identifies the request.
    ///   - scope: The requests among which the key is unique.
    ///   - stored: The answer as it is kept.
    ///   - request: Carries out the request, and returns its answer as soon as it is made; it is then kept together
    ///     with the change that was made under the claim.
    /// - Throws: What the request throws; `HostError.idempotencyKeyReused` when the key was used for another request;
    ///   `answerNotKept` when the first answer was too large; `rejected` for a key that is empty or too long;
    ///   `unknownDevice`; `overloaded`.
    package func once<Answer>(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        in scope: IdempotencyScope,
        keeping stored: (Answer) -> StoredAnswer,
        _ request: (AnswerClaim) async throws -> Held<Answer>
    ) async throws -> OnceAnswer<Answer> {
        guard !key.isEmpty, key.utf8.count <= Self.maximumKeyLength else {
            let detail: Sentence = "An idempotency key has 1 to \(Self.maximumKeyLength, as: "limit") bytes."
            throw HostError.rejected(Rejection(.invalidValue, detail, field: "Idempotency-Key"), index: nil)
        }
        // The answers in memory may be those of a device that another server has removed.
        let found = FoundDevices()
        let device = sharing == nil ? 0 : try await staying(with: found) { try await touch(scope) }
        var attempts = Attempts()
        while true {
            switch try await answers.claim(key, fingerprint, in: scope) {
            case .replay(let answer):
                // A request that is repeated needs its device, and renews its expiry, too.
                _ = try await touch(scope)
                return .again(answer)
            case .first(let claim):
                do {
                    // Another server may have answered the same request, which may have been the conflict.
                    if let answer = try await answerElsewhere(key, fingerprint, to: device) {
                        answers.abandon(claim)
                        return .again(answer)
                    }
                    let held = try await staying(with: found) { try await request(claim) }
                    answers.give(stored(held.value), to: claim)
                    if let answer = try await attempts.end(held, wall) {
                        if let first = try await keepAnswer(of: claim, to: device) {
                            answers.abandon(claim)
                            return .again(first)
                        }
                        answers.complete(claim)
                        return .first(answer)
                    }
                    answers.abandon(claim)
                } catch {
                    answers.abandon(claim)
                    // What was refused may have been done by another server, for the same request.
                    if let answer = try await answerElsewhere(key, fingerprint, to: device) { return .again(answer) }
                    throw error
                }
            }
        }
    }

    /// Finds the device of a scope, if it is that of one, and renews its expiry.
    ///
    /// - Returns: Its number; 0 for creations.
    private func touch(_ scope: IdempotencyScope) async throws(HostError) -> Int64 {
        guard case .device(let id) = scope else { return 0 }
        return try await shard(of: id).withDevice(id) { shard throws(HostError) in
            shard.slots.values[try shard.touch(id).slot]!.number
        }
    }
}

// MARK: Waits

extension DeviceRegistry {
    /// Waits until a condition is met: by the device as it is, or by a record after a sequence.
    ///
    /// The timeout ends the wait whether or not a `Ticker` runs. Without one, a device's time advances only when it is
    /// read or gets an input.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - condition: What is waited for.
    ///   - after: Only records after this sequence count, including records written already; nil for the last record,
    ///     so that only new records count.
    ///   - timeout: How long to wait in real time; 0 looks once. What a client asks for is at most
    ///     `limits.waitSeconds`.
    /// - Throws: `unknownDevice`, also when the device is deleted meanwhile; `recordsEvicted` when a record after
    ///   `after` is no longer kept; `overloaded` when too many wait.
    package func wait(
        on id: DeviceID,
        until condition: Condition,
        after: SequenceNumber? = nil,
        timeout: Duration
    ) async throws(HostError) -> WaitOutcome {
        let deadline = deadline(timeout)
        let shard = shard(of: id)
        var after = after
        // Now: if another server changes the device, its last record is another one when it is loaded again.
        if after == nil, sharing != nil { after = try await read(id) { $0.device.lastSequence }.value }
        return try await committed { [after] () async throws(HostError) in
            // The device may have been loaded without its older records. If another server changes it, it is loaded again: then only
            // those are read that have been written since.
            var progress = WaitProgress(after: after, interest: .condition(condition, met: nil))
            var request = RequestedDevice()
            while true {
                do throws(HostError) {
                    return try await shard.wait(
                        on: id,
                        &request,
                        until: condition,
                        progress: &progress,
                        deadline: deadline
                    )
                } catch .recordsEvicted(let oldest) where queue != nil {
                    let most = limits.recordCapacity.count
                    guard let after = progress.after, (oldest - 1).count(after: after) <= most else {
                        throw .recordsEvicted(oldest: oldest - most)
                    }
                    let start = progress.earlier.last?.sequence ?? after
                    let found = try await records(of: id, after: start, upTo: oldest - 1)
                    guard found.first?.sequence == start + 1, found.last?.sequence == oldest - 1 else {
                        throw .recordsEvicted(oldest: found.first?.sequence ?? oldest)
                    }
                    progress.earlier += found
                }
            }
        }
    }

    /// The callbacks of an attached app that wait for the program that plays it: none or one. Waits while there is
    /// none, unless the process ends that the app has at first.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - id: The device.
    ///   - timeout: How long to wait in real time; 0 looks once. What a client asks for is at most
    ///     `limits.waitSeconds`.
    /// - Throws: `unknownDevice` or `rejected` with `unknown-app`, also if the device or app is removed meanwhile;
    ///   `rejected` with `not-possible-now` if the app is not attached; `overloaded` if too many requests wait.
    package func callbacks(
        of bundleID: BundleID,
        on id: DeviceID,
        timeout: Duration = .zero
    ) async throws(HostError) -> Reading<CallbackPoll> {
        let deadline = deadline(timeout)
        return try await committed { () async throws(HostError) in
            try await shard(of: id).callbacks(of: bundleID, on: id, deadline: deadline)
        }
    }

    /// When a wait ends.
    private func deadline(_ timeout: Duration) -> WallInstant { wall.now + max(.zero, timeout) }
}
