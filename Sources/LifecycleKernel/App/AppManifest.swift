/// What is installed: an app as its bundle declares it, and how its code behaves.
///
/// It never changes, so all devices that have the app can share one object.
public final class AppManifest: Codable, Sendable {
    /// The app's identifier.
    public let bundleID: BundleID
    /// The name people see.
    public let name: String
    /// `CFBundleShortVersionString`.
    public let version: String
    /// The delegate that receives life cycle callbacks; nil leaves it to the Info.plist and the rule profile.
    public let lifecycle: AppLifecycle?
    /// Who answers callbacks.
    public let driver: Driver
    /// The Info.plist.
    public let infoPlist: InfoPlist
    /// Its entitlements; nil for none.
    public let entitlements: Entitlements?
    /// Memory that the process takes when it runs, in bytes.
    public let footprintBytes: ByteCount
    /// The part of it that the system may purge while the app is off screen, in bytes.
    public let purgeableBytes: ByteCount
    /// The app's own responders.
    public let responders: [Responder]
    /// What the app's code does in its handlers: all of them with the `simulated` driver; with the `attached` one those
    /// that have entries, and the program outside completes the others.
    public let behavior: AppBehavior
    /// The delegate methods that the app implements; nil for all. The system calls no other.
    public let delegateImplements: [CallbackName]?
    /// Whether a notification that UIKit posts in an attached app is in flight until the program outside completes it,
    /// as a callback is; nil for no.
    public let hearsNotifications: Bool?
    /// Its notification service extension; nil for none.
    public let notificationService: NotificationServiceExtension?

    /// What an app takes that says nothing else, in bytes.
    public static let usualFootprintBytes: ByteCount = 83_886_080

    /// Makes a manifest.
    public init(
        bundleID: BundleID,
        name: String? = nil,
        version: String = "1.0",
        lifecycle: AppLifecycle? = nil,
        driver: Driver = .simulated,
        infoPlist: InfoPlist = InfoPlist(),
        entitlements: Entitlements? = nil,
        footprintBytes: ByteCount = AppManifest.usualFootprintBytes,
        purgeableBytes: ByteCount = 0,
        responders: [Responder] = [],
        behavior: AppBehavior = AppBehavior(),
        delegateImplements: [CallbackName]? = nil,
        hearsNotifications: Bool? = nil,
        notificationService: NotificationServiceExtension? = nil
    ) {
        self.bundleID = bundleID
        self.name = name ?? bundleID.rawValue
        self.version = version
        self.lifecycle = lifecycle
        self.driver = driver
        self.infoPlist = infoPlist
        self.entitlements = entitlements
        self.footprintBytes = footprintBytes
        self.purgeableBytes = purgeableBytes
        self.responders = responders
        self.behavior = behavior
        self.delegateImplements = delegateImplements
        self.hearsNotifications = hearsNotifications
        self.notificationService = notificationService
    }
}

extension AppManifest {
    /// Whether a handler does nothing and returns nothing, and no program outside completes it.
    func returnsAtOnce(from name: CallbackName) -> Bool { !behavior.hasEntries(in: name) && isPlayed(name) }

    /// Whether the declared behaviour plays a handler; if not, a program outside completes it. For an attached app, one
    /// that is declared without entries only says that the app has it.
    package func isPlayed(_ name: CallbackName) -> Bool {
        if case .simulated = driver { true } else { behavior.hasEntries(in: name) }
    }

    /// Whether the declared behaviour of the notification service extension plays a handler; if not, a program outside
    /// completes it.
    func isPlayedByService(_ name: CallbackName) -> Bool {
        if case .simulated = driver { true } else { notificationService?.behavior.hasEntries(in: name) == true }
    }

    /// Whether the system finds a method of the app. Handlers that the app has given to the system are always there.
    func implements(_ name: CallbackName) -> Bool {
        guard let delegateImplements, name.isMethod else { return true }
        return delegateImplements.contains(name)
    }

    /// Whether the app says that it has a method which the system does without where it is missing: among those that
    /// its delegate implements, or with a behaviour.
    func optsInto(_ name: CallbackName) -> Bool { delegateImplements?.contains(name) ?? behavior.declares(name) }

    /// Whether a program outside completes notifications.
    package var completesNotifications: Bool {
        guard hearsNotifications == true, case .attached = driver else { return false }
        return true
    }
}

extension AppManifest: Hashable {
    /// Whether both declare the same.
    public static func == (left: AppManifest, right: AppManifest) -> Bool {
        left === right
            || left.bundleID == right.bundleID && left.name == right.name && left.version == right.version
                && left.lifecycle == right.lifecycle && left.driver == right.driver
                && left.infoPlist == right.infoPlist
                && left.entitlements == right.entitlements && left.footprintBytes == right.footprintBytes
                && left.purgeableBytes == right.purgeableBytes && left.responders == right.responders
                && left.behavior == right.behavior && left.delegateImplements == right.delegateImplements
                && left.hearsNotifications == right.hearsNotifications
                && left.notificationService == right.notificationService
    }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bundleID)
        hasher.combine(version)
        hasher.combine(behavior)
    }
}

/// The delegate that receives an app's life cycle callbacks.
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

    /// The end of the chain that every app has, in its order; an app may declare these to say what they handle.
    /// Source: facts 8, "Using responders and the responder chain to handle events".
    package static let builtIn = ["view", "viewController", "window", "scene", "application", "appDelegate"]

    /// Makes a responder.
    public init(name: String, parent: String? = nil, handles: [String] = []) {
        self.name = name
        self.parent = parent
        self.handles = handles
    }
}
