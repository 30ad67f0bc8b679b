/// What an app is opened with: a URL, a user activity, a shortcut, or the user's response to a notification.
///
/// The launch options or the connection options contain it, and callbacks deliver it when the app can receive it
/// (`deliverySteps`). Invariant: callbacks deliver a payload at most once. The connection options of a new scene take
/// the place of the callbacks, except for the response to a notification.
package enum LaunchPayload: Hashable, Codable, Sendable {
    case url(String, sourceApplication: String?)
    case userActivity(type: String, webpageURL: String?)
    case shortcut(type: String)
    /// `userInfo` is the payload of the push that the user has responded to; nil for a notification that no push has
    /// brought.
    case notificationResponse(notificationID: String?, actionIdentifier: String?, userInfo: Value?)

    var kind: Sentence {
        switch self {
        case .url: "the URL that it was to open"
        case .userActivity: "the user activity that it was to continue"
        case .shortcut: "the shortcut that it was to perform"
        case .notificationResponse: "the user's response to a notification"
        }
    }

    /// The name of what it contains; nil if that has none.
    var identifier: String? {
        switch self {
        case .url(let url, _): url
        case .userActivity(let type, _), .shortcut(let type): type
        case .notificationResponse(let notification, _, _): notification
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

extension LaunchPayload: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .url(let url, let source):
            f.choice("url")
            f.write(url)
            f.write(source)
        case .userActivity(let type, let url):
            f.choice("userActivity")
            f.write(type)
            f.write(url)
        case .shortcut(let type):
            f.choice("shortcut")
            f.write(type)
        case .notificationResponse(let notification, let action, let userInfo):
            f.choice("notificationResponse")
            f.write(notification)
            f.write(action)
            f.write(userInfo)
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

extension PendingPayload: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("payload", payload)
        f.field("scene", scene)
        f.field("isCold", isCold)
    }
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
        case .notificationResponse(let notification, _, let userInfo):
            [
                Value.Member(
                    "remoteNotification",
                    userInfo ?? .object(Value.Member.optional("notificationID", notification))
                )
            ]
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
        case .notificationResponse(let notification, let action, let userInfo):
            Value.Member.optional("notificationID", notification)
                + [Value.Member("actionIdentifier", .string(action ?? Self.defaultAction))]
                + (userInfo.map { [Value.Member("userInfo", $0)] } ?? [])
        }
    }

    /// The callbacks that deliver it to an app that implements all of these methods. Source: facts 1.3.
    fileprivate func deliverySteps(lifecycle: AppLifecycle, scene: SceneID) -> [Step] {
        let arguments = callbackArguments
        func call(_ name: CallbackName, _ arguments: [Value.Member]) -> Step {
            .call(name, scene: scene, arguments: CallbackArguments(arguments))
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

    /// The payload of the push whose notification the user has tapped; nil for anything else.
    fileprivate var tappedPush: Value? {
        guard case .notificationResponse(_, let action, let userInfo) = self else { return nil }
        return action == nil || action == Self.defaultAction ? userInfo : nil
    }

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

extension App {
    /// Returns the callbacks that deliver a payload. For a tapped notification of a push, they call the app delegate if
    /// the app's notification centre delegate does not implement the method for responses. Source: facts 1.3.
    mutating func deliverySteps(
        of payload: LaunchPayload,
        to scene: SceneID,
        in system: inout SystemState
    ) -> [Step] {
        if let userInfo = payload.tappedPush, !manifest.implements(.didReceiveNotificationResponse) {
            return [deliveryToAppDelegate(ofPush: userInfo, in: &system)]
        }
        return payload.deliverySteps(lifecycle: lifecycle, scene: scene)
    }
}

// MARK: Opening

extension App {
    /// How many undelivered payloads a process may have.
    static let payloadsPerProcess = 100

    /// Whether the process has the maximum number of undelivered payloads.
    private var hasTooManyPayloads: Bool { hasProcess && process.payloads.count >= Self.payloadsPerProcess }

    /// Throws if the app cannot be opened now: it is terminating, or too many payloads wait for it.
    ///
    /// - Throws: `not-possible-now` or `limit-reached`.
    func requireOpenable() throws(Rejection) {
        if isEnding {
            throw Rejection.notNow("\(manifest.bundleID, as: "bundleID") is terminating", state: "terminating")
        }
        if hasTooManyPayloads {
            throw Rejection(
                .limitReached,
                """
                \(manifest.bundleID, as: "bundleID") was opened with \(Self.payloadsPerProcess, as: "limit") URLs, \
                activities, shortcuts and responses that wait to be delivered, which is the limit
                """,
                state: state.rawValue
            )
        }
    }

    /// Discards the payloads that the app has not received yet for a window that closes.
    mutating func discardPayloads(ofWindow number: SceneID, in system: inout SystemState) {
        guard process.payloads.contains(where: { $0.scene == number }) else { return }
        for pending in process.payloads where pending.scene == number {
            let closed: Sentence = """
                the window was closed before the app was given \(pending.payload.kind, as: "payload")
                """
            let refusal = Refusal(.unknownSession, closed)
            write(.verdict(.sceneSession, .dropped, refusal, pending.payload.identifier), in: &system)
        }
        process.payloads.removeAll { $0.scene == number }
    }
}

extension Device {
    /// The app that opens a URL: the one named, or the first that declares its scheme.
    ///
    /// - Throws: `invalid-value` for a text without a scheme, `unknown-app`.
    func appToOpen(_ url: String, _ bundleID: BundleID?) throws(Rejection) -> Int {
        guard url.utf8.hasURLScheme else {
            throw Rejection(
                .invalidValue,
                """
                a URL begins with a scheme and a colon, such as notes://new; a scheme is a letter, then letters, digits, \
                +, - or .
                """,
                field: "url"
            )
        }
        if let bundleID { return try requireInstalled(bundleID) }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let owner = apps.firstIndex { app in
            app.manifest.infoPlist.urlSchemes.contains { $0.lowercased() == scheme }
        }
        guard let owner else {
            throw Rejection(
                .unknownApp,
                "no app on this device declares the scheme \(scheme.prefix(bytes: 64), as: "scheme")",
                field: "url"
            )
        }
        return owner
    }
}

extension String.UTF8View {
    /// Whether it begins with a scheme and a colon. Source: RFC 3986, 3.1.
    package var hasURLScheme: Bool {
        guard let end = firstIndex(of: UInt8(ascii: ":")), let first = first?.lowercased, first.isLetter else {
            return false
        }
        return self[..<end].allSatisfy { byte in
            byte.lowercased.isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
        }
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 { self | 0x20 }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
