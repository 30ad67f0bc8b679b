/// How inputs come in: checked first, then applied; what is refused changes nothing.
extension Device {
    /// Applies one input at an instant, after everything due before it.
    ///
    /// - Parameter limits: How many deadlines are settled at most before the input; and how much an advance may set off.
    /// - Returns: For an advance why it stopped where it did; `reached` for every other input.
    /// - Throws: Why it was refused. Time has then passed, and nothing else has changed.
    @discardableResult
    public mutating func apply(
        _ input: Input,
        at instant: Instant,
        within limits: AdvanceLimits
    ) throws(Rejection) -> AdvanceStop {
        try pass(to: instant, limit: limits.deadlines)
        return try apply(input, within: limits)
    }

    /// Applies one input as above, with no limit but that of deadlines.
    @discardableResult
    public mutating func apply(_ input: Input, at instant: Instant, limit: Int) throws(Rejection) -> AdvanceStop {
        try apply(input, at: instant, within: AdvanceLimits(deadlines: limit))
    }

    /// Applies several inputs at one instant, all or nothing.
    ///
    /// - Throws: Why one of them was refused, and its index.
    public mutating func apply(
        _ inputs: [Input],
        at instant: Instant,
        within limits: AdvanceLimits
    ) throws(BatchRejection) {
        do throws(Rejection) {
            try pass(to: instant, limit: limits.deadlines)
        } catch {
            throw BatchRejection(index: 0, rejection: error)
        }
        let before = self
        for (index, input) in inputs.enumerated() {
            do throws(Rejection) {
                _ = try apply(input, within: limits)
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

    private mutating func pass(to instant: Instant, limit: Int) throws(Rejection) {
        guard instant >= now else {
            throw Rejection(.invalidValue, "time cannot go back: it is \(now) on the device", field: "time")
        }
        guard settle(before: instant, limit: limit) else {
            throw Rejection(.limitReached, "more than \(limit) deadlines were due before \(instant); try again")
        }
    }

    private mutating func apply(_ input: Input, within limits: AdvanceLimits) throws(Rejection) -> AdvanceStop {
        var stop = AdvanceStop.reached
        switch input {
        case .event(let event):
            try checkAndSuggest(event)
            begin(input, about: event.bundleID)
            perform(event)
        case .action(let bundleID, let action):
            let index = try checkRuns(bundleID)
            begin(input, about: bundleID)
            perform(action, by: index)
            pump(index)
        case .completion(let bundleID, let completion):
            let index = try check(completion, bundleID)
            begin(input, about: bundleID)
            complete(completion, index)
        case .install(let manifest):
            try checkRoom(for: manifest.bundleID)
            begin(input, about: manifest.bundleID)
            install(manifest)
        case .uninstall(let bundleID):
            let index = try known(bundleID)
            begin(input, about: bundleID)
            uninstall(index)
        case .clock(let change):
            try check(change)
            begin(input)
            clock = clock.changed(by: change)
        case .advance(let advance):
            try check(advance)
            begin(input)
            stop = carryOut(advance, within: limits)
        }
        settleRest()
        return stop
    }

    /// Writes an input that is taken: what comes now is caused by it.
    private mutating func begin(_ input: Input, about bundleID: BundleID? = nil) {
        cause = lastSequence + 1
        lastInput = cause
        var process: ProcessID?
        if let bundleID, let index = index(of: bundleID) { process = pid(of: index) }
        write(.input(input), about: bundleID, pid: process)
    }

    private func check(_ change: ClockChange) throws(Rejection) {
        if change.rate != nil, (change.mode ?? clock.mode) != .scaled {
            throw Rejection(.invalidValue, "only a scaled clock has a rate", field: "rate")
        }
    }

    private func check(_ advance: Advance) throws(Rejection) {
        switch advance {
        case .to(let target) where target < now:
            throw Rejection(.invalidValue, "time cannot go back: it is \(now) on the device", field: "to")
        case .by(let length), .before(let length), .untilIdle(let length), .until(_, let length):
            guard length >= 0 else { throw Rejection(.invalidValue, "time cannot go back", field: "seconds") }
        case .to: break
        }
    }

    // MARK: What most checks need

    /// The place of an app.
    ///
    /// - Throws: `unknown-app`.
    func known(_ bundleID: BundleID) throws(Rejection) -> Int {
        guard let index = index(of: bundleID) else {
            throw Rejection(
                .unknownApp,
                "\(bundleID) is not installed on this device",
                field: "bundleID",
                accepted: installed.map(\.manifest.bundleID)
            )
        }
        return index
    }

    /// The place of an app whose process can run code now.
    ///
    /// - Throws: `unknown-app`, `process-not-running` or `process-suspended`.
    @discardableResult
    func checkRuns(_ bundleID: BundleID) throws(Rejection) -> Int {
        let index = try checkLives(bundleID)
        if self[process: index].state == .suspended {
            throw Rejection(
                .processSuspended,
                "\(bundleID) is suspended: none of its code runs until it is woken",
                state: ProcessState.suspended.rawValue
            )
        }
        return index
    }

    /// The place of an app that has a process.
    ///
    /// - Parameter orIsPrewarmed: Whether one will do that was prewarmed and has not come to the app's code.
    /// - Throws: `unknown-app` or `process-not-running`.
    @discardableResult
    func checkLives(_ bundleID: BundleID, orIsPrewarmed: Bool = false) throws(Rejection) -> Int {
        let index = try known(bundleID)
        guard hasLaunched(index) || (orIsPrewarmed && installed[index].process != nil) else {
            throw Rejection(
                .processNotRunning,
                "\(bundleID) has no process",
                state: ProcessState.notRunning.rawValue
            )
        }
        return index
    }

    // MARK: Attached apps

    /// The place of an attached app that may return so from the callback.
    private func check(_ completion: Completion, _ bundleID: BundleID) throws(Rejection) -> Int {
        let index = try checkLives(bundleID)
        guard installed[index].manifest.driver == .attached else {
            throw Rejection(.notPossibleNow, "\(bundleID) answers its callbacks itself: its driver is simulated")
        }
        let inFlight = self[process: index].runLoop.inFlight
        guard let inFlight, inFlight.callback == completion.callback, inFlight.callback != 0, !inFlight.hangs else {
            let pending = inFlight.map { $0.callback == 0 ? [] : [String($0.callback)] } ?? []
            throw Rejection(
                .unknownCallback,
                "no callback \(completion.callback) is in flight in \(bundleID)",
                field: "callback",
                state: self[process: index].state.rawValue,
                accepted: pending
            )
        }
        return index
    }

    private mutating func complete(_ completion: Completion, _ index: Int) {
        let pid = self[process: index].pid
        for action in completion.actions where lives(pid, at: index) { perform(action, by: index) }
        if lives(pid, at: index), self[process: index].runLoop.inFlight?.hangs == false {
            self[process: index].runLoop.inFlight?.result = completion.returns
            returnFromHandler(index)
        }
        pump(index)
    }

    // MARK: Installing

    private func checkRoom(for bundleID: BundleID) throws(Rejection) {
        if installed.count >= Self.appsPerDevice, index(of: bundleID) == nil {
            throw Rejection(.limitReached, "\(Self.appsPerDevice) apps are installed, and no more are possible")
        }
    }

    /// Installs an app, or another version of it: that kills the one that runs, in silence. Source: facts 1.5.
    private mutating func install(_ manifest: AppManifest) {
        let lifecycle = lifecycle(of: manifest)
        let scenesAvailable = rulebook.holds(.scenesAvailable)
        guard let index = index(of: manifest.bundleID) else {
            var app = InstalledApp(manifest: manifest, lifecycle: lifecycle, at: now)
            app.follow(scenesAvailable: scenesAvailable)
            installed.append(app)
            return
        }
        if installed[index].process != nil { end(index, .appUpdate) }
        installed[index].update(to: manifest, madeFor: lifecycle, scenesAvailable: scenesAvailable)
    }

    private mutating func uninstall(_ index: Int) {
        if installed[index].process != nil { end(index, .appRemoved) }
        dropHeldPush(.appRemoved, index)
        cancelTransfers(.appRemoved, index)
        cancelRequests(.appRemoved, index)
        dropPreservedState(.appRemoved, index)
        forgetReports(of: installed[index].manifest.bundleID)
        installed.remove(at: index)
    }

    /// Which delegate an app is made for: what it says, else what its manifest or the profile implies.
    private func lifecycle(of manifest: AppManifest) -> AppLifecycle {
        if let declared = manifest.lifecycle { return declared }
        if manifest.infoPlist.sceneManifest != nil { return .scenes }
        switch rulebook.profile {
        case .documents, .ios12: return .appDelegate
        case .ios18, .ios26: return .scenes
        }
    }
}

/// Why one input of several was refused, and with it all of them.
public struct BatchRejection: Error, Hashable, Sendable {
    /// The place of the input in the list, from 0.
    public var index: Int
    /// Why it was refused.
    public var rejection: Rejection

    /// Makes a rejection.
    public init(index: Int, rejection: Rejection) {
        self.index = index
        self.rejection = rejection
    }
}

extension ClockSettings {
    /// The settings after a change.
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
    /// Whether the event ends processes, and tells running ones nothing but that.
    var endsProcesses: Bool {
        switch self {
        case .device(.reboot), .device(.powerOff), .device(.upgradeOS), .device(.changeLanguage): true
        case .app(_, .crash), .app(_, .terminate), .app(_, .forceQuit), .app(_, .changePermission): true
        case .device, .app, .openURL, .scene, .push, .wake, .input: false
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
