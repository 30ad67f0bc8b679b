import DeviceHost
import LifecycleKernel
import WireFormat

/// One command of a client: what it works on, and its arguments.
struct Call: Sendable {
    let core: DriverCore
    let dialect: Dialect
    /// The device; that of the session, or of the path in WebDriverAgent.
    let driver: DeviceDriver
    /// The session, if the path names one.
    let session: Session?
    /// The session, or without one the active session of the device.
    let knownSession: Session?
    /// The parameters of the path.
    let path: [String: String]
    /// The parameters of the query.
    let query: [String: String]
    /// The script that the body names, where the route runs one.
    var script: Script?
    /// The arguments: the body of a request, or the argument of a script.
    var arguments: Arguments

    /// The device's id.
    var device: DeviceID { driver.id }

    /// The same command with other arguments.
    func with(_ arguments: Arguments) -> Call {
        var call = self
        call.arguments = arguments
        return call
    }

    /// The session.
    ///
    /// - Throws: `invalid session id` where the path names none.
    func requireSession() throws(DriverError) -> Session {
        guard let session else { throw DriverError(.invalidSessionID, "This command needs a session.") }
        return session
    }

    /// Whether the session has ended since the command began.
    var hasEnded: Bool {
        get async throws(HostError) { if let session { try await core.sessions.hasEnded(session) } else { false } }
    }

    /// The app that is meant: the one named, else the app under test.
    ///
    /// - Throws: `invalid argument` if there is none.
    func bundleID(_ name: String = "bundleId") throws(DriverError) -> BundleID {
        if let named = try arguments.optionalString(name) { return BundleID(named) }
        guard let app = session?.bundleID else {
            throw DriverError(
                .invalidArgument,
                "The argument '\(name)' is missing, and the session has no app under test."
            )
        }
        return app
    }

    // MARK: The app under test

    /// Refuses to launch an app with more than the session can keep, beside what it keeps of other processes that live.
    ///
    /// - Throws: `invalid argument`.
    func requireRoom(for bundleID: BundleID, _ arguments: [String], _ environment: Value = .object([])) async throws {
        guard let session = knownSession, !(arguments.isEmpty && environment == .object([])) else { return }
        let alive = Set(try await core.registry.apps(on: device).value.compactMap(\.pid))
        try session.change { state in
            state.launches = state.launches.filter { alive.contains($0.value.pid) }
            try state.requireRoom(for: bundleID, arguments, environment)
        }
    }

    /// Keeps what an app was launched with, and watches it if it is the app under test.
    ///
    /// - Parameter launch: The arguments and the environment of a new process; nil if it ran already.
    func launched(_ bundleID: BundleID, _ launch: (arguments: [String], environment: Value)?) async throws {
        guard let session = knownSession, let pid = try await driver.installedApp(bundleID)?.pid else { return }
        let isUnderTest = session.bundleID == bundleID
        try session.change { state in
            if let launch {
                state.launches[bundleID] = Session.Launch(
                    pid: pid,
                    arguments: launch.arguments,
                    environment: launch.environment
                )
            }
            if isUnderTest { state.watched = pid }
        }
    }

    /// Ends an app, so that no session takes its end for a crash.
    func terminate(_ bundleID: BundleID) async throws -> Bool {
        guard try await driver.installedApp(bundleID)?.pid != nil else { return false }
        try await core.sessions.removeApp(bundleID, on: device)
        return try await driver.terminate(bundleID)
    }

    /// Refuses a command on the app under test once that has ended by itself.
    ///
    /// - Throws: `invalid element state`, with the exit.
    func requireNoCrash() async throws {
        guard let session, let bundleID = session.bundleID, let watched = session.withState(\.watched) else { return }
        let app = try await driver.installedApp(bundleID)
        if let pid = app?.pid {
            if pid != watched { try session.change { if $0.watched != nil { $0.watched = pid } } }
            return
        }
        throw DriverError(
            .invalidElementState,
            "The application under test with bundle id '\(bundleID)' is not running, possibly crashed",
            data: try await exit(of: app, watched)?.value
        )
    }

    /// How the app under test has ended; of an app that was uninstalled, its process still tells it for a while.
    private func exit(of app: AppStatus?, _ watched: ProcessID) async throws -> ExitRecord? {
        if let app { return app.lastExit }
        return try await core.registry.processes(on: device).value.first { $0.pid == watched }?.exit
    }
}
