/// The names of the rules, as they are overridden and shown.
public enum RuleKey: String, CaseIterable, Codable, Sendable {
    case scenesAvailable
    // Limits.
    case didEnterBackgroundLimitSeconds, sceneUpdateLimitSeconds, launchLimitSeconds, willTerminateLimitSeconds
    case suspendDelaySeconds, homeTransitionSeconds
    case backgroundTaskAllowanceSeconds, backgroundTaskAllowanceWhenWokenSeconds, backgroundTaskWarningSeconds
    case maximumBackgroundTasks
    case remoteNotificationLimitSeconds, backgroundFetchLimitSeconds, appRefreshTaskLimitSeconds
    case urlSessionEventsLimitSeconds, processingTaskLimitSeconds, taskExpirationGraceSeconds
    case continuedProcessingTaskLimitSeconds
    case locationWakeSeconds, bluetoothWakeSeconds, voipReportLimitSeconds, backgroundPushesPerHour
    case memoryWarningFraction, memoryCriticalFraction, processMemoryLimitFraction, processMemoryWarningFraction
    case iPhone1GBProcessLimitMebibytes, iPhone2GBProcessLimitMebibytes
    case iPhone3GBProcessLimitMebibytes, iPhone4GBProcessLimitMebibytes
    case iPad2GBProcessLimitMebibytes, iPad3GBProcessLimitMebibytes
    case iPad4GBProcessLimitMebibytes, iPad6GBProcessLimitMebibytes
    case longIdleExitSeconds, idleAfterSeconds
    case documentedDidEnterBackgroundSeconds, slowLaunchSeconds, slowResignActiveSeconds, sizeableFootprintMegabytes
    // Order.
    case backgroundLaunchCallsDidEnterBackground, sceneWillEnterForegroundOnFirstLaunch
    case coldNotificationAfterDidBecomeActive, forceQuitSceneOrder, notificationCenterReactivates
    case ownAlertDeactivates, jetsamOrder, foregroundLast, jsboxEvents
    // Policy.
    case forceQuitCallsWillTerminate, systemTerminationCallsWillTerminate, backgroundTaskTimeoutCode
    case voipNotReportedEnds, exitsOnSuspendHonoured, backgroundLaunchConnectsScene
    case backgroundLaunchBeforeFirstUnlock, processingTaskAfterForceQuit, locationRelaunchAfterForceQuit
    case pushNeedsRegistration, schedulerPolicy, watchdogsEnabled, prewarmingAvailable
    case reportedCallNeedsBackgroundMode, continuedProcessingAvailable, submitNeedsRegistration
    // Energy.
    case iPhoneBatteryMilliwattHours, iPadBatteryMilliwattHours, iPhoneScreenMilliwatts, iPadScreenMilliwatts
    case processorMilliwatts, processorCores, wakeUpMillijoules, networkMillijoulesPerMegabyte
    case audioMilliwatts, locationMilliwatts, bluetoothMilliwatts
    case handlerProcessorShare, timerProcessorShare, animationProcessorShare, videoProcessorShare
    case gameProcessorShare, requestProcessorShare, queueProcessorShare, renderingProcessorShare
}
