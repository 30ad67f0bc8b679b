/// Notifications that an app's notification service extension may change before they are shown. Source: facts 10.4.
///
/// The extension's process is independent of the app's: neither is launched, resumed or ended with the other.
extension Device {
    /// Shows a notification, or first hands it to the app's extension.
    mutating func present(_ notification: RemoteNotification, _ index: Int) {
        guard let service = apps[index].manifest.notificationService else {
            return carryOut(apps[index].show(notification, in: &system), of: index)
        }
        func verdict(_ decision: Verdict.Decision, _ reason: Verdict.Reason) -> Record.Body {
            notification.verdict(decision, Refusal(reason), by: .notificationService)
        }
        switch NotificationServicePolicy.decide(apps[index].serviceFacts(notification)) {
        case .handle: beginRequest(notification, service, index)
        case .wait:
            apps[index].write(verdict(.held, .extensionBusy), in: &system)
            var kept = apps[index].notificationService ?? NotificationService()
            kept.waiting.append(notification)
            apps[index].notificationService = kept
        case .showUnchanged(let reason):
            apps[index].write(verdict(.refused, reason), in: &system)
            carryOut(apps[index].show(notification, in: &system), of: index)
        }
    }

    /// Shows unchanged the notifications whose process ended before it had handled them. Another process handles those
    /// that wait. Called when everything else is settled.
    mutating func continueAfterService(_ index: Int) {
        guard var kept = apps[index].notificationService, kept.process == nil else { return }
        let abandoned = kept.abandoned
        kept.abandoned = []
        let next = kept.waiting.isEmpty ? nil : kept.waiting.removeFirst()
        apps[index].notificationService = kept
        for notification in abandoned { carryOut(apps[index].show(notification, in: &system), of: index) }
        guard let next else { return }
        guard let service = apps[index].manifest.notificationService else {
            return carryOut(apps[index].show(next, in: &system), of: index)
        }
        beginRequest(next, service, index)
    }

    private mutating func beginRequest(
        _ notification: RemoteNotification,
        _ service: NotificationServiceExtension,
        _ index: Int
    ) {
        let pid = apps[index].wakeService(for: notification, service, in: &system)
        carryOut(apps[index].serviceFootprintGrew(in: system), of: index)
        if apps[index].hasServiceProcess(withID: pid) { callService(.didReceiveNotificationRequest, index) }
    }

    /// The index of the app whose notification service extension has this process.
    func index(ofServiceProcess pid: ProcessID) -> Int? {
        for index in apps.indices where apps[index].hasServiceProcess(withID: pid) { return index }
        return nil
    }

    /// Called when a deadline of the process of an extension is due.
    mutating func handle(_ deadline: ProcessDeadline, ofServiceOf index: Int) {
        switch deadline {
        case .handlerEntryEnds:
            apps[index].serviceProcess?.runLoop.entryHasTakenItsTime()
            runService(index)
        case .contentHandlerLimit: contentHandlerLimitReached(index)
        case .extensionIdleLimit:
            endService(index, Termination(.system, explanation: "the extension had nothing to do"))
        default: break  // Of an app's process.
        }
    }

    // MARK: Its code

    /// Calls a handler of an extension for the notification that it handles, and runs its code.
    private mutating func callService(_ name: CallbackName, _ index: Int) {
        if let excess = apps[index].callService(name, in: &system) { return carryOut(excess, of: index) }
        runService(index)
    }

    /// Runs the handler in flight of a simulated extension until it takes time or returns, or its process ends.
    private mutating func runService(_ index: Int) {
        while let process = apps[index].serviceProcess, let handler = process.runLoop.progress,
            apps[index].manifest.isPlayed(handler.name)
        {
            switch apps[index].manifest.notificationService?.behavior.entry(handler.entry, of: handler.name) {
            case .act(_, let takes)? where takes > 0 && !handler.entryHasTakenItsTime:
                let end = system.now + takes
                return system.deadlines.set(.handlerEntryEnds, of: process.pid, at: end, cause: system.lastSequence)
            case .act(let action, _)?:
                apps[index].serviceProcess?.runLoop.finishEntry()
                carryOut(apps[index].performInService(action, in: &system), of: index)
            case .returns(let content)?: return callContentHandler(with: content, index)
            // A handler without declared code calls the content handler at once, and changes nothing.
            case nil where handler.entry == 0 && handler.name == .didReceiveNotificationRequest:
                return callContentHandler(with: .object([]), index)
            case nil: return returnFromService(calling: nil, index)
            }
        }
    }

    /// A simulated extension calls its content handler.
    private mutating func callContentHandler(with content: Value, _ index: Int) {
        if let excess = apps[index].beginServiceWork(writing: content.approximateSize, in: &system) {
            return carryOut(excess, of: index)
        }
        returnFromService(calling: content, index)
    }

    /// Called when the handler in flight of an extension has called its content handler, or returns without having called
    /// it. After the first handler, the extension can call it only in the last one; after the last, not at all.
    ///
    /// - Parameter content: What it has called its content handler with; nil if it has not. The notification is shown
    ///   with the changes of that content, and the extension gets the next one.
    private mutating func returnFromService(calling content: Value?, _ index: Int) {
        guard let pid = apps[index].serviceProcess?.pid,
            let handler = apps[index].returnFromServiceHandler(with: content, in: &system)
        else { return }
        guard let content else {
            if handler.name == .serviceExtensionTimeWillExpire { endOverdueService(index) }
            return
        }
        guard let notification = apps[index].finishRequest(in: &system) else { return }
        carryOut(apps[index].show(notification.changed(by: content), in: &system), of: index)
        guard let process = apps[index].serviceProcess, process.pid == pid else { return }
        if process.request != nil { return callService(.didReceiveNotificationRequest, index) }
        if let lock = process.fileLock { endService(index, .serviceHeldFileLock(since: lock)) }
    }

    /// Called when the time of an extension is over: it may call its content handler now, or it ends.
    private mutating func contentHandlerLimitReached(_ index: Int) {
        guard apps[index].serviceProcess?.request?.callbacks.count == 1 else { return endOverdueService(index) }
        callService(.serviceExtensionTimeWillExpire, index)
        // Even if the last handler has no time, the program that plays an attached app can complete it at this instant.
        if system.rulebook.serviceLimit(of: .serviceExtensionTimeWillExpire) == 0,
            apps[index].serviceProcess?.request?.callbacks.count == 2, apps[index].serviceCallbackToComplete == nil
        {
            endOverdueService(index)
        }
    }

    // MARK: Inputs

    /// Returns the index of an app whose extension handles a notification, so that its code can do something.
    ///
    /// - Throws: `unknown-app`, `process-not-running`, `process-suspended`; `invalid-value` for what its code cannot do.
    func requireRunningService(of bundleID: BundleID, for action: Action) throws(Rejection) -> Int {
        let index = try requireInstalled(bundleID)
        try NotificationServiceExtension.check(action, at: "action")
        guard let process = apps[index].notificationService?.process else {
            throw Rejection(
                .processNotRunning,
                """
                the notification service extension of \(bundleID, as: "bundleID") has no process: a push with an \
                alert and mutable-content launches it
                """,
                state: ProcessState.notRunning.rawValue
            )
        }
        guard process.state != .suspended else {
            throw Rejection(
                .processSuspended,
                """
                the notification service extension of \(bundleID, as: "bundleID") is suspended until there is \
                another notification
                """,
                state: ProcessState.suspended.rawValue
            )
        }
        return index
    }

    /// Checks the completion of a callback of an extension, whose code can do less than an app's.
    func checkServiceCompletion(_ completion: Completion) throws(Rejection) {
        for (index, action) in completion.actions.enumerated() {
            try NotificationServiceExtension.check(action, at: "actions[\(index)].action")
        }
        switch completion.returns {
        case nil: return
        case .some(let content) where content.isNotificationContent: return
        case .some(.object):
            throw Rejection(
                .invalidValue,
                "aps must be an object with the members of the payload's aps that change",
                field: "returns.aps"
            )
        case .some:
            throw Rejection(
                .invalidValue,
                "returns must be an object with the members of the payload that change",
                field: "returns"
            )
        }
    }

    /// Completes a handler of an extension. The value that it returns is the content that the extension gives to its
    /// content handler.
    mutating func completeService(_ completion: Completion, _ index: Int) {
        guard let pid = apps[index].serviceProcess?.pid else { return }
        // The system may have ended the process after an action, and begun another.
        for action in completion.actions where apps[index].hasServiceProcess(withID: pid) {
            carryOut(apps[index].performInService(action, in: &system), of: index)
            if action == .hang { return }
        }
        if apps[index].hasServiceProcess(withID: pid) { returnFromService(calling: completion.returns, index) }
    }
}

extension App {
    /// Launches or resumes the process of the extension for a notification. None of its code has run yet.
    ///
    /// - Returns: The process.
    fileprivate mutating func wakeService(
        for notification: RemoteNotification,
        _ service: NotificationServiceExtension,
        in system: inout SystemState
    ) -> ProcessID {
        let change: ProcessChange
        var kept = notificationService ?? NotificationService()
        var process: NotificationServiceProcess
        if let suspended = kept.process {
            process = suspended
            system.deadlines.cancel(of: process.pid)
            change = ProcessChange(from: .suspended, to: .background, reason: .resumed)
        } else {
            let pid = system.counters.nextPID()
            process = NotificationServiceProcess(pid: pid, footprintBytes: service.footprintBytes, at: system.now)
            change = ProcessChange(
                from: .notRunning,
                to: .background,
                reason: .launch,
                launchReason: .notificationService
            )
        }
        process.request = NotificationServiceProcess.Request(notification: notification)
        kept.process = process
        notificationService = kept
        writeOfService(.process(change), in: &system)
        return process.pid
    }

    /// Calls a handler of the extension for the notification that it handles. `serviceExtensionTimeWillExpire()`
    /// replaces a first handler that has not returned. If the code of the extension has done too much at one instant,
    /// its process ends instead.
    fileprivate mutating func callService(_ name: CallbackName, in system: inout SystemState) -> AppEffect? {
        guard let process = serviceProcess, let notification = process.request?.notification else { return nil }
        if let excess = beginServiceWork(writing: notification.payload.approximateSize, in: &system) { return excess }
        let mark = system.timeline.bytesWritten
        let limit = system.rulebook.serviceLimit(of: name)
        let callback = Callback(
            name: name,
            applicationState: .background,
            arguments: name == .didReceiveNotificationRequest ? notification.arguments : [],
            limit: limit
        )
        let record = writeOfService(.callback(callback), in: &system)
        // Otherwise the deadline of an entry of the first handler would end an entry of the last one.
        system.deadlines.cancel(of: process.pid) { $0 == .handlerEntryEnds }
        let handler = HandlerInFlight(
            subject: .callback(name, record: record, nil),
            startedAt: system.now,
            cpuTimeBefore: 0
        )
        serviceProcess?.runLoop.begin(handler)
        serviceProcess?.request?.callbacks.append(record)
        notificationService?.workBudget.count(since: mark, on: system.timeline)
        system.deadlines.set(.contentHandlerLimit, of: process.pid, at: system.now + limit, cause: record)
        return nil
    }

    /// Counts something that the code of the extension is about to do.
    ///
    /// - Returns: What ends its process instead, if its code has done too much at one instant; nil if it may go on.
    fileprivate mutating func beginServiceWork(writing bytes: Int = 0, in system: inout SystemState) -> AppEffect? {
        let excess = notificationService?.workBudget.begin(writing: bytes, on: &system.timeline)
        return excess.flatMap { $0 }.map { .endService($0.termination) }
    }

    /// Performs an action of an extension's code. If that has done too much at one instant, ends its process instead.
    mutating func performInService(_ action: Action, in system: inout SystemState) -> AppEffect? {
        if let excess = beginServiceWork(in: &system) { return excess }
        switch action {
        case .allocate(let bytes):
            serviceProcess?.changeFootprint(by: bytes)
            return serviceFootprintGrew(in: system)
        case .free(let bytes):
            serviceProcess?.changeFootprint(by: -bytes)
            return .memoryChanged
        case .log(let message):
            let mark = system.timeline.bytesWritten
            writeOfService(.log(message: message), in: &system)
            notificationService?.workBudget.count(since: mark, on: system.timeline)
        case .holdFileLock:
            if let process = serviceProcess, process.fileLock == nil {
                serviceProcess?.fileLock = process.request?.callbacks.last
            }
        case .releaseFileLock: serviceProcess?.fileLock = nil
        case .hang:
            serviceProcess?.runLoop.hang()
            if let pid = serviceProcess?.pid { system.deadlines.cancel(of: pid) { $0 == .handlerEntryEnds } }
        case .crash(let exception, let message, let signature):
            return .endService(Termination(exception.reason, explanation: message, signature: signature))
        case .exit: return .endService(Termination(.normal))
        default: break  // Work, which takes time only. Nothing else is permitted.
        }
        return nil
    }

    /// Ends the handler in flight.
    ///
    /// - Parameter content: What it has called its content handler with; nil if it has not.
    fileprivate mutating func returnFromServiceHandler(
        with content: Value?,
        in system: inout SystemState
    ) -> HandlerInFlight? {
        serviceProcess?.runLoop.setResult(content)
        guard let handler = serviceProcess?.runLoop.takeHandler() else { return nil }
        if let returned = handler.returned(at: system.now) { writeOfService(returned, in: &system) }
        return handler
    }

    /// Called when the extension has called its content handler. Its process is suspended if no notification waits,
    /// unless it holds a file lock.
    ///
    /// - Returns: The notification to show.
    fileprivate mutating func finishRequest(in system: inout SystemState) -> RemoteNotification? {
        guard var kept = notificationService, let process = kept.process, let request = process.request else {
            return nil
        }
        system.deadlines.cancel(of: process.pid)
        writeOfService(request.notification.verdict(.completed, by: .notificationService), in: &system)
        let next = kept.waiting.isEmpty ? nil : kept.waiting.removeFirst()
        kept.process?.request = next.map { NotificationServiceProcess.Request(notification: $0) }
        notificationService = kept
        if kept.process?.state == .suspended {
            let change = ProcessChange(from: .background, to: .suspended, reason: .noAssertionLeft)
            let record = writeOfService(.process(change), in: &system)
            let end = system.now + system.rulebook.notificationServiceIdleSeconds
            system.deadlines.set(.extensionIdleLimit, of: process.pid, at: end, cause: record)
        }
        return request.notification
    }

    /// Called when the process of an extension has grown. Beyond its limit it ends at once.
    fileprivate func serviceFootprintGrew(in system: SystemState) -> AppEffect? {
        guard system.rulebook.jetsamEnabled, let process = serviceProcess else { return nil }
        let limit = ByteCount.mebibytes(Int64(system.rulebook.notificationServiceMemoryLimitMebibytes))
        guard process.footprintBytes > limit else { return .memoryChanged }
        let detail: Sentence = """
            the notification service extension took \(process.footprintBytes.unitText, as: "amount") of memory, and may \
            take at most \(limit.unitText, as: "limit")
            """
        let finding = Finding(
            code: .extensionMemoryExceeded,
            detail: detail,
            evidence: [process.request?.callbacks.last ?? 0]
        )
        return .endService(Termination(.memoryResourceLimit, finding: finding))
    }
}

extension Rulebook {
    /// How long a handler of the extension has to call its content handler.
    fileprivate func serviceLimit(of handler: CallbackName) -> Milliseconds {
        handler == .serviceExtensionTimeWillExpire
            ? self.notificationServiceExpirationSeconds : self.notificationServiceLimitSeconds
    }
}
