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
    /// Reads a name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let key = RuleKey(named: name) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no rule \(name)")
        }
        self = key
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
