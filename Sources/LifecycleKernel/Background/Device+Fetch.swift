/// Background fetch by an app's minimum interval. Sources: facts 2.3, 2.4, 6.2.
extension Device {
    /// Why the system does not let an app fetch. Source: facts 2.3, 2.4, 6.2.
    @inline(__always)
    func refusalOfFetch(_ index: Int) -> Verdict.Why? {
        if !declares(.fetch, index) { return .missingBackgroundMode }
        switch rulebook.profile {
        case .ios18, .ios26:
            if installed[index].manifest.infoPlist.permittedTaskIdentifiers != nil { return .replacedByBackgroundTasks }
        case .documents, .ios12: break
        }
        if installed[index].isForceQuit { return .forceQuit }
        if !isRefreshOn(index) { return .backgroundRefreshOff }
        if conditions.isLowPowerMode { return .lowPowerMode }
        return mayLaunchInBackground ? nil : .beforeFirstUnlock
    }

    /// Whether the system would let apps fetch now, as the device is.
    var deviceAllowsFetch: Bool {
        conditions.network != .none && (conditions.isIdle || conditions.isCharging) && rulebook.letsSystemDecide
    }

    /// Whether the system would let an app fetch on a device that allows it, its interval apart.
    @inline(__always)
    func mayFetch(_ index: Int) -> Bool {
        !isInFront(index) && !isEnding(index) && refusalOfFetch(index) == nil
    }

    mutating func setFetchInterval(_ interval: Milliseconds, _ index: Int) {
        noteUse(of: .fetch, index)
        installed[index].background.fetchInterval = interval
        installed[index].background.nextFetch = now + interval + schedulerDelay()
        installed[index].background.fetchCause = lastSequence
    }

    mutating func performFetch(_ index: Int) {
        if let why = refusalOfFetch(index) {
            write(verdict(.fetch, .refused, why), app: index)
            return
        }
        noteUse(of: .fetch, index)
        if let interval = installed[index].background.fetchInterval {
            // An interval of nothing still lets the app finish one fetch before the next.
            installed[index].background.nextFetch =
                now + max(interval, rulebook.milliseconds(.backgroundFetchLimitSeconds))
        }
        wake(
            index,
            for: .backgroundFetch,
            holding: .backgroundFetch,
            lasting: rulebook.milliseconds(.backgroundFetchLimitSeconds),
            verdict: Verdict(subject: .fetch, decision: .performed, why: nil, identifier: nil),
            then: .call(.performFetch, scene: 0, arguments: [])
        )
    }
}
