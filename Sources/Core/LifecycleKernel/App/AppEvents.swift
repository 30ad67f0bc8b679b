/// What an accepted event does to an app. The window and everything else that the event names have been found.
enum AppChange {
    /// The user opens it.
    case open(LaunchPayload?, arguments: [String] = [])
    /// The user responds to a notification; `opens` says whether that brings the app to the screen.
    case respond(notificationID: String?, actionIdentifier: String?, opens: Bool)
    case forceQuit
    case crash(CrashException, message: String?)
    case terminate(TerminationCause)
    case suspend
    case takeSnapshots
    case prewarm
    case leaveScreen
    case changePermission
    case resetPermissions
    case warnOfMemory
    case changeSettings
    /// The app shows or removes something of its own that deactivates it.
    case setOwnReason(DeactivationReasons, applies: Bool)
    /// Another view of the app covers the view of a window, or uncovers it.
    case setView(SceneID, isCovered: Bool)
}

/// Events of one app. Sources: facts 1.2, 1.3, 1.5.
extension Device {
    func accept(_ event: AppEvent, _ bundleID: BundleID) throws(Rejection) -> AppChange {
        switch event {
        case .launch(let arguments):
            try checkOpens(bundleID)
            return .open(nil, arguments: arguments)
        case .continueActivity(let type, let url):
            try checkOpens(bundleID)
            return .open(.userActivity(type: type, webpageURL: url))
        case .performShortcut(let type):
            try checkOpens(bundleID)
            return .open(.shortcut(type: type))
        case .tapNotification(let notification, let action, let foreground):
            try checkOpens(bundleID)
            return .respond(notificationID: notification, actionIdentifier: action, opens: foreground)
        case .forceQuit:
            try checkForceQuit(bundleID)
            return .forceQuit
        case .crash(let exception, let message):
            try requireRunning(bundleID)
            return .crash(exception, message: message)
        case .terminate(let cause):
            let index = try requireProcess(bundleID, orIsPrewarmed: true)
            try system.checkTerminates(for: cause)
            if apps[index].isEnding, apps[index].isNotified(ofTerminationFor: cause, in: system) {
                throw Rejection.notNow("\(bundleID, as: "bundleID") is terminating", state: "terminating")
            }
            return .terminate(cause)
        case .memoryWarning:
            try requireProcess(bundleID)
            return .warnOfMemory
        case .suspend:
            try checkSuspends(bundleID)
            return .suspend
        case .prewarm:
            try checkPrewarms(bundleID)
            return .prewarm
        case .background:
            try system.screen.checkUnlocked()
            try checkInFront(bundleID)
            guard system.screen.shows(bundleID) else {
                throw Rejection.notNow(
                    "\(bundleID, as: "bundleID") is in front only on the display of the car",
                    state: ProcessState.active.rawValue
                )
            }
            return .leaveScreen
        case .takeSnapshots:
            try checkTakesSnapshots(bundleID)
            return .takeSnapshots
        case .changePermission:
            try system.screen.checkUnlocked()
            return .changePermission
        case .resetPermissions:
            try system.screen.checkUnlocked()
            return .resetPermissions
        case .changeSettings: return .changeSettings
        case .presentAlert: return try accept(ownReason: .ownAlert, applies: true, bundleID)
        case .dismissAlert: return try accept(ownReason: .ownAlert, applies: false, bundleID)
        case .presentShareSheet: return try accept(ownReason: .shareSheet, applies: true, bundleID)
        case .dismissShareSheet: return try accept(ownReason: .shareSheet, applies: false, bundleID)
        case .coverView(let window): return try acceptView(of: window, isCovered: true, bundleID)
        case .uncoverView(let window): return try acceptView(of: window, isCovered: false, bundleID)
        }
    }

    mutating func perform(_ change: AppChange, _ index: Int) {
        switch change {
        case .open(let payload, let arguments): open(index, with: payload, arguments: arguments)
        case .respond(let notification, let action, let opens):
            respond(to: notification, with: action, opens: opens, index)
        case .forceQuit: forceQuit(index)
        case .crash(let exception, let message):
            end(index, Termination(exception.reason, explanation: message))
        case .terminate(let cause): carryOut(apps[index].terminate(for: cause, in: system), of: index)
        case .suspend:
            apps[index].failRunningTasks(in: &system)
            for assertion in apps[index].process.assertions.held { apps[index].end(assertion, .released, in: &system) }
            carryOut(apps[index].suspend(reason: .suspendedBySystem, in: &system), of: index)
        case .prewarm:
            carryOut(apps[index].prewarm(in: &system), of: index)
            pump(index)
        case .leaveScreen:
            takeFromScreen(apps[index].manifest.bundleID)
            reconcileAll()
        case .takeSnapshots:
            carryOut(apps[index].requestSceneUpdate(takesSnapshots: true, in: &system), of: index)
        case .changePermission: carryOut(apps[index].endForChangedPermission(), of: index)
        case .resetPermissions:
            apps[index].resetLocation(in: &system)
            carryOut(apps[index].endForChangedPermission(), of: index)
        case .warnOfMemory: apps[index].simulateMemoryWarning(in: &system)
        case .changeSettings: carryOut(apps[index].notify(of: .userDefaults), of: index)
        case .setOwnReason(let reason, let applies):
            if applies {
                apps[index].process.ownReasons.formUnion(reason)
            } else {
                apps[index].process.ownReasons.subtract(reason)
                if reason == .ownAlert, apps[index].process.work.alertPresenter != nil {
                    apps[index].process.work.alertPresenter = nil
                }
            }
            reconcileAll()
        case .setView(let window, let isCovered):
            carryOut(apps[index].setView(ofWindow: window, isCovered: isCovered), of: index)
        }
    }

    private func checkOpens(_ bundleID: BundleID) throws(Rejection) {
        try system.screen.checkUnlocked()
        try apps[requireInstalled(bundleID)].requireOpenable()
    }

    // MARK: Suspending

    private func checkSuspends(_ bundleID: BundleID) throws(Rejection) {
        let process = apps[try requireProcess(bundleID)].process
        guard process.state == .background else {
            throw Rejection.notNow(
                "\(bundleID, as: "bundleID") does not run in the background",
                state: process.state.rawValue
            )
        }
        guard !system.rulebook.debuggerAttached else {
            throw Rejection.notNow("a debugger is attached, which keeps it running", state: process.state.rawValue)
        }
        guard process.runLoop.isIdle, !process.isEnding else {
            throw Rejection.notNow("\(bundleID, as: "bundleID") is in a handler", state: process.state.rawValue)
        }
        guard try !apps[requireInstalled(bundleID)].installation.isInFront(in: system) else {
            throw Rejection.notNow("\(bundleID, as: "bundleID") is in front", state: process.state.rawValue)
        }
    }

    // MARK: The app's own alert and share sheet

    /// Returns the index of an app that is in front.
    @discardableResult
    func checkInFront(_ bundleID: BundleID) throws(Rejection) -> Int {
        let index = try requireRunning(bundleID)
        guard apps[index].installation.isInFront(in: system) else {
            throw Rejection.notNow(
                "\(bundleID, as: "bundleID") is not in front",
                state: apps[index].process.state.rawValue
            )
        }
        return index
    }

    private func accept(
        ownReason: DeactivationReasons,
        applies: Bool,
        _ bundleID: BundleID
    ) throws(Rejection) -> AppChange {
        try system.screen.checkUnlocked()
        let index = try checkInFront(bundleID)
        if apps[index].process.ownReasons.contains(ownReason) == applies {
            throw Rejection.notNow(
                applies
                    ? "\(bundleID, as: "bundleID") shows one already" : "\(bundleID, as: "bundleID") shows none",
                state: apps[index].process.state.rawValue
            )
        }
        return .setOwnReason(ownReason, applies: applies)
    }

    // MARK: Views of the app over one another

    /// - Parameter isCovered: Whether the view is to be covered.
    private func acceptView(
        of window: SceneID?,
        isCovered: Bool,
        _ bundleID: BundleID
    ) throws(Rejection) -> AppChange {
        try system.screen.checkUnlocked()
        let index = try checkInFront(bundleID)
        let number = try apps[index].window(window)
        guard let scene = apps[index].process.scene(number), scene.isInForeground else {
            throw Rejection.notNow("the window is not in the foreground", state: apps[index].process.state.rawValue)
        }
        guard scene.isViewCovered != isCovered else {
            throw Rejection.notNow(
                isCovered ? "its view is covered already" : "its view is not covered",
                state: apps[index].process.state.rawValue
            )
        }
        return .setView(number, isCovered: isCovered)
    }
}

extension App {
    /// Covers the view of a window by another view of the app, or uncovers it. Only its view controller is called.
    /// Source: facts 10.2, 10.5.
    mutating func setView(ofWindow window: SceneID, isCovered: Bool) -> AppEffect? {
        guard let index = index(ofScene: window) else { return nil }
        process.scenes[index].isViewCovered = isCovered
        let names: [CallbackName] =
            isCovered ? [.viewWillDisappear, .viewDidDisappear] : [.viewWillAppear, .viewDidAppear]
        enqueue(names.map { .call($0, scene: window) })
        return .runMainThread
    }
}
