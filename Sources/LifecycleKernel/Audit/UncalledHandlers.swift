/// Which of the methods that an app has code in are never called.
extension App {
    /// The handlers whose declared behaviour never runs: those of the other life cycle, and those that the app does not
    /// implement.
    var behaviorNeverCalled: [CallbackName] {
        manifest.behavior.handlers.map(\.name).filter { !$0.isCalled(in: lifecycle) || !manifest.implements($0) }
    }

    /// The declared handlers that the app's life cycle never calls.
    var handlersOfOtherLifecycle: [CallbackName] {
        manifest.behavior.handlers.map(\.name).filter { !$0.isCalled(in: lifecycle) }
    }
}

extension Device {
    /// The apps with handlers whose declared behaviour never runs, and which these are.
    package var behaviorNeverCalled: [(bundleID: BundleID, handlers: [CallbackName])] {
        apps.indices.compactMap { index in
            let handlers = apps[index].behaviorNeverCalled
            return handlers.isEmpty ? nil : (apps[index].manifest.bundleID, handlers)
        }
    }
}

extension CallbackName {
    /// Whether it is ever called for apps with this life cycle.
    ///
    /// Source: TN3187 and the documentation of each method: with scenes UIKit calls those of the scene delegate instead
    /// of those of the app delegate, and restores scenes by their sessions.
    package func isCalled(in lifecycle: AppLifecycle) -> Bool {
        switch self {
        case .applicationDidBecomeActive, .applicationWillResignActive, .applicationDidEnterBackground,
            .applicationWillEnterForeground, .openURL, .willContinueUserActivity, .continueUserActivity,
            .performAction, .shouldSaveApplicationState, .willEncodeRestorableState, .shouldRestoreApplicationState,
            .viewControllerWithRestorationIdentifierPath, .didDecodeRestorableState, .encodeRestorableState,
            .decodeRestorableState, .applicationFinishedRestoringState:
            lifecycle == .appDelegate
        case .configurationForConnecting, .sceneWillConnect, .templateSceneDidConnect, .sceneDidDisconnect,
            .templateSceneDidDisconnect,
            .sceneDidBecomeActive, .sceneWillResignActive, .sceneDidEnterBackground, .sceneWillEnterForeground,
            .sceneOpenURLContexts, .sceneWillContinueUserActivity, .sceneContinueUserActivity,
            .windowScenePerformAction, .stateRestorationActivity, .sceneDidUpdateUserActivity:
            lifecycle == .scenes
        // Without scenes it is called for windows that an earlier version of the app had.
        case .didDiscardSceneSessions: true
        case .willFinishLaunching, .didFinishLaunching, .applicationWillTerminate, .protectedDataWillBecomeUnavailable,
            .protectedDataDidBecomeAvailable, .didReceiveMemoryWarning, .significantTimeChange,
            .didRegisterForRemoteNotifications, .didReceiveRemoteNotification, .performFetch,
            .handleEventsForBackgroundURLSession, .didReceiveNotificationResponse, .willPresentNotification,
            .urlSessionDidFinishDownloading, .urlSessionTaskDidComplete, .urlSessionDidFinishEvents,
            .didUpdateLocations, .didEnterRegion,
            .centralManagerWillRestoreState, .centralManagerDidDiscover, .peripheralManagerWillRestoreState,
            .peripheralManagerDidReceiveRead, .didReceiveIncomingPush, .providerPerformAction, .providerDidActivate,
            .providerDidDeactivate, .expirationHandler, .launchHandler, .taskExpirationHandler, .viewWillDisappear,
            .viewDidDisappear, .viewWillAppear, .viewDidAppear, .alarmHandler, .updateHandler, .pushTokenUpdates,
            .systemWakeHandler, .monitorEvents, .activityStateUpdates, .sessionDidReceiveMessage,
            .sessionDidReceiveUserInfo, .performIntent,
            .incomingPushResult,
            .accessoryDidUpdateValue:
            true
        }
    }
}
