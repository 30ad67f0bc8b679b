/// How the process of a notification service extension ends.
extension Device {
    /// Ends the process of an extension at once. The notification that it handles is shown as it came, when everything
    /// else is settled.
    mutating func endService(_ index: Int, _ termination: Termination) {
        guard let process = apps[index].serviceProcess else { return }
        let callback = apps[index].uncompletedCallback(of: process.runLoop, in: system)
        var exit = termination.exitRecord(of: process.state, during: callback, system.rulebook)
        // The counters of an app are about the app's own processes.
        exit.metricKit = nil
        var ended = EndedProcess(process, of: apps[index].manifest.bundleID, exit, at: system.now)
        if exit.report != .none {
            ended.circumstances = Box(apps[index].circumstances(of: process, termination, in: system))
        }
        writeEnd(of: &ended)
        if let finding = termination.finding {
            apps[index].reportOfService(finding.shown(by: system.lastSequence).during(callback), in: &system)
        }
        system.endedProcesses.append(ended)
        system.deadlines.cancel(of: process.pid)
        if let notification = process.request?.notification {
            let isTimeout = termination.finding?.code == .contentHandlerNotCalled
            let decision: Verdict.Decision = isTimeout ? .expired : .failed
            let reason = isTimeout ? .notCompleted : Verdict.Reason(endOfProcess: termination.reason)
            let verdict = notification.verdict(decision, Refusal(reason), by: .notificationService)
            apps[index].writeOfService(verdict, in: &system)
            apps[index].notificationService?.abandoned.append(notification)
        }
        apps[index].serviceProcess = nil
        ledgerChanged()
    }

    /// Ends an extension that has not called its content handler, though the system has called
    /// `serviceExtensionTimeWillExpire`.
    mutating func endOverdueService(_ index: Int) {
        guard let request = apps[index].serviceProcess?.request else { return }
        let finding = Finding(
            code: .contentHandlerNotCalled,
            detail: "the notification service extension had not called its content handler when its time was over",
            evidence: request.callbacks
        )
        let explanation = "the notification service extension did not call its content handler in time"
        endService(index, Termination(.system, explanation: explanation, finding: finding))
    }

    /// Ends an extension and drops what waits for it: its app is removed, or the device is switched off.
    mutating func dropService(_ index: Int, _ reason: TerminationReason) {
        endService(index, Termination(reason))
        guard let service = apps[index].notificationService else { return }
        apps[index].notificationService = nil
        for notification in service.abandoned + service.waiting {
            let refusal = Refusal(Verdict.Reason(endOfProcess: reason))
            apps[index].write(notification.verdict(.dropped, refusal), in: &system)
        }
    }
}

extension App {
    /// Writes a finding for which the extension has ended, and adds it to the app's audit.
    fileprivate mutating func reportOfService(_ finding: Finding, in system: inout SystemState) {
        let record = writeOfService(.finding(finding), in: &system)
        auditLog.add(finding, at: record, time: system.now)
    }
}

extension Termination {
    /// The end of an extension that was to be suspended while it held a lock on a file. Source: facts 4.2.
    ///
    /// - Parameter record: The call in which it took the lock.
    static func serviceHeldFileLock(since record: SequenceNumber) -> Termination {
        let finding = Finding(
            code: .fileLockHeldAtSuspend,
            detail: """
                the notification service extension held a lock on a file in a shared container when it was to be \
                suspended
                """,
            evidence: [record]
        )
        return Termination(.suspendedWithLockedFile, finding: finding)
    }
}
