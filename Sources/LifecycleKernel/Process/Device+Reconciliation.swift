/// How a process follows the screen: each of its scenes is brought, one transition at a time, to where it is wanted.
///
/// The orders are those of `Order inside one input` of the rules; sources: facts 1.1, 1.2, 1.4.
extension Device {
    /// Where a scene is wanted: in the background, in front and inactive, or in front and active.
    func wantedState(of scene: SceneNumber, _ index: Int) -> SceneState {
        let app = installed[index]
        guard let process = app.process, process.ending == nil, !screen.isCovered,
            screen.windows.contains(Screen.Window(bundleID: app.manifest.bundleID, scene: scene)),
            !app.sessions.contains(where: { $0.number == scene && $0.isClosing })
        else { return .background }
        return deactivationReasons(of: index).isEmpty ? .foregroundActive : .foregroundInactive
    }

    /// Why the windows of an app on screen are not active.
    func deactivationReasons(of index: Int) -> DeactivationReasons {
        guard let process = installed[index].process else { return [] }
        return rulebook.holds(.ownAlertDeactivates) ? screen.reasons.union(process.ownReasons) : screen.reasons
    }

    /// The steps of the next transition that the process has to make; none when everything is where it is wanted.
    ///
    /// Resigning comes first, for all scenes in the order connected; then all enter the background; then windows
    /// close, the process ends, windows connect, come to the front, hear what they are opened with, become active.
    func nextTransition(of index: Int) -> [Step] {
        if let ending = self[process: index].ending, !ending.leavesScreen { return endingSteps(ending, index) }
        let scenes = self[process: index].scenes
        for scene in scenes where scene.state == .foregroundActive {
            if wantedState(of: scene.number, index) != .foregroundActive { return resign(scene.number, index) }
        }
        for scene in scenes where scene.state == .foregroundInactive {
            if wantedState(of: scene.number, index) == .background, mayEnterBackground(index) {
                return enterBackground(scene.number, index)
            }
        }
        for scene in scenes where scene.state == .unattached && wantedState(of: scene.number, index) == .background {
            return [.move(scene.number, .background, why: .leftScreen)]
        }
        if let steps = closingSteps(index) { return steps }
        if let ending = self[process: index].ending { return endingSteps(ending, index) }
        return comingSteps(index)
    }

    private func comingSteps(_ index: Int) -> [Step] {
        let process = self[process: index]
        if !screen.isCovered, let session = sessionToConnect(index) { return connect(session, index) }
        for scene in process.scenes where scene.state == .unattached || scene.state == .background {
            if wantedState(of: scene.number, index) != .background { return enterForeground(scene.number, index) }
        }
        if let place = process.payloads.firstIndex(where: { isDeliverable($0, index) }) {
            let payload = process.payloads[place]
            return [.deliver(payload)]
                + payload.payload.deliverySteps(
                    lifecycle: installed[index].lifecycle,
                    scene: payload.scene
                )
        }
        for scene in process.scenes where scene.state == .foregroundInactive {
            if wantedState(of: scene.number, index) == .foregroundActive { return activate(scene.number, index) }
        }
        return []
    }

    // MARK: The animation on leaving

    /// Whether the animation on leaving the screen is over, or the process does not wait for it.
    private func mayEnterBackground(_ index: Int) -> Bool {
        self[process: index].ending != nil || now >= homeTransitionEnd(index)
    }

    /// When the animation on leaving the screen is over: counted from leaving it or from having resigned, whichever
    /// was later.
    private func homeTransitionEnd(_ index: Int) -> Instant {
        let process = self[process: index]
        let start = max(process.leftScreenAt ?? now, process.inactiveSince)
        return start + rulebook.milliseconds(.homeTransitionSeconds)
    }

    /// Looks again when the animation is over, if that is what a scene waits for.
    mutating func awaitHomeTransition(_ index: Int) {
        let waits = self[process: index].scenes.contains {
            $0.state == .foregroundInactive && wantedState(of: $0.number, index) == .background
        }
        guard waits, !mayEnterBackground(index) else { return }
        callOff(index) { $0 == .homeTransitionEnds }
        set(.homeTransitionEnds, at: homeTransitionEnd(index), for: index)
    }

    // MARK: What a process is told when it is opened with something

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

    private func resign(_ scene: SceneNumber, _ index: Int) -> [Step] {
        let isLast = self[process: index].scenes.count { $0.state == .foregroundActive } == 1
        return steps(.resign, scene, index, isProcessTransition: isLast) + [
            .move(scene, .foregroundInactive, why: .deactivated)
        ]
    }

    private func enterBackground(_ scene: SceneNumber, _ index: Int) -> [Step] {
        let isLast = !self[process: index].scenes.contains {
            $0.number != scene && ($0.state == .foregroundActive || $0.state == .foregroundInactive)
        }
        return [.move(scene, .background, why: .leftScreen)]
            + steps(.enterBackground, scene, index, isProcessTransition: isLast)
            + [.leftScreen(scene), .preserveState(scene)]
    }

    private func enterForeground(_ scene: SceneNumber, _ index: Int) -> [Step] {
        let isFirst = self[process: index].state == .background
        let isNew = self[process: index].scene(scene)?.state == .unattached
        let isHeard = !isNew || rulebook.holds(.sceneWillEnterForegroundOnFirstLaunch)
        return (isHeard ? steps(.enterForeground, scene, index, isProcessTransition: isFirst) : [])
            + [.returnsToScreen, .move(scene, .foregroundInactive, why: .enteredScreen)]
    }

    private func activate(_ scene: SceneNumber, _ index: Int) -> [Step] {
        let isFirst = self[process: index].state != .active
        return [.move(scene, .foregroundActive, why: .activated)]
            + steps(.activate, scene, index, isProcessTransition: isFirst)
    }

    /// The calls and notifications of a transition; the application's notification comes with the process's own.
    private func steps(
        _ transition: Transition,
        _ scene: SceneNumber,
        _ index: Int,
        isProcessTransition: Bool
    ) -> [Step] {
        let row = transition.row
        switch installed[index].lifecycle {
        case .appDelegate:
            return [.call(row.appDelegate, scene: 0, arguments: []), .post(row.notification, scene: 0)]
        case .scenes:
            let own: [Step] = [
                .call(row.sceneDelegate, scene: scene, arguments: []), .post(row.sceneNotification, scene: scene),
            ]
            return isProcessTransition ? own + [.post(row.notification, scene: 0)] : own
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
