/// Conditions of the device: running apps are notified of a change at once, suspended ones of the net change when they
/// resume.
///
/// Source: facts 8.
extension Device {
    mutating func perform(_ event: ConditionEvent) {
        let before = system.conditions
        switch event {
        case .changeTime: announce(.significantTime)
        case .setBackgroundRefresh(let isEnabled, .some(let bundleID)): setRefresh(isEnabled, of: bundleID)
        case .setIdle(let isIdle): setIdle(isIdle)
        case .changeLocale, .rotate, .setBattery, .setNetwork, .setThermalState, .setLowPowerMode,
            .setBackgroundRefresh(_, nil):
            system.conditions.change(by: event)
        }
        for change in ConditionChange.allCases where change.differs(before, system.conditions) { announce(change) }
        if before.network != system.conditions.network || before.isCharging != system.conditions.isCharging {
            updateTransfers()
        }
        deliverHeldPushes()
    }

    /// Tells the apps that run; the others find out when they wake.
    private mutating func announce(_ change: ConditionChange) {
        for index in apps.indices { carryOut(apps[index].notify(of: change), of: index) }
    }

    private mutating func setRefresh(_ isOn: Bool, of bundleID: BundleID) {
        guard let index = index(of: bundleID), apps[index].installation.isRefreshOn != isOn else { return }
        apps[index].installation.isRefreshOn = isOn
        carryOut(apps[index].notify(of: .backgroundRefresh), of: index)
    }

    private mutating func setIdle(_ isIdle: Bool) {
        system.cancelIdleTimer()
        system.conditions.setIdle(isIdle)
        if !isIdle { userStartsUsingDevice() }
    }

    /// The user uses the device again: what needed an idle device ends. Source: facts 2.3.
    mutating func userStartsUsingDevice() {
        system.cancelIdleTimer()
        system.conditions.setIdle(false)
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
