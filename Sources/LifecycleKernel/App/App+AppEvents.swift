/// Events of one app. Sources: facts 1.2, 1.3, 1.5.
extension App {
    // MARK: Opening

    /// How many things a process may be opened with that it has not been told of.
    static let payloadsPerProcess = 100

    /// An app that is ending cannot be opened.
    func requireNotTerminating() throws(Rejection) {
        if isEnding {
            throw Rejection.notNow("\(manifest.bundleID) is terminating", state: "terminating")
        }
        if let process = livingProcess, process.payloads.count >= Self.payloadsPerProcess {
            throw Rejection(
                .limitReached,
                "\(manifest.bundleID) has not been told yet of \(Self.payloadsPerProcess) things that "
                    + "it was opened with",
                state: process.state.rawValue
            )
        }
    }

    /// What a running app hears of a force quit.
    func endingByForceQuit(in system: SystemState) -> TerminationPlan {
        let order = system.forceQuitSceneOrder
        let skipsBackground = order == .disconnect && lifecycle == .scenes
        return TerminationPlan(
            reason: .userForceQuit,
            disconnectsScenes: order != .enterBackground,
            skipsBackground: skipsBackground,
            tellsDiscardedSessions: skipsBackground && system.initialSettings.model == .iPad,
            callsWillTerminate: system.rulebook.willTerminateAtForceQuit == .whenRunning
        )
    }

    mutating func discardAllSessions() {
        discardSessions(sessions.map(\.number))
    }

    /// What was to be done for the app in the background is gone with it. Source: facts 2.4.
    mutating func forgetWork(in system: inout SystemState) {
        installation.wasRebootedSinceForceQuit = false
        dropPushOnDevice(.forceQuit, in: &system)
        cancelTransfersByForceQuit(in: &system)
        let keepsProcessing = system.rulebook.holds(.processingTaskAfterForceQuit)
        cancelRequests(.forceQuit, in: &system) { $0.kind != .processing || !keepsProcessing }
    }
}
