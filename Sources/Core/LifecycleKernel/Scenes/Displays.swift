/// What a scene is shown on, as `UISceneSession.Role` names it. Source: facts 10.1.
public enum SceneRole: String, CaseIterable, Codable, Sendable {
    /// The screen of the device.
    case windowApplication
    /// The display of a car (CarPlay). Locking the device does not affect it.
    case carTemplateApplication
    /// An external display, connected by cable or AirPlay, that the user cannot touch.
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

/// Scenes on other displays than the device's screen: on that of a car, or on an external one.
///
/// `Screen.otherDisplays` lists them. A scene in a car is active whatever the device shows. A scene on an external
/// display is in the foreground while its app is on screen, and never active. Source: facts 10.1.
extension Device {
    /// Shows a scene on the display of its role. A car shows one app at a time; the user opens it there.
    mutating func show(_ number: SceneID, _ role: SceneRole, _ index: Int) {
        system.screen.show(apps[index].window(ofScene: number), on: role)
        guard role == .carTemplateApplication else { return reconcileAll() }
        apps[index].markUsed(in: &system)
        bringToForeground(index, to: number, for: .carPlay)
    }
}

extension App {
    /// The role of a session on another display; nil for the session of a window.
    func otherRole(ofSession number: SceneID) -> SceneRole? {
        for index in sessions.indices where sessions[index].number == number { return sessions[index].otherRole }
        return nil
    }

    /// The session of a role on another display. An app has at most one for each.
    func session(of role: SceneRole) -> SceneID? {
        sessions.first { $0.otherRole == role && !$0.isClosing }?.number
    }

    /// Whether a scene is on another display, and in the foreground there. An external display shows the scene only
    /// while the app's windows are on screen; the display of a car always shows it.
    func isOnOtherDisplay(_ scene: SceneID, in system: SystemState) -> Bool {
        switch system.screen.role(of: scene, of: manifest.bundleID) {
        case .carTemplateApplication: true
        case .windowExternalDisplayNonInteractive:
            !system.screen.isCovered && system.screen.shows(manifest.bundleID)
        case .windowApplication, nil: false
        }
    }

    /// The state that a scene on another display should have; nil for any other scene. Nothing on the device's screen
    /// deactivates a scene in a car. A scene on an external display never becomes active. Source: facts 10.1.
    func stateOnOtherDisplay(of scene: SceneID, in system: SystemState) -> SceneState? {
        switch system.screen.role(of: scene, of: manifest.bundleID) {
        case .carTemplateApplication: .foregroundActive
        case .windowExternalDisplayNonInteractive: .foregroundInactive
        case .windowApplication, nil: nil
        }
    }

    /// Returns the session of the first scene on another display that is not connected yet. Requires an app with
    /// scenes.
    func sessionToConnectOnOtherDisplay(in system: SystemState) -> SceneSession? {
        for display in system.screen.otherDisplays where display.window.bundleID == manifest.bundleID {
            let number = display.window.scene
            guard self.index(ofScene: number) == nil, isOnScreen(number, in: system) else { continue }
            return sessions.first { $0.number == number }
        }
        return nil
    }

    /// Checks that a scene may be shown on another display: the user opens the app in the car, or connects an external
    /// display while the app is in front.
    func checkShows(_ role: SceneRole, in system: SystemState) throws(Rejection) {
        try requireOpenable()
        try system.checkHasDisplay(of: role)
        let bundleID = manifest.bundleID
        guard lifecycle == .scenes else {
            throw Rejection.notNow(
                "\(bundleID, as: "bundleID") has no scenes, so it has none with the role \(role.rawValue, as: "role")",
                state: state.rawValue
            )
        }
        if let number = session(of: role), system.screen.role(of: number, of: bundleID) != nil {
            throw Rejection.notNow("scene \(number, as: "scene") is on its display already", state: state.rawValue)
        }
        if session(of: role) == nil, sessions.count >= Self.scenesPerApp {
            throw Verdict.Reason.tooManyScenes.rejection(bundleID)
        }
        if role == .carTemplateApplication {
            guard mayBeWoken(for: .carPlay, in: system) else {
                throw Rejection.notNow("the device has not been unlocked yet", state: "locked")
            }
        } else if !runs || system.screen.isCovered || !system.screen.shows(bundleID) {
            throw Rejection.notNow("\(bundleID, as: "bundleID") is not in front", state: state.rawValue)
        }
    }
}

/// Which displays a device can have.
extension SystemState {
    /// Refuses a scene in a car on an iPad: CarPlay needs an iPhone. An external display can be connected to both.
    /// Source: Apple, CarPlay; facts 10.1 has reports of iPhones only.
    ///
    /// - Throws: `invalidValue` for the field `role`, with the roles that remain.
    func checkHasDisplay(of role: SceneRole) throws(Rejection) {
        guard role == .carTemplateApplication, initialSettings.value.model == .iPad else { return }
        let others = SceneRole.allCases.filter { $0 != .carTemplateApplication }
        throw Rejection(
            .invalidValue,
            "CarPlay needs an iPhone, and this device is an iPad",
            field: "role",
            accepted: others.map(\.rawValue)
        )
    }
}
