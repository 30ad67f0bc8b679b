// Rules: every number, order and disputed choice that comes from iOS, with its source, by profile.
//
// RuleTable has one row for each. A Rulebook is the rules in force on a device: those of a profile, with the overrides
// of the device.

/// One rule of iOS: a number, an order or a disputed choice, with its source.
package struct Rule: Sendable {
    package let key: RuleKey
    /// What kind of rule it is.
    package let group: Group
    package let unit: Unit
    /// The value in each profile, in the order of `RuleProfile.allCases`; nil if the profile does not have the rule.
    let values: [RuleValue?]
    /// How certain it is.
    package let confidence: Confidence
    package let source: String
    /// What speaks against it, if sources disagree.
    package let dispute: String?

    /// What kinds of rules there are.
    package enum Group: String, CaseIterable, Sendable {
        case limit, order, policy, energy
    }

    /// How certain a rule is.
    package enum Confidence: String, CaseIterable, Sendable {
        /// Apple's documentation, Apple's open source, or a raw log of the system.
        case high
        /// An engineer of Apple, or two independent good sources.
        case medium
        /// A single report, or inference.
        case low
    }

    /// The type of a rule's values.
    package enum Unit: Hashable, Sendable {
        case seconds
        case count
        /// A part of a whole, between 0 and 1.
        case fraction
        case flag
        case code
        /// One of these names.
        case choice([String])

        /// The unit's name in documents.
        package var name: String {
            switch self {
            case .seconds: "seconds"
            case .count: "count"
            case .fraction: "fraction"
            case .flag: "boolean"
            case .code: "code"
            case .choice: "choice"
            }
        }
    }

    /// The rule's value in a profile.
    package func value(in profile: RuleProfile) -> RuleValue? { values[profile.ordinal] }
}

/// The value of a rule of any type, in the form in which it is overridden, encoded and shown.
public enum RuleValue: Hashable, Codable, Sendable {
    case milliseconds(Milliseconds)
    case count(Int64)
    /// Ten-thousandths, so that the kernel calculates with integers.
    case tenThousandths(Int64)
    case flag(Bool)
    case code(UInt32)
    case choice(String)
}

// MARK: Rows

extension Rules {
    /// A row of the table: the value of a rule in each profile, with its source.
    package final class Row<Value: RuleType>: Sendable {
        /// In the order of `RuleProfile.allCases`.
        let values: [Value]
        private let group: Rule.Group
        private let confidence: Rule.Confidence
        private let source: String
        private let dispute: String?

        private init(
            _ group: Rule.Group,
            _ values: [Value],
            _ confidence: Rule.Confidence,
            _ source: String,
            _ dispute: String?
        ) {
            self.group = group
            self.values = values
            self.confidence = confidence
            self.source = source
            self.dispute = dispute
        }

        /// Makes a row with one value in all profiles except the given ones. `high`, `medium` or `low` adds the source.
        convenience init(
            _ group: Rule.Group,
            _ value: Value,
            except exceptions: KeyValuePairs<RuleProfile, Value> = [:]
        ) {
            let values = RuleProfile.allCases.map { profile in
                let exception =
                    exceptions.first { $0.key == profile } ?? exceptions.first { $0.key == profile.base }
                return exception?.value ?? value
            }
            self.init(group, values, .low, "", nil)
        }

        /// Makes a row of the energy model, which has the same value in every profile.
        convenience init(energy value: Value, _ meaning: String) {
            let values = RuleProfile.allCases.map { _ in value }
            self.init(.energy, values, .low, "choice of this model: " + meaning, nil)
        }

        func high(_ source: String) -> Row { Row(group, values, .high, source, nil) }
        func medium(_ source: String) -> Row { Row(group, values, .medium, source, nil) }
        func low(_ source: String) -> Row { Row(group, values, .low, source, nil) }

        /// Adds what speaks against it.
        func against(_ dispute: String) -> Row { Row(group, values, confidence, source, dispute) }
    }
}

extension Rules.Row: RuleRow {
    func rule(_ key: RuleKey) -> Rule {
        Rule(
            key: key,
            group: group,
            unit: Value.unit,
            values: values.map(\.ruleValue),
            confidence: confidence,
            source: source,
            dispute: dispute
        )
    }
}

/// A row of the table of rules, whatever the type of its values is.
protocol RuleRow: AnyObject, Sendable {
    /// The rule of the row, whose name is that of the property.
    func rule(_ key: RuleKey) -> Rule
}

extension Rules {
    static let table = Rules()

    /// The rows in the order of the table, with their keys. A row is a property, and its label is the name of the rule.
    static let rows: [(key: RuleKey, row: any RuleRow)] = Mirror(reflecting: table).children.map { child in
        guard let name = child.label, let key = RuleKey(named: name), let row = child.value as? any RuleRow else {
            preconditionFailure("\(child.label ?? "a property") of the table is no rule")
        }
        return (key, row)
    }
}

// MARK: Types of values

/// A type that the values of a rule may have.
package protocol RuleType: Sendable {
    static var unit: Rule.Unit { get }

    /// Makes a value from an override of the rule; nil if that has another unit.
    init?(_ value: RuleValue)

    /// The value as it is shown; nil if a profile does not have the rule.
    var ruleValue: RuleValue? { get }
}

extension Milliseconds: RuleType {
    package static var unit: Rule.Unit { .seconds }
    package init?(_ value: RuleValue) {
        guard case .milliseconds(let length) = value else { return nil }
        self = length
    }
    package var ruleValue: RuleValue? { .milliseconds(self) }
}

extension Int: RuleType {
    package static var unit: Rule.Unit { .count }
    package init?(_ value: RuleValue) {
        guard case .count(let count) = value else { return nil }
        self.init(count)
    }
    package var ruleValue: RuleValue? { .count(Int64(self)) }
}

extension Bool: RuleType {
    package static var unit: Rule.Unit { .flag }
    package init?(_ value: RuleValue) {
        guard case .flag(let flag) = value else { return nil }
        self = flag
    }
    package var ruleValue: RuleValue? { .flag(self) }
}

extension UInt32: RuleType {
    package static var unit: Rule.Unit { .code }
    package init?(_ value: RuleValue) {
        guard case .code(let code) = value else { return nil }
        self = code
    }
    package var ruleValue: RuleValue? { .code(self) }
}

/// A part of a whole.
package struct Fraction: Sendable {
    /// In ten-thousandths, so that the kernel calculates with integers.
    var tenThousandths: Int64

    static func percent(_ count: Int64) -> Fraction { Fraction(tenThousandths: count * 100) }
}

extension Fraction: RuleType {
    package static var unit: Rule.Unit { .fraction }
    package init?(_ value: RuleValue) {
        guard case .tenThousandths(let parts) = value else { return nil }
        self.init(tenThousandths: parts)
    }
    package var ruleValue: RuleValue? { .tenThousandths(tenThousandths) }
}

/// One of several names.
package protocol RuleChoice: RuleType, RawRepresentable<String>, CaseIterable {}

extension RuleChoice {
    package static var unit: Rule.Unit { .choice(allCases.map(\.rawValue)) }
    package init?(_ value: RuleValue) {
        guard case .choice(let name) = value else { return nil }
        self.init(rawValue: name)
    }
    package var ruleValue: RuleValue? { .choice(rawValue) }
}

/// A rule that some profiles do not have.
extension Optional: RuleType where Wrapped: RuleType {
    package static var unit: Rule.Unit { Wrapped.unit }
    package init?(_ value: RuleValue) {
        guard let value = Wrapped(value) else { return nil }
        self = .some(value)
    }
    package var ruleValue: RuleValue? { flatMap(\.ruleValue) }
}

// MARK: Keys

/// The names of the rules. The table has a row for each.
public enum RuleKey: UInt8, CaseIterable, Sendable {
    case scenesAvailable
    // Limits.
    case didEnterBackgroundLimitSeconds, sceneUpdateLimitSeconds, backgroundSceneUpdateLimitSeconds
    case launchLimitSeconds, backgroundLaunchLimitSeconds, willTerminateLimitSeconds
    case suspendDelaySeconds, homeTransitionSeconds
    case backgroundTaskAllowanceSeconds, backgroundTaskAllowanceWhenWokenSeconds, backgroundTaskWarningSeconds
    case maximumBackgroundTasks
    case remoteNotificationLimitSeconds, backgroundFetchLimitSeconds, appRefreshTaskLimitSeconds
    case urlSessionEventsLimitSeconds, processingTaskLimitSeconds, taskExpirationGraceSeconds
    case continuedProcessingTaskLimitSeconds, continuedProcessingStallSeconds, continuedProcessingFirstStallSeconds
    case concurrentContinuedProcessingTasks
    case locationWakeSeconds, coarseLocationMeters, locationSessionRenewalSeconds, bluetoothWakeSeconds
    case systemWakeSeconds, appIntentLimitSeconds, remoteControlWakeSeconds
    case notificationServiceLimitSeconds, notificationServiceMemoryLimitMebibytes, notificationServiceIdleSeconds
    case notificationServiceExpirationSeconds
    case liveActivityLimitSeconds, liveActivitiesPerApp, voipReportLimitSeconds
    case voipFailuresUntilBlocked, backgroundPushesPerHour, pushPayloadLimitBytes, voipPushPayloadLimitBytes
    case pushesStoredPerApp, pushStoreLimitSeconds
    case memoryWarningFraction, memoryCriticalFraction, processMemoryLimitFraction, processMemoryWarningFraction
    case iPhone1GBProcessLimitMebibytes, iPhone2GBProcessLimitMebibytes
    case iPhone3GBProcessLimitMebibytes, iPhone4GBProcessLimitMebibytes
    case iPad2GBProcessLimitMebibytes, iPad3GBProcessLimitMebibytes
    case iPad4GBProcessLimitMebibytes, iPad6GBProcessLimitMebibytes, increasedProcessMemoryLimitFraction
    case firstTransferDelaySeconds, backgroundProcessorLimitSeconds, backgroundProcessorWindowSeconds
    case longIdleExitSeconds, idleAfterSeconds
    case documentedDidEnterBackgroundSeconds, slowLaunchSeconds, slowResignActiveSeconds, sizeableFootprintMegabytes
    // Order.
    case backgroundLaunchCallsDidEnterBackground, sceneWillEnterForegroundOnFirstLaunch, sceneNotificationsInEveryApp
    case coldNotificationAfterDidBecomeActive, forceQuitSceneOrder, forceQuitReportsDiscardedSessions
    case notificationCenterReactivates, lockReactivates
    case ownAlertDeactivates, jetsamOrder, foregroundLast, jsboxEvents, reactNativeInitialState, overdueTimersFireFirst
    // Policy.
    case forceQuitCallsWillTerminate, systemTerminationCallsWillTerminate, backgroundTaskTimeoutCode
    case voipNotReportedEnds, uncompletedFetchEndsApp, exitsOnSuspendHonoured, backgroundLaunchConnectsScene
    case backgroundLaunchBeforeFirstUnlock, processingTaskAfterForceQuit, locationRelaunchAfterForceQuit
    case impreciseLocationSuspends
    case healthKitLaunchesAfterForceQuit, liveActivityTokenLaunchesAfterForceQuit, pushToTalkLaunchesAfterForceQuit
    case liveActivityNeedsActiveScene, pushNeedsRegistration, pushTypeDecides, backgroundPushWithPriority10Wakes
    case remoteControlWakesNowPlayingApp
    case schedulerPolicy, watchdogsEnabled, debuggerAttached, prewarmingAvailable, prewarmingEnds
    case reportedCallNeedsBackgroundMode, videoCallAsksToUnlock, continuedProcessingAvailable, submitNeedsRegistration
    case jetsamEnabled, scenesRequired, sceneAdoptionNotice
    case backgroundTransfersAreDiscretionary, suspensionClosesConnections, continuedProcessingGPUAvailable
    case suspensionInterruptsAudio, deviceSleeps
    // Energy.
    case iPhoneBatteryMilliwattHours, iPadBatteryMilliwattHours, iPhoneScreenMilliwatts, iPadScreenMilliwatts
    case processorMilliwatts, processorCores, wakeUpMillijoules, networkMillijoulesPerMegabyte
    case audioMilliwatts, locationMilliwatts, bluetoothMilliwatts
    case handlerProcessorShare, timerProcessorShare, animationProcessorShare, videoProcessorShare
    case gameProcessorShare, requestProcessorShare, queueProcessorShare, renderingProcessorShare
}

extension RuleKey {
    /// The names of the rules, as they are overridden and shown: those of the cases.
    private static let names = allCases.map { String(describing: $0) }

    /// The name of the rule, such as `launchLimitSeconds`.
    package var name: String { Self.names[ordinal] }

    /// The rule with a name; nil if there is none.
    package init?(named name: String) {
        guard let index = Self.names.firstIndex(where: name.hasSameBytes) else { return nil }
        self = Self.allCases[index]
    }

    /// The index of the rule in `allCases`.
    var ordinal: Int { Int(rawValue) }
}

/// A rule is encoded by its name.
extension RuleKey: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let key = RuleKey(named: name) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no rule \(name)")
        }
        self = key
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
