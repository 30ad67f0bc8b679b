/// How a process follows the screen: each of its scenes is brought, one transition at a time, to where it is wanted.
///
/// The orders are those of `Order inside one input` of the rules; sources: facts 1.1, 1.2, 1.4.
extension Device {
    /// Where a scene is wanted: in the background, in front and inactive, or in front and active.
    @inline(__always)
    func wantedState(of scene: SceneNumber, _ index: Int) -> SceneState {
        guard installed[index].process != nil, self[process: index].ending == nil, isOnScreen(scene, index) else {
            return .background
        }
        return deactivationReasons(of: index).isEmpty ? .foregroundActive : .foregroundInactive
    }

    /// Whether a window of an app is on screen, and stays there.
    @inline(__always)
    func isOnScreen(_ scene: SceneNumber, _ index: Int) -> Bool {
        !screen.isCovered && screen.shows(scene, of: installed[index].manifest.bundleID) && !isClosing(scene, index)
    }

    @inline(__always)
    private func isClosing(_ scene: SceneNumber, _ index: Int) -> Bool {
        for place in installed[index].sessions.indices
        where installed[index].sessions[place].number == scene && installed[index].sessions[place].isClosing {
            return true
        }
        return false
    }

    /// Why the windows of an app on screen are not active.
    @inline(__always)
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
    mutating func addNextTransition(of index: Int, to steps: inout [Step]) {
        if let ending = self[process: index].ending, !ending.leavesScreen {
            steps += endingSteps(ending, index)
            return
        }
        let (transition, scene) = nextTransition(index)
        switch transition {
        case .resign: addResigning(scene, index, to: &steps)
        case .enterBackground: addEnteringBackground(scene, index, to: &steps)
        case .connectInBackground: steps.append(.move(scene, .background, why: .leftScreen))
        case .enterForeground, .activate, nil:
            if hasClosingSession(index), let closing = closingSteps(index) {
                steps += closing
            } else if let ending = self[process: index].ending {
                steps += endingSteps(ending, index)
            } else {
                addComing(transition, scene, index, to: &steps)
            }
        }
    }

    @inline(__always)
    private mutating func addComing(
        _ transition: Transition?,
        _ scene: SceneNumber,
        _ index: Int,
        to steps: inout [Step]
    ) {
        if installed[index].lifecycle == .scenes, !screen.isCovered, let session = sessionToConnect(index) {
            steps += connect(session, index)
        } else if transition == .enterForeground {
            addEnteringForeground(scene, index, to: &steps)
        } else if !self[process: index].payloads.isEmpty, let payload = deliverablePayload(index) {
            steps.append(.deliver(payload))
            steps += payload.payload.deliverySteps(lifecycle: installed[index].lifecycle, scene: payload.scene)
        } else if transition == .activate {
            addActivating(scene, index, to: &steps)
        }
    }

    /// The transition that comes first of all that scenes can make now, and the first scene, in the order connected,
    /// that has to make it; nil where none has to make one.
    @inline(__always)
    private func nextTransition(_ index: Int) -> (Transition?, SceneNumber) {
        var next: Transition?
        var number: SceneNumber = 0
        for place in self[process: index].scenes.indices {
            let scene = self[process: index].scenes[place]
            let wanted = wantedState(of: scene.number, index)
            guard let transition = Transition(from: scene.state, to: wanted), transition.comesBefore(next),
                transition != .enterBackground || mayEnterBackground(scene, index)
            else { continue }
            next = transition
            number = scene.number
        }
        return (next, number)
    }

    /// The transition that the process has to make next, for which the system waits; nil where it is where it is wanted.
    ///
    /// A window that connects counts as one that comes to the screen.
    func awaitedTransition(of index: Int) -> Transition? {
        if let transition = nextTransition(index).0 { return transition }
        guard installed[index].lifecycle == .scenes, !screen.isCovered else { return nil }
        return sessionToConnect(index) == nil ? nil : .enterForeground
    }

    /// Whether the process has another scene, in a state that fits.
    @inline(__always)
    private func hasOtherScene(than number: SceneNumber, _ index: Int, where fits: (SceneState) -> Bool) -> Bool {
        for place in self[process: index].scenes.indices where self[process: index].scenes[place].number != number {
            if fits(self[process: index].scenes[place].state) { return true }
        }
        return false
    }

    // MARK: The animation on leaving

    /// Whether the animation on a window's leaving the screen is over, or the process does not wait for it.
    @inline(__always)
    private func mayEnterBackground(_ scene: Scene, _ index: Int) -> Bool {
        if let ending = self[process: index].ending { return ending.skipsBackground != true }
        let length = rulebook.milliseconds(.homeTransitionSeconds)
        return length == 0 || now >= scene.homeTransitionEnd(lasting: length, at: now)
    }

    /// Looks again when the animation of the first window that waits for it is over.
    mutating func awaitHomeTransition(_ index: Int) {
        let length = rulebook.milliseconds(.homeTransitionSeconds)
        guard length > 0 else { return }
        var first: Instant?
        for place in self[process: index].scenes.indices {
            let scene = self[process: index].scenes[place]
            let waits = Transition(from: scene.state, to: wantedState(of: scene.number, index)) == .enterBackground
            guard waits, !mayEnterBackground(scene, index) else { continue }
            let end = scene.homeTransitionEnd(lasting: length, at: now)
            first = min(first ?? end, end)
        }
        guard let first else { return }
        callOff(index) { $0 == .homeTransitionEnds }
        set(.homeTransitionEnds, at: first, for: index)
    }

    // MARK: What a process is told when it is opened with something

    /// The first payload that can be told now.
    private func deliverablePayload(_ index: Int) -> PendingPayload? {
        self[process: index].payloads.first { isDeliverable($0, index) }
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

    private mutating func addResigning(_ scene: SceneNumber, _ index: Int, to steps: inout [Step]) {
        let isLast = !hasOtherScene(than: scene, index) { $0 == .foregroundActive }
        add(.resigning, scene, index, isProcessTransition: isLast, to: &steps)
        steps.append(.move(scene, .foregroundInactive, why: .deactivated))
    }

    private mutating func addEnteringBackground(_ scene: SceneNumber, _ index: Int, to steps: inout [Step]) {
        let isLast = !hasOtherScene(than: scene, index) { $0 == .foregroundActive || $0 == .foregroundInactive }
        steps.append(.move(scene, .background, why: .leftScreen))
        add(.enteringBackground, scene, index, isProcessTransition: isLast, to: &steps)
        steps.append(.leftScreen(scene))
        steps.append(.preserveState(scene))
    }

    private mutating func addEnteringForeground(_ scene: SceneNumber, _ index: Int, to steps: inout [Step]) {
        let isFirst = self[process: index].state == .background
        guard let place = place(ofScene: scene, index) else { return }
        let isNew = self[process: index].scenes[place].state == .unattached
        if !isNew || rulebook.holds(.sceneWillEnterForegroundOnFirstLaunch) {
            add(.enteringForeground, scene, index, isProcessTransition: isFirst, to: &steps)
        }
        steps.append(.returnsToScreen)
        steps.append(.move(scene, .foregroundInactive, why: .enteredScreen))
    }

    private mutating func addActivating(_ scene: SceneNumber, _ index: Int, to steps: inout [Step]) {
        let isFirst = self[process: index].state != .active
        steps.append(.move(scene, .foregroundActive, why: .activated))
        add(.activating, scene, index, isProcessTransition: isFirst, to: &steps)
    }

    /// Adds the calls and notifications of a transition; the application's notification comes with the process's own.
    private mutating func add(
        _ announcement: Announcement,
        _ scene: SceneNumber,
        _ index: Int,
        isProcessTransition: Bool,
        to steps: inout [Step]
    ) {
        switch installed[index].lifecycle {
        case .appDelegate:
            steps.append(.call(announcement.appDelegate, scene: 0, arguments: []))
            steps.append(.post(announcement.notification, scene: 0))
        case .scenes:
            steps.append(.call(announcement.sceneDelegate, scene: scene, arguments: []))
            steps.append(.post(announcement.sceneNotification, scene: scene))
            if isProcessTransition { steps.append(.post(announcement.notification, scene: 0)) }
        }
    }
}

/// What a scene does to come nearer to where it is wanted; what comes first among all scenes stands first.
enum Transition: UInt8, Codable, Sendable {
    case resign, enterBackground
    /// From unattached, without having been on screen.
    case connectInBackground
    case enterForeground, activate

    /// The transition that a scene makes next; nil where it is where it is wanted.
    @inline(__always)
    init?(from state: SceneState, to wanted: SceneState) {
        switch (state, wanted) {
        case (.foregroundActive, .foregroundActive), (.foregroundInactive, .foregroundInactive),
            (.foregroundInactive, .unattached), (.background, .background):
            return nil
        case (.foregroundActive, _): self = .resign
        case (.foregroundInactive, .background): self = .enterBackground
        case (.foregroundInactive, .foregroundActive): self = .activate
        case (.unattached, .background): self = .connectInBackground
        case (.unattached, _), (.background, _): self = .enterForeground
        }
    }

    @inline(__always)
    func comesBefore(_ other: Transition?) -> Bool {
        if let other { rawValue < other.rawValue } else { true }
    }
}

/// Who hears of a transition, and as what.
private struct Announcement {
    var appDelegate: CallbackName
    var sceneDelegate: CallbackName
    var sceneNotification: NotificationName
    var notification: NotificationName

    static var resigning: Self {
        Self(
            appDelegate: .applicationWillResignActive,
            sceneDelegate: .sceneWillResignActive,
            sceneNotification: .sceneWillDeactivate,
            notification: .willResignActive
        )
    }

    static var enteringBackground: Self {
        Self(
            appDelegate: .applicationDidEnterBackground,
            sceneDelegate: .sceneDidEnterBackground,
            sceneNotification: .sceneDidEnterBackground,
            notification: .didEnterBackground
        )
    }

    static var enteringForeground: Self {
        Self(
            appDelegate: .applicationWillEnterForeground,
            sceneDelegate: .sceneWillEnterForeground,
            sceneNotification: .sceneWillEnterForeground,
            notification: .willEnterForeground
        )
    }

    static var activating: Self {
        Self(
            appDelegate: .applicationDidBecomeActive,
            sceneDelegate: .sceneDidBecomeActive,
            sceneNotification: .sceneDidActivate,
            notification: .didBecomeActive
        )
    }
}
