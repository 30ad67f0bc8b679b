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

    /// Whether a task of a request is launched.
    static func launches(_ request: TaskRequest, _ facts: Facts) -> Bool {
        guard facts.schedulesAutomatically, facts.mayLaunch, !facts.isEnding, !facts.isAtWakeLimit,
            facts.hasNetwork || !request.requiresNetworkConnectivity,
            facts.isCharging || !request.requiresExternalPower
        else { return false }
        switch request.kind {
        case .appRefresh:
            return !facts.isInFront && facts.isRefreshOn && !facts.isLowPowerMode && !facts.isForceQuit
        case .processing:
            return !facts.isInFront && facts.isIdle && (!facts.isForceQuit || facts.processesAfterForceQuit)
        case .continuedProcessing:
            return !facts.isForceQuit && !facts.isAtContinuedLimit
        }
    }
}
