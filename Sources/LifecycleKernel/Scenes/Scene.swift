/// A scene that is connected to a process.
struct Scene: Hashable, Codable, Sendable {
    /// The number of its session; 0 for the implicit scene of an app without scene support.
    var number: SceneID
    var state: SceneState
    /// Since when its window is off the screen; nil while it is on it.
    var offScreenSince: Instant?
    /// When it resigned; nil if it has not been active since it entered the screen.
    var resignedAt: Instant?
    /// Whether another view of the app covers the one of its window.
    var isViewCovered = false

    var isInForeground: Bool { state == .foregroundActive || state == .foregroundInactive }

    /// When the animation on leaving the screen is over: counted from leaving it or from having resigned, whichever
    /// was later.
    func homeTransitionEnd(lasting length: Milliseconds, at now: Instant) -> Instant {
        max(offScreenSince ?? now, resignedAt ?? .earliest) + length
    }
}

/// What the system remembers of a window beyond the life of a process. Source: facts 1.4.
struct SceneSession: Codable, Sendable {
    var number: SceneID
    /// Whether the app has been asked for its configuration.
    var isConfigured = false
    /// Whether the user or the app closes it: it is gone once its scene has disconnected.
    var isClosing = false
    /// What its scene is shown on, if that is not the screen of the device; nil of a window.
    var otherRole: SceneRole?
    /// The record by which the window became active, if its state was not preserved since: what it shows would be lost
    /// with its scene.
    var unpreservedSince: SequenceNumber?
    /// The name of its configuration: the requested one, then the one that the app has answered; nil for the first one.
    var configuration: String?
    /// The class of the scene delegate that the app has answered; nil for that of the configuration.
    var delegateClass: Box<String>?
    /// The activity that the window was requested with, until it connects.
    var userActivity: String?
    /// Its preserved state.
    var restoration = LazyBox<SceneRestoration>()
}

/// The preserved state of a window whose scene was disconnected. Source: facts 1.4.
struct SceneRestoration: Blank {
    /// The activity that the app has preserved the window's state in.
    var activity: Value?
    /// The record of what made the system take back its scene, until it connects again.
    var reclaimedBy: SequenceNumber?
}

/// The activation states of a scene, as `UIScene.ActivationState` names them.
public enum SceneState: String, CaseIterable, Codable, Sendable {
    case unattached, foregroundInactive, foregroundActive, background
}

/// What a scene is shown on, as `UISceneSession.Role` names it. Source: facts 10.1.
public enum SceneRole: String, CaseIterable, Codable, Sendable {
    /// The screen of the device.
    case windowApplication
    /// The display of a car (CarPlay), which the lock of the device does not concern.
    case carTemplateApplication
    /// A display beside the device, by cable or AirPlay, on which nothing can be touched.
    case windowExternalDisplayNonInteractive
}

extension SceneRole {
    /// Its key in `UISceneConfigurations` of the Info.plist.
    package var manifestKey: String {
        switch self {
        case .windowApplication: "UIWindowSceneSessionRoleApplication"
        case .carTemplateApplication: "CPTemplateApplicationSceneSessionRoleApplication"
        case .windowExternalDisplayNonInteractive: "UIWindowSceneSessionRoleExternalDisplayNonInteractive"
        }
    }
}

extension App {
    /// The role of a session that is no window's; nil of a window's.
    func otherRole(ofSession number: SceneID) -> SceneRole? {
        for index in sessions.indices where sessions[index].number == number { return sessions[index].otherRole }
        return nil
    }

    /// The session of a role that is no window's; an app has one at most.
    func session(of role: SceneRole) -> SceneID? {
        sessions.first { $0.otherRole == role && !$0.isClosing }?.number
    }

    /// How many windows the app has that are not being closed.
    var windowCount: Int { sessions.count { !$0.isClosing && $0.otherRole == nil } }

    /// Whether a scene is on another display than the device's screen, and in the foreground there. What a display beside the
    /// device shows goes with the app's windows; the display of a car does not.
    func isOnOtherDisplay(_ scene: SceneID, in system: SystemState) -> Bool {
        switch system.screen.role(of: scene, of: manifest.bundleID) {
        case .carTemplateApplication: true
        case .windowExternalDisplayNonInteractive:
            !system.screen.isCovered && system.screen.shows(manifest.bundleID)
        case .windowApplication, nil: false
        }
    }

    /// The state that a scene on another display should have: nothing of the device's screen deactivates that of a car; that
    /// of a display beside the device is never activated. Source: facts 10.1.
    func stateOnOtherDisplay(of scene: SceneID, in system: SystemState) -> SceneState? {
        switch system.screen.role(of: scene, of: manifest.bundleID) {
        case .carTemplateApplication: .foregroundActive
        case .windowExternalDisplayNonInteractive: .foregroundInactive
        case .windowApplication, nil: nil
        }
    }

    /// The session of the first scene on another display that is not connected yet; only of an app with scenes.
    func sessionToConnectOnOtherDisplay(in system: SystemState) -> SceneSession? {
        for display in system.screen.otherDisplays where display.window.bundleID == manifest.bundleID {
            let number = display.window.scene
            guard self.index(ofScene: number) == nil, isOnScreen(number, in: system) else { continue }
            return sessions.first { $0.number == number }
        }
        return nil
    }
}

/// Which displays a device can have.
extension SystemState {
    /// Refuses a scene in a car on an iPad: CarPlay needs an iPhone. A display beside the device can be connected to both.
    /// Source: Apple, CarPlay; facts 10.1 has reports of iPhones only.
    ///
    /// - Throws: `invalidValue` for the field `role`, with the roles that remain.
    func checkHasDisplay(of role: SceneRole) throws(Rejection) {
        guard role == .carTemplateApplication, initialSettings.model == .iPad else { return }
        let others = SceneRole.allCases.filter { $0 != .carTemplateApplication }
        throw Rejection(
            .invalidValue,
            "CarPlay needs an iPhone, and this device is an iPad",
            field: "role",
            accepted: others.map(\.rawValue)
        )
    }
}
