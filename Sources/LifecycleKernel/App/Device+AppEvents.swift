/// Events of one app. Sources: facts 1.2, 1.3, 1.5.
extension Device {
    func check(_ event: AppEvent, _ bundleID: BundleID) throws(Rejection) {
        switch event {
        case .launch, .continueActivity, .performShortcut, .tapNotification:
            try checkUnlocked()
            try checkOpens(known(bundleID))
        case .forceQuit: try checkForceQuit(bundleID)
        case .crash: try checkRuns(bundleID)
        case .terminate: try checkLives(bundleID, orIsPrewarmed: true)
        case .suspend: try checkSuspends(bundleID)
        case .prewarm: try checkPrewarms(bundleID)
        case .background:
            try checkUnlocked()
            try checkInFront(bundleID)
        case .changePermission:
            try checkUnlocked()
            _ = try known(bundleID)
        case .changeSettings: _ = try known(bundleID)
        case .presentAlert: try check(ownReason: .ownAlert, opens: true, bundleID)
        case .dismissAlert: try check(ownReason: .ownAlert, opens: false, bundleID)
        case .presentShareSheet: try check(ownReason: .shareSheet, opens: true, bundleID)
        case .dismissShareSheet: try check(ownReason: .shareSheet, opens: false, bundleID)
        }
    }

    mutating func perform(_ event: AppEvent, _ index: Int) {
        switch event {
        case .launch(let arguments): open(index, arguments: arguments)
        case .continueActivity(let type, let url): open(index, with: .userActivity(type: type, webpageURL: url))
        case .performShortcut(let type): open(index, with: .shortcut(type: type))
        case .tapNotification(let notification, let action, let foreground):
            respond(to: notification, with: action, opens: foreground, index)
        case .forceQuit: forceQuit(index)
        case .crash(let exception, let message):
            end(index, exception.reason, explanation: message)
        case .terminate(let cause): terminate(index, cause)
        case .suspend:
            failRunningTasks(index)
            for assertion in self[process: index].assertions { drop(assertion, .released, of: index) }
            suspend(index, why: .suspendedBySystem)
        case .prewarm: prewarm(index)
        case .background:
            takeFromScreen(index)
            followScreen()
        case .changePermission: changePermission(index)
        case .changeSettings: announce(.userDefaults, to: index)
        case .presentAlert: present(.ownAlert, index)
        case .dismissAlert: dismiss(.ownAlert, index)
        case .presentShareSheet: present(.shareSheet, index)
        case .dismissShareSheet: dismiss(.shareSheet, index)
        }
    }

    // MARK: Opening

    /// How many things a process may be opened with that it has not been told of.
    static let payloadsPerProcess = 100

    /// An app that is ending cannot be opened.
    func checkOpens(_ index: Int) throws(Rejection) {
        if isEnding(index) {
            throw notNow("\(installed[index].manifest.bundleID) is terminating", state: "terminating")
        }
        if let process = installed[index].process, process.payloads.count >= Self.payloadsPerProcess {
            throw Rejection(
                .limitReached,
                "\(installed[index].manifest.bundleID) has not been told yet of \(Self.payloadsPerProcess) things that "
                    + "it was opened with",
                state: process.state.rawValue
            )
        }
    }

    /// The app that opens a URL: the one named, or the first that declares its scheme.
    func appToOpen(_ url: String, _ bundleID: BundleID?) throws(Rejection) -> Int {
        if let bundleID { return try known(bundleID) }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let owner = installed.firstIndex { app in
            app.manifest.infoPlist.urlSchemes.contains { $0.lowercased() == scheme }
        }
        guard let owner else {
            throw Rejection(.unknownApp, "no app on this device declares the scheme \(scheme.prefix(64))", field: "url")
        }
        return owner
    }

    // MARK: Ending

    private func checkForceQuit(_ bundleID: BundleID) throws(Rejection) {
        try checkUnlocked()
        let index = try known(bundleID)
        try checkOpens(index)
        guard installed[index].hasCard else {
            throw notNow(
                "\(bundleID) has no card in the app switcher: the user has not opened it since it was installed or "
                    + "force-quit",
                state: state(of: index).rawValue
            )
        }
    }

    /// The switcher opens, the app ends, the switcher closes.
    mutating func forceQuit(_ index: Int) {
        let wasOpen = screen.overlays.contains(.appSwitcher)
        if !wasOpen { cover(with: .appSwitcher) }
        installed[index].isForceQuit = true
        if runs(index) {
            let ending = endingByForceQuit(index)
            if ending.tellsDiscardedSessions == true {
                dropPreservedState(.forceQuit, index)
                discardAllSessions(index)
            }
            ask(index, toEnd: ending)
        } else if installed[index].process != nil {
            end(index, .userForceQuit)
        }
        dropPreservedState(.forceQuit, index)
        discardAllSessions(index)
        installed[index].lastWindows = []
        forgetWork(index)
        if !wasOpen { uncover(.appSwitcher) }
    }

    /// What a running app hears of a force quit.
    private func endingByForceQuit(_ index: Int) -> Ending {
        let order = forceQuitSceneOrder
        let skipsBackground = order == .disconnect && installed[index].lifecycle == .scenes
        return Ending(
            reason: .userForceQuit,
            disconnectsScenes: order != .enterBackground,
            skipsBackground: skipsBackground,
            tellsDiscardedSessions: skipsBackground && madeWith.model == .iPad,
            callsWillTerminate: rulebook.willTerminateAtForceQuit == .whenRunning
        )
    }

    /// The order in force; an iPad has one of its own unless it is overridden.
    private var forceQuitSceneOrder: ForceQuitSceneOrder {
        if madeWith.model == .iPad, !rulebook.isOverridden(.forceQuitSceneOrder) { return .disconnect }
        return rulebook.forceQuitSceneOrder
    }

    private mutating func discardAllSessions(_ index: Int) {
        discardSessions(installed[index].sessions.map(\.number), index)
    }

    /// What was to be done for the app in the background is gone with it. Source: facts 2.4.
    private mutating func forgetWork(_ index: Int) {
        installed[index].wasRebootedSinceForceQuit = false
        dropPushOnDevice(.forceQuit, index)
        cancelTransfersByForceQuit(index)
        let keepsProcessing = rulebook.holds(.processingTaskAfterForceQuit)
        cancelRequests(.forceQuit, index) { $0.kind != .processing || !keepsProcessing }
    }

    /// The system ends the process. Only one that runs in the background, and not for lack of memory, is told.
    private mutating func terminate(_ index: Int, _ cause: TerminationCause) {
        let isTold =
            (cause == .system || cause == .diskSpace) && rulebook.holds(.systemTerminationCallsWillTerminate)
            && self[process: index].state == .background
        if isTold {
            ask(index, toEnd: Ending(reason: cause.reason, callsWillTerminate: true))
        } else {
            end(index, cause.reason)
        }
    }

    /// A permission changed in Settings kills the app; its open tasks expire first.
    private mutating func changePermission(_ index: Int) {
        guard installed[index].process != nil else { return }
        ask(index, toEnd: Ending(reason: .permissionChanged, leavesScreen: false, expiresTasks: true))
    }

    // MARK: Suspending

    private func checkSuspends(_ bundleID: BundleID) throws(Rejection) {
        let process = self[process: try checkLives(bundleID)]
        guard process.state == .background else {
            throw notNow("\(bundleID) does not run in the background", state: process.state.rawValue)
        }
        guard process.runLoop.isIdle, process.ending == nil else {
            throw notNow("\(bundleID) is in a handler", state: process.state.rawValue)
        }
        guard try !isInFront(known(bundleID)) else {
            throw notNow("\(bundleID) is in front", state: process.state.rawValue)
        }
    }

    // MARK: The app's own alert and share sheet

    /// The place of an app that is in front.
    @discardableResult
    func checkInFront(_ bundleID: BundleID) throws(Rejection) -> Int {
        let index = try checkRuns(bundleID)
        guard isInFront(index) else {
            throw notNow("\(bundleID) is not in front", state: self[process: index].state.rawValue)
        }
        return index
    }

    private func check(ownReason: DeactivationReasons, opens: Bool, _ bundleID: BundleID) throws(Rejection) {
        try checkUnlocked()
        let index = try checkInFront(bundleID)
        if self[process: index].ownReasons.contains(ownReason) == opens {
            throw notNow(
                "\(bundleID) \(opens ? "shows one already" : "shows none")",
                state: self[process: index].state.rawValue
            )
        }
    }

    private mutating func present(_ reason: DeactivationReasons, _ index: Int) {
        self[process: index].ownReasons.insert(reason)
        followScreen()
    }

    private mutating func dismiss(_ reason: DeactivationReasons, _ index: Int) {
        self[process: index].ownReasons.remove(reason)
        followScreen()
    }
}
