/// Events of one app. Sources: facts 1.2, 1.3, 1.5.
extension App {
    // MARK: Opening

    /// How many undelivered payloads a process may have.
    static let payloadsPerProcess = 100

    /// Whether the process has as many undelivered payloads as it may.
    // Inlining saves 2.3 % of the instructions of a transition, with `isEnding` and `process`: the app is not copied.
    @inline(__always)
    var hasTooManyPayloads: Bool { hasProcess && process.payloads.count >= Self.payloadsPerProcess }

    /// The window of an event: the one named, or the only one; 0 for an app without scenes.
    func window(_ number: SceneID?) throws(Rejection) -> SceneID {
        if lifecycle == .scenes {
            let number = try session(number)
            guard otherRole(ofSession: number) == nil else {
                throw Rejection(.unknownScene, "\(number) is no window", field: "sceneID", accepted: [])
            }
            return number
        }
        guard number == nil else {
            throw Rejection(.unknownScene, "\(manifest.bundleID) has no scenes", field: "sceneID", accepted: [])
        }
        return 0
    }

    /// Covers the view of a window by another view of the app, or uncovers it: its view controller is called, and nothing
    /// else of the app. Source: facts 10.2, 10.5.
    mutating func setView(of scene: SceneID, isCovered: Bool) {
        guard let index = index(ofScene: scene) else { return }
        process.scenes[index].isViewCovered = isCovered ? true : nil
        let names: [CallbackName] =
            isCovered ? [.viewWillDisappear, .viewDidDisappear] : [.viewWillAppear, .viewDidAppear]
        enqueue(names.map { .call($0, scene: scene, arguments: []) })
    }

    /// The steps of a running app on a force quit.
    func endingByForceQuit(in system: SystemState) -> TerminationPlan {
        let order = system.forceQuitSceneOrder
        let skipsBackground = order == .disconnect && lifecycle == .scenes
        return TerminationPlan(
            reason: .userForceQuit,
            disconnectsScenes: order != .enterBackground,
            skipsBackground: skipsBackground,
            notifiesDiscardedSessions: skipsBackground && system.initialSettings.model == .iPad,
            callsWillTerminate: system.rulebook.willTerminateAtForceQuit == .whenRunning,
            wasInForeground: isInForeground ? true : nil
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
