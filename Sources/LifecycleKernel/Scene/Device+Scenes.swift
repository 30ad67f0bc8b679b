/// Scenes as a process has them: connecting, changing their state, disconnecting, and the sessions behind them.
///
/// Source: facts 1.4.
extension Device {
    /// Sets a scene's state, and the state of the process that follows from its scenes.
    mutating func move(_ number: SceneNumber, to state: SceneState, why: ProcessChange.Why, _ index: Int) {
        guard let place = place(ofScene: number, index) else { return }
        let from = self[process: index].scenes[place].state
        guard from != state else { return }
        self[process: index].scenes[place].state = state
        if state == .foregroundInactive {
            self[process: index].scenes[place].resignedAt = from == .foregroundActive ? now : nil
        }
        if number != 0 { write(.scene(from: from, to: state), app: index, scene: number) }
        if state == .foregroundActive { noteStateToPreserve(of: number, index) }
        guard self[process: index].state != .suspended else { return }
        let processState = self[process: index].stateOfScenes
        if processState != self[process: index].state {
            changeState(to: processState, why: why, index)
        } else if from == .unattached, state == .background, why != .launch, processState == .background {
            // Connected for a user who has left meanwhile; a launch in the background is held by what it is for.
            holdForTransition(index)
        }
    }

    /// The place of a scene among those of a process.
    @inline(__always)
    func place(ofScene number: SceneNumber, _ index: Int) -> Int? {
        for place in self[process: index].scenes.indices where self[process: index].scenes[place].number == number {
            return place
        }
        return nil
    }

    /// Sets the state of a process and what depends on it.
    mutating func changeState(to state: ProcessState, why: ProcessChange.Why, _ index: Int) {
        let from = self[process: index].state
        enter(state, index)
        write(.process(ProcessChange(from: from, to: state, why: why, launchReason: nil)), app: index)
        let record = lastSequence
        switch (from, state) {
        case (.inactive, .background):
            self[process: index].wasWokenInBackground = false
            holdForTransition(index)
        case (.background, .inactive):
            release(.transition, of: index)
            resetTaskClock(index)
        default: break
        }
        updateTaskClock(index)
        if state == .active, !installed[index].background.isBlank, installed[index].background.heldPush != nil {
            enqueue([.deliverHeldPush], index)
        }
        auditChange(from: from, to: state, at: record, index)
    }

    // MARK: Connecting

    /// The session of the first window on screen that has no scene yet; only of an app with scenes.
    @inline(__always)
    func sessionToConnect(_ index: Int) -> SceneSession? {
        for window in screen.windows.indices
        where screen.windows[window].bundleID == installed[index].manifest.bundleID
            && place(ofScene: screen.windows[window].scene, index) == nil
        {
            if let session = place(ofSession: screen.windows[window].scene, index),
                !installed[index].sessions[session].isClosing
            {
                return installed[index].sessions[session]
            }
        }
        return nil
    }

    /// The steps that connect a scene to its session, with what it is opened with.
    func connect(_ session: SceneSession, _ index: Int) -> [Step] {
        var options: [Value.Member] = []
        for pending in self[process: index].payloads where pending.scene == session.number {
            options.add(pending.payload.connectionOptions)
        }
        if let activity = session.userActivity, !options.contains(where: { $0.name == "userActivities" }) {
            options.append(Value.Member("userActivities", [["activityType": .string(activity)]]))
        }
        let state = session.restoration.activity.map { [Value.Member("stateRestorationActivity", $0)] } ?? []
        let configuration = Value.Member.optional("configuration", session.configuration)
        let asks: [Step] =
            session.isConfigured
            ? [] : [.call(.configurationForConnecting, scene: session.number, arguments: configuration + options)]
        return [.attach(session.number)] + asks + [
            .call(.sceneWillConnect, scene: session.number, arguments: options + state),
            .post(.sceneWillConnect, scene: session.number),
            .connected,
        ]
    }

    mutating func attach(_ number: SceneNumber, _ index: Int) {
        self[process: index].scenes.append(Scene(number: number, state: .unattached))
        if let place = place(ofSession: number, index) {
            installed[index].sessions[place].isConfigured = true
            installed[index].sessions[place].userActivity = nil
            tellLostState(ofSessionAt: place, index)
        }
        guard !self[process: index].payloads.isEmpty else { return }
        self[process: index].payloads = self[process: index].payloads.compactMap { pending in
            guard pending.scene == number else { return pending }
            // The connection options tell it; only a notification's response is told once more.
            guard case .notificationResponse = pending.payload else { return nil }
            var pending = pending
            pending.isCold = true
            return pending
        }
    }

    // MARK: Disconnecting

    /// The steps by which a running process loses a scene.
    func disconnect(_ number: SceneNumber) -> [Step] {
        [
            .detach(number), .call(.sceneDidDisconnect, scene: number, arguments: []),
            .post(.sceneDidDisconnect, scene: number),
        ]
    }

    /// Whether a window of the app is being closed.
    @inline(__always)
    func hasClosingSession(_ index: Int) -> Bool {
        for place in installed[index].sessions.indices where installed[index].sessions[place].isClosing { return true }
        return false
    }

    /// The steps that discard the first session being closed whose window has left the screen; nil when there is none.
    func closingSteps(_ index: Int) -> [Step]? {
        let session = installed[index].sessions.first { session in
            session.isClosing && self[process: index].scene(session.number)?.state != .foregroundInactive
        }
        guard let session else { return nil }
        let isConnected = self[process: index].scene(session.number) != nil
        return (isConnected ? disconnect(session.number) : []) + [
            .discard(session.number), discardCall([session.number]),
        ]
    }

    func discardCall(_ sessions: [SceneNumber]) -> Step {
        let numbers = Value.array(sessions.map { .string(String($0)) })
        return .call(.didDiscardSceneSessions, scene: 0, arguments: [Value.Member("sceneSessions", numbers)])
    }

    /// Makes a session for a new window.
    mutating func makeSession(configuration: String? = nil, userActivity: String? = nil, _ index: Int) -> SceneNumber {
        installed[index].lastSceneNumber += 1
        let number = installed[index].lastSceneNumber
        installed[index].sessions.append(
            SceneSession(number: number, configuration: configuration, userActivity: userActivity)
        )
        return number
    }

    // MARK: After leaving the screen

    /// The app-switcher's snapshots, the system's own purge, and the exit of an app that does not want to be
    /// suspended. Sources: facts 1.2 and 8 (snapshots, light and dark), 1.5 (exits on suspend).
    mutating func leftScreen(_ scene: SceneNumber, _ index: Int) {
        guard self[process: index].ending == nil else { return }
        takeSnapshots(of: scene, index)
        guard self[process: index].state == .background else { return }
        purgeMemory(index)
        guard installed[index].process != nil else { return }
        if !isInFront(index), !self[process: index].work.isBlank,
            self[process: index].work.activities.contains(where: { $0.activity == .rendering })
        {
            end(index, .backgroundRendering)
            return
        }
        if exitsOnSuspend(index) { exitInsteadOfSuspending(index) }
    }

    private mutating func takeSnapshots(of scene: SceneNumber, _ index: Int) {
        let sensitiveContent =
            self[process: index].work.isBlank ? nil : self[process: index].trace(.sensitiveContent)
        let before = lastSequence
        for appearance in Appearance.allCases {
            write(.snapshot(appearance, sensitiveContent: sensitiveContent != nil), app: index, scene: scene)
        }
        guard let sensitiveContent else { return }
        let finding = Finding(
            code: .sensitiveContentInSnapshot,
            detail: "the app switcher shows what the app did not hide before it left the screen",
            evidence: [sensitiveContent.sequence] + Array(before + 1...lastSequence)
        )
        found(finding, scene: scene, index)
    }

    private mutating func purgeMemory(_ index: Int) {
        let purged = min(installed[index].manifest.purgeableBytes, self[process: index].footprintBytes)
        self[process: index].footprintBytes -= purged
        self[process: index].purgedBytes += purged
        if purged > 0 { ledgerChanged() }
    }

    /// The app uses again what was purged.
    mutating func takeBackPurgedMemory(_ index: Int) {
        let purged = self[process: index].purgedBytes
        self[process: index].footprintBytes += purged
        self[process: index].purgedBytes = 0
        if purged > 0 { footprintGrew(index) }
    }
}

extension [Value.Member] {
    /// Adds connection options: those that are lists become longer, of the others the first one stays.
    fileprivate mutating func add(_ options: [Value.Member]) {
        for option in options {
            guard let place = firstIndex(where: { $0.name == option.name }) else {
                append(option)
                continue
            }
            if case (.array(let elements), .array(let more)) = (self[place].value, option.value) {
                self[place] = Value.Member(option.name, .array(elements + more))
            }
        }
    }
}
