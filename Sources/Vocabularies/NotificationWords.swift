import LifecycleKernel

/// A framework that passes each of some notifications on under a name of its own, and remembers nothing.
struct NotificationWords: Listener {
    /// The words, by notification.
    let notifications: [NotificationName: String]
    /// The words, by callback of the app.
    var callbacks: [CallbackName: String] = [:]

    /// cordova-ios; source: `CDVViewController`.
    static let cordova = NotificationWords(notifications: [
        .willResignActive: "resign",
        .didBecomeActive: "active",
        .didEnterBackground: "pause",
        .willEnterForeground: "resume",
    ])

    /// `@capacitor/app`; source: `AppPlugin.swift` of capacitor-plugins.
    static let capacitor = NotificationWords(
        notifications: [
            .didBecomeActive: "appStateChange {isActive:true}",
            .willResignActive: "appStateChange {isActive:false}",
            .didEnterBackground: "pause",
            .willEnterForeground: "resume",
        ],
        callbacks: [.openURL: "appUrlOpen", .sceneOpenURLContexts: "appUrlOpen"]
    )

    /// OpenTelemetry; source: the semantic conventions, attribute `ios.app.state`, which name the notification of each.
    static let openTelemetry = NotificationWords(notifications: [
        .didBecomeActive: "active",
        .willResignActive: "inactive",
        .didEnterBackground: "background",
        .willEnterForeground: "foreground",
        .willTerminate: "terminate",
    ])

    func consume(_ record: Record) -> [String] {
        let word: String? =
            switch record.body {
            case .notification(let name): notifications[name]
            case .callback(let callback): callbacks[callback.name]
            default: nil
            }
        return word.map { [$0] } ?? []
    }
}
