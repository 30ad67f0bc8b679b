/// What waited for the end of a process: launches for pushes and transfers that came meanwhile. Sources: facts 2.3, 6.1.
extension Device {
    /// Delivers what arrived for an app while its process was terminating, in a new process. Called when everything
    /// else is settled.
    mutating func wakeEndedApps() {
        guard system.endedProcesses.takeNewExit() else { return }
        var index = 0
        while index < apps.count {
            let isService = apps[index].hasAbandonedNotifications
            guard isService || apps[index].hasDeliveriesAfterEnd(in: system) else {
                index += 1
                continue
            }
            if isService { continueAfterService(index) }
            if apps[index].background.heldPush?.value.reason == .terminating {
                wake(index, for: apps[index].judgeHeldPush(in: &system))
            }
            for held in apps[index].takeWakesAwaitingEnd() {
                carryOut(apps[index].receive(held.wake, arguments: held.arguments, in: &system), of: index)
            }
            receiveStoredPushes(index)
            wakeForSessions(index)
            // The launch may have ended another app that waits.
            index = 0
        }
    }
}
