/// The lock, and the data that is protected while the device is locked. Source: facts 1.2.
extension App {
    /// Returns the steps that notify a running process that protected data becomes unavailable.
    mutating func losingProtectedData() -> [Step] {
        process.losesProtectedData = nil
        process.awaitsProtectedData = true
        return [
            .call(.protectedDataWillBecomeUnavailable, scene: 0, arguments: []),
            .post(.protectedDataWillBecomeUnavailable, scene: 0),
        ]
    }

    /// Notifies a running process that waits for it that protected data is available again.
    mutating func deliverProtectedDataIfAvailable(in system: inout SystemState) {
        guard process.awaitsProtectedData, !system.screen.isLocked else { return }
        process.awaitsProtectedData = false
        enqueue([
            .call(.protectedDataDidBecomeAvailable, scene: 0, arguments: []),
            .post(.protectedDataDidBecomeAvailable, scene: 0),
        ])
    }
}
