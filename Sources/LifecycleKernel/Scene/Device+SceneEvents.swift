/// Events of an app's windows. Source: facts 1.4.
extension Device {
    func check(_ event: SceneEvent, _ bundleID: BundleID) throws(Rejection) {
        let index = try requireInstalled(bundleID)
        switch event {
        case .create(let configuration, _, _):
            try system.checkUnlocked()
            try requireOpenable(index)
            if let reason = apps[index].refusalOfNewWindow(in: system) { throw reason.rejection(bundleID) }
            try apps[index].check(configuration: configuration)
        case .activate(let number, let placement):
            try system.checkUnlocked()
            try requireOpenable(index)
            _ = try apps[index].session(number)
            if apps[index].isInPlace(number, placement, in: system) {
                throw Rejection.notNow("window \(number) is in front already", state: apps[index].state.rawValue)
            }
        case .close(let number):
            try system.checkUnlocked()
            try requireOpenable(index)
            _ = try apps[index].session(number)
        case .disconnect(let number): try checkDisconnects(try apps[index].session(number), bundleID)
        case .background(let number):
            try system.checkUnlocked()
            let number = try apps[index].session(number)
            guard system.screen.windows(of: bundleID).contains(number), !system.screen.isCovered else {
                throw Rejection.notNow("window \(number) is not in front", state: apps[index].state.rawValue)
            }
        }
    }

    mutating func perform(_ event: SceneEvent, _ index: Int) {
        switch event {
        case .create(let configuration, let activity, let placement):
            let number = apps[index].makeSession(configuration: configuration, userActivity: activity)
            bringWindow(number, placement, index)
        case .activate(let number, let placement): bringWindow(number, placement, index)
        case .close(let number): if let number = try? apps[index].session(number) { close(number, index) }
        case .disconnect(let number): if let number = try? apps[index].session(number) { reclaim(number, index) }
        case .background(let number):
            guard let number = try? apps[index].session(number) else { return }
            takeWindowFromScreen(number, index)
            reconcileAll()
        }
    }

    /// Shows a window, beside those on screen or instead of them.
    mutating func bringWindow(_ number: SceneID, _ placement: SceneEvent.Placement, _ index: Int) {
        let window = Screen.Window(bundleID: apps[index].manifest.bundleID, scene: number)
        let isSplit = placement == .splitView && system.initialSettings.model == .iPad
        system.screen.closeOverlays()
        show((isSplit ? system.screen.windows.filter { $0 != window } : []) + [window])
        bringToForeground(index, to: number)
    }

    private func checkDisconnects(_ number: SceneID, _ bundleID: BundleID) throws(Rejection) {
        let index = try requireProcess(bundleID)
        guard let scene = apps[index].process.scene(number) else {
            throw Rejection.notNow("window \(number) is not connected", state: SceneState.unattached.rawValue)
        }
        guard scene.state == .background else {
            throw Rejection.notNow("the system reclaims background scenes only", state: scene.state.rawValue)
        }
        guard apps[index].wantedState(of: number, in: system) == .background else {
            throw Rejection.notNow("window \(number) is on its way to the screen", state: scene.state.rawValue)
        }
    }

    mutating func takeWindowFromScreen(_ number: SceneID, _ index: Int) {
        show(apps[index].takesWindowFromScreen(number, in: system))
    }

    /// The user closes a window; closing the last one is a force quit.
    private mutating func close(_ number: SceneID, _ index: Int) {
        if apps[index].sessions.count(where: { !$0.isClosing }) == 1 {
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
        takeWindowFromScreen(number, index)
        guard apps[index].hasLaunched else {
            apps[index].discardSessions([number])
            return
        }
        if let sessionIndex = apps[index].index(ofSession: number) {
            apps[index].sessions[sessionIndex].isClosing = true
        }
        if !apps[index].runs {
            apps[index].reclaimSilently(number, in: &system)
        } else {
            apps[index].requestReconciliation(in: &system)
        }
    }

    /// Disconnects a scene in the background, as the system does; its session stays.
    private mutating func reclaim(_ number: SceneID, _ index: Int) {
        apps[index].noteReclaimed(number, in: &system)
        if apps[index].process.state == .suspended {
            apps[index].reclaimSilently(number, in: &system)
        } else {
            apps[index].enqueue(Step.disconnect(number))
            pump(index)
        }
    }
}

extension Verdict.Reason {
    /// The refusal of a window as an answer to an event.
    fileprivate func rejection(_ bundleID: BundleID) -> Rejection {
        switch self {
        case .tooManyScenes:
            Rejection(.limitReached, "\(bundleID) has \(App.scenesPerApp) windows, and no more are possible")
        default:
            Rejection(
                .multipleScenesNotSupported,
                "\(bundleID) has one window: several need an iPad and UIApplicationSupportsMultipleScenes"
            )
        }
    }
}
