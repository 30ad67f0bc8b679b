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

/// Scenes on the display of a car, or on one beside the device.
///
/// They are kept with the screen. The scene of a car is active whatever the device shows. One on a display beside the device
/// is in the foreground while its app is on screen, and never active. Source: facts 10.1.
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
    /// The role of a session that is no window's; nil of a window's.
    func otherRole(ofSession number: SceneID) -> SceneRole? {
        for index in sessions.indices where sessions[index].number == number { return sessions[index].otherRole }
        return nil
    }

    /// The session of a role that is no window's; an app has one at most.
    func session(of role: SceneRole) -> SceneID? {
        sessions.first { $0.otherRole == role && !$0.isClosing }?.number
    }

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

    /// Whether a scene of a role that is no window's may come to its display: the user opens the app in the car, or connects a
    /// display while the app is in front.
    func checkShows(_ role: SceneRole, in system: SystemState) throws(Rejection) {
        try requireOpenable()
        try system.checkHasDisplay(of: role)
        let bundleID = manifest.bundleID
        guard lifecycle == .scenes else {
            throw Rejection.notNow(
                "\(bundleID, as: "bundleID") has no scenes, and so none of the role \(role.rawValue, as: "role")",
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
            guard hasLaunched || system.mayLaunchInBackground else {
                throw Rejection.notNow("the device has not been unlocked yet", state: "locked")
            }
        } else if !runs || system.screen.isCovered || !system.screen.shows(bundleID) {
            throw Rejection.notNow("\(bundleID, as: "bundleID") is not in front", state: state.rawValue)
        }
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
