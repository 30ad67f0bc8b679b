// Location updates, significant changes and regions.
//
// With the background mode `location`, updates hold the process. Significant changes and regions wake the app, and launch it;
// a rule says which of them do after a force quit. LocationSessions has the sessions of Core Location that the system
// remembers beyond the process. Sources: facts 2.3, 2.4, 6.1, 10.7.
//
// Callbacks: `didUpdateLocations`, `didEnterRegion`. Records: `verdict` of `location`, `assertion` of `location`.

/// Location updates, significant changes and regions. Sources: facts 2.3, 2.4, 6.1.
extension App {
    mutating func startLocation(in system: inout SystemState) {
        settleEnergy(in: &system)
        process.work.updatesLocation = true
        noteUse(of: .location)
        if declares(.location), holdingForUpdates(in: system) == nil { acquire(.location, in: &system) }
    }

    mutating func stopLocation(in system: inout SystemState) {
        settleEnergy(in: &system)
        process.work.updatesLocation = false
        if let assertion = holdingForUpdates(in: system) { end(assertion, .released, in: &system) }
    }

    /// A resumed process receives updates again, and those that waited.
    mutating func resumeLocation(in system: inout SystemState) {
        if process.work.updatesLocation, declares(.location) { acquire(.location, in: &system) }
        guard process.work.awaitsLocation else { return }
        process.work.awaitsLocation = false
        write(.verdict(.location, .delivered, nil), in: &system)
        enqueue([.call(.didUpdateLocations, scene: 0)])
    }

    /// The process ends, and with it what waited for it.
    mutating func dropAwaitedLocation(in system: inout SystemState) {
        if process.work.awaitsLocation {
            write(.verdict(.location, .dropped, .processNotRunning), in: &system)
        }
    }

    /// What holds a process for its updates; a single event holds it with an end.
    private func holdingForUpdates(in system: SystemState) -> Assertion? {
        process.assertions.held.first { $0.kind == .location && expiration(of: $0.id, in: system) == nil }
    }

    /// Delivers a location to an app that requested updates, if it runs. One that has a session of Core Location is woken
    /// for it. It waits for one that was suspended though it may have updates in the background; others get none. Sources:
    /// facts 8, 10.7.
    mutating func updateLocation(in system: inout SystemState) -> AppEffect? {
        if isWokenForLocations, !runs || !hasLaunched {
            return changeLocation(.hearLocation, isAwaited: true, isRegion: false, in: &system).map(AppEffect.wake)
        }
        guard hasLaunched else {
            write(.verdict(.location, .dropped, .processNotRunning), in: &system)
            return nil
        }
        guard process.work.updatesLocation else {
            write(.verdict(.location, .dropped, .notMonitoring), in: &system)
            return nil
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
        enqueue([.call(.didUpdateLocations, scene: 0)])
        return .runMainThread
    }

    mutating func changeLocationSignificantly(in system: inout SystemState) -> WakeUp? {
        changeLocation(
            .call(.didUpdateLocations, scene: 0),
            isAwaited: background.monitorsLocation,
            isRegion: false,
            in: &system
        )
    }

    /// The device enters a region. An app that monitors regions by a `CLMonitor` is notified by that.
    mutating func enterRegion(_ identifier: String, in system: inout SystemState) -> AppEffect? {
        let region: CallbackArguments = [Value.Member("region", .string(identifier))]
        if !background.monitorsLocation, isRegistered(for: .locationMonitor) {
            return receive(SystemWake(.locationMonitor), arguments: region, in: &system)
        }
        return changeLocation(
            .call(.didEnterRegion, scene: 0, arguments: region),
            isAwaited: background.monitorsLocation,
            isRegion: true,
            in: &system
        ).map(AppEffect.wake)
    }

    /// A significant change, a region, or a location for a session: it wakes, and relaunches what the system had killed.
    /// Sources: facts 2.4, 9.5, 10.7.
    ///
    /// - Parameters:
    ///   - isAwaited: Whether the app has asked for it.
    ///   - isRegion: Whether it is a region. The rule for force-quit apps may make a difference.
    /// - Returns: What the app is woken for; nil if it is not, which is written.
    private mutating func changeLocation(
        _ step: Step,
        isAwaited: Bool,
        isRegion: Bool,
        in system: inout SystemState
    ) -> WakeUp? {
        let refusal: Refusal? =
            if !isAwaited {
                Refusal(.notMonitoring)
            } else if installation.isForceQuit,
                !system.rulebook.locationRelaunchAfterForceQuit.includes(isRegion: isRegion)
            {
                .forceQuit
            } else if !hasLaunched, !system.mayLaunchInBackground {
                Refusal(.beforeFirstUnlock)
            } else {
                nil
            }
        if let refusal {
            write(.verdict(.location, .dropped, refusal), in: &system)
            return nil
        }
        return WakeUp(
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
    /// Whether it includes a region, or else a significant change.
    func includes(isRegion: Bool) -> Bool {
        switch self {
        case .all: true
        case .regions: isRegion
        case .none: false
        }
    }
}
