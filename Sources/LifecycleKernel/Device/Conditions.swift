/// The conditions of a device that apps are notified of and that the system's decisions depend on.
package struct Conditions: Hashable, Codable, Sendable {
    package var locale = "en_US"
    package var orientation = Orientation.portrait
    /// In thousandths.
    package var batteryLevel = 1_000
    package var isCharging = false
    package var network = Network.wifi
    package var thermalState = ThermalState.nominal
    package var isLowPowerMode = false
    /// Background refresh of the device; apps have their own switch besides.
    package var isBackgroundRefreshOn = true
    /// Whether nobody uses the device.
    package var isIdle = false
}

/// The conditions that apps are notified of, in the order in which a resumed one is. Source: facts 8.
enum ConditionChange: CaseIterable, Hashable, Sendable {
    case locale, orientation, batteryLevel, batteryState, thermalState, lowPowerMode, backgroundRefresh
    case userDefaults, significantTime

    /// The steps that notify the app. Only for a significant time change is the notification posted first. Source:
    /// facts 1.0.
    var steps: [Step] {
        switch self {
        case .locale: [.post(.currentLocaleDidChange, scene: 0)]
        case .orientation: [.post(.orientationDidChange, scene: 0)]
        case .batteryLevel: [.post(.batteryLevelDidChange, scene: 0)]
        case .batteryState: [.post(.batteryStateDidChange, scene: 0)]
        case .thermalState: [.post(.thermalStateDidChange, scene: 0)]
        case .lowPowerMode: [.post(.powerStateDidChange, scene: 0)]
        case .backgroundRefresh: [.post(.backgroundRefreshStatusDidChange, scene: 0)]
        case .userDefaults: [.post(.userDefaultsDidChange, scene: 0)]
        case .significantTime:
            [.post(.significantTimeChange, scene: 0), .call(.significantTimeChange, scene: 0, arguments: [])]
        }
    }

    /// Whether the conditions differ in this.
    func differs(_ one: Conditions, _ other: Conditions) -> Bool {
        switch self {
        case .locale: one.locale != other.locale
        case .orientation: one.orientation != other.orientation
        case .batteryLevel: one.batteryLevel != other.batteryLevel
        case .batteryState: one.isCharging != other.isCharging
        case .thermalState: one.thermalState != other.thermalState
        case .lowPowerMode: one.isLowPowerMode != other.isLowPowerMode
        case .backgroundRefresh: one.isBackgroundRefreshOn != other.isBackgroundRefreshOn
        case .userDefaults, .significantTime: false
        }
    }
}

/// What a suspended process has missed. Only net changes matter: it keeps what it knew, and two flags.
struct MissedChanges: Hashable, Codable, Sendable {
    /// The conditions when it was suspended.
    var conditions: Conditions
    /// The app's own switch of background refresh then.
    var isRefreshOn: Bool
    var userDefaults = false
    var significantTime = false
}
