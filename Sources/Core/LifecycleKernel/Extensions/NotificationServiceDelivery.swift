/// Notifications that an app's notification service extension may change before they are shown. Source: facts 10.4.
///
/// The extension's process is independent of the app's: neither is launched, resumed or ended with the other.
extension Device {
    /// Shows a notification, or first hands it to the app's extension.
    mutating func present(_ notification: RemoteNotification, _ index: Int) {
        guard let service = apps[index].manifest.notificationService else {
            return carryOut(apps[index].show(notification, in: &system), of: index)
        }
        switch NotificationServicePolicy.decide(apps[index].serviceFacts(notification)) {
        case .handle: beginRequest(notification, service, index)
        case .wait:
            apps[index].writeVerdict(.held, on: notification, Refusal(.extensionBusy), ofService: nil, in: &system)
            apps[index].keepForService(notification)
        case .showUnchanged(let reason):
            apps[index].writeVerdict(.refused, on: notification, Refusal(reason), ofService: nil, in: &system)
            carryOut(apps[index].show(notification, in: &system), of: index)
        }
    }

    /// Called when a deadline of an extension is due.
    mutating func handle(_ deadline: NotificationServiceDeadline, ofService pid: ProcessID) {
        guard let index = index(ofServiceProcess: pid) else { return }
        switch deadline {
        case .entryEnds:
            apps[index].serviceEntryHasTakenItsTime()
            runService(index)
        case .timeExpires: serviceTimeExpires(pid, index)
        case .expirationEnds: carryOut(apps[index].endOverdueService(), of: index)
        case .idleEnds: endService(index, Termination(.system, explanation: "the extension had nothing to do"))
        }
    }

    /// The index of the app whose notification service extension has this process.
    func index(ofServiceProcess pid: ProcessID) -> Int? {
        for index in apps.indices where apps[index].hasServiceProcess(withID: pid) { return index }
        return nil
    }

    // MARK: Handling

    private mutating func beginRequest(
        _ notification: RemoteNotification,
        _ service: NotificationServiceExtension,
        _ index: Int
    ) {
        let pid = apps[index].wakeService(for: notification, service, in: &system)
        carryOut(apps[index].serviceFootprintGrew(in: system), of: index)
        guard apps[index].hasServiceProcess(withID: pid) else { return }
        callService(.didReceiveNotificationRequest, index)
    }

    /// Calls a handler of an extension for the notification that it handles, and runs its code.
    private mutating func callService(_ name: CallbackName, _ index: Int) {
        if let excess = apps[index].callService(name, in: &system) { return carryOut(excess, of: index) }
        runService(index)
    }

    /// Runs the code of an extension until it takes time, waits, has called its content handler, or has ended.
    private mutating func runService(_ index: Int) {
        while true {
            switch apps[index].nextServiceStep(in: &system) {
            case .wait: return
            case .act(let action): carryOut(apps[index].performInService(action, in: &system), of: index)
            case .callContentHandler(let content):
                let excess = apps[index].beginServiceWork(writing: content.approximateSize, in: &system)
                guard excess == nil else { return carryOut(excess, of: index) }
                return contentHandlerCalled(with: content, index)
            case .handlerReturns: return carryOut(apps[index].serviceHandlerReturns(in: &system), of: index)
            }
        }
    }

    // MARK: Its code

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

    /// Shows a notification as the extension has changed it, and hands the extension the next one.
    private mutating func contentHandlerCalled(with content: Value, _ index: Int) {
        let pid = apps[index].notificationService?.process?.pid
        guard let pid, let notification = apps[index].finishRequest(with: content, in: &system) else { return }
        carryOut(apps[index].show(notification, in: &system), of: index)
        guard apps[index].hasServiceProcess(withID: pid), let process = apps[index].notificationService?.process
        else { return }
        if process.request != nil { return callService(.didReceiveNotificationRequest, index) }
        if let lock = process.fileLock { endService(index, .serviceHeldFileLock(since: lock), in: .background) }
    }

    /// Called when the time of an extension is over: it may call its content handler now, or it ends.
    private mutating func serviceTimeExpires(_ pid: ProcessID, _ index: Int) {
        if let excess = apps[index].callService(.serviceExtensionTimeWillExpire, in: &system) {
            return carryOut(excess, of: index)
        }
        let warned = system.lastSequence
        runService(index)
        // Even if the last handler has no time, the program that plays an attached app can complete it at this instant.
        guard system.rulebook.serviceLimit(of: .serviceExtensionTimeWillExpire) == 0,
            apps[index].hasServiceProcess(withID: pid),
            apps[index].notificationService?.process?.request?.callback == warned,
            apps[index].serviceCallbackToComplete != warned
        else { return }
        carryOut(apps[index].endOverdueService(), of: index)
    }

    // MARK: Ending

    /// Ends the process of an extension at once. The notification that it handles is shown as it came, when everything
    /// else is settled.
    ///
    /// - Parameter state: The state in which the process was, if that is not its present state.
    mutating func endService(_ index: Int, _ termination: Termination, in state: ProcessState? = nil) {
        guard var service = apps[index].notificationService, let process = service.process else { return }
        let state = state ?? process.state
        let callback = apps[index].uncompletedServiceCallback(in: system)
        let exit = termination.serviceExit(in: state, during: callback)
        var circumstances: DeathCircumstances?
        if exit.report != .none {
            let snapshot = exit.report == .jetsam ? jetsamSnapshot() : nil
            circumstances = apps[index].serviceCircumstances(process, termination, memory: snapshot, in: system)
        }
        let change = ProcessChange(from: state, to: .terminated, reason: .ended)
        apps[index].writeOfService(process.pid, .process(change), in: &system)
        apps[index].writeOfService(process.pid, .exit(exit), in: &system)
        circumstances?.exitSequence = system.lastSequence
        if let finding = termination.finding {
            apps[index].reportOfService(process.pid, finding, during: callback, in: &system)
        }
        apps[index].rememberService(process, exit, circumstances, in: &system)
        apps[index].cancelServiceDeadlines(of: process.pid, in: &system)
        service.process = nil
        if let request = process.request {
            service.abandoned.append(request.notification)
            let isTimeout = termination.finding?.code == .contentHandlerNotCalled
            apps[index].writeVerdict(
                isTimeout ? .expired : .failed,
                on: request.notification,
                Refusal(isTimeout ? .notCompleted : Verdict.Reason(endOfProcess: termination.reason)),
                ofService: process.pid,
                in: &system
            )
        }
        apps[index].notificationService = service
        ledgerChanged()
    }

    /// Ends an extension and drops what waits for it: its app is removed, or the device is switched off.
    mutating func dropService(_ index: Int, _ reason: TerminationReason) {
        guard apps[index].notificationService != nil else { return }
        endService(index, Termination(reason))
        guard let service = apps[index].notificationService else { return }
        apps[index].notificationService = nil
        let refusal = Refusal(Verdict.Reason(endOfProcess: reason))
        for notification in service.abandoned + service.waiting {
            apps[index].write(notification.verdict(.dropped, refusal), in: &system)
        }
    }

    /// Shows unchanged the notifications whose process ended before it had handled them. Another process handles those
    /// that wait. Called when everything else is settled.
    mutating func continueAfterService(_ index: Int) {
        guard var service = apps[index].notificationService, service.process == nil else { return }
        let abandoned = service.abandoned
        service.abandoned = []
        let next = service.waiting.isEmpty ? nil : service.waiting.removeFirst()
        apps[index].notificationService = service
        for notification in abandoned { carryOut(apps[index].show(notification, in: &system), of: index) }
        guard let next else { return }
        guard let declared = apps[index].manifest.notificationService else {
            return carryOut(apps[index].show(next, in: &system), of: index)
        }
        beginRequest(next, declared, index)
    }
}

/// The notification service extension of an attached app: a handler without a declared behavior is in flight until the
/// program that plays the app completes it. Source: rules 4.54.
extension App {
    /// The callback of the extension that waits for the program that plays this attached app; nil while none does.
    var serviceCallbackToComplete: SequenceNumber? {
        guard let request = notificationService?.process?.request, request.callback != 0, !request.hasReturned,
            !request.hangs, !manifest.isPlayedByService(request.handler)
        else { return nil }
        return request.callback
    }

    /// The callback that the program has not completed; nil also while its completion is applied.
    fileprivate func uncompletedServiceCallback(in system: SystemState) -> UncompletedCallback? {
        guard let sequence = serviceCallbackToComplete, !system.timeline.isCompleting(sequence),
            let handler = notificationService?.process?.request?.handler
        else { return nil }
        return UncompletedCallback(sequence: sequence, name: handler.rawValue)
    }

    /// The callback that the extension is in, as programs outside see it; nil before the first.
    func servicePendingCallback(in system: SystemState) -> PendingCallback? {
        guard let request = notificationService?.process?.request, request.callback != 0, !request.hasReturned
        else { return nil }
        let isRequest = request.handler == .didReceiveNotificationRequest
        return PendingCallback(
            sequence: request.callback,
            called: .callback(request.handler),
            applicationState: .background,
            scene: nil,
            delegateClass: nil,
            startedAt: request.startedAt,
            deadline: request.startedAt + system.rulebook.serviceLimit(of: request.handler),
            arguments: isRequest ? request.notification.arguments : []
        )
    }
}

extension Device {
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
                "aps is an object: the members of the payload's aps that change",
                field: "returns.aps"
            )
        case .some:
            throw Rejection(
                .invalidValue,
                "what the content handler is called with is an object: the members of the payload that change",
                field: "returns"
            )
        }
    }

    /// Completes a handler of an extension. The value that it returns is the content that the extension gives to its
    /// content handler.
    mutating func completeService(_ completion: Completion, _ index: Int) {
        guard let pid = apps[index].notificationService?.process?.pid else { return }
        for action in completion.actions {
            // The system may have ended the process after an action, and begun another.
            guard apps[index].hasServiceProcess(withID: pid) else { return }
            carryOut(apps[index].performInService(action, in: &system), of: index)
            if action == .hang { return }
        }
        guard apps[index].hasServiceProcess(withID: pid) else { return }
        if let content = completion.returns { return contentHandlerCalled(with: content, index) }
        carryOut(apps[index].serviceHandlerReturns(in: &system), of: index)
    }
}
