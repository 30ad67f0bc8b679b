/// Whether the system would launch a task of `BGTaskScheduler` now, its earliest date apart. Sources: facts 2.3, 6.2.
enum TaskPolicy {
    /// What the decision depends on. The defaults are those that permit it.
    struct Facts: Hashable, Sendable {
        /// Whether the system schedules by itself, and not only on an event.
        var schedulesAutomatically = true
        /// Whether apps may be launched in the background: the device has been unlocked since it started.
        var mayLaunch = true
        /// Whether the process is terminating.
        var isEnding = false
        var isInFront = false
        /// Whether the process holds as many assertions for what it was woken for as it may.
        var isAtWakeLimit = false
        /// Ended by the user in the switcher, and not opened since.
        var isForceQuit = false
        var isRefreshOn = true
        var isLowPowerMode = false
        var hasNetwork = true
        var isCharging = true
        /// Whether nobody uses the device.
        var isIdle = true
        /// Whether as many continued processing tasks run as the system permits.
        var isAtContinuedLimit = false
        /// Whether a processing task is launched for an app that was force-quit.
        var processesAfterForceQuit = false
    }

    /// What keeps a request waiting. The raw value continues the sentence "it waits: ...".
    enum Obstacle: String, Sendable {
        case onlyOnEvents = "the scheduler launches tasks on events only (schedulerPolicy)"
        case beforeFirstUnlock = "the device has not been unlocked since it started"
        case ending = "its process is ending"
        case wakeLimit = "its process is held for as much as it may be"
        case noNetwork = "it needs a network"
        case noPower = "it needs external power"
        case inFront = "the app is in front"
        case refreshOff = "Background App Refresh is off"
        case lowPowerMode = "the device is in Low Power Mode"
        case forceQuit = "the user has ended the app in the app switcher"
        case deviceInUse = "the device is in use"
        case continuedLimit = "as many continued processing tasks run as the system permits"
    }

    /// Whether a task of a request is launched.
    static func launches(_ request: TaskRequest, _ facts: Facts) -> Bool { obstacle(to: request, facts) == nil }

    /// The first thing that keeps a request waiting, its earliest date apart; nil where nothing does.
    static func obstacle(to request: TaskRequest, _ facts: Facts) -> Obstacle? {
        if !facts.schedulesAutomatically { return .onlyOnEvents }
        if !facts.mayLaunch { return .beforeFirstUnlock }
        if facts.isEnding { return .ending }
        if facts.isAtWakeLimit { return .wakeLimit }
        if request.requiresNetworkConnectivity, !facts.hasNetwork { return .noNetwork }
        if request.requiresExternalPower, !facts.isCharging { return .noPower }
        switch request.kind {
        case .appRefresh:
            if facts.isInFront { return .inFront }
            if !facts.isRefreshOn { return .refreshOff }
            if facts.isLowPowerMode { return .lowPowerMode }
            return facts.isForceQuit ? .forceQuit : nil
        case .processing:
            if facts.isInFront { return .inFront }
            if facts.isForceQuit, !facts.processesAfterForceQuit { return .forceQuit }
            return facts.isIdle ? nil : .deviceInUse
        case .continuedProcessing:
            if facts.isForceQuit { return .forceQuit }
            return facts.isAtContinuedLimit ? .continuedLimit : nil
        }
    }
}
