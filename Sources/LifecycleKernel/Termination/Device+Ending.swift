/// How processes end. Source: facts 1.5.
extension Device {
    /// Requests the termination of a process: it receives the callbacks of the plan if it runs, and then ends. One that is
    /// terminating already does so as it was requested first.
    mutating func requestTermination(of index: Int, _ ending: TerminationPlan) {
        guard !apps[index].isEnding else { return }
        guard apps[index].process.state != .suspended else {
            end(index, Termination(ending.reason))
            return
        }
        var ending = ending
        ending.requestedAt = system.now
        apps[index].process.ending = ending
        takeFromAllDisplays(apps[index].manifest.bundleID)
        apps[index].requestReconciliation(in: &system)
        pump(index)
    }

    /// Ends a process at once, without callbacks.
    ///
    /// The order of the records: the energy it used, the end of the process, its exit, findings, and what it held; then the
    /// other apps are reconciled.
    mutating func end(_ index: Int, _ termination: Termination) {
        apps[index].settleEnergy(in: &system)
        apps[index].chargeUnfinishedEntry(in: &system)
        let process = apps[index].process
        let exit = apps[index].exitRecord(termination.reason, termination.explanation, in: system)
        var circumstances: DeathCircumstances?
        if exit.report != .none {
            let snapshot = exit.report == .jetsam ? jetsamSnapshot() : nil
            circumstances = apps[index].circumstances(of: termination, memory: snapshot, in: system)
        }
        apps[index].count(exit, in: &system)
        apps[index].write(
            .process(ProcessChange(from: process.state, to: .terminated, reason: .ended, launchReason: nil)),
            in: &system
        )
        apps[index].write(.exit(exit), in: &system)
        circumstances?.exitSequence = system.lastSequence
        apps[index].auditEnd(of: process, exit, termination.finding, in: &system)
        apps[index].dropArchiveAfterCrashAtLaunch(exit, in: &system)
        apps[index].endBackgroundWork(termination.reason, in: &system)
        apps[index].remember(process, exit, circumstances, in: &system)
        system.deadlines.cancel(pid: process.pid)
        takeFromAllDisplays(apps[index].manifest.bundleID)
        // Windows that were being closed are discarded now; the app is notified at its next launch.
        let closing = apps[index].sessions.filter(\.isClosing).map(\.number)
        apps[index].discardSessions(closing)
        apps[index].history.lastExit = exit
        apps[index].livingProcess = nil
        ledgerChanged()
    }

    // MARK: All at once

    /// Ends every process in silence.
    mutating func endAll(_ reason: TerminationReason) {
        for index in apps.indices where apps[index].hasProcess { end(index, Termination(reason)) }
        for index in apps.indices where apps[index].notificationService != nil {
            if reason == .languageChanged { endService(index, Termination(reason)) } else { dropService(index, reason) }
        }
    }
}
