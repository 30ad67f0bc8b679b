/// Tasks that nothing but their expiration handlers end: the system gives as much time as it has, and the work may never
/// come to its end. Sources: beginBackgroundTask(withName:expirationHandler:); BGTask.expirationHandler.
extension App {
    /// The app's code has ended a background task: the work should have, not the expiration handler that it is in.
    mutating func auditEnd(of task: BackgroundTask, in system: inout SystemState) {
        guard task.expiredBy != 0, process.runLoop.isInFlight(task.expiredBy) else { return }
        report(
            .endedOnlyByExpiration,
            "the background task \(task.name) was ended by its expiration handler, and not by the work that it was begun for",
            evidence: [task.begunBy, task.expiredBy],
            in: &system
        )
    }

    /// The app's code has completed a task of `BGTaskScheduler`. One that the user has cancelled, or that has stalled, is
    /// not meant.
    mutating func auditCompletion(of task: RunningTask, in system: inout SystemState) {
        guard task.hasExpired, task.expiry == nil, let handler = process.runLoop.inFlight,
            handler.name == .taskExpirationHandler, task.handler == handler.callback
        else { return }
        report(
            .endedOnlyByExpiration,
            "the task \(task.identifier) of BGTaskScheduler was completed by its expiration handler, and not by the work "
                + "that it was launched for",
            evidence: [task.launchedBy, handler.callback],
            in: &system
        )
    }
}
