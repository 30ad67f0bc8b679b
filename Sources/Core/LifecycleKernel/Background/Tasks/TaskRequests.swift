// Tasks of `BGTaskScheduler`: registered, requested, launched, expired, completed.
//
// A process registers a launch handler for an identifier; the app submits a request. The Scheduler launches the task
// when conditions allow (`TaskPolicy`), or an event launches it. An assertion holds the process meanwhile. When the
// time of a task is over, the system calls its expiration handler. If the task is still not completed after a grace
// period, the process ends. ContinuedProcessing has what is special about tasks of iOS 26: progress, the graphics
// processor, a limit for all apps. Sources: facts 2.3, 6.2, 10.3.
//
// Callbacks: `launchHandler`, `taskExpirationHandler`. Records: `verdict` of `taskRequest`, `assertion` of
// `backgroundTaskScheduler`.

/// Tasks of `BGTaskScheduler`: registered, requested, launched, expired, completed. Sources: facts 2.3, 6.2.
extension Device {
    // MARK: Running

    /// Launches or resumes the app for a task that it requested.
    mutating func launchTask(_ identifier: String, _ index: Int) {
        guard
            let requestIndex = apps[index].background.requests.firstIndex(where: { $0.request.identifier == identifier }
            )
        else {
            return
        }
        let request = apps[index].background.requests.remove(at: requestIndex).request
        let isContinued = request.kind == .continuedProcessing
        let limit =
            isContinued
            ? system.timeOfContinuedTask(launchedAt: system.now) : request.kind.limit(in: system.rulebook)
        guard let assertion = run(index, for: .backgroundTask, holding: .backgroundTaskScheduler, lasting: limit) else {
            apps[index].write(.verdict(.taskRequest, .failed, .processEnded, identifier), in: &system)
            return
        }
        apps[index].settleEnergy(in: &system)
        let verdict = apps[index].write(.verdict(.taskRequest, .launched, nil, identifier), in: &system)
        apps[index].process.work.runningTasks.append(
            RunningTask(
                identifier: identifier,
                kind: request.kind,
                assertion: assertion,
                launchedBy: verdict,
                requiresExternalPower: request.requiresExternalPower,
                launchedAt: isContinued ? system.now : nil,
                usesGPU: isContinued && request.requiresGPU
            )
        )
        apps[index].watchProcessor(in: &system)
        apps[index].enqueue([.launchTask(identifier, assertion)])
        pump(index)
    }

    mutating func expireProcessingTasks() {
        for index in apps.indices {
            guard apps[index].hasProcess, !apps[index].process.work.isBlank else { continue }
            let tasks = apps[index].process.work.runningTasks
            for task in tasks where task.kind == .processing { apps[index].expire(task, in: &system) }
            if !tasks.isEmpty { pump(index) }
        }
    }

    /// Whether the system's limit of running continued processing tasks, over all apps, is reached.
    var isAtContinuedTaskLimit: Bool {
        let running = apps.reduce(0) { count, app in
            guard let process = app.livingProcess, !process.work.isBlank else { return count }
            return count + process.work.runningTasks.count { $0.kind == .continuedProcessing }
        }
        return running >= (system.rulebook.concurrentContinuedProcessingTasks ?? 0)
    }
}

extension App {
    private func isRegistered(_ identifier: String) -> Bool {
        process.work.registeredTasks.contains { $0.identifier == identifier }
    }

    /// Whether a launch handler may be registered after the launch: only a handler for continued processing tasks may.
    /// If the app does not give the kind, the Info.plist decides. Source: facts 6.2.
    private func mayRegisterLate(_ identifier: String, _ kind: TaskRequest.Kind?, in system: SystemState) -> Bool {
        guard system.rulebook.continuedProcessingAvailable == true else { return false }
        if let kind { return kind == .continuedProcessing }
        if permitsByPattern(identifier, in: system) { return true }
        return !declares(.fetch) && !declares(.processing)
    }

    private func refusal(
        ofRegistering identifier: String,
        _ kind: TaskRequest.Kind?,
        in system: SystemState
    ) -> Refusal? {
        if let refusal = self.refusal(ofIdentifier: identifier, kind, in: system) { return refusal }
        let count = process.work.registeredTasks.count
        guard count < BackgroundLimits.registeredTasks else {
            return Refusal(
                .tooManyRegisteredTasks,
                "the process has registered \(count, as: "count") launch handlers"
            )
        }
        return nil
    }

    // MARK: What the Info.plist permits

    /// Returns why the Info.plist does not permit an identifier, for a kind of task or for any kind.
    private func refusal(
        ofIdentifier identifier: String,
        _ kind: TaskRequest.Kind?,
        in system: SystemState
    ) -> Refusal? {
        guard let permitted = manifest.infoPlist.permittedTaskIdentifiers else {
            return Refusal(.notPermitted, "the Info.plist has no BGTaskSchedulerPermittedIdentifiers")
        }
        if permitted.contains(identifier) { return nil }
        let mayBeContinued = kind == nil || kind == .continuedProcessing
        if mayBeContinued, permitsByPattern(identifier, in: system) { return nil }
        return Refusal(.notPermitted, missing(identifier, in: permitted))
    }

    private func missing(_ identifier: String, in permitted: [String]) -> Sentence {
        guard !permitted.isEmpty else {
            return """
                BGTaskSchedulerPermittedIdentifiers does not contain \(identifier, as: "identifier"); it contains nothing
                """
        }
        let names = Sentence.Content.list(Array(permitted.prefix(3)))
        return permitted.count > 3
            ? """
            BGTaskSchedulerPermittedIdentifiers does not contain \(identifier, as: "identifier"); it contains \
            \(names, as: "names") and others
            """
            : """
            BGTaskSchedulerPermittedIdentifiers does not contain \(identifier, as: "identifier"); it contains \
            \(names, as: "names")
            """
    }

    /// Whether a pattern permits an identifier: the bundle identifier, a context and `.*`, for continued processing.
    /// Source: facts 6.2.
    private func permitsByPattern(_ identifier: String, in system: SystemState) -> Bool {
        guard system.rulebook.continuedProcessingAvailable == true else { return false }
        let start = manifest.bundleID.rawValue + "."
        let patterns = manifest.infoPlist.permittedTaskIdentifiers ?? []
        return patterns.contains { pattern in
            guard pattern.hasSuffix(".*") else { return false }
            let context = pattern.dropLast()
            return context.hasPrefix(start) && context.count > start.count && identifier.hasPrefix(context)
                && identifier.count > context.count
        }
    }

    /// The error of `BGTaskScheduler.submit`. Source: facts 6.2.
    private func refusal(of request: TaskRequest, in system: SystemState) -> Refusal? {
        guard system.rulebook.processingTaskLimitSeconds != nil else {
            return Refusal(.unavailable, "this system has no BGTaskScheduler")
        }
        guard request.kind != .continuedProcessing || system.rulebook.continuedProcessingAvailable == true else {
            return Refusal(.unavailable, "this system has no continued processing")
        }
        guard isRefreshOn(in: system) else { return Refusal(.unavailable, refreshSwitch(in: system)) }
        if let refusal = self.refusal(ofIdentifier: request.identifier, request.kind, in: system) { return refusal }
        if let mode = request.kind.mode, !declares(mode) {
            return Refusal(.notPermitted, Refusal.missing(mode).detail)
        }
        if let refusal = refusal(ofGraphicsFor: request, in: system) { return refusal }
        if request.kind == .continuedProcessing, !isInFront(in: system) {
            return Refusal(.notInForeground, "continued processing is submitted while the app is in front")
        }
        let others = background.requests.count {
            $0.request.kind == request.kind && $0.request.identifier != request.identifier
        }
        guard others < request.kind.pendingLimit else {
            return Refusal(
                .tooManyPendingTaskRequests,
                "\(others, as: "count") of kind \(request.kind.rawValue, as: "kind") are pending"
            )
        }
        return nil
    }

    /// What the decision about launching a task depends on.
    func taskFacts(in system: SystemState) -> TaskPolicy.Facts {
        TaskPolicy.Facts(
            schedulesAutomatically: system.rulebook.schedulesAutomatically,
            mayLaunch: mayBeWoken(for: .backgroundTask, in: system),
            isEnding: isEnding,
            isInFront: isInFront(in: system),
            isAtWakeLimit: isAtWakeLimit,
            isForceQuit: installation.isForceQuit,
            isRefreshOn: isRefreshOn(in: system),
            isLowPowerMode: system.conditions.isLowPowerMode,
            hasNetwork: system.conditions.network != .none,
            isCharging: system.conditions.isCharging,
            isIdle: system.conditions.isIdle,
            processesAfterForceQuit: system.rulebook.processingTaskAfterForceQuit
        )
    }

    /// Expires a task, since its time is over or the user needs the device.
    ///
    /// - Parameter expiry: The reason, if it is neither of these two; otherwise nil.
    mutating func expire(
        _ task: RunningTask,
        for expiry: RunningTask.Expiry? = nil,
        in system: inout SystemState
    ) {
        guard let index = process.work.runningTasks.firstIndex(of: task), !task.hasExpired else { return }
        let isHandled = process.work.registeredTasks.contains {
            $0.identifier == task.identifier && $0.hasExpirationHandler
        }
        switch expiry {
        case nil: break
        case .stall:
            reportStall(task, in: &system)
            write(.verdict(.taskRequest, .expired, .noProgress, task.identifier), in: &system)
        case .user: write(.verdict(.taskRequest, .cancelled, .byTheUser, task.identifier), in: &system)
        }
        guard isHandled else {
            // Without an expiration handler the system marks it as failed. Source: facts 2.3.
            finish(task, success: false, detail: "it expired, and has no expirationHandler", in: &system)
            reportMissingExpirationHandler(task, in: &system)
            return
        }
        process.work.runningTasks[index].hasExpired = true
        process.work.runningTasks[index].expiry = expiry
        extend(task.assertion, by: system.rulebook.taskExpirationGraceSeconds ?? 0, in: &system)
        enqueue([.expireTask(task.assertion)])
    }

    private mutating func reportMissingExpirationHandler(_ task: RunningTask, in system: inout SystemState) {
        let finding = Finding(
            code: .backgroundTaskWithoutExpirationHandler,
            detail: """
                the task \(task.identifier, as: "name") of BGTaskScheduler expired, and has no expirationHandler
                """,
            evidence: [task.launchedBy, system.lastSequence]
        )
        report(finding.during(uncompletedCallback(in: system)), in: &system)
    }

    /// `setTaskCompleted(success:)`: completes the named task. Without a name it means the task of the handler in
    /// flight or, outside of such handlers, the task that has run longest. An app can complete a task only after its
    /// launch handler was called.
    mutating func completeTask(_ identifier: String?, success: Bool, in system: inout SystemState) {
        let given = process.work.runningTasks.filter { $0.handler != nil }
        if let identifier = identifier ?? taskOfHandlerInFlight {
            let callback = process.runLoop.inFlight?.record
            let fits = given.filter { $0.identifier == identifier }
            guard let task = fits.first(where: { $0.handler == callback }) ?? fits.first else {
                let refusal = Refusal(.unknownTask, "the app runs no task with this identifier")
                write(.verdict(.taskRequest, .refused, refusal, identifier), in: &system)
                return
            }
            finish(task, success: success, in: &system)
            auditCompletion(of: task, in: &system)
        } else if let task = given.first {
            finish(task, success: success, in: &system)
        }
    }

    /// The identifier of the task whose handler is in flight.
    var taskOfHandlerInFlight: String? {
        guard case .callback(_, _, .task(let identifier)?)? = process.runLoop.inFlight?.subject else { return nil }
        return identifier
    }

    /// Fails the tasks of a process that the system suspends while they run.
    mutating func failRunningTasks(in system: inout SystemState) {
        for task in process.work.runningTasks {
            finish(task, success: false, detail: "the system suspended the process", in: &system)
        }
    }

    /// Fails the tasks of a process that has ended while they ran.
    mutating func failTasksOfEndedProcess(_ reason: TerminationReason, in system: inout SystemState) {
        guard !process.work.isBlank else { return }
        for task in process.work.runningTasks {
            write(.verdict(.taskRequest, .failed, Verdict.Reason(endOfProcess: reason), task.identifier), in: &system)
        }
    }

    /// Fails a task whose assertion has ended before it was completed.
    mutating func failUncompletedTask(_ assertion: Assertion, in system: inout SystemState) {
        guard let task = process.work.runningTasks.first(where: { $0.assertion == assertion.id })
        else {
            return
        }
        remove(task, in: &system)
        let refusal = Refusal(.notCompleted, "setTaskCompleted(success:) was not called after it expired")
        write(.verdict(.taskRequest, .failed, refusal, task.identifier), in: &system)
    }

    private mutating func finish(
        _ task: RunningTask,
        success: Bool,
        detail: Sentence? = nil,
        in system: inout SystemState
    ) {
        remove(task, in: &system)
        let decision = success ? Verdict.Decision.completed : .failed
        write(.verdict(.taskRequest, decision, nil, task.identifier, detail: detail), in: &system)
        if let assertion = process.assertions[task.assertion] { end(assertion, .released, in: &system) }
    }

    /// Removes a task that is over. A limit that it lifted for the process applies again.
    private mutating func remove(_ task: RunningTask, in system: inout SystemState) {
        settleEnergy(in: &system)
        process.work.runningTasks.removeAll { $0.assertion == task.assertion }
        watchProcessor(in: &system)
    }

    mutating func cancelRequest(_ identifier: String, in system: inout SystemState) {
        cancelRequests(.byTheApp, in: &system) { $0.identifier == identifier }
    }

    /// Cancels requests, each with its verdict.
    mutating func cancelRequests(
        _ reason: Verdict.Reason,
        in system: inout SystemState,
        where fits: (TaskRequest) -> Bool = { _ in true }
    ) {
        for pending in background.requests where fits(pending.request) {
            background.requests.removeAll { $0.request.identifier == pending.request.identifier }
            write(.verdict(.taskRequest, .cancelled, reason, pending.request.identifier), in: &system)
        }
    }

    /// `BGTaskScheduler.register`. The app may call it once for an identifier, and for most kinds only while it
    /// launches; otherwise it throws an exception.
    mutating func register(
        _ identifier: String,
        _ kind: TaskRequest.Kind?,
        hasExpirationHandler: Bool,
        in system: inout SystemState
    ) -> AppEffect? {
        if !process.isRunningLaunchMethods, !mayRegisterLate(identifier, kind, in: system) {
            let explanation = "all launch handlers must be registered before application finishes launching"
            return .end(.mistake(.abnormal, explanation: explanation))
        }
        if isRegistered(identifier) {
            let explanation = "launch handler for task \(identifier) has already been registered"
            return .end(.mistake(.abnormal, explanation: explanation))
        }
        if let refusal = refusal(ofRegistering: identifier, kind, in: system) {
            write(.verdict(.taskRequest, .refused, refusal, identifier), in: &system)
        } else {
            process.work.registeredTasks.append(
                RegisteredTask(identifier: identifier, hasExpirationHandler: hasExpirationHandler)
            )
        }
        return nil
    }

    /// `BGTaskScheduler.submit`. It first checks that this process has registered a handler; from iOS 26 on, it throws
    /// an exception if not. Source: facts 10.3.
    mutating func submit(_ request: TaskRequest, in system: inout SystemState) -> AppEffect? {
        if system.rulebook.submitNeedsRegistration == true, !isRegistered(request.identifier) {
            let explanation =
                "no launch handler registered for task with identifier \(request.identifier): "
                + "it was submitted without a registration"
            return .end(.mistake(.abnormal, explanation: explanation))
        }
        if let refusal = refusal(of: request, in: system) {
            write(.verdict(.taskRequest, .refused, refusal, request.identifier), in: &system)
            return nil
        }
        if request.kind == .continuedProcessing, request.strategy == .fail { return .runOrRefuse(request) }
        accept(request, in: &system)
        return nil
    }

    /// Accepts a request. It replaces a pending one with the same identifier.
    mutating func accept(_ request: TaskRequest, in system: inout SystemState) {
        if let index = background.requests.firstIndex(where: {
            $0.request.identifier == request.identifier
        }) {
            background.requests.remove(at: index)
            write(.verdict(.taskRequest, .replaced, nil, request.identifier), in: &system)
        }
        write(.verdict(.taskRequest, .accepted, nil, request.identifier), in: &system)
        if let mode = request.kind.mode { noteUse(of: mode) }
        // A task that the user waits for has no earliest date. Source: facts 6.2.
        let delay = request.kind == .continuedProcessing ? 0 : request.earliestBeginAfter + system.schedulerDelay()
        background.requests.append(
            PendingRequest(request: request, earliest: system.now + delay, cause: system.lastSequence)
        )
    }

    /// Calls the launch handler of a task that runs; the framework ends a process that has registered none.
    mutating func callLaunchHandler(
        of identifier: String,
        heldBy assertion: AssertionID,
        in system: inout SystemState
    ) -> AppEffect? {
        guard isRegistered(identifier) else {
            let explanation = "no launch handler registered for task with identifier \(identifier)"
            return .end(.mistake(.abnormal, explanation: explanation))
        }
        guard let index = process.work.runningTasks.firstIndex(where: { $0.assertion == assertion }) else { return nil }
        return call(.launchHandler, arguments: .task(identifier), in: &system) {
            $0.work.runningTasks[index].handler = $1
        }
    }

    /// Calls the expiration handler of a task that still runs.
    mutating func callExpirationHandler(
        ofTaskHeldBy assertion: AssertionID,
        in system: inout SystemState
    ) -> AppEffect? {
        guard let index = process.work.runningTasks.firstIndex(where: { $0.assertion == assertion }) else { return nil }
        let task = process.work.runningTasks[index]
        if task.expiry == nil { writeEndOfTime(of: task, in: &system) }
        return call(.taskExpirationHandler, arguments: .task(task.identifier), in: &system) {
            $0.work.runningTasks[index].handler = $1
        }
    }

    /// Writes that the time of a task is over.
    private mutating func writeEndOfTime(of task: RunningTask, in system: inout SystemState) {
        var detail: Sentence?
        if task.launchedAt.map({ system.isAtLimit(ofContinuedTaskLaunchedAt: $0) }) == true {
            let limit = (system.rulebook.continuedProcessingTaskLimitSeconds ?? 0).secondsText
            detail = "it has run for \(limit, as: "seconds") s, as long as a continued processing task may"
        }
        write(.verdict(.taskRequest, .expired, nil, task.identifier, detail: detail), in: &system)
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
    var mode: BackgroundMode? {
        switch self {
        case .appRefresh: .fetch
        case .processing: .processing
        case .continuedProcessing: nil
        }
    }

    /// How long a task of the kind runs; no time on a system that does not have the kind.
    func limit(in rulebook: Rulebook) -> Milliseconds {
        switch self {
        case .appRefresh: rulebook.appRefreshTaskLimitSeconds
        case .processing: rulebook.processingTaskLimitSeconds ?? 0
        case .continuedProcessing: rulebook.continuedProcessingTaskLimitSeconds ?? 0
        }
    }
}
