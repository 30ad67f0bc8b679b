import LifecycleKernel
import WireFormat

/// A device for tests of the kernel: each input is applied at the device's own time, and its records are returned.
///
/// The app that inputs are about, where a test names none, is `app`.
package struct TestDevice {
    /// The device.
    package private(set) var kernel: Device
    /// Every record so far.
    package private(set) var history: [Record] = []
    /// The app that is meant where none is named.
    package let app: BundleID

    /// Makes a device.
    package init(_ settings: DeviceSettings, app: BundleID = "a") {
        kernel = Device(settings, at: .manualStart)
        self.app = app
    }

    /// Makes a device from a profile and the rules that differ from it, as they are written in JSON.
    package init(
        _ profile: RuleProfile = .ios18,
        _ overrides: [String: Value] = [:],
        model: DeviceModel = .iPhone,
        passcode: Bool = true
    ) throws(Rejection) {
        var rules: [RuleOverride] = []
        for (name, value) in overrides.sorted(by: { $0.key < $1.key }) {
            rules.append(try RuleOverride(name: name, value: value, at: "overrides"))
        }
        self.init(DeviceSettings(model: model, profile: profile, overrides: rules, passcode: passcode))
    }

    // MARK: Inputs

    /// Applies an input.
    ///
    /// - Returns: The records of it.
    @discardableResult
    package mutating func apply(_ input: Input) throws(Rejection) -> [Record] {
        try kernel.apply(input, at: kernel.now, limit: 100_000)
        let written = kernel.takeRecords()
        history += written
        return written
    }

    /// Applies an event.
    @discardableResult
    package mutating func send(_ event: Event) throws(Rejection) -> [Record] { try apply(.event(event)) }

    /// Applies an event of the device.
    @discardableResult
    package mutating func send(_ event: DeviceEvent) throws(Rejection) -> [Record] { try send(.device(event)) }

    /// Applies an event of an app.
    @discardableResult
    package mutating func send(_ event: AppEvent, _ app: BundleID? = nil) throws(Rejection) -> [Record] {
        try send(.app(app ?? self.app, event))
    }

    /// The user opens an app.
    @discardableResult
    package mutating func launch(_ app: BundleID? = nil) throws(Rejection) -> [Record] {
        try send(.launch(arguments: []), app)
    }

    /// The user leaves, and the app that was in front is suspended when its grace is over.
    ///
    /// - Throws: `NotSuspended` if the app is not suspended then.
    package mutating func leaveAndSuspend(_ app: BundleID? = nil) throws {
        try send(.home)
        try advance(5)
        guard state(app) == .suspended else { throw NotSuspended(state: state(app)) }
    }

    /// An app's own code does something.
    @discardableResult
    package mutating func act(_ action: Action, _ app: BundleID? = nil) throws(Rejection) -> [Record] {
        try apply(.action(app ?? self.app, action))
    }

    /// Lets time pass.
    @discardableResult
    package mutating func advance(_ seconds: Double) throws(Rejection) -> [Record] {
        try apply(.advance(.by(Milliseconds(Int64((seconds * 1_000).rounded())))))
    }

    /// Completes the callback in flight.
    @discardableResult
    package mutating func complete(
        _ app: BundleID? = nil,
        _ actions: [Action] = [],
        returns: Value? = nil
    ) throws(Rejection) -> [Record] {
        let pending = process(app)?.callbackInFlight?.sequence ?? 0
        return try apply(
            .completion(app ?? self.app, Completion(callback: pending, actions: actions, returns: returns))
        )
    }

    /// Installs an app.
    @discardableResult
    package mutating func install(_ manifest: AppManifest) throws(Rejection) -> [Record] {
        try apply(.install(manifest))
    }

    /// Installs an app with handlers that do what is listed for them.
    package mutating func install(
        _ app: BundleID? = nil,
        _ lifecycle: AppLifecycle? = .appDelegate,
        driver: Driver = .simulated,
        multipleScenes: Bool = false,
        infoPlist: InfoPlist? = nil,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws(Rejection) {
        let manifest = SceneManifest(supportsMultipleScenes: multipleScenes)
        try install(
            AppManifest(
                bundleID: app ?? self.app,
                lifecycle: lifecycle,
                driver: driver,
                infoPlist: infoPlist ?? InfoPlist(sceneManifest: multipleScenes ? manifest : nil),
                behavior: AppBehavior(handlers)
            )
        )
    }

    // MARK: What it shows

    /// The state of an app.
    package func state(_ app: BundleID? = nil) -> ProcessState? { kernel.app(app ?? self.app)?.state }

    /// The process of an app, if it has one.
    package func process(_ app: BundleID? = nil) -> ProcessStatus? {
        kernel.app(app ?? self.app)?.pid.flatMap { kernel.process($0) }
    }

    /// The code with which an event would be refused; nil if it would be accepted.
    package func refusal(of event: Event) -> Rejection.Code? {
        var copy = self
        do throws(Rejection) {
            try copy.send(event)
            return nil
        } catch {
            return error.code
        }
    }

    /// An app that a test needs to be suspended is not.
    package struct NotSuspended: Error {
        /// The state that it has.
        package let state: ProcessState?
    }
}

extension AppBehavior {
    /// Makes the behaviour of an app from the entries of its handlers.
    package init(_ handlers: [CallbackName: [Entry]]) {
        self.init(
            handlers: handlers.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { Handler(name: $0.key, entries: $0.value) }
        )
    }
}
