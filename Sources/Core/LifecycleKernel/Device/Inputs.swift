/// Inputs are checked first, then applied; an input that is refused changes nothing.
extension Device {
    /// Applies one input at an instant, after everything due before it.
    ///
    /// - Parameter limits: The limits of what is settled before the input, and of what an advance may cause.
    /// - Returns: Why an advance stopped; `reached` for every other input.
    /// - Throws: A `Rejection` if the input is refused. Only time has advanced then.
    @discardableResult
    public mutating func apply(
        _ input: Input,
        at instant: Instant,
        within limits: AdvanceLimits
    ) throws(Rejection) -> AdvanceStop {
        try advance(to: instant, within: limits)
        return try apply(input, within: limits)
    }

    /// Applies one input as above, with no limit but that of deadlines.
    @discardableResult
    public mutating func apply(_ input: Input, at instant: Instant, limit: Int) throws(Rejection) -> AdvanceStop {
        try apply(input, at: instant, within: AdvanceLimits(deadlines: limit))
    }

    /// Applies several inputs at one instant, all or nothing.
    ///
    /// - Parameters:
    ///   - limits: The limits of one input.
    ///   - bytes: How many bytes of records all of them may cause, as `Record.approximateSize` counts them.
    /// - Throws: A `BatchRejection` with the index of the input that is refused; `tooComplex` for one that causes too much.
    public mutating func apply(
        _ inputs: [Input],
        at instant: Instant,
        within limits: AdvanceLimits,
        causing bytes: Int = AdvanceLimits.bytesOfInputs
    ) throws(BatchRejection) {
        do throws(Rejection) {
            try advance(to: instant, within: limits)
        } catch {
            throw BatchRejection(index: 0, rejection: error)
        }
        let before = self
        var budget = AdvanceBudget(AdvanceLimits(deadlines: .max, bytes: bytes), on: system.timeline)
        for (index, input) in inputs.enumerated() {
            do throws(Rejection) {
                _ = try apply(input, within: limits)
                guard budget.charge(recordsOf: system.timeline) == nil else {
                    throw Rejection(
                        .tooComplex,
                        """
                        up to this input, the list causes more than \(bytes, as: "limit") bytes of records: send it in \
                        several requests
                        """
                    )
                }
            } catch {
                self = before
                throw BatchRejection(index: index, rejection: error)
            }
        }
    }

    /// Applies several inputs as above, with no limit but that of deadlines.
    public mutating func apply(_ inputs: [Input], at instant: Instant, limit: Int) throws(BatchRejection) {
        try apply(inputs, at: instant, within: AdvanceLimits(deadlines: limit))
    }

    /// Checks an input as `apply` does, without applying it.
    ///
    /// - Parameter suggesting: Whether a rejection lists the events that are possible instead. To find them takes
    ///   longer than to apply an input, and a search does not read them.
    /// - Throws: A `Rejection` if `apply` would refuse the input at the present time of the device.
    package func check(_ input: Input, suggesting: Bool = true) throws(Rejection) {
        switch input {
        case .event(let event): _ = try suggesting ? acceptOrSuggest(event) : accept(event)
        case .action(let bundleID, _, of: nil): try requireRunning(bundleID)
        case .action(let bundleID, let action, of: .notificationService?):
            _ = try requireRunningService(of: bundleID, for: action)
        case .completion(let bundleID, let completion): _ = try check(completion, bundleID)
        case .install(let manifest): try check(manifest)
        case .uninstall(let bundleID): _ = try requireInstalled(bundleID)
        case .clock(let change): try system.check(change)
        case .advance(let advance): try check(advance)
        }
    }

    private mutating func advance(to instant: Instant, within limits: AdvanceLimits) throws(Rejection) {
        guard instant >= system.now else {
            throw Rejection(
                .invalidValue,
                "time cannot go back: it is \(system.now, as: "time") on the device",
                field: "time"
            )
        }
        guard settle(before: instant, within: limits) == .reached else {
            throw Rejection(
                .limitReached,
                "more deadlines are due before \(instant, as: "time") than the device settles for one input; try again"
            )
        }
    }

    private mutating func apply(_ input: Input, within limits: AdvanceLimits) throws(Rejection) -> AdvanceStop {
        var stop = AdvanceStop.reached
        switch input {
        case .event(let event):
            let accepted = try acceptOrSuggest(event)
            begin(input, about: event.bundleID)
            perform(accepted)
        case .action(let bundleID, let action, of: nil):
            let index = try requireRunning(bundleID)
            begin(input, about: bundleID)
            perform(action, by: index)
            pump(index)
        case .action(let bundleID, let action, of: .notificationService?):
            let index = try requireRunningService(of: bundleID, for: action)
            begin(input, about: bundleID)
            carryOut(apps[index].performInService(action, in: &system), of: index)
        case .completion(let bundleID, let completion):
            let index = try check(completion, bundleID)
            begin(input, about: bundleID)
            complete(completion, index)
        case .install(let manifest):
            try check(manifest)
            begin(input, about: manifest.bundleID)
            install(manifest)
        case .uninstall(let bundleID):
            let index = try requireInstalled(bundleID)
            begin(input, about: bundleID)
            uninstall(index)
        case .clock(let change):
            try system.check(change)
            begin(input)
            system.clock = system.clock.changed(by: change)
        case .advance(let advance):
            try check(advance)
            begin(input)
            stop = carryOut(advance, within: limits)
        }
        finishInput()
        return stop
    }

    /// Writes the record of an accepted input, which causes what follows.
    private mutating func begin(_ input: Input, about bundleID: BundleID? = nil) {
        system.timeline.beginInput(isAdvance: input.isAdvance)
        var process: ProcessID?
        if let bundleID, let index = index(of: bundleID) { process = apps[index].pid }
        system.write(.input(input), about: bundleID, pid: process)
        system.timeline.beginStep()
    }

    // MARK: What most checks need

    /// Returns the index of an installed app.
    ///
    /// - Throws: `unknown-app`.
    func requireInstalled(_ bundleID: BundleID) throws(Rejection) -> Int {
        guard let index = index(of: bundleID) else {
            throw Rejection(
                .unknownApp,
                "\(bundleID, as: "bundleID") is not installed on this device",
                field: "bundleID",
                accepted: apps.map(\.manifest.bundleID.rawValue)
            )
        }
        return index
    }

    /// Returns the index of an app whose process can run code now.
    ///
    /// - Throws: `unknown-app`, `process-not-running` or `process-suspended`.
    @discardableResult
    func requireRunning(_ bundleID: BundleID) throws(Rejection) -> Int {
        let index = try requireProcess(bundleID)
        if apps[index].process.state == .suspended {
            throw Rejection(
                .processSuspended,
                "\(bundleID, as: "bundleID") is suspended: none of its code runs until it is woken",
                state: ProcessState.suspended.rawValue
            )
        }
        return index
    }

    /// Returns the index of an app that has a process.
    ///
    /// - Parameter orIsPrewarmed: Whether a prewarmed process is accepted, in which none of the app's code has run.
    /// - Throws: `unknown-app` or `process-not-running`.
    @discardableResult
    func requireProcess(_ bundleID: BundleID, orIsPrewarmed: Bool = false) throws(Rejection) -> Int {
        let index = try requireInstalled(bundleID)
        guard apps[index].hasLaunched || (orIsPrewarmed && apps[index].hasProcess) else {
            throw Rejection(
                .processNotRunning,
                "\(bundleID, as: "bundleID") has no process",
                state: ProcessState.notRunning.rawValue
            )
        }
        return index
    }

}

extension SystemState {
    fileprivate func check(_ change: ClockChange) throws(Rejection) {
        if change.rate != nil, (change.mode ?? clock.mode) != .scaled {
            throw Rejection(.invalidValue, "only a scaled clock has a rate", field: "rate")
        }
    }

    func check(_ advance: Advance) throws(Rejection) {
        switch advance.extent {
        case .to(let target) where target < now:
            throw Rejection(.invalidValue, "time cannot go back: it is \(now, as: "time") on the device", field: "to")
        case .by(let length), .before(let length), .untilIdle(let length), .until(_, let length):
            guard length >= 0 else { throw Rejection(.invalidValue, "time cannot go back", field: "seconds") }
        case .to: break
        }
    }

}

/// The rejection of several inputs, since one of them was rejected.
public struct BatchRejection: Error, Hashable, Sendable {
    /// The index of the input in the list, from 0.
    public var index: Int
    public var rejection: Rejection

    package init(index: Int, rejection: Rejection) {
        self.index = index
        self.rejection = rejection
    }
}

extension ClockSettings {
    func changed(by change: ClockChange) -> ClockSettings {
        let mode = change.mode ?? self.mode
        return ClockSettings(
            mode: mode,
            rate: mode == .scaled ? change.rate ?? rate : 1,
            paused: change.paused ?? paused
        )
    }
}

extension Event {
    /// Whether the event only ends processes.
    var endsProcesses: Bool {
        switch self {
        case .device(.reboot), .device(.powerOff), .device(.upgradeOS), .device(.changeLanguage): true
        case .app(_, .crash), .app(_, .terminate), .app(_, .forceQuit), .app(_, .changePermission),
            .app(_, .resetPermissions):
            true
        default: false
        }
    }

    /// The app that the event is about, where it names one.
    var bundleID: BundleID? {
        switch self {
        case .device: nil
        case .app(let bundleID, _), .scene(let bundleID, _): bundleID
        case .openURL(_, _, let bundleID): bundleID
        case .push(let notification): notification.bundleID
        case .wake(let bundleID, _), .input(let bundleID, _): bundleID
        }
    }
}
