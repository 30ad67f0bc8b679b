import LifecycleKernel
import WireFormat

/// A device for tests: what is sent to it is applied at its own time, and what comes of it is handed back.
struct Stage {
    private(set) var device: Device
    /// Every record so far.
    private(set) var history: [Record] = []

    init(
        _ profile: RuleProfile = .ios18,
        _ overrides: [String: Value] = [:],
        model: DeviceModel = .iPhone,
        passcode: Bool = true
    ) throws(Rejection) {
        var rules: [RuleOverride] = []
        for (name, value) in overrides.sorted(by: { $0.key < $1.key }) {
            rules.append(try RuleOverride(name: name, value: value, at: "overrides"))
        }
        device = Device(
            DeviceSettings(model: model, profile: profile, overrides: rules, passcode: passcode),
            at: .manualStart
        )
    }

    @discardableResult
    mutating func apply(_ input: Input) throws(Rejection) -> [Record] {
        try device.apply(input, at: device.now, limit: 100_000)
        let written = device.takeRecords()
        history += written
        return written
    }

    @discardableResult
    mutating func send(_ event: Event) throws(Rejection) -> [Record] { try apply(.event(event)) }

    @discardableResult
    mutating func send(_ event: DeviceEvent) throws(Rejection) -> [Record] { try send(.device(event)) }

    @discardableResult
    mutating func launch(_ app: BundleID = "a") throws(Rejection) -> [Record] {
        try send(.app(app, .launch(arguments: [])))
    }

    @discardableResult
    mutating func act(_ action: Action, _ app: BundleID = "a") throws(Rejection) -> [Record] {
        try apply(.action(app, action))
    }

    @discardableResult
    mutating func advance(_ seconds: Double) throws(Rejection) -> [Record] {
        try apply(.advance(.by(Milliseconds(Int64((seconds * 1_000).rounded())))))
    }

    /// Completes the callback in flight.
    @discardableResult
    mutating func complete(
        _ app: BundleID = "a",
        _ actions: [Action] = [],
        returns: Value? = nil
    ) throws(Rejection) -> [Record] {
        let pending = process(app)?.callbackInFlight?.sequence ?? 0
        return try apply(.completion(app, Completion(callback: pending, actions: actions, returns: returns)))
    }

    /// Installs an app.
    mutating func install(
        _ app: BundleID = "a",
        _ lifecycle: AppLifecycle? = .appDelegate,
        driver: Driver = .simulated,
        multipleScenes: Bool = false,
        infoPlist: InfoPlist? = nil,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws(Rejection) {
        let manifest = SceneManifest(supportsMultipleScenes: multipleScenes)
        try apply(
            .install(
                AppManifest(
                    bundleID: app,
                    lifecycle: lifecycle,
                    driver: driver,
                    infoPlist: infoPlist ?? InfoPlist(sceneManifest: multipleScenes ? manifest : nil),
                    behavior: AppBehavior(
                        handlers: handlers.sorted { $0.key.rawValue < $1.key.rawValue }
                            .map { AppBehavior.Handler(name: $0.key, entries: $0.value) }
                    )
                )
            )
        )
    }

    func state(_ app: BundleID = "a") -> ProcessState? { device.app(app)?.state }

    func process(_ app: BundleID = "a") -> ProcessStatus? { device.app(app)?.pid.flatMap { device.process($0) } }

    /// The code with which an event would be refused; nil if it would be taken.
    func refusal(of event: Event) -> Rejection.Code? {
        var copy = self
        do throws(Rejection) {
            try copy.send(event)
            return nil
        } catch {
            return error.code
        }
    }
}

extension [Record] {
    /// The callbacks, in order.
    var callbacks: [CallbackName] {
        compactMap { if case .callback(let callback) = $0.body { callback.name } else { nil } }
    }

    /// The callbacks with the scenes that they are about.
    var sceneCallbacks: [String] {
        compactMap { record in
            guard case .callback(let callback) = record.body else { return nil }
            return "\(callback.name) \(record.scene ?? 0)"
        }
    }

    /// The notifications, in order.
    var notifications: [NotificationName] {
        compactMap { if case .notification(let name) = $0.body { name } else { nil } }
    }

    /// The states that a process went to, in order.
    var states: [ProcessState] {
        compactMap { if case .process(let change) = $0.body { change.to } else { nil } }
    }

    /// The end of a process.
    var exit: ExitRecord? {
        for case .exit(let exit) in map(\.body) { return exit }
        return nil
    }

    /// The verdicts, in order.
    var verdicts: [Verdict] {
        compactMap { if case .verdict(let verdict) = $0.body { verdict } else { nil } }
    }

    /// What happened to assertions, in order.
    var assertions: [String] {
        compactMap { if case .assertion(let change) = $0.body { "\(change.kind) \(change.change)" } else { nil } }
    }
}

extension Overlay {
    static let notificationCenter = Overlay.known("notificationCenter")
    static let controlCenter = Overlay.known("controlCenter")
    static let siri = Overlay.known("siri")

    private static func known(_ name: String) -> Overlay {
        guard let overlay = named(name) else { preconditionFailure("there is no overlay \(name)") }
        return overlay
    }
}
