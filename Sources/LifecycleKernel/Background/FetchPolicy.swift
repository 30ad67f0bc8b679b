/// Whether the system lets an app fetch in the background: the first condition that applies decides. Sources: facts 2.3,
/// 2.4, 6.2.
enum FetchPolicy {
    /// What the decision depends on. The defaults are those that permit it.
    struct Facts: Hashable, Sendable {
        /// Whether the Info.plist declares the background mode `fetch`.
        var declaresMode = true
        /// Whether `BGTaskScheduler` replaces background fetch for the app.
        var usesBackgroundTasks = false
        /// Ended by the user in the switcher, and not opened since.
        var isForceQuit = false
        var isRefreshOn = true
        var isLowPowerMode = false
        /// Whether apps may be launched in the background: the device has been unlocked since it started.
        var mayLaunch = true
    }

    /// Returns the reason for which the app may not fetch; nil if it may.
    static func refusal(_ facts: Facts) -> Verdict.Reason? {
        if !facts.declaresMode { return .missingBackgroundMode }
        if facts.usesBackgroundTasks { return .replacedByBackgroundTasks }
        if facts.isForceQuit { return .forceQuit }
        if !facts.isRefreshOn { return .backgroundRefreshOff }
        if facts.isLowPowerMode { return .lowPowerMode }
        return facts.mayLaunch ? nil : .beforeFirstUnlock
    }
}
