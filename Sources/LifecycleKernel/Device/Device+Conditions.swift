/// Conditions of the device: running apps hear of a change at once, suspended ones of the net change when they wake.
///
/// Source: facts 8.
extension Device {
    mutating func perform(_ event: ConditionEvent) {
        let before = conditions
        switch event {
        case .changeTime: announce(.significantTime)
        case .changeLocale(let locale): conditions.locale = locale
        case .rotate(let orientation): conditions.orientation = orientation
        case .setBattery(let level, let isCharging):
            conditions.batteryLevel = level ?? conditions.batteryLevel
            conditions.isCharging = isCharging ?? conditions.isCharging
        case .setNetwork(let network): conditions.network = network
        case .setThermalState(let state): conditions.thermalState = state
        case .setLowPowerMode(let isEnabled): conditions.isLowPowerMode = isEnabled
        case .setBackgroundRefresh(let isEnabled, nil): conditions.isBackgroundRefreshOn = isEnabled
        case .setBackgroundRefresh(let isEnabled, .some(let bundleID)): setRefresh(isEnabled, of: bundleID)
        case .setIdle(let isIdle): setIdle(isIdle)
        }
        for change in ConditionChange.allCases where change.differs(before, conditions) { announce(change) }
        if before.network != conditions.network { transfersFollowNetwork() }
        deliverHeldPushes()
    }

    /// Tells the apps that run; the others find out when they wake.
    private mutating func announce(_ change: ConditionChange) {
        for index in installed.indices { announce(change, to: index) }
    }

    mutating func announce(_ change: ConditionChange, to index: Int) {
        guard installed[index].process != nil else { return }
        if !runs(index) {
            if change == .userDefaults { self[process: index].missed?.userDefaults = true }
            if change == .significantTime { self[process: index].missed?.significantTime = true }
            return
        }
        enqueue(change.steps, index)
        pump(index)
    }

    private mutating func setRefresh(_ isOn: Bool, of bundleID: BundleID) {
        guard let index = index(of: bundleID), installed[index].isRefreshOn != isOn else { return }
        installed[index].isRefreshOn = isOn
        announce(.backgroundRefresh, to: index)
    }

    /// A process runs again: it hears the net changes, in their order.
    mutating func hearMissedChanges(_ index: Int) {
        guard let missed = self[process: index].missed.take() else { return }
        // Nearly always there is no news, and that is seen without making what it would be compared with.
        let isSame = missed.conditions == conditions && missed.isRefreshOn == installed[index].isRefreshOn
        if isSame, !missed.userDefaults, !missed.significantTime { return }
        for change in ConditionChange.allCases {
            let isNews =
                switch change {
                case .userDefaults: missed.userDefaults
                case .significantTime: missed.significantTime
                case .backgroundRefresh:
                    change.differs(missed.conditions, conditions)
                        || missed.isRefreshOn != installed[index].isRefreshOn
                case .locale, .orientation, .batteryLevel, .batteryState, .thermalState, .lowPowerMode:
                    change.differs(missed.conditions, conditions)
                }
            if isNews { enqueue(change.steps, index) }
        }
    }

    // MARK: Idle

    /// A locked device counts as idle after a while.
    mutating func startIdleTimer() {
        callOffIdleTimer()
        deadlines.set(
            .deviceBecomesIdle,
            at: now + rulebook.milliseconds(.idleAfterSeconds),
            pid: 0,
            cause: lastSequence
        )
    }

    mutating func callOffIdleTimer() {
        deadlines.callOff(pid: 0) { $0 == .deviceBecomesIdle }
    }

    private mutating func setIdle(_ isIdle: Bool) {
        callOffIdleTimer()
        conditions.isIdle = isIdle
        if !isIdle { userStartsUsingDevice() }
    }

    /// The user comes back: whatever waited for an idle device ends. Source: facts 2.3.
    mutating func userStartsUsingDevice() {
        callOffIdleTimer()
        conditions.isIdle = false
        expireProcessingTasks()
    }
}
