// Rules: every number, order and disputed choice that comes from iOS, with its source, by profile.
//
// RuleTable has one row for each. A Rulebook is the rules in force on a device: those of a profile, with what it overrides.

/// One rule of iOS: a number, an order or a disputed choice, with its source.
package struct Rule: Sendable {
    /// The rule's name.
    package let key: RuleKey
    /// What kind of rule it is.
    package let group: Group
    package let unit: Unit
    /// The value in each profile that is its own base, in the order of `RuleProfile.allCases`; nil where the profile does
    /// not have the rule.
    let values: [RuleValue?]
    /// What profiles have that differ from their base.
    var exceptions: [Exception] = []
    /// How sure it is.
    package let confidence: Confidence
    /// Its source.
    package let source: String
    /// What speaks against it, where sources disagree.
    package let dispute: String?

    /// The value of a rule in a profile whose base has another one.
    struct Exception: Sendable {
        var profile: RuleProfile
        var value: RuleValue?
    }

    /// What kinds of rules there are.
    package enum Group: String, CaseIterable, Sendable {
        case limit, order, policy, energy
    }

    /// How sure a rule is.
    package enum Confidence: String, CaseIterable, Sendable {
        /// Apple's documentation, Apple's open source, or a raw log of the system.
        case high
        /// An engineer of Apple, or two independent good sources.
        case medium
        /// A single report, or inference.
        case low
    }

    /// What a rule's values are.
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
    package func value(in profile: RuleProfile) -> RuleValue? {
        if let exception = exceptions.first(where: { $0.profile == profile }) { return exception.value }
        return values[profile.base.ordinal]
    }
}

public enum RuleValue: Hashable, Codable, Sendable {
    case milliseconds(Milliseconds)
    case count(Int64)
    /// Parts of ten thousand, so that the kernel reckons in integers.
    case tenThousandths(Int64)
    case flag(Bool)
    case code(UInt32)
    case choice(String)
}

/// The rules. The raw value is a rule's index in `allCases`, which is also the index of its value.
public enum RuleKey: UInt8, CaseIterable, Sendable {
    case scenesAvailable
    // Limits.
    case didEnterBackgroundLimitSeconds, sceneUpdateLimitSeconds, launchLimitSeconds, willTerminateLimitSeconds
    case suspendDelaySeconds, homeTransitionSeconds
    case backgroundTaskAllowanceSeconds, backgroundTaskAllowanceWhenWokenSeconds, backgroundTaskWarningSeconds
    case maximumBackgroundTasks
    case remoteNotificationLimitSeconds, backgroundFetchLimitSeconds, appRefreshTaskLimitSeconds
    case urlSessionEventsLimitSeconds, processingTaskLimitSeconds, taskExpirationGraceSeconds
    case continuedProcessingTaskLimitSeconds, continuedProcessingStallSeconds, continuedProcessingFirstStallSeconds
    case concurrentContinuedProcessingTasks
    case locationWakeSeconds, locationSessionRenewalSeconds, bluetoothWakeSeconds, systemWakeSeconds,
        appIntentLimitSeconds
    case notificationServiceLimitSeconds, notificationServiceMemoryLimitMebibytes, notificationServiceIdleSeconds
    case notificationServiceExpirationSeconds
    case liveActivityLimitSeconds, liveActivitiesPerApp, voipReportLimitSeconds
    case backgroundPushesPerHour, pushPayloadLimitBytes, voipPushPayloadLimitBytes, pushesStoredPerApp
    case pushStoreLimitSeconds
    case memoryWarningFraction, memoryCriticalFraction, processMemoryLimitFraction, processMemoryWarningFraction
    case iPhone1GBProcessLimitMebibytes, iPhone2GBProcessLimitMebibytes
    case iPhone3GBProcessLimitMebibytes, iPhone4GBProcessLimitMebibytes
    case iPad2GBProcessLimitMebibytes, iPad3GBProcessLimitMebibytes
    case iPad4GBProcessLimitMebibytes, iPad6GBProcessLimitMebibytes, increasedProcessMemoryLimitFraction
    case firstTransferDelaySeconds, backgroundProcessorLimitSeconds, backgroundProcessorWindowSeconds
    case longIdleExitSeconds, idleAfterSeconds
    case documentedDidEnterBackgroundSeconds, slowLaunchSeconds, slowResignActiveSeconds, sizeableFootprintMegabytes
    // Order.
    case backgroundLaunchCallsDidEnterBackground, sceneWillEnterForegroundOnFirstLaunch
    case coldNotificationAfterDidBecomeActive, forceQuitSceneOrder, notificationCenterReactivates
    case lockReactivates
    case ownAlertDeactivates, jetsamOrder, foregroundLast, jsboxEvents
    // Policy.
    case forceQuitCallsWillTerminate, systemTerminationCallsWillTerminate, backgroundTaskTimeoutCode
    case voipNotReportedEnds, exitsOnSuspendHonoured, backgroundLaunchConnectsScene
    case backgroundLaunchBeforeFirstUnlock, processingTaskAfterForceQuit, locationRelaunchAfterForceQuit
    case healthKitLaunchesAfterForceQuit, liveActivityTokenLaunchesAfterForceQuit, pushToTalkLaunchesAfterForceQuit
    case liveActivityNeedsActiveScene, pushNeedsRegistration, schedulerPolicy, watchdogsEnabled, debuggerAttached,
        prewarmingAvailable
    case reportedCallNeedsBackgroundMode, videoCallAsksToUnlock, continuedProcessingAvailable, submitNeedsRegistration
    case jetsamEnabled, scenesRequired, sceneAdoptionNotice
    case backgroundTransfersAreDiscretionary, continuedProcessingGPUAvailable
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

    /// The rule with a name; nil where none has it.
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
