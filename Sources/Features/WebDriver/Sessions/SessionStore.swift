import DeviceHost
import HTTPAPI
import LifecycleKernel
import Logging
import Metrics
import ServiceLifecycle
import Synchronization
import Telemetry

/// The sessions of all clients: in memory, or in the store if servers share one.
public final class SessionStore: Sendable {
    /// How many sessions there may be at once; over all servers, more may be opened at the same time.
    static let limit = 1_000

    fileprivate struct State {
        var sessions: [String: Session] = [:]
        /// The session of each device of WebDriverAgent, which has one.
        var active: [DeviceID: Session] = [:]
        /// How many sessions are being opened.
        var opening = 0
        /// The sessions that have commands in progress at this server, and how many, by their ids.
        var commands: [String: (session: Session, count: Int)] = [:]
    }

    private let state = Mutex(State())
    /// The sessions that several servers share, if they do. `state` then has only what this server is opening or
    /// carrying out.
    private let shared: SharedSessions?
    private let wall: any WallClock
    private let gauges: [Dialect: Gauge]

    /// Makes the sessions of a server.
    ///
    /// - Parameters:
    ///   - registry: Their devices.
    ///   - metrics: Where they are counted.
    ///   - logger: Logs which sessions in the store cannot be read.
    public init(in registry: DeviceRegistry, metrics: any MetricsFactory, logger: Logger) {
        shared = SharedSessions(in: registry, logger: logger)
        wall = registry.wall
        gauges = Dictionary(
            uniqueKeysWithValues: Dialect.allCases.map { dialect in
                (dialect, WebDriverMetricTable.table.sessions.make(dialect.rawValue, in: metrics))
            }
        )
        for gauge in gauges.values { gauge.record(0) }
    }

    // MARK: Reading

    /// Every session whose device is there, in the order in which they were opened.
    ///
    /// - Throws: `storeUnreadable`.
    func all() async throws(HostError) -> [Session] {
        let sessions = if let shared { try await shared.all() } else { inMemory }
        return sessions.sorted { ($0.created, $0.id) < ($1.created, $1.id) }
    }

    private var inMemory: [Session] {
        state.withLock { Array($0.sessions.values) }.filter { !$0.isDeviceGone }
    }

    /// Every session as it is listed, in the order in which they were opened.
    ///
    /// - Throws: `storeUnreadable`.
    public func listed() async throws(HostError) -> [WebDriverSession] {
        let (all, commands, now) = (try await all(), state.withLock(\.commands), wall.now)
        return all.map { session in
            let elsewhere = shared.map { session.commandsInProgress(besides: $0.server, at: now) } ?? 0
            return session.listed((commands[session.id]?.count ?? 0) + elsewhere)
        }
    }

    /// A session of a dialect whose device is there; of WebDriverAgent it must be the active one of its device.
    ///
    /// - Parameter device: The device of WebDriverAgent that it is looked for on.
    /// - Throws: `storeUnreadable`.
    func session(_ id: String, _ dialect: Dialect, on device: DeviceID?) async throws(HostError) -> Session? {
        if let shared { return try await shared.session(id, dialect, on: device) }
        return state.withLock { state in
            guard let session = state.sessions[id], session.dialect == dialect, !session.isDeviceGone else {
                return nil
            }
            guard dialect != .wda || state.active[session.device] === session else { return nil }
            return session
        }
    }

    /// The session of a device of WebDriverAgent.
    ///
    /// - Throws: `storeUnreadable`.
    func active(on device: DeviceID) async throws(HostError) -> Session? {
        if let shared { return try await shared.active(on: device) }
        return state.withLock { $0.active[device].flatMap { $0.isDeviceGone ? nil : $0 } }
    }

    /// Whether the device of a session is gone. Another one may have its id.
    ///
    /// - Throws: `storeUnreadable`.
    func isDeviceGone(_ session: Session) async throws(HostError) -> Bool {
        if let shared { try await shared.present([session]).isEmpty } else { session.isDeviceGone }
    }

    /// Whether a session has ended since a command found it.
    ///
    /// - Throws: `storeUnreadable`.
    func hasEnded(_ session: Session) async throws(HostError) -> Bool {
        guard let shared else { return session.isDeviceGone || state.withLock { $0.sessions[session.id] == nil } }
        return try await shared.session(session.id, session.dialect, on: session.device) == nil
    }

    // MARK: Commands

    /// A command begins; the session does not end for want of commands until it has ended.
    func begin(_ session: Session) {
        state.withLock { $0.commands[session.id, default: (session, 0)].count += 1 }
    }

    /// A command has ended. What it has changed is kept.
    ///
    /// - Throws: As `save`.
    func end(_ command: SessionEvents.Command, of session: Session) async throws {
        let isLast = state.withLock { state in
            state.commands[session.id]?.count -= 1
            guard state.commands[session.id]?.count == 0 else { return false }
            state.commands[session.id] = nil
            return true
        }
        try session.change { [now = wall.now, server = shared?.server] state in
            state.lastCommand = now
            state.events.add(command)
            if isLast, let server { state.servers[server] = nil }
        }
        try await save(session)
    }

    /// Keeps what a command has changed.
    ///
    /// - Throws: An error if a change cannot be made to what other servers have written, or the store cannot be used.
    func save(_ session: Session) async throws { try await shared?.save(session) }

    /// Notes that a command has ended an app of a device, so that no session reports this as a crash.
    ///
    /// - Throws: As `save`.
    func removeApp(_ bundleID: BundleID, on device: DeviceID) async throws {
        if let shared { return try await shared.removeApp(bundleID, on: device) }
        for session in inMemory where session.device == device && session.bundleID == bundleID {
            try session.change { $0.watched = nil }
        }
    }

    // MARK: Beginnings and ends

    /// Reserves room for a session, which must then be added or given up.
    ///
    /// - Throws: `session not created` if there are too many; `storeUnreadable`.
    func reserve() async throws {
        if shared == nil { try await removeGone() }
        var count = try await shared?.count() ?? 0
        if count >= Self.limit {
            try await removeGone()
            count = try await shared?.count() ?? 0
        }
        let hasRoom = state.withLock { state in
            guard count + state.sessions.count + state.opening < Self.limit else { return false }
            state.opening += 1
            return true
        }
        guard hasRoom else {
            throw DriverError(.sessionNotCreated, "There are \(Self.limit) sessions, which is the limit.")
        }
    }

    /// Gives up the room for a session that could not be opened.
    func giveUp() { state.withLock { $0.opening -= 1 } }

    /// Adds the session that room was reserved for.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`; then the room must be given up.
    func add(_ session: Session) async throws {
        try await shared?.add(session)
        state.withLock { state in
            state.opening -= 1
            guard shared == nil else { return }
            state.sessions[session.id] = session
            if session.dialect == .wda { state.active[session.device] = session }
        }
        record()
    }

    /// Removes a session.
    ///
    /// - Returns: Whether it was there; of several callers one gets true.
    /// - Throws: `storeUnreadable`, `overloaded`.
    func remove(_ session: Session) async throws -> Bool {
        if let shared { return try await shared.remove(session) }
        let wasThere = state.withLock { $0.remove(session) }
        record()
        return wasThere
    }

    /// Removes the sessions whose devices are gone: with them nothing is left to be ended.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func removeGone() async throws {
        if let shared { return try await shared.removeGone() }
        let removed = state.withLock { state in
            state.sessions.values.filter(\.isDeviceGone).map { state.remove($0) }
        }
        if !removed.isEmpty { record() }
    }

    /// The sessions that have had no command for as long as they may.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func forgotten() async throws -> [Session] {
        guard let shared else { return inMemory.filter { $0.isForgotten(at: wall.now) && !isInUse($0) } }
        try await shared.note(state.withLock { Array($0.commands.values) })
        let (sessions, counts) = try await shared.forgotten()
        for (dialect, gauge) in gauges { gauge.record(counts[dialect] ?? 0) }
        return sessions.filter { !isInUse($0) }
    }

    private func isInUse(_ session: Session) -> Bool { state.withLock { $0.commands[session.id] != nil } }

    /// Removes a session that has had no command for as long as it may.
    ///
    /// - Returns: Whether it was removed; not if it is gone, or was used meanwhile.
    /// - Throws: `storeUnreadable`, `overloaded`.
    func removeForgotten(_ session: Session) async throws -> Bool {
        if let shared { return try await shared.removeForgotten(session) }
        let isRemoved = state.withLock { $0.commands[session.id] == nil && $0.remove(session) }
        record()
        return isRemoved
    }

    /// Counts the sessions in memory. Those that servers share are counted every second.
    private func record() {
        guard shared == nil else { return }
        let sessions = inMemory
        for (dialect, gauge) in gauges { gauge.record(sessions.count { $0.dialect == dialect }) }
    }
}

extension SessionStore.State {
    /// Removes a session in memory.
    ///
    /// - Returns: Whether it was there.
    fileprivate mutating func remove(_ session: Session) -> Bool {
        guard sessions.removeValue(forKey: session.id) != nil else { return false }
        if active[session.device] === session { active[session.device] = nil }
        return true
    }
}

extension DriverCore {
    /// Ends a session: its app under test, unless it asked for that to go on, and its own device.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`; then it goes on.
    func end(_ session: Session) async throws {
        if try await sessions.remove(session) { await tearDown(session) }
    }

    /// Does what is to be done when a session has ended.
    private func tearDown(_ session: Session) async {
        // A device made anew under the same name has nothing of this session.
        guard (try? await sessions.isDeviceGone(session)) == false else { return }
        let driver = driver(session.device)
        // A device that is gone, or whose store cannot be written, does not keep a session alive.
        if session.teardown.endsApp, let bundleID = session.bundleID { _ = try? await driver.terminate(bundleID) }
        if session.teardown.deletesDevice { await delete(session.device) }
        if let bundleID = session.bundleID { try? await sessions.removeApp(bundleID, on: session.device) }
    }

    /// Ends a session of WebDriverAgent, in turn with those that are opened on its device: the app that the next one
    /// launches may be the same.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`; then it goes on.
    func endAgentSession(_ session: Session) async throws {
        try await agentTurns.take(for: session.device.description) { try await end(session) }
    }

    /// Deletes the own device of a session. If it cannot be deleted, it expires.
    func delete(_ device: DeviceID) async { try? await registry.delete(device) }

    /// Ends the sessions that have had no command for as long as they may.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func expire() async throws {
        for session in try await sessions.forgotten() where try await sessions.removeForgotten(session) {
            await tearDown(session)
        }
    }

    /// Forgets what nobody needs any more: sessions of devices that are gone, what else was kept of such devices, old answers, and
    /// turns of servers that have ended.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func clean() async throws {
        try await sessions.removeGone()
        try await simulations.removeGone()
        try await answers.removeOld()
        try await agentTurns.removeAbandoned()
    }
}

/// Ends sessions whose clients have gone away.
struct SessionExpiry: Service {
    let core: DriverCore
    /// How long to wait between two looks.
    static let interval = Duration.seconds(1)
    /// How many looks there are from one cleaning to the next where each reads what servers share.
    private static let looksBetweenCleanings = 30

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var looks = 0
            while (try? await core.wall.sleep(until: core.wall.now + Self.interval)) != nil {
                // What fails now is done later.
                try? await core.expire()
                looks += 1
                if !core.registry.isShared || looks % Self.looksBetweenCleanings == 0 { try? await core.clean() }
            }
        }
    }
}
