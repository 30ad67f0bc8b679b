/// What becomes of a silent push: the first condition that applies decides. Sources: facts 2.3, 2.4; rules 4.24.
enum PushPolicy {
    /// What the decision depends on. The defaults are those that permit it.
    struct Facts: Hashable, Sendable {
        /// Whether the user has ended the app in the switcher, and neither opened it nor restarted the device since.
        var isForceQuit = false
        var isInFront = false
        /// Whether the Info.plist declares the background mode `remote-notification`.
        var declaresMode = true
        var isRefreshOn = true
        var hasNetwork = true
        /// Whether the process is terminating.
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

    /// What prevents a delivery, for ever or for now.
    enum Obstacle: Hashable, CaseIterable, Sendable {
        case forceQuit, missingBackgroundMode, backgroundRefreshOff
        case noNetwork, terminating, beforeFirstUnlock, lowPowerMode, lowPriority, hourlyBudgetSpent

        /// The reason of the verdict.
        var reason: Verdict.Reason {
            switch self {
            case .forceQuit: .forceQuit
            case .missingBackgroundMode: .missingBackgroundMode
            case .backgroundRefreshOff: .backgroundRefreshOff
            case .noNetwork: .noNetwork
            case .terminating: .terminating
            case .beforeFirstUnlock: .beforeFirstUnlock
            case .lowPowerMode: .lowPowerMode
            case .lowPriority: .lowPriority
            case .hourlyBudgetSpent: .hourlyBudgetSpent
            }
        }
    }

    /// What becomes of it.
    enum Decision: Hashable, Sendable {
        case deliver
        case drop(Obstacle)
        case hold(Obstacle)
        /// It waits for the hour to be over.
        case throttle
    }

    /// Returns the decision about a push that arrives now.
    static func decide(_ facts: Facts) -> Decision {
        // Everything else is decided on the device, once it has come there.
        if !facts.hasNetwork { return .hold(.noNetwork) }
        if let obstacle = reasonToDrop(facts) { return .drop(obstacle) }
        if facts.isInFront { return .deliver }
        if let obstacle = reasonToHold(facts) { return .hold(obstacle) }
        return facts.isBudgetSpent ? .throttle : .deliver
    }

    /// Returns the reason for which a push is never delivered; nil if it is, now or later.
    static func reasonToDrop(_ facts: Facts) -> Obstacle? {
        if facts.isForceQuit { return .forceQuit }
        if facts.isInFront { return nil }
        if !facts.declaresMode { return .missingBackgroundMode }
        return facts.isRefreshOn ? nil : .backgroundRefreshOff
    }

    /// Returns the reason for which a push is delivered later although it has reached the device; nil if only the
    /// hourly budget may prevent it. Priority 1 never wakes an app.
    static func reasonToHold(_ facts: Facts) -> Obstacle? {
        if facts.isEnding { return .terminating }
        if !facts.mayLaunch { return .beforeFirstUnlock }
        if facts.isLowPowerMode { return .lowPowerMode }
        return facts.priority == 1 && !facts.isAwake ? .lowPriority : nil
    }
}
