/// Tasks of `BGTaskScheduler`: registered, asked for, launched, expired, completed. Sources: facts 2.3, 6.2.
extension Device {
    /// `BGTaskScheduler.register`: only while the app launches, and once for an identifier; else it is an exception.
    mutating func register(_ identifier: String, hasExpirationHandler: Bool, _ index: Int) {
        if !self[process: index].isLaunching {
            end(
                index,
                .abnormal,
                explanation: "all launch handlers must be registered before application finishes launching"
            )
        } else if self[process: index].work.registeredTasks.contains(where: { $0.identifier == identifier }) {
            end(index, .abnormal, explanation: "launch handler for task \(identifier) has already been registered")
        } else if !permits(identifier, index) {
            write(verdict(.taskRequest, .refused, .notPermitted, identifier), app: index)
        } else {
            self[process: index].work.registeredTasks.append(
                RegisteredTask(identifier: identifier, hasExpirationHandler: hasExpirationHandler)
            )
        }
    }

    private func permits(_ identifier: String, _ index: Int) -> Bool {
        installed[index].manifest.infoPlist.permittedTaskIdentifiers?.contains(identifier) == true
    }

    /// `BGTaskScheduler.submit`.
    mutating func submit(_ request: TaskRequest, _ index: Int) {
        if let why = refusal(of: request, index) {
            write(verdict(.taskRequest, .refused, why, request.identifier), app: index)
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
        let earliest = now + request.earliestBeginAfter + schedulerDelay()
        installed[index].background.requests.append(
            PendingRequest(request: request, earliest: earliest, cause: lastSequence)
        )
    }

    /// The error of `BGTaskScheduler.submit`. Source: facts 6.2.
    private func refusal(of request: TaskRequest, _ index: Int) -> Verdict.Why? {
        guard rulebook[.processingTaskLimitSeconds] != nil, isRefreshOn(index),
            request.kind != .continuedProcessing || rulebook.profile == .ios26
        else { return .unavailable }
        guard permits(request.identifier, index), request.kind.mode.map({ declares($0, index) }) ?? true else {
            return .notPermitted
        }
        let others = installed[index].background.requests.filter {
            $0.request.kind == request.kind && $0.request.identifier != request.identifier
        }
        return others.count < request.kind.pendingLimit ? nil : .tooManyPendingTaskRequests
    }

    /// Whether the system would launch a task now, its earliest date apart.
    func isEligible(_ request: TaskRequest, _ index: Int) -> Bool {
        guard rulebook.letsSystemDecide, mayLaunchInBackground, !isInFront(index),
            !isEnding(index),
            !request.requiresNetworkConnectivity || conditions.network != .none,
            !request.requiresExternalPower || conditions.isCharging
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
            write(verdict(.taskRequest, .failed, .processNotRunning, identifier), app: index)
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
            finish(task, success: false, index)
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

    /// `setTaskCompleted(success:)` for the task that runs longest.
    mutating func completeTask(success: Bool, _ index: Int) {
        guard let task = self[process: index].work.runningTasks.first else { return }
        finish(task, success: success, index)
    }

    /// The system suspends the process in the middle of its tasks: they are over, without success.
    mutating func failRunningTasks(_ index: Int) {
        for task in self[process: index].work.runningTasks { finish(task, success: false, index) }
    }

    private mutating func finish(_ task: RunningTask, success: Bool, _ index: Int) {
        self[process: index].work.runningTasks.removeAll { $0.assertion == task.assertion }
        write(verdict(.taskRequest, success ? .completed : .failed, nil, task.identifier), app: index)
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
        case .processing, .continuedProcessing: .processingTaskLimitSeconds
        }
    }
}
