/// Reconciles a process with the screen: each scene makes one transition at a time towards its wanted state.
///
/// The orders are those of `Order inside one input` of the rules; sources: facts 1.1, 1.2, 1.4.
extension App {
    /// Returns the state that a scene should have: in the background, or in the foreground and inactive or active.
    func wantedState(of scene: SceneID, in system: SystemState) -> SceneState {
        guard hasProcess, !process.isEnding, isOnScreen(scene, in: system) else {
            return .background
        }
        if !system.screen.otherDisplays.isEmpty, let state = stateOnOtherDisplay(of: scene, in: system) { return state }
        return deactivationReasons(in: system).isEmpty ? .foregroundActive : .foregroundInactive
    }

    /// Whether a scene is visible, as a window on screen or on another display, and is not about to close.
    func isOnScreen(_ scene: SceneID, in system: SystemState) -> Bool {
        if !system.screen.isCovered, system.screen.shows(scene, of: manifest.bundleID) { return !isClosing(scene) }
        return !system.screen.otherDisplays.isEmpty && isOnOtherDisplay(scene, in: system) && !isClosing(scene)
    }

    private func isClosing(_ scene: SceneID) -> Bool {
        for index in sessions.indices
        where sessions[index].number == scene && sessions[index].isClosing {
            return true
        }
        return false
    }

    /// Returns the reasons why windows of the app that are on screen are not active.
    func deactivationReasons(in system: SystemState) -> DeactivationReasons {
        guard hasProcess else { return [] }
        guard system.rulebook.ownAlertDeactivates else { return system.screen.reasons }
        return system.screen.reasons.union(process.ownReasons)
    }

    /// Adds the steps of the next transition that the process has to make; none when every scene is in its wanted
    /// state.
    ///
    /// First, scenes resign, in the order connected; then they enter the background. Then windows close. Then the
    /// process ends, if it has to. Otherwise windows connect, enter the foreground, receive what they are opened with,
    /// and become active.
    ///
    /// The steps are added to the caller's array, so that its storage is reused.
    mutating func addNextTransition(to steps: inout [Step], in system: inout SystemState) {
        if let ending = process.ending, !ending.leavesScreen {
            steps += endingSteps(ending)
            return
        }
        let next = nextTransition(in: &system)
        switch next {
        case (.resign, let scene)?: addResigning(scene, to: &steps, in: &system)
        case (.enterBackground, let scene)?: addEnteringBackground(scene, to: &steps, in: &system)
        case (.connectInBackground, let scene)?: steps.append(.move(scene, .background, reason: .leftScreen))
        case (.enterForeground, _)?, (.activate, _)?, nil:
            if hasClosingSession, let closing = closingSteps {
                steps += closing
            } else if let ending = process.ending {
                steps += endingSteps(ending)
            } else {
                addEntering(next, to: &steps, in: &system)
            }
        }
    }

    private mutating func addEntering(
        _ next: (transition: Transition, scene: SceneID)?,
        to steps: inout [Step],
        in system: inout SystemState
    ) {
        if lifecycle == .scenes, let session = sessionToConnect(in: system) {
            steps += connect(session)
        } else if case (.enterForeground, let scene)? = next {
            addEnteringForeground(scene, to: &steps, in: &system)
        } else if !process.payloads.isEmpty, let payload = deliverablePayload(in: system) {
            steps.append(.deliver(payload))
            steps += deliverySteps(of: payload.payload, to: payload.scene, in: &system)
        } else if case (.activate, let scene)? = next {
            addActivating(scene, to: &steps, in: &system)
        }
    }

    /// Returns the transition that comes first of those that scenes have to make, and the first scene, in the order
    /// connected, that has to make it; nil if no scene has to make one.
    // It changes nothing, but is `mutating`, as is `awaitedTransition(in:)`: the caller would otherwise copy the app and the
    // system's state, for each callback.
    private mutating func nextTransition(in system: inout SystemState) -> (transition: Transition, scene: SceneID)? {
        var next: (transition: Transition, scene: SceneID)?
        for index in process.scenes.indices {
            let scene = process.scenes[index]
            let wanted = wantedState(of: scene.number, in: system)
            guard let transition = Transition(from: scene.state, to: wanted), transition.comesBefore(next?.transition),
                transition != .enterBackground || mayEnterBackground(scene, in: system)
            else { continue }
            next = (transition, scene.number)
        }
        return next
    }

    /// The transition that the system waits for: the next that the process has to make; nil if every scene is in its
    /// wanted state.
    ///
    /// A window that connects counts as one that enters the foreground.
    mutating func awaitedTransition(in system: inout SystemState) -> Transition? {
        if let next = nextTransition(in: &system) { return next.transition }
        guard lifecycle == .scenes else { return nil }
        return sessionToConnect(in: system) == nil ? nil : .enterForeground
    }

    /// Whether another scene of the process is in a state that `fits` accepts.
    private func hasOtherScene(than number: SceneID, where fits: (SceneState) -> Bool) -> Bool {
        for index in process.scenes.indices where process.scenes[index].number != number {
            if fits(process.scenes[index].state) { return true }
        }
        return false
    }

    // MARK: The animation on leaving

    /// Whether a window that leaves the screen may enter the background: its animation is over, or the process does not
    /// wait for that.
    private func mayEnterBackground(_ scene: Scene, in system: SystemState) -> Bool {
        if let ending = process.ending { return !ending.skipsBackground }
        let length = system.rulebook.homeTransitionSeconds
        return length == 0 || system.now >= scene.homeTransitionEnd(lasting: length, at: system.now)
            || otherRole(ofSession: scene.number) != nil
    }

    /// Sets a deadline for the end of the first animation that a window waits for. The process is reconciled again
    /// then.
    mutating func awaitHomeTransition(in system: inout SystemState) {
        let length = system.rulebook.homeTransitionSeconds
        guard length > 0 else { return }
        var first: Instant?
        for index in process.scenes.indices {
            let scene = process.scenes[index]
            let waits = Transition(from: scene.state, to: wantedState(of: scene.number, in: system)) == .enterBackground
            guard waits, !mayEnterBackground(scene, in: system) else { continue }
            let end = scene.homeTransitionEnd(lasting: length, at: system.now)
            first = min(first ?? end, end)
        }
        guard let first else { return }
        cancelDeadlines(in: &system) { $0 == .homeTransitionEnds }
        set(.homeTransitionEnds, at: first, in: &system)
    }

    // MARK: Delivery of payloads

    /// Returns the first payload that can be delivered now.
    private func deliverablePayload(in system: SystemState) -> PendingPayload? {
        process.payloads.first { isDeliverable($0, in: system) }
    }

    /// Returns whether a payload can be delivered now. Source: facts 1.3.
    private func isDeliverable(_ pending: PendingPayload, in system: SystemState) -> Bool {
        guard let scene = process.scene(pending.scene) else { return false }
        let isNotification = if case .notificationResponse = pending.payload { true } else { false }
        if pending.isCold, isNotification, system.rulebook.coldNotificationAfterDidBecomeActive {
            return scene.state == .foregroundActive
        }
        return scene.state == .foregroundActive || scene.state == .foregroundInactive
    }

    // MARK: The transitions

    // These change nothing but the steps. They are `mutating` for the same reason as `nextTransition(in:)`.

    private mutating func addResigning(_ scene: SceneID, to steps: inout [Step], in system: inout SystemState) {
        let isLast = !hasOtherScene(than: scene) { $0 == .foregroundActive }
        add(.resigning, scene, isProcessTransition: isLast, to: &steps, in: &system)
        steps.append(.move(scene, .foregroundInactive, reason: .deactivated))
    }

    private mutating func addEnteringBackground(
        _ scene: SceneID,
        to steps: inout [Step],
        in system: inout SystemState
    ) {
        let isLast = !hasOtherScene(than: scene) { $0 == .foregroundActive || $0 == .foregroundInactive }
        steps.append(.move(scene, .background, reason: .leftScreen))
        add(.enteringBackground, scene, isProcessTransition: isLast, to: &steps, in: &system)
        steps.append(.leftScreen(scene))
        steps.append(.preserveState(scene))
    }

    private mutating func addEnteringForeground(
        _ scene: SceneID,
        to steps: inout [Step],
        in system: inout SystemState
    ) {
        // An app that was launched in the background gets its first scene now.
        if mustAdoptScenes(in: system) {
            steps.append(.trapWithoutScenes)
            return
        }
        let isFirst = process.state == .background
        guard let index = self.index(ofScene: scene) else { return }
        let isNew = process.scenes[index].state == .unattached
        if !isNew || system.rulebook.sceneWillEnterForegroundOnFirstLaunch == true {
            add(.enteringForeground, scene, isProcessTransition: isFirst, to: &steps, in: &system)
        }
        steps.append(.reusePurgedMemory)
        steps.append(.move(scene, .foregroundInactive, reason: .enteredScreen))
        moveOverdueTimers(to: &steps)
    }

    private mutating func addActivating(_ scene: SceneID, to steps: inout [Step], in system: inout SystemState) {
        let isFirst = process.state != .active
        steps.append(.move(scene, .foregroundActive, reason: .activated))
        add(.activating, scene, isProcessTransition: isFirst, to: &steps, in: &system)
    }

    /// Adds the callbacks and notifications of a scene's transition. An app with scenes gets the application's
    /// notification only if the process makes the transition too. In an app without, UIKit's own scene makes the
    /// transition first, then the application.
    private mutating func add(
        _ announcement: Announcement,
        _ scene: SceneID,
        isProcessTransition: Bool,
        to steps: inout [Step],
        in system: inout SystemState
    ) {
        switch lifecycle {
        case .appDelegate:
            if system.rulebook.postsSceneNotificationsInEveryApp { steps.append(.post(announcement.sceneNotification)) }
            steps.append(.call(announcement.appDelegate))
            steps.append(.post(announcement.notification))
        case .scenes:
            steps.append(.call(announcement.sceneDelegate, scene: scene))
            steps.append(.post(announcement.sceneNotification, scene: scene))
            if isProcessTransition { steps.append(.post(announcement.notification)) }
        }
    }

    /// Whether UIKit posts the notifications of `UIScene` for the scene that it makes itself, in an app without scenes.
    /// Source: facts 1.0.
    func postsSceneNotifications(in system: SystemState) -> Bool {
        lifecycle == .appDelegate && system.rulebook.postsSceneNotificationsInEveryApp
    }
}

extension Rulebook {
    fileprivate var postsSceneNotificationsInEveryApp: Bool {
        self.scenesAvailable && self.sceneNotificationsInEveryApp == true
    }
}

/// A transition of a scene towards its wanted state. The cases are in the order in which a process makes its
/// transitions.
enum Transition: UInt8, Codable, Sendable {
    case resign, enterBackground
    /// From unattached to the background, without having been on screen.
    case connectInBackground
    case enterForeground, activate

    /// The transition that a scene makes next; nil if it is in its wanted state.
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

    func comesBefore(_ other: Transition?) -> Bool {
        if let other { rawValue < other.rawValue } else { true }
    }
}

/// The callbacks and notifications of a transition.
private struct Announcement {
    var appDelegate: CallbackName
    var sceneNotification: NotificationName
    var notification: NotificationName

    var sceneDelegate: CallbackName { appDelegate.sceneCounterpart ?? appDelegate }

    static var resigning: Self {
        Self(
            appDelegate: .applicationWillResignActive,
            sceneNotification: .sceneWillDeactivate,
            notification: .willResignActive
        )
    }

    static var enteringBackground: Self {
        Self(
            appDelegate: .applicationDidEnterBackground,
            sceneNotification: .sceneDidEnterBackground,
            notification: .didEnterBackground
        )
    }

    static var enteringForeground: Self {
        Self(
            appDelegate: .applicationWillEnterForeground,
            sceneNotification: .sceneWillEnterForeground,
            notification: .willEnterForeground
        )
    }

    static var activating: Self {
        Self(
            appDelegate: .applicationDidBecomeActive,
            sceneNotification: .sceneDidActivate,
            notification: .didBecomeActive
        )
    }
}
