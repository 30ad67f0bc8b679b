/// What is on the screen of a device, what lies over it, and what keeps everybody from it.
///
/// Windows stay listed while the device is locked or a call is full screen: they are covered, and visible again
/// afterwards.
struct Screen: Hashable, Sendable {
    /// A window of an app.
    struct Window: Hashable, Codable, Sendable {
        var bundleID: BundleID
        var scene: SceneID
    }

    /// A scene on another display.
    struct OtherDisplay: Hashable, Codable, Sendable {
        var window: Window
        /// What the display is.
        var role: SceneRole
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
    /// The scenes on the display of a car, and on those beside the device, in the order in which they came. Only apps with a
    /// process have some.
    var otherDisplays: [OtherDisplay] = []

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

    /// What leaving for the home screen or for another app does to what lies over the windows.
    mutating func closeOverlays() {
        overlays.subtract(.closedByLeaving)
        if call == .answered(hasScreen: true) { call = .answered(hasScreen: false) }
    }
}

extension Screen: Codable {
    private enum CodingKeys: CodingKey {
        case windows, overlays, call, isLocked, isOn, wasUnlockedSinceBoot, otherDisplays
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        windows = try values.decode([Window].self, forKey: .windows)
        overlays = try values.decode(DeactivationReasons.self, forKey: .overlays)
        call = try values.decodeIfPresent(Call.self, forKey: .call)
        isLocked = try values.decode(Bool.self, forKey: .isLocked)
        isOn = try values.decode(Bool.self, forKey: .isOn)
        wasUnlockedSinceBoot = try values.decode(Bool.self, forKey: .wasUnlockedSinceBoot)
        otherDisplays = try values.decodeIfPresent([OtherDisplay].self, forKey: .otherDisplays) ?? []
    }

    /// Writes the screen; other displays only where there are some, that states of before stay as they were.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(windows, forKey: .windows)
        try values.encode(overlays, forKey: .overlays)
        try values.encodeIfPresent(call, forKey: .call)
        try values.encode(isLocked, forKey: .isLocked)
        try values.encode(isOn, forKey: .isOn)
        try values.encode(wasUnlockedSinceBoot, forKey: .wasUnlockedSinceBoot)
        if !otherDisplays.isEmpty { try values.encode(otherDisplays, forKey: .otherDisplays) }
    }
}
