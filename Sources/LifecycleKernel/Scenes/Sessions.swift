/// Scenes as a process has them: connecting, changing their state, disconnecting, and the sessions behind them.
///
/// Source: facts 1.4.
extension App {
    /// Sets a scene's state, and the state of the process that follows from its scenes.
    mutating func move(
        _ number: SceneID,
        to state: SceneState,
        reason: ProcessChange.Reason,
        in system: inout SystemState
    ) {
        guard let index = self.index(ofScene: number) else { return }
        let from = process.scenes[index].state
        guard from != state else { return }
        // What a display uses depends on the scenes, and not only on the state that follows from them.
        if !process.work.isBlank, process.work.carScene != nil { settleEnergy(in: &system) }
        process.scenes[index].state = state
        if state == .foregroundInactive {
            process.scenes[index].resignedAt = from == .foregroundActive ? system.now : nil
        }
        if number != 0 { write(.scene(from: from, to: state), scene: number, in: &system) }
        if state == .foregroundActive { noteStateToPreserve(of: number, in: &system) }
        guard process.state != .suspended else { return }
        let processState = process.stateOfScenes
        if processState != process.state {
            changeState(to: processState, reason: reason, in: &system)
        } else if from == .unattached, state == .background, reason != .launch, processState == .background {
            // The user has left meanwhile. A launch in the background has an assertion of its own.
            holdForTransition(in: &system)
        }
    }

    /// The index of a scene among those of a process.
    // Inlining saves 2.4 % of the instructions of a transition, with other places of scenes and sessions.
    @inline(__always)
    func index(ofScene number: SceneID) -> Int? {
        for index in process.scenes.indices where process.scenes[index].number == number {
            return index
        }
        return nil
    }

    /// Sets the state of a process and what depends on it.
    mutating func changeState(to state: ProcessState, reason: ProcessChange.Reason, in system: inout SystemState) {
        let from = process.state
        enter(state, in: &system)
        write(.process(ProcessChange(from: from, to: state, reason: reason, launchReason: nil)), in: &system)
        let record = system.lastSequence
        watchProcessor(from: from, in: &system)
        if from == .inactive, state == .background {
            process.wasWokenInBackground = false
            holdForTransition(in: &system)
        } else if from == .background, state == .inactive {
            release(.transition, in: &system)
            resetTaskClock(in: &system)
            resetTransferDelay(in: &system)
        }
        updateTaskClock(in: &system)
        if state == .active, !background.isBlank, background.heldPush != nil {
            enqueue([.deliverHeldPush])
        }
        auditChange(from: from, to: state, at: record, in: &system)
    }

    // MARK: Connecting

    /// The session of the first window on screen, or on another display, that has no scene yet; only of an app with scenes.
    @inline(__always)
    func sessionToConnect(in system: SystemState) -> SceneSession? {
        if !system.screen.isCovered, let session = windowToConnect(in: system) { return session }
        return system.screen.otherDisplays.isEmpty ? nil : sessionToConnectOnOtherDisplay(in: system)
    }

    @inline(__always)
    private func windowToConnect(in system: SystemState) -> SceneSession? {
        for window in system.screen.windows.indices
        where system.screen.windows[window].bundleID == manifest.bundleID
            && index(ofScene: system.screen.windows[window].scene) == nil
        {
            if let session = index(ofSession: system.screen.windows[window].scene),
                !sessions[session].isClosing
            {
                return sessions[session]
            }
        }
        return nil
    }

    /// The steps that connect a scene to its session, with what it is opened with.
    func connect(_ session: SceneSession) -> [Step] {
        var options: [Value.Member] = []
        for pending in process.payloads where pending.scene == session.number {
            options.add(pending.payload.connectionOptions)
        }
        if let activity = session.userActivity, !options.contains(where: { $0.name == "userActivities" }) {
            options.append(Value.Member("userActivities", [["activityType": .string(activity)]]))
        }
        let state = session.restoration.activity.map { [Value.Member("stateRestorationActivity", $0)] } ?? []
        let role = Value.Member.optional("role", session.otherRole?.rawValue)
        let configuration = Value.Member.optional("configuration", session.configuration) + role
        let isCars = session.otherRole == .carTemplateApplication
        let asks: [Step] =
            session.isConfigured
            ? [] : [.call(.configurationForConnecting, scene: session.number, arguments: configuration + options)]
        return [.attach(session.number)] + asks + [
            .call(.sceneWillConnect, scene: session.number, arguments: role + options + state),
            .post(.sceneWillConnect, scene: session.number),
        ] + (isCars ? [.call(.templateSceneDidConnect, scene: session.number, arguments: [])] : []) + [.connected]
    }

    /// The app has answered with which configuration a window connects: a name, or an object with `name` and
    /// `delegateClass`, as it makes a `UISceneConfiguration`.
    mutating func configure(_ number: SceneID, with answer: Value) {
        guard let index = self.index(ofSession: number) else { return }
        if case .string(let name) = answer { sessions[index].configuration = name }
        if case .string(let name)? = answer["name"] { sessions[index].configuration = name }
        if case .string(let name)? = answer["delegateClass"] { sessions[index].delegateClass = Box(name) }
    }

    /// The class of the delegate of a window's scene; nil where neither the app nor its Info.plist names one.
    func delegateClass(ofScene number: SceneID) -> String? {
        guard let session = sessions.first(where: { $0.number == number }) else { return nil }
        return session.delegateClass?.value
            ?? manifest.infoPlist.sceneDelegateClass(
                ofConfiguration: session.configuration,
                for: session.otherRole ?? .windowApplication
            )
    }

    mutating func attach(_ number: SceneID, in system: inout SystemState) {
        process.scenes.append(Scene(number: number, state: .unattached))
        if let index = self.index(ofSession: number) {
            sessions[index].isConfigured = true
            sessions[index].userActivity = nil
            if sessions[index].otherRole == .carTemplateApplication { process.work.carScene = number }
            reportLostState(ofSessionAt: index, in: &system)
        }
        guard !process.payloads.isEmpty else { return }
        process.payloads = process.payloads.compactMap { pending in
            guard pending.scene == number else { return pending }
            // The connection options contain it; only a notification's response is delivered once more.
            guard case .notificationResponse = pending.payload else { return nil }
            var pending = pending
            pending.isCold = true
            return pending
        }
    }

    // MARK: Disconnecting

    /// The process has a scene no longer.
    mutating func removeScene(_ number: SceneID) {
        process.scenes.removeAll { $0.number == number }
        if !process.work.isBlank, process.work.carScene == number { process.work.carScene = nil }
    }

    /// Whether a window of the app is being closed.
    @inline(__always)
    var hasClosingSession: Bool {
        for index in sessions.indices where sessions[index].isClosing { return true }
        return false
    }

    /// The steps that discard the first session being closed whose window has left the screen; nil when there is none.
    var closingSteps: [Step]? {
        let session = sessions.first { session in
            session.isClosing && process.scene(session.number)?.state != .foregroundInactive
        }
        guard let session else { return nil }
        let isConnected = process.scene(session.number) != nil
        return (isConnected ? disconnectingSteps(session.number) : []) + [
            .discard(session.number), .reportDiscardedSessions([session.number]),
        ]
    }

    /// Makes a session for a new window.
    mutating func makeSession(
        configuration: String? = nil,
        userActivity: String? = nil,
        for otherRole: SceneRole? = nil
    ) -> SceneID {
        lastSceneNumber = lastSceneNumber.next
        let number = lastSceneNumber
        sessions.append(
            SceneSession(
                number: number,
                otherRole: otherRole,
                configuration: configuration,
                userActivity: userActivity
            )
        )
        return number
    }

    private mutating func takeSnapshots(of scene: SceneID, in system: inout SystemState) {
        let sensitiveContent =
            process.work.isBlank ? nil : process.trace(.sensitiveContent)
        let before = system.lastSequence
        for appearance in Appearance.allCases {
            write(.snapshot(appearance, sensitiveContent: sensitiveContent != nil), scene: scene, in: &system)
        }
        guard let sensitiveContent else { return }
        let finding = Finding(
            code: .sensitiveContentInSnapshot,
            detail: "the app switcher shows what the app did not hide before it left the screen",
            evidence: [sensitiveContent.sequence] + (1...Appearance.allCases.count).map { before + $0 }
        )
        report(finding, scene: scene, in: &system)
    }

    // MARK: After leaving the screen

    /// The app-switcher's snapshots and the system's own purge. Source: facts 1.2 and 8 (snapshots, light and dark).
    mutating func leftScreen(_ scene: SceneID, in system: inout SystemState) -> AppEffect? {
        guard process.ending == nil else { return nil }
        if otherRole(ofSession: scene) == nil { takeSnapshots(of: scene, in: &system) }
        guard process.state == .background else { return nil }
        let purged = min(max(0, manifest.purgeableBytes), process.footprintBytes)
        process.changeFootprint(by: -purged)
        process.purgedBytes += purged
        return purged > 0 ? .purgedMemory : endAfterLeavingScreen(in: system)
    }

    /// The end of an app that goes on drawing, or does not want to be suspended, once it has left the screen and what
    /// could be purged is purged. Source: facts 1.5 (exits on suspend).
    func endAfterLeavingScreen(in system: SystemState) -> AppEffect? {
        if let effect = endIfRenderingInBackground(in: system) { return effect }
        return exitsOnSuspend(in: system) ? .requestTermination(Self.exitInsteadOfSuspending) : nil
    }

    /// The app uses again what was purged.
    mutating func reusePurgedMemory() -> AppEffect? {
        let purged = process.purgedBytes
        process.changeFootprint(by: purged)
        process.purgedBytes = 0
        return purged > 0 ? .footprintGrew : nil
    }

    /// The steps by which a running process loses a scene; CarPlay says so once more, after it has disconnected.
    func disconnectingSteps(_ number: SceneID) -> [Step] {
        let steps: [Step] = [
            .detach(number), .call(.sceneDidDisconnect, scene: number, arguments: []),
            .post(.sceneDidDisconnect, scene: number),
        ]
        guard otherRole(ofSession: number) == .carTemplateApplication else { return steps }
        return steps + [.call(.templateSceneDidDisconnect, scene: number, arguments: [])]
    }
}

extension Step {
    /// Returns the call that notifies an app of discarded sessions.
    static func didDiscard(_ sessions: [SceneID]) -> Step {
        let numbers = Value.array(sessions.map { .string(String($0)) })
        return .call(.didDiscardSceneSessions, scene: 0, arguments: [Value.Member("sceneSessions", numbers)])
    }
}

extension [Value.Member] {
    /// Adds connection options: those that are lists become longer, of the others the first one stays.
    fileprivate mutating func add(_ options: [Value.Member]) {
        for option in options {
            guard let index = firstIndex(where: { $0.name == option.name }) else {
                append(option)
                continue
            }
            if case (.array(let elements), .array(let more)) = (self[index].value, option.value) {
                self[index] = Value.Member(option.name, .array(elements + more))
            }
        }
    }
}
