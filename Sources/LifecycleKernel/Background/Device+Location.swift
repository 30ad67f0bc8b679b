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

    /// What holds a process for its updates; a single event holds it with an end.
    private func holdingForUpdates(_ index: Int) -> Assertion? {
        self[process: index].assertions.first { $0.kind == .location && $0.endsAt == nil }
    }

    /// A location for an app that asked for updates: a running one hears it, others get none.
    mutating func updateLocation(_ index: Int) {
        guard installed[index].process != nil else {
            write(verdict(.location, .dropped, .processNotRunning), app: index)
            return
        }
        let asked = self[process: index].work.updatesLocation
        guard asked, runs(index) else {
            write(verdict(.location, .dropped, asked ? .missingBackgroundMode : .notMonitoring), app: index)
            return
        }
        write(verdict(.location, .delivered, nil), app: index)
        enqueue([.call(.didUpdateLocations, scene: 0, arguments: [])], index)
        pump(index)
    }

    /// A significant change or a region: it wakes, and relaunches what the system had killed. Sources: facts 2.4, 9.5.
    mutating func changeLocation(_ step: Step, _ index: Int) {
        let why: Verdict.Why? =
            if !installed[index].background.monitorsLocation {
                .notMonitoring
            } else if installed[index].isForceQuit, !rulebook.holds(.locationRelaunchAfterForceQuit) {
                .forceQuit
            } else if installed[index].process == nil, !mayLaunchInBackground {
                .beforeFirstUnlock
            } else {
                nil
            }
        if let why {
            write(verdict(.location, .dropped, why), app: index)
            return
        }
        wake(
            index,
            for: .location,
            holding: .location,
            lasting: rulebook.milliseconds(.locationWakeSeconds),
            verdict: Verdict(subject: .location, decision: .delivered, why: nil, identifier: nil),
            then: [step]
        )
    }
}
