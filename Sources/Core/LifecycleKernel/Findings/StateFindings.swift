/// Findings about changes of state.
extension App {
    /// Called when a process was launched, which the last record says.
    mutating func auditLaunchRequest(in system: inout SystemState) {
        let launch = system.lastSequence
        if !process.wasLaunchedToScreen { noteStay(at: launch, in: &system) }
        auditHandlersNeverCalled(at: launch, in: &system)
        auditMissingScenes(at: launch, in: &system)
    }

    /// Reports an app that has not adopted scenes, on systems where UIKit announces that it will require them. UIKit
    /// logs its notice, unless the app will trap. An app that traps in this launch gets the finding when it ends.
    private mutating func auditMissingScenes(at launch: SequenceNumber, in system: inout SystemState) {
        guard lifecycle == .appDelegate, let notice = system.rulebook.sceneAdoptionNotice else { return }
        guard let version = manifest.infoPlist.platformVersion else {
            guard notice == .soonRequired else { return }
            report(
                .sceneLifecycleNotAdopted,
                "the process does not adopt the scene life cycle",
                evidence: [launch],
                in: &system
            )
            return
        }
        let traps = mustAdoptScenes(in: system)
        if traps, process.wasLaunchedToScreen { return }
        if !traps { write(.log(message: notice.message), in: &system) }
        report(
            .sceneLifecycleNotAdopted,
            sceneAdoption(traps: traps, version),
            evidence: traps ? [launch] : [launch, system.lastSequence],
            in: &system
        )
    }

    /// What will happen to an app that does not adopt scenes.
    private func sceneAdoption(traps: Bool, _ version: String) -> Sentence {
        if traps { return "the process does not adopt the scene life cycle: it traps when its first scene is made" }
        guard manifest.infoPlist.isBuilt(withSDK: Self.firstSDKWithoutAppDelegateLifecycle) else {
            return """
                the process does not adopt the scene life cycle: if it is built with the SDK of iOS 27 instead of \
                \(version, as: "version"), it traps at launch on iOS 27 and later
                """
        }
        return """
            the process does not adopt the scene life cycle: it is built with the SDK of \(version, as: "version"), so it \
            traps at launch on iOS 27 and later
            """
    }

    /// Reports code in methods that are never called. These are the methods of the other life cycle, and those whose
    /// calls the Info.plist or the system prevents. Which life cycle an app has depends on the system that it runs on.
    private mutating func auditHandlersNeverCalled(at launch: SequenceNumber, in system: inout SystemState) {
        guard !manifest.behavior.handlers.isEmpty else { return }
        var reasons: [Sentence] = []
        let names = handlersWithoutCounterpart.map(\.rawValue)
        if !names.isEmpty {
            reasons.append(
                lifecycle == .scenes
                    ? "because the app has the scene life cycle: \(.list(names), as: "names")"
                    : "because the app has the app delegate's life cycle: \(.list(names), as: "names")"
            )
        }
        reasons += handlersKeptFromCalls(under: system.rulebook).map { name, obstacle in
            "\(obstacle, as: "obstacle"): \(name.rawValue, as: "names")"
        }
        guard let first = reasons.first else { return }
        let all = reasons.dropFirst().reduce(first) { $0.followed(by: "; \($1, as: "reason")") }
        report(
            .delegateMethodNeverCalled,
            "never called, \(all, as: "reasons")",
            evidence: [launch],
            in: &system
        )
    }

    /// Called when the state of a process has changed.
    ///
    /// - Parameter record: The record of the change.
    mutating func auditChange(
        from: ExecutionState,
        to: ExecutionState,
        at record: SequenceNumber,
        in system: inout SystemState
    ) {
        if from == .active, to == .inactive { auditDeactivation(at: record, in: &system) }
        if from == .inactive, to == .active { auditActivation(at: record, in: &system) }
        if from == .inactive, to == .background { noteStay(at: record, in: &system) }
        if from == .background, to == .suspended { auditSuspension(at: record, in: &system) }
    }

    /// Notes that the app is in the background, where it could use the modes that it declares.
    private mutating func noteStay(at record: SequenceNumber, in system: inout SystemState) {
        guard !manifest.infoPlist.backgroundModes.isEmpty else { return }
        let finding = Finding(code: .backgroundModeUnused, detail: "", evidence: [record])
        auditLog.add(finding, at: record, time: system.now)
    }

    private mutating func auditDeactivation(at record: SequenceNumber, in system: inout SystemState) {
        guard !process.work.isBlank else { return }
        let working = process.work.activities.filter(\.activity.stopsWhenInactive)
        guard !working.isEmpty else { return }
        report(
            .workWhileInactive,
            """
            the app was deactivated while these went on: \(working.map(\.name).joined(separator: ", "), as: "names")
            """,
            evidence: working.map(\.startedBy) + [record],
            in: &system
        )
    }

    private mutating func auditActivation(at record: SequenceNumber, in system: inout SystemState) {
        guard !process.work.isBlank, !process.work.traces.isEmpty else { return }
        process.takeTrace(.freedMemory)
        guard let frozen = process.takeTrace(.frozenGame),
            let game = process.work.activities.first(where: { $0.activity == .game })
        else { return }
        report(
            .gameResumedByItself,
            """
            the game \(game.name, as: "name") stood still while the app was suspended, and went on when it became \
            active
            """,
            evidence: [game.startedBy, frozen.sequence, record],
            in: &system
        )
    }

    private mutating func auditSuspension(at record: SequenceNumber, in system: inout SystemState) {
        let unsavedChanges = process.unsavedChanges
        if unsavedChanges > 0 {
            let finding = Finding(
                code: .dataAtRisk,
                detail: "the process was suspended with \(unsaved(unsavedChanges), as: "changes")",
                evidence: [process.trace(.unsavedChanges)?.sequence ?? 0, record]
            )
            report(finding.during(uncompletedCallback(in: system)), in: &system)
        }
        if !process.work.isBlank { auditSuspensionOfWork(at: record, in: &system) }
        auditSuspensionOfTimers(at: record, in: &system)
        let footprint = process.footprintBytes
        if !process.wasWokenInBackground, isSizeable(footprint, in: system),
            process.trace(.freedMemory) == nil
        {
            report(
                .keptMemoryInBackground,
                "the app left the screen and kept \(footprint.unitText, as: "amount") of memory",
                evidence: [record],
                in: &system
            )
        }
    }

    private mutating func auditSuspensionOfWork(at record: SequenceNumber, in system: inout SystemState) {
        // The system suspended the process nevertheless. What would have ended it is still a mistake.
        if process.work.holdsFileLock { report(process.fileLockHeld([record]), in: &system) }
        if system.rulebook.suspensionClosesConnections,
            let finding = process.requestsCutOff("the process was suspended", at: record)
        {
            report(finding.during(uncompletedCallback(in: system)), in: &system)
        }
        if process.work.activities.contains(where: { $0.activity == .game }) {
            process.leaveTrace(.frozenGame, at: record)
        }
    }

    /// Reports timers that the app has left running: those that are activities, and those that `setAlarm` has set.
    private mutating func auditSuspensionOfTimers(at record: SequenceNumber, in system: inout SystemState) {
        let timers = process.work.isBlank ? [] : process.work.activities.filter { $0.activity == .timer }
        let hasAlarm = process.suspension?.hasAlarm == true
        guard hasAlarm || !timers.isEmpty else { return }
        let names = timers.map(\.name) + (hasAlarm ? [CallbackName.alarmHandler.rawValue] : [])
        report(
            .relianceOnTimerWhileSuspended,
            "suspended with timers that stand still: \(names.joined(separator: ", "), as: "names")",
            evidence: timers.map(\.startedBy) + [record],
            in: &system
        )
    }

    // MARK: Ends

    /// Reports what the end of a process shows. Called after its `exit` record, which is the last one.
    ///
    /// - Parameter finding: Why the process ended, if that is its own fault.
    mutating func auditEnd(
        of process: AppProcess,
        _ exitRecord: ExitRecord,
        _ finding: Finding?,
        in system: inout SystemState
    ) {
        let exit = system.lastSequence
        let callback = exitRecord.callbackInFlight
        if process.unsavedChanges > 0 {
            // During a launch with scenes, a process is in the background until its first scene has connected. It has
            // not left the screen either, so it counts as in front.
            let isLaunchingToForeground = process.isLaunching && process.wasLaunchedToScreen
            let isInForeground = process.state == .active || process.state == .inactive
            let inFront = isLaunchingToForeground || isInForeground || process.ending?.hidesLeaving == true
            auditLog.noteLoss(inFront: inFront)
            let finding = Finding(
                code: .dataLoss,
                detail: "the process ended with \(unsaved(process.unsavedChanges), as: "changes")",
                evidence: [process.trace(.unsavedChanges)?.sequence ?? 0, exit]
            )
            report(finding.during(callback), in: &system)
        }
        if let finding = process.requestsCutOff("the process ended", at: exit) {
            report(finding.during(callback), in: &system)
        }
        let slow = slowFinding(atEndOf: process, exitRecord.reason, in: system)
        for finding in [finding?.fatal, exitRecord.reason == .appWatchdog ? slow?.fatal : slow].compactMap(\.self) {
            report(finding.shown(by: exit).during(callback), in: &system)
        }
    }

    private func unsaved(_ count: Int) -> Sentence {
        count == 1 ? "\(count, as: "count") unsaved change" : "\(count, as: "count") unsaved changes"
    }

    /// Returns the finding that background tasks are still open when they must not be.
    func backgroundTasksLeaked() -> Finding {
        let tasks = process.work.tasks
        // There may be many; the first few show enough.
        let shown = tasks.prefix(Self.tasksInEvidence)
        // The program that plays an attached app might still have ended them.
        let ended: Sentence = callbackToComplete == nil ? "never ended" : "not ended in time"
        let first = tasks.first?.name ?? ""
        return Finding(
            code: .backgroundTaskLeaked,
            detail: tasks.count == 1
                ? "\(1, as: "count") background task was \(ended, as: "ended"), first \(first, as: "name")"
                : """
                \(tasks.count, as: "count") background tasks were \(ended, as: "ended"), first \(first, as: "name")
                """,
            evidence: shown.map(\.begunBy)
        )
    }

    /// How many open tasks a finding points to.
    private static let tasksInEvidence = 16
}

extension AppProcess {
    /// Returns the finding that the process is suspended with a lock on a file.
    func fileLockHeld(_ evidence: [SequenceNumber] = []) -> Finding {
        Finding(
            code: .fileLockHeldAtSuspend,
            detail: "the process held a lock on a file in a shared container when it was to be suspended",
            evidence: [trace(.fileLock)?.sequence ?? 0] + evidence
        )
    }
}

extension Assertion {
    /// Returns the finding that the handler for which the assertion was held did not complete in time.
    func completionMissing(_ evidence: [SequenceNumber] = [], endsInBackground: Bool = true) -> Finding {
        Finding(
            code: .completionHandlerMissing,
            detail: endsInBackground
                ? """
                \(kind.rawValue, as: "kind") was not completed in time; in the background, the system ends the app for \
                it
                """
                : """
                \(kind.rawValue, as: "kind") was not completed in time; in the background, the system then suspends \
                the app
                """,
            evidence: [acquiredBy] + evidence
        )
    }
}

extension Activity {
    /// Whether the app has to stop it when it is deactivated. Source: `applicationWillResignActive(_:)`.
    fileprivate var stopsWhenInactive: Bool {
        switch self {
        case .timer, .animation, .game, .rendering: true
        case .video, .request, .queue: false
        }
    }
}

/// Findings about tasks that only their expiration handlers end. The system then gives all the time that it can, and
/// the work may never be done. Sources: beginBackgroundTask(withName:expirationHandler:); BGTask.expirationHandler.
extension App {
    /// Called when the app's code has ended a background task. The work should end the task, not the expiration
    /// handler.
    mutating func auditEnd(of task: BackgroundTask, in system: inout SystemState) {
        guard let expiration = task.expirationCallback, process.runLoop.isInFlight(expiration) else { return }
        report(
            .endedOnlyByExpiration,
            """
            the background task \(task.name, as: "name") was ended by its expiration handler, and not by the work \
            that it was begun for
            """,
            evidence: [task.begunBy, expiration],
            in: &system
        )
    }

    /// Called when the app's code has completed a task of `BGTaskScheduler`. A task that the user has cancelled, or
    /// that has stalled, is not reported.
    mutating func auditCompletion(of task: RunningTask, in system: inout SystemState) {
        guard task.hasExpired, task.expiry == nil,
            case .callback(.taskExpirationHandler, let callback, _)? = process.runLoop.inFlight?.subject,
            task.handler == callback
        else { return }
        report(
            .endedOnlyByExpiration,
            """
            the task \(task.identifier, as: "name") of BGTaskScheduler was completed by its expiration handler, and \
            not by the work that it was launched for
            """,
            evidence: [task.launchedBy, callback],
            in: &system
        )
    }
}
