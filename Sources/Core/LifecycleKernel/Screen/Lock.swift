/// The lock, and the data that is protected while the device is locked.
///
/// Callbacks and notifications: `applicationProtectedDataWillBecomeUnavailable(_:)` and
/// `applicationProtectedDataDidBecomeAvailable(_:)`, alternately, never one of them twice in a row. For a process that was
/// launched while protected data was unavailable, the second comes first. Source: facts 1.2.
extension Device {
    /// Locks the device: the app in front leaves the screen. With a passcode, all running apps are notified that
    /// protected data becomes unavailable; an app that leaves the screen is notified when it has entered the
    /// background. On an always-on display, the app in front is first deactivated and active again for a moment.
    /// Source: facts 10.2.
    mutating func lock() {
        if system.rulebook.lockReactivates { deactivateForAMoment(for: .sideButton) }
        let leaving = apps.indices.filter { apps[$0].installation.isInFront(in: system) }
        system.screen.lock()
        reconcileAll()
        system.startIdleTimer()
        guard system.initialSettings.value.passcode else { return }
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

    /// Unlocks the device: notifies the same apps that protected data is available again. Then the app that was in
    /// front returns; if a video call was answered meanwhile, its app opens instead.
    mutating func unlock() {
        system.screen.unlock()
        for index in apps.indices where apps[index].hasProcess {
            // A process that was not notified of a lock is not notified of the unlock.
            apps[index].process.losesProtectedData = false
            guard apps[index].runs else { continue }
            apps[index].deliverProtectedDataIfAvailable(in: &system)
            pump(index)
        }
        userStartsUsingDevice()
        if let caller = apps.indices.first(where: { apps[$0].opensAtUnlock(in: system) }) {
            open(caller)
        } else {
            reconcileAll()
        }
        deliverHeldPushes()
        for index in apps.indices { deliverHeldWakes(index) }
    }
}

extension App {
    /// Notifies a process that protected data becomes unavailable, if the device is locked, or that it is available
    /// again; does nothing if that was the last such notification.
    mutating func notifyOfProtectedData(in system: SystemState) {
        let isLocked = system.screen.isLocked
        guard process.awaitsProtectedData != isLocked else { return }
        process.awaitsProtectedData = isLocked
        process.runLoop.insert(
            isLocked
                ? [
                    .call(.protectedDataWillBecomeUnavailable),
                    .post(.protectedDataWillBecomeUnavailable),
                ]
                : [
                    .call(.protectedDataDidBecomeAvailable),
                    .post(.protectedDataDidBecomeAvailable),
                ]
        )
    }

    /// Notifies a running process that protected data is available again, if it waits for that. Called before it enters
    /// the foreground.
    mutating func deliverProtectedDataIfAvailable(in system: inout SystemState) {
        guard process.awaitsProtectedData, !system.screen.isLocked else { return }
        process.runLoop.enqueueBeforeReconciliation([.notifyOfProtectedData])
    }
}

extension Screen {
    /// Throws `device-locked` if the device is locked, since the user cannot do anything with an app then.
    func checkUnlocked() throws(Rejection) {
        if isLocked { throw Rejection(.deviceLocked, "the device is locked", state: "locked") }
    }
}

extension SystemState {
    /// Whether protected data is available: without a passcode always, with one while the device is unlocked. It is
    /// unavailable from the instant of the lock, with the callbacks. Source: facts 1.2.
    var isProtectedDataAvailable: Bool { !initialSettings.value.passcode || !screen.isLocked }

    /// Whether files are available that are protected until the first unlock: without a passcode always, with one as
    /// soon as the user has unlocked the device since it started.
    var isUnlockedSinceBoot: Bool { !initialSettings.value.passcode || screen.wasUnlockedSinceBoot }
}
