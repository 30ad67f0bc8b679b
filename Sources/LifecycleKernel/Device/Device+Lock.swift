/// The lock, and the data that is protected while the device is locked. Source: facts 1.2.
extension Device {
    /// The app in front leaves; with a passcode all that run hear that protected data goes, one that leaves the screen
    /// when it has entered the background.
    mutating func lock() {
        let leaving = installed.indices.filter { isInFront($0) }
        screen.isLocked = true
        screen.overlays.subtract(.closedByLeaving)
        followScreen()
        startIdleTimer()
        guard madeWith.passcode else { return }
        for index in installed.indices {
            guard runs(index), !isEnding(index) else { continue }
            if leaving.contains(index) {
                self[process: index].losesProtectedData = true
                self[process: index].runLoop.enqueueReconciliation()
            } else {
                enqueue(losingProtectedData(index), index)
            }
            pump(index)
        }
    }

    /// The steps by which a running process hears that protected data becomes unavailable.
    mutating func losingProtectedData(_ index: Int) -> [Step] {
        self[process: index].losesProtectedData = nil
        self[process: index].awaitsProtectedData = true
        return [
            .call(.protectedDataWillBecomeUnavailable, scene: 0, arguments: []),
            .post(.protectedDataWillBecomeUnavailable, scene: 0),
        ]
    }

    /// Those who heard that protected data goes hear that it is back; then the app that was in front returns.
    mutating func unlock() {
        screen.isLocked = false
        screen.wasUnlockedSinceBoot = true
        for index in installed.indices where installed[index].process != nil {
            // Who has not heard yet that it goes hears neither.
            self[process: index].losesProtectedData = nil
            guard runs(index) else { continue }
            hearProtectedDataIfAvailable(index)
            pump(index)
        }
        userStartsUsingDevice()
        followScreen()
        deliverHeldPushes()
        tellFinishedSessions()
    }

    /// A process that runs and waits to hear that protected data is back hears it, if it is.
    mutating func hearProtectedDataIfAvailable(_ index: Int) {
        guard self[process: index].awaitsProtectedData, !screen.isLocked else { return }
        self[process: index].awaitsProtectedData = false
        enqueue(
            [
                .call(.protectedDataDidBecomeAvailable, scene: 0, arguments: []),
                .post(.protectedDataDidBecomeAvailable, scene: 0),
            ],
            index
        )
    }
}
