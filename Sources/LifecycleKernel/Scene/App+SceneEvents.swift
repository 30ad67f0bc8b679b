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
