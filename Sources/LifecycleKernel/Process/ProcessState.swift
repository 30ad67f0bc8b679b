/// The states of an app and its process.
///
/// `notRunning` is an app without a process; `terminated` is how a process ends.
public enum ProcessState: String, CaseIterable, Codable, Sendable {
    case notRunning, inactive, active, background, suspended, terminated

    /// Whether an app in this state is in the foreground.
    package var isForeground: Bool {
        switch self {
        case .active, .inactive: true
        case .background, .suspended, .notRunning, .terminated: false
        }
    }

    /// Whether an app in this state has a process.
    package var hasProcess: Bool {
        switch self {
        case .inactive, .active, .background, .suspended: true
        case .notRunning, .terminated: false
        }
    }
}

/// The reason for which a process was launched.
public enum LaunchReason: String, CaseIterable, Codable, Sendable {
    case user, url, userActivity, shortcut, notification, carPlay
    case remoteNotification, backgroundFetch, backgroundTask, urlSession, location, bluetooth, voip, prewarm
    case healthKit, watchConnectivity, appIntent, liveActivityToken, pushToTalk, homeKit, systemWake
    /// The process is that of the app's notification service extension.
    case notificationService

    /// Whether the launch brings the app to the screen; one for a `notification` may be for an action that does not.
    package var isForeground: Bool {
        switch self {
        case .user, .url, .userActivity, .shortcut, .notification, .carPlay: true
        case .remoteNotification, .backgroundFetch, .backgroundTask, .urlSession, .location, .bluetooth, .voip,
            .prewarm, .healthKit, .watchConnectivity, .appIntent, .liveActivityToken, .pushToTalk, .homeKit,
            .systemWake, .notificationService:
            false
        }
    }
}
