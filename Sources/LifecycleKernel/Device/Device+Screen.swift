/// How what is on screen changes, and how processes follow it.
extension Device {
    /// Whether an app is on screen by the user's last input.
    @inline(__always)
    func isInFront(_ index: Int) -> Bool {
        !screen.isCovered && screen.shows(installed[index].manifest.bundleID)
    }

    /// Puts windows on screen instead of those that are, and remembers which ones left.
    mutating func show(_ windows: [Screen.Window]) {
        for index in installed.indices {
            let bundleID = installed[index].manifest.bundleID
            guard screen.shows(bundleID), !windows.contains(where: { $0.bundleID == bundleID }) else { continue }
            installed[index].lastWindows = screen.windows(of: bundleID)
            noteVisit(index)
        }
        screen.windows = windows
        // Who is on screen was used later than who has just left.
        for index in installed.indices where screen.shows(installed[index].manifest.bundleID) { noteVisit(index) }
    }

    private mutating func noteVisit(_ index: Int) {
        lastVisit += 1
        installed[index].lastOnScreen = lastVisit
    }

    /// Takes the windows of an app from the screen.
    mutating func takeFromScreen(_ index: Int) {
        let bundleID = installed[index].manifest.bundleID
        guard screen.shows(bundleID) else { return }
        show(screen.windows.filter { $0.bundleID != bundleID })
    }

    /// Lets processes follow the screen: first those that leave it or are deactivated, then those that come to it.
    ///
    /// The first does not wait for the second: what its slow handlers delay is its own.
    mutating func followScreen() {
        for index in installed.indices where isLosing(index) { follow(index) }
        guard !screen.isCovered else { return }
        for window in screen.windows {
            if let index = index(of: window.bundleID), installed[index].process != nil { bring(index) }
        }
    }

    /// Lets a process on screen come to where it is wanted, resuming it where it is suspended.
    private mutating func bring(_ index: Int) {
        if self[process: index].state == .suspended { resume(index, wokenFor: nil) }
        follow(index)
    }

    /// Asks the process to look where it is wanted, and lets it.
    private mutating func follow(_ index: Int) {
        askToFollow(index)
        pump(index)
    }

    mutating func askToFollow(_ index: Int) {
        noteWindowsOffScreen(of: index)
        self[process: index].runLoop.enqueueReconciliation()
        watchMainThread(index)
    }

    private mutating func noteWindowsOffScreen(of index: Int) {
        for place in self[process: index].scenes.indices {
            if isOnScreen(self[process: index].scenes[place].number, index) {
                self[process: index].scenes[place].offScreenSince = nil
            } else if self[process: index].scenes[place].offScreenSince == nil {
                self[process: index].scenes[place].offScreenSince = now
            }
        }
    }

    /// Whether a running process has to become less active than it is.
    @inline(__always)
    private func isLosing(_ index: Int) -> Bool {
        guard runs(index) else { return false }
        if !isInFront(index) { return true }
        for place in self[process: index].scenes.indices {
            let scene = self[process: index].scenes[place]
            if scene.state.rank > wantedState(of: scene.number, index).rank { return true }
        }
        return false
    }

    // MARK: Opening

    /// The windows that opening an app brings to the screen: those that were there when it was last left; none known,
    /// the newest; none at all, a new one.
    mutating func windowsToOpen(_ index: Int) -> Few<SceneNumber> {
        guard installed[index].lifecycle == .scenes else { return Few(only: 0) }
        let shown = screen.windows(of: installed[index].manifest.bundleID)
        if !shown.isEmpty { return shown }
        var last = installed[index].lastWindows
        last.removeAll { !isOpen($0, index) }
        if !last.isEmpty { return last }
        return Few(only: installed[index].sessions.last { !$0.isClosing }?.number ?? makeSession(index))
    }

    /// Whether an app has a window that is not being closed.
    func isOpen(_ number: SceneNumber, _ index: Int) -> Bool {
        guard let place = place(ofSession: number, index) else { return false }
        return !installed[index].sessions[place].isClosing
    }

    /// The user opens an app: it takes the screen, and is told what it is opened with.
    mutating func open(_ index: Int, with payload: LaunchPayload? = nil, arguments: [String] = []) {
        let bundleID = installed[index].manifest.bundleID
        let windows = windowsToOpen(index)
        screen.closeOverlays()
        show(windows.map { Screen.Window(bundleID: bundleID, scene: $0) })
        come(index, with: payload, to: windows[0], arguments: arguments)
    }

    /// An app whose windows have just been put on screen comes there, launched if it does not run.
    mutating func come(
        _ index: Int,
        with payload: LaunchPayload? = nil,
        to scene: SceneNumber,
        arguments: [String] = []
    ) {
        installed[index].isForceQuit = false
        installed[index].wasRebootedSinceForceQuit = false
        userStartsUsingDevice()
        if hasLaunched(index) {
            if let payload { self[process: index].payloads.append(PendingPayload(payload: payload, scene: scene)) }
            followScreen()
            tellCancelledTransfers(index)
            return
        }
        for other in installed.indices where other != index && isLosing(other) { follow(other) }
        launch(index, reason: payload?.launchReason ?? .user, payload: payload, scene: scene, arguments: arguments)
        followScreen()
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
