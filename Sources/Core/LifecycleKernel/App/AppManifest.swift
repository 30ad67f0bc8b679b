/// What is installed: an app as its bundle declares it, and how its code behaves.
///
/// It never changes, so all devices that have the app can share one object.
public final class AppManifest: Codable, Sendable {
    /// The app's identifier.
    public let bundleID: BundleID
    /// The name that the user sees.
    public let name: String
    /// `CFBundleShortVersionString`.
    public let version: String
    /// The delegate that receives life cycle callbacks; nil leaves it to the Info.plist and the rule profile.
    public let lifecycle: AppLifecycle?
    /// Who answers callbacks.
    public let driver: Driver
    public let infoPlist: InfoPlist
    /// Its entitlements; nil for none.
    public let entitlements: Entitlements?
    /// Memory that the process takes when it runs, in bytes.
    public let footprintBytes: ByteCount
    /// The part of it that the system may purge while the app is off screen, in bytes.
    public let purgeableBytes: ByteCount
    /// The app's own responders.
    public let responders: [Responder]
    /// What the app's code does in its handlers. With the driver `simulated`, it is all that the code does. With
    /// `attached`, only handlers with entries are simulated; the program outside completes the others.
    public let behavior: AppBehavior
    /// The delegate methods that the app implements; nil for all. The system calls no other.
    public let delegateImplements: [CallbackName]?
    /// The notifications that the code of an attached app observes; nil for none. Each is in flight until the program
    /// outside completes it, as a callback is.
    public let observes: [NotificationName]?
    /// Its notification service extension; nil for none.
    public let notificationService: NotificationServiceExtension?

    /// The memory that an app takes if it declares nothing else, in bytes.
    public static let usualFootprintBytes: ByteCount = 83_886_080

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
        observes: [NotificationName]? = nil,
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
        self.observes = observes
        self.notificationService = notificationService
    }
}

extension AppManifest {
    /// Whether a handler does nothing and returns nothing, and no program outside completes it.
    func returnsAtOnce(from name: CallbackName) -> Bool { !behavior.hasEntries(in: name) && isPlayed(name) }

    /// Whether a handler of the app or of its extension is simulated by its declared behavior; if not, a program outside
    /// completes it. In an attached app, a handler that is declared without entries only says that the app has it.
    package func isPlayed(_ name: CallbackName) -> Bool {
        if case .simulated = driver { return true }
        return name.receiver == .notificationServiceExtension
            ? notificationService?.behavior.hasEntries(in: name) == true : behavior.hasEntries(in: name)
    }

    /// Whether the system finds a method of the app. Handlers that the app has given to the system are always there.
    func implements(_ name: CallbackName) -> Bool {
        guard let delegateImplements, name.isMethod else { return true }
        return delegateImplements.contains(name)
    }

    /// Whether the app declares that it has an optional method: in the list of methods that its delegate implements, or
    /// else by a declared behavior.
    func optsInto(_ name: CallbackName) -> Bool { delegateImplements?.contains(name) ?? behavior.declares(name) }

    /// Whether a program outside completes a notification: it does if the app is attached and observes the
    /// notification.
    package func awaitsObservers(of name: NotificationName) -> Bool {
        guard let observes, case .attached = driver else { return false }
        return observes.contains(name)
    }

    /// Whether a program outside completes any notification.
    var awaitsObservers: Bool {
        guard let observes, case .attached = driver else { return false }
        return !observes.isEmpty
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
                && left.observes == right.observes
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
    /// The type of element that UI tests see; nil for the general type.
    public var elementType: ElementType?
    /// The alert of the app that it presents when it is touched; nil for none. With one, it handles touches.
    public var alert: Alert?

    /// An alert of an app's own, a `UIAlertController`.
    public struct Alert: Hashable, Codable, Sendable {
        public var title: String
        public var message: String?
        /// The titles of its actions.
        public var buttons: [String]

        public init(title: String, message: String? = nil, buttons: [String] = ["OK"]) {
            self.title = title
            self.message = message
            self.buttons = buttons
        }
    }

    /// The kinds of elements that an app of iOS can have on its screen, as `XCUIElement.ElementType` names them.
    public enum ElementType: String, CaseIterable, Codable, Sendable {
        case activityIndicator, button, cell, collectionView, datePicker, disclosureTriangle, group, icon, image, key
        case keyboard, link, map, menu, menuItem, navigationBar, other, pageIndicator, picker, pickerWheel, popover
        case progressIndicator, scrollBar, scrollView, searchField, secureTextField, segmentedControl, slider
        case staticText, stepper, `switch`, tab, tabBar, table, textField, textView, toggle, toolbar, webView
    }

    /// The responders at the end of every app's responder chain, in the order of the chain. An app may declare them to
    /// say what they handle. Source: facts 8, "Using responders and the responder chain to handle events".
    package static let builtIn = ["view", "viewController", "window", "scene", "application", "appDelegate"]

    public init(
        name: String,
        parent: String? = nil,
        handles: [String] = [],
        elementType: ElementType? = nil,
        alert: Alert? = nil
    ) {
        self.name = name
        self.parent = parent
        self.handles = handles
        self.elementType = elementType
        self.alert = alert
    }
}

/// How an app adopts scenes, and the check for a declared life cycle that contradicts that. Sources: facts 7, 10.1.
extension AppManifest {
    /// What makes UIKit use scenes for the app: a key of its Info.plist, or a method of its delegate; nil if nothing
    /// does.
    var adoptsScenesBy: Sentence? {
        if infoPlist.sceneManifest != nil { return "UIApplicationSceneManifest in its Info.plist" }
        let method = CallbackName.configurationForConnecting
        return optsInto(method) ? Sentence(verbatim: method.rawValue) : nil
    }

    /// Refuses an app that declares the life cycle of the app delegate but adopts scenes: no such app can be built.
    ///
    /// - Throws: `invalidValue` for the field `lifecycle`.
    func checkAdoption() throws(Rejection) {
        guard lifecycle == .appDelegate, let adoptsScenesBy else { return }
        throw Rejection(
            .invalidValue,
            """
            \(bundleID, as: "bundleID") adopts scenes by \(adoptsScenesBy, as: "method"), so its life cycle is not that of \
            the app delegate. Leave out `lifecycle`: a system without scenes calls the app delegate anyway
            """,
            field: "lifecycle",
            accepted: [AppLifecycle.scenes.rawValue]
        )
    }
}

/// The entitlements of an app. Those that matter to its life cycle are in `used`.
public struct Entitlements: Hashable, Codable, Sendable {
    /// The entitlements as they were given.
    public let source: Value

    public init(source: Value) { self.source = source }

    /// The entitlement for more memory.
    package static let increasedMemoryLimit = "com.apple.developer.kernel.increased-memory-limit"
    /// The entitlement for the graphics processor in continued processing.
    package static let continuedProcessingGPU =
        "com.apple.developer.background-tasks.continued-processing.gpu"

    /// The entitlements that the model uses.
    package static let used = [increasedMemoryLimit, continuedProcessingGPU]

    /// Whether the app may use more memory, on devices that have it.
    var increasedMemoryLimit: Bool { source[Self.increasedMemoryLimit] == .bool(true) }

    /// Whether continued processing may use the graphics processor in the background.
    var continuedProcessingGPU: Bool { source[Self.continuedProcessingGPU] == .bool(true) }
}

/// What the code of a simulated app does in its handlers.
public struct AppBehavior: Hashable, Codable, Sendable {
    public struct Handler: Hashable, Codable, Sendable {
        public var name: CallbackName
        /// What it does, in order. It returns after the last entry.
        public var entries: [Entry]

        public init(name: CallbackName, entries: [Entry]) {
            self.name = name
            self.entries = entries
        }
    }

    /// One thing that a handler does.
    public enum Entry: Hashable, Codable, Sendable {
        /// Occupies the main thread for `takes` milliseconds, then the action takes effect.
        case act(Action, takes: Milliseconds)
        /// What the handler returns.
        case returns(Value)
    }

    /// The handlers that are declared, each once, in the order of their names.
    public var handlers: [Handler]

    public init(handlers: [Handler] = []) {
        self.handlers = handlers
    }

    /// What a handler does; empty when nothing was declared.
    package subscript(name: CallbackName) -> [Entry] {
        for index in handlers.indices where handlers[index].name == name { return handlers[index].entries }
        return []
    }

    /// Returns one entry of a handler; nil after the last.
    ///
    /// The entry is looked up by its index each time: a copy of the list would be retained and released.
    func entry(_ number: Int, of name: CallbackName) -> Entry? {
        for index in handlers.indices where handlers[index].name == name {
            return number < handlers[index].entries.count ? handlers[index].entries[number] : nil
        }
        return nil
    }

    /// Whether a handler does or returns something. Called for every callback, so it copies nothing.
    fileprivate func hasEntries(in name: CallbackName) -> Bool {
        for index in handlers.indices where handlers[index].name == name { return !handlers[index].entries.isEmpty }
        return false
    }

    /// Whether a handler is declared, even if it does nothing. Some methods are called only if an app declares them.
    package func declares(_ name: CallbackName) -> Bool { handlers.contains { $0.name == name } }
}
