/// How what is on screen changes, and how processes follow it.
extension App {
    /// Whether the app is on screen by the user's last input.
    // Inlining saves 1 % of the instructions of a timed event.
    @inline(__always)
    func isInFront(in system: SystemState) -> Bool { system.screen.hasInFront(manifest.bundleID) }

    mutating func markUsed(in system: inout SystemState) {
        installation.lastOnScreen = system.counters.nextVisit()
    }

    /// Requests reconciliation of a process on screen, which is resumed if it is suspended.
    mutating func resumeAndReconcile(in system: inout SystemState) {
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

    /// Asks a running process that has to become less active than it is to look where it is wanted.
    ///
    /// - Returns: Whether it has to.
    mutating func requestDeactivation(in system: inout SystemState) -> Bool {
        guard runs, !isInFront(in: system) || hasSceneTooActive(in: system) else { return false }
        requestReconciliation(in: &system)
        return true
    }

    private func hasSceneTooActive(in system: SystemState) -> Bool {
        for index in process.scenes.indices {
            let scene = process.scenes[index]
            if scene.state.rank > wantedState(of: scene.number, in: system).rank { return true }
        }
        return false
    }

    // MARK: Opening

    /// Returns the windows that opening an app shows: those that were on screen when it was last left; without any, the
    /// newest; none at all, a new one.
    mutating func windowsToOpen(in system: inout SystemState) -> TinyArray<SceneID> {
        guard lifecycle == .scenes else { return TinyArray(only: 0) }
        let shown = system.screen.windows(of: manifest.bundleID)
        if !shown.isEmpty { return shown }
        var last = lastWindows
        last.removeAll { !isOpen($0) }
        if !last.isEmpty { return last }
        return TinyArray(only: sessions.last { !$0.isClosing && $0.otherRole == nil }?.number ?? makeSession())
    }

    /// Whether an app has a window that is not being closed.
    func isOpen(_ number: SceneID) -> Bool {
        guard let index = self.index(ofSession: number) else { return false }
        return !sessions[index].isClosing
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
