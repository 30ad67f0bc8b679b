/// Background fetch by an app's minimum interval. Sources: facts 2.3, 2.4, 6.2.
extension Installation {
    /// Returns the reason for which the system does not let an app fetch; nil if it does.
    func refusalOfFetch(in system: SystemState) -> Verdict.Reason? { FetchPolicy.refusal(fetchFacts(in: system)) }

    /// What the decision about a fetch depends on.
    private func fetchFacts(in system: SystemState) -> FetchPolicy.Facts {
        FetchPolicy.Facts(
            declaresMode: declares(.fetch),
            usesBackgroundTasks: system.rulebook.profile.replacesFetchByTasks
                && manifest.infoPlist.permittedTaskIdentifiers != nil,
            isForceQuit: isForceQuit,
            isRefreshOn: isRefreshOn(in: system),
            isLowPowerMode: system.conditions.isLowPowerMode,
            mayLaunch: system.mayLaunchInBackground
        )
    }

    /// Whether the system would let the app fetch on a device that allows it, its interval apart, while its process is
    /// not ending.
    func mayFetch(in system: SystemState) -> Bool { !isInFront(in: system) && refusalOfFetch(in: system) == nil }
}

extension App {
    /// A fetch begins if it is allowed, and the interval until the next one with it.
    ///
    /// - Returns: Whether it is; if not, that is written.
    mutating func beginFetch(in system: inout SystemState) -> Bool {
        if let reason = installation.refusalOfFetch(in: system) {
            write(.verdict(.fetch, .refused, reason), in: &system)
            return false
        }
        noteUse(of: .fetch)
        if let interval = background.fetchInterval {
            // An interval of nothing still lets the app finish one fetch before the next.
            background.nextFetch =
                system.now + max(interval, system.rulebook.milliseconds(.backgroundFetchLimitSeconds))
        }
        return true
    }

    mutating func setFetchInterval(_ interval: Milliseconds, in system: inout SystemState) {
        noteUse(of: .fetch)
        background.fetchInterval = interval
        background.nextFetch = system.now + interval + system.schedulerDelay()
        background.fetchCause = system.lastSequence
    }
}

extension RuleProfile {
    /// Whether an app that uses `BGTaskScheduler` is no longer given background fetch.
    fileprivate var replacesFetchByTasks: Bool {
        switch self {
        case .ios18, .ios26, .ios27, .simulator: true
        case .documents, .ios12: false
        }
    }
}
