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
    func hasDeliveriesAfterEnd(in system: SystemState) -> Bool {
        guard !background.isBlank, !isEnding else { return false }
        return background.sessionsToWakeFor != nil && system.mayLaunchInBackground
            || background.heldPush?.value.reason == .terminating || background.wakesAwaitingEnd != nil
            || system.isReachable && background.apnsStore != nil
    }
}
