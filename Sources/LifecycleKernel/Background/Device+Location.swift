/// Location updates, significant changes and regions. Sources: facts 2.3, 2.4, 6.1.
extension Device {
    /// Delivers a location to an app that requested updates, if it runs. One that has a session of Core Location is woken
    /// for it. It waits for one that was suspended though it may have updates in the background; others get none. Sources:
    /// facts 8, 10.7.
    mutating func updateLocation(_ index: Int) {
        if apps[index].isWokenForLocations, !apps[index].runs || !apps[index].hasLaunched {
            changeLocation(.hearLocation, isAwaited: true, isRegion: false, index)
            return
        }
        guard apps[index].hasLaunched else {
            apps[index].write(.verdict(.location, .dropped, .processNotRunning), in: &system)
            return
        }
        guard apps[index].process.work.updatesLocation else {
            apps[index].write(.verdict(.location, .dropped, .notMonitoring), in: &system)
            return
        }
        guard apps[index].runs else {
            let isHeld = apps[index].installation.declares(.location)
            if isHeld { apps[index].process.work.awaitsLocation = true }
            apps[index].write(
                .verdict(.location, isHeld ? .held : .dropped, isHeld ? Refusal(.suspended) : .missing(.location)),
                in: &system
            )
            return
        }
        apps[index].write(.verdict(.location, .delivered, nil), in: &system)
        apps[index].enqueue([.call(.didUpdateLocations, scene: 0, arguments: [])])
        pump(index)
    }

    /// The device enters a region: whoever monitors regions by a `CLMonitor` hears it there.
    mutating func enterRegion(_ identifier: String, _ index: Int) {
        if !apps[index].background.monitorsLocation, apps[index].isRegistered(for: .locationMonitor) {
            wakeBySystem(SystemWake(.locationMonitor), index)
            return
        }
        let region = [Value.Member("region", .string(identifier))]
        changeLocation(
            .call(.didEnterRegion, scene: 0, arguments: region),
            isAwaited: apps[index].background.monitorsLocation,
            isRegion: true,
            index
        )
    }

    /// A significant change, a region, or a location for a session: it wakes, and relaunches what the system had killed.
    /// Sources: facts 2.4, 9.5, 10.7.
    ///
    /// - Parameters:
    ///   - isAwaited: Whether the app has asked for it.
    ///   - isRegion: Whether it is a region. The rule for force-quit apps may make a difference.
    mutating func changeLocation(_ step: Step, isAwaited: Bool, isRegion: Bool, _ index: Int) {
        let refusal: Refusal? =
            if !isAwaited {
                Refusal(.notMonitoring)
            } else if apps[index].installation.isForceQuit,
                !system.rulebook.locationRelaunchAfterForceQuit.includes(isRegion: isRegion)
            {
                .forceQuit
            } else if !apps[index].hasLaunched, !system.mayLaunchInBackground {
                Refusal(.beforeFirstUnlock)
            } else {
                nil
            }
        if let refusal {
            apps[index].write(.verdict(.location, .dropped, refusal), in: &system)
            return
        }
        wake(
            index,
            for: .location,
            holding: .location,
            lasting: system.rulebook.milliseconds(.locationWakeSeconds),
            verdict: Verdict(subject: .location, decision: .delivered, reason: nil, identifier: nil),
            then: step,
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
