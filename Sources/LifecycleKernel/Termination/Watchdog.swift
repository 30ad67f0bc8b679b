/// What a watchdog watches, as crash reports name it. Source: facts 2.1.
enum WatchdogEvent: String, Hashable, Codable, Sendable {
    case processLaunch = "process-launch"
    case sceneCreate = "scene-create"
    case sceneUpdate = "scene-update"
    case processExit = "process-exit"
}

extension CallbackName {
    /// What watches this callback, by the rule that says how long.
    ///
    /// Callbacks of payloads, protected data, disconnection and expiration have no watchdog: what limits them are the
    /// assertions of the process.
    var watch: (event: WatchdogEvent, limit: RuleKey)? {
        switch self {
        case .willFinishLaunching, .didFinishLaunching, .shouldRestoreApplicationState,
            .viewControllerWithRestorationIdentifierPath, .decodeRestorableState, .applicationFinishedRestoringState,
            .didDecodeRestorableState:
            (.processLaunch, .launchLimitSeconds)
        case .configurationForConnecting, .sceneWillConnect:
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
            .sceneOpenURLContexts, .sceneWillContinueUserActivity, .sceneContinueUserActivity,
            .windowScenePerformAction, .didReceiveNotificationResponse, .willPresentNotification,
            .didReceiveMemoryWarning, .significantTimeChange, .didRegisterForRemoteNotifications,
            .didReceiveRemoteNotification, .performFetch, .handleEventsForBackgroundURLSession,
            .urlSessionTaskDidComplete, .urlSessionDidFinishEvents, .didUpdateLocations, .didEnterRegion,
            .centralManagerWillRestoreState, .centralManagerDidDiscover, .peripheralManagerWillRestoreState,
            .peripheralManagerDidReceiveRead, .didReceiveIncomingPush, .providerPerformAction, .providerDidActivate,
            .providerDidDeactivate, .expirationHandler, .launchHandler, .taskExpirationHandler:
            nil
        }
    }
}
