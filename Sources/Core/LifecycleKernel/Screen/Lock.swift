/// The lock, and the data that is protected while the device is locked. Source: facts 1.2.
extension Device {
    /// The app in front leaves; with a passcode all running apps are notified that protected data becomes unavailable,
    /// one that leaves the screen when it has entered the background. On an always-on display the app in front is active
    /// again for a moment before. Source: facts 10.2.
    mutating func lock() {
        if system.rulebook.lockReactivates { deactivateForAMoment(for: .sideButton) }
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
            apps[index].process.losesProtectedData = false
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

extension App {
    /// Notifies a process that protected data becomes unavailable or is available again, as the device is now, unless that
    /// is what it was notified of last.
    mutating func notifyOfProtectedData(in system: SystemState) {
        let isLocked = system.screen.isLocked
        guard process.awaitsProtectedData != isLocked else { return }
        process.awaitsProtectedData = isLocked
        process.runLoop.insert(
            isLocked
                ? [
                    .call(.protectedDataWillBecomeUnavailable, scene: 0),
                    .post(.protectedDataWillBecomeUnavailable, scene: 0),
                ]
                : [
                    .call(.protectedDataDidBecomeAvailable, scene: 0),
                    .post(.protectedDataDidBecomeAvailable, scene: 0),
                ]
        )
    }

    /// Notifies a running process that waits for it that protected data is available again, before it enters the
    /// foreground.
    mutating func deliverProtectedDataIfAvailable(in system: SystemState) {
        guard process.awaitsProtectedData, !system.screen.isLocked else { return }
        process.runLoop.enqueueBeforeReconciliation([.notifyOfProtectedData])
    }
}

extension SystemState {
    /// What the user would do with an app needs an unlocked device.
    func checkUnlocked() throws(Rejection) {
        if screen.isLocked { throw Rejection(.deviceLocked, "the device is locked", state: "locked") }
    }

    /// Whether something may be launched in the background at all: not before the first unlock.
    var mayLaunchInBackground: Bool {
        screen.wasUnlockedSinceBoot || rulebook.backgroundLaunchBeforeFirstUnlock
    }
}
