/// What the end of a process does to what the system keeps for its app, and what waited for that end. Sources: facts 2.3,
/// 6.1.
extension Device {
    /// Ends what ended with a process, each with its verdict. Called when its `exit` is written, and it still stands.
    mutating func endBackgroundWork(_ reason: TerminationReason, _ index: Int) {
        // A prewarmed process has not come to the app's code: for the app none has lived.
        guard hasLaunched(index) else { return }
        dropAwaitedLocation(index)
        failTasksOfEndedProcess(reason, index)
        guard !installed[index].background.isBlank else { return }
        stopScanningWithProcess(index)
        dropPushOnDevice(Verdict.Why(endOfProcess: reason), index)
    }

    /// Tells apps whose process has ended what came while it was ending, in a new process. Called when everything else
    /// is settled.
    mutating func wakeEndedApps() {
        var index = 0
        while index < installed.count {
            guard hasEndedBeforeItWasTold(index) else {
                index += 1
                continue
            }
            if installed[index].background.heldPush?.value.why == .terminating { judgeHeldPush(index) }
            if installed[index].background.sessionsAwaitEnd == true {
                installed[index].background.sessionsAwaitEnd = nil
                tellFinishedSessions(index)
            }
            // What it takes to run may have ended another app that waits.
            index = 0
        }
    }

    @inline(__always)
    private func hasEndedBeforeItWasTold(_ index: Int) -> Bool {
        guard !installed[index].background.isBlank, !isEnding(index) else { return false }
        return installed[index].background.sessionsAwaitEnd == true
            || installed[index].background.heldPush?.value.why == .terminating
    }
}
