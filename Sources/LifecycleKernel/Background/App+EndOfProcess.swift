/// What the end of a process does to what the system keeps for its app, and what waited for that end. Sources: facts 2.3,
/// 6.1.
extension App {
    /// Ends what ended with a process, each with its verdict. Called when its `exit` is written, and it still stands.
    mutating func endBackgroundWork(_ reason: TerminationReason, in system: inout SystemState) {
        // A prewarmed process has not come to the app's code: for the app none has lived.
        guard hasLaunched else { return }
        dropAwaitedLocation(in: &system)
        failTasksOfEndedProcess(reason, in: &system)
        guard !background.isBlank else { return }
        stopScanningWithProcess()
        dropPushOnDevice(Verdict.Why(endOfProcess: reason), in: &system)
    }

    /// Whether something came while the process was ending, which the app is told of in a new one.
    var hasEndedBeforeItWasTold: Bool {
        guard !background.isBlank, !isEnding else { return false }
        return background.sessionsAwaitEnd == true
            || background.heldPush?.value.why == .terminating
    }
}
