/// Conditions of the device: running apps are notified of a change at once, suspended ones of the net change when they
/// resume.
///
/// Source: facts 8.
extension Device {
    mutating func perform(_ event: ConditionEvent) {
        let before = system.conditions
        switch event {
        case .changeTime: announce(.significantTime)
        case .changeLocale(let locale): system.conditions.locale = locale
        case .rotate(let orientation): system.conditions.orientation = orientation
        case .setBattery(let level, let isCharging):
            system.conditions.batteryLevel = level ?? system.conditions.batteryLevel
            system.conditions.isCharging = isCharging ?? system.conditions.isCharging
        case .setNetwork(let network): system.conditions.network = network
        case .setThermalState(let state): system.conditions.thermalState = state
        case .setLowPowerMode(let isEnabled): system.conditions.isLowPowerMode = isEnabled
        case .setBackgroundRefresh(let isEnabled, nil): system.conditions.isBackgroundRefreshOn = isEnabled
        case .setBackgroundRefresh(let isEnabled, .some(let bundleID)): setRefresh(isEnabled, of: bundleID)
        case .setIdle(let isIdle): setIdle(isIdle)
        }
        for change in ConditionChange.allCases where change.differs(before, system.conditions) { announce(change) }
        if before.network != system.conditions.network || before.isCharging != system.conditions.isCharging {
            updateTransfers()
        }
        deliverHeldPushes()
    }

    /// Tells the apps that run; the others find out when they wake.
    private mutating func announce(_ change: ConditionChange) {
        for index in apps.indices { announce(change, to: index) }
    }

    mutating func announce(_ change: ConditionChange, to index: Int) {
        guard apps[index].hasProcess else { return }
        if !apps[index].runs {
            if change == .userDefaults { apps[index].process.missed?.userDefaults = true }
            if change == .significantTime { apps[index].process.missed?.significantTime = true }
            return
        }
        apps[index].enqueue(change.steps)
        pump(index)
    }

    private mutating func setRefresh(_ isOn: Bool, of bundleID: BundleID) {
        guard let index = index(of: bundleID), apps[index].installation.isRefreshOn != isOn else { return }
        apps[index].installation.isRefreshOn = isOn
        announce(.backgroundRefresh, to: index)
    }

    private mutating func setIdle(_ isIdle: Bool) {
        system.cancelIdleTimer()
        system.conditions.isIdle = isIdle
        if !isIdle { userStartsUsingDevice() }
    }

    /// The user uses the device again: what needed an idle device ends. Source: facts 2.3.
    mutating func userStartsUsingDevice() {
        system.cancelIdleTimer()
        system.conditions.isIdle = false
        expireProcessingTasks()
    }
}

extension SystemState {
    // MARK: Idle

    /// A locked device counts as idle after a while.
    mutating func startIdleTimer() {
        cancelIdleTimer()
        deadlines.set(
            .deviceBecomesIdle,
            at: now + rulebook.milliseconds(.idleAfterSeconds),
            pid: 0,
            cause: lastSequence
        )
    }

    mutating func cancelIdleTimer() {
        deadlines.cancel(pid: 0) { $0 == .deviceBecomesIdle }
    }
}
