// Location updates, significant changes and regions.
//
// With the background mode `location`, updates hold the process; LocationRequest says which do not. Significant changes
// and regions wake the app, and launch it if it does not run; a rule says which of them launch it after a force quit.
// LocationSessions has the sessions of Core Location that the system remembers beyond the process. Sources: facts 2.3,
// 2.4, 6.1, 10.7.
//
// Callbacks: `didUpdateLocations`, `didEnterRegion`, `didExitRegion`. Records: `verdict` of `location`, `assertion` of `location`.

/// Location updates, significant changes and regions. Sources: facts 2.3, 2.4, 6.1.
extension App {
    mutating func startLocation(_ request: LocationRequest?, in system: inout SystemState) {
        settleEnergy(in: &system)
        process.work.updatesLocation = true
        process.work.locationRequest = request
        noteUse(of: .location)
        holdForUpdates(in: &system)
    }

    mutating func stopLocation(in system: inout SystemState) {
        settleEnergy(in: &system)
        process.work.updatesLocation = false
        process.work.locationRequest = nil
        holdForUpdates(in: &system)
    }

    mutating func monitorSignificantLocationChanges(in system: inout SystemState) {
        background.monitorsLocation = true
        holdForUpdates(in: &system)
    }

    /// Acquires or ends the assertion that holds the process for its updates. Called when anything has changed that
    /// this depends on.
    mutating func holdForUpdates(in system: inout SystemState) {
        let holding = holdingForUpdates(in: system)
        if isKeptRunningByUpdates(in: system) {
            if holding == nil { acquire(.location, in: &system) }
        } else if let holding {
            end(holding, .released, in: &system)
        }
    }

    /// Called when a process resumes: it receives updates again, and the location that waited.
    mutating func resumeLocation(in system: inout SystemState) {
        holdForUpdates(in: &system)
        guard process.work.awaitsLocation else { return }
        process.work.awaitsLocation = false
        write(.verdict(.location, .delivered, nil), in: &system)
        enqueue([.call(.didUpdateLocations)])
    }

    /// Drops the location that waited for a process that now ends.
    mutating func discardAwaitedLocation(in system: inout SystemState) {
        if process.work.awaitsLocation {
            write(.verdict(.location, .dropped, .processNotRunning), in: &system)
        }
    }

    /// The assertion that holds a process for its updates. Unlike that of a single event, it does not expire.
    private func holdingForUpdates(in system: SystemState) -> Assertion? {
        process.assertions.held.first { $0.kind == .location && expiration(of: $0.id, in: system) == nil }
    }

    /// Delivers a location to an app that requested updates. An app that runs gets it. An app that has a session of
    /// Core Location, or that is suspended between locations, is woken for it. If an app was suspended although its
    /// updates keep it running, the location waits until it resumes. Other apps get none. Sources: facts 8, 10.7.
    mutating func updateLocation(in system: inout SystemState) -> AppEffect? {
        if isWokenForLocations, !runs || !hasLaunched {
            return changeLocation(.location, .deliverLocation, isAwaited: true, in: &system)
        }
        guard hasLaunched else {
            write(.verdict(.location, .dropped, .processNotRunning), in: &system)
            return nil
        }
        guard process.work.updatesLocation else {
            write(.verdict(.location, .dropped, .notMonitoring), in: &system)
            return nil
        }
        if isWokenForEachLocation(in: system) {
            return .wake(locationWakeUp(.call(.didUpdateLocations), in: system))
        }
        guard runs else {
            let isHeld = installation.declares(.location)
            if isHeld { process.work.awaitsLocation = true }
            write(
                .verdict(.location, isHeld ? .held : .dropped, isHeld ? Refusal(.suspended) : .missing(.location)),
                in: &system
            )
            return nil
        }
        write(.verdict(.location, .delivered, nil), in: &system)
        enqueue([.call(.didUpdateLocations)])
        return .runMainThread
    }

    mutating func changeLocationSignificantly(in system: inout SystemState) -> AppEffect? {
        changeLocation(
            .significantChange,
            .call(.didUpdateLocations),
            isAwaited: background.monitorsLocation,
            in: &system
        )
    }

    /// The device enters or leaves a region. An app that monitors regions with a `CLMonitor` is notified by an event of
    /// the monitor, which says whether the condition is satisfied.
    mutating func crossRegion(
        _ identifier: String,
        _ crossing: RegionCrossing,
        in system: inout SystemState
    ) -> AppEffect? {
        let region = Value.Member("region", .string(identifier))
        if !background.monitorsLocation, isRegistered(for: .locationMonitor) {
            let state = Value.Member("state", .string(crossing == .enter ? "satisfied" : "unsatisfied"))
            return receive(SystemWake(.locationMonitor), arguments: [region, state], in: &system)
        }
        return changeLocation(
            .region(identifier, crossing),
            .call(crossing == .enter ? .didEnterRegion : .didExitRegion, arguments: [region]),
            isAwaited: background.monitorsLocation,
            in: &system
        )
    }

    /// Wakes the app for a significant change, a region, or a location for a session; launches it again if the system
    /// had killed it. Sources: facts 2.4, 9.5, 10.7.
    ///
    /// - Parameter isAwaited: Whether the app has asked for it.
    /// - Returns: The wake-up; nil if the app is not woken, which a verdict says.
    private mutating func changeLocation(
        _ cause: WakeCause,
        _ step: Step,
        isAwaited: Bool,
        in system: inout SystemState
    ) -> AppEffect? {
        // The rule for force-quit apps may treat regions differently.
        let isRegion = if case .region = cause { true } else { false }
        let refusal: Refusal? =
            if !isAwaited {
                Refusal(.notMonitoring)
            } else if installation.isForceQuit,
                !system.rulebook.locationRelaunchAfterForceQuit.includes(isRegion: isRegion)
            {
                .forceQuit
            } else {
                nil
            }
        if let refusal {
            write(.verdict(.location, .dropped, refusal), in: &system)
            return nil
        }
        if waits(cause, in: &system) { return nil }
        return .wake(locationWakeUp(step, in: system))
    }

    private func locationWakeUp(_ step: Step, in system: SystemState) -> WakeUp {
        WakeUp(
            reason: .location,
            assertion: .location,
            length: system.rulebook.locationWakeSeconds,
            verdict: Verdict(subject: .location, decision: .delivered),
            step: step,
            options: [Value.Member("location", true)]
        )
    }
}

extension LocationRelaunch {
    /// Whether regions launch an app, or, if `isRegion` is false, whether significant changes do.
    func includes(isRegion: Bool) -> Bool {
        switch self {
        case .all: true
        case .regions: isRegion
        case .none: false
        }
    }
}
