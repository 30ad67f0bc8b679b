/// The lock, and the data that is protected while the device is locked. Source: facts 1.2.
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
                    .call(.protectedDataWillBecomeUnavailable, scene: 0, arguments: []),
                    .post(.protectedDataWillBecomeUnavailable, scene: 0),
                ]
                : [
                    .call(.protectedDataDidBecomeAvailable, scene: 0, arguments: []),
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
