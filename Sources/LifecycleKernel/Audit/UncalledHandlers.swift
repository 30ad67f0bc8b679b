/// Which of the methods that an app has code in are never called.
extension App {
    /// The handlers whose declared behaviour never runs: those of the other life cycle, those that the app does not
    /// implement, and those for which its Info.plist lacks what they need.
    var behaviorNeverCalled: [CallbackName] {
        declaredHandlers.filter {
            !$0.isCalled(in: lifecycle) || !manifest.implements($0) || manifest.infoPlist.missing(for: $0) != nil
        }
    }

    /// The declared handlers that the app's life cycle never calls.
    var handlersOfOtherLifecycle: [CallbackName] { declaredHandlers.filter { !$0.isCalled(in: lifecycle) } }

    /// The declared handlers that are never called because of what the Info.plist lacks, and what that is.
    var handlersWithoutDeclaration: [(name: CallbackName, missing: String)] {
        declaredHandlers.compactMap { name in manifest.infoPlist.missing(for: name).map { (name, $0) } }
    }

    private var declaredHandlers: [CallbackName] { manifest.behavior.handlers.map(\.name) }
}

extension InfoPlist {
    /// Returns what the Info.plist lacks for a callback ever to be called; nil where it lacks nothing.
    ///
    /// Sources: facts 2.3 (`fetch`, `voip`), 6.1 (TN3115: state restoration of Core Bluetooth), 6.2
    /// (`BGTaskSchedulerPermittedIdentifiers`).
    func missing(for callback: CallbackName) -> String? {
        if let mode = callback.neededMode, !backgroundModes.contains(mode.rawValue) {
            return "\(mode.rawValue) in UIBackgroundModes"
        }
        if callback.needsPermittedIdentifier, permittedTaskIdentifiers?.isEmpty ?? true {
            return "an identifier in BGTaskSchedulerPermittedIdentifiers"
        }
        return nil
    }
}

extension CallbackName {
    /// The background mode without which it is never called; nil where there is none.
    fileprivate var neededMode: BackgroundMode? {
        switch self {
        case .performFetch: .fetch
        case .didReceiveIncomingPush: .voip
        case .centralManagerWillRestoreState: .bluetoothCentral
        case .peripheralManagerWillRestoreState: .bluetoothPeripheral
        default: nil
        }
    }

    /// Whether it is called only for tasks that the Info.plist permits.
    fileprivate var needsPermittedIdentifier: Bool { self == .launchHandler || self == .taskExpirationHandler }
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
            .accessoryDidUpdateValue, .main, .applicationMain, .mainInterface:
            true
        // They are the extension's, not the app's.
        case .didReceiveNotificationRequest, .serviceExtensionTimeWillExpire: false
        }
    }
}
