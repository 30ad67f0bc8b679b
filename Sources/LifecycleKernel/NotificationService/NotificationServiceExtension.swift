/// The notification service extension in an app's bundle, as its own Info.plist and its code have it.
///
/// Its Info.plist says `NSExtensionPointIdentifier`: `com.apple.usernotifications.service`. It runs in a process of its
/// own, which handles one notification after the other. Source: facts 10.4.
public struct NotificationServiceExtension: Hashable, Codable, Sendable {
    /// `CFBundleExecutable`: the name of its process, and the last part of its bundle identifier.
    public var name: String
    /// Memory that its process takes when it starts, in bytes.
    public var footprintBytes: ByteCount
    /// What it does in `didReceive(_:withContentHandler:)` and in `serviceExtensionTimeWillExpire()`. What a handler
    /// returns is what it calls its content handler with; one that ends otherwise has not called it.
    public var behavior: AppBehavior

    /// The name that Xcode's template gives it.
    public static let usualName = "NotificationService"
    /// What one takes that says nothing else, in bytes.
    public static let usualFootprintBytes = ByteCount.mebibytes(6)
    /// The handlers that an extension has.
    package static let handlers: [CallbackName] = [.didReceiveNotificationRequest, .serviceExtensionTimeWillExpire]

    /// Makes an extension.
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
    /// - Throws: `invalidValue` where it cannot.
    package static func check(_ action: Action, at field: String) throws(Rejection) {
        guard permits(action) else {
            throw Rejection(
                .invalidValue,
                "A notification service extension cannot do this: it can work, log, allocate, free, holdFileLock, "
                    + "releaseFileLock, crash, hang and exit. It has no UIApplication, so no scenes and no background "
                    + "tasks; unsaved changes, wake-ups and transfers are the app's.",
                field: field
            )
        }
    }

    /// Whether code of an extension can do this.
    package static func permits(_ action: Action) -> Bool { ServiceAction(action) != nil }
}

extension Value {
    /// Whether a content handler can be called with this: an object, and so is its `aps` where it has one.
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
