/// How processes begin. Source: facts 1.1.
extension Device {
    /// Launches an app, in a new process or in the one that was prewarmed for it.
    ///
    /// - Parameters:
    ///   - payload: What it is launched with; the launch options or the connection options tell of it.
    ///   - scene: The scene that the payload goes to.
    ///   - inBackground: Whether it does not come to the screen, though its reason may bring apps there.
    ///   - options: What the launch options tell besides.
    mutating func launch(
        _ index: Int,
        reason: LaunchReason,
        payload: LaunchPayload? = nil,
        scene: SceneNumber = 0,
        arguments: [String] = [],
        inBackground: Bool = false,
        options: [Value.Member] = []
    ) {
        if installed[index].process != nil { settleEnergy(index) }
        let prewarmed = installed[index].process
        installed[index].launchCount += 1
        let hasScenes = installed[index].lifecycle == .scenes
        let comesToScreen = reason.isForeground && !inBackground
        let state: ProcessState = !hasScenes && comesToScreen ? .inactive : .background
        var process = AppProcess(
            pid: prewarmed?.pid ?? nextPID(),
            reason: reason,
            at: now,
            state: state,
            footprintBytes: installed[index].manifest.footprintBytes
        )
        if !hasScenes {
            process.scenes = [Scene(number: 0, state: state == .inactive ? .foregroundInactive : .background)]
        }
        if let prewarmed { process.goOn(in: prewarmed) }
        process.payloads = payload.map { [PendingPayload(payload: $0, scene: scene, isCold: !hasScenes)] } ?? []
        if inBackground { process.launchInBackground() }
        let told = options + (hasScenes ? [] : payload?.launchOptions ?? [])
        process.runLoop.enqueue(launchSteps(index, reason, comesToScreen: comesToScreen, told, arguments))
        process.runLoop.enqueueReconciliation()
        installed[index].process = process
        if !comesToScreen { countWakeUp(reason, index) }
        let from: ProcessState = prewarmed == nil ? .notRunning : .suspended
        write(.process(ProcessChange(from: from, to: state, why: .launch, launchReason: reason)), app: index)
        auditLaunchRequest(index)
        footprintGrew(index)
    }

    /// A number for the next process.
    mutating func nextPID() -> ProcessID {
        lastPID += 1
        return lastPID
    }

    private mutating func launchSteps(
        _ index: Int,
        _ reason: LaunchReason,
        comesToScreen: Bool,
        _ told: [Value.Member],
        _ arguments: [String]
    ) -> [Step] {
        var options = told
        if !arguments.isEmpty {
            options.append(Value.Member("processArguments", .array(arguments.map(Value.string))))
        }
        var steps: [Step] = [.call(.willFinishLaunching, scene: 0, arguments: options)]
        steps += beginningOfRestoration(index, comesToScreen: comesToScreen)
        steps += [
            .call(.didFinishLaunching, scene: 0, arguments: options), .post(.didFinishLaunching, scene: 0),
        ]
        if !comesToScreen, installed[index].lifecycle == .appDelegate,
            rulebook.holds(.backgroundLaunchCallsDidEnterBackground)
        {
            steps.append(.call(.applicationDidEnterBackground, scene: 0, arguments: []))
            steps.append(.post(.didEnterBackground, scene: 0))
        }
        if !installed[index].past.discardedSessions.isEmpty {
            steps.append(discardCall(installed[index].past.discardedSessions))
            installed[index].past.discardedSessions = []
        }
        steps.append(.finishLaunch)
        if hasTransfersToTell(index), reason != .urlSession { steps.append(.tellTransfers) }
        return steps
    }

    /// `didFinishLaunching` has returned: from here on the process goes where the screen wants it.
    mutating func finishLaunch(_ index: Int) {
        self[process: index].isLaunching = false
        if !self[process: index].acceptsLaunchPayload {
            self[process: index].payloads.removeAll { $0.isCold && $0.payload.needsAcceptance }
        }
        let isShown = isInFront(index)
        let hasScenes = installed[index].lifecycle == .scenes
        let connects = hasScenes && self[process: index].wasLaunchedToScreen
        // The first scene is part of the launch.
        guard !connects || !isShown else { return }
        // The user has left already: no scene connects, and the process has its grace.
        if connects { holdForTransition(index) }
        if hasScenes, !connects, !isShown, connectsInBackground(index) { return }
        endLaunch(index)
    }

    /// The launch is over, if it was not before: a scene that connects later is no longer part of it.
    mutating func endLaunch(_ index: Int) {
        guard self[process: index].isComingUp else { return }
        self[process: index].isComingUp = false
        // What was asked for meanwhile counts from here.
        awaitNothing(index)
        auditLaunch(index)
    }

    /// Where the rule says so, the window that opening the app would show connects straight to the background. Source:
    /// facts 1.1.
    ///
    /// - Returns: Whether it does.
    private mutating func connectsInBackground(_ index: Int) -> Bool {
        guard self[process: index].ending == nil, rulebook.backgroundSceneConnection == .always else {
            return false
        }
        let number = windowsToOpen(index)[0]
        guard let place = place(ofSession: number, index) else { return false }
        let steps = connect(installed[index].sessions[place], index)
        self[process: index].runLoop.insert(steps + [.move(number, .background, why: .launch)])
        return true
    }
}

extension LaunchPayload {
    /// Whether it is delivered after a launch only if both launch methods returned true. Source: facts 1.3.
    fileprivate var needsAcceptance: Bool {
        switch self {
        case .url, .shortcut: true
        case .userActivity, .notificationResponse: false
        }
    }
}
