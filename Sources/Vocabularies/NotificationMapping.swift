import LifecycleKernel

/// A framework that reports some notifications and callbacks under names of its own, and keeps no state.
struct NotificationMapping: Listener {
    /// The names, by notification.
    let notifications: [NotificationName: String]
    /// The names, by callback of the app.
    var callbacks: [CallbackName: String] = [:]

    /// cordova-ios; source: `CDVViewController`.
    static let cordova = NotificationMapping(notifications: [
        .willResignActive: "resign",
        .didBecomeActive: "active",
        .didEnterBackground: "pause",
        .willEnterForeground: "resume",
    ])

    /// `@capacitor/app`; source: `AppPlugin.swift` of capacitor-plugins.
    static let capacitor = NotificationMapping(
        notifications: [
            .didBecomeActive: "appStateChange {isActive:true}",
            .willResignActive: "appStateChange {isActive:false}",
            .didEnterBackground: "pause",
            .willEnterForeground: "resume",
        ],
        callbacks: [.openURL: "appUrlOpen", .sceneOpenURLContexts: "appUrlOpen"]
    )

    /// OpenTelemetry; source: the semantic conventions, attribute `ios.app.state`, which name the notification of each.
    static let openTelemetry = NotificationMapping(notifications: [
        .didBecomeActive: "active",
        .willResignActive: "inactive",
        .didEnterBackground: "background",
        .willEnterForeground: "foreground",
        .willTerminate: "terminate",
    ])

    func consume(_ record: Record) -> [String] {
        let name: String? =
            switch record.body {
            case .notification(let notification): notifications[notification]
            case .callback(let callback): callbacks[callback.name]
            default: nil
            }
        return name.map { [$0] } ?? []
    }
}
