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
    // The view controller of the app's view, when another view of the app covers that, and when it is uncovered again.
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
    case didExitRegion = "locationManager(_:didExitRegion:)"
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
    /// The handler of the app's timer.
    case alarmHandler
    /// The completion handler of a request: that of `dataTask(with:completionHandler:)`.
    case requestCompletionHandler
    /// The steps of a launch before the delegate is called, for an app that declares what its code does in them.
    case preMain, main
    case applicationMain = "UIApplicationMain"
    case mainInterface

    /// The object whose method is called.
    package enum Receiver: String, CaseIterable, Sendable {
        case appDelegate, sceneDelegate, notificationCenterDelegate, taskHandler, sessionDelegate, locationManager
        case bluetoothManager, pushRegistry, callProvider, viewController
        /// The delegate of a framework that wakes the app.
        case frameworkDelegate
        /// A handler that the app has given to a framework: for a wake-up, or for the answer to a request.
        case frameworkHandler
        /// The app's own timer.
        case timer
        /// A step of the launch before the delegate is called: the `main` function, or what runs before it.
        case launchStep
        /// The app's notification service extension.
        case notificationServiceExtension
    }
}

/// The table of callbacks.
extension CallbackName {
    /// What the table says about one callback.
    private struct Row {
        var receiver: Receiver
        /// The life cycle in which it is called; nil for both.
        var lifecycle: AppLifecycle?
        var watchdog: CallbackWatchdog?
        /// The method of the scene delegate that UIKit calls instead of this method of the app delegate.
        var sceneCounterpart: CallbackName?
        /// The background mode without which it is never called.
        var mode: BackgroundMode?
        /// The assertion that holds the process until the app calls the completion handler.
        var completes: Assertion.Kind?

        init(
            _ receiver: Receiver,
            in lifecycle: AppLifecycle? = nil,
            watchdog: CallbackWatchdog? = nil,
            scene: CallbackName? = nil,
            mode: BackgroundMode? = nil,
            completes: Assertion.Kind? = nil
        ) {
            self.receiver = receiver
            self.lifecycle = lifecycle
            self.watchdog = watchdog
            sceneCounterpart = scene
            self.mode = mode
            self.completes = completes
        }
    }

    /// Sources: TN3187 and the documentation of each method for the life cycle; facts 2.1 for watchdogs, 2.3 and 6.1 for
    /// background modes.
    ///
    /// Callbacks of payloads, protected data, disconnection and expiration have no watchdog: what limits them are the
    /// assertions of the process.
    private var row: Row {
        switch self {
        case .willFinishLaunching, .didFinishLaunching: Row(.appDelegate, watchdog: .launch)
        case .applicationDidBecomeActive:
            Row(.appDelegate, in: .appDelegate, watchdog: .sceneUpdate, scene: .sceneDidBecomeActive)
        case .applicationWillResignActive:
            Row(.appDelegate, in: .appDelegate, watchdog: .sceneUpdate, scene: .sceneWillResignActive)
        case .applicationDidEnterBackground:
            Row(.appDelegate, in: .appDelegate, watchdog: .enteringBackground, scene: .sceneDidEnterBackground)
        case .applicationWillEnterForeground:
            Row(.appDelegate, in: .appDelegate, watchdog: .sceneUpdate, scene: .sceneWillEnterForeground)
        case .applicationWillTerminate: Row(.appDelegate, watchdog: .termination)
        case .openURL: Row(.appDelegate, in: .appDelegate, scene: .sceneOpenURLContexts)
        case .willContinueUserActivity: Row(.appDelegate, in: .appDelegate, scene: .sceneWillContinueUserActivity)
        case .continueUserActivity: Row(.appDelegate, in: .appDelegate, scene: .sceneContinueUserActivity)
        case .performAction: Row(.appDelegate, in: .appDelegate, scene: .windowScenePerformAction)
        case .configurationForConnecting: Row(.appDelegate, in: .scenes, watchdog: .sceneCreation)
        // Without scenes `didDiscardSceneSessions` is called for windows that an earlier version of the app had.
        case .didDiscardSceneSessions, .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
            .didReceiveMemoryWarning, .significantTimeChange, .didRegisterForRemoteNotifications:
            Row(.appDelegate)
        case .didReceiveRemoteNotification: Row(.appDelegate, completes: .remoteNotification)
        case .performFetch: Row(.appDelegate, mode: .fetch, completes: .backgroundFetch)
        case .handleEventsForBackgroundURLSession: Row(.appDelegate, completes: .urlSessionEvents)
        case .shouldSaveApplicationState, .willEncodeRestorableState:
            Row(.appDelegate, in: .appDelegate, watchdog: .enteringBackground)
        case .shouldRestoreApplicationState, .viewControllerWithRestorationIdentifierPath, .didDecodeRestorableState:
            Row(.appDelegate, in: .appDelegate, watchdog: .launch)
        case .encodeRestorableState: Row(.viewController, in: .appDelegate, watchdog: .enteringBackground)
        case .decodeRestorableState, .applicationFinishedRestoringState:
            Row(.viewController, in: .appDelegate, watchdog: .launch)
        case .viewWillDisappear, .viewDidDisappear, .viewWillAppear, .viewDidAppear: Row(.viewController)
        case .sceneWillConnect, .templateSceneDidConnect: Row(.sceneDelegate, in: .scenes, watchdog: .sceneCreation)
        case .sceneDidBecomeActive, .sceneWillResignActive, .sceneWillEnterForeground:
            Row(.sceneDelegate, in: .scenes, watchdog: .sceneUpdate)
        case .sceneDidEnterBackground, .stateRestorationActivity, .sceneDidUpdateUserActivity:
            Row(.sceneDelegate, in: .scenes, watchdog: .enteringBackground)
        case .sceneDidDisconnect, .templateSceneDidDisconnect, .sceneOpenURLContexts, .sceneWillContinueUserActivity,
            .sceneContinueUserActivity, .windowScenePerformAction:
            Row(.sceneDelegate, in: .scenes)
        case .didReceiveNotificationResponse, .willPresentNotification: Row(.notificationCenterDelegate)
        case .urlSessionDidFinishDownloading, .urlSessionTaskDidComplete, .urlSessionDidFinishEvents:
            Row(.sessionDelegate)
        case .didUpdateLocations, .didEnterRegion, .didExitRegion: Row(.locationManager)
        case .centralManagerWillRestoreState: Row(.bluetoothManager, mode: .bluetoothCentral)
        case .peripheralManagerWillRestoreState: Row(.bluetoothManager, mode: .bluetoothPeripheral)
        case .centralManagerDidDiscover, .peripheralManagerDidReceiveRead: Row(.bluetoothManager)
        case .didReceiveIncomingPush: Row(.pushRegistry, mode: .voip)
        case .providerPerformAction, .providerDidActivate, .providerDidDeactivate: Row(.callProvider)
        case .sessionDidReceiveMessage, .sessionDidReceiveUserInfo, .accessoryDidUpdateValue: Row(.frameworkDelegate)
        case .incomingPushResult: Row(.frameworkDelegate, mode: .pushToTalk)
        case .updateHandler, .pushTokenUpdates, .systemWakeHandler, .performIntent, .monitorEvents,
            .activityStateUpdates, .requestCompletionHandler:
            Row(.frameworkHandler)
        case .expirationHandler, .launchHandler, .taskExpirationHandler: Row(.taskHandler)
        case .alarmHandler: Row(.timer)
        case .preMain, .main, .applicationMain, .mainInterface: Row(.launchStep, watchdog: .launch)
        case .didReceiveNotificationRequest, .serviceExtensionTimeWillExpire: Row(.notificationServiceExtension)
        }
    }

    /// The object whose method is called.
    package var receiver: Receiver { row.receiver }

    /// Its watchdog; nil if it has none.
    var watchdog: CallbackWatchdog? { row.watchdog }

    /// The event that its watchdog has in crash reports; nil if it has no watchdog.
    package var watchdogEvent: WatchdogEvent? { watchdog?.event }

    /// The method of the scene delegate that UIKit calls instead of this method of the app delegate.
    var sceneCounterpart: CallbackName? { row.sceneCounterpart }

    /// The background mode without which it is never called; nil for none.
    var neededMode: BackgroundMode? { row.mode }

    /// The assertion that holds the process until the app calls the completion handler; nil if there is none.
    var completes: Assertion.Kind? { row.completes }

    /// Whether it is ever called in apps with this life cycle. Callbacks of the extension are not called in the app.
    package func isCalled(in lifecycle: AppLifecycle) -> Bool {
        let row = row
        return row.receiver != .notificationServiceExtension && (row.lifecycle ?? lifecycle) == lifecycle
    }

    /// Whether it is a method, which an app may leave out, and not a handler that the app has given to the system.
    package var isMethod: Bool {
        switch receiver {
        case .taskHandler, .timer, .frameworkHandler, .launchStep, .notificationServiceExtension: false
        default: true
        }
    }

    /// The methods that an app may leave out.
    package static let methods = allCases.filter(\.isMethod)

    /// Whether its return value decides on the delivery of what the app was launched with. Source: facts 1.3.
    var decidesOnLaunchPayload: Bool { self == .willFinishLaunching || self == .didFinishLaunching }
}

/// What limits how long a callback takes: what the watchdog watches, and the rule that says how long.
enum CallbackWatchdog: Sendable {
    case launch, sceneCreation, sceneUpdate, enteringBackground, termination

    var event: WatchdogEvent {
        switch self {
        case .launch: .processLaunch
        case .sceneCreation: .sceneCreate
        case .sceneUpdate, .enteringBackground: .sceneUpdate
        case .termination: .processExit
        }
    }

    func limit(in rulebook: Rulebook) -> Milliseconds {
        switch self {
        case .launch: rulebook.launchLimitSeconds
        case .sceneCreation, .sceneUpdate: rulebook.sceneUpdateLimitSeconds
        case .enteringBackground: rulebook.didEnterBackgroundLimitSeconds
        case .termination: rulebook.willTerminateLimitSeconds
        }
    }
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
    case audioRouteChange = "AVAudioSession.routeChangeNotification"
    case sceneWillConnect = "UIScene.willConnectNotification"
    case sceneDidDisconnect = "UIScene.didDisconnectNotification"
    case sceneDidActivate = "UIScene.didActivateNotification"
    case sceneWillDeactivate = "UIScene.willDeactivateNotification"
    case sceneDidEnterBackground = "UIScene.didEnterBackgroundNotification"
    case sceneWillEnterForeground = "UIScene.willEnterForegroundNotification"
}

extension NotificationName {
    /// The callback of the same transition, whose time limit the observers share. Nil for a notification that belongs
    /// to no transition.
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
        default: nil
        }
    }

    /// Whether it is one of the notifications of `UIScene`.
    package var isOfScene: Bool { counterpart?.receiver == .sceneDelegate }
}
