private let secondsUntilRetry = 60.0
// The completion handler of a push must be called within 30 seconds.
private let secondsOfPush = 20.0
private let logs = "com.example.analytics.logs"

/// Keeps events on the disk and sends them in batches; counts sessions; uploads a log in the background.
public final class Analytics<SomePhone: Phone> {
    /// A push whose completion handler was not called yet.
    private struct Push {
        let complete: () throws -> Void
    }

    public private(set) var events: Events
    public private(set) var session: Session
    private let phone: SomePhone
    private let bug: AnalyticsBug?
    private var isOpen = false
    private var task: SomePhone.TaskIdentifier?
    private var request: SomePhone.Request?
    private var retry: SomePhone.Alarm?
    private var sessionTimer: SomePhone.Alarm?
    private var isSessionOver = false
    private var pushes: [Push] = []
    private var pushTimer: SomePhone.Alarm?

    /// Reads what the last process has written.
    ///
    /// - Parameters:
    ///   - phone: What the SDK asks of iOS.
    ///   - bug: The bug that is switched on; nil for none.
    public init(on phone: SomePhone, with bug: AnalyticsBug? = nil) throws {
        self.phone = phone
        self.bug = bug
        events = try phone.read("events", default: Events())
        session = try phone.read("session", default: Session())
    }

    /// To be called as the process begins.
    public func began() throws {
        if bug == .sessionAtLaunch { try opened() }
    }

    /// Writes the events to the disk.
    private func save() throws {
        if bug != .savesAtTheEnd { try phone.write("events", events) }
    }

    // MARK: Events

    /// Something has happened in the app.
    public func track(_ name: String) throws {
        events.count += 1
        events.waiting.append(Event(id: events.count, name: name, session: session.number))
        try save()
    }

    /// To be called in `applicationWillTerminate(_:)`.
    public func willTerminate() throws {
        if bug == .savesAtTheEnd { try phone.write("events", events) }
    }

    // MARK: Sessions

    /// To be called in `sceneDidBecomeActive(_:)`.
    public func opened() throws {
        guard !isOpen else { return }
        isOpen = true
        var isOver = session.left.map { phone.now.timeIntervalSince($0) >= Session.longestAbsence } ?? true
        if let timer = sessionTimer {
            phone.cancel(timer)
            sessionTimer = nil
            isOver = isSessionOver
            isSessionOver = false
        }
        if isOver {
            session.number += 1
            try phone.write("session", session)
        }
        if !events.outbox.isEmpty, request == nil { try flush() }
    }

    /// To be called in `sceneDidEnterBackground(_:)`.
    public func left() throws {
        isOpen = false
        session.left = phone.now
        try phone.write("session", session)
        if bug == .sessionTimer {
            sessionTimer = try phone.after(seconds: Session.longestAbsence) { [self] in isSessionOver = true }
        }
        try flush()
    }

    // MARK: Batches

    /// Sends what waits, within a background task.
    private func flush() throws {
        guard request == nil else {
            if bug == .secondTask { try beginTask() }
            return
        }
        if let retry { phone.cancel(retry) }
        retry = nil
        if !events.waiting.isEmpty, events.outbox.isEmpty {
            events.outbox = events.waiting
            events.waiting = []
            // The next process must send the same batch, or the server would take its events for others.
            if bug != .sentBeforeSaved { try save() }
        }
        guard !events.outbox.isEmpty else { return try finished() }
        if task == nil, bug != .noBackgroundTask { try beginTask() }
        request = try phone.send("POST", "/events", Batch(events.outbox)) { [self] in try answered(succeeded: $0) }
    }

    private func beginTask() throws {
        task = try phone.beginBackgroundTask("flush") { [self] in try outOfTime() }
    }

    /// The server has answered, or the request has failed.
    private func answered(succeeded: Bool) throws {
        request = nil
        if succeeded {
            events.outbox = []
            try save()
            guard events.waiting.isEmpty else { return try flush() }
        } else {
            // A timer stands still while the process is suspended: then the batch is sent when the app is opened.
            if isOpen { retry = try phone.after(seconds: secondsUntilRetry) { [self] in try flush() } }
            if bug == .taskLeftOpen { return }
        }
        try finished()
    }

    /// There is nothing more to send now.
    private func finished() throws {
        try endTask()
        try completePushes()
    }

    private func endTask() throws {
        if let task { try phone.endBackgroundTask(task) }
        task = nil
    }

    /// The expiration handler of the background task.
    private func outOfTime() throws {
        try endTask()
        if let request { try phone.cancel(request) }
    }

    // MARK: Pushes

    /// To be called in `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
    ///
    /// - Parameter complete: Calls its completion handler.
    public func pushed(_ complete: @escaping () throws -> Void) throws {
        if bug == .pushNotCompleted, events.waiting.isEmpty, events.outbox.isEmpty { return }
        pushes.append(Push(complete: complete))
        if bug != .pushWaits, pushTimer == nil {
            pushTimer = try phone.after(seconds: secondsOfPush) { [self] in try completePushes() }
        }
        try flush()
    }

    /// Calls the completion handlers of pushes.
    private func completePushes() throws {
        if let pushTimer { phone.cancel(pushTimer) }
        pushTimer = nil
        let completed = pushes
        pushes = []
        for push in completed { try push.complete() }
    }

    // MARK: A log for the support, which may be large

    /// Uploads a log with a background session.
    public func sendLog(_ text: String) throws {
        try phone.write("log", text)
        try uploadLog()
    }

    /// Begins the upload; it goes on without the process.
    private func uploadLog() throws { try phone.upload(phone.read("log", default: ""), to: "/logs", session: logs) }

    /// To be called in `urlSession(_:task:didCompleteWithError:)`.
    public func logUploaded(succeeded: Bool) throws {
        if succeeded { try phone.delete("log") } else { try uploadLog() }
    }

    /// To be called in `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    ///
    /// - Parameter complete: Calls its completion handler.
    public func eventsOfSession(_ complete: @escaping () throws -> Void) throws {
        _ = try phone.after(seconds: 0, complete)
    }
}
