// How processes end.
//
// `requestTermination` lets a running process run until it has done what its plan says: it leaves the screen,
// disconnects scenes, and receives `applicationWillTerminate(_:)`. `end` ends a process at once. Reasons is the table
// of codes and reports for each reason. ForceQuit is the end that the user requests, ProcessorLimit the limit in the
// background. EndedProcesses and Reports have what is kept. Sources: facts 1.5, 4.
//
// Records: `process` to `terminated`, `exit`, findings, and the verdicts on what depended on the process.

/// How a process terminates on request, and which callbacks it gets before.
struct TerminationPlan: Hashable, Codable, Sendable {
    var reason: TerminationReason
    /// Whether it leaves the screen first, with the callbacks of leaving.
    var leavesScreen = true
    var disconnectsScenes = false
    /// Whether its scenes disconnect without having entered the background.
    var skipsBackground = false
    /// Whether it is notified that its sessions are discarded.
    var notifiesDiscardedSessions = false
    /// Whether the expiration handlers of its open tasks are called.
    var expiresTasks = false
    /// Whether `applicationWillTerminate(_:)` is called.
    var callsWillTerminate = false
    /// Whether it was in the foreground when the user ended it.
    var wasInForeground = false

    /// Whether it ends without the callbacks of entering the background.
    var hidesLeaving: Bool { skipsBackground && wasInForeground }
}

extension TerminationPlan: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("reason", reason)
        f.field("leavesScreen", leavesScreen)
        f.field("disconnectsScenes", disconnectsScenes)
        f.field("skipsBackground", skipsBackground)
        f.field("notifiesDiscardedSessions", notifiesDiscardedSessions)
        f.field("expiresTasks", expiresTasks)
        f.field("callsWillTerminate", callsWillTerminate)
        f.field("wasInForeground", wasInForeground)
    }
}

/// Why a process ends, with an explanation.
struct Termination: Hashable, Sendable {
    var reason: TerminationReason
    /// The explanation; nil for that of the reason.
    var explanation: String?
    /// Distinguishes the exception that ended it from other exceptions; nil if nothing does.
    var signature: String?
    /// Why a watchdog ends it; nil if none does.
    var transgression: WatchdogTransgression?
    /// Whether UIKit ends it since it has not adopted scenes.
    var isInSceneAdoptionCheck = false
    /// The processor time for which it ends; nil if it ends otherwise.
    var processorUse: ProcessorUse?
    /// The finding about the mistake for which the process ends. Its evidence will include the `exit` record.
    var finding: Finding?

    init(
        _ reason: TerminationReason,
        explanation: String? = nil,
        signature: String? = nil,
        transgression: WatchdogTransgression? = nil,
        isInSceneAdoptionCheck: Bool = false,
        processorUse: ProcessorUse? = nil,
        finding: Finding? = nil
    ) {
        self.reason = reason
        self.explanation = explanation
        self.signature = signature
        self.transgression = transgression
        self.isInSceneAdoptionCheck = isInSceneAdoptionCheck
        self.processorUse = processorUse
        self.finding = finding
    }
}

extension Termination {
    /// Returns the end of a process for a mistake of the app's code that no other finding names.
    static func mistake(_ reason: TerminationReason, explanation: String? = nil) -> Termination {
        let text = explanation ?? reason.row.explanation
        let finding = Finding(code: .fatalMistake, detail: "the process was ended: \(text, as: "explanation")")
        return Termination(reason, explanation: explanation, finding: finding)
    }

    /// Returns the record of the end of a process.
    ///
    /// - Parameters:
    ///   - state: The state in which it ends.
    ///   - unsavedChanges: How many are lost with it.
    ///   - callback: The callback of an attached app that is not completed.
    func exitRecord(
        of state: ExecutionState,
        losing unsavedChanges: Int = 0,
        during callback: UncompletedCallback?,
        _ rulebook: Rulebook
    ) -> ExitRecord {
        let row = reason.row
        let isTaskTimeout = reason == .backgroundTaskAssertionTimeout
        let code = isTaskTimeout ? rulebook.backgroundTaskTimeoutCode : row.code
        return ExitRecord(
            reason: reason,
            namespace: row.namespace,
            code: code,
            explanation: explanation ?? row.explanation,
            metricKit: row.counter?.key,
            // With the watchdog's code a leaked task left a crash report, with today's it leaves none (facts 9.14).
            report: isTaskTimeout && code == TerminationReason.appWatchdog.row.code ? .crash : row.report,
            state: ProcessState(state),
            unsavedChanges: unsavedChanges,
            callbackInFlight: callback,
            signature: signature
        )
    }
}

/// How processes end. Source: facts 1.5.
extension Device {
    /// Requests the termination of a process: it receives the callbacks of the plan if it runs, and then ends. A
    /// process that is terminating already keeps its first plan.
    mutating func requestTermination(of index: Int, _ ending: TerminationPlan) {
        guard !apps[index].isEnding else { return }
        guard apps[index].process.state != .suspended else {
            end(index, Termination(ending.reason))
            return
        }
        apps[index].process.end(by: ending, at: system.now)
        takeFromAllDisplays(apps[index].manifest.bundleID)
        apps[index].requestReconciliation(in: &system)
        pump(index)
    }

    /// Ends a process at once, without callbacks.
    ///
    /// The order of the records: the end of the process, its exit, findings, and the ends of what depended on it.
    mutating func end(_ index: Int, _ termination: Termination) {
        apps[index].settleEnergy(in: &system)
        apps[index].chargeUnfinishedEntry(in: &system)
        let process = apps[index].process
        let exit = termination.exitRecord(
            of: process.state,
            losing: process.unsavedChanges,
            during: apps[index].uncompletedCallback(in: system),
            system.rulebook
        )
        var ended = EndedProcess(process, of: apps[index].manifest.bundleID, exit, at: system.now)
        ended.energy = process.energy.states
        if exit.report != .none {
            let circumstances = apps[index].circumstances(
                of: process,
                termination,
                isForeground: apps[index].isForeground(in: system),
                cpuTime: apps[index].cpuTime(at: system.now, system.rulebook),
                in: system
            )
            ended.circumstances = Box(circumstances)
        }
        apps[index].count(exit, in: &system)
        writeEnd(of: &ended)
        apps[index].auditEnd(of: process, exit, termination.finding, in: &system)
        apps[index].discardArchiveAfterCrashAtLaunch(exit, in: &system)
        apps[index].endBackgroundWork(termination.reason, in: &system)
        apps[index].history.energy.add(ended.energy)
        system.endedProcesses.append(ended)
        system.deadlines.cancel(of: process.pid)
        takeFromAllDisplays(apps[index].manifest.bundleID)
        // Windows that were being closed are discarded now; the app is notified at its next launch.
        let closing = apps[index].sessions.filter(\.isClosing).map(\.number)
        apps[index].discardSessions(closing)
        apps[index].history.lastExit = exit
        apps[index].livingProcess = nil
        ledgerChanged()
    }

    /// Writes that a process of an app or of an extension has ended, and how. If a report is written, adds to it what is
    /// known of the whole device.
    mutating func writeEnd(of process: inout EndedProcess) {
        let change = ProcessChange(from: process.exit.state, to: .terminated, reason: .ended)
        let memory = process.exit.report == .jetsam ? jetsamSnapshot() : nil
        system.timeline.write(
            .process(change),
            about: process.bundleID,
            pid: process.pid,
            appExtension: process.appExtension
        )
        let exit = system.timeline.write(
            .exit(process.exit),
            about: process.bundleID,
            pid: process.pid,
            appExtension: process.appExtension
        )
        guard var circumstances = process.circumstances?.value else { return }
        circumstances.exitSequence = exit
        circumstances.memory = memory
        process.circumstances = Box(circumstances)
    }

    // MARK: All at once

    /// Ends every process without callbacks.
    mutating func endAll(_ reason: TerminationReason) {
        for index in apps.indices where apps[index].hasProcess { end(index, Termination(reason)) }
        for index in apps.indices where apps[index].notificationService != nil {
            if reason == .languageChanged { endService(index, Termination(reason)) } else { dropService(index, reason) }
        }
    }
}

extension App {
    /// Returns the last steps of a process that terminates by a plan.
    func endingSteps(_ ending: TerminationPlan) -> [Step] {
        let process = self.process
        var steps: [Step] = []
        if ending.expiresTasks {
            steps += process.work.tasks.filter(\.hasExpirationHandler).map { .expire(task: $0.id) }
        }
        if ending.disconnectsScenes {
            steps += process.scenes.filter { $0.number != .implicit }.flatMap { disconnectingSteps($0.number) }
        }
        if ending.notifiesDiscardedSessions, !history.discardedSessions.isEmpty {
            steps.append(.reportDiscardedSessions(history.discardedSessions))
        }
        if ending.callsWillTerminate {
            steps += [
                .call(.applicationWillTerminate), .post(.willTerminate),
            ]
        }
        return steps + [.end(ending.reason)]
    }

    /// Counts how it ended, for MetricKit.
    mutating func count(_ exit: ExitRecord, in system: inout SystemState) {
        let peak = process.peakFootprintBytes
        history.peakFootprintBytes = max(history.peakFootprintBytes, peak)
        guard let counter = exit.reason.row.counter else { return }
        history.exitCounts.count(counter, inForeground: isForeground(in: system))
    }

    // MARK: Ended by an event

    /// Whether the process is notified before the system ends it: only a process that runs in the background is, and
    /// not if it ends for memory.
    func isNotified(ofTerminationFor cause: TerminationCause, in system: SystemState) -> Bool {
        (cause == .system || cause == .diskSpace) && system.rulebook.systemTerminationCallsWillTerminate
            && process.state == .background
    }

    /// Ends the process as the system does.
    func terminate(for cause: TerminationCause, in system: SystemState) -> AppEffect {
        guard isNotified(ofTerminationFor: cause, in: system) else { return .end(Termination(cause.reason)) }
        return .requestTermination(TerminationPlan(reason: cause.reason, callsWillTerminate: true))
    }

    /// Ends the app, since one of its permissions was changed in Settings. Its open tasks expire first.
    func endForChangedPermission() -> AppEffect? {
        guard hasProcess else { return nil }
        return .requestTermination(
            TerminationPlan(reason: .permissionChanged, leavesScreen: false, expiresTasks: true)
        )
    }

    // MARK: Exiting instead of being suspended

    /// How an app exits instead of being suspended.
    static let exitInsteadOfSuspending = TerminationPlan(reason: .exitsOnSuspend, callsWillTerminate: true)
}

extension Installation {
    /// Whether the Info.plist asks to exit instead of being suspended, and the system supports that.
    func exitsOnSuspend(_ rulebook: Rulebook) -> Bool {
        lifecycle == .appDelegate && manifest.infoPlist.exitsOnSuspend && rulebook.exitsOnSuspendHonoured
    }
}
