/// The notification service extension in an app's bundle, as its own Info.plist and its code describe it.
///
/// Its Info.plist says `NSExtensionPointIdentifier`: `com.apple.usernotifications.service`. It runs in a process of its
/// own, which handles one notification after the other. Source: facts 10.4.
public struct NotificationServiceExtension: Hashable, Codable, Sendable {
    /// `CFBundleExecutable`: the name of its process, and the last part of its bundle identifier.
    public var name: String
    /// Memory that its process takes when it starts, in bytes.
    public var footprintBytes: ByteCount
    /// What it does in `didReceive(_:withContentHandler:)` and in `serviceExtensionTimeWillExpire()`. The value that a
    /// handler returns is the content that it gives to the content handler. A declared handler that returns no value
    /// has not called it.
    public var behavior: AppBehavior

    /// The name that Xcode's template gives it.
    public static let usualName = "NotificationService"
    /// The memory that an extension takes if it declares nothing else, in bytes.
    public static let usualFootprintBytes = ByteCount.mebibytes(6)
    package static let handlers: [CallbackName] = [.didReceiveNotificationRequest, .serviceExtensionTimeWillExpire]

    public init(
        name: String = NotificationServiceExtension.usualName,
        footprintBytes: ByteCount = NotificationServiceExtension.usualFootprintBytes,
        behavior: AppBehavior = AppBehavior()
    ) {
        self.name = name
        self.footprintBytes = footprintBytes
        self.behavior = behavior
    }

    /// Checks that code of an extension can do an action.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - field: The path of the field that names it, for the error.
    /// - Throws: `invalidValue` if it cannot.
    package static func check(_ action: Action, at field: String) throws(Rejection) {
        guard permits(action) else {
            throw Rejection(
                .invalidValue,
                """
                A notification service extension cannot do this: it can work, log, allocate, free, holdFileLock, \
                releaseFileLock, crash, hang and exit. It has no UIApplication, so it has no scenes and no background \
                tasks. Unsaved changes, wake-ups and transfers belong to the app.
                """,
                field: field
            )
        }
    }

    /// Whether code of an extension can do this. Most actions concern the screen, the background or the tasks of an app.
    package static func permits(_ action: Action) -> Bool {
        switch action {
        case .work, .log, .allocate, .free, .holdFileLock, .releaseFileLock, .crash, .hang, .exit: true
        default: false
        }
    }
}

extension Value {
    /// Whether a content handler can be called with this value: it is an object, and so is its `aps`, if it has one.
    package var isNotificationContent: Bool {
        guard case .object = self else { return false }
        guard let aps = self["aps"] else { return true }
        if case .object = aps { return true }
        return false
    }
}

/// A kind of extension of an app, which runs in a process of its own.
public enum AppExtension: String, CaseIterable, Codable, Sendable {
    case notificationService
}

extension RemoteNotification {
    /// Whether the extension may change it.
    var isMutable: Bool { payload["aps"]?["mutable-content"] == 1 }

    var hasAlert: Bool {
        switch payload["aps"]?["alert"] {
        case .string(let text): !text.isEmpty
        case .object(let members): !members.isEmpty
        case nil, .null, .bool, .integer, .number, .array: false
        }
    }

    /// Returns the notification with the content that the extension has given to its content handler. Members of the
    /// content replace those of the payload, and members of its `aps` replace those of the payload's `aps`.
    func changed(by content: Value) -> RemoteNotification {
        guard case .object(let members) = content else { return self }
        var changed = self
        for member in members {
            guard member.name == "aps", let aps = payload["aps"], case .object(let changes) = member.value else {
                changed.payload = changed.payload.setting(member.name, to: member.value)
                continue
            }
            let merged = changes.reduce(aps) { $0.setting($1.name, to: $1.value) }
            changed.payload = changed.payload.setting("aps", to: merged)
        }
        return changed
    }
}

/// Whether a notification that is to be shown is handed to the app's notification service extension. Source: facts 10.4.
enum NotificationServicePolicy {
    /// What the decision depends on. The defaults are those of a notification that the extension handles at once.
    ///
    /// Nothing else makes a difference: not whether the app runs, is in front or was force-quit, nor Low Power Mode,
    /// the switch of background refresh, or whether the device has been unlocked since it started.
    struct Facts: Hashable, Sendable {
        /// Whether `aps` has `mutable-content: 1`.
        var isMutable = true
        /// Whether an alert is shown, and not only a badge or a sound.
        var hasAlert = true
        /// Whether the extension handles another notification.
        var isBusy = false
        /// How many wait for it.
        var waiting = 0
    }

    enum Decision: Hashable, Sendable {
        /// The extension is called with it.
        case handle
        /// The extension is called with it when it is done with those before.
        case wait
        /// It is shown as it came.
        case showUnchanged(Verdict.Reason)
    }

    /// How many notifications of an app wait for its extension at most.
    static let waitingLimit = 100

    /// Returns the decision about a notification that is to be shown now.
    static func decide(_ facts: Facts) -> Decision {
        if !facts.isMutable { return .showUnchanged(.notMutable) }
        if !facts.hasAlert { return .showUnchanged(.noAlert) }
        if !facts.isBusy { return .handle }
        return facts.waiting < waitingLimit ? .wait : .showUnchanged(.extensionBusy)
    }
}
