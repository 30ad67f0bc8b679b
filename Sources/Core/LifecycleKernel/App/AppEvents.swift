/// Events of one app. Sources: facts 1.2, 1.3, 1.5.
extension Device {
    func accept(_ event: AppEvent, _ bundleID: BundleID) throws(Rejection) -> AcceptedEvent {
        switch event {
        case .launch, .continueActivity, .performShortcut, .tapNotification:
            try system.checkUnlocked()
            try apps[requireInstalled(bundleID)].requireOpenable()
        case .forceQuit: try checkForceQuit(bundleID)
        case .crash: try requireRunning(bundleID)
        case .terminate(let cause):
            let index = try requireProcess(bundleID, orIsPrewarmed: true)
            try system.checkTerminates(for: cause)
            if apps[index].isEnding, apps[index].isNotified(ofTerminationFor: cause, in: system) {
                throw Rejection.notNow("\(bundleID, as: "bundleID") is terminating", state: "terminating")
            }
        case .memoryWarning: try requireProcess(bundleID)
        case .suspend: try checkSuspends(bundleID)
        case .prewarm: try checkPrewarms(bundleID)
        case .background:
            try system.checkUnlocked()
            try checkInFront(bundleID)
            guard system.screen.shows(bundleID) else {
                throw Rejection.notNow(
                    "\(bundleID, as: "bundleID") is in front in the car only",
                    state: ProcessState.active.rawValue
                )
            }
        case .changePermission:
            try system.checkUnlocked()
            _ = try requireInstalled(bundleID)
        case .changeSettings: _ = try requireInstalled(bundleID)
        case .presentAlert: try check(ownReason: .ownAlert, opens: true, bundleID)
        case .dismissAlert: try check(ownReason: .ownAlert, opens: false, bundleID)
        case .presentShareSheet: try check(ownReason: .shareSheet, opens: true, bundleID)
        case .dismissShareSheet: try check(ownReason: .shareSheet, opens: false, bundleID)
        case .coverView(let window): return try acceptView(of: window, isCovered: true, bundleID)
        case .uncoverView(let window): return try acceptView(of: window, isCovered: false, bundleID)
        }
        return .app(event, try requireInstalled(bundleID))
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
            end(index, Termination(exception.reason, explanation: message))
        case .terminate(let cause): carryOut(apps[index].terminate(for: cause, in: system), of: index)
        case .suspend:
            apps[index].failRunningTasks(in: &system)
            for assertion in apps[index].process.assertions.held { apps[index].end(assertion, .released, in: &system) }
            carryOut(apps[index].suspend(reason: .suspendedBySystem, in: &system), of: index)
        case .prewarm: carryOut(apps[index].prewarm(in: &system), of: index)
        case .background:
            takeFromScreen(apps[index].manifest.bundleID)
            reconcileAll()
        case .changePermission: carryOut(apps[index].endForChangedPermission(), of: index)
        case .memoryWarning: apps[index].simulateMemoryWarning(in: &system)
        case .changeSettings: carryOut(apps[index].notify(of: .userDefaults), of: index)
        case .presentAlert:
            apps[index].process.ownReasons.insert(.ownAlert)
            reconcileAll()
        case .dismissAlert:
            apps[index].process.ownReasons.remove(.ownAlert)
            reconcileAll()
        case .presentShareSheet:
            apps[index].process.ownReasons.insert(.shareSheet)
            reconcileAll()
        case .dismissShareSheet:
            apps[index].process.ownReasons.remove(.shareSheet)
            reconcileAll()
        case .coverView, .uncoverView: preconditionFailure("accepted as `AcceptedEvent.setView`")
        }
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
        guard process.runLoop.isIdle, process.ending == nil else {
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

    private func check(ownReason: DeactivationReasons, opens: Bool, _ bundleID: BundleID) throws(Rejection) {
        try system.checkUnlocked()
        let index = try checkInFront(bundleID)
        if apps[index].process.ownReasons.contains(ownReason) == opens {
            throw Rejection.notNow(
                opens
                    ? "\(bundleID, as: "bundleID") shows one already" : "\(bundleID, as: "bundleID") shows none",
                state: apps[index].process.state.rawValue
            )
        }
    }

    // MARK: Views of the app over one another

    /// - Parameter isCovered: Whether the view is to be covered.
    private func acceptView(
        of window: SceneID?,
        isCovered: Bool,
        _ bundleID: BundleID
    ) throws(Rejection) -> AcceptedEvent {
        try system.checkUnlocked()
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
        return .setView(number, isCovered: isCovered, index)
    }
}

extension App {
    /// Covers the view of a window by another view of the app, or uncovers it: its view controller is called, and nothing
    /// else of the app. Source: facts 10.2, 10.5.
    mutating func setView(ofWindow window: SceneID, isCovered: Bool) -> AppEffect? {
        guard let index = index(ofScene: window) else { return nil }
        process.scenes[index].isViewCovered = isCovered
        let names: [CallbackName] =
            isCovered ? [.viewWillDisappear, .viewDidDisappear] : [.viewWillAppear, .viewDidAppear]
        enqueue(names.map { .call($0, scene: window) })
        return .runMainThread
    }
}
