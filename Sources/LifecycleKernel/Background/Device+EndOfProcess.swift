/// What the end of a process does to what the system keeps for its app, and what waited for that end. Sources: facts 2.3,
/// 6.1.
extension Device {
    /// Tells apps whose process has ended what came while it was ending, in a new process. Called when everything else
    /// is settled.
    mutating func wakeEndedApps() {
        guard system.endedProcesses.takeNews() else { return }
        var index = 0
        while index < apps.count {
            guard apps[index].hasEndedBeforeItWasTold else {
                index += 1
                continue
            }
            if apps[index].background.heldPush?.value.why == .terminating { judgeHeldPush(index) }
            if apps[index].background.sessionsAwaitEnd == true {
                apps[index].background.sessionsAwaitEnd = nil
                tellFinishedSessions(index)
            }
            // What it takes to run may have ended another app that waits.
            index = 0
        }
    }
}
