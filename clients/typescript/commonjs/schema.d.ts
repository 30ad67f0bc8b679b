export declare type ActionName = "beginBackgroundTask" | "endBackgroundTask" | "work" | "edit" | "save" | "log" | "setAlarm" | "allocate" | "free" | "requestSceneSession" | "destroySceneSession" | "startActivity" | "stopActivity" | "showSensitiveContent" | "hideSensitiveContent" | "requestPermission" | "registerForRemoteNotifications" | "setMinimumBackgroundFetchInterval" | "completeFetch" | "holdFileLock" | "releaseFileLock" | "registerTask" | "submitTaskRequest" | "cancelTaskRequest" | "completeTask" | "reportProgress" | "startTransfer" | "completeURLSessionEvents" | "playAudio" | "stopAudio" | "startLocation" | "stopLocation" | "monitorSignificantLocationChanges" | "startLocationSession" | "endLocationSession" | "startNearbyInteraction" | "stopNearbyInteraction" | "scanBluetooth" | "advertiseBluetooth" | "requestLiveActivity" | "endLiveActivity" | "observeLiveActivities" | "registerWake" | "reportIncomingCall" | "crash" | "hang" | "exit";
export declare type AssertionName = "transition" | "backgroundTask" | "remoteNotification" | "backgroundFetch" | "backgroundTaskScheduler" | "urlSessionEvents" | "audio" | "audioInterruption" | "location" | "bluetooth" | "voip" | "voipCall" | "nearbyInteraction" | "systemWake";
export declare type CallbackName = "application(_:willFinishLaunchingWithOptions:)" | "application(_:didFinishLaunchingWithOptions:)" | "applicationDidBecomeActive(_:)" | "applicationWillResignActive(_:)" | "applicationDidEnterBackground(_:)" | "applicationWillEnterForeground(_:)" | "applicationWillTerminate(_:)" | "application(_:open:options:)" | "application(_:willContinueUserActivityWithType:)" | "application(_:continue:restorationHandler:)" | "application(_:performActionFor:completionHandler:)" | "application(_:configurationForConnecting:options:)" | "application(_:didDiscardSceneSessions:)" | "applicationProtectedDataWillBecomeUnavailable(_:)" | "applicationProtectedDataDidBecomeAvailable(_:)" | "applicationDidReceiveMemoryWarning(_:)" | "applicationSignificantTimeChange(_:)" | "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)" | "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)" | "application(_:performFetchWithCompletionHandler:)" | "application(_:handleEventsForBackgroundURLSession:completionHandler:)" | "application(_:shouldSaveSecureApplicationState:)" | "application(_:willEncodeRestorableStateWith:)" | "application(_:shouldRestoreSecureApplicationState:)" | "application(_:viewControllerWithRestorationIdentifierPath:coder:)" | "application(_:didDecodeRestorableStateWith:)" | "encodeRestorableState(with:)" | "decodeRestorableState(with:)" | "applicationFinishedRestoringState()" | "viewWillDisappear(_:)" | "viewDidDisappear(_:)" | "viewWillAppear(_:)" | "viewDidAppear(_:)" | "scene(_:willConnectTo:options:)" | "sceneDidDisconnect(_:)" | "templateApplicationScene(_:didConnect:)" | "templateApplicationScene(_:didDisconnectInterfaceController:)" | "sceneDidBecomeActive(_:)" | "sceneWillResignActive(_:)" | "sceneDidEnterBackground(_:)" | "sceneWillEnterForeground(_:)" | "scene(_:openURLContexts:)" | "scene(_:willContinueUserActivityWithType:)" | "scene(_:continue:)" | "windowScene(_:performActionFor:completionHandler:)" | "stateRestorationActivity(for:)" | "scene(_:didUpdate:)" | "userNotificationCenter(_:didReceive:withCompletionHandler:)" | "userNotificationCenter(_:willPresent:withCompletionHandler:)" | "urlSession(_:downloadTask:didFinishDownloadingTo:)" | "urlSession(_:task:didCompleteWithError:)" | "urlSessionDidFinishEvents(forBackgroundURLSession:)" | "locationManager(_:didUpdateLocations:)" | "locationManager(_:didEnterRegion:)" | "centralManager(_:willRestoreState:)" | "centralManager(_:didDiscover:advertisementData:rssi:)" | "peripheralManager(_:willRestoreState:)" | "peripheralManager(_:didReceiveRead:)" | "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)" | "provider(_:perform:)" | "provider(_:didActivate:)" | "provider(_:didDeactivate:)" | "updateHandler" | "pushTokenUpdates" | "systemWakeHandler" | "monitorEvents" | "activityStateUpdates" | "session(_:didReceiveMessage:)" | "session(_:didReceiveUserInfo:)" | "perform()" | "incomingPushResult(channelManager:channelUUID:pushPayload:)" | "accessory(_:service:didUpdateValueFor:)" | "didReceive(_:withContentHandler:)" | "serviceExtensionTimeWillExpire()" | "expirationHandler" | "launchHandler" | "taskExpirationHandler" | "alarmHandler" | "preMain" | "main" | "UIApplicationMain" | "mainInterface";
export declare type DelegateMethodName = "application(_:willFinishLaunchingWithOptions:)" | "application(_:didFinishLaunchingWithOptions:)" | "applicationDidBecomeActive(_:)" | "applicationWillResignActive(_:)" | "applicationDidEnterBackground(_:)" | "applicationWillEnterForeground(_:)" | "applicationWillTerminate(_:)" | "application(_:open:options:)" | "application(_:willContinueUserActivityWithType:)" | "application(_:continue:restorationHandler:)" | "application(_:performActionFor:completionHandler:)" | "application(_:configurationForConnecting:options:)" | "application(_:didDiscardSceneSessions:)" | "applicationProtectedDataWillBecomeUnavailable(_:)" | "applicationProtectedDataDidBecomeAvailable(_:)" | "applicationDidReceiveMemoryWarning(_:)" | "applicationSignificantTimeChange(_:)" | "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)" | "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)" | "application(_:performFetchWithCompletionHandler:)" | "application(_:handleEventsForBackgroundURLSession:completionHandler:)" | "application(_:shouldSaveSecureApplicationState:)" | "application(_:willEncodeRestorableStateWith:)" | "application(_:shouldRestoreSecureApplicationState:)" | "application(_:viewControllerWithRestorationIdentifierPath:coder:)" | "application(_:didDecodeRestorableStateWith:)" | "encodeRestorableState(with:)" | "decodeRestorableState(with:)" | "applicationFinishedRestoringState()" | "viewWillDisappear(_:)" | "viewDidDisappear(_:)" | "viewWillAppear(_:)" | "viewDidAppear(_:)" | "scene(_:willConnectTo:options:)" | "sceneDidDisconnect(_:)" | "templateApplicationScene(_:didConnect:)" | "templateApplicationScene(_:didDisconnectInterfaceController:)" | "sceneDidBecomeActive(_:)" | "sceneWillResignActive(_:)" | "sceneDidEnterBackground(_:)" | "sceneWillEnterForeground(_:)" | "scene(_:openURLContexts:)" | "scene(_:willContinueUserActivityWithType:)" | "scene(_:continue:)" | "windowScene(_:performActionFor:completionHandler:)" | "stateRestorationActivity(for:)" | "scene(_:didUpdate:)" | "userNotificationCenter(_:didReceive:withCompletionHandler:)" | "userNotificationCenter(_:willPresent:withCompletionHandler:)" | "urlSession(_:downloadTask:didFinishDownloadingTo:)" | "urlSession(_:task:didCompleteWithError:)" | "urlSessionDidFinishEvents(forBackgroundURLSession:)" | "locationManager(_:didUpdateLocations:)" | "locationManager(_:didEnterRegion:)" | "centralManager(_:willRestoreState:)" | "centralManager(_:didDiscover:advertisementData:rssi:)" | "peripheralManager(_:willRestoreState:)" | "peripheralManager(_:didReceiveRead:)" | "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)" | "provider(_:perform:)" | "provider(_:didActivate:)" | "provider(_:didDeactivate:)" | "session(_:didReceiveMessage:)" | "session(_:didReceiveUserInfo:)" | "incomingPushResult(channelManager:channelUUID:pushPayload:)" | "accessory(_:service:didUpdateValueFor:)";
export declare type EventType = "device.home" | "device.openAppSwitcher" | "device.closeAppSwitcher" | "device.lock" | "device.unlock" | "device.openNotificationCenter" | "device.closeNotificationCenter" | "device.openControlCenter" | "device.closeControlCenter" | "device.beginSiri" | "device.endSiri" | "device.presentAirDropSheet" | "device.dismissAirDropSheet" | "device.presentSystemAlert" | "device.dismissSystemAlert" | "device.incomingCall" | "device.answerCall" | "device.declineCall" | "device.endCall" | "device.changeLanguage" | "device.reboot" | "device.powerOff" | "device.powerOn" | "device.upgradeOS" | "device.changeTime" | "device.changeLocale" | "device.rotate" | "device.setBattery" | "device.setNetwork" | "device.setThermalState" | "device.setLowPowerMode" | "device.setBackgroundRefresh" | "device.setIdle" | "device.allocateSystemMemory" | "device.freeSystemMemory" | "device.memoryWarning" | "audio.interrupt" | "audio.resume" | "app.launch" | "app.continueActivity" | "app.performShortcut" | "app.tapNotification" | "app.forceQuit" | "app.crash" | "app.terminate" | "app.suspend" | "app.prewarm" | "app.background" | "app.changePermission" | "app.memoryWarning" | "app.changeSettings" | "app.presentAlert" | "app.dismissAlert" | "app.presentShareSheet" | "app.dismissShareSheet" | "app.coverView" | "app.uncoverView" | "scene.create" | "scene.activate" | "scene.close" | "scene.disconnect" | "scene.background" | "backgroundFetch.perform" | "backgroundTask.launch" | "backgroundTask.expire" | "backgroundTask.cancel" | "location.update" | "location.significantChange" | "location.region" | "bluetooth.event" | "voip.push" | "urlSession.finish" | "system.wake" | "liveActivity.pushToStart" | "liveActivity.pushToEnd" | "liveActivity.dismiss" | "input.touch" | "input.remoteControl" | "app.openURL" | "push.deliver";
export declare type ExitReason = "normal" | "userForceQuit" | "memoryPressure" | "memoryResourceLimit" | "appWatchdog" | "backgroundTaskAssertionTimeout" | "backgroundFetchTimeout" | "backgroundURLSessionTimeout" | "suspendedWithLockedFile" | "cpuResourceLimit" | "thermal" | "voipNotReported" | "tooManyBackgroundTasks" | "longIdleExit" | "abnormal" | "badAccess" | "busError" | "illegalInstruction" | "breakpoint" | "diskSpace" | "permissionChanged" | "languageChanged" | "backgroundRendering" | "system" | "simulatorHost" | "exitsOnSuspend" | "appUpdate" | "appRemoved" | "reboot" | "osUpgrade";
export declare type FindingCode = "dataLoss" | "dataAtRisk" | "savesOnlyInWillTerminate" | "slowDidEnterBackground" | "slowLaunch" | "slowResignActive" | "mainThreadBlocked" | "backgroundTaskLeaked" | "backgroundTaskWithoutExpirationHandler" | "expirationHandlerDoesNotEndTask" | "endedOnlyByExpiration" | "keptMemoryInBackground" | "noResponseToMemoryWarning" | "completionHandlerMissing" | "fileLockHeldAtSuspend" | "workWhileInactive" | "gameResumedByItself" | "relianceOnTimerWhileSuspended" | "sensitiveContentInSnapshot" | "sceneStateLost" | "backgroundModeUnused" | "silentPushBudgetExceeded" | "sceneLifecycleNotAdopted" | "excessiveProcessorUse" | "transferDelayed" | "continuedTaskStalled" | "delegateMethodNeverCalled" | "locationSessionLost" | "liveActivityOrphaned" | "contentHandlerNotCalled" | "extensionMemoryExceeded" | "wakeNotHeard";
export declare type LaunchReason = "user" | "url" | "userActivity" | "shortcut" | "notification" | "carPlay" | "remoteNotification" | "backgroundFetch" | "backgroundTask" | "urlSession" | "location" | "bluetooth" | "voip" | "prewarm" | "healthKit" | "watchConnectivity" | "appIntent" | "liveActivityToken" | "pushToTalk" | "homeKit" | "systemWake" | "notificationService";
export declare type NotificationName = "UIApplication.didFinishLaunchingNotification" | "UIApplication.didBecomeActiveNotification" | "UIApplication.willResignActiveNotification" | "UIApplication.didEnterBackgroundNotification" | "UIApplication.willEnterForegroundNotification" | "UIApplication.willTerminateNotification" | "UIApplication.protectedDataWillBecomeUnavailableNotification" | "UIApplication.protectedDataDidBecomeAvailableNotification" | "UIApplication.didReceiveMemoryWarningNotification" | "UIApplication.significantTimeChangeNotification" | "UIApplication.backgroundRefreshStatusDidChangeNotification" | "NSLocale.currentLocaleDidChangeNotification" | "UIDevice.orientationDidChangeNotification" | "UIDevice.batteryLevelDidChangeNotification" | "UIDevice.batteryStateDidChangeNotification" | "ProcessInfo.thermalStateDidChangeNotification" | "NSProcessInfoPowerStateDidChange" | "UserDefaults.didChangeNotification" | "AVAudioSession.interruptionNotification" | "UIScene.willConnectNotification" | "UIScene.didDisconnectNotification" | "UIScene.didActivateNotification" | "UIScene.willDeactivateNotification" | "UIScene.didEnterBackgroundNotification" | "UIScene.willEnterForegroundNotification";
export declare type PendingName = "application(_:willFinishLaunchingWithOptions:)" | "application(_:didFinishLaunchingWithOptions:)" | "applicationDidBecomeActive(_:)" | "applicationWillResignActive(_:)" | "applicationDidEnterBackground(_:)" | "applicationWillEnterForeground(_:)" | "applicationWillTerminate(_:)" | "application(_:open:options:)" | "application(_:willContinueUserActivityWithType:)" | "application(_:continue:restorationHandler:)" | "application(_:performActionFor:completionHandler:)" | "application(_:configurationForConnecting:options:)" | "application(_:didDiscardSceneSessions:)" | "applicationProtectedDataWillBecomeUnavailable(_:)" | "applicationProtectedDataDidBecomeAvailable(_:)" | "applicationDidReceiveMemoryWarning(_:)" | "applicationSignificantTimeChange(_:)" | "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)" | "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)" | "application(_:performFetchWithCompletionHandler:)" | "application(_:handleEventsForBackgroundURLSession:completionHandler:)" | "application(_:shouldSaveSecureApplicationState:)" | "application(_:willEncodeRestorableStateWith:)" | "application(_:shouldRestoreSecureApplicationState:)" | "application(_:viewControllerWithRestorationIdentifierPath:coder:)" | "application(_:didDecodeRestorableStateWith:)" | "encodeRestorableState(with:)" | "decodeRestorableState(with:)" | "applicationFinishedRestoringState()" | "viewWillDisappear(_:)" | "viewDidDisappear(_:)" | "viewWillAppear(_:)" | "viewDidAppear(_:)" | "scene(_:willConnectTo:options:)" | "sceneDidDisconnect(_:)" | "templateApplicationScene(_:didConnect:)" | "templateApplicationScene(_:didDisconnectInterfaceController:)" | "sceneDidBecomeActive(_:)" | "sceneWillResignActive(_:)" | "sceneDidEnterBackground(_:)" | "sceneWillEnterForeground(_:)" | "scene(_:openURLContexts:)" | "scene(_:willContinueUserActivityWithType:)" | "scene(_:continue:)" | "windowScene(_:performActionFor:completionHandler:)" | "stateRestorationActivity(for:)" | "scene(_:didUpdate:)" | "userNotificationCenter(_:didReceive:withCompletionHandler:)" | "userNotificationCenter(_:willPresent:withCompletionHandler:)" | "urlSession(_:downloadTask:didFinishDownloadingTo:)" | "urlSession(_:task:didCompleteWithError:)" | "urlSessionDidFinishEvents(forBackgroundURLSession:)" | "locationManager(_:didUpdateLocations:)" | "locationManager(_:didEnterRegion:)" | "centralManager(_:willRestoreState:)" | "centralManager(_:didDiscover:advertisementData:rssi:)" | "peripheralManager(_:willRestoreState:)" | "peripheralManager(_:didReceiveRead:)" | "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)" | "provider(_:perform:)" | "provider(_:didActivate:)" | "provider(_:didDeactivate:)" | "updateHandler" | "pushTokenUpdates" | "systemWakeHandler" | "monitorEvents" | "activityStateUpdates" | "session(_:didReceiveMessage:)" | "session(_:didReceiveUserInfo:)" | "perform()" | "incomingPushResult(channelManager:channelUUID:pushPayload:)" | "accessory(_:service:didUpdateValueFor:)" | "didReceive(_:withContentHandler:)" | "serviceExtensionTimeWillExpire()" | "expirationHandler" | "launchHandler" | "taskExpirationHandler" | "alarmHandler" | "preMain" | "main" | "UIApplicationMain" | "mainInterface" | "UIApplication.didFinishLaunchingNotification" | "UIApplication.didBecomeActiveNotification" | "UIApplication.willResignActiveNotification" | "UIApplication.didEnterBackgroundNotification" | "UIApplication.willEnterForegroundNotification" | "UIApplication.willTerminateNotification" | "UIApplication.protectedDataWillBecomeUnavailableNotification" | "UIApplication.protectedDataDidBecomeAvailableNotification" | "UIApplication.didReceiveMemoryWarningNotification" | "UIApplication.significantTimeChangeNotification" | "UIApplication.backgroundRefreshStatusDidChangeNotification" | "NSLocale.currentLocaleDidChangeNotification" | "UIDevice.orientationDidChangeNotification" | "UIDevice.batteryLevelDidChangeNotification" | "UIDevice.batteryStateDidChangeNotification" | "ProcessInfo.thermalStateDidChangeNotification" | "NSProcessInfoPowerStateDidChange" | "UserDefaults.didChangeNotification" | "AVAudioSession.interruptionNotification" | "UIScene.willConnectNotification" | "UIScene.didDisconnectNotification" | "UIScene.didActivateNotification" | "UIScene.willDeactivateNotification" | "UIScene.didEnterBackgroundNotification" | "UIScene.willEnterForegroundNotification";
export declare type ProblemCode = "malformed-request" | "malformed-host" | "expectation-failed" | "unsupported-transfer-coding" | "malformed-body" | "unsupported-media-type" | "not-acceptable" | "too-large" | "too-complex" | "unknown-field" | "invalid-value" | "missing-field" | "unknown-event" | "unknown-action" | "unknown-rule" | "not-explorable" | "idempotency-key-reused" | "unknown-path" | "method-not-allowed" | "unknown-device" | "unknown-app" | "unknown-process" | "unknown-scene" | "unknown-callback" | "unknown-profile" | "unknown-report" | "unknown-push" | "unknown-key" | "unknown-webhook" | "unknown-exploration" | "records-evicted" | "unknown-play" | "device-exists" | "device-locked" | "device-set-aside" | "not-possible-now" | "process-not-running" | "process-suspended" | "multiple-scenes-not-supported" | "limit-reached" | "too-many-devices" | "answer-not-kept" | "precondition-failed" | "unauthorized" | "read-only-token" | "cross-site" | "host-not-allowed" | "overloaded" | "journal-unavailable" | "outcome-unknown" | "owner-unavailable" | "not-owner" | "not-ready" | "client-closed-request" | "internal";
export declare type ProcessState = "notRunning" | "inactive" | "active" | "background" | "suspended" | "terminated";
export declare type RuleProfile = "documents" | "ios12" | "ios18" | "ios26" | "ios27" | "simulator";
export declare type VerdictReason = "malformed" | "expired" | "forceQuit" | "missingBackgroundMode" | "backgroundRefreshOff" | "notRegistered" | "noNetwork" | "beforeFirstUnlock" | "lowPowerMode" | "hourlyBudgetSpent" | "replacedByBackgroundTasks" | "notPermitted" | "tooManyPendingTaskRequests" | "unavailable" | "processNotRunning" | "notMonitoring" | "appRemoved" | "callInProgress" | "replaced" | "byTheApp" | "multipleScenesNotSupported" | "unknownSession" | "tooManyScenes" | "appNotInFront" | "unknownTask" | "tooManyActivities" | "crashAtLaunch" | "suspended" | "terminating" | "lowPriority" | "notInForeground" | "notCompleted" | "tooManyTransfers" | "tooManyRegisteredTasks" | "tooManyWaiting" | "resumeRateLimiter" | "immediateRunIneligible" | "byTheUser" | "noProgress" | "notRenewed" | "visibility" | "unknownActivity" | "notMutable" | "noAlert" | "extensionBusy" | "alertStored" | "unsupported" | "identifierInUse" | "poweredOff" | "collapsed" | "unsupportedPushType" | "normal" | "memoryPressure" | "memoryResourceLimit" | "appWatchdog" | "backgroundTaskAssertionTimeout" | "backgroundFetchTimeout" | "backgroundURLSessionTimeout" | "suspendedWithLockedFile" | "cpuResourceLimit" | "thermal" | "voipNotReported" | "tooManyBackgroundTasks" | "longIdleExit" | "abnormal" | "badAccess" | "busError" | "illegalInstruction" | "breakpoint" | "diskSpace" | "permissionChanged" | "languageChanged" | "backgroundRendering" | "system" | "simulatorHost" | "exitsOnSuspend" | "appUpdate" | "reboot" | "osUpgrade";
/** One event, or several that are applied in order at one instant, all of them or none. */
export declare type Events = Event | readonly Event[];
/** Something that the user or the system does. */
export declare type Event = DeviceHomeEvent | DeviceOpenAppSwitcherEvent | DeviceCloseAppSwitcherEvent | DeviceLockEvent | DeviceUnlockEvent | DeviceOpenNotificationCenterEvent | DeviceCloseNotificationCenterEvent | DeviceOpenControlCenterEvent | DeviceCloseControlCenterEvent | DeviceBeginSiriEvent | DeviceEndSiriEvent | DevicePresentAirDropSheetEvent | DeviceDismissAirDropSheetEvent | DevicePresentSystemAlertEvent | DeviceDismissSystemAlertEvent | DeviceIncomingCallEvent | DeviceAnswerCallEvent | DeviceDeclineCallEvent | DeviceEndCallEvent | DeviceChangeLanguageEvent | DeviceRebootEvent | DevicePowerOffEvent | DevicePowerOnEvent | DeviceUpgradeOSEvent | DeviceChangeTimeEvent | DeviceChangeLocaleEvent | DeviceRotateEvent | DeviceSetBatteryEvent | DeviceSetNetworkEvent | DeviceSetThermalStateEvent | DeviceSetLowPowerModeEvent | DeviceSetBackgroundRefreshEvent | DeviceSetIdleEvent | DeviceAllocateSystemMemoryEvent | DeviceFreeSystemMemoryEvent | DeviceMemoryWarningEvent | AudioInterruptEvent | AudioResumeEvent | AppLaunchEvent | AppContinueActivityEvent | AppPerformShortcutEvent | AppTapNotificationEvent | AppForceQuitEvent | AppCrashEvent | AppTerminateEvent | AppSuspendEvent | AppPrewarmEvent | AppBackgroundEvent | AppChangePermissionEvent | AppMemoryWarningEvent | AppChangeSettingsEvent | AppPresentAlertEvent | AppDismissAlertEvent | AppPresentShareSheetEvent | AppDismissShareSheetEvent | AppCoverViewEvent | AppUncoverViewEvent | SceneCreateEvent | SceneActivateEvent | SceneCloseEvent | SceneDisconnectEvent | SceneBackgroundEvent | BackgroundFetchPerformEvent | BackgroundTaskLaunchEvent | BackgroundTaskExpireEvent | BackgroundTaskCancelEvent | LocationUpdateEvent | LocationSignificantChangeEvent | LocationRegionEvent | BluetoothEventEvent | VoipPushEvent | UrlSessionFinishEvent | SystemWakeEvent | LiveActivityPushToStartEvent | LiveActivityPushToEndEvent | LiveActivityDismissEvent | InputTouchEvent | InputRemoteControlEvent | AppOpenURLEvent | PushDeliverEvent;
/** Home is pressed, or the user swipes up. */
export interface DeviceHomeEvent {
    /** Which event it is. */
    type: "device.home";
}
/** The app switcher opens. */
export interface DeviceOpenAppSwitcherEvent {
    /** Which event it is. */
    type: "device.openAppSwitcher";
}
/** The app switcher closes, back to the same app or to the one selected. */
export interface DeviceCloseAppSwitcherEvent {
    /** Which event it is. */
    type: "device.closeAppSwitcher";
    /** The app that is selected. */
    select?: string | null;
}
/** The device is locked. */
export interface DeviceLockEvent {
    /** Which event it is. */
    type: "device.lock";
}
/** The device is unlocked. */
export interface DeviceUnlockEvent {
    /** Which event it is. */
    type: "device.unlock";
}
/** The notification centre covers the screen. */
export interface DeviceOpenNotificationCenterEvent {
    /** Which event it is. */
    type: "device.openNotificationCenter";
}
/** The notification centre goes away. */
export interface DeviceCloseNotificationCenterEvent {
    /** Which event it is. */
    type: "device.closeNotificationCenter";
}
/** The control centre covers the screen. */
export interface DeviceOpenControlCenterEvent {
    /** Which event it is. */
    type: "device.openControlCenter";
}
/** The control centre goes away. */
export interface DeviceCloseControlCenterEvent {
    /** Which event it is. */
    type: "device.closeControlCenter";
}
/** Siri covers the screen. */
export interface DeviceBeginSiriEvent {
    /** Which event it is. */
    type: "device.beginSiri";
}
/** Siri goes away. */
export interface DeviceEndSiriEvent {
    /** Which event it is. */
    type: "device.endSiri";
}
/** The AirDrop sheet covers the screen. */
export interface DevicePresentAirDropSheetEvent {
    /** Which event it is. */
    type: "device.presentAirDropSheet";
}
/** The AirDrop sheet goes away. */
export interface DeviceDismissAirDropSheetEvent {
    /** Which event it is. */
    type: "device.dismissAirDropSheet";
}
/** The system asks or tells the user something. */
export interface DevicePresentSystemAlertEvent {
    /** Which event it is. */
    type: "device.presentSystemAlert";
    /** What the alert asks for. */
    alert?: "permission" | "lowBattery" | "applePay" | "faceID" | "signInWithApple" | "other" | null;
}
/** The user answers the system's alert. */
export interface DeviceDismissSystemAlertEvent {
    /** Which event it is. */
    type: "device.dismissSystemAlert";
}
/** The phone rings. */
export interface DeviceIncomingCallEvent {
    /** Which event it is. */
    type: "device.incomingCall";
    /** How the call is shown. */
    style?: "fullScreen" | "banner" | null;
}
/** The user answers the call that rings. */
export interface DeviceAnswerCallEvent {
    /** Which event it is. */
    type: "device.answerCall";
}
/** The user declines the call that rings. */
export interface DeviceDeclineCallEvent {
    /** Which event it is. */
    type: "device.declineCall";
}
/** The call ends. */
export interface DeviceEndCallEvent {
    /** Which event it is. */
    type: "device.endCall";
}
/** The language is changed in Settings: the apps are killed. */
export interface DeviceChangeLanguageEvent {
    /** Which event it is. */
    type: "device.changeLanguage";
    /** The language, such as `fr`. */
    language: string;
}
/** The device starts anew. */
export interface DeviceRebootEvent {
    /** Which event it is. */
    type: "device.reboot";
}
/** The device is switched off. */
export interface DevicePowerOffEvent {
    /** Which event it is. */
    type: "device.powerOff";
}
/** The device is switched on. */
export interface DevicePowerOnEvent {
    /** Which event it is. */
    type: "device.powerOn";
}
/** The system is upgraded to another profile of rules. */
export interface DeviceUpgradeOSEvent {
    /** Which event it is. */
    type: "device.upgradeOS";
    /** The profile of the new system. */
    profile: RuleProfile;
}
/** The time changes significantly: midnight, a carrier's time, daylight saving. */
export interface DeviceChangeTimeEvent {
    /** Which event it is. */
    type: "device.changeTime";
}
/** The region is changed in Settings. */
export interface DeviceChangeLocaleEvent {
    /** Which event it is. */
    type: "device.changeLocale";
    /** The locale, such as `de_AT`. */
    locale: string;
}
/** The device is turned. */
export interface DeviceRotateEvent {
    /** Which event it is. */
    type: "device.rotate";
    /** How it is held. */
    orientation: "portrait" | "portraitUpsideDown" | "landscapeLeft" | "landscapeRight" | "faceUp" | "faceDown";
}
/** The battery has another level, or is put on a charger or taken off it. */
export interface DeviceSetBatteryEvent {
    /** Which event it is. */
    type: "device.setBattery";
    /** The level, from 0 to 1; as before unless given. */
    level?: number | null;
    /** Whether it charges; as before unless given. */
    charging?: boolean | null;
}
/** The device is connected otherwise, or no more. */
export interface DeviceSetNetworkEvent {
    /** Which event it is. */
    type: "device.setNetwork";
    /** What it is connected through. */
    network: "wifi" | "cellular" | "none";
}
/** The device gets warmer or cooler. */
export interface DeviceSetThermalStateEvent {
    /** Which event it is. */
    type: "device.setThermalState";
    /** The state. */
    state: "nominal" | "fair" | "serious" | "critical";
}
/** Low Power Mode is switched. */
export interface DeviceSetLowPowerModeEvent {
    /** Which event it is. */
    type: "device.setLowPowerMode";
    /** Whether it is on. */
    enabled: boolean;
}
/** Background App Refresh is switched, for the device or for one app. */
export interface DeviceSetBackgroundRefreshEvent {
    /** Which event it is. */
    type: "device.setBackgroundRefresh";
    /** Whether it is on. */
    enabled: boolean;
    /** The app; without one, the switch of the device. */
    bundleID?: string | null;
}
/** The device lies unused, or is used again. */
export interface DeviceSetIdleEvent {
    /** Which event it is. */
    type: "device.setIdle";
    /** Whether it lies unused. */
    idle: boolean;
}
/** Something else on the device takes memory, at most all that the device has. */
export interface DeviceAllocateSystemMemoryEvent {
    /** Which event it is. */
    type: "device.allocateSystemMemory";
    /** How many bytes. */
    bytes: number;
}
/** Something else on the device gives memory back. */
export interface DeviceFreeSystemMemoryEvent {
    /** Which event it is. */
    type: "device.freeSystemMemory";
    /** How many bytes. */
    bytes: number;
}
/** Every running app is warned, as by the Simulator's menu; nothing is killed. */
export interface DeviceMemoryWarningEvent {
    /** Which event it is. */
    type: "device.memoryWarning";
}
/** Something that is no call interrupts audio. */
export interface AudioInterruptEvent {
    /** Which event it is. */
    type: "audio.interrupt";
}
/** What interrupted audio ends. */
export interface AudioResumeEvent {
    /** Which event it is. */
    type: "audio.resume";
}
/** The user opens the app: it is launched, or brought to the front. */
export interface AppLaunchEvent {
    /** Which event it is. */
    type: "app.launch";
    /** The app. */
    bundleID: string;
    /** The launch's arguments. */
    arguments?: readonly string[] | null;
}
/** The app is opened by Handoff or a universal link. */
export interface AppContinueActivityEvent {
    /** Which event it is. */
    type: "app.continueActivity";
    /** The app. */
    bundleID: string;
    /** The type of the `NSUserActivity`. */
    activityType: string;
    /** Its URL, for a universal link. */
    webpageURL?: string | null;
}
/** The app is opened by a quick action of its icon. */
export interface AppPerformShortcutEvent {
    /** Which event it is. */
    type: "app.performShortcut";
    /** The app. */
    bundleID: string;
    /** The type of the `UIApplicationShortcutItem`. */
    shortcutType: string;
}
/** The user taps a notification of the app, or chooses one of its actions. */
export interface AppTapNotificationEvent {
    /** Which event it is. */
    type: "app.tapNotification";
    /** The app. */
    bundleID: string;
    /** Which notification. */
    notificationID?: string | null;
    /** The action that was chosen; the default one, a tap, unless given. */
    actionIdentifier?: string | null;
    /** Whether the action has the option to open the app; without it the app hears of it in the background. */
    foreground?: boolean | null;
}
/** The app is swiped away in the app switcher. */
export interface AppForceQuitEvent {
    /** Which event it is. */
    type: "app.forceQuit";
    /** The app. */
    bundleID: string;
}
/** The app's code fails. */
export interface AppCrashEvent {
    /** Which event it is. */
    type: "app.crash";
    /** The app. */
    bundleID: string;
    /** How the code fails. */
    exception: "abort" | "badAccess" | "busError" | "illegalInstruction" | "breakpoint";
    /** What it says. */
    message?: string | null;
}
/** The system kills the app now. */
export interface AppTerminateEvent {
    /** Which event it is. */
    type: "app.terminate";
    /** The app. */
    bundleID: string;
    /** Why the system kills it. */
    cause: "jetsam" | "perProcessLimit" | "system" | "simulatorHost" | "cpuLimit" | "thermal" | "diskSpace" | "longIdleExit";
}
/** The system suspends the app, which is in the background. */
export interface AppSuspendEvent {
    /** Which event it is. */
    type: "app.suspend";
    /** The app. */
    bundleID: string;
}
/** The system prepares the app for a launch that it expects. */
export interface AppPrewarmEvent {
    /** Which event it is. */
    type: "app.prewarm";
    /** The app. */
    bundleID: string;
}
/** The system sends the app to the background. */
export interface AppBackgroundEvent {
    /** Which event it is. */
    type: "app.background";
    /** The app. */
    bundleID: string;
}
/** A permission of the app is changed in Settings: the app is killed. */
export interface AppChangePermissionEvent {
    /** Which event it is. */
    type: "app.changePermission";
    /** The app. */
    bundleID: string;
    /** Which permission. */
    permission: string;
}
/** A memory warning to this app alone; a suspended one does not hear of it. */
export interface AppMemoryWarningEvent {
    /** Which event it is. */
    type: "app.memoryWarning";
    /** The app. */
    bundleID: string;
}
/** The app's settings bundle is changed; a suspended app hears of it when it wakes. */
export interface AppChangeSettingsEvent {
    /** Which event it is. */
    type: "app.changeSettings";
    /** The app. */
    bundleID: string;
    /** The keys that change. */
    keys?: readonly string[] | null;
}
/** The app presents an alert of its own. */
export interface AppPresentAlertEvent {
    /** Which event it is. */
    type: "app.presentAlert";
    /** The app. */
    bundleID: string;
}
/** The app's own alert goes away. */
export interface AppDismissAlertEvent {
    /** Which event it is. */
    type: "app.dismissAlert";
    /** The app. */
    bundleID: string;
}
/** The app presents a share sheet. */
export interface AppPresentShareSheetEvent {
    /** Which event it is. */
    type: "app.presentShareSheet";
    /** The app. */
    bundleID: string;
}
/** The share sheet goes away. */
export interface AppDismissShareSheetEvent {
    /** Which event it is. */
    type: "app.dismissShareSheet";
    /** The app. */
    bundleID: string;
}
/** The app shows another view over that of a window; only its view controller is called. */
export interface AppCoverViewEvent {
    /** Which event it is. */
    type: "app.coverView";
    /** The app. */
    bundleID: string;
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
}
/** The view that covers that of a window goes away. */
export interface AppUncoverViewEvent {
    /** Which event it is. */
    type: "app.uncoverView";
    /** The app. */
    bundleID: string;
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
}
/** A window of the app is opened, or with another role the app is opened in a car or a display is connected. */
export interface SceneCreateEvent {
    /** Which event it is. */
    type: "scene.create";
    /** The app. */
    bundleID: string;
    /** The name of the scene's configuration. */
    configuration?: string | null;
    /** The type of the activity that the scene is for. */
    userActivity?: string | null;
    /** Beside what is on screen, or instead of it. */
    placement?: "splitView" | "fullScreen" | null;
    /** What the scene is shown on, as `UISceneSession.Role` names it; the device's screen unless given. */
    role?: "windowApplication" | "carTemplateApplication" | "windowExternalDisplayNonInteractive" | null;
}
/** A window of the app comes to the front. */
export interface SceneActivateEvent {
    /** Which event it is. */
    type: "scene.activate";
    /** The app. */
    bundleID: string;
    /** The number of the scene's session; without one, the scene in front. */
    sceneID: string;
    /** Beside what is on screen, or instead of it. */
    placement?: "splitView" | "fullScreen" | null;
}
/** The user closes a window: its session is discarded. */
export interface SceneCloseEvent {
    /** Which event it is. */
    type: "scene.close";
    /** The app. */
    bundleID: string;
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
}
/** The system reclaims a scene: its session stays. */
export interface SceneDisconnectEvent {
    /** Which event it is. */
    type: "scene.disconnect";
    /** The app. */
    bundleID: string;
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
}
/** A window leaves the screen. */
export interface SceneBackgroundEvent {
    /** Which event it is. */
    type: "scene.background";
    /** The app. */
    bundleID: string;
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
}
/** The system lets the app fetch now. */
export interface BackgroundFetchPerformEvent {
    /** Which event it is. */
    type: "backgroundFetch.perform";
    /** The app. */
    bundleID: string;
}
/** The system launches a pending BGTask now. */
export interface BackgroundTaskLaunchEvent {
    /** Which event it is. */
    type: "backgroundTask.launch";
    /** The app. */
    bundleID: string;
    /** The identifier of the task, the transfer, the region or the Live Activity. */
    identifier: string;
}
/** The time of a running BGTask is over now. */
export interface BackgroundTaskExpireEvent {
    /** Which event it is. */
    type: "backgroundTask.expire";
    /** The app. */
    bundleID: string;
    /** The identifier of the task, the transfer, the region or the Live Activity. */
    identifier: string;
}
/** The user cancels a continued processing task that runs. */
export interface BackgroundTaskCancelEvent {
    /** Which event it is. */
    type: "backgroundTask.cancel";
    /** The app. */
    bundleID: string;
    /** The identifier of the task, the transfer, the region or the Live Activity. */
    identifier: string;
}
/** The device has a new location. */
export interface LocationUpdateEvent {
    /** Which event it is. */
    type: "location.update";
    /** The app. */
    bundleID: string;
}
/** The device has moved far. */
export interface LocationSignificantChangeEvent {
    /** Which event it is. */
    type: "location.significantChange";
    /** The app. */
    bundleID: string;
}
/** The device enters a region that the app monitors. */
export interface LocationRegionEvent {
    /** Which event it is. */
    type: "location.region";
    /** The app. */
    bundleID: string;
    /** The identifier of the task, the transfer, the region or the Live Activity. */
    identifier?: string | null;
}
/** A Bluetooth accessory has something for the app. */
export interface BluetoothEventEvent {
    /** Which event it is. */
    type: "bluetooth.event";
    /** The app. */
    bundleID: string;
}
/** A VoIP push arrives. */
export interface VoipPushEvent {
    /** Which event it is. */
    type: "voip.push";
    /** The app. */
    bundleID: string;
    /** What PushKit calls `dictionaryPayload`: as compact JSON at most `voipPushPayloadLimitBytes`. */
    payload?: unknown;
    /** When it is no longer worth delivering. */
    expiresAt?: string | null;
    /** The header `apns-id`, a UUID, which its verdicts carry. */
    apnsID?: string | null;
    /** Whether APNs keeps it while it cannot reach the device. */
    storable?: boolean | null;
}
/** A background transfer ends now. */
export interface UrlSessionFinishEvent {
    /** Which event it is. */
    type: "urlSession.finish";
    /** The app. */
    bundleID: string;
    /** The identifier of the task, the transfer, the region or the Live Activity. */
    identifier: string;
}
/** A framework wakes the app, as HealthKit does. What is not given is as usual for the reason. */
export interface SystemWakeEvent {
    /** Which event it is. */
    type: "system.wake";
    /** The app. */
    bundleID: string;
    /** The framework, or `systemWake` for any other; also the launch reason. */
    reason: "healthKit" | "watchConnectivity" | "appIntent" | "liveActivityToken" | "pushToTalk" | "homeKit" | "systemWake" | "locationMonitor";
    /** What is called; as usual for the reason unless given. */
    callback?: "updateHandler" | "session(_:didReceiveMessage:)" | "session(_:didReceiveUserInfo:)" | "perform()" | "pushTokenUpdates" | "incomingPushResult(channelManager:channelUUID:pushPayload:)" | "accessory(_:service:didUpdateValueFor:)" | "systemWakeHandler" | "monitorEvents" | null;
    /** How long it holds the process at most; a rule says it unless given: `systemWakeSeconds` or `appIntentLimitSeconds`. */
    limitSeconds?: number | null;
    /** Whether an app that does not run is launched, and a suspended one resumed; as usual for the reason unless given. */
    launches?: boolean | null;
    /** Whether that goes for an app that the user ended in the app switcher; as usual unless given. */
    survivesForceQuit?: boolean | null;
}
/** A push starts a Live Activity, and wakes the app for the token of its updates. */
export interface LiveActivityPushToStartEvent {
    /** Which event it is. */
    type: "liveActivity.pushToStart";
    /** The app. */
    bundleID: string;
    /** The identifier of the task, the transfer, the region or the Live Activity. */
    identifier: string;
}
/** A push ends a Live Activity. */
export interface LiveActivityPushToEndEvent {
    /** Which event it is. */
    type: "liveActivity.pushToEnd";
    /** The app. */
    bundleID: string;
    /** The identifier of the task, the transfer, the region or the Live Activity. */
    identifier: string;
}
/** The user removes a Live Activity. */
export interface LiveActivityDismissEvent {
    /** Which event it is. */
    type: "liveActivity.dismiss";
    /** The app. */
    bundleID: string;
    /** The identifier of the task, the transfer, the region or the Live Activity. */
    identifier: string;
}
/** The user touches a responder of the app. */
export interface InputTouchEvent {
    /** Which event it is. */
    type: "input.touch";
    /** The app. */
    bundleID: string;
    /** The responder that is meant. */
    target: string;
}
/** A remote control's button goes to a responder of the app. */
export interface InputRemoteControlEvent {
    /** Which event it is. */
    type: "input.remoteControl";
    /** The app. */
    bundleID: string;
    /** The responder that is meant. */
    target: string;
}
/** A URL is opened by the app named, or by the one that declares its scheme. */
export interface AppOpenURLEvent {
    /** Which event it is. */
    type: "app.openURL";
    /** The URL. */
    url: string;
    /** The app that it comes from. */
    sourceApplication?: string | null;
    /** The app; without one, the app that declares the scheme of the URL. */
    bundleID?: string | null;
}
/** A notification from APNs arrives. */
export interface PushDeliverEvent {
    /** Which event it is. */
    type: "push.deliver";
    /** The app. */
    bundleID: string;
    /** The APNs payload, an object with `aps`: as compact JSON at most `pushPayloadLimitBytes`. */
    payload: unknown;
    /** The header `apns-push-type`. */
    pushType?: "alert" | "background" | "voip" | "complication" | "fileprovider" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "mdm" | null;
    /** The header `apns-priority`; 5 for a background push and 10 for others unless given. */
    priority?: 1 | 5 | 10 | null;
    /** The header `apns-collapse-id`. */
    collapseID?: string | null;
    /** When it is no longer worth delivering. */
    expiresAt?: string | null;
    /** The header `apns-id`, a UUID, which its verdicts carry. */
    apnsID?: string | null;
    /** Whether APNs keeps it while it cannot reach the device. */
    storable?: boolean | null;
}
/** One action, or several that are taken in order at one instant, all of them or none. */
export declare type Actions = PerformedAction | readonly PerformedAction[];
/** Something that the code of the app does, or that of an extension of it. */
export declare type PerformedAction = Action | ExtensionAction;
/** Something that the code of the app's notification service extension does while it handles a notification. */
export declare type ExtensionAction = {
    /** Which action it is. */
    action: "work";
    /** How much processor time. */
    cpuSeconds: number;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "log";
    /** What it says. */
    message: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "allocate";
    /** How many bytes. */
    bytes: number;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "free";
    /** How many bytes. */
    bytes: number;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "holdFileLock";
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "releaseFileLock";
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "crash";
    /** How the code fails. */
    exception: "abort" | "badAccess" | "busError" | "illegalInstruction" | "breakpoint";
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "hang";
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "exit";
    /** The extension of the app whose code does it. */
    extension: "notificationService";
};
/** Something that the app's own code does. */
export declare type Action = BeginBackgroundTaskAction | EndBackgroundTaskAction | WorkAction | EditAction | SaveAction | LogAction | SetAlarmAction | AllocateAction | FreeAction | RequestSceneSessionAction | DestroySceneSessionAction | StartActivityAction | StopActivityAction | ShowSensitiveContentAction | HideSensitiveContentAction | RequestPermissionAction | RegisterForRemoteNotificationsAction | SetMinimumBackgroundFetchIntervalAction | CompleteFetchAction | HoldFileLockAction | ReleaseFileLockAction | RegisterTaskAction | SubmitTaskRequestAction | CancelTaskRequestAction | CompleteTaskAction | ReportProgressAction | StartTransferAction | CompleteURLSessionEventsAction | PlayAudioAction | StopAudioAction | StartLocationAction | StopLocationAction | MonitorSignificantLocationChangesAction | StartLocationSessionAction | EndLocationSessionAction | StartNearbyInteractionAction | StopNearbyInteractionAction | ScanBluetoothAction | AdvertiseBluetoothAction | RequestLiveActivityAction | EndLiveActivityAction | ObserveLiveActivitiesAction | RegisterWakeAction | ReportIncomingCallAction | CrashAction | HangAction | ExitAction;
/** `beginBackgroundTask(withName:expirationHandler:)`. */
export interface BeginBackgroundTaskAction {
    /** Which action it is. */
    action: "beginBackgroundTask";
    /** The name. */
    name: string;
    /** After how long the code ends the task by itself; never unless given. */
    endsAfterSeconds?: number | null;
    /** Whether the task has an expiration handler; it has unless told otherwise. */
    hasExpirationHandler?: boolean | null;
}
/** `endBackgroundTask(_:)`, for the task of a number or for the one begun first under a name. */
export declare type EndBackgroundTaskAction = {
    /** Which action it is. */
    action: "endBackgroundTask";
    /** The number in the record of its assertion, instead of a name. */
    number: number;
    /** Not given beside `number`. */
    name?: null;
} | {
    /** Which action it is. */
    action: "endBackgroundTask";
    /** The name. */
    name: string;
    /** Not given beside `name`. */
    number?: null;
};
/** Uses the processor. */
export interface WorkAction {
    /** Which action it is. */
    action: "work";
    /** How much processor time. */
    cpuSeconds: number;
}
/** Makes changes that are not saved yet. */
export interface EditAction {
    /** Which action it is. */
    action: "edit";
    /** How many changes; 1 unless given. */
    count?: number | null;
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
}
/** Saves changes. */
export interface SaveAction {
    /** Which action it is. */
    action: "save";
    /** How many changes; all unless given. */
    count?: number | null;
}
/** Writes a line, which becomes a record. */
export interface LogAction {
    /** Which action it is. */
    action: "log";
    /** What it says. */
    message: string;
}
/** Sets the app's own timer, one for a process, or cancels it; it fires late if the process is suspended then. */
export declare type SetAlarmAction = {
    /** Which action it is. */
    action: "setAlarm";
    /** When it fires; without this and `afterSeconds` it is cancelled. */
    at?: string | null;
    /** Not given beside `at`. */
    afterSeconds?: null;
} | {
    /** Which action it is. */
    action: "setAlarm";
    /** After how long it fires, instead of `at`. */
    afterSeconds?: number | null;
    /** Not given beside `afterSeconds`. */
    at?: null;
};
/** Takes memory. */
export interface AllocateAction {
    /** Which action it is. */
    action: "allocate";
    /** How many bytes. */
    bytes: number;
}
/** Gives memory back. */
export interface FreeAction {
    /** Which action it is. */
    action: "free";
    /** How many bytes. */
    bytes: number;
}
/** `requestSceneSessionActivation`: a new window, or an existing one to the front. */
export interface RequestSceneSessionAction {
    /** Which action it is. */
    action: "requestSceneSession";
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
    /** The type of the activity that the scene is for. */
    userActivity?: string | null;
}
/** `requestSceneSessionDestruction`. */
export interface DestroySceneSessionAction {
    /** Which action it is. */
    action: "destroySceneSession";
    /** The number of the scene's session; without one, the scene in front. */
    sceneID: string;
}
/** Begins something that goes on by itself. */
export interface StartActivityAction {
    /** Which action it is. */
    action: "startActivity";
    /** The name. */
    name: string;
    /** What goes on. */
    activity: "timer" | "animation" | "video" | "game" | "request" | "queue" | "rendering";
}
/** Ends what goes on by itself. */
export interface StopActivityAction {
    /** Which action it is. */
    action: "stopActivity";
    /** The name. */
    name: string;
}
/** Shows what is for the user's eyes only. */
export interface ShowSensitiveContentAction {
    /** Which action it is. */
    action: "showSensitiveContent";
}
/** Hides it. */
export interface HideSensitiveContentAction {
    /** Which action it is. */
    action: "hideSensitiveContent";
}
/** Asks for a permission: the system's alert lies over the app until it is dismissed. */
export interface RequestPermissionAction {
    /** Which action it is. */
    action: "requestPermission";
    /** Which permission, such as `camera`. */
    permission: string;
}
/** `registerForRemoteNotifications()`. */
export interface RegisterForRemoteNotificationsAction {
    /** Which action it is. */
    action: "registerForRemoteNotifications";
}
/** `setMinimumBackgroundFetchInterval(_:)`. */
export interface SetMinimumBackgroundFetchIntervalAction {
    /** Which action it is. */
    action: "setMinimumBackgroundFetchInterval";
    /** How long; `backgroundFetchIntervalNever` unless given. */
    seconds?: number | null;
}
/** Calls the completion handler of a fetch, of a silent push, or of an observer query of HealthKit. */
export interface CompleteFetchAction {
    /** Which action it is. */
    action: "completeFetch";
    /** What was fetched. */
    result?: "newData" | "noData" | "failed" | null;
    /** The sequence of the callback that the handler was given with; unless given that of the callback it is called in, else the one that was given first. */
    identifier?: number | null;
}
/** Takes a lock on a file in a shared container. */
export interface HoldFileLockAction {
    /** Which action it is. */
    action: "holdFileLock";
}
/** Gives the lock back. */
export interface ReleaseFileLockAction {
    /** Which action it is. */
    action: "releaseFileLock";
}
/** `BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)`. */
export interface RegisterTaskAction {
    /** Which action it is. */
    action: "registerTask";
    /** The identifier of the task, the transfer or the region. */
    identifier: string;
    /** The kind of task, which decides how late it may be registered; unknown unless given. */
    kind?: "appRefresh" | "processing" | "continuedProcessing" | null;
    /** Whether the task has an expiration handler; it has unless told otherwise. */
    hasExpirationHandler?: boolean | null;
}
/** `BGTaskScheduler.submit(_:)`. */
export interface SubmitTaskRequestAction {
    /** Which action it is. */
    action: "submitTaskRequest";
    /** The identifier of the task, the transfer or the region. */
    identifier: string;
    /** What kind of time is asked for. */
    kind: "appRefresh" | "processing" | "continuedProcessing";
    /** How long it waits at least. */
    earliestBeginAfterSeconds?: number | null;
    /** Whether it waits for a network. */
    requiresNetworkConnectivity?: boolean | null;
    /** Whether it waits for a charger. */
    requiresExternalPower?: boolean | null;
    /** Whether continued processing that cannot run at once waits, or is refused; it waits unless given. */
    strategy?: "queue" | "fail" | null;
    /** Whether continued processing uses the graphics processor, for which the app needs an entitlement. */
    requiresGPU?: boolean | null;
}
/** `BGTaskScheduler.cancel(taskRequestWithIdentifier:)`. */
export interface CancelTaskRequestAction {
    /** Which action it is. */
    action: "cancelTaskRequest";
    /** The identifier of the task, the transfer or the region. */
    identifier: string;
}
/** `BGTask.setTaskCompleted(success:)`. */
export interface CompleteTaskAction {
    /** Which action it is. */
    action: "completeTask";
    /** The task; unless given that of the handler it is called in, else the one that runs longest. */
    identifier?: string | null;
    /** Whether the task did what it was for. */
    success?: boolean | null;
}
/** `BGContinuedProcessingTask.progress`: what is done has grown. */
export interface ReportProgressAction {
    /** Which action it is. */
    action: "reportProgress";
    /** The task; unless given that of the handler it is called in, else the one that runs longest. */
    identifier?: string | null;
    /** How much is done, from 0 to 1; only that there is more unless given. */
    fraction?: number | null;
}
/** Begins a transfer of a background `URLSession`. */
export interface StartTransferAction {
    /** Which action it is. */
    action: "startTransfer";
    /** The identifier of the session. */
    identifier: string;
    /** How many bytes. */
    bytes?: number | null;
    /** How long. */
    seconds: number;
    /** Whether it is a download, of which the delegate hears before it is complete, or an upload. */
    kind?: "download" | "upload" | null;
    /** Whether the system waits for Wi-Fi and power; not unless told otherwise. */
    discretionary?: boolean | null;
}
/** Calls the completion handler of the events of a background `URLSession`. */
export interface CompleteURLSessionEventsAction {
    /** Which action it is. */
    action: "completeURLSessionEvents";
    /** The session; unless given the one whose events came first. */
    identifier?: string | null;
}
/** Plays audio. */
export interface PlayAudioAction {
    /** Which action it is. */
    action: "playAudio";
}
/** Stops playing audio. */
export interface StopAudioAction {
    /** Which action it is. */
    action: "stopAudio";
}
/** `startUpdatingLocation()`. */
export interface StartLocationAction {
    /** Which action it is. */
    action: "startLocation";
}
/** `stopUpdatingLocation()`. */
export interface StopLocationAction {
    /** Which action it is. */
    action: "stopLocation";
}
/** `startMonitoringSignificantLocationChanges()`. */
export interface MonitorSignificantLocationChangesAction {
    /** Which action it is. */
    action: "monitorSignificantLocationChanges";
}
/** Creates a session of Core Location, or takes again the one that an earlier process held. */
export interface StartLocationSessionAction {
    /** Which action it is. */
    action: "startLocationSession";
    /** `CLBackgroundActivitySession` or `CLServiceSession` for always. */
    session: "backgroundActivity" | "alwaysService";
}
/** `invalidate()` of a session of Core Location. */
export interface EndLocationSessionAction {
    /** Which action it is. */
    action: "endLocationSession";
    /** The session. */
    session: "backgroundActivity" | "alwaysService";
}
/** `NISession.run(_:)`. */
export interface StartNearbyInteractionAction {
    /** Which action it is. */
    action: "startNearbyInteraction";
}
/** `NISession.invalidate()`. */
export interface StopNearbyInteractionAction {
    /** Which action it is. */
    action: "stopNearbyInteraction";
}
/** Looks for Bluetooth peripherals. */
export interface ScanBluetoothAction {
    /** Which action it is. */
    action: "scanBluetooth";
    /** The restore identifier, under which the system may wake the app again. */
    restoreIdentifier?: string | null;
}
/** Advertises itself as a Bluetooth peripheral. */
export interface AdvertiseBluetoothAction {
    /** Which action it is. */
    action: "advertiseBluetooth";
    /** The restore identifier, under which the system may wake the app again. */
    restoreIdentifier?: string | null;
}
/** `Activity.request(attributes:content:pushType:)`; the Info.plist needs `NSSupportsLiveActivities`. */
export interface RequestLiveActivityAction {
    /** Which action it is. */
    action: "requestLiveActivity";
    /** What the app calls the Live Activity. */
    identifier: string;
}
/** `Activity.end(_:dismissalPolicy:)`. */
export interface EndLiveActivityAction {
    /** Which action it is. */
    action: "endLiveActivity";
    /** What the app calls the Live Activity. */
    identifier: string;
}
/** Iterates `Activity.activities` and `Activity.activityUpdates`: finds those that earlier processes have left. */
export interface ObserveLiveActivitiesAction {
    /** Which action it is. */
    action: "observeLiveActivities";
}
/** Registers with a framework that may wake the app; heard only in a process that has, by the end of its launch. */
export interface RegisterWakeAction {
    /** Which action it is. */
    action: "registerWake";
    /** The framework. */
    reason: "healthKit" | "watchConnectivity" | "appIntent" | "liveActivityToken" | "pushToTalk" | "homeKit" | "systemWake" | "locationMonitor";
}
/** `CXProvider.reportNewIncomingCall`. */
export interface ReportIncomingCallAction {
    /** Which action it is. */
    action: "reportIncomingCall";
    /** `CXCallUpdate.hasVideo`; false unless given. */
    hasVideo?: boolean | null;
}
/** The code fails. */
export interface CrashAction {
    /** Which action it is. */
    action: "crash";
    /** How the code fails. */
    exception: "abort" | "badAccess" | "busError" | "illegalInstruction" | "breakpoint";
}
/** Never returns: the main thread stands still from here on. */
export interface HangAction {
    /** Which action it is. */
    action: "hang";
}
/** `exit(0)`. */
export interface ExitAction {
    /** Which action it is. */
    action: "exit";
}
/** What is waited for: exactly one of these. */
export declare type Condition = AppCondition | RecordCondition | AllCondition | AnyCondition;
/** An app is in a state. */
export interface AppCondition {
    /** An app is in a state. */
    app: {
        /** The app. */
        bundleID: string;
        /** The state. */
        state: ProcessState;
    };
}
/** There is a record. */
export interface RecordCondition {
    /** There is a record that has these fields, deeply. */
    record: RecordPattern;
}
/** Several conditions are met. */
export interface AllCondition {
    /** All of these are met. */
    all: readonly Condition[];
}
/** One of several conditions is met. */
export interface AnyCondition {
    /** One of these is met. */
    any: readonly Condition[];
}
/** The fields that a record must have, all of one kind of records; without any, every record will do. */
export declare type RecordPattern = InputPattern | ReturnedPattern | ProcessPattern | ScenePattern | CallbackPattern | NotificationPattern | AssertionPattern | VerdictPattern | MemoryPattern | DispatchPattern | ExitPattern | FindingPattern | SnapshotPattern | ActivityPattern | LogPattern;
/** What a pattern may ask for of a record of the kind input. */
export interface InputPattern {
    /** The kind of records. */
    kind?: "input";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field event. */
    event?: {
        /** Which one. */
        type?: EventType;
        [key: string]: unknown;
    };
    /** What stands in the field action. */
    action?: {
        /** Which one. */
        action?: ActionName;
        [key: string]: unknown;
    };
    /** What stands in the field completion. */
    completion?: {
        [key: string]: unknown;
    };
    /** What stands in the field install. */
    install?: {
        [key: string]: unknown;
    };
    /** What stands in the field uninstall. */
    uninstall?: {
        [key: string]: unknown;
    };
    /** What stands in the field clock. */
    clock?: {
        [key: string]: unknown;
    };
    /** What stands in the field advance. */
    advance?: {
        [key: string]: unknown;
    };
}
/** What a pattern may ask for of a record of the kind returned. */
export interface ReturnedPattern {
    /** The kind of records. */
    kind?: "returned";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field callback. */
    callback?: number;
    /** What stands in the field tookSeconds. */
    tookSeconds?: number;
    /** What stands in the field result. */
    result?: unknown;
}
/** What a pattern may ask for of a record of the kind process. */
export interface ProcessPattern {
    /** The kind of records. */
    kind?: "process";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field from. */
    from?: ProcessState;
    /** What stands in the field to. */
    to?: ProcessState;
    /** What stands in the field why. */
    why?: "launch" | "prewarmed" | "activated" | "deactivated" | "leftScreen" | "enteredScreen" | "resumed" | "noAssertionLeft" | "suspendedBySystem" | "ended";
    /** What stands in the field launchReason. */
    launchReason?: LaunchReason;
    /** What stands in the field coldLaunch. */
    coldLaunch?: boolean;
    /** What stands in the field launchSteps. */
    launchSteps?: unknown;
}
/** What a pattern may ask for of a record of the kind scene. */
export interface ScenePattern {
    /** The kind of records. */
    kind?: "scene";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field from. */
    from?: "unattached" | "foregroundInactive" | "foregroundActive" | "background";
    /** What stands in the field to. */
    to?: "unattached" | "foregroundInactive" | "foregroundActive" | "background";
}
/** What a pattern may ask for of a record of the kind callback. */
export interface CallbackPattern {
    /** The kind of records. */
    kind?: "callback";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field name. */
    name?: CallbackName;
    /** What stands in the field receiver. */
    receiver?: "appDelegate" | "sceneDelegate" | "notificationCenterDelegate" | "taskHandler" | "sessionDelegate" | "locationManager" | "bluetoothManager" | "pushRegistry" | "callProvider" | "viewController" | "frameworkDelegate" | "frameworkHandler" | "timer" | "launchStep" | "notificationServiceExtension";
    /** What stands in the field applicationState. */
    applicationState?: ProcessState;
    /** What stands in the field arguments. */
    arguments?: {
        [key: string]: unknown;
    };
    /** What stands in the field limitSeconds. */
    limitSeconds?: number;
}
/** What a pattern may ask for of a record of the kind notification. */
export interface NotificationPattern {
    /** The kind of records. */
    kind?: "notification";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field name. */
    name?: NotificationName;
}
/** What a pattern may ask for of a record of the kind assertion. */
export interface AssertionPattern {
    /** The kind of records. */
    kind?: "assertion";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field assertion. */
    assertion?: AssertionName;
    /** What stands in the field change. */
    change?: "acquired" | "warned" | "released" | "expired";
    /** What stands in the field name. */
    name?: string;
    /** What stands in the field number. */
    number?: number;
    /** What stands in the field remainingSeconds. */
    remainingSeconds?: number;
}
/** What a pattern may ask for of a record of the kind verdict. */
export interface VerdictPattern {
    /** The kind of records. */
    kind?: "verdict";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field subject. */
    subject?: "push" | "taskRequest" | "fetch" | "transfer" | "location" | "bluetooth" | "voip" | "sceneSession" | "backgroundTask" | "stateRestoration" | "activity" | "permission" | "completionHandler" | "wake" | "liveActivity" | "notificationService";
    /** What stands in the field verdict. */
    verdict?: "shown" | "delivered" | "held" | "replaced" | "throttled" | "dropped" | "accepted" | "refused" | "launched" | "completed" | "failed" | "expired" | "cancelled" | "performed" | "started" | "finished";
    /** What stands in the field why. */
    why?: VerdictReason;
    /** What stands in the field identifier. */
    identifier?: string;
    /** What stands in the field apnsID. */
    apnsID?: string;
    /** What stands in the field detail. */
    detail?: string;
}
/** What a pattern may ask for of a record of the kind memory. */
export interface MemoryPattern {
    /** The kind of records. */
    kind?: "memory";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field level. */
    level?: "normal" | "warning" | "critical";
    /** What stands in the field availableBytes. */
    availableBytes?: number;
}
/** What a pattern may ask for of a record of the kind dispatch. */
export interface DispatchPattern {
    /** The kind of records. */
    kind?: "dispatch";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field target. */
    target?: string;
    /** What stands in the field asked. */
    asked?: readonly string[];
    /** What stands in the field handledBy. */
    handledBy?: string;
}
/** What a pattern may ask for of a record of the kind exit. */
export interface ExitPattern {
    /** The kind of records. */
    kind?: "exit";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field reason. */
    reason?: ExitReason;
    /** What stands in the field namespace. */
    namespace?: "LIBSYSTEM" | "FRONTBOARD" | "JETSAM" | "RUNNINGBOARD" | "SIGNAL" | "TCC" | "METAL";
    /** What stands in the field code. */
    code?: string;
    /** What stands in the field explanation. */
    explanation?: string;
    /** What stands in the field metricKit. */
    metricKit?: "cumulativeNormalAppExitCount" | "cumulativeMemoryResourceLimitExitCount" | "cumulativeCPUResourceLimitExitCount" | "cumulativeMemoryPressureExitCount" | "cumulativeBadAccessExitCount" | "cumulativeAbnormalExitCount" | "cumulativeIllegalInstructionExitCount" | "cumulativeAppWatchdogExitCount" | "cumulativeSuspendedWithLockedFileExitCount" | "cumulativeBackgroundTaskAssertionTimeoutExitCount" | "cumulativeBackgroundURLSessionCompletionTimeoutExitCount" | "cumulativeBackgroundFetchCompletionTimeoutExitCount";
    /** What stands in the field report. */
    report?: "none" | "crash" | "jetsam" | "processor";
    /** What stands in the field state. */
    state?: ProcessState;
    /** What stands in the field unsavedChanges. */
    unsavedChanges?: number;
    /** What stands in the field callbackInFlight. */
    callbackInFlight?: unknown;
}
/** What a pattern may ask for of a record of the kind finding. */
export interface FindingPattern {
    /** The kind of records. */
    kind?: "finding";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field code. */
    code?: FindingCode;
    /** What stands in the field severity. */
    severity?: "note" | "warning" | "error";
    /** What stands in the field detail. */
    detail?: string;
    /** What stands in the field evidence. */
    evidence?: readonly number[];
    /** What stands in the field callbackInFlight. */
    callbackInFlight?: unknown;
}
/** What a pattern may ask for of a record of the kind snapshot. */
export interface SnapshotPattern {
    /** The kind of records. */
    kind?: "snapshot";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field appearance. */
    appearance?: "light" | "dark";
    /** What stands in the field sensitiveContent. */
    sensitiveContent?: boolean;
}
/** What a pattern may ask for of a record of the kind activity. */
export interface ActivityPattern {
    /** The kind of records. */
    kind?: "activity";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field name. */
    name?: string;
    /** What stands in the field activity. */
    activity?: "timer" | "animation" | "video" | "game" | "request" | "queue" | "rendering";
    /** What stands in the field change. */
    change?: "started" | "stopped" | "stoodStill" | "resumed" | "firedLate";
}
/** What a pattern may ask for of a record of the kind log. */
export interface LogPattern {
    /** The kind of records. */
    kind?: "log";
    /** What stands in the field sequence. */
    sequence?: number;
    /** What stands in the field time. */
    time?: string;
    /** What stands in the field cause. */
    cause?: number;
    /** What stands in the field bundleID. */
    bundleID?: string;
    /** What stands in the field pid. */
    pid?: number;
    /** What stands in the field extension. */
    extension?: "notificationService";
    /** What stands in the field sceneID. */
    sceneID?: string;
    /** What stands in the field message. */
    message?: string;
}
/** An action, and the app whose code takes it. */
export declare type AppAction = {
    /** Which action it is. */
    action: "beginBackgroundTask";
    /** The name. */
    name: string;
    /** After how long the code ends the task by itself; never unless given. */
    endsAfterSeconds?: number | null;
    /** Whether the task has an expiration handler; it has unless told otherwise. */
    hasExpirationHandler?: boolean | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "endBackgroundTask";
    /** The number in the record of its assertion, instead of a name. */
    number: number;
    /** Not given beside `number`. */
    name?: null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "endBackgroundTask";
    /** The name. */
    name: string;
    /** Not given beside `name`. */
    number?: null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "work";
    /** How much processor time. */
    cpuSeconds: number;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "edit";
    /** How many changes; 1 unless given. */
    count?: number | null;
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "save";
    /** How many changes; all unless given. */
    count?: number | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "log";
    /** What it says. */
    message: string;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "setAlarm";
    /** When it fires; without this and `afterSeconds` it is cancelled. */
    at?: string | null;
    /** Not given beside `at`. */
    afterSeconds?: null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "setAlarm";
    /** After how long it fires, instead of `at`. */
    afterSeconds?: number | null;
    /** Not given beside `afterSeconds`. */
    at?: null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "allocate";
    /** How many bytes. */
    bytes: number;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "free";
    /** How many bytes. */
    bytes: number;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "requestSceneSession";
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
    /** The type of the activity that the scene is for. */
    userActivity?: string | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "destroySceneSession";
    /** The number of the scene's session; without one, the scene in front. */
    sceneID: string;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "startActivity";
    /** The name. */
    name: string;
    /** What goes on. */
    activity: "timer" | "animation" | "video" | "game" | "request" | "queue" | "rendering";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "stopActivity";
    /** The name. */
    name: string;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "showSensitiveContent";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "hideSensitiveContent";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "requestPermission";
    /** Which permission, such as `camera`. */
    permission: string;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "registerForRemoteNotifications";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "setMinimumBackgroundFetchInterval";
    /** How long; `backgroundFetchIntervalNever` unless given. */
    seconds?: number | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "completeFetch";
    /** What was fetched. */
    result?: "newData" | "noData" | "failed" | null;
    /** The sequence of the callback that the handler was given with; unless given that of the callback it is called in, else the one that was given first. */
    identifier?: number | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "holdFileLock";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "releaseFileLock";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "registerTask";
    /** The identifier of the task, the transfer or the region. */
    identifier: string;
    /** The kind of task, which decides how late it may be registered; unknown unless given. */
    kind?: "appRefresh" | "processing" | "continuedProcessing" | null;
    /** Whether the task has an expiration handler; it has unless told otherwise. */
    hasExpirationHandler?: boolean | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "submitTaskRequest";
    /** The identifier of the task, the transfer or the region. */
    identifier: string;
    /** What kind of time is asked for. */
    kind: "appRefresh" | "processing" | "continuedProcessing";
    /** How long it waits at least. */
    earliestBeginAfterSeconds?: number | null;
    /** Whether it waits for a network. */
    requiresNetworkConnectivity?: boolean | null;
    /** Whether it waits for a charger. */
    requiresExternalPower?: boolean | null;
    /** Whether continued processing that cannot run at once waits, or is refused; it waits unless given. */
    strategy?: "queue" | "fail" | null;
    /** Whether continued processing uses the graphics processor, for which the app needs an entitlement. */
    requiresGPU?: boolean | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "cancelTaskRequest";
    /** The identifier of the task, the transfer or the region. */
    identifier: string;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "completeTask";
    /** The task; unless given that of the handler it is called in, else the one that runs longest. */
    identifier?: string | null;
    /** Whether the task did what it was for. */
    success?: boolean | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "reportProgress";
    /** The task; unless given that of the handler it is called in, else the one that runs longest. */
    identifier?: string | null;
    /** How much is done, from 0 to 1; only that there is more unless given. */
    fraction?: number | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "startTransfer";
    /** The identifier of the session. */
    identifier: string;
    /** How many bytes. */
    bytes?: number | null;
    /** How long. */
    seconds: number;
    /** Whether it is a download, of which the delegate hears before it is complete, or an upload. */
    kind?: "download" | "upload" | null;
    /** Whether the system waits for Wi-Fi and power; not unless told otherwise. */
    discretionary?: boolean | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "completeURLSessionEvents";
    /** The session; unless given the one whose events came first. */
    identifier?: string | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "playAudio";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "stopAudio";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "startLocation";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "stopLocation";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "monitorSignificantLocationChanges";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "startLocationSession";
    /** `CLBackgroundActivitySession` or `CLServiceSession` for always. */
    session: "backgroundActivity" | "alwaysService";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "endLocationSession";
    /** The session. */
    session: "backgroundActivity" | "alwaysService";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "startNearbyInteraction";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "stopNearbyInteraction";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "scanBluetooth";
    /** The restore identifier, under which the system may wake the app again. */
    restoreIdentifier?: string | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "advertiseBluetooth";
    /** The restore identifier, under which the system may wake the app again. */
    restoreIdentifier?: string | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "requestLiveActivity";
    /** What the app calls the Live Activity. */
    identifier: string;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "endLiveActivity";
    /** What the app calls the Live Activity. */
    identifier: string;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "observeLiveActivities";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "registerWake";
    /** The framework. */
    reason: "healthKit" | "watchConnectivity" | "appIntent" | "liveActivityToken" | "pushToTalk" | "homeKit" | "systemWake" | "locationMonitor";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "reportIncomingCall";
    /** `CXCallUpdate.hasVideo`; false unless given. */
    hasVideo?: boolean | null;
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "crash";
    /** How the code fails. */
    exception: "abort" | "badAccess" | "busError" | "illegalInstruction" | "breakpoint";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "hang";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "exit";
    /** The app. */
    bundleID: string;
} | {
    /** Which action it is. */
    action: "work";
    /** How much processor time. */
    cpuSeconds: number;
    /** The app. */
    bundleID: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "log";
    /** What it says. */
    message: string;
    /** The app. */
    bundleID: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "allocate";
    /** How many bytes. */
    bytes: number;
    /** The app. */
    bundleID: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "free";
    /** How many bytes. */
    bytes: number;
    /** The app. */
    bundleID: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "holdFileLock";
    /** The app. */
    bundleID: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "releaseFileLock";
    /** The app. */
    bundleID: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "crash";
    /** How the code fails. */
    exception: "abort" | "badAccess" | "busError" | "illegalInstruction" | "breakpoint";
    /** The app. */
    bundleID: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "hang";
    /** The app. */
    bundleID: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
} | {
    /** Which action it is. */
    action: "exit";
    /** The app. */
    bundleID: string;
    /** The extension of the app whose code does it. */
    extension: "notificationService";
};
/** What a handler does next, and how long it stays on the main thread for it; or what it returns at its end. */
export declare type BehaviorEntry = {
    /** Which action it is. */
    action: "beginBackgroundTask";
    /** The name. */
    name: string;
    /** After how long the code ends the task by itself; never unless given. */
    endsAfterSeconds?: number | null;
    /** Whether the task has an expiration handler; it has unless told otherwise. */
    hasExpirationHandler?: boolean | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "endBackgroundTask";
    /** The number in the record of its assertion, instead of a name. */
    number: number;
    /** Not given beside `number`. */
    name?: null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "endBackgroundTask";
    /** The name. */
    name: string;
    /** Not given beside `name`. */
    number?: null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "work";
    /** How much processor time. */
    cpuSeconds: number;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "edit";
    /** How many changes; 1 unless given. */
    count?: number | null;
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "save";
    /** How many changes; all unless given. */
    count?: number | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "log";
    /** What it says. */
    message: string;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "setAlarm";
    /** When it fires; without this and `afterSeconds` it is cancelled. */
    at?: string | null;
    /** Not given beside `at`. */
    afterSeconds?: null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "setAlarm";
    /** After how long it fires, instead of `at`. */
    afterSeconds?: number | null;
    /** Not given beside `afterSeconds`. */
    at?: null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "allocate";
    /** How many bytes. */
    bytes: number;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "free";
    /** How many bytes. */
    bytes: number;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "requestSceneSession";
    /** The number of the scene's session; without one, the scene in front. */
    sceneID?: string | null;
    /** The type of the activity that the scene is for. */
    userActivity?: string | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "destroySceneSession";
    /** The number of the scene's session; without one, the scene in front. */
    sceneID: string;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "startActivity";
    /** The name. */
    name: string;
    /** What goes on. */
    activity: "timer" | "animation" | "video" | "game" | "request" | "queue" | "rendering";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "stopActivity";
    /** The name. */
    name: string;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "showSensitiveContent";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "hideSensitiveContent";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "requestPermission";
    /** Which permission, such as `camera`. */
    permission: string;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "registerForRemoteNotifications";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "setMinimumBackgroundFetchInterval";
    /** How long; `backgroundFetchIntervalNever` unless given. */
    seconds?: number | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "completeFetch";
    /** What was fetched. */
    result?: "newData" | "noData" | "failed" | null;
    /** The sequence of the callback that the handler was given with; unless given that of the callback it is called in, else the one that was given first. */
    identifier?: number | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "holdFileLock";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "releaseFileLock";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "registerTask";
    /** The identifier of the task, the transfer or the region. */
    identifier: string;
    /** The kind of task, which decides how late it may be registered; unknown unless given. */
    kind?: "appRefresh" | "processing" | "continuedProcessing" | null;
    /** Whether the task has an expiration handler; it has unless told otherwise. */
    hasExpirationHandler?: boolean | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "submitTaskRequest";
    /** The identifier of the task, the transfer or the region. */
    identifier: string;
    /** What kind of time is asked for. */
    kind: "appRefresh" | "processing" | "continuedProcessing";
    /** How long it waits at least. */
    earliestBeginAfterSeconds?: number | null;
    /** Whether it waits for a network. */
    requiresNetworkConnectivity?: boolean | null;
    /** Whether it waits for a charger. */
    requiresExternalPower?: boolean | null;
    /** Whether continued processing that cannot run at once waits, or is refused; it waits unless given. */
    strategy?: "queue" | "fail" | null;
    /** Whether continued processing uses the graphics processor, for which the app needs an entitlement. */
    requiresGPU?: boolean | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "cancelTaskRequest";
    /** The identifier of the task, the transfer or the region. */
    identifier: string;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "completeTask";
    /** The task; unless given that of the handler it is called in, else the one that runs longest. */
    identifier?: string | null;
    /** Whether the task did what it was for. */
    success?: boolean | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "reportProgress";
    /** The task; unless given that of the handler it is called in, else the one that runs longest. */
    identifier?: string | null;
    /** How much is done, from 0 to 1; only that there is more unless given. */
    fraction?: number | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "startTransfer";
    /** The identifier of the session. */
    identifier: string;
    /** How many bytes. */
    bytes?: number | null;
    /** How long. */
    seconds: number;
    /** Whether it is a download, of which the delegate hears before it is complete, or an upload. */
    kind?: "download" | "upload" | null;
    /** Whether the system waits for Wi-Fi and power; not unless told otherwise. */
    discretionary?: boolean | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "completeURLSessionEvents";
    /** The session; unless given the one whose events came first. */
    identifier?: string | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "playAudio";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "stopAudio";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "startLocation";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "stopLocation";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "monitorSignificantLocationChanges";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "startLocationSession";
    /** `CLBackgroundActivitySession` or `CLServiceSession` for always. */
    session: "backgroundActivity" | "alwaysService";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "endLocationSession";
    /** The session. */
    session: "backgroundActivity" | "alwaysService";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "startNearbyInteraction";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "stopNearbyInteraction";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "scanBluetooth";
    /** The restore identifier, under which the system may wake the app again. */
    restoreIdentifier?: string | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "advertiseBluetooth";
    /** The restore identifier, under which the system may wake the app again. */
    restoreIdentifier?: string | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "requestLiveActivity";
    /** What the app calls the Live Activity. */
    identifier: string;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "endLiveActivity";
    /** What the app calls the Live Activity. */
    identifier: string;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "observeLiveActivities";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "registerWake";
    /** The framework. */
    reason: "healthKit" | "watchConnectivity" | "appIntent" | "liveActivityToken" | "pushToTalk" | "homeKit" | "systemWake" | "locationMonitor";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "reportIncomingCall";
    /** `CXCallUpdate.hasVideo`; false unless given. */
    hasVideo?: boolean | null;
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "crash";
    /** How the code fails. */
    exception: "abort" | "badAccess" | "busError" | "illegalInstruction" | "breakpoint";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "hang";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** Which action it is. */
    action: "exit";
    /** How long the handler stays in it. */
    takesSeconds?: number | null;
} | {
    /** What the handler returns; the last entry. */
    returns: unknown;
};
/** How a handler returns. */
export interface Completion {
    /** What the handler does before it returns. */
    actions?: readonly Action[] | null;
    /** What the handler returns. */
    returns?: unknown;
}
/** What is waited for, and how long. */
export interface Wait {
    /** The condition. */
    until: Condition;
    /** Only records after this sequence count; only new ones unless given. */
    after?: number | null;
    /** How long to wait; 10 unless given. */
    timeoutSeconds?: number | null;
}
/** How far time is moved: exactly one of these. */
export declare type Advance = {
    /** By so much. */
    seconds: number;
    /** Whether what is due at the end does not happen yet; false unless given. */
    before?: boolean | null;
    /** Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless given. */
    stopAtCallbacks?: boolean | null;
} | {
    /** Up to this instant. */
    to: string;
    /** Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless given. */
    stopAtCallbacks?: boolean | null;
} | {
    /** Until nothing is due. */
    untilIdle: true;
    /** At most so much; a day unless given. */
    limitSeconds?: number | null;
    /** Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless given. */
    stopAtCallbacks?: boolean | null;
} | {
    /** The condition. */
    until: Condition;
    /** At most so much; a day unless given. */
    limitSeconds?: number | null;
    /** Whether no time passes while a callback of an attached app is in flight: the advance stops at once, and the rest is for one after its completion. On a clock that runs by itself only the advance stops; false unless given. */
    stopAtCallbacks?: boolean | null;
};
/** Which copy of a device is wanted; every field has a default. */
export interface ForkRequest {
    /** The device's id; made up unless given. */
    id?: string | null;
    /** The sequence up to which the copy has lived; the present one unless given. */
    at?: number | null;
}
/** How a clock is to run; what is not given stays as it is. */
export interface ClockChange {
    /** Whether it runs in real time, by a rate, or is moved by hand. */
    mode?: "manual" | "realtime" | "scaled" | null;
    /** Simulated seconds a real second, of a scaled clock. */
    rate?: number | null;
    /** Whether it stands still. */
    paused?: boolean | null;
}
/** What a device is made with; every field has a default. */
export interface NewDevice {
    /** The device's id; made up unless given. */
    id?: string | null;
    /** A profile's name, or a profile and what differs from it. */
    rules?: RuleProfile | {
        /** The profile. */
        profile?: RuleProfile | null;
        /** What differs from it. */
        overrides?: RuleOverrides | null;
    } | null;
    /** What kind of device it is. */
    model?: "iPhone" | "iPad" | null;
    /** How much memory the device has. */
    memoryBytes?: number | null;
    /** Whether it has a passcode, so that files are protected while it is locked. */
    passcode?: boolean | null;
    /** What chance is drawn from. */
    seed?: number | null;
    /** The clock. */
    clock?: {
        /** Whether it runs in real time, by a rate, or is moved by hand. */
        mode?: "manual" | "realtime" | "scaled" | null;
        /** Simulated seconds a real second, of a scaled clock. */
        rate?: number | null;
        /** Whether it stands still. */
        paused?: boolean | null;
        /** What it shows first. */
        startsAt?: string | null;
    } | null;
    /** Names and values by which devices are found and deleted. */
    labels?: {
        [key: string]: string;
    } | null;
    /** After how long in real time the device is removed, if nothing asks for it. */
    expiresAfterSeconds?: number | null;
    /** The apps to install. */
    apps?: readonly NewApp[] | null;
}
/** An app to be installed. */
export interface NewApp {
    /** The app. */
    bundleID: string;
    /** How much memory it takes when it starts. */
    footprintBytes?: number | null;
    /** The name. */
    name?: string | null;
    /** The version. */
    version?: string | null;
    /** Whether it has scenes; its Info.plist says so unless given. */
    lifecycle?: "appDelegate" | "scenes" | null;
    /** Whether its behaviour is declared, or a harness plays it. */
    driver?: "simulated" | "attached" | null;
    /** Its Info.plist; keys that the model does not use are kept, and named in the answer. */
    infoPlist?: InfoPlist | null;
    /** Its entitlements, as its signature has them; those that the model does not use are kept. */
    entitlements?: {
        [key: string]: unknown;
    } | null;
    /** How much of that can be purged. */
    purgeableBytes?: number | null;
    /** Its own responders, which hang on one another and on the chain that every app has. */
    responders?: ReadonlyArray<{
        /** The name. */
        name: string;
        /** The next responder. */
        parent?: string | null;
        /** The kinds of events that it handles. */
        handles?: readonly string[] | null;
    }> | null;
    /** What its handlers do, by Apple's names of them; an attached app's harness completes the others. */
    behavior?: {
        [key in CallbackName]?: readonly BehaviorEntry[];
    } | null;
    /** The delegate methods that the app implements; all unless given. No other is called. */
    delegateImplements?: readonly DelegateMethodName[] | null;
    /** Whether notifications of an attached app wait for its harness, as callbacks do. */
    hearsNotifications?: boolean | null;
    /** Its notification service extension, which may change a push with `mutable-content`. */
    notificationService?: {
        /** The name. */
        name?: string | null;
        /** How much memory it takes when it starts. */
        footprintBytes?: number | null;
        /** What its handlers do, by Apple's names of them; an attached app's harness completes the others. */
        behavior?: {
            [key in CallbackName]?: readonly BehaviorEntry[];
        } | null;
    } | null;
}
/** An app to be installed under the name in the path. */
export interface InstalledApp {
    /** The app. */
    bundleID?: string | null;
    /** How much memory it takes when it starts. */
    footprintBytes?: number | null;
    /** The name. */
    name?: string | null;
    /** The version. */
    version?: string | null;
    /** Whether it has scenes; its Info.plist says so unless given. */
    lifecycle?: "appDelegate" | "scenes" | null;
    /** Whether its behaviour is declared, or a harness plays it. */
    driver?: "simulated" | "attached" | null;
    /** Its Info.plist; keys that the model does not use are kept, and named in the answer. */
    infoPlist?: InfoPlist | null;
    /** Its entitlements, as its signature has them; those that the model does not use are kept. */
    entitlements?: {
        [key: string]: unknown;
    } | null;
    /** How much of that can be purged. */
    purgeableBytes?: number | null;
    /** Its own responders, which hang on one another and on the chain that every app has. */
    responders?: ReadonlyArray<{
        /** The name. */
        name: string;
        /** The next responder. */
        parent?: string | null;
        /** The kinds of events that it handles. */
        handles?: readonly string[] | null;
    }> | null;
    /** What its handlers do, by Apple's names of them; an attached app's harness completes the others. */
    behavior?: {
        [key in CallbackName]?: readonly BehaviorEntry[];
    } | null;
    /** The delegate methods that the app implements; all unless given. No other is called. */
    delegateImplements?: readonly DelegateMethodName[] | null;
    /** Whether notifications of an attached app wait for its harness, as callbacks do. */
    hearsNotifications?: boolean | null;
    /** Its notification service extension, which may change a push with `mutable-content`. */
    notificationService?: {
        /** The name. */
        name?: string | null;
        /** How much memory it takes when it starts. */
        footprintBytes?: number | null;
        /** What its handlers do, by Apple's names of them; an attached app's harness completes the others. */
        behavior?: {
            [key in CallbackName]?: readonly BehaviorEntry[];
        } | null;
    } | null;
}
/** One line of a batch. */
export interface BatchLine {
    /** The device. */
    device: string;
    /** What happens to it. */
    event: Event;
}
/** A specification: a device, apps, and steps that each do one thing and may check what it caused. */
export interface Scenario {
    /** The scenario's name. */
    scenario: string;
    /** What it shows. */
    about?: string | null;
    /** Where the behaviour is known from. */
    source?: string | null;
    /** What it is chosen by when only some scenarios are run. */
    tags?: readonly string[] | null;
    /** A device as in `NewDevice`, but without apps; its clock is manual by default. */
    device?: {
        [key: string]: unknown;
    };
    /** The apps to install. */
    apps?: readonly NewApp[] | null;
    /** What must hold over all steps. */
    properties?: readonly ScenarioProperty[] | null;
    /** The steps, in order. */
    steps: readonly ScenarioStep[];
    /** What `$(name)` stands for in the other fields, by name. */
    variables?: {
        [key: string]: string | number | boolean;
    } | null;
    /** Files, which only `greenroom test` can include. */
    include?: null;
}
/** A step: exactly one operation, and checks of what it caused. */
export declare type ScenarioStep = SendStep | ActStep | AdvanceStep | AdvanceBeforeStep | AdvanceUntilStep | AdvanceToCallbackStep | CompleteStep | InstallStep | CheckStep;
/** A step whose operation is `send`. */
export interface SendStep {
    /** Lets events happen. */
    send: Event | readonly Event[];
    /** The callbacks, exactly and in order; by app when there are several. */
    callbacks?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The notifications, exactly and in order; by app when there are several. */
    notifications?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The state of each app. */
    states?: {
        [key: string]: ProcessState;
    };
    /** Records that there must be, in this order. */
    records?: readonly RecordPattern[];
    /** Records that there must not be. */
    never?: readonly RecordPattern[];
    /** Fields of the exit of an app's process. */
    exit?: {
        [key: string]: ExitPattern;
    };
    /** The code of the problem with which the step is refused. */
    rejected?: string;
    /** Fields of an app's process. */
    process?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** Fields of an app's resource. */
    resource?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** What frameworks report, exactly and in order. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
    /** Fields of the reports of each app's ends, exactly as many and in order. */
    reports?: {
        [key: string]: ReadonlyArray<{
            [key: string]: unknown;
        }>;
    };
    /** Fields of what MetricKit gives an app. */
    metricKit?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
}
/** A step whose operation is `act`. */
export interface ActStep {
    /** Lets apps' code do something. */
    act: AppAction | readonly AppAction[];
    /** The callbacks, exactly and in order; by app when there are several. */
    callbacks?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The notifications, exactly and in order; by app when there are several. */
    notifications?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The state of each app. */
    states?: {
        [key: string]: ProcessState;
    };
    /** Records that there must be, in this order. */
    records?: readonly RecordPattern[];
    /** Records that there must not be. */
    never?: readonly RecordPattern[];
    /** Fields of the exit of an app's process. */
    exit?: {
        [key: string]: ExitPattern;
    };
    /** The code of the problem with which the step is refused. */
    rejected?: string;
    /** Fields of an app's process. */
    process?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** Fields of an app's resource. */
    resource?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** What frameworks report, exactly and in order. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
    /** Fields of the reports of each app's ends, exactly as many and in order. */
    reports?: {
        [key: string]: ReadonlyArray<{
            [key: string]: unknown;
        }>;
    };
    /** Fields of what MetricKit gives an app. */
    metricKit?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
}
/** A step whose operation is `advance`. */
export interface AdvanceStep {
    /** Lets so many seconds pass. */
    advance: number;
    /** The callbacks, exactly and in order; by app when there are several. */
    callbacks?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The notifications, exactly and in order; by app when there are several. */
    notifications?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The state of each app. */
    states?: {
        [key: string]: ProcessState;
    };
    /** Records that there must be, in this order. */
    records?: readonly RecordPattern[];
    /** Records that there must not be. */
    never?: readonly RecordPattern[];
    /** Fields of the exit of an app's process. */
    exit?: {
        [key: string]: ExitPattern;
    };
    /** The code of the problem with which the step is refused. */
    rejected?: string;
    /** Fields of an app's process. */
    process?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** Fields of an app's resource. */
    resource?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** What frameworks report, exactly and in order. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
    /** Fields of the reports of each app's ends, exactly as many and in order. */
    reports?: {
        [key: string]: ReadonlyArray<{
            [key: string]: unknown;
        }>;
    };
    /** Fields of what MetricKit gives an app. */
    metricKit?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
}
/** A step whose operation is `advanceBefore`. */
export interface AdvanceBeforeStep {
    /** Lets so many seconds pass; deadlines at their end are handled after the next step. */
    advanceBefore: number;
    /** The callbacks, exactly and in order; by app when there are several. */
    callbacks?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The notifications, exactly and in order; by app when there are several. */
    notifications?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The state of each app. */
    states?: {
        [key: string]: ProcessState;
    };
    /** Records that there must be, in this order. */
    records?: readonly RecordPattern[];
    /** Records that there must not be. */
    never?: readonly RecordPattern[];
    /** Fields of the exit of an app's process. */
    exit?: {
        [key: string]: ExitPattern;
    };
    /** The code of the problem with which the step is refused. */
    rejected?: string;
    /** Fields of an app's process. */
    process?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** Fields of an app's resource. */
    resource?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** What frameworks report, exactly and in order. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
    /** Fields of the reports of each app's ends, exactly as many and in order. */
    reports?: {
        [key: string]: ReadonlyArray<{
            [key: string]: unknown;
        }>;
    };
    /** Fields of what MetricKit gives an app. */
    metricKit?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
}
/** A step whose operation is `advanceUntil`. */
export interface AdvanceUntilStep {
    /** Lets time pass until a condition is met. */
    advanceUntil: Condition;
    /** The callbacks, exactly and in order; by app when there are several. */
    callbacks?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The notifications, exactly and in order; by app when there are several. */
    notifications?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The state of each app. */
    states?: {
        [key: string]: ProcessState;
    };
    /** Records that there must be, in this order. */
    records?: readonly RecordPattern[];
    /** Records that there must not be. */
    never?: readonly RecordPattern[];
    /** Fields of the exit of an app's process. */
    exit?: {
        [key: string]: ExitPattern;
    };
    /** The code of the problem with which the step is refused. */
    rejected?: string;
    /** Fields of an app's process. */
    process?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** Fields of an app's resource. */
    resource?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** What frameworks report, exactly and in order. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
    /** Fields of the reports of each app's ends, exactly as many and in order. */
    reports?: {
        [key: string]: ReadonlyArray<{
            [key: string]: unknown;
        }>;
    };
    /** Fields of what MetricKit gives an app. */
    metricKit?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
}
/** A step whose operation is `advanceToCallback`. */
export interface AdvanceToCallbackStep {
    /** Lets time pass until a callback of an attached app is in flight, at most so many seconds. */
    advanceToCallback: number;
    /** The callbacks, exactly and in order; by app when there are several. */
    callbacks?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The notifications, exactly and in order; by app when there are several. */
    notifications?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The state of each app. */
    states?: {
        [key: string]: ProcessState;
    };
    /** Records that there must be, in this order. */
    records?: readonly RecordPattern[];
    /** Records that there must not be. */
    never?: readonly RecordPattern[];
    /** Fields of the exit of an app's process. */
    exit?: {
        [key: string]: ExitPattern;
    };
    /** The code of the problem with which the step is refused. */
    rejected?: string;
    /** Fields of an app's process. */
    process?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** Fields of an app's resource. */
    resource?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** What frameworks report, exactly and in order. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
    /** Fields of the reports of each app's ends, exactly as many and in order. */
    reports?: {
        [key: string]: ReadonlyArray<{
            [key: string]: unknown;
        }>;
    };
    /** Fields of what MetricKit gives an app. */
    metricKit?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
}
/** A step whose operation is `complete`. */
export interface CompleteStep {
    /** Returns from a callback of an attached app. */
    complete: {
        /** The app. */
        bundleID: string;
        /** The name of the callback. */
        callback: string;
        /** What the handler does before it returns. */
        actions?: readonly Action[] | null;
        /** What the handler returns. */
        returns?: unknown;
    };
    /** The callbacks, exactly and in order; by app when there are several. */
    callbacks?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The notifications, exactly and in order; by app when there are several. */
    notifications?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The state of each app. */
    states?: {
        [key: string]: ProcessState;
    };
    /** Records that there must be, in this order. */
    records?: readonly RecordPattern[];
    /** Records that there must not be. */
    never?: readonly RecordPattern[];
    /** Fields of the exit of an app's process. */
    exit?: {
        [key: string]: ExitPattern;
    };
    /** The code of the problem with which the step is refused. */
    rejected?: string;
    /** Fields of an app's process. */
    process?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** Fields of an app's resource. */
    resource?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** What frameworks report, exactly and in order. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
    /** Fields of the reports of each app's ends, exactly as many and in order. */
    reports?: {
        [key: string]: ReadonlyArray<{
            [key: string]: unknown;
        }>;
    };
    /** Fields of what MetricKit gives an app. */
    metricKit?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
}
/** A step whose operation is `install`. */
export interface InstallStep {
    /** Installs an app. */
    install: NewApp;
    /** The callbacks, exactly and in order; by app when there are several. */
    callbacks?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The notifications, exactly and in order; by app when there are several. */
    notifications?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The state of each app. */
    states?: {
        [key: string]: ProcessState;
    };
    /** Records that there must be, in this order. */
    records?: readonly RecordPattern[];
    /** Records that there must not be. */
    never?: readonly RecordPattern[];
    /** Fields of the exit of an app's process. */
    exit?: {
        [key: string]: ExitPattern;
    };
    /** The code of the problem with which the step is refused. */
    rejected?: string;
    /** Fields of an app's process. */
    process?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** Fields of an app's resource. */
    resource?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** What frameworks report, exactly and in order. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
    /** Fields of the reports of each app's ends, exactly as many and in order. */
    reports?: {
        [key: string]: ReadonlyArray<{
            [key: string]: unknown;
        }>;
    };
    /** Fields of what MetricKit gives an app. */
    metricKit?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
}
/** A step whose operation is `check`. */
export interface CheckStep {
    /** Does nothing. */
    check: {
        [key: string]: never;
    } | null;
    /** The callbacks, exactly and in order; by app when there are several. */
    callbacks?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The notifications, exactly and in order; by app when there are several. */
    notifications?: readonly string[] | {
        [key: string]: readonly string[];
    };
    /** The state of each app. */
    states?: {
        [key: string]: ProcessState;
    };
    /** Records that there must be, in this order. */
    records?: readonly RecordPattern[];
    /** Records that there must not be. */
    never?: readonly RecordPattern[];
    /** Fields of the exit of an app's process. */
    exit?: {
        [key: string]: ExitPattern;
    };
    /** The code of the problem with which the step is refused. */
    rejected?: string;
    /** Fields of an app's process. */
    process?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** Fields of an app's resource. */
    resource?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    /** What frameworks report, exactly and in order. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
    /** Fields of the reports of each app's ends, exactly as many and in order. */
    reports?: {
        [key: string]: ReadonlyArray<{
            [key: string]: unknown;
        }>;
    };
    /** Fields of what MetricKit gives an app. */
    metricKit?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
}
/** What must hold over all steps of a scenario: exactly one of `always`, `never` and `eventually`. */
export declare type ScenarioProperty = AlwaysProperty | NeverProperty | EventuallyProperty;
/** A condition holds after every step and whenever an instant is settled. */
export interface AlwaysProperty {
    /** Its name. */
    name: string;
    /** What holds. */
    always: StateCondition;
    /** Only as long as this does. */
    while?: StateCondition | null;
    /** How bad it is; error unless given. */
    severity?: "note" | "warning" | "error" | null;
    /** Whether it must hold, or be broken. */
    expect?: "holds" | "broken" | null;
}
/** Records do not come. */
export interface NeverProperty {
    /** Its name. */
    name: string;
    /** Records none of which comes. */
    never: RecordPattern | readonly RecordPattern[];
    /** Only between a record like this... */
    after?: RecordPattern | null;
    /** ... and one like this. */
    until?: RecordPattern | null;
    /** How bad it is; error unless given. */
    severity?: "note" | "warning" | "error" | null;
    /** Whether it must hold, or be broken. */
    expect?: "holds" | "broken" | null;
}
/** A record is followed by another in time. */
export interface EventuallyProperty {
    /** Its name. */
    name: string;
    /** After each record like this... */
    after: RecordPattern;
    /** ... one like this comes... */
    eventually: RecordPattern;
    /** ... within so many seconds... */
    within: number;
    /** ... unless one of these comes first. */
    unless?: RecordPattern | readonly RecordPattern[] | null;
    /** How bad it is; error unless given. */
    severity?: "note" | "warning" | "error" | null;
    /** Whether it must hold, or be broken. */
    expect?: "holds" | "broken" | null;
}
/** Something about the state of a device: exactly one of these. */
export declare type StateCondition = AppStateCondition | DeviceStateCondition | NotStateCondition | AllStateCondition | AnyStateCondition;
/** About an app. */
export interface AppStateCondition {
    /** About an app. */
    app: {
        /** The app. */
        bundleID: string;
        /** Its state. */
        state?: ProcessState | null;
        /** How many changes are not saved. */
        unsavedChanges?: number | null;
        /** Whether the user has force-quit it. */
        forceQuit?: boolean | null;
    };
}
/** About the device. */
export interface DeviceStateCondition {
    /** About the device. */
    device: {
        /** Whether it is locked. */
        isLocked?: boolean | null;
        /** Whether it is switched on. */
        isOn?: boolean | null;
        /** The apps with a window on screen. */
        appsInFront?: readonly string[] | null;
    };
}
/** A condition does not hold. */
export interface NotStateCondition {
    /** A condition does not hold. */
    not: StateCondition;
}
/** Several conditions hold. */
export interface AllStateCondition {
    /** Several conditions hold. */
    all: readonly StateCondition[];
}
/** One of several conditions holds. */
export interface AnyStateCondition {
    /** One of several conditions holds. */
    any: readonly StateCondition[];
}
/** An input, or something that iOS did. */
export declare type Record = InputRecord | ReturnedRecord | ProcessRecord | SceneRecord | CallbackRecord | NotificationRecord | AssertionRecord | VerdictRecord | MemoryRecord | DispatchRecord | ExitRecord | FindingRecord | SnapshotRecord | ActivityRecord | LogRecord;
/** An input was applied. */
export interface InputRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "input";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** What the user or the system did. */
    event?: Event;
    /** What the app's code did. */
    action?: AppAction;
    /** How an attached app returned from a callback. */
    completion?: {
        /** The app. */
        bundleID: string;
        /** The record of the callback. */
        callback: number;
        /** What the handler did before it returned. */
        actions: readonly Action[];
        /** What it returned. */
        returns?: unknown;
    };
    /** What was installed. */
    install?: NewApp;
    /** What was uninstalled. */
    uninstall?: {
        /** The app. */
        bundleID: string;
    };
    /** How the clock was changed. */
    clock?: ClockChange;
    /** How far time was moved. */
    advance?: Advance;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** A handler returned. */
export interface ReturnedRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "returned";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The record of the callback. */
    callback: number;
    /** How long the handler took. */
    tookSeconds: number;
    /** What it returned. */
    result?: unknown;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** A process went from one state to another. */
export interface ProcessRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "process";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The state before. */
    from: ProcessState;
    /** The state after. */
    to: ProcessState;
    /** Why. */
    why: "launch" | "prewarmed" | "activated" | "deactivated" | "leftScreen" | "enteredScreen" | "resumed" | "noAssertionLeft" | "suspendedBySystem" | "ended";
    /** Why it was launched, when this is its launch. */
    launchReason?: LaunchReason;
    /** Whether the process is new, or was only prewarmed. */
    coldLaunch?: boolean;
    /** The steps of the launch before the app delegate is called. */
    launchSteps?: ReadonlyArray<{
        /** The step. */
        name: "preMain" | "main" | "UIApplicationMain" | "mainInterface";
        /** How long the code declared for it takes; missing where a program outside plays it. */
        tookSeconds?: number;
    }>;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** A scene went from one state to another. */
export interface SceneRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "scene";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The state before. */
    from: "unattached" | "foregroundInactive" | "foregroundActive" | "background";
    /** The state after. */
    to: "unattached" | "foregroundInactive" | "foregroundActive" | "background";
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** The system called a method or a handler of the app. */
export interface CallbackRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "callback";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The method or handler, by Apple's name. */
    name: CallbackName;
    /** Whose method it is. */
    receiver: "appDelegate" | "sceneDelegate" | "notificationCenterDelegate" | "taskHandler" | "sessionDelegate" | "locationManager" | "bluetoothManager" | "pushRegistry" | "callProvider" | "viewController" | "frameworkDelegate" | "frameworkHandler" | "timer" | "launchStep" | "notificationServiceExtension";
    /** `UIApplication.applicationState` inside it. */
    applicationState: ProcessState;
    /** What it is given, by name. */
    arguments: {
        [key: string]: unknown;
    };
    /** The time it has until a watchdog ends the process. */
    limitSeconds?: number;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** A notification was posted to the app. */
export interface NotificationRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "notification";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The notification, by Apple's name. */
    name: NotificationName;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** What keeps a process running in the background was acquired or ended. */
export interface AssertionRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "assertion";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The kind of assertion. */
    assertion: AssertionName;
    /** What happened to it. */
    change: "acquired" | "warned" | "released" | "expired";
    /** The number of the background task, by which it can be ended. */
    number?: number;
    /** Its name among assertions of its kind. */
    name?: string;
    /** How long it lasts if nothing ends it before. */
    remainingSeconds?: number;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** The system decided about something that it was asked or given. */
export interface VerdictRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "verdict";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** What was decided about. */
    subject: "push" | "taskRequest" | "fetch" | "transfer" | "location" | "bluetooth" | "voip" | "sceneSession" | "backgroundTask" | "stateRestoration" | "activity" | "permission" | "completionHandler" | "wake" | "liveActivity" | "notificationService";
    /** The decision. */
    verdict: "shown" | "delivered" | "held" | "replaced" | "throttled" | "dropped" | "accepted" | "refused" | "launched" | "completed" | "failed" | "expired" | "cancelled" | "performed" | "started" | "finished";
    /** The reason. */
    why?: VerdictReason;
    /** Its identifier among verdicts on its subject. */
    identifier?: string;
    /** The header `apns-id` of the push. */
    apnsID?: string;
    /** What more there is to say, for people. */
    detail?: string;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** The device is shorter of memory than before, or less short. */
export interface MemoryRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "memory";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** How short memory is. */
    level: "normal" | "warning" | "critical";
    /** How much is available. */
    availableBytes: number;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** An event of the user went along the responder chain. */
export interface DispatchRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "dispatch";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The responder that was meant. */
    target: string;
    /** Those that were asked, in order; none for a touch while the app is not active, and none for remote control while it neither is active nor plays. */
    asked: readonly string[];
    /** The one that handled it. */
    handledBy?: string;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** A process ended. */
export interface ExitRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "exit";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** Why it ended. */
    reason: ExitReason;
    /** The namespace of the code, as crash reports name it. */
    namespace?: string;
    /** The code, in hexadecimal. */
    code: string;
    /** The reason, for people. */
    explanation: string;
    /** The exit counter of MetricKit. */
    metricKit?: string;
    /** The state it ended in. */
    state: ProcessState;
    /** The kind of report that is written. */
    report: "none" | "crash" | "jetsam" | "processor";
    /** How many changes are lost. */
    unsavedChanges: number;
    /** The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code. */
    callbackInFlight?: {
        /** The sequence of its record. */
        sequence: number;
        /** Its name, as Apple spells it. */
        name: string;
    };
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** Something in the app's conduct loses data, gets it killed, or will. */
export interface FindingRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "finding";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** What was found. */
    code: FindingCode;
    /** How bad it is. */
    severity: "note" | "warning" | "error";
    /** What happened, for people. */
    detail: string;
    /** The records that show it. */
    evidence: readonly number[];
    /** The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code. */
    callbackInFlight?: {
        /** The sequence of its record. */
        sequence: number;
        /** Its name, as Apple spells it. */
        name: string;
    };
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** The app switcher's snapshot was taken. */
export interface SnapshotRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "snapshot";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The appearance in which it was taken. */
    appearance: "light" | "dark";
    /** Whether it shows what is for the user's eyes only. */
    sensitiveContent?: boolean;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** Something that an app does by itself began, ended, stood still or went on. */
export interface ActivityRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "activity";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The name that the app gave it. */
    name: string;
    /** What it does. */
    activity: "timer" | "animation" | "video" | "game" | "request" | "queue" | "rendering";
    /** What happened to it. */
    change: "started" | "stopped" | "stoodStill" | "resumed" | "firedLate";
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** A line that the app wrote. */
export interface LogRecord {
    /** Its place in the device's timeline, from 1, without gaps. */
    sequence: number;
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "log";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The sequence of the input, or of the record that set the deadline. */
    cause: number;
    /** The line. */
    message: string;
    /** What other frameworks would have reported to their code, if requested. */
    vocabulary?: {
        [key: string]: readonly string[];
    };
}
/** A record that will be written if nothing else happens. */
export declare type ForeseenRecord = InputForeseenRecord | ReturnedForeseenRecord | ProcessForeseenRecord | SceneForeseenRecord | CallbackForeseenRecord | NotificationForeseenRecord | AssertionForeseenRecord | VerdictForeseenRecord | MemoryForeseenRecord | DispatchForeseenRecord | ExitForeseenRecord | FindingForeseenRecord | SnapshotForeseenRecord | ActivityForeseenRecord | LogForeseenRecord;
/** An input was applied. */
export interface InputForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "input";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** What the user or the system did. */
    event?: Event;
    /** What the app's code did. */
    action?: AppAction;
    /** How an attached app returned from a callback. */
    completion?: {
        /** The app. */
        bundleID: string;
        /** The record of the callback. */
        callback: number;
        /** What the handler did before it returned. */
        actions: readonly Action[];
        /** What it returned. */
        returns?: unknown;
    };
    /** What was installed. */
    install?: NewApp;
    /** What was uninstalled. */
    uninstall?: {
        /** The app. */
        bundleID: string;
    };
    /** How the clock was changed. */
    clock?: ClockChange;
    /** How far time was moved. */
    advance?: Advance;
}
/** A handler returned. */
export interface ReturnedForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "returned";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The record of the callback. */
    callback: number;
    /** How long the handler took. */
    tookSeconds: number;
    /** What it returned. */
    result?: unknown;
}
/** A process went from one state to another. */
export interface ProcessForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "process";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The state before. */
    from: ProcessState;
    /** The state after. */
    to: ProcessState;
    /** Why. */
    why: "launch" | "prewarmed" | "activated" | "deactivated" | "leftScreen" | "enteredScreen" | "resumed" | "noAssertionLeft" | "suspendedBySystem" | "ended";
    /** Why it was launched, when this is its launch. */
    launchReason?: LaunchReason;
    /** Whether the process is new, or was only prewarmed. */
    coldLaunch?: boolean;
    /** The steps of the launch before the app delegate is called. */
    launchSteps?: ReadonlyArray<{
        /** The step. */
        name: "preMain" | "main" | "UIApplicationMain" | "mainInterface";
        /** How long the code declared for it takes; missing where a program outside plays it. */
        tookSeconds?: number;
    }>;
}
/** A scene went from one state to another. */
export interface SceneForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "scene";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The state before. */
    from: "unattached" | "foregroundInactive" | "foregroundActive" | "background";
    /** The state after. */
    to: "unattached" | "foregroundInactive" | "foregroundActive" | "background";
}
/** The system called a method or a handler of the app. */
export interface CallbackForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "callback";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The method or handler, by Apple's name. */
    name: CallbackName;
    /** Whose method it is. */
    receiver: "appDelegate" | "sceneDelegate" | "notificationCenterDelegate" | "taskHandler" | "sessionDelegate" | "locationManager" | "bluetoothManager" | "pushRegistry" | "callProvider" | "viewController" | "frameworkDelegate" | "frameworkHandler" | "timer" | "launchStep" | "notificationServiceExtension";
    /** `UIApplication.applicationState` inside it. */
    applicationState: ProcessState;
    /** What it is given, by name. */
    arguments: {
        [key: string]: unknown;
    };
    /** The time it has until a watchdog ends the process. */
    limitSeconds?: number;
}
/** A notification was posted to the app. */
export interface NotificationForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "notification";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The notification, by Apple's name. */
    name: NotificationName;
}
/** What keeps a process running in the background was acquired or ended. */
export interface AssertionForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "assertion";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The kind of assertion. */
    assertion: AssertionName;
    /** What happened to it. */
    change: "acquired" | "warned" | "released" | "expired";
    /** The number of the background task, by which it can be ended. */
    number?: number;
    /** Its name among assertions of its kind. */
    name?: string;
    /** How long it lasts if nothing ends it before. */
    remainingSeconds?: number;
}
/** The system decided about something that it was asked or given. */
export interface VerdictForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "verdict";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** What was decided about. */
    subject: "push" | "taskRequest" | "fetch" | "transfer" | "location" | "bluetooth" | "voip" | "sceneSession" | "backgroundTask" | "stateRestoration" | "activity" | "permission" | "completionHandler" | "wake" | "liveActivity" | "notificationService";
    /** The decision. */
    verdict: "shown" | "delivered" | "held" | "replaced" | "throttled" | "dropped" | "accepted" | "refused" | "launched" | "completed" | "failed" | "expired" | "cancelled" | "performed" | "started" | "finished";
    /** The reason. */
    why?: VerdictReason;
    /** Its identifier among verdicts on its subject. */
    identifier?: string;
    /** The header `apns-id` of the push. */
    apnsID?: string;
    /** What more there is to say, for people. */
    detail?: string;
}
/** The device is shorter of memory than before, or less short. */
export interface MemoryForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "memory";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** How short memory is. */
    level: "normal" | "warning" | "critical";
    /** How much is available. */
    availableBytes: number;
}
/** An event of the user went along the responder chain. */
export interface DispatchForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "dispatch";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The responder that was meant. */
    target: string;
    /** Those that were asked, in order; none for a touch while the app is not active, and none for remote control while it neither is active nor plays. */
    asked: readonly string[];
    /** The one that handled it. */
    handledBy?: string;
}
/** A process ended. */
export interface ExitForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "exit";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** Why it ended. */
    reason: ExitReason;
    /** The namespace of the code, as crash reports name it. */
    namespace?: string;
    /** The code, in hexadecimal. */
    code: string;
    /** The reason, for people. */
    explanation: string;
    /** The exit counter of MetricKit. */
    metricKit?: string;
    /** The state it ended in. */
    state: ProcessState;
    /** The kind of report that is written. */
    report: "none" | "crash" | "jetsam" | "processor";
    /** How many changes are lost. */
    unsavedChanges: number;
    /** The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code. */
    callbackInFlight?: {
        /** The sequence of its record. */
        sequence: number;
        /** Its name, as Apple spells it. */
        name: string;
    };
}
/** Something in the app's conduct loses data, gets it killed, or will. */
export interface FindingForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "finding";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** What was found. */
    code: FindingCode;
    /** How bad it is. */
    severity: "note" | "warning" | "error";
    /** What happened, for people. */
    detail: string;
    /** The records that show it. */
    evidence: readonly number[];
    /** The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code. */
    callbackInFlight?: {
        /** The sequence of its record. */
        sequence: number;
        /** Its name, as Apple spells it. */
        name: string;
    };
}
/** The app switcher's snapshot was taken. */
export interface SnapshotForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "snapshot";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The appearance in which it was taken. */
    appearance: "light" | "dark";
    /** Whether it shows what is for the user's eyes only. */
    sensitiveContent?: boolean;
}
/** Something that an app does by itself began, ended, stood still or went on. */
export interface ActivityForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "activity";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The name that the app gave it. */
    name: string;
    /** What it does. */
    activity: "timer" | "animation" | "video" | "game" | "request" | "queue" | "rendering";
    /** What happened to it. */
    change: "started" | "stopped" | "stoodStill" | "resumed" | "firedLate";
}
/** A line that the app wrote. */
export interface LogForeseenRecord {
    /** When it happened. */
    time: string;
    /** Its kind. */
    kind: "log";
    /** The app it is about. */
    bundleID?: string;
    /** The process it is about. */
    pid?: number;
    /** The extension of the app whose process that is; the process is the app's own unless it is there. */
    extension?: "notificationService";
    /** The scene it is about. */
    sceneID?: string;
    /** The line. */
    message: string;
}
/** How a process ended. */
export interface Exit {
    /** Why it ended. */
    reason: ExitReason;
    /** The namespace of the code, as crash reports name it. */
    namespace?: string;
    /** The code, in hexadecimal. */
    code: string;
    /** The reason, for people. */
    explanation: string;
    /** The exit counter of MetricKit. */
    metricKit?: string;
    /** The state it ended in. */
    state: ProcessState;
    /** The kind of report that is written. */
    report: "none" | "crash" | "jetsam" | "processor";
    /** How many changes are lost. */
    unsavedChanges: number;
    /** The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code. */
    callbackInFlight?: {
        /** The sequence of its record. */
        sequence: number;
        /** Its name, as Apple spells it. */
        name: string;
    };
}
/** A device as it is now. */
export interface Device {
    /** Its id. */
    id: string;
    /** What kind of device it is. */
    model: "iPhone" | "iPad";
    /** The rules that it goes by. */
    rules: {
        /** The profile. */
        profile: RuleProfile;
        /** What differs from it. */
        overrides: RuleOverrides;
    };
    /** Its clock. */
    clock: Clock;
    /** How much memory it has. */
    memoryBytes: number;
    /** Whether it has a passcode. */
    passcode: boolean;
    /** Whether it is locked. */
    locked: boolean;
    /** Whether it is switched on. */
    on: boolean;
    /** The apps with a window on screen, in the order in which the windows came; none while it is locked. */
    appsInFront: readonly string[];
    /** By which it is found. */
    labels: {
        [key: string]: string;
    };
    /** What chance is drawn from. */
    seed: number;
    /** After how long unasked it is removed. */
    expiresAfterSeconds: number | null;
    /** The sequence of its last record. */
    sequence: number;
    /** The sequence of the oldest record that is kept. */
    oldest: number;
    /** Its apps. */
    apps: readonly AppSummary[];
    /** The handlers that are never called as its apps are now, by app, where there are any. */
    behaviorNeverCalled?: {
        [key: string]: readonly CallbackName[];
    };
}
/** A page of devices. */
export interface DeviceList {
    /** The elements. */
    devices: readonly Device[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
    /** Of how many partitions the devices are missing, if `partial` was true; 0 of a server alone. */
    unavailable?: number;
}
/** How many were deleted. */
export interface Deleted {
    /** How many. */
    deleted: number;
}
/** How a device's clock runs, and what it shows. */
export interface Clock {
    /** What moves it. */
    mode: "manual" | "realtime" | "scaled";
    /** Simulated seconds a real second, of a scaled clock. */
    rate?: number;
    /** Whether it stands still. */
    paused: boolean;
    /** What it shows. */
    now: string;
    /** When something will happen by itself. */
    nextDeadline: string | null;
    /** True while the device is behind its clock, as more was due than is settled at once: it is read as it was at `now`, and inputs are refused with `overloaded` until it has caught up. */
    behind?: boolean;
}
/** An app in short. */
export interface AppSummary {
    /** The app. */
    bundleID: string;
    /** Its state: `notRunning` when no process lives. */
    state: ProcessState;
    /** Its process. */
    pid: number | null;
}
/** An app: its state, and what was installed. */
export interface App {
    /** Its identifier. */
    bundleID: string;
    /** Its name. */
    name: string;
    /** Its version. */
    version: string;
    /** Whether it has scenes. */
    lifecycle: "appDelegate" | "scenes";
    /** Who plays it. */
    driver: "simulated" | "attached";
    /** Its state: `notRunning` when no process lives. */
    state: ProcessState;
    /** Its process. */
    pid: number | null;
    /** How often it was launched. */
    launchCount: number;
    /** The device token, by which pushes are sent to this installation. */
    pushToken: string | null;
    /** That of PushKit; null without the background mode `voip`. */
    voipToken: string | null;
    /** How many changes are not saved. */
    unsavedChanges: number;
    /** Whether the user swiped it away, and has not opened it since. */
    forceQuit: boolean;
    /** How its last process ended. */
    lastExit: Exit | null;
    /** Its Live Activities that the system shows, oldest first, whether the app runs or not. */
    liveActivities: ReadonlyArray<{
        /** What the app calls it. */
        identifier: string;
        /** The record of its start. */
        startedBy: number;
        /** When the system ends it. */
        endsAt: string;
        /** Whether the living process holds it, and hears of its end. */
        held: boolean;
    }>;
    /** The sessions of Core Location for which the system wakes or launches the app. */
    locationSessions: ReadonlyArray<{
        /** Which one. */
        session: "backgroundActivity" | "alwaysService";
        /** Whether the living process holds it; what it does not take again from an earlier one is lost. */
        held: boolean;
    }>;
    /** Whether it monitors significant changes of location or regions, which wakes or launches it. */
    monitorsLocation: boolean;
    /** Its Info.plist as it was given. */
    infoPlist: {
        [key: string]: unknown;
    };
    /** The keys that the model does not use. */
    ignoredInfoPlistKeys: readonly string[];
    /** Its entitlements as they were given. */
    entitlements?: {
        [key: string]: unknown;
    };
    /** How much memory it takes when it starts. */
    footprintBytes: number;
    /** How much of that can be purged. */
    purgeableBytes: number;
    /** Its own responders. */
    responders: readonly Responder[];
    /** What its handlers do. */
    behavior: {
        [key: string]: readonly BehaviorEntry[];
    };
    /** The delegate methods that it implements; all unless given. */
    delegateImplements?: readonly DelegateMethodName[];
    /** Its notification service extension. */
    notificationService?: {
        /** The name of its process. */
        name: string;
        /** How much memory it takes when it starts. */
        footprintBytes: number;
        /** What its handlers do. */
        behavior: {
            [key: string]: readonly BehaviorEntry[];
        };
    };
    /** Whether notifications wait for the harness, too. */
    hearsNotifications?: boolean;
    /** The handlers of those that are never called as the app is now: they belong to the other life cycle, or its delegate does not implement them. */
    behaviorNeverCalled: readonly CallbackName[];
}
/** All apps of a device. */
export interface AppList {
    /** The elements. */
    apps: readonly App[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
}
/** Why an app is in its state, and what happens next. */
export interface Explanation {
    /** The app. */
    bundleID: string;
    /** Its state: `notRunning` when no process lives. */
    state: ProcessState;
    /** Its process. */
    pid: number | null;
    /** Whether it is in front. */
    inFront: boolean;
    /** Whether the user swiped it away. */
    forceQuit: boolean;
    /** The reasons, for people. */
    because: readonly string[];
    /** What keeps it running. */
    heldBy: readonly HeldAssertion[];
    /** What keeps it from being active. */
    deactivationReasons: readonly string[];
    /** What it is in. */
    callbackInFlight: PendingCallback | null;
    /** What will happen if nothing else does. */
    next: readonly ForeseenRecord[];
    /** Whether that is all; false also where a callback waits for the program that plays an attached app. */
    complete: boolean;
}
/** What an input did. */
export interface Outcome {
    /** The device. */
    device: string;
    /** What its clock shows. */
    time: string;
    /** The sequence of its last record. */
    sequence: number;
    /** What happened. */
    records: readonly Record[];
    /** The apps it happened to, as they are now. */
    apps: readonly AppSummary[];
    /** When something will happen by itself. */
    nextDeadline: string | null;
}
/** What an advance did, and why it stopped where it did. */
export interface AdvanceOutcome {
    /** The device. */
    device: string;
    /** What its clock shows. */
    time: string;
    /** The sequence of its last record. */
    sequence: number;
    /** What happened. */
    records: readonly Record[];
    /** The apps it happened to, as they are now. */
    apps: readonly AppSummary[];
    /** When something will happen by itself. */
    nextDeadline: string | null;
    /** Why it stopped. After `limit` and `records` time is left: so many deadlines were settled, or so many records written, that the rest waits for another advance. After `callback` it waits for the completion of the `callbacks`. */
    stopped: "reached" | "condition" | "idle" | "timeout" | "limit" | "records" | "callback";
    /** After `callback` the callbacks in flight of all attached apps, one for each process at most. */
    callbacks?: readonly AppCallback[];
    /** Whether the condition was met, where there is one. */
    met?: boolean;
}
/** How a wait ended. */
export interface WaitOutcome {
    /** The device. */
    device: string;
    /** Whether it happened. */
    met: boolean;
    /** What the device's clock shows. */
    time: string;
    /** The sequence of its last record. */
    sequence: number;
    /** The record that met the condition. */
    record?: Record;
    /** Recent records that nearly met it. */
    nearest?: readonly Record[];
    /** The apps that the condition names. */
    apps: readonly AppSummary[];
}
/** Part of a device's timeline. */
export interface Timeline {
    /** The device. */
    device: string;
    /** What its clock shows. */
    time: string;
    /** The sequence of its last record. */
    sequence: number;
    /** The sequence of the oldest record that is kept. */
    oldest: number;
    /** The records, oldest first. */
    records: readonly Record[];
    /** The `after` of the next part; null at the end. */
    next: number | null;
}
/** What would be taken now. */
export interface PossibleEvents {
    /** The device. */
    device: string;
    /** The types of events. */
    events: readonly EventType[];
}
/** What became of one line of a batch. */
export declare type BatchVerdict = {
    /** The line, from 1. */
    line: number;
    /** OK. */
    status: 200;
    /** The device. */
    device: string;
    /** What its clock shows. */
    time: string;
    /** The sequence of its last record. */
    sequence: number;
    /** What happened. */
    records: readonly Record[];
    /** The apps it happened to, as they are now. */
    apps: readonly AppSummary[];
    /** When something will happen by itself. */
    nextDeadline: string | null;
} | {
    /** The line, from 1. */
    line: number;
    /** The status. */
    status: number;
    /** Why it was refused. */
    problem: Problem;
};
/** A process, living or ended. */
export interface Process {
    /** Its number. */
    pid: number;
    /** Its app. */
    bundleID: string;
    /** The extension of the app whose process it is; it is the app's own unless it is there. */
    extension?: "notificationService";
    /** Its state: `terminated` when it has ended. */
    state: ProcessState;
    /** Why it was launched. */
    launchReason: LaunchReason;
    /** When it was launched. */
    startedAt: string;
    /** When it ended. */
    endedAt?: string;
    /** How much memory it takes. */
    footprintBytes: number;
    /** Its jetsam band; those with the lowest are killed first. */
    jetsamPriority?: number;
    /** Its scenes. */
    scenes: ReadonlyArray<{
        /** The session; none of an app without scenes. */
        sceneID?: string;
        /** What it is shown on, if not on the device's screen. */
        role?: "windowApplication" | "carTemplateApplication" | "windowExternalDisplayNonInteractive";
        /** Its state. */
        state: "unattached" | "foregroundInactive" | "foregroundActive" | "background";
    }>;
    /** What keeps it running in the background. */
    assertions: readonly HeldAssertion[];
    /** What keeps it from being active. */
    deactivationReasons: readonly string[];
    /** The callback that it is in. */
    callbackInFlight: PendingCallback | null;
    /** What `backgroundTimeRemaining` says. */
    backgroundTimeRemainingSeconds: number | null;
    /** How it ended. */
    exit: Exit | null;
}
/** All processes of a device. */
export interface ProcessList {
    /** The elements. */
    processes: readonly Process[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
}
/** A process on one of the devices. */
export interface HostedProcess {
    /** The device that it is on. */
    device: string;
    /** Its number. */
    pid: number;
    /** Its app. */
    bundleID: string;
    /** The extension of the app whose process it is; it is the app's own unless it is there. */
    extension?: "notificationService";
    /** Its state: `terminated` when it has ended. */
    state: ProcessState;
    /** Why it was launched. */
    launchReason: LaunchReason;
    /** When it was launched. */
    startedAt: string;
    /** When it ended. */
    endedAt?: string;
    /** How much memory it takes. */
    footprintBytes: number;
    /** Its jetsam band; those with the lowest are killed first. */
    jetsamPriority?: number;
    /** Its scenes. */
    scenes: ReadonlyArray<{
        /** The session; none of an app without scenes. */
        sceneID?: string;
        /** What it is shown on, if not on the device's screen. */
        role?: "windowApplication" | "carTemplateApplication" | "windowExternalDisplayNonInteractive";
        /** Its state. */
        state: "unattached" | "foregroundInactive" | "foregroundActive" | "background";
    }>;
    /** What keeps it running in the background. */
    assertions: readonly HeldAssertion[];
    /** What keeps it from being active. */
    deactivationReasons: readonly string[];
    /** The callback that it is in. */
    callbackInFlight: PendingCallback | null;
    /** What `backgroundTimeRemaining` says. */
    backgroundTimeRemainingSeconds: number | null;
    /** How it ended. */
    exit: Exit | null;
}
/** A page of processes. */
export interface HostedProcessList {
    /** The elements. */
    processes: readonly HostedProcess[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
    /** Of how many partitions the devices are missing, if `partial` was true; 0 of a server alone. */
    unavailable?: number;
}
/** How many apps are in each state. */
export interface StateSummary {
    /** How many devices there are. */
    devices: number;
    /** How many apps, by state. */
    states: {
        [key in ProcessState]?: number;
    };
    /** Of how many partitions the devices are missing, if `partial` was true; 0 of a server alone. */
    unavailable?: number;
}
/** What keeps a process running. */
export interface HeldAssertion {
    /** The kind of assertion. */
    assertion: AssertionName;
    /** The number of the background task. */
    number?: number;
    /** Its name among assertions of its kind. */
    name?: string;
    /** What is left of it; without an end unless given. */
    remainingSeconds?: number;
}
/** A callback, or the observers of a notification, in flight. */
export interface PendingCallback {
    /** The record of the callback or the notification. */
    sequence: number;
    /** The method or handler, or the notification, by Apple's name. */
    name: PendingName;
    /** Whose method it is; `observer` of a notification. */
    receiver: "appDelegate" | "sceneDelegate" | "notificationCenterDelegate" | "taskHandler" | "sessionDelegate" | "locationManager" | "bluetoothManager" | "pushRegistry" | "callProvider" | "viewController" | "frameworkDelegate" | "frameworkHandler" | "timer" | "launchStep" | "notificationServiceExtension" | "observer";
    /** The state of the app meanwhile. */
    applicationState: ProcessState;
    /** The scene. */
    sceneID?: string;
    /** The class of the scene's delegate. */
    delegateClass?: string;
    /** When it was called. */
    startedAt: string;
    /** When a watchdog ends the process. */
    deadline?: string;
    /** What it is given, by name. */
    arguments: {
        [key: string]: unknown;
    };
}
/** A callback that waits for an attached app. */
export interface AppCallback {
    /** The app. */
    bundleID: string;
    /** Its process. */
    pid: number;
    /** The extension of the app whose process it is; it is the app's own unless it is there. */
    extension?: "notificationService";
    /** The record of the callback or the notification. */
    sequence: number;
    /** The method or handler, or the notification, by Apple's name. */
    name: PendingName;
    /** Whose method it is; `observer` of a notification. */
    receiver: "appDelegate" | "sceneDelegate" | "notificationCenterDelegate" | "taskHandler" | "sessionDelegate" | "locationManager" | "bluetoothManager" | "pushRegistry" | "callProvider" | "viewController" | "frameworkDelegate" | "frameworkHandler" | "timer" | "launchStep" | "notificationServiceExtension" | "observer";
    /** The state of the app meanwhile. */
    applicationState: ProcessState;
    /** The scene. */
    sceneID?: string;
    /** The class of the scene's delegate. */
    delegateClass?: string;
    /** When it was called. */
    startedAt: string;
    /** When a watchdog ends the process. */
    deadline?: string;
    /** What it is given, by name. */
    arguments: {
        [key: string]: unknown;
    };
}
/** The callbacks in flight. */
export interface CallbackList {
    /** The elements. */
    callbacks: readonly AppCallback[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
    /** The process that the app had when the request came, if it has ended since. */
    ended?: EndedProcess;
}
/** A process that has ended, and how. */
export interface EndedProcess {
    /** Its number. */
    pid: number;
    /** Why it ended. */
    reason: ExitReason;
    /** The namespace of the code, as crash reports name it. */
    namespace?: string;
    /** The code, in hexadecimal. */
    code: string;
    /** The reason, for people. */
    explanation: string;
    /** The exit counter of MetricKit. */
    metricKit?: string;
    /** The state it ended in. */
    state: ProcessState;
    /** The kind of report that is written. */
    report: "none" | "crash" | "jetsam" | "processor";
    /** How many changes are lost. */
    unsavedChanges: number;
    /** The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code. */
    callbackInFlight?: {
        /** The sequence of its record. */
        sequence: number;
        /** Its name, as Apple spells it. */
        name: string;
    };
}
/** What was found in an app's conduct. */
export interface Audit {
    /** The device. */
    device: string;
    /** The app. */
    bundleID: string;
    /** The elements. */
    findings: readonly Finding[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
}
/** Something that loses data, gets the app killed, or will. */
export interface Finding {
    /** What was found. */
    code: FindingCode;
    /** How bad it is. */
    severity: "note" | "warning" | "error";
    /** What happened, for people. */
    detail: string;
    /** The records that show it. */
    evidence: readonly number[];
    /** The callback of an attached app that the program that plays it had not completed then: that may be the reason, and not the app's code. */
    callbackInFlight?: {
        /** The sequence of its record. */
        sequence: number;
        /** Its name, as Apple spells it. */
        name: string;
    };
    /** How often it was found. */
    count: number;
    /** When first. */
    firstSeen: string;
    /** Its record. */
    firstSequence: number;
    /** When last. */
    lastSeen: string;
    /** Its record. */
    lastSequence: number;
    /** What to do about it. */
    advice: string;
    /** Where that is known from. */
    source: string;
}
/** What an app has used. */
export interface Energy {
    /** The app. */
    bundleID: string;
    /** Up to when. */
    time: string;
    /** In all. */
    total: {
        /** How long it lived. */
        seconds: number;
        /** How long in the foreground. */
        foregroundSeconds: number;
        /** How long in the background. */
        backgroundSeconds: number;
        /** Processor time. */
        cpuSeconds: number;
        /** How often it was woken. */
        wakeUps: number;
        /** How often, by the reason. */
        wakeUpsByReason: {
            [key: string]: number;
        };
        /** What went through the network. */
        networkBytes: number;
        /** How long audio played. */
        audioSeconds: number;
        /** How long the location was asked for. */
        locationSeconds: number;
        /** How long Bluetooth was in use. */
        bluetoothSeconds: number;
        /** How long it was on the display of a car, and not on the device's. */
        carDisplaySeconds: number;
        /** The energy, by estimate. */
        estimatedMilliwattHours: number;
        /** How much of a full battery that is. */
        estimatedBatteryPercent: number | null;
    };
    /** By state. */
    states: ReadonlyArray<{
        /** The state. */
        state: ProcessState;
        /** How long it was in it. */
        seconds: number;
        /** Processor time. */
        cpuSeconds: number;
        /** How often it was woken. */
        wakeUps: number;
        /** How often, by the reason. */
        wakeUpsByReason: {
            [key: string]: number;
        };
        /** What went through the network. */
        networkBytes: number;
        /** How long audio played. */
        audioSeconds: number;
        /** How long the location was asked for. */
        locationSeconds: number;
        /** How long Bluetooth was in use. */
        bluetoothSeconds: number;
        /** How long it was on the display of a car, and not on the device's. */
        carDisplaySeconds: number;
        /** The energy, by estimate. */
        estimatedMilliwattHours: number;
        /** How much of a full battery that is. */
        estimatedBatteryPercent: number | null;
    }>;
    /** By process. */
    processes: ReadonlyArray<{
        /** The process. */
        pid: number;
        /** When it was launched. */
        startedAt: string;
        /** When it ended. */
        endedAt?: string;
        /** By state. */
        states: ReadonlyArray<{
            /** The state. */
            state: ProcessState;
            /** How long it was in it. */
            seconds: number;
            /** Processor time. */
            cpuSeconds: number;
            /** How often it was woken. */
            wakeUps: number;
            /** How often, by the reason. */
            wakeUpsByReason: {
                [key: string]: number;
            };
            /** What went through the network. */
            networkBytes: number;
            /** How long audio played. */
            audioSeconds: number;
            /** How long the location was asked for. */
            locationSeconds: number;
            /** How long Bluetooth was in use. */
            bluetoothSeconds: number;
            /** How long it was on the display of a car, and not on the device's. */
            carDisplaySeconds: number;
            /** The energy, by estimate. */
            estimatedMilliwattHours: number;
            /** How much of a full battery that is. */
            estimatedBatteryPercent: number | null;
        }>;
    }>;
    /** What the estimate was made with. */
    model: {
        /** The kind of device. */
        device: "iPhone" | "iPad";
        /** The rules of the estimate. */
        rules: {
            [key: string]: unknown;
        };
    };
}
/** The reports of an app that are kept. */
export interface ReportList {
    /** The elements. */
    reports: readonly ReportSummary[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
}
/** A report in short. */
export interface ReportSummary {
    /** The name of its file. */
    id: string;
    /** What kind of report it is. */
    kind: "none" | "crash" | "jetsam" | "processor";
    /** Apple's number of the kind. */
    bugType: "206" | "298" | "309";
    /** The app. */
    bundleID: string;
    /** The process. */
    pid: number;
    /** When it ended. */
    time: string;
    /** Why it ended. */
    reason: ExitReason;
    /** The record of its exit. */
    sequence: number;
}
/** What MetricKit hands to an app, in Apple's words. */
export interface MetricKitPayload {
    /** The app's version. */
    appVersion: string;
    /** From when. */
    timeStampBegin: string;
    /** Up to when. */
    timeStampEnd: string;
    /** The app and its device. */
    metaData: {
        [key: string]: unknown;
    };
    /** How long it was in the foreground and in the background. */
    applicationTimeMetrics: {
        [key: string]: string;
    };
    /** The processor time that it took. */
    cpuMetrics: {
        [key: string]: string;
    };
    /** The memory it took at most. */
    memoryMetrics: {
        [key: string]: unknown;
    };
    /** How its processes ended: the exit counters. */
    applicationExitMetrics: {
        [key: string]: unknown;
    };
}
/** Every rule with its value in each profile. */
export interface RuleTable {
    /** The profiles. */
    profiles: readonly RuleProfile[];
    /** The rules. */
    rules: ReadonlyArray<{
        /** The rule's name. */
        key: "scenesAvailable" | "didEnterBackgroundLimitSeconds" | "sceneUpdateLimitSeconds" | "launchLimitSeconds" | "willTerminateLimitSeconds" | "suspendDelaySeconds" | "homeTransitionSeconds" | "backgroundTaskAllowanceSeconds" | "backgroundTaskAllowanceWhenWokenSeconds" | "backgroundTaskWarningSeconds" | "maximumBackgroundTasks" | "remoteNotificationLimitSeconds" | "backgroundFetchLimitSeconds" | "appRefreshTaskLimitSeconds" | "urlSessionEventsLimitSeconds" | "processingTaskLimitSeconds" | "taskExpirationGraceSeconds" | "continuedProcessingTaskLimitSeconds" | "continuedProcessingStallSeconds" | "continuedProcessingFirstStallSeconds" | "concurrentContinuedProcessingTasks" | "locationWakeSeconds" | "locationSessionRenewalSeconds" | "bluetoothWakeSeconds" | "systemWakeSeconds" | "appIntentLimitSeconds" | "notificationServiceLimitSeconds" | "notificationServiceMemoryLimitMebibytes" | "notificationServiceIdleSeconds" | "notificationServiceExpirationSeconds" | "liveActivityLimitSeconds" | "liveActivitiesPerApp" | "voipReportLimitSeconds" | "backgroundPushesPerHour" | "pushPayloadLimitBytes" | "voipPushPayloadLimitBytes" | "pushesStoredPerApp" | "pushStoreLimitSeconds" | "memoryWarningFraction" | "memoryCriticalFraction" | "processMemoryLimitFraction" | "processMemoryWarningFraction" | "iPhone1GBProcessLimitMebibytes" | "iPhone2GBProcessLimitMebibytes" | "iPhone3GBProcessLimitMebibytes" | "iPhone4GBProcessLimitMebibytes" | "iPad2GBProcessLimitMebibytes" | "iPad3GBProcessLimitMebibytes" | "iPad4GBProcessLimitMebibytes" | "iPad6GBProcessLimitMebibytes" | "increasedProcessMemoryLimitFraction" | "firstTransferDelaySeconds" | "backgroundProcessorLimitSeconds" | "backgroundProcessorWindowSeconds" | "longIdleExitSeconds" | "idleAfterSeconds" | "documentedDidEnterBackgroundSeconds" | "slowLaunchSeconds" | "slowResignActiveSeconds" | "sizeableFootprintMegabytes" | "backgroundLaunchCallsDidEnterBackground" | "sceneWillEnterForegroundOnFirstLaunch" | "coldNotificationAfterDidBecomeActive" | "forceQuitSceneOrder" | "notificationCenterReactivates" | "lockReactivates" | "ownAlertDeactivates" | "jetsamOrder" | "foregroundLast" | "jsboxEvents" | "forceQuitCallsWillTerminate" | "systemTerminationCallsWillTerminate" | "backgroundTaskTimeoutCode" | "voipNotReportedEnds" | "exitsOnSuspendHonoured" | "backgroundLaunchConnectsScene" | "backgroundLaunchBeforeFirstUnlock" | "processingTaskAfterForceQuit" | "locationRelaunchAfterForceQuit" | "healthKitLaunchesAfterForceQuit" | "liveActivityTokenLaunchesAfterForceQuit" | "pushToTalkLaunchesAfterForceQuit" | "liveActivityNeedsActiveScene" | "pushNeedsRegistration" | "schedulerPolicy" | "watchdogsEnabled" | "debuggerAttached" | "prewarmingAvailable" | "reportedCallNeedsBackgroundMode" | "videoCallAsksToUnlock" | "continuedProcessingAvailable" | "submitNeedsRegistration" | "jetsamEnabled" | "scenesRequired" | "sceneAdoptionNotice" | "backgroundTransfersAreDiscretionary" | "continuedProcessingGPUAvailable" | "iPhoneBatteryMilliwattHours" | "iPadBatteryMilliwattHours" | "iPhoneScreenMilliwatts" | "iPadScreenMilliwatts" | "processorMilliwatts" | "processorCores" | "wakeUpMillijoules" | "networkMillijoulesPerMegabyte" | "audioMilliwatts" | "locationMilliwatts" | "bluetoothMilliwatts" | "handlerProcessorShare" | "timerProcessorShare" | "animationProcessorShare" | "videoProcessorShare" | "gameProcessorShare" | "requestProcessorShare" | "queueProcessorShare" | "renderingProcessorShare";
        /** What kind of rule it is. */
        group: "limit" | "order" | "policy" | "energy";
        /** What its values are. */
        unit: string;
        /** The values that it may have, where they can be listed. */
        accepted?: readonly string[];
        /** By profile; null where it is not known there. */
        values: {
            [key: string]: number | boolean | string | null;
        };
        /** How sure it is. */
        confidence: "high" | "medium" | "low";
        /** Where it is known from. */
        source: string;
        /** What speaks against it, where sources disagree. */
        dispute?: string;
    }>;
}
/** The rules of a profile. */
export interface Rulebook {
    /** The profile. */
    profile: RuleProfile;
    /** The rules. */
    rules: ReadonlyArray<{
        /** The rule's name. */
        key: "scenesAvailable" | "didEnterBackgroundLimitSeconds" | "sceneUpdateLimitSeconds" | "launchLimitSeconds" | "willTerminateLimitSeconds" | "suspendDelaySeconds" | "homeTransitionSeconds" | "backgroundTaskAllowanceSeconds" | "backgroundTaskAllowanceWhenWokenSeconds" | "backgroundTaskWarningSeconds" | "maximumBackgroundTasks" | "remoteNotificationLimitSeconds" | "backgroundFetchLimitSeconds" | "appRefreshTaskLimitSeconds" | "urlSessionEventsLimitSeconds" | "processingTaskLimitSeconds" | "taskExpirationGraceSeconds" | "continuedProcessingTaskLimitSeconds" | "continuedProcessingStallSeconds" | "continuedProcessingFirstStallSeconds" | "concurrentContinuedProcessingTasks" | "locationWakeSeconds" | "locationSessionRenewalSeconds" | "bluetoothWakeSeconds" | "systemWakeSeconds" | "appIntentLimitSeconds" | "notificationServiceLimitSeconds" | "notificationServiceMemoryLimitMebibytes" | "notificationServiceIdleSeconds" | "notificationServiceExpirationSeconds" | "liveActivityLimitSeconds" | "liveActivitiesPerApp" | "voipReportLimitSeconds" | "backgroundPushesPerHour" | "pushPayloadLimitBytes" | "voipPushPayloadLimitBytes" | "pushesStoredPerApp" | "pushStoreLimitSeconds" | "memoryWarningFraction" | "memoryCriticalFraction" | "processMemoryLimitFraction" | "processMemoryWarningFraction" | "iPhone1GBProcessLimitMebibytes" | "iPhone2GBProcessLimitMebibytes" | "iPhone3GBProcessLimitMebibytes" | "iPhone4GBProcessLimitMebibytes" | "iPad2GBProcessLimitMebibytes" | "iPad3GBProcessLimitMebibytes" | "iPad4GBProcessLimitMebibytes" | "iPad6GBProcessLimitMebibytes" | "increasedProcessMemoryLimitFraction" | "firstTransferDelaySeconds" | "backgroundProcessorLimitSeconds" | "backgroundProcessorWindowSeconds" | "longIdleExitSeconds" | "idleAfterSeconds" | "documentedDidEnterBackgroundSeconds" | "slowLaunchSeconds" | "slowResignActiveSeconds" | "sizeableFootprintMegabytes" | "backgroundLaunchCallsDidEnterBackground" | "sceneWillEnterForegroundOnFirstLaunch" | "coldNotificationAfterDidBecomeActive" | "forceQuitSceneOrder" | "notificationCenterReactivates" | "lockReactivates" | "ownAlertDeactivates" | "jetsamOrder" | "foregroundLast" | "jsboxEvents" | "forceQuitCallsWillTerminate" | "systemTerminationCallsWillTerminate" | "backgroundTaskTimeoutCode" | "voipNotReportedEnds" | "exitsOnSuspendHonoured" | "backgroundLaunchConnectsScene" | "backgroundLaunchBeforeFirstUnlock" | "processingTaskAfterForceQuit" | "locationRelaunchAfterForceQuit" | "healthKitLaunchesAfterForceQuit" | "liveActivityTokenLaunchesAfterForceQuit" | "pushToTalkLaunchesAfterForceQuit" | "liveActivityNeedsActiveScene" | "pushNeedsRegistration" | "schedulerPolicy" | "watchdogsEnabled" | "debuggerAttached" | "prewarmingAvailable" | "reportedCallNeedsBackgroundMode" | "videoCallAsksToUnlock" | "continuedProcessingAvailable" | "submitNeedsRegistration" | "jetsamEnabled" | "scenesRequired" | "sceneAdoptionNotice" | "backgroundTransfersAreDiscretionary" | "continuedProcessingGPUAvailable" | "iPhoneBatteryMilliwattHours" | "iPadBatteryMilliwattHours" | "iPhoneScreenMilliwatts" | "iPadScreenMilliwatts" | "processorMilliwatts" | "processorCores" | "wakeUpMillijoules" | "networkMillijoulesPerMegabyte" | "audioMilliwatts" | "locationMilliwatts" | "bluetoothMilliwatts" | "handlerProcessorShare" | "timerProcessorShare" | "animationProcessorShare" | "videoProcessorShare" | "gameProcessorShare" | "requestProcessorShare" | "queueProcessorShare" | "renderingProcessorShare";
        /** What kind of rule it is. */
        group: "limit" | "order" | "policy" | "energy";
        /** What its values are. */
        unit: string;
        /** The values that it may have, where they can be listed. */
        accepted?: readonly string[];
        /** Its value; null where the profile does not know it. */
        value: number | boolean | string | null;
        /** Whether the device overrides it. */
        overridden?: boolean;
        /** How sure it is. */
        confidence: "high" | "medium" | "low";
        /** Where it is known from. */
        source: string;
        /** What speaks against it, where sources disagree. */
        dispute?: string;
    }>;
}
/** Rules that differ from a profile, by their names. */
export interface RuleOverrides {
    /** watchdog scene-update 10.00 s in crash reports since iOS 13 */
    didEnterBackgroundLimitSeconds?: number;
    /** watchdog scene-update 10.00 s in crash reports */
    sceneUpdateLimitSeconds?: number;
    /** Addressing watchdog terminations; process-launch and scene-create 20 s from the launch request, 30 s in the Simulator */
    launchLimitSeconds?: number;
    /** applicationWillTerminate(_:): about five seconds; watchdog process-exit 5.0 s */
    willTerminateLimitSeconds?: number;
    /** no document; the articles say a few seconds */
    suspendDelaySeconds?: number;
    /** a device log shows 0.62 s between resigning and entering the background */
    homeTransitionSeconds?: number;
    /** UIApplication Background Task Notes; RunningBoard invalidates after 30.00 s; 180 s from iOS 7 to 12 */
    backgroundTaskAllowanceSeconds?: number;
    /** UIApplication Background Task Notes */
    backgroundTaskAllowanceWhenWokenSeconds?: number;
    /** RunningBoard warns 5.00 s before the end */
    backgroundTaskWarningSeconds?: number;
    /** UIApplication Background Task Notes: about 1000, then 0xbada5e47 */
    maximumBackgroundTasks?: number;
    /** application(_:didReceiveRemoteNotification:fetchCompletionHandler:): 30 s of wall clock */
    remoteNotificationLimitSeconds?: number;
    /** application(_:performFetchWithCompletionHandler:): 30 s of wall clock */
    backgroundFetchLimitSeconds?: number;
    /** Choosing Background Strategies for Your App: up to 30 s */
    appRefreshTaskLimitSeconds?: number;
    /** 0x2182bad3 in EXC_CRASH (SIGKILL); the length is not documented */
    urlSessionEventsLimitSeconds?: number;
    /** BGProcessingTask: minutes; the length is not documented; BGTaskScheduler.Error.Code.unavailable in the Simulator */
    processingTaskLimitSeconds?: number;
    /** BGTask.expirationHandler: a short time to complete; the length is not documented */
    taskExpirationGraceSeconds?: number;
    /** Performing long-running tasks on iOS and iPadOS: minutes or more, ended by the user or for a lack of progress; no source gives a limit, so 0 is none */
    continuedProcessingTaskLimitSeconds?: number;
    /** Performing long-running tasks on iOS and iPadOS: stalled tasks may be expired; the length is not documented, and at least a minute; 0 turns it off */
    continuedProcessingStallSeconds?: number;
    /** rules 4.30: after its launch a task has a minute for its first progress, whatever the time is that it may stall; not documented */
    continuedProcessingFirstStallSeconds?: number;
    /** SubmissionStrategy.queue: the system may run as many as it permits; the number is not documented */
    concurrentContinuedProcessingTasks?: number;
    /** long-standing guidance for location events in the background: about 10 s */
    locationWakeSeconds?: number;
    /** chosen: a session is taken again within a few seconds of the launch (Apple forums 797319, engineer; What's new in location authorization, WWDC 2024); the number is not published */
    locationSessionRenewalSeconds?: number;
    /** Core Bluetooth Programming Guide: about 10 s for an event */
    bluetoothWakeSeconds?: number;
    /** the most that a wake-up is held; what ends it before is said of each framework below. For HealthKit, WatchConnectivity, PushToTalk and Live Activities no figure is published: the allowance of a background task is taken */
    systemWakeSeconds?: number;
    /** IntentCancellationReason.timeout: around 30 seconds; Apple forums 832170, 832257 (engineer) */
    appIntentLimitSeconds?: number;
    /** element-x-ios PR 2022: after more than 30 s it is notified and immediately ended; Apple forums 807554 */
    notificationServiceLimitSeconds?: number;
    /** deltachat-ios PR 2477; blog.kulman.sk, Dealing with memory limits in iOS app extensions: 24 MB; 12 on older systems */
    notificationServiceMemoryLimitMebibytes?: number;
    /** no source says how long; it is kept for some time and handles the next notification (element-ios 3326; alastaircoote.github.io/notification-service) */
    notificationServiceIdleSeconds?: number;
    /** UNNotificationServiceExtension.serviceExtensionTimeWillExpire(): one last chance, to be used as quickly as possible; as long as the handlers of other expirations have, as no source says how long */
    notificationServiceExpirationSeconds?: number;
    /** Displaying live data with Live Activities: active for up to eight hours; logs of LoopFollow PR 611 */
    liveActivityLimitSeconds?: number;
    /** ActivityAuthorizationError.targetMaximumExceeded; Apple names no number, 5 say the documentations of PushWard, OneSignal and Adobe Journey Optimizer */
    liveActivitiesPerApp?: number;
    /** reports of developers; PushKit says that the call must be reported in the callback */
    voipReportLimitSeconds?: number;
    /** Pushing background updates to your App: two or three an hour */
    backgroundPushesPerHour?: number;
    /** Generating a remote notification: APNs refuses a payload of more than 4 KB (4096 bytes) */
    pushPayloadLimitBytes?: number;
    /** Generating a remote notification: for VoIP the limit is 5 KB (5120 bytes) */
    voipPushPayloadLimitBytes?: number;
    /** Sending notification requests to APNs: it stores one notification for a device and app, and may discard others; home-assistant/iOS 527 */
    pushesStoredPerApp?: number;
    /** Sending notification requests to APNs: a notification is stored for 30 days or less */
    pushStoreLimitSeconds?: number;
    /** simplified from the kernel's pressure levels (memorystatus_notify) */
    memoryWarningFraction?: number;
    /** simplified from the kernel's pressure levels (memorystatus_notify) */
    memoryCriticalFraction?: number;
    /** per-process limits of about 50 to 70 % of memory on phones of 3 to 6 GB; for devices without a measured limit, and for all where a device overrides it */
    processMemoryLimitFraction?: number;
    /** XNU osfmk/kern/task.c: PHYS_FOOTPRINT_WARNING_LEVEL 80, of the process's own limit */
    processMemoryWarningFraction?: number;
    /** measured on iOS 8 to 13 (stackoverflow 5887248): 645 MiB of 1 GB */
    iPhone1GBProcessLimitMebibytes?: number;
    /** measured on iOS 8 to 13 (stackoverflow 5887248): 1,395 MiB of 2 GB; 1,364 on an iPhone 8 */
    iPhone2GBProcessLimitMebibytes?: number;
    /** measured on iOS 8 to 13 (stackoverflow 5887248): 1,792 MiB of 3 GB on an iPhone XR */
    iPhone3GBProcessLimitMebibytes?: number;
    /** measured on iOS 8 to 13 (stackoverflow 5887248): 2,040 MiB of 4 GB on an iPhone XS */
    iPhone4GBProcessLimitMebibytes?: number;
    /** measured on iOS 8 to 13 (stackoverflow 5887248): 1,383 to 1,395 MiB of 2 GB */
    iPad2GBProcessLimitMebibytes?: number;
    /** measured on iOS 8 to 13 (stackoverflow 5887248): 1,844 MiB of 3 GB */
    iPad3GBProcessLimitMebibytes?: number;
    /** measured on iOS 8 to 13 (stackoverflow 5887248): 2,858 to 3,058 MiB of 4 GB */
    iPad4GBProcessLimitMebibytes?: number;
    /** measured on iOS 8 to 13 (stackoverflow 5887248): 4,598 MiB of 6 GB */
    iPad6GBProcessLimitMebibytes?: number;
    /** Apple forums 14854 (DTS): a delay that is doubled each time nsurlsessiond resumes or launches the app; 128813 (log): 60, 120, 240 s; 0 turns it off */
    firstTransferDelaySeconds?: number;
    /** reports of bug type 206 from iOS 11 to 26: 48 seconds cpu time, exceeding limit of 80% cpu over 60 seconds, process killed (react-native-background-fetch 323, react-native-video 1513); 0 turns it off */
    backgroundProcessorLimitSeconds?: number;
    /** the same reports: limit duration 60 s */
    backgroundProcessorWindowSeconds?: number;
    /** com.apple.developer.kernel.increased-memory-limit, measured by os_proc_available_memory: 3.12 to 4.20 GB of 6 (pocketpal-ai PR 651), 3 to 6 GB of 8 (rtabmap PR 1446) */
    increasedProcessMemoryLimitFraction?: number;
    /** jetsam cause 17, long-idle-exit, new in iOS 18; when it happens is not documented, so 0 turns it off */
    longIdleExitSeconds?: number;
    /** chosen: a device that has been locked for this time counts as idle */
    idleAfterSeconds?: number;
    /** applicationDidEnterBackground(_:): about five seconds; longer is the finding slowDidEnterBackground */
    documentedDidEnterBackgroundSeconds?: number;
    /** Optimizing App Launch, WWDC 2019: the first frame within 400 ms; longer is the finding slowLaunch */
    slowLaunchSeconds?: number;
    /** chosen: Instruments calls a main thread that is busy for 500 ms a hang (WWDC 2023); longer is the finding slowResignActive */
    slowResignActiveSeconds?: number;
    /** chosen: an app above it has memory that it could free (keptMemoryInBackground, noResponseToMemoryWarning) */
    sizeableFootprintMegabytes?: number;
    /** measured (radar 14295449): no call, no notification */
    backgroundLaunchCallsDidEnterBackground?: boolean;
    /** sceneWillEnterForeground(_:): also for new scenes */
    sceneWillEnterForegroundOnFirstLaunch?: boolean;
    /** radar 34332569: the response is delivered while the app is inactive */
    coldNotificationAfterDidBecomeActive?: boolean;
    /** field logs: sceneDidDisconnect(_:) comes before applicationWillTerminate(_:); an iPad that does not say otherwise: disconnect, with application(_:didDiscardSceneSessions:) before it (stackoverflow 71570813, firefox-ios issue 12622) */
    forceQuitSceneOrder?: "enterBackground" | "disconnect" | "both";
    /** field logs: opening it resigns, activates and resigns again */
    notificationCenterReactivates?: boolean;
    /** phones with an always-on display, where it is on: the side button resigns, activates and resigns before the background (flutter/flutter issues 130055, log, 60683; react/react-native issue 54764) */
    lockReactivates?: boolean;
    /** UIKit: an alert of the same process does not deactivate it */
    ownAlertDeactivates?: boolean;
    /** XNU kern_memorystatus: least recently used first inside a band */
    jetsamOrder?: "largestFirst" | "leastRecentlyUsed";
    /** XNU jetsam bands: background audio (120) is above the foreground (100) */
    foregroundLast?: boolean;
    /** JSBox documents one pause and one resume */
    jsboxEvents?: "everyCallback" | "oncePerChange";
    /** UIScene exists from iOS 13 (Managing your app's life cycle) */
    scenesAvailable?: boolean;
    /** an Apple engineer: sent when the process runs, not when it is suspended */
    forceQuitCallsWillTerminate?: "whenRunning" | "never";
    /** applicationWillTerminate(_:): may be called when the system ends an app that runs in the background */
    systemTerminationCallsWillTerminate?: boolean;
    /** EXC_CRASH (SIGKILL): 0x2182bad2 */
    backgroundTaskTimeoutCode?: string | number;
    /** EXC_CRASH (SIGKILL): 0xbaadca11 */
    voipNotReportedEnds?: "code" | "crash";
    /** UIApplicationExitsOnSuspend; deprecated in iOS 13, still read */
    exitsOnSuspendHonoured?: boolean;
    /** field reports: a launch for a push or a fetch connects no scene */
    backgroundLaunchConnectsScene?: "never" | "always";
    /** TN3115: state restoration waits for the first unlock */
    backgroundLaunchBeforeFirstUnlock?: boolean;
    /** common understanding: nothing runs after a force quit */
    processingTaskAfterForceQuit?: boolean;
    /** reports: relaunched from iOS 7.1 to 18, not on iOS 26 (Apple forums 826964) */
    locationRelaunchAfterForceQuit?: "all" | "regions" | "none";
    /** Apple forums 775325 (engineer): as designed, HealthKit is no exception; measured on iOS 9.2, it launched an app that was killed by the user (stackoverflow 26375767) */
    healthKitLaunchesAfterForceQuit?: boolean;
    /** no source says that it does; in most cases the system does not relaunch such an app (Apple forums 775325) */
    liveActivityTokenLaunchesAfterForceQuit?: boolean;
    /** Apple forums 780822: the channel ends with the app, and pushes are discarded */
    pushToTalkLaunchesAfterForceQuit?: boolean;
    /** logs of LoopFollow PR 611: requested in willEnterForeground it fails with visibility */
    liveActivityNeedsActiveScene?: boolean;
    /** without a token a provider cannot send; tests mostly skip the registration */
    pushNeedsRegistration?: boolean;
    /** the system decides by its own model; prompt makes tests short */
    schedulerPolicy?: "prompt" | "random" | "manual";
    /** attaching a debugger suppresses watchdog kills */
    watchdogsEnabled?: boolean;
    /** Apple forums 14855, 796528 (DTS): a debugger keeps the app from being suspended; no watchdog and no task that takes too long ends it either */
    debuggerAttached?: boolean;
    /** About the app launch sequence: iOS 15 and later prewarm apps */
    prewarmingAvailable?: boolean;
    /** field reports: callservicesd denies the call source of an app without the mode voip */
    reportedCallNeedsBackgroundMode?: boolean;
    /** reports: a call with CXCallUpdate.hasVideo that is answered on a locked phone asks to unlock it and then opens its app (react-native-callkeep issues 301, 355; connectycube-flutter-call-kit issue 150) */
    videoCallAsksToUnlock?: boolean;
    /** BGContinuedProcessingTaskRequest: iOS 26; Performing long-running tasks on iOS and iPadOS */
    continuedProcessingAvailable?: boolean;
    /** stacks of iOS 26: _handleSubmissionWithoutRegistrationForTaskRequest:error: raises, SIGABRT */
    submitNeedsRegistration?: boolean;
    /** general: processes in the Simulator have the memory of the Mac, no limit of their own and no jetsam; memory warnings come from its menu */
    jetsamEnabled?: boolean;
    /** crash reports of iOS 27: built with its SDK (DTPlatformVersion) and without scenes an app traps when its first scene is made (StoDevX/AAO-React-Native PR 7743, metrodroid PR 904, miniquad PR 634); TN3187 */
    scenesRequired?: boolean;
    /** TN3187: what UIKit logs of an app without scenes from iOS 18.4 and from iOS 26 on; here of apps whose Info.plist has DTPlatformVersion */
    sceneAdoptionNotice?: "futureAssert" | "soonRequired";
    /** BGContinuedProcessingTaskRequest.requiredResources: gpu, with an entitlement */
    continuedProcessingGPUAvailable?: boolean;
    /** Apple forums 128813 (log): transfers begun in the background are carried on at once */
    backgroundTransfersAreDiscretionary?: boolean;
    /** choice of this model: a phone's battery of about 3,350 mAh at 3.87 V */
    iPhoneBatteryMilliwattHours?: number;
    /** choice of this model: a tablet's battery of about 7,600 mAh at 3.77 V */
    iPadBatteryMilliwattHours?: number;
    /** choice of this model: a phone's screen at a middling brightness, while the app is on it */
    iPhoneScreenMilliwatts?: number;
    /** choice of this model: a tablet's screen at a middling brightness */
    iPadScreenMilliwatts?: number;
    /** choice of this model: one core that is busy all the time */
    processorMilliwatts?: number;
    /** choice of this model: the most that all activities of a process take together, in cores */
    processorCores?: number;
    /** choice of this model: waking the processor and the process: about 0.2 s of a busy core */
    wakeUpMillijoules?: number;
    /** choice of this model: between Wi-Fi and cellular, a million bytes */
    networkMillijoulesPerMegabyte?: number;
    /** choice of this model: decoding and playing */
    audioMilliwatts?: number;
    /** choice of this model: continuous updates; satellites take more, cell towers less */
    locationMilliwatts?: number;
    /** choice of this model: scanning or advertising */
    bluetoothMilliwatts?: number;
    /** choice of this model: what takes time in a handler works, it does not wait */
    handlerProcessorShare?: number;
    /** choice of this model: a core's share of a timer, wherever the process runs */
    timerProcessorShare?: number;
    /** choice of this model: a core's share of an animation on screen */
    animationProcessorShare?: number;
    /** choice of this model: a core's share of a video on screen */
    videoProcessorShare?: number;
    /** choice of this model: a core's share of a game on screen */
    gameProcessorShare?: number;
    /** choice of this model: a core's share of a request, wherever the process runs */
    requestProcessorShare?: number;
    /** choice of this model: a core's share of a queue's work, wherever it runs */
    queueProcessorShare?: number;
    /** choice of this model: a core's share of OpenGL ES or Metal on screen */
    renderingProcessorShare?: number;
}
/** An Info.plist; other keys than these are kept and change nothing. */
export interface InfoPlist {
    /** What the app may do in the background. */
    UIBackgroundModes?: readonly string[] | null;
    /** The tasks that it may submit. */
    BGTaskSchedulerPermittedIdentifiers?: readonly string[] | null;
    /** Whether it ends where others are suspended. */
    UIApplicationExitsOnSuspend?: boolean | null;
    /** Its scenes. */
    UIApplicationSceneManifest?: {
        /** Whether it may have several windows. */
        UIApplicationSupportsMultipleScenes?: boolean | null;
        /** The configurations, by role. */
        UISceneConfigurations?: {
            /** The configurations of windows. */
            UIWindowSceneSessionRoleApplication?: ReadonlyArray<{
                /** Its name, which is used once. */
                UISceneConfigurationName?: string | null;
                [key: string]: unknown;
            }> | null;
            [key: string]: unknown;
        } | null;
        [key: string]: unknown;
    } | null;
    /** The URLs that it opens. */
    CFBundleURLTypes?: ReadonlyArray<{
        /** The schemes. */
        CFBundleURLSchemes?: readonly string[] | null;
        [key: string]: unknown;
    }> | null;
    [key: string]: unknown;
}
/** A responder of the app's own. */
export interface Responder {
    /** Its name. */
    name: string;
    /** The next responder. */
    parent?: string;
    /** The kinds of events that it handles. */
    handles: readonly string[];
}
/** The result of a scenario. */
export interface ScenarioVerdict {
    /** Its name. */
    scenario: string;
    /** Whether all was as expected. */
    passed: boolean;
    /** What was wrong before the first step. */
    setup?: ReadonlyArray<{
        /** The check. */
        check: string;
        /** What was expected. */
        expected: unknown;
        /** What was seen. */
        seen: unknown;
    }>;
    /** Step by step. */
    steps: ReadonlyArray<{
        /** The step, from 0. */
        index: number;
        /** What it does. */
        does: string;
        /** Whether all was as expected. */
        passed: boolean;
        /** Whether it was left out because something before it failed. */
        skipped: boolean;
        /** What was not as expected. */
        failures: ReadonlyArray<{
            /** The check. */
            check: string;
            /** What was expected. */
            expected: unknown;
            /** What was seen. */
            seen: unknown;
        }>;
    }>;
}
/** The listener for clients of APNs. */
export interface APNs {
    /** Where it listens; null if it does not. */
    address: string | null;
    /** How provider tokens are looked at. */
    auth: "none" | "shape" | "verify";
    /** The identifiers of the registered keys. */
    keys: readonly string[];
    /** The faults. */
    faults: readonly PushFault[];
    /** How many connections are open. */
    connections: number;
    /** How many requests were answered, by status and reason. */
    requests: ReadonlyArray<{
        /** The status. */
        status: number;
        /** The reason of a refusal. */
        reason: "BadCollapseId" | "BadDeviceToken" | "BadExpirationDate" | "BadMessageId" | "BadPriority" | "BadTopic" | "DeviceTokenNotForTopic" | "DuplicateHeaders" | "IdleTimeout" | "InvalidPushType" | "MissingDeviceToken" | "MissingTopic" | "PayloadEmpty" | "TopicDisallowed" | "BadCertificate" | "BadCertificateEnvironment" | "BadEnvironmentKeyIdInToken" | "ExpiredProviderToken" | "Forbidden" | "InvalidProviderToken" | "MissingProviderToken" | "UnrelatedKeyIdInToken" | "BadPath" | "MethodNotAllowed" | "ExpiredToken" | "Unregistered" | "PayloadTooLarge" | "TooManyProviderTokenUpdates" | "TooManyRequests" | "InternalServerError" | "ServiceUnavailable" | "Shutdown" | null;
        /** How many were answered so. */
        count: number;
    }>;
}
/** A push, and what became of it. */
export interface Push {
    /** The header `apns-id`. */
    apnsID: string;
    /** That of the answer; null if it did not come through the listener. */
    apnsUniqueID: string | null;
    /** The device. */
    device: string;
    /** The app. */
    bundleID: string;
    /** The device token; null as above. */
    token: string | null;
    /** The header `apns-topic`. */
    topic: string;
    /** The header `apns-push-type`. */
    pushType: "alert" | "background" | "voip" | "complication" | "fileprovider" | "location" | "liveactivity" | "pushtotalk" | "widgets" | "mdm";
    /** The header `apns-priority`. */
    priority: number | null;
    /** The header `apns-collapse-id`. */
    collapseID: string | null;
    /** Whether APNs keeps it while it cannot reach the device. */
    storable: boolean;
    /** When it is no longer worth delivering, on the device's clock. */
    expiresAt: string | null;
    /** When it came, by the real clock; null as above. */
    receivedAt: string | null;
    /** When it came, on the device's clock. */
    time: string;
    /** The sequence of the input. */
    sequence: number;
    /** What was decided last; null when its records are no longer kept. */
    verdict: "shown" | "delivered" | "held" | "replaced" | "throttled" | "dropped" | "accepted" | "refused" | "launched" | "completed" | "failed" | "expired" | "cancelled" | "performed" | "started" | "finished" | null;
    /** The reason of it. */
    why: VerdictReason | null;
    /** Everything that was decided, in order. */
    verdicts: ReadonlyArray<{
        /** The sequence of the verdict. */
        sequence: number;
        /** When it was decided. */
        time: string;
        /** What was decided. */
        verdict: "shown" | "delivered" | "held" | "replaced" | "throttled" | "dropped" | "accepted" | "refused" | "launched" | "completed" | "failed" | "expired" | "cancelled" | "performed" | "started" | "finished";
        /** The reason. */
        why: VerdictReason | null;
    }>;
}
/** A page of pushes. */
export interface PushList {
    /** The pushes, oldest first. */
    pushes: readonly Push[];
    /** The `after` of the next page; null at the end. */
    next: number | null;
}
/** A registered key of a push provider, without the key itself. */
export interface ProviderKey {
    /** Its identifier. */
    keyID: string;
    /** The team; null for any. */
    teamID: string | null;
    /** The apps that it may send to; null for all. */
    topics: readonly string[] | null;
}
/** All registered keys. */
export interface ProviderKeyList {
    /** The elements. */
    keys: readonly ProviderKey[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
}
/** A key of a push provider. */
export interface NewProviderKey {
    /** Its identifier, `kid` of provider tokens. */
    keyID: string;
    /** The team, `iss` of provider tokens; any if it is left out. */
    teamID?: string | null;
    /** The private or public key of P-256 in PEM. */
    pem: string;
    /** The apps that it may send to; all if it is left out. */
    topics?: readonly string[] | null;
}
/** What the next requests get that would be accepted. */
export interface PushFault {
    /** The reason of the refusal; `none` accepts the push, after `delaySeconds` or with `goAway`. */
    reason: "BadCollapseId" | "BadDeviceToken" | "BadExpirationDate" | "BadMessageId" | "BadPriority" | "BadTopic" | "DeviceTokenNotForTopic" | "DuplicateHeaders" | "IdleTimeout" | "InvalidPushType" | "MissingDeviceToken" | "MissingTopic" | "PayloadEmpty" | "TopicDisallowed" | "BadCertificate" | "BadCertificateEnvironment" | "BadEnvironmentKeyIdInToken" | "ExpiredProviderToken" | "Forbidden" | "InvalidProviderToken" | "MissingProviderToken" | "UnrelatedKeyIdInToken" | "BadPath" | "MethodNotAllowed" | "ExpiredToken" | "Unregistered" | "PayloadTooLarge" | "TooManyProviderTokenUpdates" | "TooManyRequests" | "InternalServerError" | "ServiceUnavailable" | "Shutdown" | "none";
    /** How many requests get it: 1 unless given. */
    times?: number | null;
    /** The status, if it is not that of the reason; not with `none`. */
    status?: number | null;
    /** Only pushes for this app; with a suffix, such as `.voip`, only those of this topic. */
    topic?: string | null;
    /** Only pushes for this device token. */
    token?: string | null;
    /** Only pushes for this device. */
    device?: string | null;
    /** How long the push waits before it is delivered or refused. */
    delaySeconds?: number | null;
    /** Whether the connection ends after it. */
    goAway?: boolean | null;
}
/** All faults. */
export interface PushFaultList {
    /** The elements. */
    faults: readonly PushFault[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
}
/** A webhook, without its secret. */
export interface Webhook {
    /** Its id. */
    id: string;
    /** Where its messages are sent. */
    url: string;
    /** What it hears of. */
    filter: WebhookFilter;
    /** What people say of it. */
    description: string | null;
    /** Whether records become messages. */
    enabled: boolean;
    /** Since when nothing is sent, where nobody asked for that. */
    pausedSince: string | null;
    /** Why nothing is sent: five messages in a row were given up, or the receiver answered 410. */
    why: "failures" | "gone" | null;
    /** When it was registered, by the real clock. */
    createdAt: string;
    /** How many messages wait or are being sent. */
    waiting: number;
    /** How many were delivered since the server was started. */
    delivered: number;
    /** How many were given up. */
    failed: number;
    /** How many were dropped because too many waited, or it was disabled. */
    dropped: number;
}
/** All webhooks. */
export interface WebhookList {
    /** The elements. */
    webhooks: readonly Webhook[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
}
/** A webhook that was registered, with its secret. */
export interface RegisteredWebhook {
    /** Its id. */
    id: string;
    /** Where its messages are sent. */
    url: string;
    /** What it hears of. */
    filter: WebhookFilter;
    /** What people say of it. */
    description: string | null;
    /** Whether records become messages. */
    enabled: boolean;
    /** Since when nothing is sent, where nobody asked for that. */
    pausedSince: string | null;
    /** Why nothing is sent: five messages in a row were given up, or the receiver answered 410. */
    why: "failures" | "gone" | null;
    /** When it was registered, by the real clock. */
    createdAt: string;
    /** How many messages wait or are being sent. */
    waiting: number;
    /** How many were delivered since the server was started. */
    delivered: number;
    /** How many were given up. */
    failed: number;
    /** How many were dropped because too many waited, or it was disabled. */
    dropped: number;
    /** What messages are signed with. It is not shown again. */
    secret: string;
}
/** A webhook that was changed. */
export interface ChangedWebhook {
    /** Its id. */
    id: string;
    /** Where its messages are sent. */
    url: string;
    /** What it hears of. */
    filter: WebhookFilter;
    /** What people say of it. */
    description: string | null;
    /** Whether records become messages. */
    enabled: boolean;
    /** Since when nothing is sent, where nobody asked for that. */
    pausedSince: string | null;
    /** Why nothing is sent: five messages in a row were given up, or the receiver answered 410. */
    why: "failures" | "gone" | null;
    /** When it was registered, by the real clock. */
    createdAt: string;
    /** How many messages wait or are being sent. */
    waiting: number;
    /** How many were delivered since the server was started. */
    delivered: number;
    /** How many were given up. */
    failed: number;
    /** How many were dropped because too many waited, or it was disabled. */
    dropped: number;
    /** What messages are signed with, if it was changed. It is not shown again. */
    secret?: string;
}
/** A webhook to register. */
export interface NewWebhook {
    /** Where its messages are sent. */
    url: string;
    /** What it hears of: exits and findings, unless given. */
    filter?: NewWebhookFilter | null;
    /** What people say of it. */
    description?: string | null;
    /** Whether messages are sent: true unless given. */
    enabled?: boolean | null;
    /** What messages are signed with; made by chance unless given. */
    secret?: string | null;
}
/** What changes about a webhook. Its secret is given or made by chance, not both. */
export interface WebhookChange {
    /** Where its messages are sent. */
    url?: string | null;
    /** What it hears of, as a whole. */
    filter?: NewWebhookFilter | null;
    /** What people say of it. */
    description?: string | null;
    /** Whether messages are sent; true begins anew. */
    enabled?: boolean | null;
    /** What messages are signed with from now on. */
    secret?: string | null;
    /** Makes a secret by chance, in place of `secret`. */
    rotateSecret?: boolean | null;
}
/** What a webhook hears of: records that meet all of it. */
export interface WebhookFilter {
    /** Records of one of these kinds; of every kind where there is none. */
    kinds: ReadonlyArray<"input" | "returned" | "process" | "scene" | "callback" | "notification" | "assertion" | "verdict" | "memory" | "dispatch" | "exit" | "finding" | "snapshot" | "activity" | "log">;
    /** Records about this app; null for all. */
    bundleID: string | null;
    /** Records of this device; null for all. */
    device: string | null;
    /** Records of devices with all these labels. */
    labels: {
        [key: string]: string;
    };
    /** Records that match one of these patterns; any where there is none. */
    records: ReadonlyArray<{
        [key: string]: unknown;
    }>;
}
/** What a webhook is to hear of: records that meet all of it. */
export interface NewWebhookFilter {
    /** Records of one of these kinds: exits and findings unless given, or every kind if `records` is given. */
    kinds?: ReadonlyArray<"input" | "returned" | "process" | "scene" | "callback" | "notification" | "assertion" | "verdict" | "memory" | "dispatch" | "exit" | "finding" | "snapshot" | "activity" | "log"> | null;
    /** Records about this app. */
    bundleID?: string | null;
    /** Records of this device. */
    device?: string | null;
    /** Records of devices with all these labels, at most 32. */
    labels?: {
        [key: string]: string;
    } | null;
    /** Records that match one of these patterns. */
    records?: readonly RecordPattern[] | null;
}
/** A message that tries a receiver. */
export interface WebhookTest {
    /** Its `webhook-id`. */
    id: string;
}
/** An attempt to deliver a message. */
export interface WebhookDelivery {
    /** The `webhook-id` of the message. */
    id: string;
    /** What the message is about. */
    type: "greenroom.input" | "greenroom.returned" | "greenroom.process" | "greenroom.scene" | "greenroom.callback" | "greenroom.notification" | "greenroom.assertion" | "greenroom.verdict" | "greenroom.memory" | "greenroom.dispatch" | "greenroom.exit" | "greenroom.finding" | "greenroom.snapshot" | "greenroom.activity" | "greenroom.log" | "greenroom.gap" | "greenroom.test";
    /** The number of the attempt. */
    attempt: number;
    /** When it began, by the real clock. */
    time: string;
    /** How long it took. */
    tookSeconds: number;
    /** What became of the message. */
    outcome: "delivered" | "retrying" | "failed";
    /** The status of the answer; null without one. */
    status: number | null;
    /** Why there was no answer. */
    error: "nameNotFound" | "addressNotAllowed" | "notReachable" | "tlsFailed" | "connectionLost" | "badAnswer" | "timeout" | "cancelled" | null;
    /** When the message is sent again; null if it is not. */
    nextAttempt: string | null;
}
/** The newest attempts. */
export interface WebhookDeliveryList {
    /** The elements. */
    deliveries: readonly WebhookDelivery[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
}
/** What a webhook is sent. */
export interface WebhookMessage {
    /** What it is about: `greenroom.` and the kind of the record, `gap` or `test`. */
    type: "greenroom.input" | "greenroom.returned" | "greenroom.process" | "greenroom.scene" | "greenroom.callback" | "greenroom.notification" | "greenroom.assertion" | "greenroom.verdict" | "greenroom.memory" | "greenroom.dispatch" | "greenroom.exit" | "greenroom.finding" | "greenroom.snapshot" | "greenroom.activity" | "greenroom.log" | "greenroom.gap" | "greenroom.test";
    /** When it was made, by the real clock. */
    timestamp: string;
    /** What is told. */
    data: {
        /** The device whose record it is. */
        device?: string;
        /** The labels of the device. */
        labels?: {
            [key: string]: string;
        };
        /** The record. */
        record?: Record;
        /** How many messages were dropped before this one. */
        dropped?: number;
        /** Of a gap: how many records of any kind; null if unknown. */
        missed?: number | null;
        /** Of a test: the webhook. */
        webhook?: string;
    };
}
/** An exploration as it is now. */
export interface Exploration {
    /** Its id. */
    id: string;
    /** What it does. */
    status: "queued" | "running" | "finished" | "cancelled" | "failed";
    /** Its name. */
    explore: string;
    /** The app that is explored. */
    target: string;
    /** The device that the search begins with; null for that of a file. */
    from: {
        /** The device. */
        device: string;
        /** Its last record that has happened when the search begins. */
        at: number;
    } | null;
    /** Whether a client plays it with code of its own. */
    played: boolean;
    /** By which it is found. */
    labels: {
        [key: string]: string;
    };
    /** What walks beyond the passes are drawn from. */
    seed: number;
    /** How many jobs share the search. */
    jobs: number;
    /** The most interruptions on a sequence; each number up to it has a pass. */
    interruptions: number;
    /** How much memory the search may take: at most what this server allows. */
    memoryMiB: number;
    /** How long the search may take. */
    budgetSeconds: number;
    /** How long it is kept when it has ended. */
    keepSeconds: number;
    /** When it was asked for, by the real clock. */
    createdAt: string;
    /** When the search began. */
    startedAt: string | null;
    /** When it ended. */
    endedAt: string | null;
    /** How far it has come. */
    progress: ExplorationProgress | null;
    /** The passes that have ended. */
    passes: readonly ExplorationPass[];
    /** What was found so far, by signature. */
    found: readonly string[];
    /** Signatures of what is no failure. */
    known: readonly string[];
    /** What was wrong, of one that failed. */
    detail: string | null;
    /** What was found, when it has ended. */
    report: ExplorationReport | null;
}
/** An exploration without its report. */
export interface ExplorationSummary {
    /** Its id. */
    id: string;
    /** What it does. */
    status: "queued" | "running" | "finished" | "cancelled" | "failed";
    /** Its name. */
    explore: string;
    /** The app that is explored. */
    target: string;
    /** The device that the search begins with; null for that of a file. */
    from: {
        /** The device. */
        device: string;
        /** Its last record that has happened when the search begins. */
        at: number;
    } | null;
    /** Whether a client plays it with code of its own. */
    played: boolean;
    /** By which it is found. */
    labels: {
        [key: string]: string;
    };
    /** What walks beyond the passes are drawn from. */
    seed: number;
    /** How many jobs share the search. */
    jobs: number;
    /** The most interruptions on a sequence; each number up to it has a pass. */
    interruptions: number;
    /** How much memory the search may take: at most what this server allows. */
    memoryMiB: number;
    /** How long the search may take. */
    budgetSeconds: number;
    /** How long it is kept when it has ended. */
    keepSeconds: number;
    /** When it was asked for, by the real clock. */
    createdAt: string;
    /** When the search began. */
    startedAt: string | null;
    /** When it ended. */
    endedAt: string | null;
    /** How far it has come. */
    progress: ExplorationProgress | null;
    /** The passes that have ended. */
    passes: readonly ExplorationPass[];
    /** What was found so far, by signature. */
    found: readonly string[];
    /** Signatures of what is no failure. */
    known: readonly string[];
    /** What was wrong, of one that failed. */
    detail: string | null;
}
/** A page of explorations. */
export interface ExplorationList {
    /** The elements. */
    explorations: readonly ExplorationSummary[];
    /** The `cursor` of the next page; null at the end. A page may have fewer than `limit` and not be the last. */
    next: string | null;
}
/** How far a search has come. */
export interface ExplorationProgress {
    /** The most interruptions on a sequence of the pass that runs. */
    interruptions: number;
    /** To how many inputs the pass has tried every sequence. */
    inputs: number;
    /** How many situations the pass has met. */
    situations: number;
    /** How many inputs were taken in all. */
    transitions: number;
    /** How many of them a second. */
    perSecond: number;
    /** Which part of the transitions that may be taken were taken. */
    share: number;
}
/** What a pass of a search has come to. */
export interface ExplorationPass {
    /** The most interruptions on a sequence. */
    interruptions: number;
    /** Whether every sequence of any length was tried. */
    closed: boolean;
    /** To how many inputs every sequence was tried. */
    inputs: number;
    /** How many situations were met. */
    situations: number;
    /** How many inputs were taken in some situation. */
    transitions: number;
    [key: string]: unknown;
}
/** What a search has found, and within which bounds it has looked. */
export interface ExplorationReport {
    /** Its name. */
    explore: string;
    /** The app. */
    target: string;
    /** What was tried. */
    letters: readonly string[];
    /** How long before something is due inputs were tried. */
    resolutionSeconds: number;
    /** How much memory the search could take. */
    memoryMiB: number;
    /** Whether a pass ended because that was full. */
    memoryIsFull: boolean;
    /** The passes. */
    passes: readonly ExplorationPass[];
    /** The failures, the worst first. */
    failures: readonly ExplorationFailure[];
    /** What became of each property. */
    properties: ReadonlyArray<{
        /** The property. */
        name: string;
        /** What breaks it. */
        failures: ReadonlyArray<{
            /** The failure that breaks it. */
            signature: string;
            /** The failure for people. */
            text: string;
            [key: string]: unknown;
        }>;
        /** Why nothing that was tried can break it; null where something can. */
        skipped: string | null;
        [key: string]: unknown;
    }>;
    [key: string]: unknown;
}
/** A way in which the app fails. */
export interface ExplorationFailure {
    /** What tells it from others: the app, the property, and more where that differs. */
    signature: string;
    /** The properties that are broken, the worst first. */
    properties: readonly string[];
    /** How bad it is. */
    severity: "note" | "warning" | "error";
    /** Whether `known` lists it. */
    isKnown: boolean;
    /** Whether a replay of its inputs has failed in the same way. */
    isConfirmed: boolean;
    /** Whether it is known that no input and no pair of inputs can be left out; not, where the search was stopped. */
    isMinimal: boolean;
    /** How many interruptions it needs. */
    interruptions: number;
    /** The sequence. */
    inputs: ReadonlyArray<{
        /** The event, the action, or the time that passes. */
        input: string;
        /** When it happens, counted from the start. */
        at: number;
        /** The state of the app after it. */
        state: ProcessState;
        /** The lengths of a passing of time with which the app fails just so. */
        window?: {
            /** The shortest. */
            from: number;
            /** The longest. */
            to: number;
        };
        [key: string]: unknown;
    }>;
    /** The records that say so. */
    evidence: readonly Record[];
    /** What to do about it. */
    advice?: string;
    /** A scenario that fails until the app is mended. */
    scenario: {
        [key: string]: unknown;
    };
    [key: string]: unknown;
}
/** An exploration to begin. */
export interface NewExploration {
    /** Its id; made up unless given. */
    id?: string | null;
    /** An exploration, a scenario or an app; unless `from` is given. */
    file?: {
        [key: string]: unknown;
    } | null;
    /** In place of a file. */
    from?: {
        /** The device that the search begins with. */
        device: string;
        /** The record after which it begins: the last, unless given. */
        at?: number | null;
    } | null;
    /** Whether the target's code runs in a client, which carries out plays; only with a file. */
    played?: boolean | null;
    /** The app that is explored: the first, unless given. */
    target?: string | null;
    /** Within how long handlers of an attached app return. */
    attached?: {
        [key: string]: unknown;
    } | null;
    /** What is tried, as in a file. */
    letters?: {
        [key: string]: unknown;
    } | null;
    /** Properties of one's own. */
    properties?: ReadonlyArray<{
        [key: string]: unknown;
    }> | null;
    /** Signatures of what is no failure. */
    known?: readonly string[] | null;
    /** How far the search goes, as in a file. */
    limits?: {
        [key: string]: unknown;
    } | null;
    /** Look for these properties only. */
    for?: readonly string[] | null;
    /** What walks beyond the passes are drawn from. */
    seed?: number | null;
    /** How many jobs share the search; the report is the same. */
    jobs?: number | null;
    /** How long it may take: 10 unless given. */
    budgetSeconds?: number | null;
    /** How long it is kept when it has ended: 3600 unless given. */
    keepSeconds?: number | null;
    /** By which it is found, at most 32. */
    labels?: {
        [key: string]: string;
    } | null;
}
/** A device of a failure to make. */
export interface NewFailureDevice {
    /** Its id; made up unless given. */
    id?: string | null;
    /** How many inputs have happened: all, unless given. */
    upTo?: number | null;
}
/** What is changed of an exploration. */
export interface ExplorationChange {
    /** Signatures of what is no failure, in place of those before. */
    known?: readonly string[];
}
/** What a client says of the play that it has carried out. */
export interface PlayReport {
    /** Its number; none at first. */
    play?: number | null;
    /** What the app's code says of itself: two plays lead to one situation only if they say the same. Without it none do. */
    situation?: string | null;
}
/** A play that is to be carried out. */
export interface Play {
    /** The exploration. */
    exploration: string;
    /** What it does. */
    status: "queued" | "running" | "finished" | "cancelled" | "failed";
    /** The number with which it is reported; null when there is nothing to do. */
    play: number | null;
    /** The device, whose clock only advances move. */
    device: string | null;
    /** Whether the steps follow on those of the play before; otherwise the device is new, and the app must be. */
    continues: boolean;
    /** The steps, as scenarios have them: `send`, `act` or `advance`. */
    steps: ReadonlyArray<{
        [key: string]: unknown;
    }>;
}
/** The state graph of a search. */
export interface ExplorationGraph {
    /** What the exploration, or the variant, is called. */
    explore: string;
    /** The app. */
    target: string;
    /** The most interruptions on a sequence of the pass that it shows. */
    interruptions: number;
    /** How many situations the pass has met. */
    situations: number;
    /** How many inputs the pass has taken in some situation. */
    transitions: number;
    /** How many nodes were put together, as there may be 200. */
    merged: number;
    /** The nodes: the one in which the search begins, then those with the most situations first. */
    nodes: ReadonlyArray<{
        /** Its id: its place in the list. */
        id: number;
        /** The class of its situations, as the coverage names it. */
        situation: string;
        /** The state of the app. */
        state: ProcessState;
        /** Whether its main thread is in a handler. */
        isInHandler: boolean;
        /** What is on the screen. */
        screen: "free" | "covered" | "locked";
        /** The kinds of assertions that the app holds. */
        assertions: readonly AssertionName[];
        /** Who is in front; null for a node that was put together of several. */
        front: "nobody" | "app" | "others" | "both" | null;
        /** Whether it stands for all nodes of its class that were put together. */
        isOthers: boolean;
        /** How many situations it has; 0 where only the sequence of a failure leads there, which another pass has found. */
        situations: number;
        /** The signatures of the failures on whose way it lies. */
        onWayOf: readonly string[];
        /** The signatures of the failures that end in it. */
        breaks: readonly string[];
    }>;
    /** Which inputs lead from one node to another. */
    edges: ReadonlyArray<{
        /** The node in which the inputs are taken. */
        from: number;
        /** The node that they lead to. */
        to: number;
        /** How many there are. */
        count: number;
        /** How many there are of each letter. */
        letters: ReadonlyArray<{
            /** The event or action, or `time`. */
            letter: string;
            /** How many of them. */
            count: number;
        }>;
    }>;
    /** The nodes that the sequence of each failure goes through. */
    ways: ReadonlyArray<{
        /** The failure. */
        signature: string;
        /** The ids of the nodes, from the start to where it breaks. */
        nodes: readonly number[];
    }>;
    /** The graphs of the variants of the app, when it has ended. */
    variants: ReadonlyArray<{
        /** What the exploration, or the variant, is called. */
        explore: string;
        /** The app. */
        target: string;
        /** The most interruptions on a sequence of the pass that it shows. */
        interruptions: number;
        /** How many situations the pass has met. */
        situations: number;
        /** How many inputs the pass has taken in some situation. */
        transitions: number;
        /** How many nodes were put together, as there may be 200. */
        merged: number;
        /** The nodes: the one in which the search begins, then those with the most situations first. */
        nodes: ReadonlyArray<{
            /** Its id: its place in the list. */
            id: number;
            /** The class of its situations, as the coverage names it. */
            situation: string;
            /** The state of the app. */
            state: ProcessState;
            /** Whether its main thread is in a handler. */
            isInHandler: boolean;
            /** What is on the screen. */
            screen: "free" | "covered" | "locked";
            /** The kinds of assertions that the app holds. */
            assertions: readonly AssertionName[];
            /** Who is in front; null for a node that was put together of several. */
            front: "nobody" | "app" | "others" | "both" | null;
            /** Whether it stands for all nodes of its class that were put together. */
            isOthers: boolean;
            /** How many situations it has; 0 where only the sequence of a failure leads there, which another pass has found. */
            situations: number;
            /** The signatures of the failures on whose way it lies. */
            onWayOf: readonly string[];
            /** The signatures of the failures that end in it. */
            breaks: readonly string[];
        }>;
        /** Which inputs lead from one node to another. */
        edges: ReadonlyArray<{
            /** The node in which the inputs are taken. */
            from: number;
            /** The node that they lead to. */
            to: number;
            /** How many there are. */
            count: number;
            /** How many there are of each letter. */
            letters: ReadonlyArray<{
                /** The event or action, or `time`. */
                letter: string;
                /** How many of them. */
                count: number;
            }>;
        }>;
        /** The nodes that the sequence of each failure goes through. */
        ways: ReadonlyArray<{
            /** The failure. */
            signature: string;
            /** The ids of the nodes, from the start to where it breaks. */
            nodes: readonly number[];
        }>;
    }>;
}
/** Nothing: there is nothing to say. */
export declare type NoFields = {
    [key: string]: never;
};
/** A session of a client of Appium or WebDriverAgent. */
export interface WebDriverSession {
    /** Its id. */
    id: string;
    /** What the client speaks. */
    dialect: "appium" | "wda";
    /** The device that it drives. */
    device: string;
    /** The app under test. */
    bundleID: string | null;
    /** When it was opened, by the server's clock. */
    createdAt: string;
    /** How many commands are in progress. */
    commandsInProgress: number;
    /** The command that ended last: a route or a script. */
    lastCommand: string | null;
    /** When it ended, by the server's clock. */
    lastCommandAt: string | null;
    /** How long it lives without a command; null for ever. */
    newCommandTimeoutSeconds: number | null;
    /** Whether its device is deleted with it. */
    deletesDevice: boolean;
}
/** The newest sessions of clients of Appium and WebDriverAgent. */
export interface WebDriverSessionList {
    /** The sessions, the newest first. */
    sessions: readonly WebDriverSession[];
    /** How many there are, those after the limit included. */
    count: number;
}
/** A request of the interface. Headers and queries are not kept. */
export interface LoggedRequest {
    /** Its number, from 1 in each run of the server. */
    number: number;
    /** When it came, by the server's clock. */
    time: string;
    /** Its id, as in `X-Request-Id` and the log. */
    id: string;
    /** Its method. */
    method: string;
    /** Its path without the query, cut to 256 bytes. */
    path: string;
    /** The device in the path. */
    device: string | null;
    /** The status of the answer. */
    status: number;
    /** How long the answer took; that of a stream, until it began. */
    seconds: number;
    /** Why it was refused. */
    problem: Problem | null;
    /** What it carried, its first 2,048 bytes; null if nothing was read, or a secret was expected. */
    body: string | null;
    /** How many bytes were read of what it carried. */
    bodyBytes: number;
}
/** The newest requests. */
export interface LoggedRequestList {
    /** The requests, the newest first. */
    requests: readonly LoggedRequest[];
    /** How many there are, those after the limit included. */
    count: number;
}
/** The servers that share the devices. A server without others has one partition. */
export interface Fleet {
    /** What the server is called that answers. */
    server: string;
    /** Whether the server has the devices alone. */
    mode: "embedded" | "fleet";
    /** How long it answers after it has reached the database; null where it has the devices alone. */
    leaseSeconds: number | null;
    /** How many parts the devices are divided into: a power of two. */
    partitionCount: number;
    /** Whether every partition is owned, and the servers own equally many, but for one. */
    settled: boolean;
    /** The servers, in the order in which they joined. */
    members: readonly FleetMember[];
    /** The partitions, by their numbers. */
    partitions: readonly FleetPartition[];
    /** The newest changes of owners, newest first. */
    moves: readonly FleetMove[];
}
/** A server. */
export interface FleetMember {
    /** What people call it. */
    server: string;
    /** Its number: every run of a server has another. */
    number: number;
    /** Where the others reach it; null where there are none. */
    address: string | null;
    /** Whether it hands over what it has. */
    state: "live" | "leaving";
    /** Its version. */
    version: string;
    /** The version of its kernel. */
    kernelVersion: string;
    /** When it joined. */
    joinedAt: string;
    /** How long it may still answer unless it reaches the database, as far as is known. */
    leaseRemainingSeconds: number | null;
    /** How many partitions it owns. */
    partitions: number;
    /** How many devices it has, as it said last. */
    devices: number;
    /** Whether it asks for the same token as the server that answers. */
    sameToken: boolean;
}
/** A part of all devices, by the hash of the id. */
export interface FleetPartition {
    /** Its number. */
    partition: number;
    /** Grows at every change of owner. */
    epoch: number;
    /** The server that answers for its devices; null if none does. */
    server: string | null;
    /** What its owner does with it. */
    state: "free" | "loading" | "owned" | "releasing";
}
/** A change of a partition's owner. */
export interface FleetMove {
    /** When the new owner claimed it. */
    at: string;
    /** The partition. */
    partition: number;
    /** The new epoch. */
    epoch: number;
    /** The owner before; null if there was none. */
    from: string | null;
    /** The new owner. */
    to: string;
    /** Why the owner before is not the owner any more. */
    why: "first" | "joined" | "left" | "lost";
    /** How long no server answered for it; null while the new owner loads it. */
    unownedSeconds: number | null;
    /** How many devices it had; null while the new owner loads it. */
    devices: number | null;
}
/** Whether the service can be used. */
export interface Health {
    /** How it is. */
    status: "ok" | "starting" | "ready" | "noLease" | "readOnly" | "stopping";
}
/** Which version this is. */
export interface Version {
    /** The version of the service. */
    version: string;
    /** The version of the kernel: with another one, records may differ. */
    kernelVersion: string;
}
/** Why a request was refused (RFC 9457). */
export interface Problem {
    /** Where the code is explained. */
    type: string;
    /** What the code means, for people. */
    title: "The request is not HTTP" | "The request does not say which server it is for" | "The server does not do what Expect asks for" | "The body has a transfer coding that is not read here" | "The body cannot be read" | "The body has a media type that is not read here" | "The answer does not come in this media type" | "The body is too large" | "The request has too many parts" | "A field is not known" | "A value is not accepted" | "A field is missing" | "There is no such event" | "There is no such action" | "There is no such rule" | "There is nothing to explore" | "The idempotency key belongs to another request" | "There is nothing at this path" | "The path does not take this method" | "There is no such device" | "There is no such app on the device" | "There is no such process on the device" | "There is no such scene" | "There is no such callback in flight" | "There is no such rule profile" | "There is no such report of the app" | "There is no such push" | "There is no such key of a provider" | "There is no such webhook" | "There is no such exploration, or it has no such failure" | "The records are no longer kept" | "The play is not the one that waits for its report" | "A device of this id exists" | "The device is locked" | "The device could not be recovered" | "This makes no sense in the present state" | "The app has no process" | "The process is suspended" | "The app does not support several scenes" | "There are as many of these already as there may be" | "The server has as many devices as it may have" | "The first answer was too large to be kept" | "The resource is not as it was expected to be" | "A valid token is needed" | "The token may only read" | "A page of another site may not do this" | "The server does not have this name" | "The service has too much to do" | "The journal cannot be used" | "It is not known whether this was done" | "No server answers for the device now" | "Another server answers for the device" | "The service is not ready" | "The client has closed the connection" | "Something went wrong inside the service";
    /** The HTTP status. */
    status: number;
    /** What is wrong and what would have been right, for people. */
    detail: string;
    /** What is wrong, for programs. */
    code: ProblemCode;
    /** The field, query parameter or header that is wrong. */
    field?: string;
    /** The state that the request met. */
    state?: string;
    /** What would have been accepted. */
    accepted?: readonly string[];
    /** Which of several inputs was refused, from 0. */
    index?: number;
    /** The id of the request in the log, where the log has details. */
    requestID?: string;
}
