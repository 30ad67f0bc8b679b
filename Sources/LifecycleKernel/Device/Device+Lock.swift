/// The lock, and the data that is protected while the device is locked. Source: facts 1.2.
extension Device {
    /// The app in front leaves; with a passcode all running apps are notified that protected data becomes unavailable,
    /// one that leaves the screen when it has entered the background. On an always-on display the app in front is active
    /// again for a moment before. Source: facts 10.2.
    mutating func lock() {
        deactivateForAMoment(for: .sideButton, if: .lockReactivates)
        let leaving = apps.indices.filter { apps[$0].installation.isInFront(in: system) }
        system.screen.lock()
        reconcileAll()
        system.startIdleTimer()
        guard system.initialSettings.passcode else { return }
        for index in apps.indices {
            guard apps[index].runs, !apps[index].isEnding else { continue }
            let hasLeft = leaving.contains(index) || apps[index].isInForeground
            if hasLeft, !apps[index].installation.isInFront(in: system) {
                apps[index].process.losesProtectedData = true
                apps[index].process.runLoop.enqueueReconciliation()
            } else {
                apps[index].enqueue([.notifyOfProtectedData])
            }
            pump(index)
        }
    }

    /// Notifies the same apps that protected data is available again; then the app that was in front returns, or the one
    /// opens whose video call was answered meanwhile.
    mutating func unlock() {
        system.screen.unlock()
        for index in apps.indices where apps[index].hasProcess {
            // An app that was not notified of the one is not notified of the other.
            apps[index].process.losesProtectedData = nil
            guard apps[index].runs else { continue }
            apps[index].deliverProtectedDataIfAvailable(in: system)
            pump(index)
        }
        userStartsUsingDevice()
        if let caller = apps.indices.first(where: { apps[$0].opensAtUnlock(in: system) }) {
            open(caller)
        } else {
            reconcileAll()
        }
        deliverHeldPushes()
        for index in apps.indices { wakeForSessions(index) }
    }
}
