/// Continued processing of iOS 26: its progress, its use of the graphics processor, and what ends it. Sources: facts
/// 2.3, 10.3.
extension App {
    /// `BGContinuedProcessingTask.progress`: reports progress of the named task. Without a name it means the task of
    /// the handler in flight or, outside of such handlers, the task that has run longest. Only an increase counts as
    /// progress.
    ///
    /// - Parameter fraction: How much is done, in thousandths; nil if the app only says that it went on.
    mutating func reportProgress(_ identifier: String?, _ fraction: Int?, in system: inout SystemState) {
        let identifier = identifier ?? taskOfHandlerInFlight
        guard
            let index = process.work.runningTasks.firstIndex(where: { task in
                task.kind == .continuedProcessing && task.handler != nil
                    && (identifier.map { $0 == task.identifier } ?? true)
            })
        else {
            let refusal = Refusal(.unknownTask, "no continued processing task of this identifier runs")
            write(.verdict(.taskRequest, .refused, refusal, identifier), in: &system)
            return
        }
        let task = process.work.runningTasks[index]
        guard !task.hasExpired, fraction.map({ $0 > task.progress ?? 0 }) ?? true else { return }
        if let fraction { process.work.runningTasks[index].progress = fraction }
        guard let time = system.timeOfContinuedTask(launchedAt: task.launchedAt ?? system.now) else { return }
        extend(task.assertion, by: time, in: &system)
    }

    /// Returns why a task expires if its assertion ends now; nil if its time is over.
    func expiry(of task: RunningTask, in system: SystemState) -> RunningTask.Expiry? {
        guard task.kind == .continuedProcessing, let launchedAt = task.launchedAt else { return nil }
        return system.isAtLimit(ofContinuedTaskLaunchedAt: launchedAt) ? nil : .stall
    }

    /// Reports that a continued processing task has not reported progress for too long.
    mutating func reportStall(_ task: RunningTask, in system: inout SystemState) {
        let length = (system.rulebook.continuedProcessingStallSeconds ?? 0).secondsText
        let finding = Finding(
            code: .continuedTaskStalled,
            detail: """
                the continued processing task \(task.identifier, as: "name") has reported no progress for \
                \(length, as: "seconds") s, and expires
                """,
            evidence: [task.launchedBy]
        )
        report(finding.during(uncompletedCallback(in: system)), in: &system)
    }

    /// Returns why a request for the graphics processor is refused; nil if it is not.
    func refusal(ofGraphicsFor request: TaskRequest, in system: SystemState) -> Refusal? {
        guard request.kind == .continuedProcessing, request.requiresGPU else { return nil }
        guard manifest.entitlements?.continuedProcessingGPU == true else {
            return Refusal(
                .notPermitted,
                "the app does not have the entitlement \(Entitlements.continuedProcessingGPU, as: "entitlement")"
            )
        }
        guard system.rulebook.continuedProcessingGPUAvailable == true else {
            return Refusal(.notPermitted, "this device does not support the graphics processor in the background")
        }
        return nil
    }

    /// Whether the app may render in the background. It may while it has a continued processing task that asked for
    /// this.
    private var mayRenderInBackground: Bool {
        !process.work.isBlank && process.work.runningTasks.contains { $0.usesGPU }
    }

    /// Ends a process that renders in the background without permission. A process that is leaving the screen may
    /// render until the callbacks of leaving have returned. Source: rules 2.21.
    // It changes nothing, but is `mutating`, since its callers would otherwise copy the app and the system's state.
    mutating func endIfRenderingInBackground(in system: inout SystemState) -> AppEffect? {
        guard hasProcess, !process.work.isBlank, process.state == .background, !isInFront(in: system),
            process.work.activities.contains(where: { $0.activity == .rendering }), !mayRenderInBackground,
            !process.runLoop.isLeavingScreen
        else { return nil }
        return .end(.mistake(.backgroundRendering))
    }

    /// Runs a task with the strategy `fail` at once, or refuses it.
    ///
    /// - Parameter isAtContinuedLimit: Whether the limit on continued processing tasks that run on the device is
    ///   reached.
    mutating func runOrRefuse(
        _ request: TaskRequest,
        isAtContinuedLimit: Bool,
        in system: inout SystemState
    ) -> AppEffect? {
        var facts = taskFacts(in: system)
        // The app requests it, so the scheduler's policy does not apply.
        facts.schedulesAutomatically = true
        facts.isAtContinuedLimit = isAtContinuedLimit
        guard TaskPolicy.launches(request, facts) else {
            let refusal = Refusal(
                .immediateRunIneligible,
                facts.isAtContinuedLimit
                    ? "the system already runs as many tasks as it permits"
                    : "the conditions for this task are not met now"
            )
            write(.verdict(.taskRequest, .refused, refusal, request.identifier), in: &system)
            return nil
        }
        accept(request, in: &system)
        return .launchTask(request.identifier)
    }
}

extension SystemState {
    /// How long a continued processing task runs from now on if it reports no progress; nil for no limit. It runs until
    /// it has stalled for too long. It runs at least until the first instant at which a stall may end it, and never
    /// beyond its limit.
    func timeOfContinuedTask(launchedAt: Instant) -> Milliseconds? {
        let limit = rulebook.continuedProcessingTaskLimitSeconds ?? 0
        let left = limit > 0 ? max(0, launchedAt + limit - now) : nil
        let stall = rulebook.continuedProcessingStallSeconds ?? 0
        guard stall > 0 else { return left }
        let firstStall = launchedAt + (rulebook.continuedProcessingFirstStallSeconds ?? 0)
        let untilStall = max(stall, firstStall - now)
        return left.map { min($0, untilStall) } ?? untilStall
    }

    /// Whether a continued processing task has reached its limit; false if there is none.
    func isAtLimit(ofContinuedTaskLaunchedAt launchedAt: Instant) -> Bool {
        let limit = rulebook.continuedProcessingTaskLimitSeconds ?? 0
        return limit > 0 && now >= launchedAt + limit
    }
}
