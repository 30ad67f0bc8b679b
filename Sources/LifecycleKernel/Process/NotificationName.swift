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
