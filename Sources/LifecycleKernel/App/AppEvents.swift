/// Events of one app. Sources: facts 1.2, 1.3, 1.5.
extension Device {
    func check(_ event: AppEvent, _ bundleID: BundleID) throws(Rejection) {
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
                throw Rejection.notNow("\(bundleID) is terminating", state: "terminating")
            }
        case .memoryWarning: try requireProcess(bundleID)
        case .suspend: try checkSuspends(bundleID)
        case .prewarm: try checkPrewarms(bundleID)
        case .background:
            try system.checkUnlocked()
            try checkInFront(bundleID)
            guard system.screen.shows(bundleID) else {
                throw Rejection.notNow("\(bundleID) is in front in the car only", state: ProcessState.active.rawValue)
            }
        case .changePermission:
            try system.checkUnlocked()
            _ = try requireInstalled(bundleID)
        case .changeSettings: _ = try requireInstalled(bundleID)
        case .presentAlert: try check(ownReason: .ownAlert, opens: true, bundleID)
        case .dismissAlert: try check(ownReason: .ownAlert, opens: false, bundleID)
        case .presentShareSheet: try check(ownReason: .shareSheet, opens: true, bundleID)
        case .dismissShareSheet: try check(ownReason: .shareSheet, opens: false, bundleID)
        case .coverView(let scene): try checkView(of: scene, isCovered: false, bundleID)
        case .uncoverView(let scene): try checkView(of: scene, isCovered: true, bundleID)
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
        case .coverView(let scene): carryOut(apps[index].setView(ofWindow: scene, isCovered: true), of: index)
        case .uncoverView(let scene): carryOut(apps[index].setView(ofWindow: scene, isCovered: false), of: index)
        }
    }

    /// The app that opens a URL: the one named, or the first that declares its scheme.
    ///
    /// - Throws: `invalid-value` for a text without a scheme, `unknown-app`.
    func appToOpen(_ url: String, _ bundleID: BundleID?) throws(Rejection) -> Int {
        guard url.utf8.hasURLScheme else {
            throw Rejection(
                .invalidValue,
                "a URL begins with a scheme, which is a letter and then letters, digits, +, - or ., and a colon, such as "
                    + "notes://new",
                field: "url"
            )
        }
        if let bundleID { return try requireInstalled(bundleID) }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let owner = apps.firstIndex { app in
            app.manifest.infoPlist.urlSchemes.contains { $0.lowercased() == scheme }
        }
        guard let owner else {
            throw Rejection(
                .unknownApp,
                "no app on this device declares the scheme \(scheme.prefix(bytes: 64))",
                field: "url"
            )
        }
        return owner
    }

    // MARK: Ending

    private func checkForceQuit(_ bundleID: BundleID) throws(Rejection) {
        try system.checkUnlocked()
        let index = try requireInstalled(bundleID)
        try apps[index].requireOpenable()
        guard apps[index].installation.hasCard else {
            throw Rejection.notNow(
                "\(bundleID) has no card in the app switcher: the user has not opened it since it was installed or "
                    + "force-quit",
                state: apps[index].state.rawValue
            )
        }
    }

    /// The switcher opens, the app ends, the switcher closes.
    mutating func forceQuit(_ index: Int) {
        let wasOpen = system.screen.overlays.contains(.appSwitcher)
        if !wasOpen { cover(with: .appSwitcher) }
        apps[index].installation.isForceQuit = true
        if apps[index].runs {
            let ending = apps[index].endingByForceQuit(in: system)
            if ending.notifiesDiscardedSessions {
                apps[index].dropPreservedState(.forceQuit, in: &system)
                apps[index].discardAllSessions()
            }
            requestTermination(of: index, ending)
        } else if apps[index].hasProcess {
            end(index, Termination(.userForceQuit))
        }
        apps[index].dropPreservedState(.forceQuit, in: &system)
        apps[index].discardAllSessions()
        apps[index].lastWindows = []
        apps[index].forgetWork(in: &system)
        if !wasOpen { uncover(.appSwitcher) }
    }

    // MARK: Suspending

    private func checkSuspends(_ bundleID: BundleID) throws(Rejection) {
        let process = apps[try requireProcess(bundleID)].process
        guard process.state == .background else {
            throw Rejection.notNow("\(bundleID) does not run in the background", state: process.state.rawValue)
        }
        guard !system.rulebook.holds(.debuggerAttached) else {
            throw Rejection.notNow("a debugger is attached, which keeps it running", state: process.state.rawValue)
        }
        guard process.runLoop.isIdle, process.ending == nil else {
            throw Rejection.notNow("\(bundleID) is in a handler", state: process.state.rawValue)
        }
        guard try !apps[requireInstalled(bundleID)].installation.isInFront(in: system) else {
            throw Rejection.notNow("\(bundleID) is in front", state: process.state.rawValue)
        }
    }

    // MARK: The app's own alert and share sheet

    /// Returns the index of an app that is in front.
    @discardableResult
    func checkInFront(_ bundleID: BundleID) throws(Rejection) -> Int {
        let index = try requireRunning(bundleID)
        guard apps[index].installation.isInFront(in: system) else {
            throw Rejection.notNow("\(bundleID) is not in front", state: apps[index].process.state.rawValue)
        }
        return index
    }

    private func check(ownReason: DeactivationReasons, opens: Bool, _ bundleID: BundleID) throws(Rejection) {
        try system.checkUnlocked()
        let index = try checkInFront(bundleID)
        if apps[index].process.ownReasons.contains(ownReason) == opens {
            throw Rejection.notNow(
                "\(bundleID) \(opens ? "shows one already" : "shows none")",
                state: apps[index].process.state.rawValue
            )
        }
    }

    // MARK: Views of the app over one another

    private func checkView(of scene: SceneID?, isCovered: Bool, _ bundleID: BundleID) throws(Rejection) {
        try system.checkUnlocked()
        let index = try checkInFront(bundleID)
        let number = try apps[index].window(scene)
        guard let scene = apps[index].process.scene(number), scene.isInForeground else {
            throw Rejection.notNow("the window is not in the foreground", state: apps[index].process.state.rawValue)
        }
        guard scene.isViewCovered == isCovered else {
            throw Rejection.notNow(
                "its view is \(isCovered ? "not covered" : "covered already")",
                state: apps[index].process.state.rawValue
            )
        }
    }
}

extension SystemState {
    /// The order in force; an iPad has one of its own unless it is overridden.
    var forceQuitSceneOrder: ForceQuitSceneOrder {
        if initialSettings.model == .iPad, !rulebook.isOverridden(.forceQuitSceneOrder) { return .disconnect }
        return rulebook.forceQuitSceneOrder
    }
}

extension String.UTF8View {
    /// Whether it begins with a scheme and a colon. Source: RFC 3986, 3.1.
    package var hasURLScheme: Bool {
        guard let end = firstIndex(of: UInt8(ascii: ":")), let first = first?.lowercased, first.isLetter else {
            return false
        }
        return self[..<end].allSatisfy { byte in
            byte.lowercased.isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
        }
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 { self | 0x20 }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
