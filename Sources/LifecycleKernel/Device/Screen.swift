/// What is on the screen of a device, what lies over it, and what keeps everybody from it.
///
/// Windows stay listed while the device is locked or a call is full screen: they are covered, and visible again
/// afterwards.
struct Screen: Hashable, Codable, Sendable {
    /// A window of an app.
    struct Window: Hashable, Codable, Sendable {
        var bundleID: BundleID
        var scene: SceneID
    }

    /// A call of the phone.
    enum Call: Hashable, Codable, Sendable {
        case ringing(CallStyle)
        /// Answered; it has the screen until the user leaves it.
        case answered(hasScreen: Bool)
    }

    /// The windows, in the order in which they were shown.
    var windows: [Window] = []
    /// What lies over them.
    var overlays: DeactivationReasons = []
    var call: Call?
    var isLocked = false
    var isOn = true
    /// Whether the user has unlocked it since it was switched on.
    var wasUnlockedSinceBoot = true

    /// Whether something keeps the windows from the screen.
    var isCovered: Bool { isLocked || !isOn || call == .answered(hasScreen: true) }

    /// The reasons for which no app on screen is active.
    var reasons: DeactivationReasons {
        call == .ringing(.fullScreen) ? overlays.union(.call) : overlays
    }

    /// Whether an app is on screen by the user's last input.
    func hasInFront(_ bundleID: BundleID) -> Bool { !isCovered && shows(bundleID) }

    func shows(_ bundleID: BundleID) -> Bool { windows.contains { $0.bundleID == bundleID } }

    func shows(_ scene: SceneID, of bundleID: BundleID) -> Bool {
        windows.contains { $0.scene == scene && $0.bundleID == bundleID }
    }

    func windows(of bundleID: BundleID) -> TinyArray<SceneID> {
        var scenes = TinyArray<SceneID>()
        for window in windows where window.bundleID == bundleID { scenes.append(window.scene) }
        return scenes
    }

    /// What leaving for the home screen or for another app does to what lies over the windows.
    mutating func closeOverlays() {
        overlays.subtract(.closedByLeaving)
        if call == .answered(hasScreen: true) { call = .answered(hasScreen: false) }
    }
}
