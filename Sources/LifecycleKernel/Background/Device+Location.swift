/// Location updates, significant changes and regions. Sources: facts 2.3, 2.4, 6.1.
extension Device {
    mutating func startLocation(_ index: Int) {
        settleEnergy(index)
        self[process: index].work.updatesLocation = true
        noteUse(of: .location, index)
        if declares(.location, index), holdingForUpdates(index) == nil { acquire(.location, for: index) }
    }

    mutating func stopLocation(_ index: Int) {
        settleEnergy(index)
        self[process: index].work.updatesLocation = false
        if let assertion = holdingForUpdates(index) { drop(assertion, .released, of: index) }
    }

    /// A process that the system had suspended while it had updates has them again, and hears of those that waited.
    mutating func goOnWithLocation(_ index: Int) {
        if self[process: index].work.updatesLocation, declares(.location, index) { acquire(.location, for: index) }
        guard self[process: index].work.awaitsLocation else { return }
        self[process: index].work.awaitsLocation = false
        write(verdict(.location, .delivered, nil), app: index)
        enqueue([.call(.didUpdateLocations, scene: 0, arguments: [])], index)
    }

    /// The process ends, and with it what waited for it.
    mutating func dropAwaitedLocation(_ index: Int) {
        if self[process: index].work.awaitsLocation {
            write(verdict(.location, .dropped, .processNotRunning), app: index)
        }
    }

    /// What holds a process for its updates; a single event holds it with an end.
    private func holdingForUpdates(_ index: Int) -> Assertion? {
        self[process: index].assertions.first { $0.kind == .location && $0.endsAt == nil }
    }

    /// A location for an app that asked for updates: a running one hears it. It waits for one that was suspended though
    /// it may have updates in the background; others get none. Source: facts 8.
    mutating func updateLocation(_ index: Int) {
        guard hasLaunched(index) else {
            write(verdict(.location, .dropped, .processNotRunning), app: index)
            return
        }
        guard self[process: index].work.updatesLocation else {
            write(verdict(.location, .dropped, .notMonitoring), app: index)
            return
        }
        guard runs(index) else {
            let isHeld = declares(.location, index)
            if isHeld { self[process: index].work.awaitsLocation = true }
            write(
                verdict(.location, isHeld ? .held : .dropped, isHeld ? Refusal(.suspended) : .missing(.location)),
                app: index
            )
            return
        }
        write(verdict(.location, .delivered, nil), app: index)
        enqueue([.call(.didUpdateLocations, scene: 0, arguments: [])], index)
        pump(index)
    }

    /// A significant change or a region: it wakes, and relaunches what the system had killed. Sources: facts 2.4, 9.5.
    mutating func changeLocation(_ step: Step, _ index: Int) {
        let refusal: Refusal? =
            if !installed[index].background.monitorsLocation {
                Refusal(.notMonitoring)
            } else if installed[index].isForceQuit, !rulebook.holds(.locationRelaunchAfterForceQuit) {
                .forceQuit
            } else if !hasLaunched(index), !mayLaunchInBackground {
                Refusal(.beforeFirstUnlock)
            } else {
                nil
            }
        if let refusal {
            write(verdict(.location, .dropped, refusal), app: index)
            return
        }
        wake(
            index,
            for: .location,
            holding: .location,
            lasting: rulebook.milliseconds(.locationWakeSeconds),
            verdict: Verdict(subject: .location, decision: .delivered, why: nil, identifier: nil),
            then: step,
            options: [Value.Member("location", true)]
        )
    }
}
