/// What becomes of a silent push: the first condition that applies decides. Sources: facts 2.3, 2.4.
enum PushPolicy {
    /// What the decision depends on; as they stand here, nothing is in the way.
    struct Facts: Hashable, Sendable {
        /// Whether the user has ended the app in the switcher, and neither opened it nor restarted the device since.
        var isForceQuit = false
        /// Whether the app has registered for pushes, or need not.
        var isRegistered = true
        var isInFront = false
        /// Whether the Info.plist declares the background mode `remote-notification`.
        var declaresMode = true
        var isRefreshOn = true
        var hasNetwork = true
        /// Whether the process has been asked to end.
        var isEnding = false
        /// Whether apps may be launched in the background: the device has been unlocked since it started.
        var mayLaunch = true
        var isLowPowerMode = false
        /// Whether code of the app runs.
        var isAwake = false
        /// The header `apns-priority`.
        var priority = 5
        /// Whether as many were delivered within the hour as the system allows.
        var isBudgetSpent = false
    }

    /// What becomes of it.
    enum Decision: Hashable, Sendable {
        case deliver
        case drop(Verdict.Why)
        case hold(Verdict.Why)
        /// It waits for the hour to be over.
        case throttle
    }

    /// Decides about a push that comes now.
    static func decide(_ facts: Facts) -> Decision {
        if let why = reasonToDrop(facts) { return .drop(why) }
        if facts.isInFront { return .deliver }
        if let why = reasonToHold(facts) { return .hold(why) }
        return facts.isBudgetSpent ? .throttle : .deliver
    }

    /// Why the app is never told; nil when it is, now or later.
    static func reasonToDrop(_ facts: Facts) -> Verdict.Why? {
        if facts.isForceQuit { return .forceQuit }
        if !facts.isRegistered { return .notRegistered }
        if facts.isInFront { return nil }
        if !facts.declaresMode { return .missingBackgroundMode }
        return facts.isRefreshOn ? nil : .backgroundRefreshOff
    }

    /// Why the app is told later; nil when nothing but the hour's budget may be in the way. Priority 1 never wakes.
    static func reasonToHold(_ facts: Facts) -> Verdict.Why? {
        if !facts.hasNetwork { return .noNetwork }
        if facts.isEnding { return .terminating }
        if !facts.mayLaunch { return .beforeFirstUnlock }
        if facts.isLowPowerMode { return .lowPowerMode }
        return facts.priority == 1 && !facts.isAwake ? .lowPriority : nil
    }
}
