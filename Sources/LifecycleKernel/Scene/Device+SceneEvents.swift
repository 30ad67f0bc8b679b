/// Events of an app's windows. Source: facts 1.4.
extension Device {
    /// How many windows an app may have. iPadOS names no number; this one keeps an app that asks for windows without
    /// end from filling the device.
    static let scenesPerApp = 32

    func check(_ event: SceneEvent, _ bundleID: BundleID) throws(Rejection) {
        let index = try known(bundleID)
        switch event {
        case .create(let configuration, _, _):
            try checkUnlocked()
            try checkOpens(index)
            if let why = refusalOfNewWindow(index) { throw why.rejection(bundleID) }
            try check(configuration: configuration, index)
        case .activate(let number, let placement):
            try checkUnlocked()
            try checkOpens(index)
            _ = try session(number, index)
            if isInPlace(number, placement, index) {
                throw notNow("window \(number) is in front already", state: state(of: index).rawValue)
            }
        case .close(let number):
            try checkUnlocked()
            try checkOpens(index)
            _ = try session(number, index)
        case .disconnect(let number): try checkDisconnects(try session(number, index), bundleID)
        case .background(let number):
            try checkUnlocked()
            let number = try session(number, index)
            guard screen.windows(of: bundleID).contains(number), !screen.isCovered else {
                throw notNow("window \(number) is not in front", state: state(of: index).rawValue)
            }
        }
    }

    mutating func perform(_ event: SceneEvent, _ index: Int) {
        switch event {
        case .create(let configuration, let activity, let placement):
            let number = makeSession(configuration: configuration, userActivity: activity, index)
            bringWindow(number, placement, index)
        case .activate(let number, let placement): bringWindow(number, placement, index)
        case .close(let number): if let number = try? session(number, index) { close(number, index) }
        case .disconnect(let number): if let number = try? session(number, index) { reclaim(number, index) }
        case .background(let number):
            guard let number = try? session(number, index) else { return }
            takeWindowFromScreen(number, index)
            followScreen()
        }
    }

    // MARK: Coming

    /// Why an app gets no further window; nil when it does.
    func refusalOfNewWindow(_ index: Int) -> Verdict.Why? {
        guard madeWith.model == .iPad, installed[index].supportsMultipleScenes else {
            return .multipleScenesNotSupported
        }
        return installed[index].sessions.count < Self.scenesPerApp ? nil : .tooManyScenes
    }

    private func check(configuration: String?, _ index: Int) throws(Rejection) {
        let known = installed[index].manifest.infoPlist.sceneManifest?.configurationNames ?? []
        if let configuration, !known.contains(configuration) {
            throw Rejection(
                .invalidValue,
                "the scene manifest has no such configuration",
                field: "configuration",
                accepted: known
            )
        }
    }

    private func isInPlace(_ number: SceneNumber, _ placement: SceneEvent.Placement, _ index: Int) -> Bool {
        let window = Screen.Window(bundleID: installed[index].manifest.bundleID, scene: number)
        guard screen.windows.contains(window), !screen.isCovered,
            screen.overlays.isDisjoint(with: .closedByLeaving)
        else { return false }
        return placement == .splitView || screen.windows == [window]
    }

    /// A window comes to the screen, beside what is there or instead of it.
    mutating func bringWindow(_ number: SceneNumber, _ placement: SceneEvent.Placement, _ index: Int) {
        let window = Screen.Window(bundleID: installed[index].manifest.bundleID, scene: number)
        let isSplit = placement == .splitView && madeWith.model == .iPad
        screen.closeOverlays()
        show((isSplit ? screen.windows.filter { $0 != window } : []) + [window])
        come(index, to: number)
    }

    // MARK: Going

    /// The number of a session; without one, that of the only session.
    func session(_ number: SceneNumber?, _ index: Int) throws(Rejection) -> SceneNumber {
        let open = installed[index].sessions.filter { !$0.isClosing }.map(\.number)
        guard let number else {
            if open.count == 1 { return open[0] }
            throw Rejection(
                open.isEmpty ? .unknownScene : .missingField,
                "\(installed[index].manifest.bundleID) has \(open.count) windows: say which one",
                field: "sceneID",
                accepted: open.map(String.init)
            )
        }
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

    private func checkDisconnects(_ number: SceneNumber, _ bundleID: BundleID) throws(Rejection) {
        let index = try checkLives(bundleID)
        guard let scene = self[process: index].scene(number) else {
            throw notNow("window \(number) is not connected", state: SceneState.unattached.rawValue)
        }
        guard scene.state == .background else {
            throw notNow("the system reclaims background scenes only", state: scene.state.rawValue)
        }
        guard wantedState(of: number, index) == .background else {
            throw notNow("window \(number) is on its way to the screen", state: scene.state.rawValue)
        }
    }

    func takesWindowFromScreen(_ number: SceneNumber, _ index: Int) -> [Screen.Window] {
        screen.windows.filter { $0 != Screen.Window(bundleID: installed[index].manifest.bundleID, scene: number) }
    }

    mutating func takeWindowFromScreen(_ number: SceneNumber, _ index: Int) {
        show(takesWindowFromScreen(number, index))
    }

    /// The user closes a window; closing the last one is a force quit.
    private mutating func close(_ number: SceneNumber, _ index: Int) {
        if installed[index].sessions.count(where: { !$0.isClosing }) == 1 {
            forceQuit(index)
        } else {
            closeSession(number, index)
            followScreen()
            if installed[index].process != nil { pump(index) }
        }
    }

    /// Begins to close a session: a running app hears of it, a suspended one when it runs again, one that does not run
    /// at its next launch.
    mutating func closeSession(_ number: SceneNumber, _ index: Int) {
        takeWindowFromScreen(number, index)
        guard hasLaunched(index) else {
            discardSessions([number], index)
            return
        }
        if let place = place(ofSession: number, index) {
            installed[index].sessions[place].isClosing = true
        }
        if !runs(index) {
            reclaimSilently(number, index)
        } else {
            askToFollow(index)
        }
    }

    /// The system takes back a scene that is in the background; its session stays.
    private mutating func reclaim(_ number: SceneNumber, _ index: Int) {
        noteReclaimed(number, index)
        if self[process: index].state == .suspended {
            reclaimSilently(number, index)
        } else {
            enqueue(disconnect(number), index)
            pump(index)
        }
    }

    private mutating func reclaimSilently(_ number: SceneNumber, _ index: Int) {
        move(number, to: .unattached, why: .leftScreen, index)
        self[process: index].scenes.removeAll { $0.number == number }
    }
}

extension Verdict.Why {
    /// The refusal of a window as an answer to an event.
    fileprivate func rejection(_ bundleID: BundleID) -> Rejection {
        switch self {
        case .tooManyScenes:
            Rejection(.limitReached, "\(bundleID) has \(Device.scenesPerApp) windows, and no more are possible")
        default:
            Rejection(
                .multipleScenesNotSupported,
                "\(bundleID) has one window: several need an iPad and UIApplicationSupportsMultipleScenes"
            )
        }
    }
}
