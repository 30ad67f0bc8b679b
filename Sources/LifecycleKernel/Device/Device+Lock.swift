/// The lock, and the data that is protected while the device is locked. Source: facts 1.2.
extension Device {
    /// The app in front leaves; with a passcode all that run hear that protected data goes, one that leaves the screen
    /// when it has entered the background.
    mutating func lock() {
        let leaving = apps.indices.filter { apps[$0].installation.isInFront(in: system) }
        system.screen.isLocked = true
        system.screen.overlays.subtract(.closedByLeaving)
        reconcileAll()
        system.startIdleTimer()
        guard system.initialSettings.passcode else { return }
        for index in apps.indices {
            guard apps[index].runs, !apps[index].isEnding else { continue }
            if leaving.contains(index) {
                apps[index].process.losesProtectedData = true
                apps[index].process.runLoop.enqueueReconciliation()
            } else {
                apps[index].enqueue(apps[index].losingProtectedData())
            }
            pump(index)
        }
    }

    /// Those who heard that protected data goes hear that it is back; then the app that was in front returns.
    mutating func unlock() {
        system.screen.isLocked = false
        system.screen.wasUnlockedSinceBoot = true
        for index in apps.indices where apps[index].hasProcess {
            // Who has not heard yet that it goes hears neither.
            apps[index].process.losesProtectedData = nil
            guard apps[index].runs else { continue }
            apps[index].hearProtectedDataIfAvailable(in: &system)
            pump(index)
        }
        userStartsUsingDevice()
        reconcileAll()
        deliverHeldPushes()
        tellFinishedSessions()
    }
}
