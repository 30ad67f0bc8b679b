/// How processes end. Source: facts 1.5.
extension Device {
    /// Asks a process to end: it is told what its ending says, where it can still hear, and then ends.
    mutating func ask(_ index: Int, toEnd ending: Ending) {
        guard self[process: index].state != .suspended else {
            end(index, ending.reason)
            return
        }
        var ending = ending
        ending.requestedAt = now
        self[process: index].ending = ending
        takeFromScreen(index)
        askToFollow(index)
        pump(index)
    }

    /// What a process hears before it ends. Sessions that it is told of here are not told again at the next launch.
    mutating func endingSteps(_ ending: Ending, _ index: Int) -> [Step] {
        let process = self[process: index]
        var steps: [Step] = []
        if ending.expiresTasks {
            steps += process.work.tasks.filter(\.hasExpirationHandler).map { .expire(task: $0.number) }
        }
        if ending.disconnectsScenes {
            steps += process.scenes.filter { $0.number != 0 }.flatMap { disconnect($0.number) }
        }
        if ending.tellsDiscardedSessions == true, !installed[index].past.discardedSessions.isEmpty {
            steps.append(discardCall(installed[index].past.discardedSessions))
            installed[index].past.discardedSessions = []
        }
        if ending.callsWillTerminate {
            steps += [
                .call(.applicationWillTerminate, scene: 0, arguments: []), .post(.willTerminate, scene: 0),
            ]
        }
        return steps + [.end(ending.reason)]
    }

    /// Ends a process here and now. Nobody asks it, and it hears nothing.
    ///
    /// - Parameters:
    ///   - explanation: What there is to say beyond the words of the reason.
    ///   - transgression: What a watchdog ends it for.
    ///   - finding: What the app did wrong to be ended; the `exit` record shows it too.
    mutating func end(
        _ index: Int,
        _ reason: TerminationReason,
        explanation: String? = nil,
        _ transgression: WatchdogTransgression? = nil,
        finding: Finding? = nil
    ) {
        settleEnergy(index)
        chargeUnfinishedEntry(index)
        let process = self[process: index]
        let exit = exitRecord(of: index, reason, explanation)
        var circumstances: DeathCircumstances?
        if exit.report != .none {
            circumstances = self.circumstances(of: index, exit, message: explanation, transgression)
        }
        count(exit, index)
        write(
            .process(ProcessChange(from: process.state, to: .terminated, why: .ended, launchReason: nil)),
            app: index
        )
        write(.exit(exit), app: index)
        circumstances?.exitSequence = lastSequence
        auditEnd(of: process, reason, finding, index)
        dropArchiveAfterCrashAtLaunch(exit, index)
        endBackgroundWork(reason, index)
        remember(process, exit, circumstances, index)
        deadlines.callOff(pid: process.pid)
        takeFromScreen(index)
        // Windows that were being closed are gone now; the app hears of it at its next launch.
        let closing = installed[index].sessions.filter(\.isClosing).map(\.number)
        discardSessions(closing, index)
        installed[index].past.lastExit = exit
        installed[index].process = nil
        ledgerChanged()
    }

    /// Forgets sessions of an app without a process.
    mutating func discardSessions(_ numbers: [SceneNumber], _ index: Int) {
        guard !numbers.isEmpty else { return }
        installed[index].sessions.removeAll { numbers.contains($0.number) }
        installed[index].past.discardedSessions += numbers
    }

    private func exitRecord(of index: Int, _ reason: TerminationReason, _ explanation: String?) -> ExitRecord {
        let process = self[process: index]
        let row = reason.row
        let isTaskTimeout = reason == .backgroundTaskAssertionTimeout
        let code = isTaskTimeout ? rulebook.code(.backgroundTaskTimeoutCode) : row.code
        return ExitRecord(
            reason: reason,
            namespace: row.namespace,
            code: code,
            explanation: explanation ?? row.explanation,
            metricKit: row.counter?.key,
            // With the watchdog's code a leaked task left a crash report, with today's it leaves none (facts 9.14).
            report: isTaskTimeout && code == TerminationReason.appWatchdog.row.code ? .crash : row.report,
            state: process.state,
            unsavedChanges: process.unsavedChanges
        )
    }

    /// Counts how it ended, for MetricKit.
    private mutating func count(_ exit: ExitRecord, _ index: Int) {
        let peak = self[process: index].peakFootprintBytes
        installed[index].past.peakFootprintBytes = max(installed[index].past.peakFootprintBytes, peak)
        guard let counter = exit.reason.row.counter else { return }
        installed[index].past.exitCounts.count(counter, inForeground: isForeground(index))
    }

    private mutating func remember(
        _ process: AppProcess,
        _ exit: ExitRecord,
        _ circumstances: DeathCircumstances?,
        _ index: Int
    ) {
        let energy = process.energy.states
        installed[index].past.energy.add(energy)
        if ended.count >= Self.endedProcessesKept { ended.removeFirst(ended.count - Self.endedProcessesKept + 1) }
        ended.append(
            EndedProcess(
                pid: process.pid,
                bundleID: installed[index].manifest.bundleID,
                launchReason: process.launchReason,
                startedAt: process.startedAt,
                endedAt: now,
                footprintBytes: process.footprintBytes,
                exit: exit,
                energy: energy,
                circumstances: circumstances.map(Boxed.init)
            )
        )
    }

    // MARK: Exiting instead of being suspended

    /// Whether the Info.plist asks to exit instead of being suspended, and that is still heard.
    @inline(__always)
    func exitsOnSuspend(_ index: Int) -> Bool {
        installed[index].lifecycle == .appDelegate && installed[index].manifest.infoPlist.exitsOnSuspend
            && rulebook.holds(.exitsOnSuspendHonoured)
    }

    mutating func exitInsteadOfSuspending(_ index: Int) {
        self[process: index].ending = Ending(reason: .exitsOnSuspend, requestedAt: now, callsWillTerminate: true)
        self[process: index].runLoop.enqueueReconciliation()
    }

    // MARK: All at once

    /// Ends every process in silence.
    mutating func endAll(_ reason: TerminationReason) {
        for index in installed.indices where installed[index].process != nil { end(index, reason) }
    }
}
