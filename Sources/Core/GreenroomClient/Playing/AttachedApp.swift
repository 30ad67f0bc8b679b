public import LifecycleKernel

/// An app on a simulated device whose code is here.
public struct AttachedApp<Code: AppCode>: Sendable {
    /// The app.
    public let app: SimulatedApp
    /// What outlasts its processes: its disk, and the server that it talks to.
    public let world: World
    /// What it is installed with.
    public let manifest: [String: Value]

    /// Sends an event of this app.
    ///
    /// - Parameters:
    ///   - type: Its type, such as `app.launch`.
    ///   - fields: Its fields; `bundleID` is this app's.
    /// - Returns: What it caused, and what the code of attached apps did.
    /// - Throws: As `SimulatedDevice.send(_:_:)`.
    @discardableResult public func send(_ type: String, _ fields: [String: Value] = [:]) async throws -> Outcome {
        try await app.send(type, fields)
    }

    /// Reads how the app is now.
    public func read() async throws -> AppDocument { try await app.read() }

    /// The codes of what the app did that loses data or will.
    ///
    /// - Parameter severity: How bad a finding is at least.
    public func findings(from severity: Finding.Severity = .note) async throws -> [String] {
        try await app.findings(from: severity)
    }

    /// Installs it again, as an update, which ends its process.
    ///
    /// - Parameter fields: Fields of the manifest that are others than before.
    public func update(_ fields: [String: Value] = [:]) async throws {
        try await app.device.install(app.bundleID, manifest.merging(fields) { $1 })
    }

    /// Uninstalls it: it is played no more, and its disk is empty.
    public func uninstall() async throws { try await app.uninstall() }

    /// Makes a function a handler of a callback, after those of the code.
    ///
    /// - Parameters:
    ///   - name: The callback.
    ///   - handler: What is done when it is called, with the code of the process.
    /// - Throws: `AttachedAppError` if it would never be called.
    public func on(
        _ name: CallbackName,
        file: String = #fileID,
        line: Int = #line,
        _ handler: @escaping @Sendable (Code, AppCallback) throws -> Void
    ) async throws {
        try await on(name.rawValue, file: file, line: line, handler)
    }

    /// Makes a function a handler of a callback or a notification, after those of the code.
    ///
    /// - Parameters:
    ///   - name: The name that Apple gives it.
    ///   - handler: What is done when it is called, with the code of the process.
    /// - Throws: `AttachedAppError` if it would never be called.
    public func on(
        _ name: String,
        file: String = #fileID,
        line: Int = #line,
        _ handler: @escaping @Sendable (Code, AppCallback) throws -> Void
    ) async throws {
        try await withPlayer { player, _ in
            try player.addHandler(of: name, at: CodePlace(file: file, line: line)) { code, callback in
                if let code = code as? Code { try handler(code, callback) }
                return nil
            }
        }
    }

    /// Calls a function as code of the app's process, between callbacks. What it throws has crashed the app.
    ///
    /// - Parameter body: The function, which is called with the code.
    /// - Returns: What the function returns.
    /// - Throws: What the function throws; `ProcessEnded` if the process has ended in it; `AttachedAppError` where the app has no
    ///   process or is suspended; `Refusal` where what the code did makes no sense now.
    @discardableResult public func run<Result: Sendable>(
        file: String = #fileID,
        line: Int = #line,
        _ body: @Sendable (Code) throws -> Result
    ) async throws -> Result {
        let place = CodePlace(file: file, line: line)
        return try await withPlayer { player, device in
            guard let result = try player.run(on: device, named: "the test at \(place)", body) else {
                throw ProcessEnded()
            }
            return result
        }
    }

    /// Looks at the code of the living process, also while it is suspended. What the function asks of iOS is refused: no code runs.
    ///
    /// - Parameter body: The function, which is called with the code.
    /// - Returns: What the function returns.
    /// - Throws: What the function throws; `AttachedAppError` if there is no process, which says how the last one ended.
    public func code<Result: Sendable>(_ body: @Sendable (Code) throws -> Result) async throws -> Result {
        try await withPlayer { player, _ in
            guard let code = try player.code as? Code else {
                throw AttachedAppError(description: "the code of \(player.bundleID) is not a \(Code.self)")
            }
            return try body(code)
        }
    }

    /// Whether errors of the code are thrown by the input that called it; otherwise they are crashes of the app.
    public func setThrowsErrors(_ throwsErrors: Bool) async throws {
        try await withPlayer { player, _ in player.throwsErrors = throwsErrors }
    }

    /// What the code has thrown, for which the app has crashed, in order. `SimulatedDevice.delete()` throws what was not asked for.
    public func errors() async throws -> [any Error] { try await withPlayer { player, _ in player.lookAtErrors() } }

    /// What the code did and iOS refused, in order. `SimulatedDevice.delete()` throws what was not asked for.
    public func refusals() async throws -> [ActionResult] {
        try await withPlayer { player, _ in player.refused.filter(\.isRefused) }
    }

    /// Checks that iOS refused the app's code nothing.
    ///
    /// - Throws: `SystemRefusal`, the first of the refusals.
    public func throwIfRefused() async throws { try await refusals().first?.throwIfRefused() }

    /// The callbacks that have a handler, and that have not been called.
    public func uncalledHandlers() async throws -> [String] { try await withPlayer { player, _ in player.uncalled } }

    private func withPlayer<Result>(
        _ body: @Sendable (Player, DevicePlayer) throws -> sending Result
    ) async throws -> sending Result {
        try await app.device.withPlayer(of: app.bundleID, body)
    }
}

extension SimulatedDevice {
    /// Installs an app whose code is here. It runs whenever something that is done with this device causes a callback.
    ///
    /// - Parameters:
    ///   - code: The class of its code.
    ///   - bundleID: Its identifier; that of the code when nil.
    ///   - manifest: What it is, in addition to the manifest of the code.
    ///   - make: Makes the code of each process; its initializer does when nil.
    /// - Returns: The app, whose code can be called between callbacks.
    /// - Throws: `AttachedAppError` where a handler could never be called; `Refusal` where the server does not accept the app; what
    ///   the code throws that sets up its world; an error of the connection.
    @discardableResult public func attach<Code: AppCode>(
        _ code: Code.Type,
        as bundleID: String? = nil,
        _ manifest: [String: Value] = [:],
        make: (@Sendable (AppProcess) throws -> Code)? = nil
    ) async throws -> AttachedApp<Code> {
        let bundleID = bundleID ?? code.bundleID
        let player = try Player(code, bundleID: bundleID, manifest: manifest, make: make ?? { try code.init($0) })
        try await install(bundleID, player.manifest)
        try await playing { $0.add(player) }
        return AttachedApp(app: app(bundleID), world: player.world, manifest: player.manifest)
    }

    fileprivate func withPlayer<Result>(
        of bundleID: String,
        _ body: @Sendable (Player, DevicePlayer) throws -> sending Result
    ) async throws -> sending Result {
        try await playing { device in
            guard let player = device.players[bundleID] else {
                throw AttachedAppError(description: "no code of \(bundleID) is attached here")
            }
            return try body(player, device)
        }
    }
}
