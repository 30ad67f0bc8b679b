// Notification service extensions: code of an app that runs in a process of its own.
//
// The system hands the extension visible notifications with `mutable-content`, one at a time. The extension has to call
// its content handler within a limit; when that is over, the system calls it once more, for a last chance. Its process
// is suspended between notifications. It ends when it has been idle for long, takes too much memory, or is overdue; the
// notification is then shown as it came. Source: facts 10.4.
//
// Callbacks: `didReceiveNotificationRequest`, `serviceExtensionTimeWillExpire`. Records: those of a process, with `extension`.

/// What the system keeps of an app's notification service extension while it runs, or has notifications to handle.
struct NotificationService: Hashable, Codable, Sendable {
    /// Its process; nil when none lives.
    var process: NotificationServiceProcess?
    /// Notifications that it will handle, oldest first.
    var waiting: [RemoteNotification] = []
    /// Notifications whose process has ended before it called its content handler: they are shown as they came.
    var abandoned: [RemoteNotification] = []

    /// What its code has done at one instant; nil for nothing.
    var workBudget: WorkBudget?

    /// Whether nothing is kept.
    var isOver: Bool { process == nil && waiting.isEmpty && abandoned.isEmpty }
}

extension NotificationService: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("process", process)
        f.field("waiting", waiting)
        f.field("abandoned", abandoned)
        f.ignore("workBudget")  // As for the app.
    }
}

/// The process of a notification service extension. It is suspended between notifications.
struct NotificationServiceProcess: Hashable, Codable, Sendable {
    let pid: ProcessID
    let startedAt: Instant
    /// The memory that it uses.
    private(set) var footprintBytes: ByteCount
    /// The most that it has used.
    private(set) var peakFootprintBytes: ByteCount
    /// The notification that it handles; nil while it is suspended.
    var request: Request?
    /// The record of the lock that it holds on a file in a container that it shares with its app; nil for none.
    var fileLock: SequenceNumber?

    struct Request: Hashable, Codable, Sendable {
        var notification: RemoteNotification
        /// The record of the callback that it is in; 0 before the first.
        var callback: SequenceNumber
        var startedAt: Instant
        var handler = CallbackName.didReceiveNotificationRequest
        /// The index of the next entry of its behavior, or of the one whose time is passing.
        var entry = 0
        /// Whether that entry has taken its time.
        var hasTakenTime = false
        /// The record of the first callback, once it is in the second one.
        var requestCallback: SequenceNumber?
        /// Whether the handler never returns.
        var hangs = false
        /// Whether the handler has returned without having called the content handler.
        var hasReturned = false

        /// Begins a handler.
        mutating func begin(_ name: CallbackName, callback: SequenceNumber, at now: Instant) {
            requestCallback = name == .serviceExtensionTimeWillExpire ? self.callback : nil
            self.callback = callback
            startedAt = now
            handler = name
            entry = 0
            hasTakenTime = false
            hangs = false
            hasReturned = false
        }

        /// Whether it is in the handler in which it can call its content handler for the last time.
        var isLast: Bool { handler == .serviceExtensionTimeWillExpire }
    }

    init(pid: ProcessID, footprintBytes: ByteCount, at now: Instant) {
        self.pid = pid
        self.startedAt = now
        self.footprintBytes = footprintBytes.ofProcess
        self.peakFootprintBytes = self.footprintBytes
    }

    var state: ProcessState { request == nil ? .suspended : .background }

    /// Takes memory, or gives it back.
    mutating func changeFootprint(by bytes: ByteCount) {
        footprintBytes = (footprintBytes + bytes).ofProcess
        peakFootprintBytes = max(peakFootprintBytes, footprintBytes)
    }
}

extension NotificationServiceProcess: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("pid", pid)
        // For reports.
        f.ignore("startedAt")
        f.field("footprintBytes", footprintBytes)
        f.ignore("peakFootprintBytes")
        f.field("request", request)
        f.field("fileLock", fileLock != nil)
    }
}

extension NotificationServiceProcess.Request: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("notification", notification)
        f.field("callback", ordinal: callback, of: .callback)
        f.field("startedAt", elapsedSince: startedAt, atMost: f.bounds.handler)
        f.field("handler", handler)
        f.field("entry", entry)
        f.field("hasTakenTime", hasTakenTime)
        f.field("requestCallback", ordinal: requestCallback, of: .callback)
        f.field("hangs", hangs)
        f.field("hasReturned", hasReturned)
    }
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

/// The notification service extension in an app's bundle, as its own Info.plist and its code have it.
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
                releaseFileLock, crash, hang and exit. It has no UIApplication, so no scenes and no background \
                tasks; unsaved changes, wake-ups and transfers are the app's.
                """,
                field: field
            )
        }
    }

    /// Whether code of an extension can do this.
    package static func permits(_ action: Action) -> Bool { ServiceAction(action) != nil }
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

/// Whether a notification that is to be shown is handed to the app's notification service extension. Source: facts 10.4.
enum NotificationServicePolicy {
    /// What the decision depends on. The defaults are those of a notification that the extension handles at once.
    ///
    /// What is not here makes no difference: whether the app runs, is in front or was force-quit, Low Power Mode, the
    /// switch of background refresh, and whether the device has been unlocked since it started.
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

/// The actions of an app's code that the code of a notification service extension can do too.
enum ServiceAction: Hashable, Sendable {
    /// Uses the processor. That does not count as energy of the app.
    case work
    case log(message: String)
    case allocate(bytes: ByteCount)
    case free(bytes: ByteCount)
    case holdFileLock
    case releaseFileLock
    case crash(CrashException)
    case hang
    case exit

    /// Creates it from an action of an app's code; nil if an extension cannot do that action. Most of these concern the
    /// screen, the background or the tasks of an app.
    init?(_ action: Action) {
        switch action {
        case .work: self = .work
        case .log(let message): self = .log(message: message)
        case .allocate(let bytes): self = .allocate(bytes: bytes)
        case .free(let bytes): self = .free(bytes: bytes)
        case .holdFileLock: self = .holdFileLock
        case .releaseFileLock: self = .releaseFileLock
        case .crash(let exception): self = .crash(exception)
        case .hang: self = .hang
        case .exit: self = .exit
        default: return nil
        }
    }
}
