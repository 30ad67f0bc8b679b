/// What the system keeps of an app's notification service extension while it runs, or has notifications to handle.
struct NotificationService: Hashable, Codable, Sendable {
    /// Its process; nil when none lives.
    var process: NotificationServiceProcess?
    /// Notifications that it will handle, oldest first.
    var waiting: [RemoteNotification] = []
    /// Notifications whose process has ended before it called its content handler: they are shown as they came.
    var abandoned: [RemoteNotification] = []

    /// What its code has done at one instant; nil for nothing.
    var workAtOnce: WorkAtOnce?

    /// Whether nothing is kept.
    var isOver: Bool { process == nil && waiting.isEmpty && abandoned.isEmpty }
}

/// The process of a notification service extension. It is suspended between notifications.
struct NotificationServiceProcess: Hashable, Codable, Sendable {
    /// Its number.
    let pid: ProcessID
    /// When it was launched.
    let startedAt: Instant
    /// The memory that it uses.
    private(set) var footprintBytes: ByteCount
    /// The most that it has used.
    private(set) var peakFootprintBytes: ByteCount
    /// The notification that it handles; nil while it is suspended.
    var request: Request?
    /// The record of the lock that it holds on a file in a container that it shares with its app; nil for none.
    var fileLock: SequenceNumber?

    /// A notification being handled.
    struct Request: Hashable, Codable, Sendable {
        var notification: RemoteNotification
        /// The record of the callback that it is in; 0 before the first.
        var callback: SequenceNumber
        /// When it was called.
        var startedAt: Instant
        /// The handler that it is in.
        var handler = CallbackName.didReceiveNotificationRequest
        /// The index of the entry of its behaviour that is next, or that takes its time.
        var entry = 0
        /// Whether that entry has taken its time.
        var hasTakenTime = false
        /// The record of the first callback, once it is in the second one.
        var requestCallback: SequenceNumber?
        /// Whether the handler never returns; nil for no.
        var hangs: Bool?
        /// Whether the handler has returned without having called the content handler; nil for no.
        var hasReturned: Bool?

        /// A handler is called.
        mutating func begin(_ name: CallbackName, callback: SequenceNumber, at now: Instant) {
            requestCallback = name == .serviceExtensionTimeWillExpire ? self.callback : nil
            self.callback = callback
            startedAt = now
            handler = name
            entry = 0
            hasTakenTime = false
            hangs = nil
            hasReturned = nil
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

    /// Its state.
    var state: ProcessState { request == nil ? .suspended : .background }

    /// Takes memory, or gives it back.
    mutating func changeFootprint(by bytes: ByteCount) {
        footprintBytes = (footprintBytes + bytes).ofProcess
        peakFootprintBytes = max(peakFootprintBytes, footprintBytes)
    }
}

extension RemoteNotification {
    /// Whether the extension may change it.
    var isMutable: Bool { payload["aps"]?["mutable-content"] == 1 }

    /// Whether it shows an alert.
    var hasAlert: Bool {
        switch payload["aps"]?["alert"] {
        case .string(let text): !text.isEmpty
        case .object(let members): !members.isEmpty
        case nil, .null, .bool, .integer, .number, .array: false
        }
    }

    /// Returns it with what an extension has called its content handler with: members replace those of the payload, and
    /// those of its `aps` those of `aps`.
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
