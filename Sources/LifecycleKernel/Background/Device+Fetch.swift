/// Background fetch by an app's minimum interval. Sources: facts 2.3, 2.4, 6.2.
extension Device {
    /// Why the system does not let an app fetch. Source: facts 2.3, 2.4, 6.2.
    func refusalOfFetch(_ index: Int) -> Verdict.Why? {
        let infoPlist = installed[index].manifest.infoPlist
        if !declares(.fetch, index) { return .missingBackgroundMode }
        switch rulebook.profile {
        case .ios18, .ios26: if infoPlist.permittedTaskIdentifiers != nil { return .replacedByBackgroundTasks }
        case .documents, .ios12: break
        }
        if installed[index].isForceQuit { return .forceQuit }
        if !isRefreshOn(index) { return .backgroundRefreshOff }
        if conditions.isLowPowerMode { return .lowPowerMode }
        return mayLaunchInBackground ? nil : .beforeFirstUnlock
    }

    /// When the next fetch is due by the app's interval; nil while conditions do not allow one.
    func fetchDue(_ index: Int) -> Instant? {
        guard let due = installed[index].nextFetch, rulebook.choice(.schedulerPolicy) != "manual",
            refusalOfFetch(index) == nil, !isInFront(index), installed[index].process?.ending == nil,
            conditions.network != .none, conditions.isIdle || conditions.isCharging
        else { return nil }
        return due
    }

    mutating func setFetchInterval(_ interval: Milliseconds, _ index: Int) {
        noteUse(of: .fetch, index)
        installed[index].fetchInterval = interval
        installed[index].nextFetch = now + interval + schedulerDelay()
        installed[index].fetchCause = lastSequence
    }

    mutating func performFetch(_ index: Int) {
        if let why = refusalOfFetch(index) {
            write(verdict(.fetch, .refused, why), app: index)
            return
        }
        noteUse(of: .fetch, index)
        if let interval = installed[index].fetchInterval {
            // An interval of nothing still lets the app finish one fetch before the next.
            installed[index].nextFetch = now + max(interval, rulebook.milliseconds(.backgroundFetchLimitSeconds))
        }
        wake(
            index,
            for: .backgroundFetch,
            holding: .backgroundFetch,
            lasting: rulebook.milliseconds(.backgroundFetchLimitSeconds),
            verdict: Verdict(subject: .fetch, decision: .performed, why: nil, identifier: nil),
            then: [.call(.performFetch, scene: 0, arguments: [])]
        )
    }
}
