extension App {
    /// Sets a deadline of the process, with the last record as its cause.
    mutating func set(_ kind: Deadline.Kind, at instant: Instant, in system: inout SystemState) {
        system.deadlines.set(kind, at: instant, pid: process.pid, cause: system.lastSequence)
    }

    /// Cancels the deadlines of the process that match a predicate.
    mutating func cancelDeadlines(in system: inout SystemState, where fits: (Deadline.Kind) -> Bool) {
        system.deadlines.cancel(pid: process.pid, where: fits)
    }

    /// Called when a deadline of the process is due.
    mutating func handle(_ kind: Deadline.Kind, in system: inout SystemState) -> AppEffect? {
        switch kind {
        case .handlerEntryEnds:
            process.runLoop.entryHasTakenItsTime()
            return .continueHandler
        case .taskEndsItself(let id): taskEndsItself(id, in: &system)
        case .watchdog(let event): return watchdogFired(event, in: system)
        case .assertionEnds(let id): return assertionEnds(id, in: &system)
        case .taskWarning: warnTasks(in: &system)
        case .taskAllowanceEnds: return taskAllowanceEnds(in: &system)
        case .processorLimit: return processorLimitReached(in: &system)
        case .homeTransitionEnds:
            process.runLoop.enqueueReconciliation()
            watchMainThread(in: &system)
        case .alarm: alarmIsDue()
        case .locationSessionsLapse: locationSessionsLapse(in: &system)
        case .transferEnds, .transferStarts, .liveActivityEnds, .heldPushExpires, .notificationService,
            .deviceBecomesIdle, .systemDecides:
            preconditionFailure("a deadline of the device with a process: \(kind)")
        }
        return nil
    }
}
