import DeviceHost
import LifecycleKernel
import WireFormat

/// What commands do to one device. Each of its changes is an ordinary input, stored before it returns.
struct DeviceDriver: Sendable {
    /// The devices.
    let registry: DeviceRegistry
    /// The device.
    let id: DeviceID

    /// What is on its screen, and its conditions.
    func situation() async throws -> DeviceSituation { try await registry.situation(of: id) }

    /// Applies an event.
    @discardableResult
    func send(_ event: Event) async throws -> InputOutcome { try await registry.apply(.event(event), to: id) }

    /// Applies an event of the device.
    @discardableResult
    func send(_ event: DeviceEvent) async throws -> InputOutcome { try await send(.device(event)) }

    /// An app.
    ///
    /// - Throws: `unknown-app`.
    func app(_ bundleID: BundleID) async throws -> AppStatus { try await registry.app(bundleID, on: id).value }

    /// An app, if it is installed.
    func installedApp(_ bundleID: BundleID) async throws -> AppStatus? {
        try await registry.apps(on: id).value.first { $0.manifest.bundleID == bundleID }
    }

    // MARK: The life of an app

    /// Whether an app is on the device. The apps of the system are, whether they have been opened or not.
    func hasApp(_ bundleID: BundleID) async throws -> Bool {
        if bundleID == SystemApp.springBoard || SystemApp.named(bundleID) != nil { return true }
        return try await installedApp(bundleID) != nil
    }

    /// Prepares an app to be opened: installs one of the system that has not been opened yet, and goes home for SpringBoard.
    ///
    /// - Returns: Whether there is an app to open.
    func prepare(_ bundleID: BundleID) async throws -> Bool {
        if bundleID == SystemApp.springBoard {
            if try await situation().front != nil { try await send(.home) }
            return false
        }
        if let app = SystemApp.named(bundleID), try await installedApp(bundleID) == nil {
            try await install(app.manifest)
        }
        return true
    }

    /// Opens an app, one of the system too.
    func open(_ bundleID: BundleID) async throws {
        if try await prepare(bundleID) { try await activate(bundleID) }
    }

    /// Starts an app, or brings it to the front; arguments are those of a new process only.
    func launch(_ bundleID: BundleID, arguments: [String] = []) async throws {
        let isRunning = try await app(bundleID).pid != nil
        try await send(try Self.launching(bundleID, isRunning ? [] : arguments))
    }

    /// The event that launches an app, read as the interface reads it, so that what is too much there is refused here too.
    ///
    /// - Throws: A `Rejection` for arguments that are too many or too long.
    static func launching(_ bundleID: BundleID, _ arguments: [String]) throws -> Event {
        guard !arguments.isEmpty else { return .app(bundleID, .launch(arguments: [])) }
        let event: Value = [
            "type": "app.launch", "bundleID": .string(bundleID.rawValue),
            "arguments": .array(arguments.map(Value.string)),
        ]
        return try Event(event, at: "")
    }

    /// Brings an app to the front, and launches it if it does not run; does nothing if it is in front.
    func activate(_ bundleID: BundleID) async throws {
        guard try await situation().front != bundleID else { return }
        try await launch(bundleID)
    }

    /// Ends an app as test automation does, without a callback.
    ///
    /// - Returns: Whether there was a process to end.
    @discardableResult
    func terminate(_ bundleID: BundleID) async throws -> Bool {
        guard try await installedApp(bundleID)?.pid != nil else { return false }
        try await send(.app(bundleID, .terminate(.simulatorHost)))
        return true
    }

    /// The state of an app by XCTest's numbers; 0, which Appium's clients call "not installed", for one that is not there.
    func state(_ bundleID: BundleID) async throws -> Int64 {
        if bundleID == SystemApp.springBoard {
            return try await situation().front == nil ? AppState.foreground.rawValue : AppState.background.rawValue
        }
        guard let app = try await installedApp(bundleID) else {
            return SystemApp.named(bundleID) == nil ? 0 : AppState.notRunning.rawValue
        }
        guard app.pid != nil else { return AppState.notRunning.rawValue }
        return AppState(app.state).rawValue
    }

    // MARK: Installing

    /// Installs an app, or updates it.
    func install(_ manifest: AppManifest) async throws { _ = try await registry.install(manifest, on: id) }

    /// Uninstalls an app.
    ///
    /// - Returns: Whether it was installed.
    func uninstall(_ bundleID: BundleID) async throws -> Bool {
        guard try await installedApp(bundleID) != nil else { return false }
        _ = try await registry.apply(.uninstall(bundleID), to: id)
        return true
    }

    /// Uninstalls an app and installs it as it was, so that it has no data.
    func reinstall(_ bundleID: BundleID) async throws {
        let manifest = try await app(bundleID).manifest
        _ = try await registry.apply(.uninstall(bundleID), to: id)
        try await install(manifest)
    }

    // MARK: The lock

    /// Locks the device, unless it is.
    func lock() async throws {
        if try await !situation().isLocked { try await send(.lock) }
    }

    /// Unlocks the device, unless it is unlocked.
    func unlock() async throws {
        if try await situation().isLocked { try await send(.unlock) }
    }
}

/// The states of an app, by XCTest's numbers (`XCUIApplication.State`).
enum AppState: Int64, Sendable {
    case notRunning = 1
    case suspended = 2
    case background = 3
    case foreground = 4

    /// The number of a state of a process.
    init(_ state: ProcessState) {
        switch state {
        case .notRunning, .terminated: self = .notRunning
        case .suspended: self = .suspended
        case .background: self = .background
        case .inactive, .active: self = .foreground
        }
    }
}

extension DeviceSituation {
    /// The app on screen; the last that came, where an iPad shows several.
    var front: BundleID? { appsInFront.last }

    /// Whether the device is held so that its screen is wider than high.
    var isLandscape: Bool {
        switch conditions.orientation {
        case .landscapeLeft, .landscapeRight: true
        case .portrait, .portraitUpsideDown, .faceUp, .faceDown: false
        }
    }
}
