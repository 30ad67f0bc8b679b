// What is on screen, and who is in front.
//
// An app is in front if the user's last input left it on screen: either its windows are listed and nothing covers them
// (the lock, a call, a device that is switched off), or it is on the display of a car. Its process follows, and may
// still be on its way. Windows has the changes of what is shown, and how processes follow them. Overlays lie over the
// screen and deactivate the app in front. Lock and Calls cover the windows. Leaving is what the system does when a
// window has left the screen.
//
// Callbacks: those of resigning, entering the background, entering the foreground and becoming active; reconciliation
// decides which. Records: `scene`, `process`, and `snapshot` on leaving.

/// What is on the screen of a device, what lies over it, and what covers it.
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
    /// The scenes on the display of a car and on external displays, in the order in which they were shown. Only apps
    /// with a process have such scenes.
    private(set) var otherDisplays: [OtherDisplay] = []

    /// Whether something covers all windows.
    var isCovered: Bool { isLocked || !isOn || call == .answered(hasScreen: true) }

    /// The reasons why no app on screen is active.
    var reasons: DeactivationReasons {
        call == .ringing(.fullScreen) ? overlays.union(.call) : overlays
    }

    /// Whether an app is in front after the user's last input, on the screen or on the display of a car.
    func hasInFront(_ bundleID: BundleID) -> Bool {
        !isCovered && shows(bundleID) || !otherDisplays.isEmpty && hasInCar(bundleID)
    }

    /// Whether an app is on the display of a car.
    // Not inlined, since `hasInFront` is called often and few devices have a car. Inlined, a timed event takes 3.3 %
    // longer.
    @inline(never)
    func hasInCar(_ bundleID: BundleID) -> Bool {
        otherDisplays.contains { $0.role == .carTemplateApplication && $0.window.bundleID == bundleID }
    }

    /// The role of a scene on another display; nil if the scene is on none.
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

    /// Removes a scene from the other display that it is on, if it is on one.
    mutating func removeFromOtherDisplays(_ window: Window) {
        if !otherDisplays.isEmpty { otherDisplays.removeAll { $0.window == window } }
    }

    /// Removes all scenes of an app from the other displays.
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

    /// Locks the device. This dismisses the overlays that leaving an app dismisses, and some alerts of the system.
    mutating func lock() {
        isLocked = true
        overlays.subtract(.closedByLeaving)
        if overlays.contains(.systemAlertUntilLock) { overlays.subtract([.systemAlert, .systemAlertUntilLock]) }
    }

    /// The user unlocks the device.
    mutating func unlock() {
        isLocked = false
        wasUnlockedSinceBoot = true
    }

    /// Switches a device on that is off.
    mutating func switchOn() { isOn = true }

    /// Restarts the device, or switches it off: it is locked, shows nothing, and has not been unlocked since.
    mutating func restart(isOn: Bool) {
        self = Screen(isLocked: true, isOn: isOn, wasUnlockedSinceBoot: false)
    }

    /// Closes the overlays that are closed when the user leaves for the Home Screen or for another app.
    mutating func closeOverlays() {
        overlays.subtract(.closedByLeaving)
        if call == .answered(hasScreen: true) { call = .answered(hasScreen: false) }
    }
}

extension Screen: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("windows", windows)
        f.field("overlays", overlays)
        f.field("call", call)
        f.field("isLocked", isLocked)
        f.field("isOn", isOn)
        f.field("wasUnlockedSinceBoot", wasUnlockedSinceBoot)
        f.field("otherDisplays", otherDisplays)
    }
}

extension Screen.Window: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.enter(bundleID)
        f.field("bundleID", bundleID)
        f.field("scene", scene)
    }
}

extension Screen.OtherDisplay: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("window", window)
        f.field("role", role)
    }
}

extension Screen.Call: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .ringing(let style):
            f.choice("ringing")
            f.write(style)
        case .answered(let hasScreen):
            f.choice("answered")
            f.write(hasScreen)
        }
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
