/// Conditions of the device: running apps are notified of a change at once, suspended ones of the net change when they
/// resume.
///
/// Source: facts 8.
extension App {
    /// Notifies the app of a change, if its code runs; a suspended one finds out when it resumes.
    mutating func notify(of change: ConditionChange) -> AppEffect? {
        guard hasProcess else { return nil }
        if !runs {
            if change == .userDefaults { process.missed?.userDefaults = true }
            if change == .significantTime { process.missed?.significantTime = true }
            return nil
        }
        enqueue(change.steps)
        return .runMainThread
    }

    /// Notifies a resumed process of the net changes, in their order.
    mutating func deliverMissedChanges(in system: inout SystemState) {
        guard let missed = process.missed.take() else { return }
        // Nearly always there is no news, and that is seen without making what it would be compared with.
        let isSame = missed.conditions == system.conditions && missed.isRefreshOn == installation.isRefreshOn
        if isSame, !missed.userDefaults, !missed.significantTime { return }
        for change in ConditionChange.allCases {
            let isRelevant =
                switch change {
                case .userDefaults: missed.userDefaults
                case .significantTime: missed.significantTime
                case .backgroundRefresh:
                    change.differs(missed.conditions, system.conditions)
                        || missed.isRefreshOn != installation.isRefreshOn
                case .locale, .orientation, .batteryLevel, .batteryState, .thermalState, .lowPowerMode:
                    change.differs(missed.conditions, system.conditions)
                }
            if isRelevant { enqueue(change.steps) }
        }
    }
}
