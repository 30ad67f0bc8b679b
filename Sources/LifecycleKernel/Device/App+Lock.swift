/// The lock, and the data that is protected while the device is locked. Source: facts 1.2.
extension App {
    /// The steps by which a running process hears that protected data becomes unavailable.
    mutating func losingProtectedData() -> [Step] {
        process.losesProtectedData = nil
        process.awaitsProtectedData = true
        return [
            .call(.protectedDataWillBecomeUnavailable, scene: 0, arguments: []),
            .post(.protectedDataWillBecomeUnavailable, scene: 0),
        ]
    }

    /// A process that runs and waits to hear that protected data is back hears it, if it is.
    mutating func hearProtectedDataIfAvailable(in system: inout SystemState) {
        guard process.awaitsProtectedData, !system.screen.isLocked else { return }
        process.awaitsProtectedData = false
        enqueue([
            .call(.protectedDataDidBecomeAvailable, scene: 0, arguments: []),
            .post(.protectedDataDidBecomeAvailable, scene: 0),
        ])
    }
}
