/// What a watchdog watches, as crash reports name it. Source: facts 2.1.
package enum WatchdogEvent: String, CaseIterable, Hashable, Codable, Sendable {
    case processLaunch = "process-launch"
    case sceneCreate = "scene-create"
    case sceneUpdate = "scene-update"
    case processExit = "process-exit"
}

/// What a watchdog has ended a process for.
package struct WatchdogTransgression: Hashable, Codable, Sendable {
    /// What was watched.
    package var event: WatchdogEvent
    /// How long it was allowed to take.
    package var allowance: Milliseconds
    /// Processor time that the process used meanwhile.
    package var cpuTime: Milliseconds

    /// The explanation in the words of the system. Sources: facts 2.1, 4.3.
    func explanation(_ bundleID: BundleID, _ pid: ProcessID) -> String {
        let process = "app<\(bundleID)>:\(pid)"
        switch event {
        case .processLaunch, .sceneCreate, .sceneUpdate:
            return "\(event.rawValue) watchdog transgression: \(process) exhausted real (wall clock) time allowance of "
                + "\(allowance.seconds(digits: 2)) seconds"
        case .processExit:
            return "[\(process)] Failed to terminate gracefully after \(allowance.seconds(digits: 1))s"
        }
    }
}

extension CallbackName {
    /// What is watched while this callback runs; nil where nothing is.
    package var watchdogEvent: WatchdogEvent? { watch?.event }

    /// What watches this callback, by the rule that says how long.
    ///
    /// Callbacks of payloads, protected data, disconnection and expiration have no watchdog: what limits them are the
    /// assertions of the process.
    var watch: (event: WatchdogEvent, limit: RuleKey)? {
        switch self {
        case .preMain, .main, .applicationMain, .mainInterface, .willFinishLaunching, .didFinishLaunching,
            .shouldRestoreApplicationState,
            .viewControllerWithRestorationIdentifierPath, .decodeRestorableState, .applicationFinishedRestoringState,
            .didDecodeRestorableState:
            (.processLaunch, .launchLimitSeconds)
        case .configurationForConnecting, .sceneWillConnect, .templateSceneDidConnect:
            (.sceneCreate, .sceneUpdateLimitSeconds)
        case .applicationDidBecomeActive, .applicationWillResignActive, .applicationWillEnterForeground,
            .sceneDidBecomeActive, .sceneWillResignActive, .sceneWillEnterForeground:
            (.sceneUpdate, .sceneUpdateLimitSeconds)
        case .applicationDidEnterBackground, .sceneDidEnterBackground, .shouldSaveApplicationState,
            .encodeRestorableState, .willEncodeRestorableState, .stateRestorationActivity,
            .sceneDidUpdateUserActivity:
            (.sceneUpdate, .didEnterBackgroundLimitSeconds)
        case .applicationWillTerminate:
            (.processExit, .willTerminateLimitSeconds)
        case .openURL, .willContinueUserActivity, .continueUserActivity, .performAction, .didDiscardSceneSessions,
            .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable, .sceneDidDisconnect,
            .templateSceneDidDisconnect, .sceneOpenURLContexts, .sceneWillContinueUserActivity,
            .sceneContinueUserActivity,
            .windowScenePerformAction, .didReceiveNotificationResponse, .willPresentNotification,
            .didReceiveMemoryWarning, .significantTimeChange, .didRegisterForRemoteNotifications,
            .didReceiveRemoteNotification, .performFetch, .handleEventsForBackgroundURLSession,
            .urlSessionDidFinishDownloading, .urlSessionTaskDidComplete, .urlSessionDidFinishEvents,
            .didUpdateLocations, .didEnterRegion,
            .centralManagerWillRestoreState, .centralManagerDidDiscover, .peripheralManagerWillRestoreState,
            .peripheralManagerDidReceiveRead, .didReceiveIncomingPush, .providerPerformAction, .providerDidActivate,
            .providerDidDeactivate, .expirationHandler, .launchHandler, .taskExpirationHandler, .viewWillDisappear,
            .viewDidDisappear, .viewWillAppear, .viewDidAppear, .alarmHandler, .updateHandler, .pushTokenUpdates,
            .systemWakeHandler, .monitorEvents, .activityStateUpdates, .sessionDidReceiveMessage,
            .sessionDidReceiveUserInfo, .performIntent,
            .incomingPushResult,
            .accessoryDidUpdateValue, .didReceiveNotificationRequest, .serviceExtensionTimeWillExpire:
            nil
        }
    }
}
