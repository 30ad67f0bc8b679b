import LifecycleKernel

/// A framework that reports some notifications and callbacks under names of its own, and keeps no state.
struct NotificationMapping: Listener {
    /// The names, by notification, in the order in which they are reported.
    let notifications: [NotificationName: [String]]
    /// The names, by callback of the app.
    var callbacks: [CallbackName: String] = [:]

    /// cordova-ios; source: `CDVViewController`.
    static let cordova = NotificationMapping(notifications: [
        .willResignActive: ["resign"],
        .didBecomeActive: ["active"],
        .didEnterBackground: ["pause"],
        .willEnterForeground: ["resume"],
    ])

    /// `@capacitor/app`; source: `AppPlugin.swift` of capacitor-plugins.
    static let capacitor = NotificationMapping(
        notifications: [
            .didBecomeActive: ["appStateChange {isActive:true}"],
            .willResignActive: ["appStateChange {isActive:false}"],
            .didEnterBackground: ["pause"],
            .willEnterForeground: ["resume"],
        ],
        callbacks: [.openURL: "appUrlOpen", .sceneOpenURLContexts: "appUrlOpen"]
    )

    /// OpenTelemetry; source: the semantic conventions, attribute `ios.app.state`, which name the notification of each.
    static let openTelemetry = NotificationMapping(notifications: [
        .didBecomeActive: ["active"],
        .willResignActive: ["inactive"],
        .didEnterBackground: ["background"],
        .willEnterForeground: ["foreground"],
        .willTerminate: ["terminate"],
    ])

    /// Unity; source: `UnityAppController.mm`, as Unity exports it. At the launch its player starts when the app becomes
    /// active, and says the same two: `OnApplicationPause(false)` after `Awake`, then the focus.
    static let unity = NotificationMapping(notifications: [
        .willResignActive: ["OnApplicationFocus(false)", "OnApplicationPause(true)"],
        .didBecomeActive: ["OnApplicationPause(false)", "OnApplicationFocus(true)"],
        .didReceiveMemoryWarning: ["Application.lowMemory"],
    ])

    /// The events of a module of the Expo Modules API; source: `AppContext.swift` of expo-modules-core. The JavaScript of
    /// an app has React Native's `AppState`.
    static let expo = NotificationMapping(notifications: [
        .willEnterForeground: ["OnAppEntersForeground"],
        .didBecomeActive: ["OnAppBecomesActive"],
        .didEnterBackground: ["OnAppEntersBackground"],
    ])

    func consume(_ record: Record) -> [String] {
        if let notification = record.notification { return notifications[notification] ?? [] }
        return record.callback.flatMap { callbacks[$0.name] }.map { [$0] } ?? []
    }
}
