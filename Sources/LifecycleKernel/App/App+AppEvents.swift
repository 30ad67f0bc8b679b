/// Events of one app. Sources: facts 1.2, 1.3, 1.5.
extension App {
    // MARK: Opening

    /// How many undelivered payloads a process may have.
    static let payloadsPerProcess = 100

    /// Whether the process has as many undelivered payloads as it may.
    // Inlining saves 2.3 % of the instructions of a transition, with `isEnding` and `process`: the app is not copied.
    @inline(__always)
    private var hasTooManyPayloads: Bool { hasProcess && process.payloads.count >= Self.payloadsPerProcess }

    /// Throws if the app cannot be opened now: it is terminating, or too many payloads wait for it.
    ///
    /// - Throws: `not-possible-now` or `limit-reached`.
    func requireOpenable() throws(Rejection) {
        if isEnding {
            throw Rejection.notNow("\(manifest.bundleID) is terminating", state: "terminating")
        }
        if hasTooManyPayloads {
            throw Rejection(
                .limitReached,
                "\(manifest.bundleID) has not been told yet of \(Self.payloadsPerProcess) things that it was opened with",
                state: state.rawValue
            )
        }
    }

    /// Drops what a window was opened with and has not been given to the app: the window is closed.
    mutating func dropPayloads(ofWindow number: SceneID, in system: inout SystemState) {
        guard process.payloads.contains(where: { $0.scene == number }) else { return }
        for pending in process.payloads where pending.scene == number {
            let closed = "the window was closed before the app was given \(pending.payload.kind)"
            let refusal = Refusal(.unknownSession, closed)
            write(.verdict(.sceneSession, .dropped, refusal, pending.payload.identifier), in: &system)
        }
        process.payloads.removeAll { $0.scene == number }
    }

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
    mutating func setView(ofWindow window: SceneID?, isCovered: Bool) -> AppEffect? {
        guard let scene = try? self.window(window), let index = index(ofScene: scene) else { return nil }
        process.scenes[index].isViewCovered = isCovered
        let names: [CallbackName] =
            isCovered ? [.viewWillDisappear, .viewDidDisappear] : [.viewWillAppear, .viewDidAppear]
        enqueue(names.map { .call($0, scene: scene, arguments: []) })
        return .runMainThread
    }

    // MARK: Ending

    /// Whether the process is notified that the system ends it: only one that runs in the background, and not for lack of
    /// memory.
    func isNotified(ofTerminationFor cause: TerminationCause, in system: SystemState) -> Bool {
        (cause == .system || cause == .diskSpace) && system.rulebook.holds(.systemTerminationCallsWillTerminate)
            && process.state == .background
    }

    /// Ends the process as the system does.
    func terminate(for cause: TerminationCause, in system: SystemState) -> AppEffect {
        guard isNotified(ofTerminationFor: cause, in: system) else { return .end(Termination(cause.reason)) }
        return .requestTermination(TerminationPlan(reason: cause.reason, callsWillTerminate: true))
    }

    /// A permission changed in Settings kills the app; its open tasks expire first.
    func endForChangedPermission() -> AppEffect? {
        guard hasProcess else { return nil }
        return .requestTermination(
            TerminationPlan(reason: .permissionChanged, leavesScreen: false, expiresTasks: true)
        )
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
            wasInForeground: isInForeground
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
