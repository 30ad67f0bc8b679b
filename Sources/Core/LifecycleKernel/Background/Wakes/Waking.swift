// Waking: the system launches or resumes an app in the background for something.
//
// The order of the records is fixed: the `process` record, the `assertion`, the `verdict`, and then the callbacks. What
// arrives while the process is terminating, or before the first unlock, waits (HeldWakes). SystemWake handles the
// frameworks that have no file of their own here, with one row for each. Sources: facts 1.1, 6, 10.3.

/// What an app is launched or resumed for in the background.
struct WakeUp: Hashable, Sendable {
    var reason: LaunchReason
    /// The assertion that holds the process.
    var assertion: Assertion.Kind
    /// How long until that assertion expires.
    var length: Milliseconds
    /// The verdict on what the app is woken for. It is written if the process exists after the launch.
    var verdict: Verdict
    /// A step that comes before `step`.
    var first: Step?
    /// The step that it is woken for.
    var step: Step
    /// The launch options, if it is launched.
    var options: [Value.Member] = []
    /// Whether it counts towards the hourly budget of pushes.
    var countsAsPushDelivery = false
}

/// Wakes apps in the background. Source: facts 1.1, 6.
extension Device {
    /// Carries out a wake-up, if there is one: launches or resumes the app, and acquires an assertion.
    ///
    /// The order of the records is: process, assertion, verdict, and then the callbacks.
    mutating func wake(_ index: Int, for wakeUp: consuming WakeUp?) {
        guard let wakeUp else { return }
        let isLaunch = !apps[index].hasLaunched
        let assertion = run(
            index,
            for: wakeUp.reason,
            holding: wakeUp.assertion,
            lasting: wakeUp.length,
            options: wakeUp.options
        )
        guard let assertion else {
            apps[index].write(.verdict(wakeUp.verdict.withoutProcess), in: &system)
            return
        }
        apps[index].write(.verdict(wakeUp.verdict), in: &system)
        if wakeUp.countsAsPushDelivery { apps[index].countPushDelivery(in: system) }
        let step = wakeUp.step.held(by: assertion)
        if let first = wakeUp.first {
            apps[index].enqueue([first, step])
            pump(index)
        } else {
            pump(index, with: step)
        }
        // A process that was launched need not wait for the first unlock: deliver what was held for that.
        if isLaunch { deliverHeldWakes(index) }
    }

    /// Launches or resumes an app, and acquires an assertion; the caller enqueues the steps.
    ///
    /// - Parameter length: How long until the assertion expires; nil for never.
    /// - Returns: The id of the assertion; nil if the process ended during the launch.
    mutating func run(
        _ index: Int,
        for reason: LaunchReason,
        holding kind: Assertion.Kind,
        lasting length: Milliseconds?,
        options: [Value.Member] = []
    ) -> AssertionID? {
        if !apps[index].hasLaunched {
            apps[index].launch(reason: reason, options: options, in: &system)
            footprintGrew(index)
        } else if apps[index].process.state == .suspended {
            apps[index].resume(wokenFor: reason, in: &system)
        }
        // The launched process may have been killed for memory.
        guard apps[index].hasProcess else { return nil }
        return apps[index].acquire(kind, lasting: length, in: &system).id
    }
}

extension Step {
    /// Returns the step with the assertion that it has to end itself; returns other steps unchanged.
    fileprivate func held(by assertion: AssertionID) -> Step {
        switch self {
        case .deliverWake(let reason, let handler, let arguments, nil):
            .deliverWake(reason, handler, arguments: arguments, assertion)
        case .call(let name, _, let arguments) where name.completes != nil:
            .callToComplete(name, arguments: arguments, assertion)
        default: self
        }
    }
}

/// Deliveries that waited for the end of a process: launches for pushes and transfers that arrived meanwhile. Sources:
/// facts 2.3, 6.1.
extension Device {
    /// Delivers what arrived for an app while its process was terminating, in a new process. Called when everything
    /// else is settled.
    mutating func wakeEndedApps() {
        guard system.endedProcesses.takeNewExit() else { return }
        var index = 0
        while index < apps.count {
            let isService = apps[index].hasAbandonedNotifications
            guard isService || apps[index].hasDeliveriesAfterEnd(in: system) else {
                index += 1
                continue
            }
            if isService { continueAfterService(index) }
            if apps[index].background.heldPush?.value.reason == .terminating {
                wake(index, for: apps[index].retryHeldPush(in: &system))
            }
            deliverHeldWakes(index)
            receiveStoredPushes(index)
            // The launch may have ended another app that waits.
            index = 0
        }
    }
}

/// What the system keeps for an app when a process of it ends: pushes, transfers and requests. Sources: facts 2.3, 6.1.
extension App {
    /// Ends what depends on a process, each with its verdict. Called when its `exit` is written, before it is removed.
    mutating func endBackgroundWork(_ reason: TerminationReason, in system: inout SystemState) {
        // None of the app's code has run in a prewarmed process.
        guard hasLaunched else { return }
        discardAwaitedLocation(in: &system)
        failTasksOfEndedProcess(reason, in: &system)
        failRequestsOfEndedProcess(reason, in: &system)
        if reason != .appRemoved { keepUndeliveredTransfers(in: &system) }
        guard !background.isBlank else { return }
        stopScanningWithProcess()
        // Also drops what the process has begun after the user force-quit the app.
        if process.ending?.reason == .userForceQuit { cancelBackgroundWork(in: &system) }
        discardPushOnDevice(Verdict.Reason(endOfProcess: reason), in: &system)
    }

    /// Whether something arrived while the process was terminating and has to be delivered in a new one.
    fileprivate func hasDeliveriesAfterEnd(in system: SystemState) -> Bool {
        guard !background.isBlank, !isEnding else { return false }
        return background.heldPush?.value.reason == .terminating || hasWakesAwaitingEnd
            || system.isReachable && background.apnsStore != nil
    }
}
