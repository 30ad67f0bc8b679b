/// The conditions of a device that apps are notified of and that the system's decisions depend on.
package struct Conditions: Hashable, Codable, Sendable {
    package private(set) var locale = "en_US"
    package private(set) var orientation = Orientation.portrait
    /// The charge of the battery, in thousandths.
    package private(set) var batteryLevel = 1_000
    package private(set) var isCharging = false
    package private(set) var network = Network.wifi
    package private(set) var thermalState = ThermalState.nominal
    package private(set) var isLowPowerMode = false
    /// Whether background refresh is on for the device. Each app has a switch of its own besides.
    package private(set) var isBackgroundRefreshOn = true
    /// Whether nobody uses the device.
    package private(set) var isIdle = false

    /// Applies an event to the conditions. An event about the time, an app or the user changes none of them.
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
        case .changeTime, .setBackgroundRefresh(_, .some), .setIdle, .changeAppearance: break
        }
    }

    /// The user stops using the device, or uses it again.
    mutating func setIdle(_ isIdle: Bool) { self.isIdle = isIdle }
}

extension Conditions: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("locale", locale)
        f.field("orientation", orientation)
        f.field("batteryLevel", batteryLevel)
        f.field("isCharging", isCharging)
        f.field("network", network)
        f.field("thermalState", thermalState)
        f.field("isLowPowerMode", isLowPowerMode)
        f.field("isBackgroundRefreshOn", isBackgroundRefreshOn)
        f.field("isIdle", isIdle && f.options.countsIdleness)
    }
}

/// The conditions that apps are notified of, in the order in which a resumed app gets the notifications. Source: facts
/// 8.
enum ConditionChange: CaseIterable, Hashable, Sendable {
    case locale, orientation, batteryLevel, batteryState, thermalState, lowPowerMode, backgroundRefresh
    case userDefaults, significantTime

    /// The steps that notify the app. For a significant time change, the notification precedes the callback, unlike in
    /// the life cycle. Source: facts 1.0.
    var steps: [Step] {
        switch self {
        case .locale: [.post(.currentLocaleDidChange)]
        case .orientation: [.post(.orientationDidChange)]
        case .batteryLevel: [.post(.batteryLevelDidChange)]
        case .batteryState: [.post(.batteryStateDidChange)]
        case .thermalState: [.post(.thermalStateDidChange)]
        case .lowPowerMode: [.post(.powerStateDidChange)]
        case .backgroundRefresh: [.post(.backgroundRefreshStatusDidChange)]
        case .userDefaults: [.post(.userDefaultsDidChange)]
        case .significantTime:
            [.post(.significantTimeChange), .call(.significantTimeChange)]
        }
    }

    /// Whether two states of the conditions differ in this one.
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

/// What a suspended process has missed. Only net changes matter, so this keeps the conditions that the process knew,
/// two flags, and the last change of the audio route.
struct MissedChanges: Hashable, Codable, Sendable {
    /// The conditions when it was suspended.
    var conditions: Conditions
    /// The app's own switch of background refresh then.
    var isRefreshOn: Bool
    var userDefaults = false
    var significantTime = false
    var audioRoute: AudioRouteChange?
}

extension MissedChanges: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("conditions", conditions)
        f.field("isRefreshOn", isRefreshOn)
        f.field("userDefaults", userDefaults)
        f.field("significantTime", significantTime)
        f.field("audioRoute", audioRoute)
    }
}

/// Conditions of the device: running apps are notified of a change at once, suspended ones of the net change when they
/// resume.
///
/// Callbacks: `applicationSignificantTimeChange(_:)`. Records: `notification` for each change that an app is notified
/// of (`ConditionChange.steps`).
///
/// Source: facts 8.
extension Device {
    mutating func perform(_ event: ConditionEvent) {
        let before = system.conditions
        switch event {
        case .changeTime: announce(.significantTime)
        case .setBackgroundRefresh(let isEnabled, .some(let bundleID)): setRefresh(isEnabled, of: bundleID)
        case .setIdle(let isIdle): setIdle(isIdle)
        case .changeAppearance: requestSceneUpdates()
        default: system.conditions.change(by: event)
        }
        for change in ConditionChange.allCases where change.differs(before, system.conditions) { announce(change) }
        if before.network != system.conditions.network || before.isCharging != system.conditions.isCharging {
            updateTransfers()
        }
        if before.network != .none, system.conditions.network == .none {
            for index in apps.indices { carryOut(apps[index].loseNetwork(in: &system), of: index) }
        }
        deliverHeldPushes()
    }

    /// Notifies the apps that run. Suspended apps are notified when they resume.
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

    /// Called when the user uses the device again: ends what needs an idle device. Source: facts 2.3.
    mutating func userStartsUsingDevice() {
        system.cancelIdleTimer()
        system.conditions.setIdle(false)
        expireProcessingTasks()
    }
}

extension SystemState {
    // MARK: The network

    /// Whether anything from the network can reach the device.
    var isReachable: Bool { screen.isOn && conditions.network != .none }

    /// Why nothing from the network can reach the device; nil when it can.
    var unreachableReason: Refusal? {
        if !screen.isOn { return Refusal(.poweredOff) }
        return conditions.network == .none ? Refusal(.noNetwork) : nil
    }

    // MARK: Idle

    /// Starts the timer after which a locked device counts as idle.
    mutating func startIdleTimer() {
        cancelIdleTimer()
        deadlines.set(
            .deviceBecomesIdle,
            at: now + rulebook.idleAfterSeconds,
            cause: lastSequence
        )
    }

    mutating func cancelIdleTimer() {
        deadlines.cancel(.deviceBecomesIdle)
    }
}

extension App {
    /// Notifies the app of a change, if its code runs; a suspended one finds out when it resumes.
    mutating func notify(of change: ConditionChange) -> AppEffect? {
        guard hasProcess else { return nil }
        if !runs {
            if change == .userDefaults { process.changeSuspension { $0.missed?.userDefaults = true } }
            if change == .significantTime { process.changeSuspension { $0.missed?.significantTime = true } }
            return nil
        }
        enqueue(change.steps)
        return .runMainThread
    }

    /// Notifies a resumed process of the net changes, in their order.
    mutating func deliver(_ missed: MissedChanges, in system: inout SystemState) {
        // Nearly always nothing has changed, and this check finds that without computing what is compared below.
        let isSame = missed.conditions == system.conditions && missed.isRefreshOn == installation.isRefreshOn
        if isSame, !missed.userDefaults, !missed.significantTime, missed.audioRoute == nil { return }
        for change in ConditionChange.allCases {
            let isRelevant =
                switch change {
                case .userDefaults: missed.userDefaults
                case .significantTime: missed.significantTime
                case .backgroundRefresh:
                    change.differs(missed.conditions, system.conditions)
                        || missed.isRefreshOn != installation.isRefreshOn
                default: change.differs(missed.conditions, system.conditions)
                }
            if isRelevant { enqueue(change.steps) }
        }
        if let audioRoute = missed.audioRoute { enqueue([audioRoute.notification]) }
    }
}
