/// How a process follows the screen: each of its scenes is brought, one transition at a time, to where it is wanted.
///
/// The orders are those of `Order inside one input` of the rules; sources: facts 1.1, 1.2, 1.4.
extension Device {
    /// Where a scene is wanted: in the background, in front and inactive, or in front and active.
    func wantedState(of scene: SceneNumber, _ index: Int) -> SceneState {
        guard installed[index].process != nil, self[process: index].ending == nil, !screen.isCovered,
            screen.shows(scene, of: installed[index].manifest.bundleID), !isClosing(scene, index)
        else { return .background }
        return deactivationReasons(of: index).isEmpty ? .foregroundActive : .foregroundInactive
    }

    private func isClosing(_ scene: SceneNumber, _ index: Int) -> Bool {
        for place in installed[index].sessions.indices
        where installed[index].sessions[place].number == scene && installed[index].sessions[place].isClosing {
            return true
        }
        return false
    }

    /// Why the windows of an app on screen are not active.
    func deactivationReasons(of index: Int) -> DeactivationReasons {
        guard installed[index].process != nil else { return [] }
        guard rulebook.holds(.ownAlertDeactivates) else { return screen.reasons }
        return screen.reasons.union(self[process: index].ownReasons)
    }

    /// Adds the steps of the next transition that the process has to make; none when everything is where it is wanted.
    ///
    /// Resigning comes first, for all scenes in the order connected; then all enter the background; then windows
    /// close, the process ends, windows connect, come to the front, hear what they are opened with, become active.
    ///
    /// Steps are added to a list of the caller's, which can use one again and again.
    func addNextTransition(of index: Int, to steps: inout [Step]) {
        if let ending = self[process: index].ending, !ending.leavesScreen {
            steps += endingSteps(ending, index)
            return
        }
        if let scene = firstScene(index, in: .foregroundActive, where: { $0 != .foregroundActive }) {
            addResigning(scene, index, to: &steps)
        } else if let scene = firstScene(index, in: .foregroundInactive, where: { $0 == .background }),
            mayEnterBackground(index)
        {
            addEnteringBackground(scene, index, to: &steps)
        } else if let scene = firstScene(index, in: .unattached, where: { $0 == .background }) {
            steps.append(.move(scene, .background, why: .leftScreen))
        } else if let closing = closingSteps(index) {
            steps += closing
        } else if let ending = self[process: index].ending {
            steps += endingSteps(ending, index)
        } else {
            addComing(index, to: &steps)
        }
    }

    private func addComing(_ index: Int, to steps: inout [Step]) {
        if !screen.isCovered, let session = sessionToConnect(index) {
            steps += connect(session, index)
        } else if let scene = firstScene(index, in: .unattached, .background, where: { $0 != .background }) {
            addEnteringForeground(scene, index, to: &steps)
        } else if let payload = deliverablePayload(index) {
            steps.append(.deliver(payload))
            steps += payload.payload.deliverySteps(lifecycle: installed[index].lifecycle, scene: payload.scene)
        } else if let scene = firstScene(index, in: .foregroundInactive, where: { $0 == .foregroundActive }) {
            addActivating(scene, index, to: &steps)
        }
    }

    /// The first scene, in the order connected, that is in a state, or in another, and wanted in one that fits.
    @inline(__always)
    private func firstScene(
        _ index: Int,
        in state: SceneState,
        _ other: SceneState? = nil,
        where fits: (SceneState) -> Bool
    ) -> SceneNumber? {
        for place in self[process: index].scenes.indices {
            let scene = self[process: index].scenes[place]
            guard scene.state == state || scene.state == other else { continue }
            if fits(wantedState(of: scene.number, index)) { return scene.number }
        }
        return nil
    }

    // MARK: The animation on leaving

    /// Whether the animation on leaving the screen is over, or the process does not wait for it.
    private func mayEnterBackground(_ index: Int) -> Bool {
        self[process: index].ending != nil || now >= homeTransitionEnd(index)
    }

    /// When the animation on leaving the screen is over: counted from leaving it or from having resigned, whichever
    /// was later.
    private func homeTransitionEnd(_ index: Int) -> Instant {
        let start = max(self[process: index].leftScreenAt ?? now, self[process: index].inactiveSince)
        return start + rulebook.milliseconds(.homeTransitionSeconds)
    }

    /// Looks again when the animation is over, if that is what a scene waits for.
    mutating func awaitHomeTransition(_ index: Int) {
        guard firstScene(index, in: .foregroundInactive, where: { $0 == .background }) != nil,
            !mayEnterBackground(index)
        else { return }
        callOff(index) { $0 == .homeTransitionEnds }
        set(.homeTransitionEnds, at: homeTransitionEnd(index), for: index)
    }

    // MARK: What a process is told when it is opened with something

    /// The first payload that can be told now.
    private func deliverablePayload(_ index: Int) -> PendingPayload? {
        guard !self[process: index].payloads.isEmpty else { return nil }
        return self[process: index].payloads.first { isDeliverable($0, index) }
    }

    /// Whether a payload can be told now. Source: facts 1.3.
    private func isDeliverable(_ pending: PendingPayload, _ index: Int) -> Bool {
        guard let scene = self[process: index].scene(pending.scene) else { return false }
        let isNotification = if case .notificationResponse = pending.payload { true } else { false }
        if pending.isCold, isNotification, rulebook.holds(.coldNotificationAfterDidBecomeActive) {
            return scene.state == .foregroundActive
        }
        return scene.state == .foregroundActive || scene.state == .foregroundInactive
    }

    // MARK: The transitions

    private func addResigning(_ scene: SceneNumber, _ index: Int, to steps: inout [Step]) {
        let isLast = self[process: index].scenes.count { $0.state == .foregroundActive } == 1
        add(.resign, scene, index, isProcessTransition: isLast, to: &steps)
        steps.append(.move(scene, .foregroundInactive, why: .deactivated))
    }

    private func addEnteringBackground(_ scene: SceneNumber, _ index: Int, to steps: inout [Step]) {
        let isLast = !self[process: index].scenes.contains {
            $0.number != scene && ($0.state == .foregroundActive || $0.state == .foregroundInactive)
        }
        steps.append(.move(scene, .background, why: .leftScreen))
        add(.enterBackground, scene, index, isProcessTransition: isLast, to: &steps)
        steps.append(.leftScreen(scene))
        steps.append(.preserveState(scene))
    }

    private func addEnteringForeground(_ scene: SceneNumber, _ index: Int, to steps: inout [Step]) {
        let isFirst = self[process: index].state == .background
        let isNew = self[process: index].scene(scene)?.state == .unattached
        if !isNew || rulebook.holds(.sceneWillEnterForegroundOnFirstLaunch) {
            add(.enterForeground, scene, index, isProcessTransition: isFirst, to: &steps)
        }
        steps.append(.returnsToScreen)
        steps.append(.move(scene, .foregroundInactive, why: .enteredScreen))
    }

    private func addActivating(_ scene: SceneNumber, _ index: Int, to steps: inout [Step]) {
        let isFirst = self[process: index].state != .active
        steps.append(.move(scene, .foregroundActive, why: .activated))
        add(.activate, scene, index, isProcessTransition: isFirst, to: &steps)
    }

    /// Adds the calls and notifications of a transition; the application's notification comes with the process's own.
    private func add(
        _ transition: Transition,
        _ scene: SceneNumber,
        _ index: Int,
        isProcessTransition: Bool,
        to steps: inout [Step]
    ) {
        let row = transition.row
        switch installed[index].lifecycle {
        case .appDelegate:
            steps.append(.call(row.appDelegate, scene: 0, arguments: []))
            steps.append(.post(row.notification, scene: 0))
        case .scenes:
            steps.append(.call(row.sceneDelegate, scene: scene, arguments: []))
            steps.append(.post(row.sceneNotification, scene: scene))
            if isProcessTransition { steps.append(.post(row.notification, scene: 0)) }
        }
    }
}

/// The four transitions of a window, and who hears of them.
private enum Transition {
    case resign, enterBackground, enterForeground, activate

    struct Row {
        var appDelegate: CallbackName
        var sceneDelegate: CallbackName
        var sceneNotification: NotificationName
        var notification: NotificationName
    }

    var row: Row {
        switch self {
        case .resign:
            Row(
                appDelegate: .applicationWillResignActive,
                sceneDelegate: .sceneWillResignActive,
                sceneNotification: .sceneWillDeactivate,
                notification: .willResignActive
            )
        case .enterBackground:
            Row(
                appDelegate: .applicationDidEnterBackground,
                sceneDelegate: .sceneDidEnterBackground,
                sceneNotification: .sceneDidEnterBackground,
                notification: .didEnterBackground
            )
        case .enterForeground:
            Row(
                appDelegate: .applicationWillEnterForeground,
                sceneDelegate: .sceneWillEnterForeground,
                sceneNotification: .sceneWillEnterForeground,
                notification: .willEnterForeground
            )
        case .activate:
            Row(
                appDelegate: .applicationDidBecomeActive,
                sceneDelegate: .sceneDidBecomeActive,
                sceneNotification: .sceneDidActivate,
                notification: .didBecomeActive
            )
        }
    }
}
