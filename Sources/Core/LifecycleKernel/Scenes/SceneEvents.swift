/// What an accepted event does to the scenes of an app. The session that the event names has been found.
enum SceneChange {
    case openWindow(configuration: String?, userActivity: String?, SceneEvent.Placement)
    case bringWindow(SceneID, SceneEvent.Placement)
    /// A scene on another display, in a new session.
    case openScene(configuration: String?, userActivity: String?, SceneRole)
    case showScene(SceneID, SceneRole)
    case close(SceneID)
    case reclaim(SceneID)
    case leaveScreen(SceneID)
}

/// Events of an app's windows. Source: facts 1.4.
extension Device {
    func accept(_ event: SceneEvent, _ index: Int) throws(Rejection) -> SceneChange {
        let app = apps[index]
        switch event {
        case .create(let configuration, let activity, _, let role) where role != .windowApplication:
            try app.checkShows(role, in: system)
            try app.check(configuration: configuration, for: role)
            if let number = app.session(of: role) { return .showScene(number, role) }
            return .openScene(configuration: configuration, userActivity: activity, role)
        case .create(let configuration, let activity, let placement, let role):
            try system.screen.checkUnlocked()
            try app.requireOpenable()
            if let reason = app.refusalOfNewWindow(in: system) { throw reason.rejection(app.manifest.bundleID) }
            try app.check(configuration: configuration, for: role)
            return .openWindow(configuration: configuration, userActivity: activity, placement)
        case .activate(let number, let placement):
            if let role = app.otherRole(ofSession: number) {
                let number = try app.session(number)
                try app.checkShows(role, in: system)
                return .showScene(number, role)
            }
            try system.screen.checkUnlocked()
            try app.requireOpenable()
            let number = try app.session(number)
            if app.isInPlace(number, placement, in: system) {
                throw Rejection.notNow("window \(number, as: "scene") is in front already", state: app.state.rawValue)
            }
            return .bringWindow(number, placement)
        case .close(let number):
            try system.screen.checkUnlocked()
            try app.requireOpenable()
            let number = try app.session(number)
            if app.otherRole(ofSession: number) != nil {
                throw Rejection.notNow(
                    "\(number, as: "scene") is not a window: it ends when its display is disconnected",
                    state: nil
                )
            }
            return .close(number)
        case .disconnect(let number):
            let number = try app.session(number)
            try checkDisconnects(number, app.manifest.bundleID)
            return .reclaim(number)
        case .background(let number):
            let number = try app.session(number)
            let bundleID = app.manifest.bundleID
            if system.screen.role(of: number, of: bundleID) == .carTemplateApplication { return .leaveScreen(number) }
            try system.screen.checkUnlocked()
            guard system.screen.windows(of: bundleID).contains(number), !system.screen.isCovered else {
                throw Rejection.notNow("window \(number, as: "scene") is not in front", state: app.state.rawValue)
            }
            return .leaveScreen(number)
        }
    }

    mutating func perform(_ change: SceneChange, _ index: Int) {
        switch change {
        case .openWindow(let configuration, let activity, let placement):
            let number = apps[index].makeSession(configuration: configuration, userActivity: activity)
            bringWindow(number, placement, index)
        case .bringWindow(let number, let placement): bringWindow(number, placement, index)
        case .openScene(let configuration, let activity, let role):
            let number = apps[index].makeSession(configuration: configuration, userActivity: activity, for: role)
            show(number, role, index)
        case .showScene(let number, let role): show(number, role, index)
        case .close(let number): close(number, index)
        case .reclaim(let number): reclaim(number, index)
        case .leaveScreen(let number):
            system.screen.removeFromOtherDisplays(apps[index].window(ofScene: number))
            show(apps[index].windowsOnScreen(without: number, in: system))
            reconcileAll()
        }
    }

    /// Shows a window, beside those on screen or instead of them.
    private mutating func bringWindow(_ number: SceneID, _ placement: SceneEvent.Placement, _ index: Int) {
        let window = apps[index].window(ofScene: number)
        let isSplit = placement == .splitView && system.initialSettings.value.model == .iPad
        system.screen.closeOverlays()
        show((isSplit ? system.screen.windows.filter { $0 != window } : []) + [window])
        bringToForeground(index, to: number)
    }

    private func checkDisconnects(_ number: SceneID, _ bundleID: BundleID) throws(Rejection) {
        let index = try requireProcess(bundleID)
        guard let scene = apps[index].process.scene(number) else {
            throw Rejection.notNow(
                "window \(number, as: "scene") is not connected",
                state: SceneState.unattached.rawValue
            )
        }
        guard system.screen.role(of: number, of: bundleID) == nil else { return }
        guard scene.state == .background else {
            throw Rejection.notNow("the system reclaims background scenes only", state: scene.state.rawValue)
        }
        guard apps[index].wantedState(of: number, in: system) == .background else {
            throw Rejection.notNow(
                "window \(number, as: "scene") is on its way to the screen",
                state: scene.state.rawValue
            )
        }
    }

    /// The user closes a window; closing the last one is a force quit.
    private mutating func close(_ number: SceneID, _ index: Int) {
        if apps[index].windowCount == 1 {
            forceQuit(index)
        } else {
            closeSession(number, index)
            reconcileAll()
            if apps[index].hasProcess { pump(index) }
        }
    }

    /// Begins to close a session: a running app is notified at once, a suspended one when it resumes, one that does not
    /// run at its next launch.
    mutating func closeSession(_ number: SceneID, _ index: Int) {
        show(apps[index].windowsOnScreen(without: number, in: system))
        system.screen.removeFromOtherDisplays(apps[index].window(ofScene: number))
        guard apps[index].hasLaunched else {
            apps[index].discardSessions([number])
            return
        }
        if let sessionIndex = apps[index].index(ofSession: number) {
            apps[index].sessions[sessionIndex].isClosing = true
        }
        apps[index].discardPayloads(ofWindow: number, in: &system)
        if !apps[index].runs {
            apps[index].reclaimSilently(number, in: &system)
        } else {
            apps[index].requestReconciliation(in: &system)
        }
    }

    /// Disconnects a scene in the background, as the system does; its session stays.
    ///
    /// A scene in a car or on an external display may be in the foreground: it resigns and enters the background first.
    private mutating func reclaim(_ number: SceneID, _ index: Int) {
        if apps[index].otherRole(ofSession: number) == nil {
            apps[index].noteReclaimed(number, in: &system)
        } else {
            system.screen.removeFromOtherDisplays(apps[index].window(ofScene: number))
            reconcileAll()
            guard apps[index].hasProcess else { return }
        }
        if apps[index].process.state == .suspended {
            apps[index].reclaimSilently(number, in: &system)
        } else {
            apps[index].enqueue(apps[index].disconnectingSteps(number))
            pump(index)
        }
    }
}

extension App {

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

    fileprivate func isInPlace(_ number: SceneID, _ placement: SceneEvent.Placement, in system: SystemState) -> Bool {
        let window = window(ofScene: number)
        guard system.screen.windows.contains(window), !system.screen.isCovered,
            system.screen.overlays.isDisjoint(with: .closedByLeaving)
        else { return false }
        return placement == .splitView || system.screen.windows == [window]
    }

    fileprivate mutating func reclaimSilently(_ number: SceneID, in system: inout SystemState) {
        move(number, to: .unattached, reason: .leftScreen, in: &system)
        removeScene(number)
    }
}
