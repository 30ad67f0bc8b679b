import LifecycleKernel

extension DeviceShard {
    /// Applies one input. What it did may be told once it is settled.
    ///
    /// - Parameters:
    ///   - expected: The sequence that the device must be at; nil for any.
    ///   - answer: The answer to the request, when it has an idempotency key.
    /// - Throws: `unknownDevice`, `preconditionFailed`, `limitReached`, `rejected`; `overloaded` when the device is
    ///   too far behind its clock or the journal's queue is full; `journalUnavailable`.
    func apply(
        _ input: Input,
        to id: DeviceID,
        expecting expected: UInt64?,
        answer: AnswerRecipe<InputOutcome>?
    ) throws(HostError) -> AppliedInputs {
        let (place, wall) = try prepare(id, for: [input], isList: false, expecting: expected)
        let input = manifests.shared(input)
        return try change(place, [input], at: wall, answer: answer) { device, limits throws(HostError) in
            do throws(Rejection) {
                let stopped = try device.apply(input, at: device.now, within: limits)
                return if case .advance = input { stopped } else { nil }
            } catch {
                throw .rejected(error, index: nil)
            }
        }
    }

    /// Applies several inputs at one instant, all or nothing.
    ///
    /// - Throws: As for one input; a refusal names the place of the input in the list.
    func apply(
        _ inputs: [Input],
        to id: DeviceID,
        expecting expected: UInt64?,
        answer: AnswerRecipe<InputOutcome>?
    ) throws(HostError) -> AppliedInputs {
        let (place, wall) = try prepare(id, for: inputs, isList: true, expecting: expected)
        let inputs = inputs.map(manifests.shared)
        return try change(place, inputs, at: wall, answer: answer) { device, limits throws(HostError) in
            do throws(BatchRejection) {
                try device.apply(inputs, at: device.now, within: limits)
                return nil
            } catch {
                throw .rejected(error.rejection, index: error.index)
            }
        }
    }

    /// Installs or updates an app.
    ///
    /// - Returns: What that did, the app afterwards, and whether it is new.
    func install(
        _ manifest: AppManifest,
        on id: DeviceID,
        expecting expected: UInt64?
    ) throws(HostError) -> (AppliedInputs, app: AppStatus, isNew: Bool) {
        let place = try place(of: id)
        let isNew = !has(manifest.bundleID, place)
        let applied = try apply(.install(manifest), to: id, expecting: expected, answer: nil)
        guard let app = latest(place, { device, _ in device.app(manifest.bundleID) }) else {
            throw .unknownApp(manifest.bundleID, on: id)
        }
        return (applied, app, isNew)
    }

    /// Comes to a device and sees whether inputs may be applied to it; its time is then its clock's.
    private func prepare(
        _ id: DeviceID,
        for inputs: [Input],
        isList: Bool,
        expecting expected: UInt64?
    ) throws(HostError) -> (place: Int, wall: WallInstant) {
        if let failure = journal?.failure { throw .journalUnavailable(failure) }
        let (place, wall, isCurrent) = try come(to: id)
        guard isCurrent else {
            if journal?.hasRoom == false { throw JournalQueue.full }
            throw .overloaded("The device \(id) has more due than is settled at once; it is behind its clock.")
        }
        try checkSequence(place, expected)
        try checkLimits(place, inputs)
        for case .advance(.until(let condition, _)) in inputs { try limits.check(condition) }
        for (index, input) in inputs.enumerated() {
            guard let flaw = rateFlaw(place, input) else { continue }
            throw .rejected(flaw, index: isList ? index : nil)
        }
        return (place, wall)
    }

    /// Checks that a device is at the sequence that the caller knows.
    func checkSequence(_ place: Int, _ expected: UInt64?) throws(HostError) {
        guard let expected else { return }
        let sequence = latest(place) { device, _ in device.lastSequence }
        guard expected == sequence else { throw .preconditionFailed(expected: expected, sequence: sequence) }
    }

    private func checkLimits(_ place: Int, _ inputs: [Input]) throws(HostError) {
        guard inputs.count <= limits.inputsPerRequest else {
            throw .tooComplex(what: "inputs in one request", limit: limits.inputsPerRequest)
        }
        var added = 0
        for case .install(let manifest) in inputs where !has(manifest.bundleID, place) { added += 1 }
        guard added == 0 || latest(place, { device, _ in device.apps.count }) + added <= limits.appsPerDevice else {
            throw .limitReached(what: "apps on a device", limit: limits.appsPerDevice)
        }
    }

    private func has(_ bundleID: BundleID, _ place: Int) -> Bool {
        latest(place) { device, _ in device.app(bundleID) != nil }
    }

    private func rateFlaw(_ place: Int, _ input: Input) -> Rejection? {
        guard case .clock(let change) = input else { return nil }
        var settings = latest(place) { device, _ in device.clock }
        settings.rate = change.rate ?? settings.rate
        return settings.rateFlaw(field: "rate")
    }

    /// Applies inputs and does what is to be done afterwards.
    ///
    /// - Parameter body: Applies them within limits; gives why an advance stopped.
    private func change(
        _ place: Int,
        _ inputs: [Input],
        at wall: WallInstant,
        answer: AnswerRecipe<InputOutcome>?,
        _ body: (inout Device, AdvanceLimits) throws(HostError) -> AdvanceStop?
    ) throws(HostError) -> AppliedInputs {
        let id = slots.values[place]!.id
        let perAdvance = limits.perAdvance
        guard journal == nil else {
            let settlement = WakeUp<HostError?>()
            let outcome = try beginStep(place, at: wall, answer: answer, settling: settlement) {
                device throws(HostError) in
                try body(&device, perAdvance)
            }
            return AppliedInputs(outcome: outcome, settlement: settlement)
        }
        beginHistory(place)
        let at = slots.values[place]!.device.now
        let stopped = try body(&slots.values[place]!.device, perAdvance)
        slots.values[place]!.clock.follow(slots.values[place]!.device, at: wall)
        let records = commit(place)
        let last = slots.values[place]!.device.lastSequence
        remember(DeviceStep(at: at, what: .inputs(inputs, within: perAdvance), last: last), place)
        let outcome = slots.values[place]!.device.outcome(of: id, records, stopped: stopped)
        return AppliedInputs(outcome: outcome, settlement: nil)
    }

    // MARK: History

    /// Begins to keep what comes in to a device, unless that is kept already.
    private func beginHistory(_ place: Int) {
        guard limits.inputsPerDevice > 0, slots.values[place]!.history == nil else { return }
        let history = InputHistory(from: slots.values[place]!.device, capacity: limits.inputsPerDevice)
        slots.values[place]!.history = history
    }

    private func remember(_ step: DeviceStep, _ place: Int) {
        guard slots.values[place]!.history?.append(step) == true else { return }
        let device = slots.values[place]!.device
        slots.values[place]!.history!.keep(device)
    }
}

/// What inputs have done, and what becomes of it.
struct AppliedInputs: Sendable {
    /// What they have done.
    var outcome: InputOutcome
    /// Tells when it is durable, or why it never will be; nil when it was shown at once.
    var settlement: WakeUp<HostError?>?
}

extension DeviceClock {
    /// Lets the clock show what inputs made of it: the instant that the device has reached, and a new way of running.
    mutating func follow(_ device: borrowing Device, at wall: WallInstant) {
        let now = device.now
        let settings = device.clock
        if self.settings != settings { change(to: settings, at: wall) }
        if self.now(at: wall) != now { move(to: now, at: wall) }
    }
}
