// Notification service extensions: code of an app that runs in a process of its own.
//
// The system hands the extension visible notifications with `mutable-content`, one at a time. The extension has to call
// its content handler within a limit. When the limit is over, the system calls the extension once more, for a last
// chance. Its process is suspended between notifications. It ends when it has been idle for long, takes too much
// memory, or is overdue; the notification is then shown as it came. Source: facts 10.4.
//
// This kind of process exists beside the app's. Like every process (`LivingProcess`), it has a run loop with the
// handler in flight, deadlines, and an end with an exit record and reports. It has no scenes, no assertions and no
// watchdogs.
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

    /// What its code has done at one instant.
    var workBudget = WorkBudget()

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
struct NotificationServiceProcess: LivingProcess, Hashable, Codable, Sendable {
    let pid: ProcessID
    let startedAt: Instant
    private(set) var footprintBytes: ByteCount
    private(set) var peakFootprintBytes: ByteCount
    var runLoop = RunLoop()
    /// The notification that it handles; nil between notifications.
    var request: Request?
    /// The record of the lock that it holds on a file in a container that it shares with its app; nil for none.
    var fileLock: SequenceNumber?

    struct Request: Hashable, Codable, Sendable {
        var notification: RemoteNotification
        /// The records of the callbacks about it: the first, and the last chance when the time is over.
        var callbacks: [SequenceNumber] = []
    }

    init(pid: ProcessID, footprintBytes: ByteCount, at now: Instant) {
        self.pid = pid
        self.startedAt = now
        self.footprintBytes = footprintBytes.ofProcess
        self.peakFootprintBytes = self.footprintBytes
    }

    var launchReason: LaunchReason { .notificationService }

    /// It is suspended between notifications. A process with a file lock is not suspended: it runs until the
    /// notification is shown, and ends then.
    var state: ExecutionState { request == nil && fileLock == nil ? .suspended : .background }

    /// Its jetsam band: that of an app in the same state. Source: facts 3.2.
    var jetsamPriority: Int { state == .suspended ? 0 : 40 }

    var jetsamCandidate: JetsamPolicy.Candidate {
        JetsamPolicy.Candidate(pid: pid, band: jetsamPriority, footprintBytes: footprintBytes, lastOnScreen: 0)
    }

    /// Takes memory, or gives it back.
    mutating func changeFootprint(by bytes: ByteCount) {
        footprintBytes = (footprintBytes + bytes).ofProcess
        peakFootprintBytes = max(peakFootprintBytes, footprintBytes)
    }
}

extension NotificationServiceProcess: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("pid", pid)
        f.ignore("startedAt")  // For reports.
        f.field("footprintBytes", footprintBytes)
        f.ignore("peakFootprintBytes")  // For reports.
        f.field("runLoop", runLoop)
        f.field("request", request)
        f.field("fileLock", fileLock != nil)
    }
}

extension NotificationServiceProcess.Request: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("notification", notification)
        f.field("callbacks", callbacks.count)  // Only findings need to know which ones.
    }
}

extension App {
    /// What the system keeps of the extension; nil when it does not run and has nothing to do.
    var notificationService: NotificationService? {
        get { background.isBlank ? nil : background.notificationService?.value }
        set { background.notificationService = newValue.flatMap { $0.isOver ? nil : Box($0) } }
    }

    /// The process of the extension, if there is one.
    var serviceProcess: NotificationServiceProcess? {
        get { notificationService?.process }
        set { notificationService?.process = newValue }
    }

    /// Returns whether the extension still has a given process.
    func hasServiceProcess(withID pid: ProcessID) -> Bool { serviceProcess?.pid == pid }

    /// Whether the extension has no process, though notifications are abandoned or wait.
    var hasAbandonedNotifications: Bool { notificationService.map { $0.process == nil } ?? false }

    /// What the decision about a notification depends on.
    func serviceFacts(_ notification: RemoteNotification) -> NotificationServicePolicy.Facts {
        let service = notificationService
        let isBusy = service.map { service in
            service.process?.state == .background || !service.waiting.isEmpty || !service.abandoned.isEmpty
        }
        return NotificationServicePolicy.Facts(
            isMutable: notification.isMutable,
            hasAlert: notification.hasAlert,
            isBusy: isBusy ?? false,
            waiting: service?.waiting.count ?? 0
        )
    }

    /// Writes a record about the process of the extension.
    @discardableResult
    mutating func writeOfService(_ body: consuming Record.Body, in system: inout SystemState) -> SequenceNumber {
        let pid = serviceProcess?.pid
        return system.timeline.write(body, about: manifest.bundleID, pid: pid, appExtension: .notificationService)
    }

    // MARK: As others see it

    /// The process in the snapshot of a JetsamEvent report; nil when there is none.
    var serviceJetsamEntry: JetsamSnapshot.Entry? {
        serviceProcess.map { JetsamSnapshot.Entry($0, of: manifest, priority: $0.jetsamPriority) }
    }

    /// The process as programs outside see it; nil when there is none.
    func serviceStatus(in system: SystemState) -> ProcessStatus? {
        guard let process = serviceProcess else { return nil }
        var status = ProcessStatus(process, of: manifest.bundleID, jetsamPriority: process.jetsamPriority)
        if let handler = process.runLoop.inFlight {
            let deadline = contentHandlerLimit(of: process, in: system)
            status.callbackInFlight = PendingCallback(handler, in: process.state, deadline: deadline)
        }
        if let request = process.request, request.callbacks.count == 1 {
            status.callbackInFlight?.arguments = request.notification.arguments
        }
        status.uptime = system.uptime
        return status
    }

    /// What the extension does, as a sentence; nil when it does not run.
    func serviceSentence(in system: SystemState) -> Sentence? {
        guard let service = notificationService, let process = service.process else { return nil }
        guard let end = contentHandlerLimit(of: process, in: system) else {
            return """
                its notification service extension, process \(process.pid, as: "pid"), is suspended and waits for another \
                notification
                """
        }
        guard !service.waiting.isEmpty else {
            return """
                its notification service extension, process \(process.pid, as: "pid"), handles a notification until \
                \(end, as: "time")
                """
        }
        return """
            its notification service extension, process \(process.pid, as: "pid"), handles a notification until \
            \(end, as: "time"), and \(service.waiting.count, as: "count") wait
            """
    }

    /// When the time of the extension is over; nil while it handles no notification.
    private func contentHandlerLimit(of process: NotificationServiceProcess, in system: SystemState) -> Instant? {
        system.deadlines.first(of: process.pid) { $0 == .contentHandlerLimit }?.at
    }
}
