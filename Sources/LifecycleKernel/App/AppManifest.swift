/// What is installed: an app as its bundle declares it, and how its code behaves.
public struct AppManifest: Hashable, Codable, Sendable {
    /// The app's identifier.
    public var bundleID: BundleID
    /// The name people see.
    public var name: String
    /// `CFBundleShortVersionString`.
    public var version: String
    /// Which delegate hears the life cycle; nil leaves it to the Info.plist and the rule profile.
    public var lifecycle: AppLifecycle?
    /// Who answers callbacks.
    public var driver: Driver
    /// The Info.plist.
    public var infoPlist: InfoPlist
    /// Memory that the process takes when it runs, in bytes.
    public var footprintBytes: Int64
    /// The part of it that the system may purge while the app is off screen, in bytes.
    public var purgeableBytes: Int64
    /// The app's own responders.
    public var responders: [Responder]
    /// What the app's code does in its handlers, for the `simulated` driver.
    public var behavior: AppBehavior

    /// Makes a manifest.
    public init(
        bundleID: BundleID,
        name: String? = nil,
        version: String = "1.0",
        lifecycle: AppLifecycle? = nil,
        driver: Driver = .simulated,
        infoPlist: InfoPlist = InfoPlist(),
        footprintBytes: Int64 = 83_886_080,
        purgeableBytes: Int64 = 0,
        responders: [Responder] = [],
        behavior: AppBehavior = AppBehavior()
    ) {
        self.bundleID = bundleID
        self.name = name ?? bundleID
        self.version = version
        self.lifecycle = lifecycle
        self.driver = driver
        self.infoPlist = infoPlist
        self.footprintBytes = footprintBytes
        self.purgeableBytes = purgeableBytes
        self.responders = responders
        self.behavior = behavior
    }
}

/// Which delegate hears an app's life cycle.
public enum AppLifecycle: String, CaseIterable, Codable, Sendable {
    case appDelegate, scenes
}

/// Who answers an app's callbacks.
public enum Driver: String, CaseIterable, Codable, Sendable {
    /// The declared behaviour does.
    case simulated
    /// A program outside does: a callback is in flight until it is completed.
    case attached
}

/// An object of the app that can handle events of the user.
public struct Responder: Hashable, Codable, Sendable {
    /// Its name, unique in the app.
    public var name: String
    /// The next responder, by name.
    public var parent: String?
    /// The kinds of events that it handles, such as `touch`.
    public var handles: [String]

    /// Makes a responder.
    public init(name: String, parent: String? = nil, handles: [String] = []) {
        self.name = name
        self.parent = parent
        self.handles = handles
    }
}
