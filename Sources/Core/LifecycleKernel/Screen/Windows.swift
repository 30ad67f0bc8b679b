/// How what is on screen changes, and how processes follow it.
extension Device {
    /// Replaces the windows on screen, and notes which windows left it.
    mutating func show(_ windows: [Screen.Window]) {
        for index in apps.indices {
            let bundleID = apps[index].manifest.bundleID
            guard system.screen.shows(bundleID), !windows.contains(where: { $0.bundleID == bundleID }) else { continue }
            apps[index].lastWindows = system.screen.windows(of: bundleID)
            apps[index].markUsed(in: &system)
        }
        system.screen.show(windows)
        // Apps on screen count as used later than those that have just left it.
        for index in apps.indices where system.screen.shows(apps[index].manifest.bundleID) {
            apps[index].markUsed(in: &system)
        }
    }

    /// Removes the windows of an app from the screen.
    mutating func takeFromScreen(_ bundleID: BundleID) {
        guard system.screen.shows(bundleID) else { return }
        show(system.screen.windows.filter { $0.bundleID != bundleID })
    }

    /// Removes the windows of an app from the screen, and its scenes from other displays.
    mutating func takeFromAllDisplays(_ bundleID: BundleID) {
        takeFromScreen(bundleID)
        system.screen.removeFromOtherDisplays(bundleID)
    }

    /// Reconciles all processes with the screen: first those that leave it or are deactivated, then those that enter
    /// it.
    ///
    /// The first group does not wait for the second: a slow handler delays only its own process.
    mutating func reconcileAll() {
        for index in apps.indices where apps[index].requestDeactivation(in: &system) { pump(index) }
        if !system.screen.isCovered {
            for window in system.screen.windows {
                guard let index = index(of: window.bundleID), apps[index].hasProcess else { continue }
                apps[index].resumeAndReconcile(in: &system)
                pump(index)
            }
        }
        // An external display shows only an app whose windows are on screen, which is reconciled above.
        for display in system.screen.otherDisplays where display.role == .carTemplateApplication {
            guard let index = index(of: display.window.bundleID), apps[index].hasProcess else { continue }
            apps[index].resumeAndReconcile(in: &system)
            pump(index)
        }
    }

    /// Opens an app: its windows replace those on screen, and it receives the payload.
    mutating func open(_ index: Int, with payload: LaunchPayload? = nil, arguments: [String] = []) {
        let bundleID = apps[index].manifest.bundleID
        let windows = apps[index].windowsToOpen(in: &system)
        system.screen.closeOverlays()
        show(windows.map { Screen.Window(bundleID: bundleID, scene: $0) })
        bringToForeground(index, with: payload, to: windows[0], arguments: arguments)
    }

    /// Brings an app whose windows have just been shown to the foreground; launches it if it does not run.
    mutating func bringToForeground(
        _ index: Int,
        with payload: LaunchPayload? = nil,
        to scene: SceneID,
        arguments: [String] = [],
        for reason: LaunchReason = .user
    ) {
        apps[index].installation.isForceQuit = false
        apps[index].installation.wasRebootedSinceForceQuit = false
        userStartsUsingDevice()
        let payload = payload.map { PendingPayload(payload: $0, scene: scene) }
        if apps[index].hasLaunched {
            if let payload { apps[index].process.payloads.append(payload) }
            reconcileAll()
            carryOut(apps[index].deliverCancelledTransfers(), of: index)
            return
        }
        for other in apps.indices where other != index && apps[other].requestDeactivation(in: &system) { pump(other) }
        let reason = payload?.payload.launchReason ?? reason
        apps[index].launch(reason: reason, payload: payload, arguments: arguments, in: &system)
        footprintGrew(index)
        reconcileAll()
    }
}

extension App {
    /// Whether the app is in front after the user's last input. Its process may not have followed yet.
    func isInFront(in system: SystemState) -> Bool { system.screen.hasInFront(manifest.bundleID) }

    mutating func markUsed(in system: inout SystemState) {
        installation.lastOnScreen = system.counters.nextVisit()
    }

    /// Requests reconciliation of a process on screen. Resumes the process first, if it is suspended.
    fileprivate mutating func resumeAndReconcile(in system: inout SystemState) {
        if process.state == .suspended { resume(wokenFor: nil, in: &system) }
        requestReconciliation(in: &system)
    }

    mutating func requestReconciliation(in system: inout SystemState) {
        noteWindowsOffScreen(in: &system)
        process.runLoop.enqueueReconciliation()
        watchMainThread(in: &system)
    }

    private mutating func noteWindowsOffScreen(in system: inout SystemState) {
        for index in process.scenes.indices {
            if isOnScreen(process.scenes[index].number, in: system) {
                process.scenes[index].offScreenSince = nil
            } else if process.scenes[index].offScreenSince == nil {
                process.scenes[index].offScreenSince = system.now
            }
        }
    }

    /// Requests reconciliation of a running process if a scene of it is more active than the screen allows.
    ///
    /// - Returns: Whether it requested one.
    fileprivate mutating func requestDeactivation(in system: inout SystemState) -> Bool {
        guard runs, !isInFront(in: system) || hasSceneTooActive(in: &system) else { return false }
        requestReconciliation(in: &system)
        return true
    }

    // Mutating, since its caller would otherwise copy the app and the system's state.
    private mutating func hasSceneTooActive(in system: inout SystemState) -> Bool {
        for index in process.scenes.indices {
            let scene = process.scenes[index]
            if scene.state.rank > wantedState(of: scene.number, in: system).rank { return true }
        }
        return false
    }

    // MARK: Opening

    /// Returns the windows that opening an app shows: those that were on screen when the user last left it. If these
    /// are closed, the newest window; if there is no window, a new one.
    mutating func windowsToOpen(in system: inout SystemState) -> TinyArray<SceneID> {
        guard lifecycle == .scenes else { return TinyArray(only: .implicit) }
        let shown = system.screen.windows(of: manifest.bundleID)
        if !shown.isEmpty { return shown }
        var last = lastWindows
        last.removeAll { !isOpen($0) }
        if !last.isEmpty { return last }
        return TinyArray(only: sessions.last { !$0.isClosing && $0.otherRole == nil }?.number ?? makeSession())
    }

}

extension SceneState {
    /// How active the state is.
    fileprivate var rank: Int {
        switch self {
        case .unattached, .background: 0
        case .foregroundInactive: 1
        case .foregroundActive: 2
        }
    }
}
