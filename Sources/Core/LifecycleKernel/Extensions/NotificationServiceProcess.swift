/// The process of an app's notification service extension: its records, its code, its memory. Source: facts 10.4.
extension App {
    /// What the system keeps of the extension; nil when it does not run and has nothing to do.
    var notificationService: NotificationService? {
        get { background.isBlank ? nil : background.notificationService?.value }
        set { background.notificationService = newValue.flatMap { $0.isOver ? nil : Box($0) } }
    }

    /// What the decision about a notification depends on.
    func serviceFacts(_ notification: RemoteNotification) -> NotificationServicePolicy.Facts {
        let service = notificationService
        return NotificationServicePolicy.Facts(
            isMutable: notification.isMutable,
            hasAlert: notification.hasAlert,
            isBusy: service.map { $0.process?.request != nil || !$0.waiting.isEmpty || !$0.abandoned.isEmpty } ?? false,
            waiting: service?.waiting.count ?? 0
        )
    }

    /// Whether notifications wait that no process of the extension handles.
    var hasAbandonedNotifications: Bool {
        guard let service = notificationService else { return false }
        return service.process == nil
    }

    /// Returns whether the extension still has a given process.
    func hasServiceProcess(withID pid: ProcessID) -> Bool { notificationService?.process?.pid == pid }

    // MARK: Records

    /// Writes a record about the process of the extension.
    mutating func writeOfService(_ pid: ProcessID, _ body: Record.Body, in system: inout SystemState) {
        system.timeline.write(body, about: manifest.bundleID, pid: pid, appExtension: .notificationService)
    }

    /// Writes a finding about the extension, which its exit shows too, and adds it to the app's audit.
    mutating func reportOfService(
        _ pid: ProcessID,
        _ finding: Finding,
        during callback: UncompletedCallback?,
        in system: inout SystemState
    ) {
        let finding = finding.shown(by: system.lastSequence).during(callback)
        writeOfService(pid, .finding(finding), in: &system)
        auditLog.add(finding, at: system.lastSequence, time: system.now)
    }

    /// Writes what becomes of a notification that the extension is to handle.
    mutating func writeVerdict(
        _ decision: Verdict.Decision,
        on notification: RemoteNotification,
        _ refusal: Refusal? = nil,
        ofService pid: ProcessID?,
        in system: inout SystemState
    ) {
        let verdict = Verdict(
            subject: .notificationService,
            decision: decision,
            reason: refusal?.reason,
            identifier: notification.collapseID,
            detail: refusal?.detail,
            apnsID: notification.apnsID
        )
        if let pid {
            writeOfService(pid, .verdict(verdict), in: &system)
        } else {
            write(.verdict(verdict), in: &system)
        }
    }

    // MARK: Running

    /// Launches or resumes the process of the extension for a notification. None of its code has run yet.
    ///
    /// - Returns: The process.
    mutating func wakeService(
        for notification: RemoteNotification,
        _ service: NotificationServiceExtension,
        in system: inout SystemState
    ) -> ProcessID {
        var kept = notificationService ?? NotificationService()
        let request = NotificationServiceProcess.Request(notification: notification, callback: 0, startedAt: system.now)
        if let pid = kept.process?.pid {
            kept.process?.request = request
            notificationService = kept
            cancelServiceDeadlines(of: pid, in: &system)
            changeService(pid, from: .suspended, to: .background, .resumed, in: &system)
            return pid
        }
        let pid = system.counters.nextPID()
        var process = NotificationServiceProcess(pid: pid, footprintBytes: service.footprintBytes, at: system.now)
        process.request = request
        kept.process = process
        notificationService = kept
        let launch = ProcessChange(
            from: .notRunning,
            to: .background,
            reason: .launch,
            launchReason: .notificationService
        )
        writeOfService(pid, .process(launch), in: &system)
        return pid
    }

    /// Calls a handler of the extension for the notification that it handles. If its code has done too much at one
    /// instant, ends its process instead.
    mutating func callService(_ name: CallbackName, in system: inout SystemState) -> AppEffect? {
        let bytes = notificationService?.process?.request?.notification.payload.approximateSize ?? 0
        if let excess = beginServiceWork(writing: bytes, in: &system) { return excess }
        let mark = system.timeline.bytesWritten
        defer { countServiceWork(since: mark, in: system) }
        guard var service = notificationService, var request = service.process?.request, let pid = service.process?.pid
        else { return nil }
        let isRequest = name == .didReceiveNotificationRequest
        let limit = system.rulebook.serviceLimit(of: name)
        let callback = Callback(
            name: name,
            applicationState: .background,
            arguments: isRequest ? request.notification.arguments : [],
            limit: limit
        )
        writeOfService(pid, .callback(callback), in: &system)
        request.begin(name, callback: system.lastSequence, at: system.now)
        service.process?.request = request
        notificationService = service
        setServiceDeadline(isRequest ? .timeExpires : .expirationEnds, at: system.now + limit, of: pid, in: &system)
        return nil
    }

    /// Returns what the code of the extension does next, and sets the deadline if that takes time.
    mutating func nextServiceStep(in system: inout SystemState) -> NotificationServiceStep {
        guard let behavior = manifest.notificationService?.behavior, var service = notificationService,
            var request = service.process?.request, let pid = service.process?.pid, request.callback != 0,
            manifest.isPlayedByService(request.handler), !request.hangs, !request.hasReturned
        else { return .wait }
        let entries = behavior[request.handler]
        guard entries.indices.contains(request.entry) else {
            // A handler without declared code calls the content handler at once, and changes nothing.
            return entries.isEmpty && !request.isLast ? .callContentHandler(.object([])) : .handlerReturns
        }
        switch entries[request.entry] {
        case .returns(let content): return .callContentHandler(content)
        case .act(_, let takes) where takes > 0 && !request.hasTakenTime:
            setServiceDeadline(.entryEnds, at: system.now + takes, of: pid, in: &system)
            return .wait
        case .act(let action, _):
            request.entry += 1
            request.hasTakenTime = false
            service.process?.request = request
            notificationService = service
            return .act(action)
        }
    }

    /// Counts something that the code of the extension is about to do.
    ///
    /// - Returns: What ends its process instead, if its code has done too much at one instant; nil if it may go on.
    mutating func beginServiceWork(writing bytes: Int = 0, in system: inout SystemState) -> AppEffect? {
        guard var service = notificationService else { return nil }
        var work = service.workBudget ?? WorkBudget()
        let excess = work.begin(on: &system.timeline) ?? work.excess(writing: bytes, on: system.timeline)
        service.workBudget = work
        notificationService = service
        return excess.map { .endService($0.termination) }
    }

    /// Counts the records that this has written.
    ///
    /// - Parameter mark: `timeline.bytesWritten` before it.
    private mutating func countServiceWork(since mark: Int, in system: SystemState) {
        notificationService?.workBudget?.count(since: mark, on: system.timeline)
    }

    /// Performs an action of an extension's code. If that has done too much at one instant, ends its process instead.
    mutating func performInService(_ action: Action, in system: inout SystemState) -> AppEffect? {
        if let excess = beginServiceWork(in: &system) { return excess }
        let mark = system.timeline.bytesWritten
        defer { countServiceWork(since: mark, in: system) }
        switch ServiceAction(action) {
        case .allocate(let bytes):
            changeServiceFootprint(by: bytes)
            return serviceFootprintGrew(in: system)
        case .free(let bytes):
            changeServiceFootprint(by: -bytes)
            return .memoryChanged
        case .log(let message):
            if let pid = notificationService?.process?.pid { writeOfService(pid, .log(message: message), in: &system) }
        case .holdFileLock: serviceTakesFileLock()
        case .releaseFileLock: serviceReleasesFileLock()
        case .hang: serviceHangs(in: &system)
        case .crash(let exception): return .endService(Termination(exception.reason))
        case .exit: return .endService(Termination(.normal))
        case .work, nil: break
        }
        return nil
    }

    /// Keeps a notification until the extension has handled those before it.
    mutating func keepForService(_ notification: RemoteNotification) {
        var service = notificationService ?? NotificationService()
        service.waiting.append(notification)
        notificationService = service
    }

    /// Notes that the time of the extension's current entry has passed.
    mutating func serviceEntryHasTakenItsTime() {
        guard var service = notificationService else { return }
        service.process?.request?.hasTakenTime = true
        notificationService = service
    }

    /// Notes that the handler that the extension is in never returns.
    private mutating func serviceHangs(in system: inout SystemState) {
        guard var service = notificationService, let pid = service.process?.pid else { return }
        service.process?.request?.hangs = true
        notificationService = service
        system.deadlines.cancel(.notificationService(pid, .entryEnds))
    }

    /// Called when the handler that the extension is in returns without having called the content handler. After the
    /// first handler, the extension can call it only in the last one; after the last, not at all.
    mutating func serviceHandlerReturns(in system: inout SystemState) -> AppEffect? {
        guard var service = notificationService, let request = service.process?.request, let pid = service.process?.pid
        else { return nil }
        let took = system.now - request.startedAt
        if took > 0 {
            writeOfService(pid, .returned(callback: request.callback, took: took, result: nil), in: &system)
        }
        service.process?.request?.hasReturned = true
        notificationService = service
        return request.isLast ? endOverdueService() : nil
    }

    /// The extension takes a lock on a file in a container that it shares with its app.
    private mutating func serviceTakesFileLock() {
        guard var service = notificationService, let process = service.process, process.fileLock == nil else { return }
        service.process?.fileLock = process.request?.callback
        notificationService = service
    }

    private mutating func serviceReleasesFileLock() {
        guard var service = notificationService else { return }
        service.process?.fileLock = nil
        notificationService = service
    }

    /// Changes the memory of the extension.
    private mutating func changeServiceFootprint(by bytes: ByteCount) {
        guard var service = notificationService else { return }
        service.process?.changeFootprint(by: bytes)
        notificationService = service
    }

    /// Called when the extension has called its content handler. Its process is suspended if no notification waits,
    /// unless it holds a file lock.
    ///
    /// - Returns: The notification to show.
    mutating func finishRequest(with content: Value, in system: inout SystemState) -> RemoteNotification? {
        guard var service = notificationService, let request = service.process?.request, let pid = service.process?.pid
        else { return nil }
        cancelServiceDeadlines(of: pid, in: &system)
        let took = system.now - request.startedAt
        writeOfService(pid, .returned(callback: request.callback, took: took, result: content), in: &system)
        writeVerdict(.completed, on: request.notification, ofService: pid, in: &system)
        service.process?.request =
            service.waiting.isEmpty
            ? nil
            : NotificationServiceProcess.Request(
                notification: service.waiting.removeFirst(),
                callback: 0,
                startedAt: system.now
            )
        notificationService = service
        if let process = service.process, process.request == nil, process.fileLock == nil {
            suspendService(pid, in: &system)
        }
        return request.notification.changed(by: content)
    }

    private mutating func suspendService(_ pid: ProcessID, in system: inout SystemState) {
        changeService(pid, from: .background, to: .suspended, .noAssertionLeft, in: &system)
        let idle = system.rulebook.notificationServiceIdleSeconds
        setServiceDeadline(.idleEnds, at: system.now + idle, of: pid, in: &system)
    }

    private mutating func changeService(
        _ pid: ProcessID,
        from: ProcessState,
        to: ProcessState,
        _ reason: ProcessChange.Reason,
        in system: inout SystemState
    ) {
        writeOfService(pid, .process(ProcessChange(from: from, to: to, reason: reason)), in: &system)
    }

    // MARK: Deadlines

    private func setServiceDeadline(
        _ kind: NotificationServiceDeadline,
        at instant: Instant,
        of pid: ProcessID,
        in system: inout SystemState
    ) {
        let cause = system.lastSequence
        system.deadlines.set(.notificationService(pid, kind), at: instant, cause: cause)
    }

    func cancelServiceDeadlines(of pid: ProcessID, in system: inout SystemState) {
        system.deadlines.cancel { if case .notificationService(pid, _) = $0 { true } else { false } }
    }

    // MARK: Explanation

    /// What the extension does, as a sentence; nil when it does not run.
    func serviceSentence(in system: SystemState) -> Sentence? {
        guard let service = notificationService, let process = service.process else { return nil }
        guard let request = process.request else {
            return """
                its notification service extension, process \(process.pid, as: "pid"), is suspended and waits for another \
                notification
                """
        }
        let end = request.startedAt + system.rulebook.serviceLimit(of: request.handler)
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
}

/// What the code of a notification service extension does next.
enum NotificationServiceStep: Hashable, Sendable {
    /// Nothing for now.
    case wait
    case act(Action)
    case callContentHandler(Value)
    /// It returns from the handler, and has not called its content handler.
    case handlerReturns
}

extension Rulebook {
    /// How long a handler of the extension has to call its content handler.
    func serviceLimit(of handler: CallbackName) -> Milliseconds {
        handler == .serviceExtensionTimeWillExpire
            ? self.notificationServiceExpirationSeconds : self.notificationServiceLimitSeconds
    }
}

/// What will happen to a notification service extension by itself.
enum NotificationServiceDeadline: String, Hashable, Codable, Sendable {
    /// The entry of its behaviour has taken its time.
    case entryEnds
    /// It has had the time that it has for a notification.
    case timeExpires
    /// It was told that its time is over, and has had the time that is left then.
    case expirationEnds
    /// It has had nothing to do for so long that the system ends it.
    case idleEnds
}
