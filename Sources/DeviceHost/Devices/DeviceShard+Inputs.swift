import LifecycleKernel

extension DeviceShard {
    /// Applies one input.
    ///
    /// - Parameter expected: The sequence that the device must be at; nil for any.
    /// - Throws: `unknownDevice`, `preconditionFailed`, `limitReached`, `rejected`, or `overloaded` when the device
    ///   is too far behind its clock.
    func apply(
        _ input: Input,
        to id: DeviceID,
        expecting expected: UInt64?
    ) throws(HostError) -> InputOutcome {
        let (place, wall) = try prepare(id, for: [input], isList: false, expecting: expected)
        let stopped: AdvanceStop
        do throws(Rejection) {
            stopped = try slots.values[place]!.device.apply(
                manifests.shared(input),
                at: slots.values[place]!.device.now,
                limit: limits.deadlinesPerAdvance
            )
        } catch {
            throw .rejected(error, index: nil)
        }
        let isAdvance = if case .advance = input { true } else { false }
        return conclude(place, at: wall, stopped: isAdvance ? stopped : nil)
    }

    /// Applies several inputs at one instant, all or nothing.
    ///
    /// - Throws: As for one input; a refusal names the place of the input in the list.
    func apply(
        _ inputs: [Input],
        to id: DeviceID,
        expecting expected: UInt64?
    ) throws(HostError) -> InputOutcome {
        let (place, wall) = try prepare(id, for: inputs, isList: true, expecting: expected)
        do throws(BatchRejection) {
            try slots.values[place]!.device.apply(
                inputs.map(manifests.shared),
                at: slots.values[place]!.device.now,
                limit: limits.deadlinesPerAdvance
            )
        } catch {
            throw .rejected(error.rejection, index: error.index)
        }
        return conclude(place, at: wall, stopped: nil)
    }

    /// Installs or updates an app.
    func install(
        _ manifest: AppManifest,
        on id: DeviceID,
        expecting expected: UInt64?
    ) throws(HostError) -> InstallOutcome {
        let isNew = slots.place(of: id).map { slots.values[$0]!.device.app(manifest.bundleID) == nil } ?? true
        let outcome = try apply(.install(manifest), to: id, expecting: expected)
        guard let place = slots.place(of: id), let app = slots.values[place]!.device.app(manifest.bundleID) else {
            preconditionFailure("\(manifest.bundleID) is not there after its installation on \(id)")
        }
        return InstallOutcome(outcome: outcome, app: app, isNew: isNew)
    }

    /// Comes to a device and sees whether inputs may be applied to it; its time is then its clock's.
    private func prepare(
        _ id: DeviceID,
        for inputs: [Input],
        isList: Bool,
        expecting expected: UInt64?
    ) throws(HostError) -> (place: Int, wall: WallInstant) {
        let (place, wall, isCurrent) = try visit(id)
        guard isCurrent else {
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
        let sequence = slots.values[place]!.device.lastSequence
        guard let expected, expected != sequence else { return }
        throw .preconditionFailed(expected: expected, sequence: sequence)
    }

    private func checkLimits(_ place: Int, _ inputs: [Input]) throws(HostError) {
        guard inputs.count <= limits.inputsPerRequest else {
            throw .limitReached(what: "inputs in one request", limit: limits.inputsPerRequest)
        }
        var added = 0
        for case .install(let manifest) in inputs where slots.values[place]!.device.app(manifest.bundleID) == nil {
            added += 1
        }
        guard added == 0 || slots.values[place]!.device.apps.count + added <= limits.appsPerDevice else {
            throw .limitReached(what: "apps on a device", limit: limits.appsPerDevice)
        }
    }

    private func rateFlaw(_ place: Int, _ input: Input) -> Rejection? {
        guard case .clock(let change) = input else { return nil }
        var settings = slots.values[place]!.device.clock
        settings.rate = change.rate ?? settings.rate
        return settings.rateFlaw(field: "rate")
    }

    /// Does what is to be done after inputs have been applied.
    private func conclude(_ place: Int, at wall: WallInstant, stopped: AdvanceStop?) -> InputOutcome {
        followDevice(place, at: wall)
        let records = commit(place, at: wall)
        return slots.values[place]!.outcome(records, stopped: stopped)
    }

    /// Lets the clock show what the inputs made of it: the instant reached, and a new way of running.
    private func followDevice(_ place: Int, at wall: WallInstant) {
        let now = slots.values[place]!.device.now
        let settings = slots.values[place]!.device.clock
        if slots.values[place]!.clock.settings != settings { slots.values[place]!.clock.change(to: settings, at: wall) }
        if slots.values[place]!.clock.now(at: wall) != now { slots.values[place]!.clock.move(to: now, at: wall) }
    }
}
