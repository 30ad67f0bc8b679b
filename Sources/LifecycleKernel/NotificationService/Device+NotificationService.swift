/// Notifications that an app's notification service extension may change before they are shown. Source: facts 10.4.
///
/// Its process is none of the app's: neither is launched, resumed or ended with the other.
extension Device {
    /// Shows a notification, or first hands it to the app's extension.
    mutating func present(_ notification: RemoteNotification, _ index: Int) {
        guard let service = apps[index].manifest.notificationService else { return show(notification, index) }
        switch NotificationServicePolicy.decide(apps[index].serviceFacts(notification)) {
        case .handle: beginRequest(notification, service, index)
        case .wait:
            apps[index].writeVerdict(.held, on: notification, Refusal(.extensionBusy), ofService: nil, in: &system)
            var kept = apps[index].notificationService ?? NotificationService()
            kept.waiting.append(notification)
            apps[index].notificationService = kept
        case .showUnchanged(let reason):
            apps[index].writeVerdict(.refused, on: notification, Refusal(reason), ofService: nil, in: &system)
            show(notification, index)
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
        case .expirationEnds: endOverdueService(index)
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
        serviceFootprintGrew(index)
        guard apps[index].hasServiceProcess(withID: pid) else { return }
        callService(index)
    }

    private mutating func callService(_ index: Int) {
        apps[index].callService(.didReceiveNotificationRequest, in: &system)
        runService(index)
    }

    /// Runs the code of an extension until it takes time, waits, has called its content handler, or has ended.
    private mutating func runService(_ index: Int) {
        while true {
            switch apps[index].nextServiceStep(in: &system) {
            case .wait: return
            case .act(let action): perform(action, byServiceOf: index)
            case .callContentHandler(let content): return contentHandlerCalled(with: content, index)
            case .giveUp: return endOverdueService(index)
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
                "the notification service extension of \(bundleID) has no process: a push with an alert and "
                    + "mutable-content launches it",
                state: ProcessState.notRunning.rawValue
            )
        }
        guard process.state != .suspended else {
            throw Rejection(
                .processSuspended,
                "the notification service extension of \(bundleID) is suspended until there is another notification",
                state: ProcessState.suspended.rawValue
            )
        }
        return index
    }

    /// Performs an action of an extension's code.
    mutating func perform(_ action: Action, byServiceOf index: Int) {
        switch ServiceAction(action) {
        case .allocate(let bytes):
            apps[index].changeServiceFootprint(by: bytes)
            serviceFootprintGrew(index)
        case .free(let bytes):
            apps[index].changeServiceFootprint(by: -bytes)
            ledgerChanged()
        case .log(let message):
            guard let pid = apps[index].notificationService?.process?.pid else { return }
            apps[index].writeOfService(pid, .log(message: message), in: &system)
        case .holdFileLock: apps[index].serviceTakesFileLock()
        case .releaseFileLock: apps[index].serviceReleasesFileLock()
        case .hang: apps[index].serviceHangs(in: &system)
        case .crash(let exception): endService(index, Termination(exception.reason))
        case .exit: endService(index, Termination(.normal))
        case .work, nil: break
        }
    }

    /// Shows what the extension has made of a notification; it is called with the next one.
    mutating func contentHandlerCalled(with content: Value, _ index: Int) {
        let pid = apps[index].notificationService?.process?.pid
        guard let pid, let notification = apps[index].finishRequest(with: content, in: &system) else { return }
        show(notification, index)
        guard apps[index].hasServiceProcess(withID: pid), let process = apps[index].notificationService?.process
        else { return }
        if process.request != nil { return callService(index) }
        if let lock = process.fileLock { endServiceWithFileLock(lock, index) }
    }

    /// Ends an extension that was to be suspended while it holds a lock on a file. Source: facts 4.2.
    private mutating func endServiceWithFileLock(_ record: SequenceNumber, _ index: Int) {
        let finding = Finding(
            code: .fileLockHeldAtSuspend,
            detail: "the notification service extension held a lock on a file in a shared container when it was to be "
                + "suspended",
            evidence: [record]
        )
        endService(index, Termination(.suspendedWithLockedFile, finding: finding), in: .background)
    }

    /// An extension has had its time: it may call its content handler now, or is ended.
    private mutating func serviceTimeExpires(_ pid: ProcessID, _ index: Int) {
        let left = system.rulebook.milliseconds(.notificationServiceExpirationSeconds)
        apps[index].callService(.serviceExtensionTimeWillExpire, in: &system)
        let warned = system.lastSequence
        apps[index].setServiceDeadline(.expirationEnds, at: system.now + left, of: pid, in: &system)
        runService(index)
        // Without any time, the program that plays an attached app still has this instant.
        guard left == 0, apps[index].hasServiceProcess(withID: pid),
            apps[index].notificationService?.process?.request?.callback == warned,
            apps[index].serviceCallbackToComplete != warned
        else { return }
        endOverdueService(index)
    }

    /// Ends an extension that has not called its content handler, though it was told that its time is over.
    mutating func endOverdueService(_ index: Int) {
        guard let request = apps[index].notificationService?.process?.request else { return }
        let finding = Finding(
            code: .contentHandlerNotCalled,
            detail: "the notification service extension had not called its content handler when its time was over",
            evidence: [request.requestCallback ?? 0, request.callback]
        )
        let explanation = "the notification service extension did not call its content handler in time"
        endService(index, Termination(.system, explanation: explanation, finding: finding))
    }

    // MARK: Memory

    /// The process of an extension has grown: beyond its limit it is ended at once.
    private mutating func serviceFootprintGrew(_ index: Int) {
        guard system.rulebook.holds(.jetsamEnabled), let process = apps[index].notificationService?.process else {
            return
        }
        let limit = ByteCount.mebibytes(Int64(system.rulebook.count(.notificationServiceMemoryLimitMebibytes)))
        guard process.footprintBytes > limit else { return ledgerChanged() }
        let detail = "the notification service extension took \(process.footprintBytes) bytes, and may take \(limit)"
        let finding = Finding(
            code: .extensionMemoryExceeded,
            detail: detail,
            evidence: [process.request?.callback ?? 0]
        )
        endService(index, Termination(.memoryResourceLimit, finding: finding))
    }

    // MARK: Ending

    /// Ends the process of an extension at once. The notification that it handles is shown as it came, when everything
    /// else is settled.
    ///
    /// - Parameter state: The state in which it was, if that is not the one that it is in.
    mutating func endService(_ index: Int, _ termination: Termination, in state: ProcessState? = nil) {
        guard var service = apps[index].notificationService, let process = service.process else { return }
        let state = state ?? process.state
        let callback = apps[index].uncompletedServiceCallback(in: system)
        let exit = termination.serviceExit(in: state, during: callback)
        var circumstances = exit.report == .none ? nil : serviceCircumstances(of: index, process, exit, termination)
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

    /// Shows what an extension did not live to handle as it came, and lets another process handle what waits. Called when
    /// everything else is settled.
    mutating func continueAfterService(_ index: Int) {
        guard var service = apps[index].notificationService, service.process == nil else { return }
        let abandoned = service.abandoned
        service.abandoned = []
        let next = service.waiting.isEmpty ? nil : service.waiting.removeFirst()
        apps[index].notificationService = service
        for notification in abandoned { show(notification, index) }
        guard let next else { return }
        guard let declared = apps[index].manifest.notificationService else { return show(next, index) }
        beginRequest(next, declared, index)
    }
}
