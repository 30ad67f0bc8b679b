/// What an app is opened with.
package enum LaunchPayload: Hashable, Codable, Sendable {
    case url(String, sourceApplication: String?)
    case userActivity(type: String, webpageURL: String?)
    case shortcut(type: String)
    case notificationResponse(notificationID: String?, actionIdentifier: String?)

    var kind: String {
        switch self {
        case .url: "the URL that it was to open"
        case .userActivity: "the user activity that it was to continue"
        case .shortcut: "the shortcut that it was to perform"
        case .notificationResponse: "the user's response to a notification"
        }
    }

    /// What tells it from others of its kind; nil where it has no name.
    var identifier: String? {
        switch self {
        case .url(let url, _): url
        case .userActivity(let type, _), .shortcut(let type): type
        case .notificationResponse(let notification, _): notification
        }
    }

    var launchReason: LaunchReason {
        switch self {
        case .url: .url
        case .userActivity: .userActivity
        case .shortcut: .shortcut
        case .notificationResponse: .notification
        }
    }
}

/// A payload on its way to the app.
struct PendingPayload: Hashable, Codable, Sendable {
    var payload: LaunchPayload
    /// The scene that it is delivered to.
    var scene: SceneID
    /// Whether the launch options or the connection options contained it.
    var isCold = false
}

// MARK: Delivery

extension LaunchPayload {
    /// As a member of the launch options. Source: facts 1.1, `UIApplication.LaunchOptionsKey`.
    var launchOptions: [Value.Member] {
        switch self {
        case .url(let url, let source):
            [Value.Member("url", .string(url))] + Value.Member.optional("sourceApplication", source)
        case .userActivity(let type, let url):
            [Value.Member("userActivityDictionary", .object(Self.activity(type, url)))]
        case .shortcut(let type):
            [Value.Member("shortcutItem", .string(type))]
        case .notificationResponse(let notification, _):
            [Value.Member("remoteNotification", .object(Value.Member.optional("notificationID", notification)))]
        }
    }

    /// As a member of the connection options. Source: facts 1.1, `UIScene.ConnectionOptions`.
    var connectionOptions: [Value.Member] {
        switch self {
        case .url(let url, let source):
            [Value.Member("urlContexts", [.string(url)])] + Value.Member.optional("sourceApplication", source)
        case .userActivity(let type, let url):
            [
                Value.Member("userActivities", [.object(Self.activity(type, url))]),
                Value.Member("handoffUserActivityType", .string(type)),
            ]
        case .shortcut(let type):
            [Value.Member("shortcutItem", .string(type))]
        case .notificationResponse:
            [Value.Member("notificationResponse", .object(callbackArguments))]
        }
    }

    /// As the arguments of the callback that delivers it.
    private var callbackArguments: [Value.Member] {
        switch self {
        case .url(let url, let source):
            [Value.Member("url", .string(url))] + Value.Member.optional("sourceApplication", source)
        case .userActivity(let type, let url):
            Self.activity(type, url)
        case .shortcut(let type):
            [Value.Member("shortcutType", .string(type))]
        case .notificationResponse(let notification, let action):
            Value.Member.optional("notificationID", notification)
                + [Value.Member("actionIdentifier", .string(action ?? Self.defaultAction))]
        }
    }

    /// The callbacks that deliver it. Source: facts 1.3.
    func deliverySteps(lifecycle: AppLifecycle, scene: SceneID) -> [Step] {
        let arguments = callbackArguments
        func call(_ name: CallbackName, _ arguments: [Value.Member]) -> Step {
            .call(name, scene: scene, arguments: arguments)
        }
        switch (self, lifecycle) {
        case (.url, .appDelegate): return [call(.openURL, arguments)]
        case (.url(let url, let source), .scenes):
            let options = Value.Member.optional("sourceApplication", source)
            return [call(.sceneOpenURLContexts, [Value.Member("urlContexts", [.string(url)])] + options)]
        case (.userActivity(let type, _), .appDelegate):
            let announced = [Value.Member("activityType", .string(type))]
            return [call(.willContinueUserActivity, announced), call(.continueUserActivity, arguments)]
        case (.userActivity(let type, _), .scenes):
            let announced = [Value.Member("activityType", .string(type))]
            return [call(.sceneWillContinueUserActivity, announced), call(.sceneContinueUserActivity, arguments)]
        case (.shortcut, .appDelegate): return [call(.performAction, arguments)]
        case (.shortcut, .scenes): return [call(.windowScenePerformAction, arguments)]
        case (.notificationResponse, _): return [call(.didReceiveNotificationResponse, arguments)]
        }
    }

    /// What the user does by tapping the notification itself.
    package static let defaultAction = "com.apple.UNNotificationDefaultActionIdentifier"

    private static func activity(_ type: String, _ url: String?) -> [Value.Member] {
        [Value.Member("activityType", .string(type))] + Value.Member.optional("webpageURL", url)
    }
}

extension Value.Member {
    /// The member, or nothing when there is no text.
    static func optional(_ name: String, _ text: String?) -> [Value.Member] {
        text.map { [Value.Member(name, .string($0))] } ?? []
    }
}
