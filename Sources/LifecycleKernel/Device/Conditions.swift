/// The conditions of a device that apps are notified of and that the system's decisions depend on.
package struct Conditions: Hashable, Codable, Sendable {
    package private(set) var locale = "en_US"
    package private(set) var orientation = Orientation.portrait
    /// In thousandths.
    package private(set) var batteryLevel = 1_000
    package private(set) var isCharging = false
    package private(set) var network = Network.wifi
    package private(set) var thermalState = ThermalState.nominal
    package private(set) var isLowPowerMode = false
    /// Background refresh of the device; apps have their own switch besides.
    package private(set) var isBackgroundRefreshOn = true
    /// Whether nobody uses the device.
    package private(set) var isIdle = false

    /// Takes over what an event of the device says; one that is about the time, an app or the user changes nothing here.
    mutating func change(by event: ConditionEvent) {
        switch event {
        case .changeLocale(let locale): self.locale = locale
        case .rotate(let orientation): self.orientation = orientation
        case .setBattery(let level, let isCharging):
            batteryLevel = level ?? batteryLevel
            self.isCharging = isCharging ?? self.isCharging
        case .setNetwork(let network): self.network = network
        case .setThermalState(let state): thermalState = state
        case .setLowPowerMode(let isEnabled): isLowPowerMode = isEnabled
        case .setBackgroundRefresh(let isEnabled, nil): isBackgroundRefreshOn = isEnabled
        case .changeTime, .setBackgroundRefresh(_, .some), .setIdle: break
        }
    }

    /// The user stops using the device, or uses it again.
    mutating func setIdle(_ isIdle: Bool) { self.isIdle = isIdle }
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
