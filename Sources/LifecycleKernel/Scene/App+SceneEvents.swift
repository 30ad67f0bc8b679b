/// Events of an app's windows. Source: facts 1.4.
extension App {
    /// How many windows an app may have. iPadOS names no number; this one keeps an app that asks for windows without
    /// end from filling the device.
    static let scenesPerApp = 32

    // MARK: Coming

    /// Returns the reason for which an app gets no further window; nil if it does.
    func refusalOfNewWindow(in system: SystemState) -> Verdict.Reason? {
        guard system.initialSettings.model == .iPad, supportsMultipleScenes else {
            return .multipleScenesNotSupported
        }
        return sessions.count < Self.scenesPerApp ? nil : .tooManyScenes
    }

    func check(configuration: String?, for role: SceneRole) throws(Rejection) {
        let declared = manifest.infoPlist.configurationNames(for: role)
        if let configuration, !declared.contains(configuration) {
            throw Rejection(
                .invalidValue,
                "the scene manifest has no such configuration",
                field: "configuration",
                accepted: declared
            )
        }
    }

    func isInPlace(_ number: SceneID, _ placement: SceneEvent.Placement, in system: SystemState) -> Bool {
        let window = window(ofScene: number)
        guard system.screen.windows.contains(window), !system.screen.isCovered,
            system.screen.overlays.isDisjoint(with: .closedByLeaving)
        else { return false }
        return placement == .splitView || system.screen.windows == [window]
    }

    /// Whether a scene of a role that is no window's may come to its display: the user opens the app in the car, or connects a
    /// display while the app is in front.
    func checkShows(_ role: SceneRole, in system: SystemState) throws(Rejection) {
        try requireOpenable()
        try system.checkHasDisplay(of: role)
        let bundleID = manifest.bundleID
        guard lifecycle == .scenes else {
            throw Rejection.notNow(
                "\(bundleID) has no scenes, and so none of the role \(role.rawValue)",
                state: state.rawValue
            )
        }
        if let number = session(of: role), system.screen.role(of: number, of: bundleID) != nil {
            throw Rejection.notNow("scene \(number) is on its display already", state: state.rawValue)
        }
        if session(of: role) == nil, sessions.count >= Self.scenesPerApp {
            throw Verdict.Reason.tooManyScenes.rejection(bundleID)
        }
        if role == .carTemplateApplication {
            guard hasLaunched || system.mayLaunchInBackground else {
                throw Rejection.notNow("the device has not been unlocked yet", state: "locked")
            }
        } else if !runs || system.screen.isCovered || !system.screen.shows(bundleID) {
            throw Rejection.notNow("\(bundleID) is not in front", state: state.rawValue)
        }
    }

    // MARK: Going

    /// The number of a session; without one, that of the only session.
    func session(_ number: SceneID?) throws(Rejection) -> SceneID {
        guard let number else {
            let windows = sessions.filter { !$0.isClosing && $0.otherRole == nil }.map(\.number)
            if windows.count == 1 { return windows[0] }
            throw Rejection(
                windows.isEmpty ? .unknownScene : .missingField,
                "\(manifest.bundleID) has \(windows.count) windows: say which one",
                field: "sceneID",
                accepted: windows.map(String.init)
            )
        }
        let open = sessions.filter { !$0.isClosing }.map(\.number)
        guard open.contains(number) else {
            throw Rejection(
                .unknownScene,
                "there is no window \(number)",
                field: "sceneID",
                accepted: open.map(String.init)
            )
        }
        return number
    }

    /// A scene of the app as the screen lists it.
    func window(ofScene number: SceneID) -> Screen.Window {
        Screen.Window(bundleID: manifest.bundleID, scene: number)
    }

    /// Returns the windows on screen without one of the app's.
    func windowsOnScreen(without number: SceneID, in system: SystemState) -> [Screen.Window] {
        system.screen.windows.filter { $0 != window(ofScene: number) }
    }

    mutating func reclaimSilently(_ number: SceneID, in system: inout SystemState) {
        move(number, to: .unattached, reason: .leftScreen, in: &system)
        removeScene(number)
    }
}

extension Verdict.Reason {
    /// The refusal of a window as an answer to an event.
    func rejection(_ bundleID: BundleID) -> Rejection {
        if self == .tooManyScenes {
            Rejection(.limitReached, "\(bundleID) has \(App.scenesPerApp) windows, and no more are possible")
        } else {
            Rejection(
                .multipleScenesNotSupported,
                "\(bundleID) has one window: several need an iPad and UIApplicationSupportsMultipleScenes"
            )
        }
    }
}
