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
