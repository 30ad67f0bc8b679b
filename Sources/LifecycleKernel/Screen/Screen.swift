/// What is on the screen of a device, what lies over it, and what keeps everybody from it.
///
/// Windows stay listed while the device is locked or a call is full screen: they are covered, and visible again
/// afterwards.
struct Screen: Hashable, Codable, Sendable {
    struct Window: Hashable, Codable, Sendable {
        var bundleID: BundleID
        var scene: SceneID
    }

    struct OtherDisplay: Hashable, Codable, Sendable {
        var window: Window
        var role: SceneRole
    }

    enum Call: Hashable, Codable, Sendable {
        case ringing(CallStyle)
        /// Answered; it has the screen until the user leaves it.
        case answered(hasScreen: Bool)
    }

    /// The windows, in the order in which they were shown.
    private(set) var windows: [Window] = []
    /// What lies over them.
    private(set) var overlays: DeactivationReasons = []
    private(set) var call: Call?
    private(set) var isLocked = false
    private(set) var isOn = true
    /// Whether the user has unlocked it since it was switched on.
    private(set) var wasUnlockedSinceBoot = true
    /// The scenes on the display of a car, and on those beside the device, in the order in which they came. Only apps with a
    /// process have some.
    private(set) var otherDisplays: [OtherDisplay] = []

    /// Whether something keeps the windows from the screen.
    var isCovered: Bool { isLocked || !isOn || call == .answered(hasScreen: true) }

    /// The reasons for which no app on screen is active.
    var reasons: DeactivationReasons {
        call == .ringing(.fullScreen) ? overlays.union(.call) : overlays
    }

    /// Whether an app is on screen by the user's last input, be it that of a car.
    func hasInFront(_ bundleID: BundleID) -> Bool {
        !isCovered && shows(bundleID) || !otherDisplays.isEmpty && hasInCar(bundleID)
    }

    /// Whether an app is on the display of a car.
    // Not inlined, since `hasInFront` is asked everywhere and few devices have a car: 3.3 % of a timed event.
    @inline(never)
    func hasInCar(_ bundleID: BundleID) -> Bool {
        otherDisplays.contains { $0.role == .carTemplateApplication && $0.window.bundleID == bundleID }
    }

    /// What a scene is shown on, if that is another display.
    func role(of scene: SceneID, of bundleID: BundleID) -> SceneRole? {
        guard !otherDisplays.isEmpty else { return nil }
        return otherDisplays.first { $0.window.scene == scene && $0.window.bundleID == bundleID }?.role
    }

    func shows(_ bundleID: BundleID) -> Bool { windows.contains { $0.bundleID == bundleID } }

    func shows(_ scene: SceneID, of bundleID: BundleID) -> Bool {
        windows.contains { $0.scene == scene && $0.bundleID == bundleID }
    }

    func windows(of bundleID: BundleID) -> TinyArray<SceneID> {
        var scenes = TinyArray<SceneID>()
        for window in windows where window.bundleID == bundleID { scenes.append(window.scene) }
        return scenes
    }

    // MARK: Windows

    /// Shows these windows instead of those shown until now.
    mutating func show(_ windows: [Window]) { self.windows = windows }

    /// Shows a scene on the display of its role. A car shows one app at a time.
    mutating func show(_ window: Window, on role: SceneRole) {
        if role == .carTemplateApplication { otherDisplays.removeAll { $0.role == role } }
        otherDisplays.append(OtherDisplay(window: window, role: role))
    }

    /// Takes a scene from the display that it is on, if that is another one than the device's screen.
    mutating func removeFromOtherDisplays(_ window: Window) {
        if !otherDisplays.isEmpty { otherDisplays.removeAll { $0.window == window } }
    }

    /// Takes all scenes of an app from other displays than the device's screen.
    mutating func removeFromOtherDisplays(_ bundleID: BundleID) {
        if !otherDisplays.isEmpty { otherDisplays.removeAll { $0.window.bundleID == bundleID } }
    }

    // MARK: What covers them

    /// Presents something over the windows.
    mutating func cover(with overlay: DeactivationReasons) { overlays.insert(overlay) }

    /// Dismisses something that lies over the windows.
    mutating func uncover(_ overlay: DeactivationReasons) { overlays.remove(overlay) }

    /// Dismisses everything that lies over the windows, as a restart of SpringBoard does.
    mutating func uncoverAll() { overlays = [] }

    /// A call rings, has been answered, or is over (nil).
    mutating func setCall(_ call: Call?) { self.call = call }

    /// Locks the device, which dismisses what leaving an app dismisses.
    mutating func lock() {
        isLocked = true
        overlays.subtract(.closedByLeaving)
    }

    /// The user unlocks the device.
    mutating func unlock() {
        isLocked = false
        wasUnlockedSinceBoot = true
    }

    /// Switches a device on that is off.
    mutating func switchOn() { isOn = true }

    /// Restarts the device, or switches it off: it is locked with nothing shown, and was not unlocked since.
    mutating func restart(isOn: Bool) {
        self = Screen(isLocked: true, isOn: isOn, wasUnlockedSinceBoot: false)
    }

    /// What leaving for the home screen or for another app does to what lies over the windows.
    mutating func closeOverlays() {
        overlays.subtract(.closedByLeaving)
        if call == .answered(hasScreen: true) { call = .answered(hasScreen: false) }
    }
}

/// Who is in front, as an app sees it.
package enum Front: String, CaseIterable, Sendable {
    /// No app: the Home Screen, a call, a locked device, or one that is switched off.
    case nobody
    /// The app alone.
    case app
    case others
    /// The app, beside others.
    case both
}

extension Screen {
    /// Who is in front, as an app sees it.
    func front(of bundleID: BundleID) -> Front {
        guard !isCovered else { return .nobody }
        var (hasApp, hasOthers) = (false, false)
        for window in windows {
            if window.bundleID == bundleID { hasApp = true } else { hasOthers = true }
        }
        return hasApp ? (hasOthers ? .both : .app) : hasOthers ? .others : .nobody
    }
}

/// How what is on screen changes, and how processes follow it.
extension Device {
    /// Replaces the windows on screen, and notes which ones left it.
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

    /// Takes the windows of an app from the screen.
    mutating func takeFromScreen(_ bundleID: BundleID) {
        guard system.screen.shows(bundleID) else { return }
        show(system.screen.windows.filter { $0.bundleID != bundleID })
    }

    /// Takes the windows of an app from the screen, and its scenes from other displays.
    mutating func takeFromAllDisplays(_ bundleID: BundleID) {
        takeFromScreen(bundleID)
        system.screen.removeFromOtherDisplays(bundleID)
    }

    /// Reconciles all processes with the screen: first those that leave it or are deactivated, then those that enter
    /// it.
    ///
    /// The first does not wait for the second: what its slow handlers delay is its own.
    mutating func reconcileAll() {
        for index in apps.indices where apps[index].requestDeactivation(in: &system) { pump(index) }
        if !system.screen.isCovered {
            for window in system.screen.windows {
                guard let index = index(of: window.bundleID), apps[index].hasProcess else { continue }
                apps[index].resumeAndReconcile(in: &system)
                pump(index)
            }
        }
        // What a display beside the device shows is an app's whose windows are on screen.
        for display in system.screen.otherDisplays where display.role == .carTemplateApplication {
            guard let index = index(of: display.window.bundleID), apps[index].hasProcess else { continue }
            apps[index].resumeAndReconcile(in: &system)
            pump(index)
        }
    }

    /// Opens an app: it takes the screen, and receives what it is opened with.
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
        if apps[index].hasLaunched {
            if let payload { apps[index].process.payloads.append(PendingPayload(payload: payload, scene: scene)) }
            reconcileAll()
            carryOut(apps[index].deliverCancelledTransfers(), of: index)
            return
        }
        for other in apps.indices where other != index && apps[other].requestDeactivation(in: &system) { pump(other) }
        let reason = payload?.launchReason ?? reason
        apps[index].launch(reason: reason, payload: payload, scene: scene, arguments: arguments, in: &system)
        footprintGrew(index)
        reconcileAll()
    }
}

extension App {
    /// Whether the app is on screen by the user's last input.
    // Inlining saves 1 % of the instructions of a timed event.
    @inline(__always)
    func isInFront(in system: SystemState) -> Bool { system.screen.hasInFront(manifest.bundleID) }

    mutating func markUsed(in system: inout SystemState) {
        installation.lastOnScreen = system.counters.nextVisit()
    }

    /// Requests reconciliation of a process on screen, which is resumed if it is suspended.
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

    /// Asks a running process that has to become less active than it is to look where it is wanted.
    ///
    /// - Returns: Whether it has to.
    fileprivate mutating func requestDeactivation(in system: inout SystemState) -> Bool {
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
