/// How processes begin. Source: facts 1.1.
extension App {
    mutating func launchSteps(
        _ reason: LaunchReason,
        comesToScreen: Bool,
        _ told: [Value.Member],
        _ arguments: [String],
        in system: inout SystemState
    ) -> [Step] {
        var options = told
        if !arguments.isEmpty {
            options.append(Value.Member("processArguments", .array(arguments.map(Value.string))))
        }
        var steps: [Step] = [.call(.willFinishLaunching, scene: 0, arguments: options)]
        steps += beginningOfRestoration(comesToScreen: comesToScreen)
        steps += [
            .call(.didFinishLaunching, scene: 0, arguments: options), .post(.didFinishLaunching, scene: 0),
        ]
        if !comesToScreen, lifecycle == .appDelegate,
            system.rulebook.holds(.backgroundLaunchCallsDidEnterBackground)
        {
            steps.append(.call(.applicationDidEnterBackground, scene: 0, arguments: []))
            steps.append(.post(.didEnterBackground, scene: 0))
        }
        if !past.discardedSessions.isEmpty {
            steps.append(Step.didDiscard(past.discardedSessions))
            past.discardedSessions = []
        }
        steps.append(.finishLaunch)
        if hasTransfersToTell, reason != .urlSession { steps.append(.tellTransfers) }
        return steps
    }

    /// `didFinishLaunching` has returned: from here on the process goes where the screen wants it.
    mutating func finishLaunch(in system: inout SystemState) {
        process.isLaunching = false
        if !process.acceptsLaunchPayload {
            process.payloads.removeAll { $0.isCold && $0.payload.needsAcceptance }
        }
        let isShown = isInFront(in: system)
        let hasScenes = lifecycle == .scenes
        let connects = hasScenes && process.wasLaunchedToScreen
        // The first scene is part of the launch.
        guard !connects || !isShown else { return }
        // The user has left already: no scene connects, and the process has its grace.
        if connects { holdForTransition(in: &system) }
        if hasScenes, !connects, !isShown, connectsInBackground(in: &system) { return }
        endLaunch(in: &system)
    }

    /// The launch is over, if it was not before: a scene that connects later is no longer part of it.
    mutating func endLaunch(in system: inout SystemState) {
        guard process.isComingUp else { return }
        process.isComingUp = false
        // What was asked for meanwhile counts from here.
        awaitNothing()
        auditLaunch(in: &system)
    }

    /// Where the rule says so, the window that opening the app would show connects straight to the background. Source:
    /// facts 1.1.
    ///
    /// - Returns: Whether it does.
    private mutating func connectsInBackground(in system: inout SystemState) -> Bool {
        guard process.ending == nil, system.rulebook.backgroundSceneConnection == .always else {
            return false
        }
        let number = windowsToOpen(in: &system)[0]
        guard let place = self.place(ofSession: number) else { return false }
        let steps = connect(sessions[place])
        process.runLoop.insert(steps + [.move(number, .background, why: .launch)])
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
