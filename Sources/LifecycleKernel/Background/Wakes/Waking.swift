/// What an app is launched or resumed for in the background.
struct WakeUp: Hashable, Sendable {
    var reason: LaunchReason
    /// The assertion that holds the process.
    var assertion: Assertion.Kind
    /// How long until that assertion expires.
    var length: Milliseconds
    /// What becomes of what the app is woken for, if its process exists then.
    var verdict: Verdict
    /// A step before the one that it is woken for.
    var first: Step?
    /// The step that it is woken for.
    var step: Step
    /// The launch options, if it is launched.
    var options: [Value.Member] = []
    /// Whether it counts as one of the hour's deliveries of pushes.
    var countsAsPushDelivery = false
}

/// Wakes apps in the background. Source: facts 1.1, 6.
extension Device {
    /// Wakes an app for something, if there is something: launches or resumes it, and acquires an assertion.
    ///
    /// The order of the records is: process, assertion, verdict, and then the callbacks.
    mutating func wake(_ index: Int, for wakeUp: consuming WakeUp?) {
        guard let wakeUp else { return }
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
        return apps[index].acquire(kind, lasting: length, in: &system)
    }
}

extension Step {
    /// The step, which is told by which assertion its process is held where it ends that itself.
    fileprivate func held(by assertion: AssertionID) -> Step {
        switch self {
        case .hearWake(let reason, let handler, let arguments, nil):
            .hearWake(reason, handler, arguments: arguments, assertion)
        case .call(let name, _, let arguments) where name.completes != nil:
            .callToComplete(name, arguments: arguments, assertion)
        default: self
        }
    }
}

extension SystemState {
    /// Whether something may be launched in the background at all: not before the first unlock.
    var mayLaunchInBackground: Bool {
        screen.wasUnlockedSinceBoot || rulebook.holds(.backgroundLaunchBeforeFirstUnlock)
    }
}

extension Record.Body {
    static func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ reason: Verdict.Reason?,
        _ identifier: String? = nil,
        detail: String? = nil
    ) -> Record.Body {
        .verdict(Verdict(subject: subject, decision: decision, reason: reason, identifier: identifier, detail: detail))
    }

    /// The record of a decision against something.
    static func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ refusal: Refusal,
        _ identifier: String? = nil
    ) -> Record.Body {
        .verdict(subject, decision, refusal.reason, identifier, detail: refusal.detail)
    }
}

extension Verdict {
    /// The verdict for a process that ended before it could be delivered.
    var withoutProcess: Verdict {
        var verdict = self
        verdict.decision = subject == .fetch ? .refused : .dropped
        verdict.reason = Refusal.processEnded.reason
        verdict.detail = Refusal.processEnded.detail
        return verdict
    }
}

/// The reason for which the system refuses or defers something.
struct Refusal {
    var reason: Verdict.Reason
    /// Further detail in words; nil where there is none.
    var detail: String?

    init(_ reason: Verdict.Reason, _ detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    /// A background mode is not declared.
    static func missing(_ mode: BackgroundMode) -> Refusal {
        Refusal(.missingBackgroundMode, "UIBackgroundModes in the Info.plist does not contain \(mode.rawValue)")
    }

    /// The user force-quit the app.
    static let forceQuit = Refusal(.forceQuit)

    /// The launched process ended at once.
    static let processEnded = Refusal(.processNotRunning, "the process did not live to be told")
}

/// How long the lists may grow that the system keeps of an app's doings in the background.
///
/// An event that would go beyond a limit is refused with `limit-reached`; what an app's own code does beyond one has the
/// verdict `refused`. The pending requests of `BGTaskScheduler` have limits of iOS's own (facts 6.2), background tasks
/// the rule `maximumBackgroundTasks`, and pushes delivered in the last hour the rule `backgroundPushesPerHour`.
enum BackgroundLimits {
    /// Transfers of an app that run, or have ended and are not delivered.
    static let transfers = 1_000
    /// Launch handlers that a process may register: a pattern permits identifiers without end.
    static let registeredTasks = 1_000
    /// Live Activities of an app that are shown, whatever the rule `liveActivitiesPerApp` permits.
    static let liveActivities = 100
    /// Ends of Live Activities of which a suspended process has yet to hear; of more, the oldest are dropped.
    static let missedActivityChanges = 1_000
    /// Pushes of a kind that Apple's servers keep for an app, whatever the rule `pushesStoredPerApp` permits.
    static let storedPushes = 100
    /// Assertions that one process may hold for what it was woken for. RunningBoard ends who holds about so many
    /// (facts 2.2).
    static let wakeAssertions = 1_000
}

extension App {
    /// Refuses what would wake an app that holds as much already as it may.
    func checkMayWake() throws(Rejection) {
        guard isAtWakeLimit else { return }
        throw Rejection(
            .limitReached,
            "\(manifest.bundleID) holds \(BackgroundLimits.wakeAssertions) assertions for what it was "
                + "woken for, and can be woken for no more",
            state: state.rawValue
        )
    }

    /// Whether a process holds as many assertions for what it was woken for as it may.
    var isAtWakeLimit: Bool {
        guard hasProcess,
            process.assertions.held.count >= BackgroundLimits.wakeAssertions
        else { return false }
        let tasks = process.assertions.held.count { $0.kind == .backgroundTask }
        return process.assertions.held.count - tasks >= BackgroundLimits.wakeAssertions
    }
}

/// What waited for the end of a process: launches for pushes and transfers that came meanwhile. Sources: facts 2.3, 6.1.
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
                wake(index, for: apps[index].judgeHeldPush(in: &system))
            }
            for held in apps[index].takeWakesAwaitingEnd() {
                carryOut(apps[index].receive(held.wake, arguments: held.arguments, in: &system), of: index)
            }
            receiveStoredPushes(index)
            wakeForSessions(index)
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
        dropAwaitedLocation(in: &system)
        failTasksOfEndedProcess(reason, in: &system)
        if reason != .appRemoved { keepUndeliveredTransfers(in: &system) }
        guard !background.isBlank else { return }
        stopScanningWithProcess()
        // What it has begun since the user force-quit it goes the same way.
        if process.ending?.reason == .userForceQuit { forgetWork(in: &system) }
        dropPushOnDevice(Verdict.Reason(endOfProcess: reason), in: &system)
    }

    /// Whether something arrived while the process was terminating, which is delivered in a new one.
    fileprivate func hasDeliveriesAfterEnd(in system: SystemState) -> Bool {
        guard !background.isBlank, !isEnding else { return false }
        return background.sessionsToWakeFor != nil && system.mayLaunchInBackground
            || background.heldPush?.value.reason == .terminating || background.wakesAwaitingEnd != nil
            || system.isReachable && background.apnsStore != nil
    }
}
