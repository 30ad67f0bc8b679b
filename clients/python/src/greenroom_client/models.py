"""The documents of Greenroom's interface, as types. Their fields have the names that they have in JSON.

Made by generate_models.py from docs/openapi.json; changes are made there.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

EventType: TypeAlias = Literal[
    "device.home", "device.openAppSwitcher", "device.closeAppSwitcher", "device.lock", "device.unlock",
    "device.openNotificationCenter", "device.closeNotificationCenter", "device.openControlCenter",
    "device.closeControlCenter", "device.beginSiri", "device.endSiri", "device.presentAirDropSheet",
    "device.dismissAirDropSheet", "device.presentSystemAlert", "device.dismissSystemAlert", "device.incomingCall",
    "device.answerCall", "device.declineCall", "device.endCall", "device.changeLanguage", "device.reboot",
    "device.powerOff", "device.powerOn", "device.upgradeOS", "device.changeTime", "device.changeLocale",
    "device.rotate", "device.setBattery", "device.setNetwork", "device.setThermalState", "device.setLowPowerMode",
    "device.setBackgroundRefresh", "device.setIdle", "device.allocateSystemMemory", "device.freeSystemMemory",
    "device.memoryWarning", "audio.interrupt", "audio.resume", "app.launch", "app.continueActivity",
    "app.performShortcut", "app.tapNotification", "app.forceQuit", "app.crash", "app.terminate", "app.suspend",
    "app.prewarm", "app.background", "app.changePermission", "app.memoryWarning", "app.changeSettings",
    "app.presentAlert", "app.dismissAlert", "app.presentShareSheet", "app.dismissShareSheet", "app.coverView",
    "app.uncoverView", "scene.create", "scene.activate", "scene.close", "scene.disconnect", "scene.background",
    "backgroundFetch.perform", "backgroundTask.launch", "backgroundTask.expire", "backgroundTask.cancel",
    "location.update", "location.significantChange", "location.region", "bluetooth.event", "voip.push",
    "urlSession.finish", "system.wake", "liveActivity.pushToStart", "liveActivity.pushToEnd",
    "liveActivity.dismiss", "input.touch", "input.remoteControl", "app.openURL", "push.deliver",
]
ActionName: TypeAlias = Literal[
    "beginBackgroundTask", "endBackgroundTask", "work", "edit", "save", "log", "setAlarm", "allocate", "free",
    "requestSceneSession", "destroySceneSession", "startActivity", "stopActivity", "showSensitiveContent",
    "hideSensitiveContent", "requestPermission", "registerForRemoteNotifications",
    "setMinimumBackgroundFetchInterval", "completeFetch", "holdFileLock", "releaseFileLock", "registerTask",
    "submitTaskRequest", "cancelTaskRequest", "completeTask", "reportProgress", "startTransfer",
    "completeURLSessionEvents", "playAudio", "stopAudio", "startLocation", "stopLocation",
    "monitorSignificantLocationChanges", "startLocationSession", "endLocationSession", "startNearbyInteraction",
    "stopNearbyInteraction", "scanBluetooth", "advertiseBluetooth", "requestLiveActivity", "endLiveActivity",
    "observeLiveActivities", "registerWake", "reportIncomingCall", "crash", "hang", "exit",
]
Events: TypeAlias = "Event | Sequence[Event]"
Event: TypeAlias = "Mapping[str, Any]"
Actions: TypeAlias = "PerformedAction | Sequence[PerformedAction]"
PerformedAction: TypeAlias = "Action | ExtensionAction"
ExtensionAction: TypeAlias = (
    "ExtensionAction1 | ExtensionAction2 | ExtensionAction3 | ExtensionAction4 | ExtensionAction5 | ExtensionAction6 "
    "| ExtensionAction7 | ExtensionAction8 | ExtensionAction9 "
)
Action: TypeAlias = "Mapping[str, Any]"
Condition: TypeAlias = "AppCondition | RecordCondition | AllCondition | AnyCondition"
AppState: TypeAlias = Literal["notRunning", "inactive", "active", "background", "suspended", "terminated"]
RecordPattern: TypeAlias = "Mapping[str, Any]"
AppAction: TypeAlias = "Mapping[str, Any]"
BehaviorEntry: TypeAlias = "Mapping[str, Any]"
Advance: TypeAlias = "Advance1 | Advance2 | Advance3 | Advance4"
Profile: TypeAlias = Literal["documents", "ios12", "ios18", "ios26", "ios27", "simulator"]
DelegateMethod: TypeAlias = Literal[
    "application(_:willFinishLaunchingWithOptions:)", "application(_:didFinishLaunchingWithOptions:)",
    "applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)",
    "applicationWillEnterForeground(_:)", "applicationWillTerminate(_:)", "application(_:open:options:)",
    "application(_:willContinueUserActivityWithType:)", "application(_:continue:restorationHandler:)",
    "application(_:performActionFor:completionHandler:)", "application(_:configurationForConnecting:options:)",
    "application(_:didDiscardSceneSessions:)", "applicationProtectedDataWillBecomeUnavailable(_:)",
    "applicationProtectedDataDidBecomeAvailable(_:)", "applicationDidReceiveMemoryWarning(_:)",
    "applicationSignificantTimeChange(_:)", "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application(_:performFetchWithCompletionHandler:)",
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
    "application(_:shouldSaveSecureApplicationState:)", "application(_:willEncodeRestorableStateWith:)",
    "application(_:shouldRestoreSecureApplicationState:)",
    "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
    "application(_:didDecodeRestorableStateWith:)", "encodeRestorableState(with:)", "decodeRestorableState(with:)",
    "applicationFinishedRestoringState()", "viewWillDisappear(_:)", "viewDidDisappear(_:)", "viewWillAppear(_:)",
    "viewDidAppear(_:)", "scene(_:willConnectTo:options:)", "sceneDidDisconnect(_:)",
    "templateApplicationScene(_:didConnect:)", "templateApplicationScene(_:didDisconnectInterfaceController:)",
    "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
    "sceneWillEnterForeground(_:)", "scene(_:openURLContexts:)", "scene(_:willContinueUserActivityWithType:)",
    "scene(_:continue:)", "windowScene(_:performActionFor:completionHandler:)", "stateRestorationActivity(for:)",
    "scene(_:didUpdate:)", "userNotificationCenter(_:didReceive:withCompletionHandler:)",
    "userNotificationCenter(_:willPresent:withCompletionHandler:)",
    "urlSession(_:downloadTask:didFinishDownloadingTo:)", "urlSession(_:task:didCompleteWithError:)",
    "urlSessionDidFinishEvents(forBackgroundURLSession:)", "locationManager(_:didUpdateLocations:)",
    "locationManager(_:didEnterRegion:)", "centralManager(_:willRestoreState:)",
    "centralManager(_:didDiscover:advertisementData:rssi:)", "peripheralManager(_:willRestoreState:)",
    "peripheralManager(_:didReceiveRead:)", "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
    "provider(_:perform:)", "provider(_:didActivate:)", "provider(_:didDeactivate:)",
    "session(_:didReceiveMessage:)", "session(_:didReceiveUserInfo:)",
    "incomingPushResult(channelManager:channelUUID:pushPayload:)", "accessory(_:service:didUpdateValueFor:)",
]
ScenarioStep: TypeAlias = "Mapping[str, Any]"
ScenarioProperty: TypeAlias = "AlwaysProperty | NeverProperty | EventuallyProperty"
StateCondition: TypeAlias = (
    "AppStateCondition | DeviceStateCondition | NotStateCondition | AllStateCondition | AnyStateCondition "
)
Record: TypeAlias = (
    "InputRecord | ReturnedRecord | ProcessRecord | SceneRecord | CallbackRecord | NotificationRecord | "
    "AssertionRecord | VerdictRecord | MemoryRecord | DispatchRecord | ExitRecord | FindingRecord | SnapshotRecord | "
    "ActivityRecord | LogRecord "
)
ProcessChange: TypeAlias = Literal[
    "launch", "prewarmed", "activated", "deactivated", "leftScreen", "enteredScreen", "resumed", "noAssertionLeft",
    "suspendedBySystem", "ended",
]
LaunchReason: TypeAlias = Literal[
    "user", "url", "userActivity", "shortcut", "notification", "carPlay", "remoteNotification", "backgroundFetch",
    "backgroundTask", "urlSession", "location", "bluetooth", "voip", "prewarm", "healthKit", "watchConnectivity",
    "appIntent", "liveActivityToken", "pushToTalk", "homeKit", "systemWake", "notificationService",
]
SceneState: TypeAlias = Literal["unattached", "foregroundInactive", "foregroundActive", "background"]
CallbackName: TypeAlias = Literal[
    "application(_:willFinishLaunchingWithOptions:)", "application(_:didFinishLaunchingWithOptions:)",
    "applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)",
    "applicationWillEnterForeground(_:)", "applicationWillTerminate(_:)", "application(_:open:options:)",
    "application(_:willContinueUserActivityWithType:)", "application(_:continue:restorationHandler:)",
    "application(_:performActionFor:completionHandler:)", "application(_:configurationForConnecting:options:)",
    "application(_:didDiscardSceneSessions:)", "applicationProtectedDataWillBecomeUnavailable(_:)",
    "applicationProtectedDataDidBecomeAvailable(_:)", "applicationDidReceiveMemoryWarning(_:)",
    "applicationSignificantTimeChange(_:)", "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application(_:performFetchWithCompletionHandler:)",
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
    "application(_:shouldSaveSecureApplicationState:)", "application(_:willEncodeRestorableStateWith:)",
    "application(_:shouldRestoreSecureApplicationState:)",
    "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
    "application(_:didDecodeRestorableStateWith:)", "encodeRestorableState(with:)", "decodeRestorableState(with:)",
    "applicationFinishedRestoringState()", "viewWillDisappear(_:)", "viewDidDisappear(_:)", "viewWillAppear(_:)",
    "viewDidAppear(_:)", "scene(_:willConnectTo:options:)", "sceneDidDisconnect(_:)",
    "templateApplicationScene(_:didConnect:)", "templateApplicationScene(_:didDisconnectInterfaceController:)",
    "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
    "sceneWillEnterForeground(_:)", "scene(_:openURLContexts:)", "scene(_:willContinueUserActivityWithType:)",
    "scene(_:continue:)", "windowScene(_:performActionFor:completionHandler:)", "stateRestorationActivity(for:)",
    "scene(_:didUpdate:)", "userNotificationCenter(_:didReceive:withCompletionHandler:)",
    "userNotificationCenter(_:willPresent:withCompletionHandler:)",
    "urlSession(_:downloadTask:didFinishDownloadingTo:)", "urlSession(_:task:didCompleteWithError:)",
    "urlSessionDidFinishEvents(forBackgroundURLSession:)", "locationManager(_:didUpdateLocations:)",
    "locationManager(_:didEnterRegion:)", "centralManager(_:willRestoreState:)",
    "centralManager(_:didDiscover:advertisementData:rssi:)", "peripheralManager(_:willRestoreState:)",
    "peripheralManager(_:didReceiveRead:)", "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
    "provider(_:perform:)", "provider(_:didActivate:)", "provider(_:didDeactivate:)", "updateHandler",
    "pushTokenUpdates", "systemWakeHandler", "monitorEvents", "activityStateUpdates",
    "session(_:didReceiveMessage:)", "session(_:didReceiveUserInfo:)", "perform()",
    "incomingPushResult(channelManager:channelUUID:pushPayload:)", "accessory(_:service:didUpdateValueFor:)",
    "didReceive(_:withContentHandler:)", "serviceExtensionTimeWillExpire()", "expirationHandler", "launchHandler",
    "taskExpirationHandler", "alarmHandler", "preMain", "main", "UIApplicationMain", "mainInterface",
]
CallbackReceiver: TypeAlias = Literal[
    "appDelegate", "sceneDelegate", "notificationCenterDelegate", "taskHandler", "sessionDelegate",
    "locationManager", "bluetoothManager", "pushRegistry", "callProvider", "viewController", "frameworkDelegate",
    "frameworkHandler", "timer", "launchStep", "notificationServiceExtension",
]
NotificationName: TypeAlias = Literal[
    "UIApplication.didFinishLaunchingNotification", "UIApplication.didBecomeActiveNotification",
    "UIApplication.willResignActiveNotification", "UIApplication.didEnterBackgroundNotification",
    "UIApplication.willEnterForegroundNotification", "UIApplication.willTerminateNotification",
    "UIApplication.protectedDataWillBecomeUnavailableNotification",
    "UIApplication.protectedDataDidBecomeAvailableNotification",
    "UIApplication.didReceiveMemoryWarningNotification", "UIApplication.significantTimeChangeNotification",
    "UIApplication.backgroundRefreshStatusDidChangeNotification", "NSLocale.currentLocaleDidChangeNotification",
    "UIDevice.orientationDidChangeNotification", "UIDevice.batteryLevelDidChangeNotification",
    "UIDevice.batteryStateDidChangeNotification", "ProcessInfo.thermalStateDidChangeNotification",
    "NSProcessInfoPowerStateDidChange", "UserDefaults.didChangeNotification",
    "AVAudioSession.interruptionNotification", "UIScene.willConnectNotification",
    "UIScene.didDisconnectNotification", "UIScene.didActivateNotification", "UIScene.willDeactivateNotification",
    "UIScene.didEnterBackgroundNotification", "UIScene.willEnterForegroundNotification",
]
AssertionKind: TypeAlias = Literal[
    "transition", "backgroundTask", "remoteNotification", "backgroundFetch", "backgroundTaskScheduler",
    "urlSessionEvents", "audio", "audioInterruption", "location", "bluetooth", "voip", "voipCall",
    "nearbyInteraction", "systemWake",
]
VerdictSubject: TypeAlias = Literal[
    "push", "taskRequest", "fetch", "transfer", "location", "bluetooth", "voip", "sceneSession", "backgroundTask",
    "stateRestoration", "activity", "permission", "completionHandler", "wake", "liveActivity", "notificationService",
]
VerdictName: TypeAlias = Literal[
    "shown", "delivered", "held", "replaced", "throttled", "dropped", "accepted", "refused", "launched",
    "completed", "failed", "expired", "cancelled", "performed", "started", "finished",
]
VerdictReason: TypeAlias = Literal[
    "malformed", "expired", "forceQuit", "missingBackgroundMode", "backgroundRefreshOff", "notRegistered",
    "noNetwork", "beforeFirstUnlock", "lowPowerMode", "hourlyBudgetSpent", "replacedByBackgroundTasks",
    "notPermitted", "tooManyPendingTaskRequests", "unavailable", "processNotRunning", "notMonitoring", "appRemoved",
    "callInProgress", "replaced", "byTheApp", "multipleScenesNotSupported", "unknownSession", "tooManyScenes",
    "appNotInFront", "unknownTask", "tooManyActivities", "crashAtLaunch", "suspended", "terminating", "lowPriority",
    "notInForeground", "notCompleted", "tooManyTransfers", "tooManyRegisteredTasks", "tooManyWaiting",
    "resumeRateLimiter", "immediateRunIneligible", "byTheUser", "noProgress", "notRenewed", "visibility",
    "unknownActivity", "notMutable", "noAlert", "extensionBusy", "alertStored", "unsupported", "identifierInUse",
    "poweredOff", "collapsed", "unsupportedPushType", "normal", "memoryPressure", "memoryResourceLimit",
    "appWatchdog", "backgroundTaskAssertionTimeout", "backgroundFetchTimeout", "backgroundURLSessionTimeout",
    "suspendedWithLockedFile", "cpuResourceLimit", "thermal", "voipNotReported", "tooManyBackgroundTasks",
    "longIdleExit", "abnormal", "badAccess", "busError", "illegalInstruction", "breakpoint", "diskSpace",
    "permissionChanged", "languageChanged", "backgroundRendering", "system", "simulatorHost", "exitsOnSuspend",
    "appUpdate", "reboot", "osUpgrade",
]
ExitReason: TypeAlias = Literal[
    "normal", "userForceQuit", "memoryPressure", "memoryResourceLimit", "appWatchdog",
    "backgroundTaskAssertionTimeout", "backgroundFetchTimeout", "backgroundURLSessionTimeout",
    "suspendedWithLockedFile", "cpuResourceLimit", "thermal", "voipNotReported", "tooManyBackgroundTasks",
    "longIdleExit", "abnormal", "badAccess", "busError", "illegalInstruction", "breakpoint", "diskSpace",
    "permissionChanged", "languageChanged", "backgroundRendering", "system", "simulatorHost", "exitsOnSuspend",
    "appUpdate", "appRemoved", "reboot", "osUpgrade",
]
FindingCode: TypeAlias = Literal[
    "dataLoss", "dataAtRisk", "savesOnlyInWillTerminate", "slowDidEnterBackground", "slowLaunch",
    "slowResignActive", "mainThreadBlocked", "backgroundTaskLeaked", "backgroundTaskWithoutExpirationHandler",
    "expirationHandlerDoesNotEndTask", "endedOnlyByExpiration", "keptMemoryInBackground",
    "noResponseToMemoryWarning", "completionHandlerMissing", "fileLockHeldAtSuspend", "workWhileInactive",
    "gameResumedByItself", "relianceOnTimerWhileSuspended", "sensitiveContentInSnapshot", "sceneStateLost",
    "backgroundModeUnused", "silentPushBudgetExceeded", "sceneLifecycleNotAdopted", "excessiveProcessorUse",
    "transferDelayed", "continuedTaskStalled", "delegateMethodNeverCalled", "locationSessionLost",
    "liveActivityOrphaned", "contentHandlerNotCalled", "extensionMemoryExceeded", "wakeNotHeard",
]
Severity: TypeAlias = Literal["note", "warning", "error"]
ForeseenRecord: TypeAlias = "Mapping[str, Any]"
AdvanceStop: TypeAlias = Literal["reached", "condition", "idle", "timeout", "limit", "records", "callback"]
BatchVerdict: TypeAlias = "BatchVerdict1 | BatchVerdict2"
PendingCallbackName: TypeAlias = Literal[
    "application(_:willFinishLaunchingWithOptions:)", "application(_:didFinishLaunchingWithOptions:)",
    "applicationDidBecomeActive(_:)", "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)",
    "applicationWillEnterForeground(_:)", "applicationWillTerminate(_:)", "application(_:open:options:)",
    "application(_:willContinueUserActivityWithType:)", "application(_:continue:restorationHandler:)",
    "application(_:performActionFor:completionHandler:)", "application(_:configurationForConnecting:options:)",
    "application(_:didDiscardSceneSessions:)", "applicationProtectedDataWillBecomeUnavailable(_:)",
    "applicationProtectedDataDidBecomeAvailable(_:)", "applicationDidReceiveMemoryWarning(_:)",
    "applicationSignificantTimeChange(_:)", "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application(_:performFetchWithCompletionHandler:)",
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
    "application(_:shouldSaveSecureApplicationState:)", "application(_:willEncodeRestorableStateWith:)",
    "application(_:shouldRestoreSecureApplicationState:)",
    "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
    "application(_:didDecodeRestorableStateWith:)", "encodeRestorableState(with:)", "decodeRestorableState(with:)",
    "applicationFinishedRestoringState()", "viewWillDisappear(_:)", "viewDidDisappear(_:)", "viewWillAppear(_:)",
    "viewDidAppear(_:)", "scene(_:willConnectTo:options:)", "sceneDidDisconnect(_:)",
    "templateApplicationScene(_:didConnect:)", "templateApplicationScene(_:didDisconnectInterfaceController:)",
    "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
    "sceneWillEnterForeground(_:)", "scene(_:openURLContexts:)", "scene(_:willContinueUserActivityWithType:)",
    "scene(_:continue:)", "windowScene(_:performActionFor:completionHandler:)", "stateRestorationActivity(for:)",
    "scene(_:didUpdate:)", "userNotificationCenter(_:didReceive:withCompletionHandler:)",
    "userNotificationCenter(_:willPresent:withCompletionHandler:)",
    "urlSession(_:downloadTask:didFinishDownloadingTo:)", "urlSession(_:task:didCompleteWithError:)",
    "urlSessionDidFinishEvents(forBackgroundURLSession:)", "locationManager(_:didUpdateLocations:)",
    "locationManager(_:didEnterRegion:)", "centralManager(_:willRestoreState:)",
    "centralManager(_:didDiscover:advertisementData:rssi:)", "peripheralManager(_:willRestoreState:)",
    "peripheralManager(_:didReceiveRead:)", "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
    "provider(_:perform:)", "provider(_:didActivate:)", "provider(_:didDeactivate:)", "updateHandler",
    "pushTokenUpdates", "systemWakeHandler", "monitorEvents", "activityStateUpdates",
    "session(_:didReceiveMessage:)", "session(_:didReceiveUserInfo:)", "perform()",
    "incomingPushResult(channelManager:channelUUID:pushPayload:)", "accessory(_:service:didUpdateValueFor:)",
    "didReceive(_:withContentHandler:)", "serviceExtensionTimeWillExpire()", "expirationHandler", "launchHandler",
    "taskExpirationHandler", "alarmHandler", "preMain", "main", "UIApplicationMain", "mainInterface",
    "UIApplication.didFinishLaunchingNotification", "UIApplication.didBecomeActiveNotification",
    "UIApplication.willResignActiveNotification", "UIApplication.didEnterBackgroundNotification",
    "UIApplication.willEnterForegroundNotification", "UIApplication.willTerminateNotification",
    "UIApplication.protectedDataWillBecomeUnavailableNotification",
    "UIApplication.protectedDataDidBecomeAvailableNotification",
    "UIApplication.didReceiveMemoryWarningNotification", "UIApplication.significantTimeChangeNotification",
    "UIApplication.backgroundRefreshStatusDidChangeNotification", "NSLocale.currentLocaleDidChangeNotification",
    "UIDevice.orientationDidChangeNotification", "UIDevice.batteryLevelDidChangeNotification",
    "UIDevice.batteryStateDidChangeNotification", "ProcessInfo.thermalStateDidChangeNotification",
    "NSProcessInfoPowerStateDidChange", "UserDefaults.didChangeNotification",
    "AVAudioSession.interruptionNotification", "UIScene.willConnectNotification",
    "UIScene.didDisconnectNotification", "UIScene.didActivateNotification", "UIScene.willDeactivateNotification",
    "UIScene.didEnterBackgroundNotification", "UIScene.willEnterForegroundNotification",
]
PendingCallbackReceiver: TypeAlias = Literal[
    "appDelegate", "sceneDelegate", "notificationCenterDelegate", "taskHandler", "sessionDelegate",
    "locationManager", "bluetoothManager", "pushRegistry", "callProvider", "viewController", "frameworkDelegate",
    "frameworkHandler", "timer", "launchStep", "notificationServiceExtension", "observer",
]
RuleKey: TypeAlias = Literal[
    "scenesAvailable", "didEnterBackgroundLimitSeconds", "sceneUpdateLimitSeconds", "launchLimitSeconds",
    "willTerminateLimitSeconds", "suspendDelaySeconds", "homeTransitionSeconds", "backgroundTaskAllowanceSeconds",
    "backgroundTaskAllowanceWhenWokenSeconds", "backgroundTaskWarningSeconds", "maximumBackgroundTasks",
    "remoteNotificationLimitSeconds", "backgroundFetchLimitSeconds", "appRefreshTaskLimitSeconds",
    "urlSessionEventsLimitSeconds", "processingTaskLimitSeconds", "taskExpirationGraceSeconds",
    "continuedProcessingTaskLimitSeconds", "continuedProcessingStallSeconds",
    "continuedProcessingFirstStallSeconds", "concurrentContinuedProcessingTasks", "locationWakeSeconds",
    "locationSessionRenewalSeconds", "bluetoothWakeSeconds", "systemWakeSeconds", "appIntentLimitSeconds",
    "notificationServiceLimitSeconds", "notificationServiceMemoryLimitMebibytes", "notificationServiceIdleSeconds",
    "notificationServiceExpirationSeconds", "liveActivityLimitSeconds", "liveActivitiesPerApp",
    "voipReportLimitSeconds", "backgroundPushesPerHour", "pushPayloadLimitBytes", "voipPushPayloadLimitBytes",
    "pushesStoredPerApp", "pushStoreLimitSeconds", "memoryWarningFraction", "memoryCriticalFraction",
    "processMemoryLimitFraction", "processMemoryWarningFraction", "iPhone1GBProcessLimitMebibytes",
    "iPhone2GBProcessLimitMebibytes", "iPhone3GBProcessLimitMebibytes", "iPhone4GBProcessLimitMebibytes",
    "iPad2GBProcessLimitMebibytes", "iPad3GBProcessLimitMebibytes", "iPad4GBProcessLimitMebibytes",
    "iPad6GBProcessLimitMebibytes", "increasedProcessMemoryLimitFraction", "firstTransferDelaySeconds",
    "backgroundProcessorLimitSeconds", "backgroundProcessorWindowSeconds", "longIdleExitSeconds",
    "idleAfterSeconds", "documentedDidEnterBackgroundSeconds", "slowLaunchSeconds", "slowResignActiveSeconds",
    "sizeableFootprintMegabytes", "backgroundLaunchCallsDidEnterBackground",
    "sceneWillEnterForegroundOnFirstLaunch", "coldNotificationAfterDidBecomeActive", "forceQuitSceneOrder",
    "notificationCenterReactivates", "lockReactivates", "ownAlertDeactivates", "jetsamOrder", "foregroundLast",
    "jsboxEvents", "forceQuitCallsWillTerminate", "systemTerminationCallsWillTerminate",
    "backgroundTaskTimeoutCode", "voipNotReportedEnds", "exitsOnSuspendHonoured", "backgroundLaunchConnectsScene",
    "backgroundLaunchBeforeFirstUnlock", "processingTaskAfterForceQuit", "locationRelaunchAfterForceQuit",
    "healthKitLaunchesAfterForceQuit", "liveActivityTokenLaunchesAfterForceQuit",
    "pushToTalkLaunchesAfterForceQuit", "liveActivityNeedsActiveScene", "pushNeedsRegistration", "schedulerPolicy",
    "watchdogsEnabled", "debuggerAttached", "prewarmingAvailable", "reportedCallNeedsBackgroundMode",
    "videoCallAsksToUnlock", "continuedProcessingAvailable", "submitNeedsRegistration", "jetsamEnabled",
    "scenesRequired", "sceneAdoptionNotice", "backgroundTransfersAreDiscretionary",
    "continuedProcessingGPUAvailable", "iPhoneBatteryMilliwattHours", "iPadBatteryMilliwattHours",
    "iPhoneScreenMilliwatts", "iPadScreenMilliwatts", "processorMilliwatts", "processorCores", "wakeUpMillijoules",
    "networkMillijoulesPerMegabyte", "audioMilliwatts", "locationMilliwatts", "bluetoothMilliwatts",
    "handlerProcessorShare", "timerProcessorShare", "animationProcessorShare", "videoProcessorShare",
    "gameProcessorShare", "requestProcessorShare", "queueProcessorShare", "renderingProcessorShare",
]
InfoPlist: TypeAlias = "Mapping[str, Any]"
NoFields: TypeAlias = "Mapping[str, Any]"
ProblemCode: TypeAlias = Literal[
    "malformed-request", "malformed-host", "expectation-failed", "unsupported-transfer-coding", "malformed-body",
    "unsupported-media-type", "not-acceptable", "too-large", "too-complex", "unknown-field", "invalid-value",
    "missing-field", "unknown-event", "unknown-action", "unknown-rule", "not-explorable", "idempotency-key-reused",
    "unknown-path", "method-not-allowed", "unknown-device", "unknown-app", "unknown-process", "unknown-scene",
    "unknown-callback", "unknown-profile", "unknown-report", "unknown-push", "unknown-key", "unknown-webhook",
    "unknown-exploration", "records-evicted", "unknown-play", "device-exists", "device-locked", "device-set-aside",
    "not-possible-now", "process-not-running", "process-suspended", "multiple-scenes-not-supported",
    "limit-reached", "too-many-devices", "answer-not-kept", "precondition-failed", "unauthorized",
    "read-only-token", "cross-site", "host-not-allowed", "overloaded", "journal-unavailable", "outcome-unknown",
    "owner-unavailable", "not-owner", "not-ready", "client-closed-request", "internal",
]


class ExtensionAction1(TypedDict):
    """A part of `ExtensionAction1`."""
    action: "Literal['work']"
    """Which action it is."""
    cpuSeconds: "float"
    """How much processor time."""
    extension: "Literal['notificationService']"
    """The extension of the app whose code does it."""


class ExtensionAction2(TypedDict):
    """A part of `ExtensionAction2`."""
    action: "Literal['log']"
    """Which action it is."""
    message: "str"
    """What it says."""
    extension: "Literal['notificationService']"
    """The extension of the app whose code does it."""


class ExtensionAction3(TypedDict):
    """A part of `ExtensionAction3`."""
    action: "Literal['allocate']"
    """Which action it is."""
    bytes: "int"
    """How many bytes."""
    extension: "Literal['notificationService']"
    """The extension of the app whose code does it."""


class ExtensionAction4(TypedDict):
    """A part of `ExtensionAction4`."""
    action: "Literal['free']"
    """Which action it is."""
    bytes: "int"
    """How many bytes."""
    extension: "Literal['notificationService']"
    """The extension of the app whose code does it."""


class ExtensionAction5(TypedDict):
    """A part of `ExtensionAction5`."""
    action: "Literal['holdFileLock']"
    """Which action it is."""
    extension: "Literal['notificationService']"
    """The extension of the app whose code does it."""


class ExtensionAction6(TypedDict):
    """A part of `ExtensionAction6`."""
    action: "Literal['releaseFileLock']"
    """Which action it is."""
    extension: "Literal['notificationService']"
    """The extension of the app whose code does it."""


class ExtensionAction7(TypedDict):
    """A part of `ExtensionAction7`."""
    action: "Literal['crash']"
    """Which action it is."""
    exception: "Literal['abort', 'badAccess', 'busError', 'illegalInstruction', 'breakpoint']"
    """How the code fails."""
    extension: "Literal['notificationService']"
    """The extension of the app whose code does it."""


class ExtensionAction8(TypedDict):
    """A part of `ExtensionAction8`."""
    action: "Literal['hang']"
    """Which action it is."""
    extension: "Literal['notificationService']"
    """The extension of the app whose code does it."""


class ExtensionAction9(TypedDict):
    """A part of `ExtensionAction9`."""
    action: "Literal['exit']"
    """Which action it is."""
    extension: "Literal['notificationService']"
    """The extension of the app whose code does it."""


class AppConditionApp(TypedDict):
    """An app is in a state."""
    bundleID: "str"
    """The app."""
    state: "AppState"
    """The state."""


class AppCondition(TypedDict):
    """An app is in a state."""
    app: "AppConditionApp"
    """An app is in a state."""


class RecordCondition(TypedDict):
    """There is a record."""
    record: "RecordPattern"
    """There is a record that has these fields, deeply."""


class AllCondition(TypedDict):
    """Several conditions are met."""
    all: "Sequence[Condition]"
    """All of these are met."""


class AnyCondition(TypedDict):
    """One of several conditions is met."""
    any: "Sequence[Condition]"
    """One of these is met."""


class Completion(TypedDict):
    """How a handler returns."""
    actions: "NotRequired[Sequence[Action] | None]"
    """What the handler does before it returns."""
    returns: "NotRequired[Any]"
    """What the handler returns."""


class Wait(TypedDict):
    """What is waited for, and how long."""
    until: "Condition"
    """The condition."""
    after: "NotRequired[int | None]"
    """Only records after this sequence count; only new ones unless given."""
    timeoutSeconds: "NotRequired[float | None]"
    """How long to wait; 10 unless given."""


class Advance1(TypedDict):
    """A part of `Advance1`."""
    seconds: "float"
    """By so much."""
    before: "NotRequired[bool | None]"
    """Whether what is due at the end does not happen yet; false unless given."""
    stopAtCallbacks: "NotRequired[bool | None]"
    """Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the
    rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless
    given."""


class Advance2(TypedDict):
    """A part of `Advance2`."""
    to: "str"
    """Up to this instant."""
    stopAtCallbacks: "NotRequired[bool | None]"
    """Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the
    rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless
    given."""


class Advance3(TypedDict):
    """A part of `Advance3`."""
    untilIdle: "Literal[True]"
    """Until nothing is due."""
    limitSeconds: "NotRequired[float | None]"
    """At most so much; a day unless given."""
    stopAtCallbacks: "NotRequired[bool | None]"
    """Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the
    rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless
    given."""


class Advance4(TypedDict):
    """A part of `Advance4`."""
    until: "Condition"
    """The condition."""
    limitSeconds: "NotRequired[float | None]"
    """At most so much; a day unless given."""
    stopAtCallbacks: "NotRequired[bool | None]"
    """Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the
    rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless
    given."""


class ForkRequest(TypedDict):
    """Which copy of a device is wanted; every field has a default."""
    id: "NotRequired[str | None]"
    """The device's id; made up unless given."""
    at: "NotRequired[int | None]"
    """The sequence up to which the copy has lived; the present one unless given."""


class ClockChange(TypedDict):
    """How a clock is to run; what is not given stays as it is."""
    mode: "NotRequired[Literal['manual', 'realtime', 'scaled'] | None]"
    """Whether it runs in real time, by a rate, or is moved by hand."""
    rate: "NotRequired[float | None]"
    """Simulated seconds a real second, of a scaled clock."""
    paused: "NotRequired[bool | None]"
    """Whether it stands still."""


class NewDeviceRules(TypedDict):
    """A part of `NewDeviceRules`."""
    profile: "NotRequired[Profile | None]"
    """The profile."""
    overrides: "NotRequired[RuleOverrides | None]"
    """What differs from it."""


class NewDeviceClock(TypedDict):
    """A part of `NewDeviceClock`."""
    mode: "NotRequired[Literal['manual', 'realtime', 'scaled'] | None]"
    """Whether it runs in real time, by a rate, or is moved by hand."""
    rate: "NotRequired[float | None]"
    """Simulated seconds a real second, of a scaled clock."""
    paused: "NotRequired[bool | None]"
    """Whether it stands still."""
    startsAt: "NotRequired[str | None]"
    """What it shows first."""


class NewDevice(TypedDict):
    """What a device is made with; every field has a default."""
    id: "NotRequired[str | None]"
    """The device's id; made up unless given."""
    rules: "NotRequired[Literal['documents', 'ios12', 'ios18', 'ios26', 'ios27', 'simulator'] | NewDeviceRules | None]"
    """A profile's name, or a profile and what differs from it."""
    model: "NotRequired[Literal['iPhone', 'iPad'] | None]"
    """What kind of device it is."""
    memoryBytes: "NotRequired[int | None]"
    """How much memory the device has."""
    passcode: "NotRequired[bool | None]"
    """Whether it has a passcode, so that files are protected while it is locked."""
    seed: "NotRequired[int | None]"
    """What chance is drawn from."""
    clock: "NotRequired[NewDeviceClock | None]"
    """The clock."""
    labels: "NotRequired[Mapping[str, str] | None]"
    """Names and values by which devices are found and deleted."""
    expiresAfterSeconds: "NotRequired[float | None]"
    """After how long in real time the device is removed, if nothing asks for it."""
    apps: "NotRequired[Sequence[NewApp] | None]"
    """The apps to install."""


class NewAppResponders(TypedDict):
    """A part of `NewAppResponders`."""
    name: "str"
    """The name."""
    parent: "NotRequired[str | None]"
    """The next responder."""
    handles: "NotRequired[Sequence[str] | None]"
    """The kinds of events that it handles."""


class NewAppNotificationService(TypedDict):
    """A part of `NewAppNotificationService`."""
    name: "NotRequired[str | None]"
    """The name."""
    footprintBytes: "NotRequired[int | None]"
    """How much memory it takes when it starts."""
    behavior: "NotRequired[Mapping[str, Sequence[BehaviorEntry]] | None]"
    """What its handlers do, by Apple's names of them; an attached app's harness completes the others."""


class NewApp(TypedDict):
    """An app to be installed."""
    bundleID: "str"
    """The app."""
    footprintBytes: "NotRequired[int | None]"
    """How much memory it takes when it starts."""
    name: "NotRequired[str | None]"
    """The name."""
    version: "NotRequired[str | None]"
    """The version."""
    lifecycle: "NotRequired[Literal['appDelegate', 'scenes'] | None]"
    """Whether it has scenes; its Info.plist says so unless given."""
    driver: "NotRequired[Literal['simulated', 'attached'] | None]"
    """Whether its behaviour is declared, or a harness plays it."""
    infoPlist: "NotRequired[InfoPlist | None]"
    """Its Info.plist; keys that the model does not use are kept, and named in the answer."""
    entitlements: "NotRequired[Mapping[str, Any] | None]"
    """Its entitlements, as its signature has them; those that the model does not use are kept."""
    purgeableBytes: "NotRequired[int | None]"
    """How much of that can be purged."""
    responders: "NotRequired[Sequence[NewAppResponders] | None]"
    """Its own responders, which hang on one another and on the chain that every app has."""
    behavior: "NotRequired[Mapping[str, Sequence[BehaviorEntry]] | None]"
    """What its handlers do, by Apple's names of them; an attached app's harness completes the others."""
    delegateImplements: "NotRequired[Sequence[DelegateMethod] | None]"
    """The delegate methods that the app implements; all unless given. No other is called."""
    hearsNotifications: "NotRequired[bool | None]"
    """Whether notifications of an attached app wait for its harness, as callbacks do."""
    notificationService: "NotRequired[NewAppNotificationService | None]"
    """Its notification service extension, which may change a push with `mutable-content`."""


class InstalledAppResponders(TypedDict):
    """A part of `InstalledAppResponders`."""
    name: "str"
    """The name."""
    parent: "NotRequired[str | None]"
    """The next responder."""
    handles: "NotRequired[Sequence[str] | None]"
    """The kinds of events that it handles."""


class InstalledAppNotificationService(TypedDict):
    """A part of `InstalledAppNotificationService`."""
    name: "NotRequired[str | None]"
    """The name."""
    footprintBytes: "NotRequired[int | None]"
    """How much memory it takes when it starts."""
    behavior: "NotRequired[Mapping[str, Sequence[BehaviorEntry]] | None]"
    """What its handlers do, by Apple's names of them; an attached app's harness completes the others."""


class InstalledApp(TypedDict):
    """An app to be installed under the name in the path."""
    bundleID: "NotRequired[str | None]"
    """The app."""
    footprintBytes: "NotRequired[int | None]"
    """How much memory it takes when it starts."""
    name: "NotRequired[str | None]"
    """The name."""
    version: "NotRequired[str | None]"
    """The version."""
    lifecycle: "NotRequired[Literal['appDelegate', 'scenes'] | None]"
    """Whether it has scenes; its Info.plist says so unless given."""
    driver: "NotRequired[Literal['simulated', 'attached'] | None]"
    """Whether its behaviour is declared, or a harness plays it."""
    infoPlist: "NotRequired[InfoPlist | None]"
    """Its Info.plist; keys that the model does not use are kept, and named in the answer."""
    entitlements: "NotRequired[Mapping[str, Any] | None]"
    """Its entitlements, as its signature has them; those that the model does not use are kept."""
    purgeableBytes: "NotRequired[int | None]"
    """How much of that can be purged."""
    responders: "NotRequired[Sequence[InstalledAppResponders] | None]"
    """Its own responders, which hang on one another and on the chain that every app has."""
    behavior: "NotRequired[Mapping[str, Sequence[BehaviorEntry]] | None]"
    """What its handlers do, by Apple's names of them; an attached app's harness completes the others."""
    delegateImplements: "NotRequired[Sequence[DelegateMethod] | None]"
    """The delegate methods that the app implements; all unless given. No other is called."""
    hearsNotifications: "NotRequired[bool | None]"
    """Whether notifications of an attached app wait for its harness, as callbacks do."""
    notificationService: "NotRequired[InstalledAppNotificationService | None]"
    """Its notification service extension, which may change a push with `mutable-content`."""


class BatchLine(TypedDict):
    """One line of a batch."""
    device: "str"
    """The device."""
    event: "Event"
    """What happens to it."""


class Scenario(TypedDict):
    """A specification: a device, apps, and steps that each do one thing and may check what it caused."""
    scenario: "str"
    """The scenario's name."""
    about: "NotRequired[str | None]"
    """What it shows."""
    source: "NotRequired[str | None]"
    """Where the behaviour is known from."""
    tags: "NotRequired[Sequence[str] | None]"
    """What it is chosen by when only some scenarios are run."""
    device: "NotRequired[Mapping[str, Any]]"
    """A device as in `NewDevice`, but without apps; its clock is manual by default."""
    apps: "NotRequired[Sequence[NewApp] | None]"
    """The apps to install."""
    properties: "NotRequired[Sequence[ScenarioProperty] | None]"
    """What must hold over all steps."""
    steps: "Sequence[ScenarioStep]"
    """The steps, in order."""
    variables: "NotRequired[Mapping[str, str | float | bool] | None | None]"
    """What `$(name)` stands for in the other fields, by name."""
    include: "NotRequired[None]"
    """Files, which only `greenroom test` can include."""


AlwaysProperty = TypedDict("AlwaysProperty", {
    "name": "str",
    "always": "StateCondition",
    "while": "NotRequired[StateCondition | None]",
    "severity": "NotRequired[Literal['note', 'warning', 'error'] | None]",
    "expect": "NotRequired[Literal['holds', 'broken'] | None]",
})


class NeverProperty(TypedDict):
    """Records do not come."""
    name: "str"
    """Its name."""
    never: "RecordPattern | Sequence[RecordPattern]"
    """Records none of which comes."""
    after: "NotRequired[RecordPattern | None]"
    """Only between a record like this..."""
    until: "NotRequired[RecordPattern | None]"
    """... and one like this."""
    severity: "NotRequired[Literal['note', 'warning', 'error'] | None]"
    """How bad it is; error unless given."""
    expect: "NotRequired[Literal['holds', 'broken'] | None]"
    """Whether it must hold, or be broken."""


class EventuallyProperty(TypedDict):
    """A record is followed by another in time."""
    name: "str"
    """Its name."""
    after: "RecordPattern"
    """After each record like this..."""
    eventually: "RecordPattern"
    """... one like this comes..."""
    within: "float"
    """... within so many seconds..."""
    unless: "NotRequired[RecordPattern | Sequence[RecordPattern] | None]"
    """... unless one of these comes first."""
    severity: "NotRequired[Literal['note', 'warning', 'error'] | None]"
    """How bad it is; error unless given."""
    expect: "NotRequired[Literal['holds', 'broken'] | None]"
    """Whether it must hold, or be broken."""


class AppStateConditionApp(TypedDict):
    """About an app."""
    bundleID: "str"
    """The app."""
    state: "NotRequired[AppState | None]"
    """Its state."""
    unsavedChanges: "NotRequired[int | None]"
    """How many changes are not saved."""
    forceQuit: "NotRequired[bool | None]"
    """Whether the user has force-quit it."""


class AppStateCondition(TypedDict):
    """About an app."""
    app: "AppStateConditionApp"
    """About an app."""


class DeviceStateConditionDevice(TypedDict):
    """About the device."""
    isLocked: "NotRequired[bool | None]"
    """Whether it is locked."""
    isOn: "NotRequired[bool | None]"
    """Whether it is switched on."""
    appsInFront: "NotRequired[Sequence[str] | None]"
    """The apps with a window on screen."""


class DeviceStateCondition(TypedDict):
    """About the device."""
    device: "DeviceStateConditionDevice"
    """About the device."""


NotStateCondition = TypedDict("NotStateCondition", {
    "not": "StateCondition",
})


class AllStateCondition(TypedDict):
    """Several conditions hold."""
    all: "Sequence[StateCondition]"
    """Several conditions hold."""


class AnyStateCondition(TypedDict):
    """One of several conditions holds."""
    any: "Sequence[StateCondition]"
    """One of several conditions holds."""


class InputRecordCompletion(TypedDict):
    """How an attached app returned from a callback."""
    bundleID: "str"
    """The app."""
    callback: "int"
    """The record of the callback."""
    actions: "list[Action]"
    """What the handler did before it returned."""
    returns: "NotRequired[Any]"
    """What it returned."""


class InputRecordUninstall(TypedDict):
    """What was uninstalled."""
    bundleID: "str"
    """The app."""


class InputRecord(TypedDict):
    """An input was applied."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['input']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    event: "NotRequired[Event]"
    """What the user or the system did."""
    action: "NotRequired[AppAction]"
    """What the app's code did."""
    completion: "NotRequired[InputRecordCompletion]"
    """How an attached app returned from a callback."""
    install: "NotRequired[NewApp]"
    """What was installed."""
    uninstall: "NotRequired[InputRecordUninstall]"
    """What was uninstalled."""
    clock: "NotRequired[ClockChange]"
    """How the clock was changed."""
    advance: "NotRequired[Advance]"
    """How far time was moved."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class ReturnedRecord(TypedDict):
    """A handler returned."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['returned']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    callback: "int"
    """The record of the callback."""
    tookSeconds: "float"
    """How long the handler took."""
    result: "NotRequired[Any]"
    """What it returned."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class ProcessRecordLaunchSteps(TypedDict):
    """A part of `ProcessRecordLaunchSteps`."""
    name: "Literal['preMain', 'main', 'UIApplicationMain', 'mainInterface']"
    """The step."""
    tookSeconds: "NotRequired[float]"
    """How long the code declared for it takes; missing where a program outside plays it."""


ProcessRecord = TypedDict("ProcessRecord", {
    "sequence": "int",
    "time": "str",
    "kind": "Literal['process']",
    "bundleID": "NotRequired[str]",
    "pid": "NotRequired[int]",
    "extension": "NotRequired[Literal['notificationService']]",
    "sceneID": "NotRequired[str]",
    "cause": "int",
    "from": "AppState",
    "to": "AppState",
    "why": "ProcessChange",
    "launchReason": "NotRequired[LaunchReason]",
    "coldLaunch": "NotRequired[bool]",
    "launchSteps": "NotRequired[list[ProcessRecordLaunchSteps]]",
    "vocabulary": "NotRequired[dict[str, list[str]]]",
})


SceneRecord = TypedDict("SceneRecord", {
    "sequence": "int",
    "time": "str",
    "kind": "Literal['scene']",
    "bundleID": "NotRequired[str]",
    "pid": "NotRequired[int]",
    "extension": "NotRequired[Literal['notificationService']]",
    "sceneID": "NotRequired[str]",
    "cause": "int",
    "from": "SceneState",
    "to": "SceneState",
    "vocabulary": "NotRequired[dict[str, list[str]]]",
})


class CallbackRecord(TypedDict):
    """The system called a method or a handler of the app."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['callback']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    name: "CallbackName"
    """The method or handler, by Apple's name."""
    receiver: "CallbackReceiver"
    """Whose method it is."""
    applicationState: "AppState"
    """`UIApplication.applicationState` inside it."""
    arguments: "dict[str, Any]"
    """What it is given, by name."""
    limitSeconds: "NotRequired[float]"
    """The time it has until a watchdog ends the process."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class NotificationRecord(TypedDict):
    """A notification was posted to the app."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['notification']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    name: "NotificationName"
    """The notification, by Apple's name."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class AssertionRecord(TypedDict):
    """What keeps a process running in the background was acquired or ended."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['assertion']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    assertion: "AssertionKind"
    """The kind of assertion."""
    change: "Literal['acquired', 'warned', 'released', 'expired']"
    """What happened to it."""
    number: "NotRequired[int]"
    """The number of the background task, by which it can be ended."""
    name: "NotRequired[str]"
    """Its name among assertions of its kind."""
    remainingSeconds: "NotRequired[float]"
    """How long it lasts if nothing ends it before."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class VerdictRecord(TypedDict):
    """The system decided about something that it was asked or given."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['verdict']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    subject: "VerdictSubject"
    """What was decided about."""
    verdict: "VerdictName"
    """The decision."""
    why: "NotRequired[VerdictReason]"
    """The reason."""
    identifier: "NotRequired[str]"
    """Its identifier among verdicts on its subject."""
    apnsID: "NotRequired[str]"
    """The header `apns-id` of the push."""
    detail: "NotRequired[str]"
    """What more there is to say, for people."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class MemoryRecord(TypedDict):
    """The device is shorter of memory than before, or less short."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['memory']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    level: "Literal['normal', 'warning', 'critical']"
    """How short memory is."""
    availableBytes: "int"
    """How much is available."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class DispatchRecord(TypedDict):
    """An event of the user went along the responder chain."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['dispatch']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    target: "str"
    """The responder that was meant."""
    asked: "list[str]"
    """Those that were asked, in order; none for a touch while the app is not active, and none for remote control
    while it neither is active nor plays."""
    handledBy: "NotRequired[str]"
    """The one that handled it."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class ExitRecordCallbackInFlight(TypedDict):
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""
    sequence: "int"
    """The sequence of its record."""
    name: "str"
    """Its name, as Apple spells it."""


class ExitRecord(TypedDict):
    """A process ended."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['exit']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    reason: "ExitReason"
    """Why it ended."""
    namespace: "NotRequired[str]"
    """The namespace of the code, as crash reports name it."""
    code: "str"
    """The code, in hexadecimal."""
    explanation: "str"
    """The reason, for people."""
    metricKit: "NotRequired[str]"
    """The exit counter of MetricKit."""
    state: "AppState"
    """The state it ended in."""
    report: "Literal['none', 'crash', 'jetsam', 'processor']"
    """The kind of report that is written."""
    unsavedChanges: "int"
    """How many changes are lost."""
    callbackInFlight: "NotRequired[ExitRecordCallbackInFlight]"
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class FindingRecordCallbackInFlight(TypedDict):
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""
    sequence: "int"
    """The sequence of its record."""
    name: "str"
    """Its name, as Apple spells it."""


class FindingRecord(TypedDict):
    """Something in the app's conduct loses data, gets it killed, or will."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['finding']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    code: "FindingCode"
    """What was found."""
    severity: "Severity"
    """How bad it is."""
    detail: "str"
    """What happened, for people."""
    evidence: "list[int]"
    """The records that show it."""
    callbackInFlight: "NotRequired[FindingRecordCallbackInFlight]"
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class SnapshotRecord(TypedDict):
    """The app switcher's snapshot was taken."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['snapshot']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    appearance: "Literal['light', 'dark']"
    """The appearance in which it was taken."""
    sensitiveContent: "NotRequired[bool]"
    """Whether it shows what is for the user's eyes only."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class ActivityRecord(TypedDict):
    """Something that an app does by itself began, ended, stood still or went on."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['activity']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    name: "str"
    """The name that the app gave it."""
    activity: "Literal['timer', 'animation', 'video', 'game', 'request', 'queue', 'rendering']"
    """What it does."""
    change: "Literal['started', 'stopped', 'stoodStill', 'resumed', 'firedLate']"
    """What happened to it."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class LogRecord(TypedDict):
    """A line that the app wrote."""
    sequence: "int"
    """Its place in the device's timeline, from 1, without gaps."""
    time: "str"
    """When it happened."""
    kind: "Literal['log']"
    """Its kind."""
    bundleID: "NotRequired[str]"
    """The app it is about."""
    pid: "NotRequired[int]"
    """The process it is about."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process that is; the process is the app's own unless it is there."""
    sceneID: "NotRequired[str]"
    """The scene it is about."""
    cause: "int"
    """The sequence of the input, or of the record that set the deadline."""
    message: "str"
    """The line."""
    vocabulary: "NotRequired[dict[str, list[str]]]"
    """What other frameworks would have reported to their code, if requested."""


class ExitCallbackInFlight(TypedDict):
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""
    sequence: "int"
    """The sequence of its record."""
    name: "str"
    """Its name, as Apple spells it."""


class Exit(TypedDict):
    """How a process ended."""
    reason: "ExitReason"
    """Why it ended."""
    namespace: "NotRequired[str]"
    """The namespace of the code, as crash reports name it."""
    code: "str"
    """The code, in hexadecimal."""
    explanation: "str"
    """The reason, for people."""
    metricKit: "NotRequired[str]"
    """The exit counter of MetricKit."""
    state: "AppState"
    """The state it ended in."""
    report: "Literal['none', 'crash', 'jetsam', 'processor']"
    """The kind of report that is written."""
    unsavedChanges: "int"
    """How many changes are lost."""
    callbackInFlight: "NotRequired[ExitCallbackInFlight]"
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""


class DeviceRules(TypedDict):
    """The rules that it goes by."""
    profile: "Profile"
    """The profile."""
    overrides: "RuleOverrides"
    """What differs from it."""


class Device(TypedDict):
    """A device as it is now."""
    id: "str"
    """Its id."""
    model: "Literal['iPhone', 'iPad']"
    """What kind of device it is."""
    rules: "DeviceRules"
    """The rules that it goes by."""
    clock: "Clock"
    """Its clock."""
    memoryBytes: "int"
    """How much memory it has."""
    passcode: "bool"
    """Whether it has a passcode."""
    locked: "bool"
    """Whether it is locked."""
    on: "bool"
    """Whether it is switched on."""
    appsInFront: "list[str]"
    """The apps with a window on screen, in the order in which the windows came; none while it is locked."""
    labels: "dict[str, str]"
    """By which it is found."""
    seed: "int"
    """What chance is drawn from."""
    expiresAfterSeconds: "float | None"
    """After how long unasked it is removed."""
    sequence: "int"
    """The sequence of its last record."""
    oldest: "int"
    """The sequence of the oldest record that is kept."""
    apps: "list[AppSummary]"
    """Its apps."""
    behaviorNeverCalled: "NotRequired[dict[str, list[CallbackName]]]"
    """The handlers that are never called as its apps are now, by app, where there are any."""


class DeviceList(TypedDict):
    """A page of devices."""
    devices: "list[Device]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""
    unavailable: "NotRequired[int]"
    """Of how many partitions the devices are missing, if `partial` was true; 0 of a server alone."""


class Deleted(TypedDict):
    """How many were deleted."""
    deleted: "int"
    """How many."""


class Clock(TypedDict):
    """How a device's clock runs, and what it shows."""
    mode: "Literal['manual', 'realtime', 'scaled']"
    """What moves it."""
    rate: "NotRequired[float]"
    """Simulated seconds a real second, of a scaled clock."""
    paused: "bool"
    """Whether it stands still."""
    now: "str"
    """What it shows."""
    nextDeadline: "str | None"
    """When something will happen by itself."""
    behind: "NotRequired[bool]"
    """True while the device is behind its clock, as more was due than is settled at once: it is read as it was at
    `now`, and inputs are refused with `overloaded` until it has caught up."""


class AppSummary(TypedDict):
    """An app in short."""
    bundleID: "str"
    """The app."""
    state: "AppState"
    """Its state: `notRunning` when no process lives."""
    pid: "int | None"
    """Its process."""


class AppLiveActivities(TypedDict):
    """A part of `AppLiveActivities`."""
    identifier: "str"
    """What the app calls it."""
    startedBy: "int"
    """The record of its start."""
    endsAt: "str"
    """When the system ends it."""
    held: "bool"
    """Whether the living process holds it, and hears of its end."""


class AppLocationSessions(TypedDict):
    """A part of `AppLocationSessions`."""
    session: "Literal['backgroundActivity', 'alwaysService']"
    """Which one."""
    held: "bool"
    """Whether the living process holds it; what it does not take again from an earlier one is lost."""


class AppNotificationService(TypedDict):
    """Its notification service extension."""
    name: "str"
    """The name of its process."""
    footprintBytes: "int"
    """How much memory it takes when it starts."""
    behavior: "dict[str, list[BehaviorEntry]]"
    """What its handlers do."""


class App(TypedDict):
    """An app: its state, and what was installed."""
    bundleID: "str"
    """Its identifier."""
    name: "str"
    """Its name."""
    version: "str"
    """Its version."""
    lifecycle: "Literal['appDelegate', 'scenes']"
    """Whether it has scenes."""
    driver: "Literal['simulated', 'attached']"
    """Who plays it."""
    state: "AppState"
    """Its state: `notRunning` when no process lives."""
    pid: "int | None"
    """Its process."""
    launchCount: "int"
    """How often it was launched."""
    pushToken: "str | None"
    """The device token, by which pushes are sent to this installation."""
    voipToken: "str | None"
    """That of PushKit; null without the background mode `voip`."""
    unsavedChanges: "int"
    """How many changes are not saved."""
    forceQuit: "bool"
    """Whether the user swiped it away, and has not opened it since."""
    lastExit: "Exit | None"
    """How its last process ended."""
    liveActivities: "list[AppLiveActivities]"
    """Its Live Activities that the system shows, oldest first, whether the app runs or not."""
    locationSessions: "list[AppLocationSessions]"
    """The sessions of Core Location for which the system wakes or launches the app."""
    monitorsLocation: "bool"
    """Whether it monitors significant changes of location or regions, which wakes or launches it."""
    infoPlist: "dict[str, Any]"
    """Its Info.plist as it was given."""
    ignoredInfoPlistKeys: "list[str]"
    """The keys that the model does not use."""
    entitlements: "NotRequired[dict[str, Any]]"
    """Its entitlements as they were given."""
    footprintBytes: "int"
    """How much memory it takes when it starts."""
    purgeableBytes: "int"
    """How much of that can be purged."""
    responders: "list[Responder]"
    """Its own responders."""
    behavior: "dict[str, list[BehaviorEntry]]"
    """What its handlers do."""
    delegateImplements: "NotRequired[list[DelegateMethod]]"
    """The delegate methods that it implements; all unless given."""
    notificationService: "NotRequired[AppNotificationService]"
    """Its notification service extension."""
    hearsNotifications: "NotRequired[bool]"
    """Whether notifications wait for the harness, too."""
    behaviorNeverCalled: "list[CallbackName]"
    """The handlers of those that are never called as the app is now: they belong to the other life cycle, or its
    delegate does not implement them."""


class AppList(TypedDict):
    """All apps of a device."""
    apps: "list[App]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""


class Explanation(TypedDict):
    """Why an app is in its state, and what happens next."""
    bundleID: "str"
    """The app."""
    state: "AppState"
    """Its state: `notRunning` when no process lives."""
    pid: "int | None"
    """Its process."""
    inFront: "bool"
    """Whether it is in front."""
    forceQuit: "bool"
    """Whether the user swiped it away."""
    because: "list[str]"
    """The reasons, for people."""
    heldBy: "list[HeldAssertion]"
    """What keeps it running."""
    deactivationReasons: "list[str]"
    """What keeps it from being active."""
    callbackInFlight: "PendingCallback | None"
    """What it is in."""
    next: "list[ForeseenRecord]"
    """What will happen if nothing else does."""
    complete: "bool"
    """Whether that is all; false also where a callback waits for the program that plays an attached app."""


class Outcome(TypedDict):
    """What an input did."""
    device: "str"
    """The device."""
    time: "str"
    """What its clock shows."""
    sequence: "int"
    """The sequence of its last record."""
    records: "list[Record]"
    """What happened."""
    apps: "list[AppSummary]"
    """The apps it happened to, as they are now."""
    nextDeadline: "str | None"
    """When something will happen by itself."""


class AdvanceOutcome(TypedDict):
    """What an advance did, and why it stopped where it did."""
    device: "str"
    """The device."""
    time: "str"
    """What its clock shows."""
    sequence: "int"
    """The sequence of its last record."""
    records: "list[Record]"
    """What happened."""
    apps: "list[AppSummary]"
    """The apps it happened to, as they are now."""
    nextDeadline: "str | None"
    """When something will happen by itself."""
    stopped: "AdvanceStop"
    """Why it stopped. After `limit` and `records` time is left: so many deadlines were settled, or so many records
    written, that the rest waits for another advance. After `callback` it waits for the completion of the
    `callbacks`."""
    callbacks: "NotRequired[list[AppCallback]]"
    """After `callback` the callbacks in flight of all attached apps, one for each process at most."""
    met: "NotRequired[bool]"
    """Whether the condition was met, where there is one."""


class WaitOutcome(TypedDict):
    """How a wait ended."""
    device: "str"
    """The device."""
    met: "bool"
    """Whether it happened."""
    time: "str"
    """What the device's clock shows."""
    sequence: "int"
    """The sequence of its last record."""
    record: "NotRequired[Record]"
    """The record that met the condition."""
    nearest: "NotRequired[list[Record]]"
    """Recent records that nearly met it."""
    apps: "list[AppSummary]"
    """The apps that the condition names."""


class Timeline(TypedDict):
    """Part of a device's timeline."""
    device: "str"
    """The device."""
    time: "str"
    """What its clock shows."""
    sequence: "int"
    """The sequence of its last record."""
    oldest: "int"
    """The sequence of the oldest record that is kept."""
    records: "list[Record]"
    """The records, oldest first."""
    next: "int | None"
    """The `after` of the next part; null at the end."""


class PossibleEvents(TypedDict):
    """What would be taken now."""
    device: "str"
    """The device."""
    events: "list[EventType]"
    """The types of events."""


class BatchVerdict1(TypedDict):
    """A part of `BatchVerdict1`."""
    line: "int"
    """The line, from 1."""
    status: "Literal[200]"
    """OK."""
    device: "str"
    """The device."""
    time: "str"
    """What its clock shows."""
    sequence: "int"
    """The sequence of its last record."""
    records: "list[Record]"
    """What happened."""
    apps: "list[AppSummary]"
    """The apps it happened to, as they are now."""
    nextDeadline: "str | None"
    """When something will happen by itself."""


class BatchVerdict2(TypedDict):
    """A part of `BatchVerdict2`."""
    line: "int"
    """The line, from 1."""
    status: "int"
    """The status."""
    problem: "Problem"
    """Why it was refused."""


class ProcessScenes(TypedDict):
    """A part of `ProcessScenes`."""
    sceneID: "NotRequired[str]"
    """The session; none of an app without scenes."""
    role: "NotRequired[Literal['windowApplication', 'carTemplateApplication', 'windowExternalDisplayNonInteractive']]"
    """What it is shown on, if not on the device's screen."""
    state: "SceneState"
    """Its state."""


class Process(TypedDict):
    """A process, living or ended."""
    pid: "int"
    """Its number."""
    bundleID: "str"
    """Its app."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process it is; it is the app's own unless it is there."""
    state: "AppState"
    """Its state: `terminated` when it has ended."""
    launchReason: "LaunchReason"
    """Why it was launched."""
    startedAt: "str"
    """When it was launched."""
    endedAt: "NotRequired[str]"
    """When it ended."""
    footprintBytes: "int"
    """How much memory it takes."""
    jetsamPriority: "NotRequired[int]"
    """Its jetsam band; those with the lowest are killed first."""
    scenes: "list[ProcessScenes]"
    """Its scenes."""
    assertions: "list[HeldAssertion]"
    """What keeps it running in the background."""
    deactivationReasons: "list[str]"
    """What keeps it from being active."""
    callbackInFlight: "PendingCallback | None"
    """The callback that it is in."""
    backgroundTimeRemainingSeconds: "float | None"
    """What `backgroundTimeRemaining` says."""
    exit: "Exit | None"
    """How it ended."""


class ProcessList(TypedDict):
    """All processes of a device."""
    processes: "list[Process]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""


class HostedProcessScenes(TypedDict):
    """A part of `HostedProcessScenes`."""
    sceneID: "NotRequired[str]"
    """The session; none of an app without scenes."""
    role: "NotRequired[Literal['windowApplication', 'carTemplateApplication', 'windowExternalDisplayNonInteractive']]"
    """What it is shown on, if not on the device's screen."""
    state: "SceneState"
    """Its state."""


class HostedProcess(TypedDict):
    """A process on one of the devices."""
    device: "str"
    """The device that it is on."""
    pid: "int"
    """Its number."""
    bundleID: "str"
    """Its app."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process it is; it is the app's own unless it is there."""
    state: "AppState"
    """Its state: `terminated` when it has ended."""
    launchReason: "LaunchReason"
    """Why it was launched."""
    startedAt: "str"
    """When it was launched."""
    endedAt: "NotRequired[str]"
    """When it ended."""
    footprintBytes: "int"
    """How much memory it takes."""
    jetsamPriority: "NotRequired[int]"
    """Its jetsam band; those with the lowest are killed first."""
    scenes: "list[HostedProcessScenes]"
    """Its scenes."""
    assertions: "list[HeldAssertion]"
    """What keeps it running in the background."""
    deactivationReasons: "list[str]"
    """What keeps it from being active."""
    callbackInFlight: "PendingCallback | None"
    """The callback that it is in."""
    backgroundTimeRemainingSeconds: "float | None"
    """What `backgroundTimeRemaining` says."""
    exit: "Exit | None"
    """How it ended."""


class HostedProcessList(TypedDict):
    """A page of processes."""
    processes: "list[HostedProcess]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""
    unavailable: "NotRequired[int]"
    """Of how many partitions the devices are missing, if `partial` was true; 0 of a server alone."""


class StateSummary(TypedDict):
    """How many apps are in each state."""
    devices: "int"
    """How many devices there are."""
    states: "dict[str, int]"
    """How many apps, by state."""
    unavailable: "NotRequired[int]"
    """Of how many partitions the devices are missing, if `partial` was true; 0 of a server alone."""


class HeldAssertion(TypedDict):
    """What keeps a process running."""
    assertion: "AssertionKind"
    """The kind of assertion."""
    number: "NotRequired[int]"
    """The number of the background task."""
    name: "NotRequired[str]"
    """Its name among assertions of its kind."""
    remainingSeconds: "NotRequired[float]"
    """What is left of it; without an end unless given."""


class PendingCallback(TypedDict):
    """A callback, or the observers of a notification, in flight."""
    sequence: "int"
    """The record of the callback or the notification."""
    name: "PendingCallbackName"
    """The method or handler, or the notification, by Apple's name."""
    receiver: "PendingCallbackReceiver"
    """Whose method it is; `observer` of a notification."""
    applicationState: "AppState"
    """The state of the app meanwhile."""
    sceneID: "NotRequired[str]"
    """The scene."""
    delegateClass: "NotRequired[str]"
    """The class of the scene's delegate."""
    startedAt: "str"
    """When it was called."""
    deadline: "NotRequired[str]"
    """When a watchdog ends the process."""
    arguments: "dict[str, Any]"
    """What it is given, by name."""


class AppCallback(TypedDict):
    """A callback that waits for an attached app."""
    bundleID: "str"
    """The app."""
    pid: "int"
    """Its process."""
    extension: "NotRequired[Literal['notificationService']]"
    """The extension of the app whose process it is; it is the app's own unless it is there."""
    sequence: "int"
    """The record of the callback or the notification."""
    name: "PendingCallbackName"
    """The method or handler, or the notification, by Apple's name."""
    receiver: "PendingCallbackReceiver"
    """Whose method it is; `observer` of a notification."""
    applicationState: "AppState"
    """The state of the app meanwhile."""
    sceneID: "NotRequired[str]"
    """The scene."""
    delegateClass: "NotRequired[str]"
    """The class of the scene's delegate."""
    startedAt: "str"
    """When it was called."""
    deadline: "NotRequired[str]"
    """When a watchdog ends the process."""
    arguments: "dict[str, Any]"
    """What it is given, by name."""


class CallbackList(TypedDict):
    """The callbacks in flight."""
    callbacks: "list[AppCallback]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""
    ended: "NotRequired[EndedProcess]"
    """The process that the app had when the request came, if it has ended since."""


class EndedProcessCallbackInFlight(TypedDict):
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""
    sequence: "int"
    """The sequence of its record."""
    name: "str"
    """Its name, as Apple spells it."""


class EndedProcess(TypedDict):
    """A process that has ended, and how."""
    pid: "int"
    """Its number."""
    reason: "ExitReason"
    """Why it ended."""
    namespace: "NotRequired[str]"
    """The namespace of the code, as crash reports name it."""
    code: "str"
    """The code, in hexadecimal."""
    explanation: "str"
    """The reason, for people."""
    metricKit: "NotRequired[str]"
    """The exit counter of MetricKit."""
    state: "AppState"
    """The state it ended in."""
    report: "Literal['none', 'crash', 'jetsam', 'processor']"
    """The kind of report that is written."""
    unsavedChanges: "int"
    """How many changes are lost."""
    callbackInFlight: "NotRequired[EndedProcessCallbackInFlight]"
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""


class Audit(TypedDict):
    """What was found in an app's conduct."""
    device: "str"
    """The device."""
    bundleID: "str"
    """The app."""
    findings: "list[Finding]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""


class FindingCallbackInFlight(TypedDict):
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""
    sequence: "int"
    """The sequence of its record."""
    name: "str"
    """Its name, as Apple spells it."""


class Finding(TypedDict):
    """Something that loses data, gets the app killed, or will."""
    code: "FindingCode"
    """What was found."""
    severity: "Severity"
    """How bad it is."""
    detail: "str"
    """What happened, for people."""
    evidence: "list[int]"
    """The records that show it."""
    callbackInFlight: "NotRequired[FindingCallbackInFlight]"
    """The callback of an attached app that the program that plays it had not completed then: that may be the
    reason, and not the app's code."""
    count: "int"
    """How often it was found."""
    firstSeen: "str"
    """When first."""
    firstSequence: "int"
    """Its record."""
    lastSeen: "str"
    """When last."""
    lastSequence: "int"
    """Its record."""
    advice: "str"
    """What to do about it."""
    source: "str"
    """Where that is known from."""


class EnergyTotal(TypedDict):
    """In all."""
    seconds: "float"
    """How long it lived."""
    foregroundSeconds: "float"
    """How long in the foreground."""
    backgroundSeconds: "float"
    """How long in the background."""
    cpuSeconds: "float"
    """Processor time."""
    wakeUps: "int"
    """How often it was woken."""
    wakeUpsByReason: "dict[str, int]"
    """How often, by the reason."""
    networkBytes: "int"
    """What went through the network."""
    audioSeconds: "float"
    """How long audio played."""
    locationSeconds: "float"
    """How long the location was asked for."""
    bluetoothSeconds: "float"
    """How long Bluetooth was in use."""
    carDisplaySeconds: "float"
    """How long it was on the display of a car, and not on the device's."""
    estimatedMilliwattHours: "float"
    """The energy, by estimate."""
    estimatedBatteryPercent: "float | None"
    """How much of a full battery that is."""


class EnergyStates(TypedDict):
    """A part of `EnergyStates`."""
    state: "AppState"
    """The state."""
    seconds: "float"
    """How long it was in it."""
    cpuSeconds: "float"
    """Processor time."""
    wakeUps: "int"
    """How often it was woken."""
    wakeUpsByReason: "dict[str, int]"
    """How often, by the reason."""
    networkBytes: "int"
    """What went through the network."""
    audioSeconds: "float"
    """How long audio played."""
    locationSeconds: "float"
    """How long the location was asked for."""
    bluetoothSeconds: "float"
    """How long Bluetooth was in use."""
    carDisplaySeconds: "float"
    """How long it was on the display of a car, and not on the device's."""
    estimatedMilliwattHours: "float"
    """The energy, by estimate."""
    estimatedBatteryPercent: "float | None"
    """How much of a full battery that is."""


class EnergyProcessesStates(TypedDict):
    """A part of `EnergyProcessesStates`."""
    state: "AppState"
    """The state."""
    seconds: "float"
    """How long it was in it."""
    cpuSeconds: "float"
    """Processor time."""
    wakeUps: "int"
    """How often it was woken."""
    wakeUpsByReason: "dict[str, int]"
    """How often, by the reason."""
    networkBytes: "int"
    """What went through the network."""
    audioSeconds: "float"
    """How long audio played."""
    locationSeconds: "float"
    """How long the location was asked for."""
    bluetoothSeconds: "float"
    """How long Bluetooth was in use."""
    carDisplaySeconds: "float"
    """How long it was on the display of a car, and not on the device's."""
    estimatedMilliwattHours: "float"
    """The energy, by estimate."""
    estimatedBatteryPercent: "float | None"
    """How much of a full battery that is."""


class EnergyProcesses(TypedDict):
    """A part of `EnergyProcesses`."""
    pid: "int"
    """The process."""
    startedAt: "str"
    """When it was launched."""
    endedAt: "NotRequired[str]"
    """When it ended."""
    states: "list[EnergyProcessesStates]"
    """By state."""


class EnergyModel(TypedDict):
    """What the estimate was made with."""
    device: "Literal['iPhone', 'iPad']"
    """The kind of device."""
    rules: "dict[str, Any]"
    """The rules of the estimate."""


class Energy(TypedDict):
    """What an app has used."""
    bundleID: "str"
    """The app."""
    time: "str"
    """Up to when."""
    total: "EnergyTotal"
    """In all."""
    states: "list[EnergyStates]"
    """By state."""
    processes: "list[EnergyProcesses]"
    """By process."""
    model: "EnergyModel"
    """What the estimate was made with."""


class ReportList(TypedDict):
    """The reports of an app that are kept."""
    reports: "list[ReportSummary]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""


class ReportSummary(TypedDict):
    """A report in short."""
    id: "str"
    """The name of its file."""
    kind: "Literal['none', 'crash', 'jetsam', 'processor']"
    """What kind of report it is."""
    bugType: "Literal['206', '298', '309']"
    """Apple's number of the kind."""
    bundleID: "str"
    """The app."""
    pid: "int"
    """The process."""
    time: "str"
    """When it ended."""
    reason: "ExitReason"
    """Why it ended."""
    sequence: "int"
    """The record of its exit."""


class MetricKitPayload(TypedDict):
    """What MetricKit hands to an app, in Apple's words."""
    appVersion: "str"
    """The app's version."""
    timeStampBegin: "str"
    """From when."""
    timeStampEnd: "str"
    """Up to when."""
    metaData: "dict[str, Any]"
    """The app and its device."""
    applicationTimeMetrics: "dict[str, str]"
    """How long it was in the foreground and in the background."""
    cpuMetrics: "dict[str, str]"
    """The processor time that it took."""
    memoryMetrics: "dict[str, Any]"
    """The memory it took at most."""
    applicationExitMetrics: "dict[str, Any]"
    """How its processes ended: the exit counters."""


class RuleTableRules(TypedDict):
    """A part of `RuleTableRules`."""
    key: "RuleKey"
    """The rule's name."""
    group: "Literal['limit', 'order', 'policy', 'energy']"
    """What kind of rule it is."""
    unit: "str"
    """What its values are."""
    accepted: "NotRequired[list[str]]"
    """The values that it may have, where they can be listed."""
    values: "dict[str, float | bool | str | None]"
    """By profile; null where it is not known there."""
    confidence: "Literal['high', 'medium', 'low']"
    """How sure it is."""
    source: "str"
    """Where it is known from."""
    dispute: "NotRequired[str]"
    """What speaks against it, where sources disagree."""


class RuleTable(TypedDict):
    """Every rule with its value in each profile."""
    profiles: "list[Profile]"
    """The profiles."""
    rules: "list[RuleTableRules]"
    """The rules."""


class RulebookRules(TypedDict):
    """A part of `RulebookRules`."""
    key: "RuleKey"
    """The rule's name."""
    group: "Literal['limit', 'order', 'policy', 'energy']"
    """What kind of rule it is."""
    unit: "str"
    """What its values are."""
    accepted: "NotRequired[list[str]]"
    """The values that it may have, where they can be listed."""
    value: "float | bool | str | None"
    """Its value; null where the profile does not know it."""
    overridden: "NotRequired[bool]"
    """Whether the device overrides it."""
    confidence: "Literal['high', 'medium', 'low']"
    """How sure it is."""
    source: "str"
    """Where it is known from."""
    dispute: "NotRequired[str]"
    """What speaks against it, where sources disagree."""


class Rulebook(TypedDict):
    """The rules of a profile."""
    profile: "Profile"
    """The profile."""
    rules: "list[RulebookRules]"
    """The rules."""


class RuleOverrides(TypedDict):
    """Rules that differ from a profile, by their names."""
    didEnterBackgroundLimitSeconds: "NotRequired[float]"
    """watchdog scene-update 10.00 s in crash reports since iOS 13"""
    sceneUpdateLimitSeconds: "NotRequired[float]"
    """watchdog scene-update 10.00 s in crash reports"""
    launchLimitSeconds: "NotRequired[float]"
    """Addressing watchdog terminations; process-launch and scene-create 20 s from the launch request, 30 s in the
    Simulator"""
    willTerminateLimitSeconds: "NotRequired[float]"
    """applicationWillTerminate(_:): about five seconds; watchdog process-exit 5.0 s"""
    suspendDelaySeconds: "NotRequired[float]"
    """no document; the articles say a few seconds"""
    homeTransitionSeconds: "NotRequired[float]"
    """a device log shows 0.62 s between resigning and entering the background"""
    backgroundTaskAllowanceSeconds: "NotRequired[float]"
    """UIApplication Background Task Notes; RunningBoard invalidates after 30.00 s; 180 s from iOS 7 to 12"""
    backgroundTaskAllowanceWhenWokenSeconds: "NotRequired[float]"
    """UIApplication Background Task Notes"""
    backgroundTaskWarningSeconds: "NotRequired[float]"
    """RunningBoard warns 5.00 s before the end"""
    maximumBackgroundTasks: "NotRequired[int]"
    """UIApplication Background Task Notes: about 1000, then 0xbada5e47"""
    remoteNotificationLimitSeconds: "NotRequired[float]"
    """application(_:didReceiveRemoteNotification:fetchCompletionHandler:): 30 s of wall clock"""
    backgroundFetchLimitSeconds: "NotRequired[float]"
    """application(_:performFetchWithCompletionHandler:): 30 s of wall clock"""
    appRefreshTaskLimitSeconds: "NotRequired[float]"
    """Choosing Background Strategies for Your App: up to 30 s"""
    urlSessionEventsLimitSeconds: "NotRequired[float]"
    """0x2182bad3 in EXC_CRASH (SIGKILL); the length is not documented"""
    processingTaskLimitSeconds: "NotRequired[float]"
    """BGProcessingTask: minutes; the length is not documented; BGTaskScheduler.Error.Code.unavailable in the
    Simulator"""
    taskExpirationGraceSeconds: "NotRequired[float]"
    """BGTask.expirationHandler: a short time to complete; the length is not documented"""
    continuedProcessingTaskLimitSeconds: "NotRequired[float]"
    """Performing long-running tasks on iOS and iPadOS: minutes or more, ended by the user or for a lack of
    progress; no source gives a limit, so 0 is none"""
    continuedProcessingStallSeconds: "NotRequired[float]"
    """Performing long-running tasks on iOS and iPadOS: stalled tasks may be expired; the length is not documented,
    and at least a minute; 0 turns it off"""
    continuedProcessingFirstStallSeconds: "NotRequired[float]"
    """rules 4.30: after its launch a task has a minute for its first progress, whatever the time is that it may
    stall; not documented"""
    concurrentContinuedProcessingTasks: "NotRequired[int]"
    """SubmissionStrategy.queue: the system may run as many as it permits; the number is not documented"""
    locationWakeSeconds: "NotRequired[float]"
    """long-standing guidance for location events in the background: about 10 s"""
    locationSessionRenewalSeconds: "NotRequired[float]"
    """chosen: a session is taken again within a few seconds of the launch (Apple forums 797319, engineer; What's
    new in location authorization, WWDC 2024); the number is not published"""
    bluetoothWakeSeconds: "NotRequired[float]"
    """Core Bluetooth Programming Guide: about 10 s for an event"""
    systemWakeSeconds: "NotRequired[float]"
    """the most that a wake-up is held; what ends it before is said of each framework below. For HealthKit,
    WatchConnectivity, PushToTalk and Live Activities no figure is published: the allowance of a background task is
    taken"""
    appIntentLimitSeconds: "NotRequired[float]"
    """IntentCancellationReason.timeout: around 30 seconds; Apple forums 832170, 832257 (engineer)"""
    notificationServiceLimitSeconds: "NotRequired[float]"
    """element-x-ios PR 2022: after more than 30 s it is notified and immediately ended; Apple forums 807554"""
    notificationServiceMemoryLimitMebibytes: "NotRequired[int]"
    """deltachat-ios PR 2477; blog.kulman.sk, Dealing with memory limits in iOS app extensions: 24 MB; 12 on older
    systems"""
    notificationServiceIdleSeconds: "NotRequired[float]"
    """no source says how long; it is kept for some time and handles the next notification (element-ios 3326;
    alastaircoote.github.io/notification-service)"""
    notificationServiceExpirationSeconds: "NotRequired[float]"
    """UNNotificationServiceExtension.serviceExtensionTimeWillExpire(): one last chance, to be used as quickly as
    possible; as long as the handlers of other expirations have, as no source says how long"""
    liveActivityLimitSeconds: "NotRequired[float]"
    """Displaying live data with Live Activities: active for up to eight hours; logs of LoopFollow PR 611"""
    liveActivitiesPerApp: "NotRequired[int]"
    """ActivityAuthorizationError.targetMaximumExceeded; Apple names no number, 5 say the documentations of
    PushWard, OneSignal and Adobe Journey Optimizer"""
    voipReportLimitSeconds: "NotRequired[float]"
    """reports of developers; PushKit says that the call must be reported in the callback"""
    backgroundPushesPerHour: "NotRequired[int]"
    """Pushing background updates to your App: two or three an hour"""
    pushPayloadLimitBytes: "NotRequired[int]"
    """Generating a remote notification: APNs refuses a payload of more than 4 KB (4096 bytes)"""
    voipPushPayloadLimitBytes: "NotRequired[int]"
    """Generating a remote notification: for VoIP the limit is 5 KB (5120 bytes)"""
    pushesStoredPerApp: "NotRequired[int]"
    """Sending notification requests to APNs: it stores one notification for a device and app, and may discard
    others; home-assistant/iOS 527"""
    pushStoreLimitSeconds: "NotRequired[float]"
    """Sending notification requests to APNs: a notification is stored for 30 days or less"""
    memoryWarningFraction: "NotRequired[float]"
    """simplified from the kernel's pressure levels (memorystatus_notify)"""
    memoryCriticalFraction: "NotRequired[float]"
    """simplified from the kernel's pressure levels (memorystatus_notify)"""
    processMemoryLimitFraction: "NotRequired[float]"
    """per-process limits of about 50 to 70 % of memory on phones of 3 to 6 GB; for devices without a measured
    limit, and for all where a device overrides it"""
    processMemoryWarningFraction: "NotRequired[float]"
    """XNU osfmk/kern/task.c: PHYS_FOOTPRINT_WARNING_LEVEL 80, of the process's own limit"""
    iPhone1GBProcessLimitMebibytes: "NotRequired[int]"
    """measured on iOS 8 to 13 (stackoverflow 5887248): 645 MiB of 1 GB"""
    iPhone2GBProcessLimitMebibytes: "NotRequired[int]"
    """measured on iOS 8 to 13 (stackoverflow 5887248): 1,395 MiB of 2 GB; 1,364 on an iPhone 8"""
    iPhone3GBProcessLimitMebibytes: "NotRequired[int]"
    """measured on iOS 8 to 13 (stackoverflow 5887248): 1,792 MiB of 3 GB on an iPhone XR"""
    iPhone4GBProcessLimitMebibytes: "NotRequired[int]"
    """measured on iOS 8 to 13 (stackoverflow 5887248): 2,040 MiB of 4 GB on an iPhone XS"""
    iPad2GBProcessLimitMebibytes: "NotRequired[int]"
    """measured on iOS 8 to 13 (stackoverflow 5887248): 1,383 to 1,395 MiB of 2 GB"""
    iPad3GBProcessLimitMebibytes: "NotRequired[int]"
    """measured on iOS 8 to 13 (stackoverflow 5887248): 1,844 MiB of 3 GB"""
    iPad4GBProcessLimitMebibytes: "NotRequired[int]"
    """measured on iOS 8 to 13 (stackoverflow 5887248): 2,858 to 3,058 MiB of 4 GB"""
    iPad6GBProcessLimitMebibytes: "NotRequired[int]"
    """measured on iOS 8 to 13 (stackoverflow 5887248): 4,598 MiB of 6 GB"""
    firstTransferDelaySeconds: "NotRequired[float]"
    """Apple forums 14854 (DTS): a delay that is doubled each time nsurlsessiond resumes or launches the app; 128813
    (log): 60, 120, 240 s; 0 turns it off"""
    backgroundProcessorLimitSeconds: "NotRequired[float]"
    """reports of bug type 206 from iOS 11 to 26: 48 seconds cpu time, exceeding limit of 80% cpu over 60 seconds,
    process killed (react-native-background-fetch 323, react-native-video 1513); 0 turns it off"""
    backgroundProcessorWindowSeconds: "NotRequired[float]"
    """the same reports: limit duration 60 s"""
    increasedProcessMemoryLimitFraction: "NotRequired[float]"
    """com.apple.developer.kernel.increased-memory-limit, measured by os_proc_available_memory: 3.12 to 4.20 GB of 6
    (pocketpal-ai PR 651), 3 to 6 GB of 8 (rtabmap PR 1446)"""
    longIdleExitSeconds: "NotRequired[float]"
    """jetsam cause 17, long-idle-exit, new in iOS 18; when it happens is not documented, so 0 turns it off"""
    idleAfterSeconds: "NotRequired[float]"
    """chosen: a device that has been locked for this time counts as idle"""
    documentedDidEnterBackgroundSeconds: "NotRequired[float]"
    """applicationDidEnterBackground(_:): about five seconds; longer is the finding slowDidEnterBackground"""
    slowLaunchSeconds: "NotRequired[float]"
    """Optimizing App Launch, WWDC 2019: the first frame within 400 ms; longer is the finding slowLaunch"""
    slowResignActiveSeconds: "NotRequired[float]"
    """chosen: Instruments calls a main thread that is busy for 500 ms a hang (WWDC 2023); longer is the finding
    slowResignActive"""
    sizeableFootprintMegabytes: "NotRequired[int]"
    """chosen: an app above it has memory that it could free (keptMemoryInBackground, noResponseToMemoryWarning)"""
    backgroundLaunchCallsDidEnterBackground: "NotRequired[bool]"
    """measured (radar 14295449): no call, no notification"""
    sceneWillEnterForegroundOnFirstLaunch: "NotRequired[bool]"
    """sceneWillEnterForeground(_:): also for new scenes"""
    coldNotificationAfterDidBecomeActive: "NotRequired[bool]"
    """radar 34332569: the response is delivered while the app is inactive"""
    forceQuitSceneOrder: "NotRequired[Literal['enterBackground', 'disconnect', 'both']]"
    """field logs: sceneDidDisconnect(_:) comes before applicationWillTerminate(_:); an iPad that does not say
    otherwise: disconnect, with application(_:didDiscardSceneSessions:) before it (stackoverflow 71570813,
    firefox-ios issue 12622)"""
    notificationCenterReactivates: "NotRequired[bool]"
    """field logs: opening it resigns, activates and resigns again"""
    lockReactivates: "NotRequired[bool]"
    """phones with an always-on display, where it is on: the side button resigns, activates and resigns before the
    background (flutter/flutter issues 130055, log, 60683; react/react-native issue 54764)"""
    ownAlertDeactivates: "NotRequired[bool]"
    """UIKit: an alert of the same process does not deactivate it"""
    jetsamOrder: "NotRequired[Literal['largestFirst', 'leastRecentlyUsed']]"
    """XNU kern_memorystatus: least recently used first inside a band"""
    foregroundLast: "NotRequired[bool]"
    """XNU jetsam bands: background audio (120) is above the foreground (100)"""
    jsboxEvents: "NotRequired[Literal['everyCallback', 'oncePerChange']]"
    """JSBox documents one pause and one resume"""
    scenesAvailable: "NotRequired[bool]"
    """UIScene exists from iOS 13 (Managing your app's life cycle)"""
    forceQuitCallsWillTerminate: "NotRequired[Literal['whenRunning', 'never']]"
    """an Apple engineer: sent when the process runs, not when it is suspended"""
    systemTerminationCallsWillTerminate: "NotRequired[bool]"
    """applicationWillTerminate(_:): may be called when the system ends an app that runs in the background"""
    backgroundTaskTimeoutCode: "NotRequired[str | int]"
    """EXC_CRASH (SIGKILL): 0x2182bad2"""
    voipNotReportedEnds: "NotRequired[Literal['code', 'crash']]"
    """EXC_CRASH (SIGKILL): 0xbaadca11"""
    exitsOnSuspendHonoured: "NotRequired[bool]"
    """UIApplicationExitsOnSuspend; deprecated in iOS 13, still read"""
    backgroundLaunchConnectsScene: "NotRequired[Literal['never', 'always']]"
    """field reports: a launch for a push or a fetch connects no scene"""
    backgroundLaunchBeforeFirstUnlock: "NotRequired[bool]"
    """TN3115: state restoration waits for the first unlock"""
    processingTaskAfterForceQuit: "NotRequired[bool]"
    """common understanding: nothing runs after a force quit"""
    locationRelaunchAfterForceQuit: "NotRequired[Literal['all', 'regions', 'none']]"
    """reports: relaunched from iOS 7.1 to 18, not on iOS 26 (Apple forums 826964)"""
    healthKitLaunchesAfterForceQuit: "NotRequired[bool]"
    """Apple forums 775325 (engineer): as designed, HealthKit is no exception; measured on iOS 9.2, it launched an
    app that was killed by the user (stackoverflow 26375767)"""
    liveActivityTokenLaunchesAfterForceQuit: "NotRequired[bool]"
    """no source says that it does; in most cases the system does not relaunch such an app (Apple forums 775325)"""
    pushToTalkLaunchesAfterForceQuit: "NotRequired[bool]"
    """Apple forums 780822: the channel ends with the app, and pushes are discarded"""
    liveActivityNeedsActiveScene: "NotRequired[bool]"
    """logs of LoopFollow PR 611: requested in willEnterForeground it fails with visibility"""
    pushNeedsRegistration: "NotRequired[bool]"
    """without a token a provider cannot send; tests mostly skip the registration"""
    schedulerPolicy: "NotRequired[Literal['prompt', 'random', 'manual']]"
    """the system decides by its own model; prompt makes tests short"""
    watchdogsEnabled: "NotRequired[bool]"
    """attaching a debugger suppresses watchdog kills"""
    debuggerAttached: "NotRequired[bool]"
    """Apple forums 14855, 796528 (DTS): a debugger keeps the app from being suspended; no watchdog and no task that
    takes too long ends it either"""
    prewarmingAvailable: "NotRequired[bool]"
    """About the app launch sequence: iOS 15 and later prewarm apps"""
    reportedCallNeedsBackgroundMode: "NotRequired[bool]"
    """field reports: callservicesd denies the call source of an app without the mode voip"""
    videoCallAsksToUnlock: "NotRequired[bool]"
    """reports: a call with CXCallUpdate.hasVideo that is answered on a locked phone asks to unlock it and then
    opens its app (react-native-callkeep issues 301, 355; connectycube-flutter-call-kit issue 150)"""
    continuedProcessingAvailable: "NotRequired[bool]"
    """BGContinuedProcessingTaskRequest: iOS 26; Performing long-running tasks on iOS and iPadOS"""
    submitNeedsRegistration: "NotRequired[bool]"
    """stacks of iOS 26: _handleSubmissionWithoutRegistrationForTaskRequest:error: raises, SIGABRT"""
    jetsamEnabled: "NotRequired[bool]"
    """general: processes in the Simulator have the memory of the Mac, no limit of their own and no jetsam; memory
    warnings come from its menu"""
    scenesRequired: "NotRequired[bool]"
    """crash reports of iOS 27: built with its SDK (DTPlatformVersion) and without scenes an app traps when its
    first scene is made (StoDevX/AAO-React-Native PR 7743, metrodroid PR 904, miniquad PR 634); TN3187"""
    sceneAdoptionNotice: "NotRequired[Literal['futureAssert', 'soonRequired']]"
    """TN3187: what UIKit logs of an app without scenes from iOS 18.4 and from iOS 26 on; here of apps whose
    Info.plist has DTPlatformVersion"""
    continuedProcessingGPUAvailable: "NotRequired[bool]"
    """BGContinuedProcessingTaskRequest.requiredResources: gpu, with an entitlement"""
    backgroundTransfersAreDiscretionary: "NotRequired[bool]"
    """Apple forums 128813 (log): transfers begun in the background are carried on at once"""
    iPhoneBatteryMilliwattHours: "NotRequired[int]"
    """choice of this model: a phone's battery of about 3,350 mAh at 3.87 V"""
    iPadBatteryMilliwattHours: "NotRequired[int]"
    """choice of this model: a tablet's battery of about 7,600 mAh at 3.77 V"""
    iPhoneScreenMilliwatts: "NotRequired[int]"
    """choice of this model: a phone's screen at a middling brightness, while the app is on it"""
    iPadScreenMilliwatts: "NotRequired[int]"
    """choice of this model: a tablet's screen at a middling brightness"""
    processorMilliwatts: "NotRequired[int]"
    """choice of this model: one core that is busy all the time"""
    processorCores: "NotRequired[int]"
    """choice of this model: the most that all activities of a process take together, in cores"""
    wakeUpMillijoules: "NotRequired[int]"
    """choice of this model: waking the processor and the process: about 0.2 s of a busy core"""
    networkMillijoulesPerMegabyte: "NotRequired[int]"
    """choice of this model: between Wi-Fi and cellular, a million bytes"""
    audioMilliwatts: "NotRequired[int]"
    """choice of this model: decoding and playing"""
    locationMilliwatts: "NotRequired[int]"
    """choice of this model: continuous updates; satellites take more, cell towers less"""
    bluetoothMilliwatts: "NotRequired[int]"
    """choice of this model: scanning or advertising"""
    handlerProcessorShare: "NotRequired[float]"
    """choice of this model: what takes time in a handler works, it does not wait"""
    timerProcessorShare: "NotRequired[float]"
    """choice of this model: a core's share of a timer, wherever the process runs"""
    animationProcessorShare: "NotRequired[float]"
    """choice of this model: a core's share of an animation on screen"""
    videoProcessorShare: "NotRequired[float]"
    """choice of this model: a core's share of a video on screen"""
    gameProcessorShare: "NotRequired[float]"
    """choice of this model: a core's share of a game on screen"""
    requestProcessorShare: "NotRequired[float]"
    """choice of this model: a core's share of a request, wherever the process runs"""
    queueProcessorShare: "NotRequired[float]"
    """choice of this model: a core's share of a queue's work, wherever it runs"""
    renderingProcessorShare: "NotRequired[float]"
    """choice of this model: a core's share of OpenGL ES or Metal on screen"""


class Responder(TypedDict):
    """A responder of the app's own."""
    name: "str"
    """Its name."""
    parent: "NotRequired[str]"
    """The next responder."""
    handles: "list[str]"
    """The kinds of events that it handles."""


class ScenarioVerdictSetup(TypedDict):
    """A part of `ScenarioVerdictSetup`."""
    check: "str"
    """The check."""
    expected: "Any"
    """What was expected."""
    seen: "Any"
    """What was seen."""


class ScenarioVerdictStepsFailures(TypedDict):
    """A part of `ScenarioVerdictStepsFailures`."""
    check: "str"
    """The check."""
    expected: "Any"
    """What was expected."""
    seen: "Any"
    """What was seen."""


class ScenarioVerdictSteps(TypedDict):
    """A part of `ScenarioVerdictSteps`."""
    index: "int"
    """The step, from 0."""
    does: "str"
    """What it does."""
    passed: "bool"
    """Whether all was as expected."""
    skipped: "bool"
    """Whether it was left out because something before it failed."""
    failures: "list[ScenarioVerdictStepsFailures]"
    """What was not as expected."""


class ScenarioVerdict(TypedDict):
    """The result of a scenario."""
    scenario: "str"
    """Its name."""
    passed: "bool"
    """Whether all was as expected."""
    setup: "NotRequired[list[ScenarioVerdictSetup]]"
    """What was wrong before the first step."""
    steps: "list[ScenarioVerdictSteps]"
    """Step by step."""


class APNsRequests(TypedDict):
    """A part of `APNsRequests`."""
    status: "int"
    """The status."""
    reason: "Literal['BadCollapseId', 'BadDeviceToken', 'BadExpirationDate', 'BadMessageId', 'BadPriority', 'BadTopic', 'DeviceTokenNotForTopic', 'DuplicateHeaders', 'IdleTimeout', 'InvalidPushType', 'MissingDeviceToken', 'MissingTopic', 'PayloadEmpty', 'TopicDisallowed', 'BadCertificate', 'BadCertificateEnvironment', 'BadEnvironmentKeyIdInToken', 'ExpiredProviderToken', 'Forbidden', 'InvalidProviderToken', 'MissingProviderToken', 'UnrelatedKeyIdInToken', 'BadPath', 'MethodNotAllowed', 'ExpiredToken', 'Unregistered', 'PayloadTooLarge', 'TooManyProviderTokenUpdates', 'TooManyRequests', 'InternalServerError', 'ServiceUnavailable', 'Shutdown'] | None"
    """The reason of a refusal."""
    count: "int"
    """How many were answered so."""


class APNs(TypedDict):
    """The listener for clients of APNs."""
    address: "str | None"
    """Where it listens; null if it does not."""
    auth: "Literal['none', 'shape', 'verify']"
    """How provider tokens are looked at."""
    keys: "list[str]"
    """The identifiers of the registered keys."""
    faults: "list[PushFault]"
    """The faults."""
    connections: "int"
    """How many connections are open."""
    requests: "list[APNsRequests]"
    """How many requests were answered, by status and reason."""


class PushVerdicts(TypedDict):
    """A part of `PushVerdicts`."""
    sequence: "int"
    """The sequence of the verdict."""
    time: "str"
    """When it was decided."""
    verdict: "VerdictName"
    """What was decided."""
    why: "VerdictReason | None"
    """The reason."""


class Push(TypedDict):
    """A push, and what became of it."""
    apnsID: "str"
    """The header `apns-id`."""
    apnsUniqueID: "str | None"
    """That of the answer; null if it did not come through the listener."""
    device: "str"
    """The device."""
    bundleID: "str"
    """The app."""
    token: "str | None"
    """The device token; null as above."""
    topic: "str"
    """The header `apns-topic`."""
    pushType: "Literal['alert', 'background', 'voip', 'complication', 'fileprovider', 'location', 'liveactivity', 'pushtotalk', 'widgets', 'mdm']"
    """The header `apns-push-type`."""
    priority: "int | None"
    """The header `apns-priority`."""
    collapseID: "str | None"
    """The header `apns-collapse-id`."""
    storable: "bool"
    """Whether APNs keeps it while it cannot reach the device."""
    expiresAt: "str | None"
    """When it is no longer worth delivering, on the device's clock."""
    receivedAt: "str | None"
    """When it came, by the real clock; null as above."""
    time: "str"
    """When it came, on the device's clock."""
    sequence: "int"
    """The sequence of the input."""
    verdict: "VerdictName | None"
    """What was decided last; null when its records are no longer kept."""
    why: "VerdictReason | None"
    """The reason of it."""
    verdicts: "list[PushVerdicts]"
    """Everything that was decided, in order."""


class PushList(TypedDict):
    """A page of pushes."""
    pushes: "list[Push]"
    """The pushes, oldest first."""
    next: "int | None"
    """The `after` of the next page; null at the end."""


class ProviderKey(TypedDict):
    """A registered key of a push provider, without the key itself."""
    keyID: "str"
    """Its identifier."""
    teamID: "str | None"
    """The team; null for any."""
    topics: "list[str] | None"
    """The apps that it may send to; null for all."""


class ProviderKeyList(TypedDict):
    """All registered keys."""
    keys: "list[ProviderKey]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""


class NewProviderKey(TypedDict):
    """A key of a push provider."""
    keyID: "str"
    """Its identifier, `kid` of provider tokens."""
    teamID: "NotRequired[str | None]"
    """The team, `iss` of provider tokens; any if it is left out."""
    pem: "str"
    """The private or public key of P-256 in PEM."""
    topics: "NotRequired[Sequence[str] | None]"
    """The apps that it may send to; all if it is left out."""


class PushFault(TypedDict):
    """What the next requests get that would be accepted."""
    reason: "Literal['BadCollapseId', 'BadDeviceToken', 'BadExpirationDate', 'BadMessageId', 'BadPriority', 'BadTopic', 'DeviceTokenNotForTopic', 'DuplicateHeaders', 'IdleTimeout', 'InvalidPushType', 'MissingDeviceToken', 'MissingTopic', 'PayloadEmpty', 'TopicDisallowed', 'BadCertificate', 'BadCertificateEnvironment', 'BadEnvironmentKeyIdInToken', 'ExpiredProviderToken', 'Forbidden', 'InvalidProviderToken', 'MissingProviderToken', 'UnrelatedKeyIdInToken', 'BadPath', 'MethodNotAllowed', 'ExpiredToken', 'Unregistered', 'PayloadTooLarge', 'TooManyProviderTokenUpdates', 'TooManyRequests', 'InternalServerError', 'ServiceUnavailable', 'Shutdown', 'none']"
    """The reason of the refusal; `none` accepts the push, after `delaySeconds` or with `goAway`."""
    times: "NotRequired[int | None]"
    """How many requests get it: 1 unless given."""
    status: "NotRequired[int | None]"
    """The status, if it is not that of the reason; not with `none`."""
    topic: "NotRequired[str | None]"
    """Only pushes for this app; with a suffix, such as `.voip`, only those of this topic."""
    token: "NotRequired[str | None]"
    """Only pushes for this device token."""
    device: "NotRequired[str | None]"
    """Only pushes for this device."""
    delaySeconds: "NotRequired[float | None]"
    """How long the push waits before it is delivered or refused."""
    goAway: "NotRequired[bool | None]"
    """Whether the connection ends after it."""


class PushFaultList(TypedDict):
    """All faults."""
    faults: "list[PushFault]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""


class Webhook(TypedDict):
    """A webhook, without its secret."""
    id: "str"
    """Its id."""
    url: "str"
    """Where its messages are sent."""
    filter: "WebhookFilter"
    """What it hears of."""
    description: "str | None"
    """What people say of it."""
    enabled: "bool"
    """Whether records become messages."""
    pausedSince: "str | None"
    """Since when nothing is sent, where nobody asked for that."""
    why: "Literal['failures', 'gone'] | None"
    """Why nothing is sent: five messages in a row were given up, or the receiver answered 410."""
    createdAt: "str"
    """When it was registered, by the real clock."""
    waiting: "int"
    """How many messages wait or are being sent."""
    delivered: "int"
    """How many were delivered since the server was started."""
    failed: "int"
    """How many were given up."""
    dropped: "int"
    """How many were dropped because too many waited, or it was disabled."""


class WebhookList(TypedDict):
    """All webhooks."""
    webhooks: "list[Webhook]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""


class RegisteredWebhook(TypedDict):
    """A webhook that was registered, with its secret."""
    id: "str"
    """Its id."""
    url: "str"
    """Where its messages are sent."""
    filter: "WebhookFilter"
    """What it hears of."""
    description: "str | None"
    """What people say of it."""
    enabled: "bool"
    """Whether records become messages."""
    pausedSince: "str | None"
    """Since when nothing is sent, where nobody asked for that."""
    why: "Literal['failures', 'gone'] | None"
    """Why nothing is sent: five messages in a row were given up, or the receiver answered 410."""
    createdAt: "str"
    """When it was registered, by the real clock."""
    waiting: "int"
    """How many messages wait or are being sent."""
    delivered: "int"
    """How many were delivered since the server was started."""
    failed: "int"
    """How many were given up."""
    dropped: "int"
    """How many were dropped because too many waited, or it was disabled."""
    secret: "str"
    """What messages are signed with. It is not shown again."""


class ChangedWebhook(TypedDict):
    """A webhook that was changed."""
    id: "str"
    """Its id."""
    url: "str"
    """Where its messages are sent."""
    filter: "WebhookFilter"
    """What it hears of."""
    description: "str | None"
    """What people say of it."""
    enabled: "bool"
    """Whether records become messages."""
    pausedSince: "str | None"
    """Since when nothing is sent, where nobody asked for that."""
    why: "Literal['failures', 'gone'] | None"
    """Why nothing is sent: five messages in a row were given up, or the receiver answered 410."""
    createdAt: "str"
    """When it was registered, by the real clock."""
    waiting: "int"
    """How many messages wait or are being sent."""
    delivered: "int"
    """How many were delivered since the server was started."""
    failed: "int"
    """How many were given up."""
    dropped: "int"
    """How many were dropped because too many waited, or it was disabled."""
    secret: "NotRequired[str]"
    """What messages are signed with, if it was changed. It is not shown again."""


class NewWebhook(TypedDict):
    """A webhook to register."""
    url: "str"
    """Where its messages are sent."""
    filter: "NotRequired[NewWebhookFilter | None]"
    """What it hears of: exits and findings, unless given."""
    description: "NotRequired[str | None]"
    """What people say of it."""
    enabled: "NotRequired[bool | None]"
    """Whether messages are sent: true unless given."""
    secret: "NotRequired[str | None]"
    """What messages are signed with; made by chance unless given."""


class WebhookChange(TypedDict):
    """What changes about a webhook. Its secret is given or made by chance, not both."""
    url: "NotRequired[str | None]"
    """Where its messages are sent."""
    filter: "NotRequired[NewWebhookFilter | None]"
    """What it hears of, as a whole."""
    description: "NotRequired[str | None]"
    """What people say of it."""
    enabled: "NotRequired[bool | None]"
    """Whether messages are sent; true begins anew."""
    secret: "NotRequired[str | None]"
    """What messages are signed with from now on."""
    rotateSecret: "NotRequired[bool | None]"
    """Makes a secret by chance, in place of `secret`."""


class WebhookFilter(TypedDict):
    """What a webhook hears of: records that meet all of it."""
    kinds: "list[Literal['input', 'returned', 'process', 'scene', 'callback', 'notification', 'assertion', 'verdict', 'memory', 'dispatch', 'exit', 'finding', 'snapshot', 'activity', 'log']]"
    """Records of one of these kinds; of every kind where there is none."""
    bundleID: "str | None"
    """Records about this app; null for all."""
    device: "str | None"
    """Records of this device; null for all."""
    labels: "dict[str, str]"
    """Records of devices with all these labels."""
    records: "list[dict[str, Any]]"
    """Records that match one of these patterns; any where there is none."""


class NewWebhookFilter(TypedDict):
    """What a webhook is to hear of: records that meet all of it."""
    kinds: "NotRequired[Sequence[Literal['input', 'returned', 'process', 'scene', 'callback', 'notification', 'assertion', 'verdict', 'memory', 'dispatch', 'exit', 'finding', 'snapshot', 'activity', 'log']] | None]"
    """Records of one of these kinds: exits and findings unless given, or every kind if `records` is given."""
    bundleID: "NotRequired[str | None]"
    """Records about this app."""
    device: "NotRequired[str | None]"
    """Records of this device."""
    labels: "NotRequired[Mapping[str, str] | None]"
    """Records of devices with all these labels, at most 32."""
    records: "NotRequired[Sequence[RecordPattern] | None]"
    """Records that match one of these patterns."""


class WebhookTest(TypedDict):
    """A message that tries a receiver."""
    id: "str"
    """Its `webhook-id`."""


class WebhookDelivery(TypedDict):
    """An attempt to deliver a message."""
    id: "str"
    """The `webhook-id` of the message."""
    type: "Literal['greenroom.input', 'greenroom.returned', 'greenroom.process', 'greenroom.scene', 'greenroom.callback', 'greenroom.notification', 'greenroom.assertion', 'greenroom.verdict', 'greenroom.memory', 'greenroom.dispatch', 'greenroom.exit', 'greenroom.finding', 'greenroom.snapshot', 'greenroom.activity', 'greenroom.log', 'greenroom.gap', 'greenroom.test']"
    """What the message is about."""
    attempt: "int"
    """The number of the attempt."""
    time: "str"
    """When it began, by the real clock."""
    tookSeconds: "float"
    """How long it took."""
    outcome: "Literal['delivered', 'retrying', 'failed']"
    """What became of the message."""
    status: "int | None"
    """The status of the answer; null without one."""
    error: "Literal['nameNotFound', 'addressNotAllowed', 'notReachable', 'tlsFailed', 'connectionLost', 'badAnswer', 'timeout', 'cancelled'] | None"
    """Why there was no answer."""
    nextAttempt: "str | None"
    """When the message is sent again; null if it is not."""


class WebhookDeliveryList(TypedDict):
    """The newest attempts."""
    deliveries: "list[WebhookDelivery]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""


class WebhookMessageData(TypedDict):
    """What is told."""
    device: "NotRequired[str]"
    """The device whose record it is."""
    labels: "NotRequired[dict[str, str]]"
    """The labels of the device."""
    record: "NotRequired[Record]"
    """The record."""
    dropped: "NotRequired[int]"
    """How many messages were dropped before this one."""
    missed: "NotRequired[int | None]"
    """Of a gap: how many records of any kind; null if unknown."""
    webhook: "NotRequired[str]"
    """Of a test: the webhook."""


class WebhookMessage(TypedDict):
    """What a webhook is sent."""
    type: "Literal['greenroom.input', 'greenroom.returned', 'greenroom.process', 'greenroom.scene', 'greenroom.callback', 'greenroom.notification', 'greenroom.assertion', 'greenroom.verdict', 'greenroom.memory', 'greenroom.dispatch', 'greenroom.exit', 'greenroom.finding', 'greenroom.snapshot', 'greenroom.activity', 'greenroom.log', 'greenroom.gap', 'greenroom.test']"
    """What it is about: `greenroom.` and the kind of the record, `gap` or `test`."""
    timestamp: "str"
    """When it was made, by the real clock."""
    data: "WebhookMessageData"
    """What is told."""


class ExplorationFrom(TypedDict):
    """A part of `ExplorationFrom`."""
    device: "str"
    """The device."""
    at: "int"
    """Its last record that has happened when the search begins."""


Exploration = TypedDict("Exploration", {
    "id": "str",
    "status": "Literal['queued', 'running', 'finished', 'cancelled', 'failed']",
    "explore": "str",
    "target": "str",
    "from": "ExplorationFrom | None",
    "played": "bool",
    "labels": "dict[str, str]",
    "seed": "int",
    "jobs": "int",
    "interruptions": "int",
    "memoryMiB": "int",
    "budgetSeconds": "float",
    "keepSeconds": "float",
    "createdAt": "str",
    "startedAt": "str | None",
    "endedAt": "str | None",
    "progress": "ExplorationProgress | None",
    "passes": "list[ExplorationPass]",
    "found": "list[str]",
    "known": "list[str]",
    "detail": "str | None",
    "report": "ExplorationReport | None",
})


class ExplorationSummaryFrom(TypedDict):
    """A part of `ExplorationSummaryFrom`."""
    device: "str"
    """The device."""
    at: "int"
    """Its last record that has happened when the search begins."""


ExplorationSummary = TypedDict("ExplorationSummary", {
    "id": "str",
    "status": "Literal['queued', 'running', 'finished', 'cancelled', 'failed']",
    "explore": "str",
    "target": "str",
    "from": "ExplorationSummaryFrom | None",
    "played": "bool",
    "labels": "dict[str, str]",
    "seed": "int",
    "jobs": "int",
    "interruptions": "int",
    "memoryMiB": "int",
    "budgetSeconds": "float",
    "keepSeconds": "float",
    "createdAt": "str",
    "startedAt": "str | None",
    "endedAt": "str | None",
    "progress": "ExplorationProgress | None",
    "passes": "list[ExplorationPass]",
    "found": "list[str]",
    "known": "list[str]",
    "detail": "str | None",
})


class ExplorationList(TypedDict):
    """A page of explorations."""
    explorations: "list[ExplorationSummary]"
    """The elements."""
    next: "str | None"
    """The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last."""


class ExplorationProgress(TypedDict):
    """How far a search has come."""
    interruptions: "int"
    """The most interruptions on a sequence of the pass that runs."""
    inputs: "int"
    """To how many inputs the pass has tried every sequence."""
    situations: "int"
    """How many situations the pass has met."""
    transitions: "int"
    """How many inputs were taken in all."""
    perSecond: "int"
    """How many of them a second."""
    share: "float"
    """Which part of the transitions that may be taken were taken."""


class ExplorationPass(TypedDict):
    """What a pass of a search has come to."""
    interruptions: "int"
    """The most interruptions on a sequence."""
    closed: "bool"
    """Whether every sequence of any length was tried."""
    inputs: "int"
    """To how many inputs every sequence was tried."""
    situations: "int"
    """How many situations were met."""
    transitions: "int"
    """How many inputs were taken in some situation."""


class ExplorationReportPropertiesFailures(TypedDict):
    """A part of `ExplorationReportPropertiesFailures`."""
    signature: "str"
    """The failure that breaks it."""
    text: "str"
    """The failure for people."""


class ExplorationReportProperties(TypedDict):
    """A part of `ExplorationReportProperties`."""
    name: "str"
    """The property."""
    failures: "list[ExplorationReportPropertiesFailures]"
    """What breaks it."""
    skipped: "str | None"
    """Why nothing that was tried can break it; null where something can."""


class ExplorationReport(TypedDict):
    """What a search has found, and within which bounds it has looked."""
    explore: "str"
    """Its name."""
    target: "str"
    """The app."""
    letters: "list[str]"
    """What was tried."""
    resolutionSeconds: "float"
    """How long before something is due inputs were tried."""
    memoryMiB: "int"
    """How much memory the search could take."""
    memoryIsFull: "bool"
    """Whether a pass ended because that was full."""
    passes: "list[ExplorationPass]"
    """The passes."""
    failures: "list[ExplorationFailure]"
    """The failures, the worst first."""
    properties: "list[ExplorationReportProperties]"
    """What became of each property."""


ExplorationFailureInputsWindow = TypedDict("ExplorationFailureInputsWindow", {
    "from": "float",
    "to": "float",
})


class ExplorationFailureInputs(TypedDict):
    """A part of `ExplorationFailureInputs`."""
    input: "str"
    """The event, the action, or the time that passes."""
    at: "float"
    """When it happens, counted from the start."""
    state: "AppState"
    """The state of the app after it."""
    window: "NotRequired[ExplorationFailureInputsWindow]"
    """The lengths of a passing of time with which the app fails just so."""


class ExplorationFailure(TypedDict):
    """A way in which the app fails."""
    signature: "str"
    """What tells it from others: the app, the property, and more where that differs."""
    properties: "list[str]"
    """The properties that are broken, the worst first."""
    severity: "Severity"
    """How bad it is."""
    isKnown: "bool"
    """Whether `known` lists it."""
    isConfirmed: "bool"
    """Whether a replay of its inputs has failed in the same way."""
    isMinimal: "bool"
    """Whether it is known that no input and no pair of inputs can be left out; not, where the search was
    stopped."""
    interruptions: "int"
    """How many interruptions it needs."""
    inputs: "list[ExplorationFailureInputs]"
    """The sequence."""
    evidence: "list[Record]"
    """The records that say so."""
    advice: "NotRequired[str]"
    """What to do about it."""
    scenario: "dict[str, Any]"
    """A scenario that fails until the app is mended."""


class NewExplorationFrom(TypedDict):
    """A part of `NewExplorationFrom`."""
    device: "str"
    """The device that the search begins with."""
    at: "NotRequired[int | None]"
    """The record after which it begins: the last, unless given."""


NewExploration = TypedDict("NewExploration", {
    "id": "NotRequired[str | None]",
    "file": "NotRequired[Mapping[str, Any] | None]",
    "from": "NotRequired[NewExplorationFrom | None]",
    "played": "NotRequired[bool | None]",
    "target": "NotRequired[str | None]",
    "attached": "NotRequired[Mapping[str, Any] | None]",
    "letters": "NotRequired[Mapping[str, Any] | None]",
    "properties": "NotRequired[Sequence[Mapping[str, Any]] | None]",
    "known": "NotRequired[Sequence[str] | None]",
    "limits": "NotRequired[Mapping[str, Any] | None]",
    "for": "NotRequired[Sequence[str] | None]",
    "seed": "NotRequired[int | None]",
    "jobs": "NotRequired[int | None]",
    "budgetSeconds": "NotRequired[float | None]",
    "keepSeconds": "NotRequired[float | None]",
    "labels": "NotRequired[Mapping[str, str] | None]",
})


class NewFailureDevice(TypedDict):
    """A device of a failure to make."""
    id: "NotRequired[str | None]"
    """Its id; made up unless given."""
    upTo: "NotRequired[int | None]"
    """How many inputs have happened: all, unless given."""


class ExplorationChange(TypedDict):
    """What is changed of an exploration."""
    known: "NotRequired[Sequence[str]]"
    """Signatures of what is no failure, in place of those before."""


class PlayReport(TypedDict):
    """What a client says of the play that it has carried out."""
    play: "NotRequired[int | None]"
    """Its number; none at first."""
    situation: "NotRequired[str | None]"
    """What the app's code says of itself: two plays lead to one situation only if they say the same. Without it
    none do."""


class Play(TypedDict):
    """A play that is to be carried out."""
    exploration: "str"
    """The exploration."""
    status: "Literal['queued', 'running', 'finished', 'cancelled', 'failed']"
    """What it does."""
    play: "int | None"
    """The number with which it is reported; null when there is nothing to do."""
    device: "str | None"
    """The device, whose clock only advances move."""
    continues: "bool"
    """Whether the steps follow on those of the play before; otherwise the device is new, and the app must be."""
    steps: "list[dict[str, Any]]"
    """The steps, as scenarios have them: `send`, `act` or `advance`."""


class ExplorationGraphNodes(TypedDict):
    """A part of `ExplorationGraphNodes`."""
    id: "int"
    """Its id: its place in the list."""
    situation: "str"
    """The class of its situations, as the coverage names it."""
    state: "AppState"
    """The state of the app."""
    isInHandler: "bool"
    """Whether its main thread is in a handler."""
    screen: "Literal['free', 'covered', 'locked']"
    """What is on the screen."""
    assertions: "list[AssertionKind]"
    """The kinds of assertions that the app holds."""
    front: "Literal['nobody', 'app', 'others', 'both'] | None"
    """Who is in front; null for a node that was put together of several."""
    isOthers: "bool"
    """Whether it stands for all nodes of its class that were put together."""
    situations: "int"
    """How many situations it has; 0 where only the sequence of a failure leads there, which another pass has
    found."""
    onWayOf: "list[str]"
    """The signatures of the failures on whose way it lies."""
    breaks: "list[str]"
    """The signatures of the failures that end in it."""


class ExplorationGraphEdgesLetters(TypedDict):
    """A part of `ExplorationGraphEdgesLetters`."""
    letter: "str"
    """The event or action, or `time`."""
    count: "int"
    """How many of them."""


ExplorationGraphEdges = TypedDict("ExplorationGraphEdges", {
    "from": "int",
    "to": "int",
    "count": "int",
    "letters": "list[ExplorationGraphEdgesLetters]",
})


class ExplorationGraphWays(TypedDict):
    """A part of `ExplorationGraphWays`."""
    signature: "str"
    """The failure."""
    nodes: "list[int]"
    """The ids of the nodes, from the start to where it breaks."""


class ExplorationGraphVariantsNodes(TypedDict):
    """A part of `ExplorationGraphVariantsNodes`."""
    id: "int"
    """Its id: its place in the list."""
    situation: "str"
    """The class of its situations, as the coverage names it."""
    state: "AppState"
    """The state of the app."""
    isInHandler: "bool"
    """Whether its main thread is in a handler."""
    screen: "Literal['free', 'covered', 'locked']"
    """What is on the screen."""
    assertions: "list[AssertionKind]"
    """The kinds of assertions that the app holds."""
    front: "Literal['nobody', 'app', 'others', 'both'] | None"
    """Who is in front; null for a node that was put together of several."""
    isOthers: "bool"
    """Whether it stands for all nodes of its class that were put together."""
    situations: "int"
    """How many situations it has; 0 where only the sequence of a failure leads there, which another pass has
    found."""
    onWayOf: "list[str]"
    """The signatures of the failures on whose way it lies."""
    breaks: "list[str]"
    """The signatures of the failures that end in it."""


class ExplorationGraphVariantsEdgesLetters(TypedDict):
    """A part of `ExplorationGraphVariantsEdgesLetters`."""
    letter: "str"
    """The event or action, or `time`."""
    count: "int"
    """How many of them."""


ExplorationGraphVariantsEdges = TypedDict("ExplorationGraphVariantsEdges", {
    "from": "int",
    "to": "int",
    "count": "int",
    "letters": "list[ExplorationGraphVariantsEdgesLetters]",
})


class ExplorationGraphVariantsWays(TypedDict):
    """A part of `ExplorationGraphVariantsWays`."""
    signature: "str"
    """The failure."""
    nodes: "list[int]"
    """The ids of the nodes, from the start to where it breaks."""


class ExplorationGraphVariants(TypedDict):
    """A part of `ExplorationGraphVariants`."""
    explore: "str"
    """What the exploration, or the variant, is called."""
    target: "str"
    """The app."""
    interruptions: "int"
    """The most interruptions on a sequence of the pass that it shows."""
    situations: "int"
    """How many situations the pass has met."""
    transitions: "int"
    """How many inputs the pass has taken in some situation."""
    merged: "int"
    """How many nodes were put together, as there may be 200."""
    nodes: "list[ExplorationGraphVariantsNodes]"
    """The nodes: the one in which the search begins, then those with the most situations first."""
    edges: "list[ExplorationGraphVariantsEdges]"
    """Which inputs lead from one node to another."""
    ways: "list[ExplorationGraphVariantsWays]"
    """The nodes that the sequence of each failure goes through."""


class ExplorationGraph(TypedDict):
    """The state graph of a search."""
    explore: "str"
    """What the exploration, or the variant, is called."""
    target: "str"
    """The app."""
    interruptions: "int"
    """The most interruptions on a sequence of the pass that it shows."""
    situations: "int"
    """How many situations the pass has met."""
    transitions: "int"
    """How many inputs the pass has taken in some situation."""
    merged: "int"
    """How many nodes were put together, as there may be 200."""
    nodes: "list[ExplorationGraphNodes]"
    """The nodes: the one in which the search begins, then those with the most situations first."""
    edges: "list[ExplorationGraphEdges]"
    """Which inputs lead from one node to another."""
    ways: "list[ExplorationGraphWays]"
    """The nodes that the sequence of each failure goes through."""
    variants: "list[ExplorationGraphVariants]"
    """The graphs of the variants of the app, when it has ended."""


class WebDriverSession(TypedDict):
    """A session of a client of Appium or WebDriverAgent."""
    id: "str"
    """Its id."""
    dialect: "Literal['appium', 'wda']"
    """What the client speaks."""
    device: "str"
    """The device that it drives."""
    bundleID: "str | None"
    """The app under test."""
    createdAt: "str"
    """When it was opened, by the server's clock."""
    commandsInProgress: "int"
    """How many commands are in progress."""
    lastCommand: "str | None"
    """The command that ended last: a route or a script."""
    lastCommandAt: "str | None"
    """When it ended, by the server's clock."""
    newCommandTimeoutSeconds: "float | None"
    """How long it lives without a command; null for ever."""
    deletesDevice: "bool"
    """Whether its device is deleted with it."""


class WebDriverSessionList(TypedDict):
    """The newest sessions of clients of Appium and WebDriverAgent."""
    sessions: "list[WebDriverSession]"
    """The sessions, the newest first."""
    count: "int"
    """How many there are, those after the limit included."""


class LoggedRequest(TypedDict):
    """A request of the interface. Headers and queries are not kept."""
    number: "int"
    """Its number, from 1 in each run of the server."""
    time: "str"
    """When it came, by the server's clock."""
    id: "str"
    """Its id, as in `X-Request-Id` and the log."""
    method: "str"
    """Its method."""
    path: "str"
    """Its path without the query, cut to 256 bytes."""
    device: "str | None"
    """The device in the path."""
    status: "int"
    """The status of the answer."""
    seconds: "float"
    """How long the answer took; that of a stream, until it began."""
    problem: "Problem | None"
    """Why it was refused."""
    body: "str | None"
    """What it carried, its first 2,048 bytes; null if nothing was read, or a secret was expected."""
    bodyBytes: "int"
    """How many bytes were read of what it carried."""


class LoggedRequestList(TypedDict):
    """The newest requests."""
    requests: "list[LoggedRequest]"
    """The requests, the newest first."""
    count: "int"
    """How many there are, those after the limit included."""


class Fleet(TypedDict):
    """The servers that share the devices. A server without others has one partition."""
    server: "str"
    """What the server is called that answers."""
    mode: "Literal['embedded', 'fleet']"
    """Whether the server has the devices alone."""
    leaseSeconds: "float | None"
    """How long it answers after it has reached the database; null where it has the devices alone."""
    partitionCount: "int"
    """How many parts the devices are divided into: a power of two."""
    settled: "bool"
    """Whether every partition is owned, and the servers own equally many, but for one."""
    members: "list[FleetMember]"
    """The servers, in the order in which they joined."""
    partitions: "list[FleetPartition]"
    """The partitions, by their numbers."""
    moves: "list[FleetMove]"
    """The newest changes of owners, newest first."""


class FleetMember(TypedDict):
    """A server."""
    server: "str"
    """What people call it."""
    number: "int"
    """Its number: every run of a server has another."""
    address: "str | None"
    """Where the others reach it; null where there are none."""
    state: "Literal['live', 'leaving']"
    """Whether it hands over what it has."""
    version: "str"
    """Its version."""
    kernelVersion: "str"
    """The version of its kernel."""
    joinedAt: "str"
    """When it joined."""
    leaseRemainingSeconds: "float | None"
    """How long it may still answer unless it reaches the database, as far as is known."""
    partitions: "int"
    """How many partitions it owns."""
    devices: "int"
    """How many devices it has, as it said last."""
    sameToken: "bool"
    """Whether it asks for the same token as the server that answers."""


class FleetPartition(TypedDict):
    """A part of all devices, by the hash of the id."""
    partition: "int"
    """Its number."""
    epoch: "int"
    """Grows at every change of owner."""
    server: "str | None"
    """The server that answers for its devices; null if none does."""
    state: "Literal['free', 'loading', 'owned', 'releasing']"
    """What its owner does with it."""


FleetMove = TypedDict("FleetMove", {
    "at": "str",
    "partition": "int",
    "epoch": "int",
    "from": "str | None",
    "to": "str",
    "why": "Literal['first', 'joined', 'left', 'lost']",
    "unownedSeconds": "float | None",
    "devices": "int | None",
})


class Health(TypedDict):
    """Whether the service can be used."""
    status: "Literal['ok', 'starting', 'ready', 'noLease', 'readOnly', 'stopping']"
    """How it is."""


class Version(TypedDict):
    """Which version this is."""
    version: "str"
    """The version of the service."""
    kernelVersion: "str"
    """The version of the kernel: with another one, records may differ."""


class Problem(TypedDict):
    """Why a request was refused (RFC 9457)."""
    type: "str"
    """Where the code is explained."""
    title: "Literal['The request is not HTTP', 'The request does not say which server it is for', 'The server does not do what Expect asks for', 'The body has a transfer coding that is not read here', 'The body cannot be read', 'The body has a media type that is not read here', 'The answer does not come in this media type', 'The body is too large', 'The request has too many parts', 'A field is not known', 'A value is not accepted', 'A field is missing', 'There is no such event', 'There is no such action', 'There is no such rule', 'There is nothing to explore', 'The idempotency key belongs to another request', 'There is nothing at this path', 'The path does not take this method', 'There is no such device', 'There is no such app on the device', 'There is no such process on the device', 'There is no such scene', 'There is no such callback in flight', 'There is no such rule profile', 'There is no such report of the app', 'There is no such push', 'There is no such key of a provider', 'There is no such webhook', 'There is no such exploration, or it has no such failure', 'The records are no longer kept', 'The play is not the one that waits for its report', 'A device of this id exists', 'The device is locked', 'The device could not be recovered', 'This makes no sense in the present state', 'The app has no process', 'The process is suspended', 'The app does not support several scenes', 'There are as many of these already as there may be', 'The server has as many devices as it may have', 'The first answer was too large to be kept', 'The resource is not as it was expected to be', 'A valid token is needed', 'The token may only read', 'A page of another site may not do this', 'The server does not have this name', 'The service has too much to do', 'The journal cannot be used', 'It is not known whether this was done', 'No server answers for the device now', 'Another server answers for the device', 'The service is not ready', 'The client has closed the connection', 'Something went wrong inside the service']"
    """What the code means, for people."""
    status: "int"
    """The HTTP status."""
    detail: "str"
    """What is wrong and what would have been right, for people."""
    code: "ProblemCode"
    """What is wrong, for programs."""
    field: "NotRequired[str]"
    """The field, query parameter or header that is wrong."""
    state: "NotRequired[str]"
    """The state that the request met."""
    accepted: "NotRequired[list[str]]"
    """What would have been accepted."""
    index: "NotRequired[int]"
    """Which of several inputs was refused, from 0."""
    requestID: "NotRequired[str]"
    """The id of the request in the log, where the log has details."""
