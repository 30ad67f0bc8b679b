/// Location updates, significant changes and regions. Sources: facts 2.3, 2.4, 6.1.
extension Device {
    /// Delivers a location to an app that requested updates, if it runs. It waits for one that was suspended though it
    /// may have updates in the background; others get none. Source: facts 8.
    mutating func updateLocation(_ index: Int) {
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

    /// A significant change or a region: it wakes, and relaunches what the system had killed. Sources: facts 2.4, 9.5.
    ///
    /// - Parameter isRegion: Whether it is a region. The rule for force-quit apps may make a difference.
    mutating func changeLocation(_ step: Step, isRegion: Bool, _ index: Int) {
        let refusal: Refusal? =
            if !apps[index].background.monitorsLocation {
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
    fileprivate func includes(isRegion: Bool) -> Bool {
        switch self {
        case .all: true
        case .regions: isRegion
        case .none: false
        }
    }
}
