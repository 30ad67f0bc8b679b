/// Tasks of `BGTaskScheduler`: registered, asked for, launched, expired, completed. Sources: facts 2.3, 6.2.
extension Device {
    /// `BGTaskScheduler.register`: once for an identifier, and for most kinds only while the app launches; else it is an
    /// exception.
    mutating func register(
        _ identifier: String,
        _ kind: TaskRequest.Kind?,
        hasExpirationHandler: Bool,
        _ index: Int
    ) {
        if !self[process: index].isLaunching, !mayRegisterLate(identifier, kind, index) {
            end(
                index,
                .abnormal,
                explanation: "all launch handlers must be registered before application finishes launching"
            )
        } else if isRegistered(identifier, index) {
            end(index, .abnormal, explanation: "launch handler for task \(identifier) has already been registered")
        } else if let refusal = refusal(ofRegistering: identifier, kind, index) {
            write(verdict(.taskRequest, .refused, refusal, identifier), app: index)
        } else {
            self[process: index].work.registeredTasks.append(
                RegisteredTask(identifier: identifier, hasExpirationHandler: hasExpirationHandler)
            )
        }
    }

    private func isRegistered(_ identifier: String, _ index: Int) -> Bool {
        self[process: index].work.registeredTasks.contains { $0.identifier == identifier }
    }

    /// Whether a launch handler may be registered after the launch: that of a continued processing task. Where the app
    /// does not say which kind it is, what the Info.plist permits tells. Source: facts 6.2.
    private func mayRegisterLate(_ identifier: String, _ kind: TaskRequest.Kind?, _ index: Int) -> Bool {
        guard rulebook.holds(.continuedProcessingAvailable) else { return false }
        if let kind { return kind == .continuedProcessing }
        if permitsByPattern(identifier, index) { return true }
        return !declares(.fetch, index) && !declares(.processing, index)
    }

    private func refusal(ofRegistering identifier: String, _ kind: TaskRequest.Kind?, _ index: Int) -> Refusal? {
        if let refusal = refusal(ofIdentifier: identifier, kind, index) { return refusal }
        let count = self[process: index].work.registeredTasks.count
        guard count < BackgroundLimits.registeredTasks else {
            return Refusal(.tooManyRegisteredTasks, "the process has registered \(count) launch handlers")
        }
        return nil
    }

    // MARK: What the Info.plist permits

    /// Why the Info.plist does not permit an identifier, for a kind of task or for any.
    private func refusal(ofIdentifier identifier: String, _ kind: TaskRequest.Kind?, _ index: Int) -> Refusal? {
        guard let permitted = installed[index].manifest.infoPlist.permittedTaskIdentifiers else {
            return Refusal(.notPermitted, "the Info.plist has no BGTaskSchedulerPermittedIdentifiers")
        }
        if permitted.contains(identifier) { return nil }
        let mayBeContinued = kind == nil || kind == .continuedProcessing
        if mayBeContinued, permitsByPattern(identifier, index) { return nil }
        return Refusal(
            .notPermitted,
            "BGTaskSchedulerPermittedIdentifiers does not contain \(identifier); it contains "
                + (permitted.isEmpty ? "nothing" : permitted.prefix(3).joined(separator: ", "))
                + (permitted.count > 3 ? " and others" : "")
        )
    }

    /// Whether a pattern permits an identifier: the bundle identifier, a context and `.*`, for continued processing.
    /// Source: facts 6.2.
    private func permitsByPattern(_ identifier: String, _ index: Int) -> Bool {
        guard rulebook.holds(.continuedProcessingAvailable) else { return false }
        let start = installed[index].manifest.bundleID + "."
        let patterns = installed[index].manifest.infoPlist.permittedTaskIdentifiers ?? []
        return patterns.contains { pattern in
            guard pattern.hasSuffix(".*") else { return false }
            let context = pattern.dropLast()
            return context.hasPrefix(start) && context.count > start.count && identifier.hasPrefix(context)
                && identifier.count > context.count
        }
    }

    // MARK: Submitting

    /// `BGTaskScheduler.submit`. Whether this process has registered a handler is looked at first: from iOS 26 on it is
    /// an exception if it has not. Source: facts 10.3.
    mutating func submit(_ request: TaskRequest, _ index: Int) {
        if rulebook.holds(.submitNeedsRegistration), !isRegistered(request.identifier, index) {
            end(
                index,
                .abnormal,
                explanation: "no launch handler registered for task with identifier \(request.identifier): "
                    + "it was submitted without a registration"
            )
            return
        }
        if let refusal = refusal(of: request, index) {
            write(verdict(.taskRequest, .refused, refusal, request.identifier), app: index)
            return
        }
        if let place = installed[index].background.requests.firstIndex(where: {
            $0.request.identifier == request.identifier
        }) {
            installed[index].background.requests.remove(at: place)
            write(verdict(.taskRequest, .replaced, nil, request.identifier), app: index)
        }
        write(verdict(.taskRequest, .accepted, nil, request.identifier), app: index)
        if let mode = request.kind.mode { noteUse(of: mode, index) }
        // What the user waits for in front has no earliest date. Source: facts 6.2.
        let delay = request.kind == .continuedProcessing ? 0 : request.earliestBeginAfter + schedulerDelay()
        installed[index].background.requests.append(
            PendingRequest(request: request, earliest: now + delay, cause: lastSequence)
        )
    }

    /// The error of `BGTaskScheduler.submit`. Source: facts 6.2.
    private func refusal(of request: TaskRequest, _ index: Int) -> Refusal? {
        guard rulebook[.processingTaskLimitSeconds] != nil else {
            return Refusal(.unavailable, "this system has no BGTaskScheduler")
        }
        guard request.kind != .continuedProcessing || rulebook.holds(.continuedProcessingAvailable) else {
            return Refusal(.unavailable, "this system has no continued processing")
        }
        guard isRefreshOn(index) else { return Refusal(.unavailable, refreshSwitch(index)) }
        if let refusal = refusal(ofIdentifier: request.identifier, request.kind, index) { return refusal }
        if let mode = request.kind.mode, !declares(mode, index) {
            return Refusal(.notPermitted, Refusal.missing(mode).detail)
        }
        if request.kind == .continuedProcessing, !isInFront(index) {
            return Refusal(.notInForeground, "continued processing is submitted while the app is in front")
        }
        let others = installed[index].background.requests.count {
            $0.request.kind == request.kind && $0.request.identifier != request.identifier
        }
        guard others < request.kind.pendingLimit else {
            return Refusal(.tooManyPendingTaskRequests, "\(others) of kind \(request.kind.rawValue) are pending")
        }
        return nil
    }

    /// Whether the system would launch a task now, its earliest date apart.
    func isEligible(_ request: TaskRequest, _ index: Int) -> Bool {
        guard rulebook.letsSystemDecide, mayLaunchInBackground, !isEnding(index),
            request.kind == .continuedProcessing || !isInFront(index),
            !request.requiresNetworkConnectivity || conditions.network != .none,
            !request.requiresExternalPower || conditions.isCharging, !isAtWakeLimit(index)
        else { return false }
        switch request.kind {
        case .appRefresh:
            return isRefreshOn(index) && !conditions.isLowPowerMode
                && !installed[index].isForceQuit
        case .processing:
            return conditions.isIdle && (!installed[index].isForceQuit || rulebook.holds(.processingTaskAfterForceQuit))
        case .continuedProcessing:
            return !installed[index].isForceQuit
        }
    }

    // MARK: Running

    /// Launches or resumes the app for a task that it asked for.
    mutating func launchTask(_ identifier: String, _ index: Int) {
        guard
            let place = installed[index].background.requests.firstIndex(where: { $0.request.identifier == identifier })
        else {
            return
        }
        let request = installed[index].background.requests.remove(at: place).request
        let limit = rulebook.milliseconds(request.kind.limit)
        guard let assertion = run(index, for: .backgroundTask, holding: .backgroundTaskScheduler, lasting: limit) else {
            write(verdict(.taskRequest, .failed, .processEnded, identifier), app: index)
            return
        }
        self[process: index].work.runningTasks.append(
            RunningTask(
                identifier: identifier,
                kind: request.kind,
                assertion: assertion,
                // The record of the verdict is the next one.
                launchedBy: lastSequence + 1
            )
        )
        write(verdict(.taskRequest, .launched, nil, identifier), app: index)
        enqueue([.launchTask(identifier)], index)
        pump(index)
    }

    /// Whether the launch handler is called; a process that registered none is ended by the framework.
    mutating func mayCallLaunchHandler(_ identifier: String, _ index: Int) -> Bool {
        guard self[process: index].work.registeredTasks.contains(where: { $0.identifier == identifier }) else {
            end(index, .abnormal, explanation: "no launch handler registered for task with identifier \(identifier)")
            return false
        }
        return self[process: index].work.runningTasks.contains { $0.identifier == identifier }
    }

    /// A task has used its time, or the user needs the device.
    mutating func expire(_ task: RunningTask, _ index: Int) {
        guard let place = self[process: index].work.runningTasks.firstIndex(of: task), !task.hasExpired else { return }
        let isHandled = self[process: index].work.registeredTasks.contains {
            $0.identifier == task.identifier && $0.hasExpirationHandler
        }
        guard isHandled else {
            // Without an expiration handler the system marks it as failed. Source: facts 2.3.
            finish(task, success: false, detail: "it expired, and has no expirationHandler", index)
            foundWithoutExpirationHandler(task, index)
            return
        }
        self[process: index].work.runningTasks[place].hasExpired = true
        prolong(task.assertion, by: rulebook.milliseconds(.taskExpirationGraceSeconds), index)
        enqueue([.expireTask(task.identifier)], index)
    }

    private mutating func foundWithoutExpirationHandler(_ task: RunningTask, _ index: Int) {
        found(
            .backgroundTaskWithoutExpirationHandler,
            "the task \(task.identifier) of BGTaskScheduler expired, and has no expirationHandler",
            evidence: [task.launchedBy, lastSequence],
            index
        )
    }

    mutating func expireProcessingTasks() {
        for index in installed.indices {
            guard installed[index].process != nil, !self[process: index].work.isBlank else { continue }
            let tasks = self[process: index].work.runningTasks
            for task in tasks where task.kind == .processing { expire(task, index) }
            if !tasks.isEmpty { pump(index) }
        }
    }

    /// `setTaskCompleted(success:)`: for the task named; without a name for that of the handler in flight, and outside of
    /// the handlers of tasks for the one that runs longest.
    mutating func completeTask(_ identifier: String?, success: Bool, _ index: Int) {
        guard let identifier = identifier ?? taskOfHandlerInFlight(index) else {
            if let task = self[process: index].work.runningTasks.first { finish(task, success: success, index) }
            return
        }
        if let task = self[process: index].work.runningTasks.first(where: { $0.identifier == identifier }) {
            finish(task, success: success, index)
        } else {
            let refusal = Refusal(.unknownTask, "no task of this identifier runs")
            write(verdict(.taskRequest, .refused, refusal, identifier), app: index)
        }
    }

    /// The identifier of the task whose handler the main thread is in.
    private func taskOfHandlerInFlight(_ index: Int) -> String? {
        guard let handler = self[process: index].runLoop.inFlight,
            handler.name == .launchHandler || handler.name == .taskExpirationHandler,
            case .string(let identifier)? = handler.arguments.first(where: { $0.name == "identifier" })?.value
        else { return nil }
        return identifier
    }

    /// The system suspends the process in the middle of its tasks: they are over, without success.
    mutating func failRunningTasks(_ index: Int) {
        for task in self[process: index].work.runningTasks {
            finish(task, success: false, detail: "the system suspended the process", index)
        }
    }

    /// The process has ended in the middle of its tasks.
    mutating func failTasksOfEndedProcess(_ reason: TerminationReason, _ index: Int) {
        guard !self[process: index].work.isBlank else { return }
        for task in self[process: index].work.runningTasks {
            write(verdict(.taskRequest, .failed, Verdict.Why(endOfProcess: reason), task.identifier), app: index)
        }
    }

    /// The assertion of a task has ended, and the task was never completed.
    mutating func failUncompletedTask(_ assertion: Assertion, _ index: Int) {
        guard let task = self[process: index].work.runningTasks.first(where: { $0.assertion == assertion.number })
        else {
            return
        }
        self[process: index].work.runningTasks.removeAll { $0.assertion == assertion.number }
        let refusal = Refusal(.notCompleted, "setTaskCompleted(success:) was not called after it expired")
        write(verdict(.taskRequest, .failed, refusal, task.identifier), app: index)
    }

    private mutating func finish(_ task: RunningTask, success: Bool, detail: String? = nil, _ index: Int) {
        self[process: index].work.runningTasks.removeAll { $0.assertion == task.assertion }
        let decision = success ? Verdict.Decision.completed : .failed
        write(verdict(.taskRequest, decision, nil, task.identifier, detail: detail), app: index)
        if let assertion = self[process: index].assertions.first(where: { $0.number == task.assertion }) {
            drop(assertion, .released, of: index)
        }
    }

    mutating func cancelRequest(_ identifier: String, _ index: Int) {
        cancelRequests(.byTheApp, index) { $0.identifier == identifier }
    }

    /// Takes requests back, each with its verdict.
    mutating func cancelRequests(_ why: Verdict.Why, _ index: Int, where fits: (TaskRequest) -> Bool = { _ in true }) {
        for pending in installed[index].background.requests where fits(pending.request) {
            installed[index].background.requests.removeAll { $0.request.identifier == pending.request.identifier }
            write(verdict(.taskRequest, .cancelled, why, pending.request.identifier), app: index)
        }
    }
}

extension TaskRequest.Kind {
    /// How many requests of the kind an app may have pending. Source: facts 6.2.
    fileprivate var pendingLimit: Int {
        switch self {
        case .appRefresh: 1
        case .processing, .continuedProcessing: 10
        }
    }

    /// The background mode that it needs.
    fileprivate var mode: BackgroundMode? {
        switch self {
        case .appRefresh: .fetch
        case .processing: .processing
        case .continuedProcessing: nil
        }
    }

    /// The rule that says how long a task of the kind runs.
    fileprivate var limit: RuleKey {
        switch self {
        case .appRefresh: .appRefreshTaskLimitSeconds
        case .processing: .processingTaskLimitSeconds
        case .continuedProcessing: .continuedProcessingTaskLimitSeconds
        }
    }
}
