/// How processes end. Source: facts 1.5.
extension App {
    /// Returns the steps before a process ends.
    func endingSteps(_ ending: TerminationPlan) -> [Step] {
        let process = self.process
        var steps: [Step] = []
        if ending.expiresTasks {
            steps += process.work.tasks.filter(\.hasExpirationHandler).map { .expire(task: $0.id) }
        }
        if ending.disconnectsScenes {
            steps += process.scenes.filter { $0.number != 0 }.flatMap { disconnectingSteps($0.number) }
        }
        if ending.notifiesDiscardedSessions == true, !history.discardedSessions.isEmpty {
            steps.append(.reportDiscardedSessions(history.discardedSessions))
        }
        if ending.callsWillTerminate {
            steps += [
                .call(.applicationWillTerminate, scene: 0, arguments: []), .post(.willTerminate, scene: 0),
            ]
        }
        return steps + [.end(ending.reason)]
    }

    /// Discards sessions. The app is yet to be notified of them.
    mutating func discardSessions(_ numbers: [SceneID]) {
        let discarded = sessions.map(\.number).filter(numbers.contains)
        guard !discarded.isEmpty else { return }
        sessions.removeAll { discarded.contains($0.number) }
        history.discardedSessions += discarded
    }

    /// Notifies the process of discarded sessions, unless it was by then; those that it does not live to be notified of are
    /// reported at the next launch. Source: facts 1.5.
    mutating func reportDiscardedSessions(_ numbers: [SceneID]) {
        let unreported = numbers.filter(history.discardedSessions.contains)
        guard !unreported.isEmpty else { return }
        history.discardedSessions.removeAll(where: unreported.contains)
        process.runLoop.insert([Step.didDiscard(unreported)])
    }

    func exitRecord(
        _ reason: TerminationReason,
        _ explanation: String?,
        in system: SystemState
    ) -> ExitRecord {
        let process = self.process
        let row = reason.row
        let isTaskTimeout = reason == .backgroundTaskAssertionTimeout
        let code = isTaskTimeout ? system.rulebook.code(.backgroundTaskTimeoutCode) : row.code
        return ExitRecord(
            reason: reason,
            namespace: row.namespace,
            code: code,
            explanation: explanation ?? row.explanation,
            metricKit: row.counter?.key,
            // With the watchdog's code a leaked task left a crash report, with today's it leaves none (facts 9.14).
            report: isTaskTimeout && code == TerminationReason.appWatchdog.row.code ? .crash : row.report,
            state: process.state,
            unsavedChanges: process.unsavedChanges,
            callbackInFlight: uncompletedCallback(in: system)
        )
    }

    /// Counts how it ended, for MetricKit.
    mutating func count(_ exit: ExitRecord, in system: inout SystemState) {
        let peak = process.peakFootprintBytes
        history.peakFootprintBytes = max(history.peakFootprintBytes, peak)
        guard let counter = exit.reason.row.counter else { return }
        history.exitCounts.count(counter, inForeground: isForeground(in: system))
    }

    mutating func remember(
        _ process: AppProcess,
        _ exit: ExitRecord,
        _ circumstances: DeathCircumstances?,
        in system: inout SystemState
    ) {
        let energy = process.energy.states
        history.energy.add(energy)
        system.endedProcesses.append(
            EndedProcess(
                pid: process.pid,
                bundleID: manifest.bundleID,
                launchReason: process.launchReason,
                startedAt: process.startedAt,
                endedAt: system.now,
                footprintBytes: process.footprintBytes,
                exit: exit,
                energy: energy,
                circumstances: circumstances.map(Box.init)
            )
        )
    }

    // MARK: Exiting instead of being suspended

    /// Whether the Info.plist asks to exit instead of being suspended, and the system supports that.
    // Inlining saves 2.4 % of the instructions of a transition, with those of `App+Scenes.swift`.
    @inline(__always)
    func exitsOnSuspend(in system: SystemState) -> Bool {
        lifecycle == .appDelegate && manifest.infoPlist.exitsOnSuspend
            && system.rulebook.holds(.exitsOnSuspendHonoured)
    }

    /// How it exits then.
    static let exitInsteadOfSuspending = TerminationPlan(reason: .exitsOnSuspend, callsWillTerminate: true)
}
