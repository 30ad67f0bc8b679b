/// The methods and handlers of an app that the system calls, spelled as Apple spells them.
public enum CallbackName: String, CaseIterable, Codable, Sendable {
    // The app delegate.
    case willFinishLaunching = "application(_:willFinishLaunchingWithOptions:)"
    case didFinishLaunching = "application(_:didFinishLaunchingWithOptions:)"
    case applicationDidBecomeActive = "applicationDidBecomeActive(_:)"
    case applicationWillResignActive = "applicationWillResignActive(_:)"
    case applicationDidEnterBackground = "applicationDidEnterBackground(_:)"
    case applicationWillEnterForeground = "applicationWillEnterForeground(_:)"
    case applicationWillTerminate = "applicationWillTerminate(_:)"
    case openURL = "application(_:open:options:)"
    case willContinueUserActivity = "application(_:willContinueUserActivityWithType:)"
    case continueUserActivity = "application(_:continue:restorationHandler:)"
    case performAction = "application(_:performActionFor:completionHandler:)"
    case configurationForConnecting = "application(_:configurationForConnecting:options:)"
    case didDiscardSceneSessions = "application(_:didDiscardSceneSessions:)"
    case protectedDataWillBecomeUnavailable = "applicationProtectedDataWillBecomeUnavailable(_:)"
    case protectedDataDidBecomeAvailable = "applicationProtectedDataDidBecomeAvailable(_:)"
    case didReceiveMemoryWarning = "applicationDidReceiveMemoryWarning(_:)"
    case significantTimeChange = "applicationSignificantTimeChange(_:)"
    case didRegisterForRemoteNotifications = "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
    case didReceiveRemoteNotification = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    case performFetch = "application(_:performFetchWithCompletionHandler:)"
    case handleEventsForBackgroundURLSession = "application(_:handleEventsForBackgroundURLSession:completionHandler:)"
    case shouldSaveApplicationState = "application(_:shouldSaveSecureApplicationState:)"
    case willEncodeRestorableState = "application(_:willEncodeRestorableStateWith:)"
    case shouldRestoreApplicationState = "application(_:shouldRestoreSecureApplicationState:)"
    case viewControllerWithRestorationIdentifierPath =
        "application(_:viewControllerWithRestorationIdentifierPath:coder:)"
    case didDecodeRestorableState = "application(_:didDecodeRestorableStateWith:)"
    // A view controller.
    case encodeRestorableState = "encodeRestorableState(with:)"
    case decodeRestorableState = "decodeRestorableState(with:)"
    case applicationFinishedRestoringState = "applicationFinishedRestoringState()"
    // The one whose view is the app's, when another view of the app covers it, and when it is uncovered again.
    case viewWillDisappear = "viewWillDisappear(_:)"
    case viewDidDisappear = "viewDidDisappear(_:)"
    case viewWillAppear = "viewWillAppear(_:)"
    case viewDidAppear = "viewDidAppear(_:)"
    // The scene delegate.
    case sceneWillConnect = "scene(_:willConnectTo:options:)"
    case sceneDidDisconnect = "sceneDidDisconnect(_:)"
    case templateSceneDidConnect = "templateApplicationScene(_:didConnect:)"
    case templateSceneDidDisconnect = "templateApplicationScene(_:didDisconnectInterfaceController:)"
    case sceneDidBecomeActive = "sceneDidBecomeActive(_:)"
    case sceneWillResignActive = "sceneWillResignActive(_:)"
    case sceneDidEnterBackground = "sceneDidEnterBackground(_:)"
    case sceneWillEnterForeground = "sceneWillEnterForeground(_:)"
    case sceneOpenURLContexts = "scene(_:openURLContexts:)"
    case sceneWillContinueUserActivity = "scene(_:willContinueUserActivityWithType:)"
    case sceneContinueUserActivity = "scene(_:continue:)"
    case windowScenePerformAction = "windowScene(_:performActionFor:completionHandler:)"
    case stateRestorationActivity = "stateRestorationActivity(for:)"
    case sceneDidUpdateUserActivity = "scene(_:didUpdate:)"
    // The delegate of the notification centre.
    case didReceiveNotificationResponse = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
    case willPresentNotification = "userNotificationCenter(_:willPresent:withCompletionHandler:)"
    // Delegates of frameworks.
    case urlSessionDidFinishDownloading = "urlSession(_:downloadTask:didFinishDownloadingTo:)"
    case urlSessionTaskDidComplete = "urlSession(_:task:didCompleteWithError:)"
    case urlSessionDidFinishEvents = "urlSessionDidFinishEvents(forBackgroundURLSession:)"
    case didUpdateLocations = "locationManager(_:didUpdateLocations:)"
    case didEnterRegion = "locationManager(_:didEnterRegion:)"
    case centralManagerWillRestoreState = "centralManager(_:willRestoreState:)"
    case centralManagerDidDiscover = "centralManager(_:didDiscover:advertisementData:rssi:)"
    case peripheralManagerWillRestoreState = "peripheralManager(_:willRestoreState:)"
    case peripheralManagerDidReceiveRead = "peripheralManager(_:didReceiveRead:)"
    case didReceiveIncomingPush = "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)"
    case providerPerformAction = "provider(_:perform:)"
    case providerDidActivate = "provider(_:didActivate:)"
    case providerDidDeactivate = "provider(_:didDeactivate:)"
    // What a framework calls when it wakes the app.
    case updateHandler, pushTokenUpdates, systemWakeHandler, monitorEvents, activityStateUpdates
    case sessionDidReceiveMessage = "session(_:didReceiveMessage:)"
    case sessionDidReceiveUserInfo = "session(_:didReceiveUserInfo:)"
    case performIntent = "perform()"
    case incomingPushResult = "incomingPushResult(channelManager:channelUUID:pushPayload:)"
    case accessoryDidUpdateValue = "accessory(_:service:didUpdateValueFor:)"
    // The notification service extension, in a process of its own.
    case didReceiveNotificationRequest = "didReceive(_:withContentHandler:)"
    case serviceExtensionTimeWillExpire = "serviceExtensionTimeWillExpire()"
    // Handlers that the app gave to the system.
    case expirationHandler, launchHandler, taskExpirationHandler
    /// What the app set a timer for.
    case alarmHandler
    /// The steps of a launch before the delegate is called, where the app declares what its code does in them.
    case preMain, main
    case applicationMain = "UIApplicationMain"
    case mainInterface

    /// The object whose method is called.
    package enum Receiver: String, CaseIterable, Sendable {
        case appDelegate, sceneDelegate, notificationCenterDelegate, taskHandler, sessionDelegate, locationManager
        case bluetoothManager, pushRegistry, callProvider, viewController
        /// The delegate of a framework that wakes the app.
        case frameworkDelegate
        /// What the app has given to a framework that wakes it.
        case frameworkHandler
        /// The app's own timer.
        case timer
        /// A step of the launch: its `main` function, and what runs before the delegate is called.
        case launchStep
        /// The app's notification service extension.
        case notificationServiceExtension
    }

    /// The object whose method is called.
    package var receiver: Receiver {
        switch self {
        case .willFinishLaunching, .didFinishLaunching, .applicationDidBecomeActive, .applicationWillResignActive,
            .applicationDidEnterBackground, .applicationWillEnterForeground, .applicationWillTerminate, .openURL,
            .willContinueUserActivity, .continueUserActivity, .performAction, .configurationForConnecting,
            .didDiscardSceneSessions, .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
            .didReceiveMemoryWarning, .significantTimeChange, .didRegisterForRemoteNotifications,
            .didReceiveRemoteNotification, .performFetch, .handleEventsForBackgroundURLSession,
            .shouldSaveApplicationState, .willEncodeRestorableState, .shouldRestoreApplicationState,
            .viewControllerWithRestorationIdentifierPath, .didDecodeRestorableState:
            .appDelegate
        case .encodeRestorableState, .decodeRestorableState, .applicationFinishedRestoringState, .viewWillDisappear,
            .viewDidDisappear, .viewWillAppear, .viewDidAppear:
            .viewController
        case .sceneWillConnect, .templateSceneDidConnect, .templateSceneDidDisconnect, .sceneDidDisconnect,
            .sceneDidBecomeActive, .sceneWillResignActive,
            .sceneDidEnterBackground, .sceneWillEnterForeground, .sceneOpenURLContexts,
            .sceneWillContinueUserActivity, .sceneContinueUserActivity, .windowScenePerformAction,
            .stateRestorationActivity, .sceneDidUpdateUserActivity:
            .sceneDelegate
        case .didReceiveNotificationResponse, .willPresentNotification:
            .notificationCenterDelegate
        case .urlSessionDidFinishDownloading, .urlSessionTaskDidComplete, .urlSessionDidFinishEvents: .sessionDelegate
        case .didUpdateLocations, .didEnterRegion: .locationManager
        case .centralManagerWillRestoreState, .centralManagerDidDiscover, .peripheralManagerWillRestoreState,
            .peripheralManagerDidReceiveRead:
            .bluetoothManager
        case .didReceiveIncomingPush: .pushRegistry
        case .providerPerformAction, .providerDidActivate, .providerDidDeactivate: .callProvider
        case .sessionDidReceiveMessage, .sessionDidReceiveUserInfo, .incomingPushResult, .accessoryDidUpdateValue:
            .frameworkDelegate
        case .updateHandler, .pushTokenUpdates, .systemWakeHandler, .performIntent, .monitorEvents,
            .activityStateUpdates:
            .frameworkHandler
        case .expirationHandler, .launchHandler, .taskExpirationHandler: .taskHandler
        case .alarmHandler: .timer
        case .preMain, .main, .applicationMain, .mainInterface: .launchStep
        case .didReceiveNotificationRequest, .serviceExtensionTimeWillExpire: .notificationServiceExtension
        }
    }

    /// Whether it is a method, which an app may do without, and not a handler that the app has given to the system.
    package var isMethod: Bool {
        switch receiver {
        case .taskHandler, .timer, .frameworkHandler, .launchStep, .notificationServiceExtension: false
        case .appDelegate, .sceneDelegate, .notificationCenterDelegate, .sessionDelegate, .locationManager,
            .bluetoothManager, .pushRegistry, .callProvider, .viewController, .frameworkDelegate:
            true
        }
    }

    /// What the system holds the process for until the app completes it; nil where it does not.
    var completes: Assertion.Kind? {
        switch self {
        case .didReceiveRemoteNotification: .remoteNotification
        case .performFetch: .backgroundFetch
        case .handleEventsForBackgroundURLSession: .urlSessionEvents
        default: nil
        }
    }

    /// Whether its return value decides on the delivery of what the app was launched with. Source: facts 1.3.
    var decidesOnLaunchPayload: Bool { self == .willFinishLaunching || self == .didFinishLaunching }
}

/// The notifications that UIKit posts inside an app, spelled as Apple spells them.
public enum NotificationName: String, CaseIterable, Codable, Sendable {
    case didFinishLaunching = "UIApplication.didFinishLaunchingNotification"
    case didBecomeActive = "UIApplication.didBecomeActiveNotification"
    case willResignActive = "UIApplication.willResignActiveNotification"
    case didEnterBackground = "UIApplication.didEnterBackgroundNotification"
    case willEnterForeground = "UIApplication.willEnterForegroundNotification"
    case willTerminate = "UIApplication.willTerminateNotification"
    case protectedDataWillBecomeUnavailable = "UIApplication.protectedDataWillBecomeUnavailableNotification"
    case protectedDataDidBecomeAvailable = "UIApplication.protectedDataDidBecomeAvailableNotification"
    case didReceiveMemoryWarning = "UIApplication.didReceiveMemoryWarningNotification"
    case significantTimeChange = "UIApplication.significantTimeChangeNotification"
    case backgroundRefreshStatusDidChange = "UIApplication.backgroundRefreshStatusDidChangeNotification"
    case currentLocaleDidChange = "NSLocale.currentLocaleDidChangeNotification"
    case orientationDidChange = "UIDevice.orientationDidChangeNotification"
    case batteryLevelDidChange = "UIDevice.batteryLevelDidChangeNotification"
    case batteryStateDidChange = "UIDevice.batteryStateDidChangeNotification"
    case thermalStateDidChange = "ProcessInfo.thermalStateDidChangeNotification"
    case powerStateDidChange = "NSProcessInfoPowerStateDidChange"
    case userDefaultsDidChange = "UserDefaults.didChangeNotification"
    case audioInterruption = "AVAudioSession.interruptionNotification"
    case sceneWillConnect = "UIScene.willConnectNotification"
    case sceneDidDisconnect = "UIScene.didDisconnectNotification"
    case sceneDidActivate = "UIScene.didActivateNotification"
    case sceneWillDeactivate = "UIScene.willDeactivateNotification"
    case sceneDidEnterBackground = "UIScene.didEnterBackgroundNotification"
    case sceneWillEnterForeground = "UIScene.willEnterForegroundNotification"
}

extension NotificationName {
    /// The callback of the same transition: its limit is that of the observers, too. Nil for a notification that belongs to
    /// no transition.
    var counterpart: CallbackName? {
        switch self {
        case .didFinishLaunching: .didFinishLaunching
        case .didBecomeActive: .applicationDidBecomeActive
        case .willResignActive: .applicationWillResignActive
        case .didEnterBackground: .applicationDidEnterBackground
        case .willEnterForeground: .applicationWillEnterForeground
        case .willTerminate: .applicationWillTerminate
        case .sceneWillConnect: .sceneWillConnect
        case .sceneDidDisconnect: .sceneDidDisconnect
        case .sceneDidActivate: .sceneDidBecomeActive
        case .sceneWillDeactivate: .sceneWillResignActive
        case .sceneDidEnterBackground: .sceneDidEnterBackground
        case .sceneWillEnterForeground: .sceneWillEnterForeground
        case .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable, .didReceiveMemoryWarning,
            .significantTimeChange, .backgroundRefreshStatusDidChange, .currentLocaleDidChange, .orientationDidChange,
            .batteryLevelDidChange, .batteryStateDidChange, .thermalStateDidChange, .powerStateDidChange,
            .userDefaultsDidChange, .audioInterruption:
            nil
        }
    }
}
