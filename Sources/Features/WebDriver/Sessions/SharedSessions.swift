import DeviceHost
import LifecycleKernel
import Logging
import Synchronization
import WireFormat

/// The sessions in a store that servers share. Each use of a session reads it from there.
///
/// A command changes a `Session` of its own. When it has ended, its changes are made to what the store has by then.
final class SharedSessions: Sendable {
    private let items: SharedItems
    private let registry: DeviceRegistry
    private let logger: Logger
    /// Names this server.
    let server = String(UInt64.random(in: 0 ... .max), radix: 16)
    private let seen = Mutex<[String: SeenSession]>([:])

    /// What this server has seen of a session when it looked last.
    private struct SeenSession: Sendable {
        /// When it was written last.
        var position: Int64
        /// The session as it was written at `readAt`; nil if it could not be read.
        var session: Session?
        var readAt: Int64
    }

    /// How long a server is believed to have commands in progress if it says nothing more.
    private static let silence = Duration.seconds(10)
    /// How much longer than its timeout a session lives: until other servers have said what is in progress, also busy ones.
    private static let grace = Duration.seconds(5)

    /// Makes the sessions of a server; nil if it shares its store with no other.
    init?(in registry: DeviceRegistry, logger: Logger) {
        guard let items = SharedItems(.session, in: registry) else { return nil }
        self.items = items
        self.registry = registry
        self.logger = logger
    }

    private var now: WallInstant { registry.wall.now }

    /// The name of a session. A device of WebDriverAgent has one.
    private static func name(_ dialect: Dialect, _ id: String, _ device: DeviceID?) -> String? {
        switch dialect {
        case .appium: id.isUUID ? "\(dialect.rawValue)/\(id)" : nil
        case .wda: device.map { "\(dialect.rawValue)/\($0)" }
        }
    }

    private func name(_ session: Session) -> String? { Self.name(session.dialect, session.id, session.device) }

    private func read(_ value: [UInt8]?) -> Session? {
        guard let value else { return nil }
        let session = Session(kept: value)
        if session == nil { logger.error("a session in the store cannot be read") }
        return session
    }

    // MARK: Reading

    /// A session whose device is there.
    func session(_ id: String, _ dialect: Dialect, on device: DeviceID?) async throws(HostError) -> Session? {
        guard let name = Self.name(dialect, id, device), let session = try await session(named: name), session.id == id
        else { return nil }
        return session
    }

    /// The session of a device of WebDriverAgent.
    func active(on device: DeviceID) async throws(HostError) -> Session? {
        guard let name = Self.name(.wda, "", device) else { return nil }
        return try await session(named: name)
    }

    private func session(named name: String) async throws(HostError) -> Session? {
        guard let session = read(try await items.value(named: name)) else { return nil }
        return try await present([session]).first
    }

    /// All whose devices are there.
    func all() async throws(HostError) -> [Session] {
        try await present(try await items.all().compactMap { read($0.value) })
    }

    /// Those whose devices are there.
    func present(_ sessions: [Session]) async throws(HostError) -> [Session] {
        let numbers = try await registry.numbers(of: sessions.map(\.device))
        return sessions.filter { session in
            if case .number(let number) = session.identity { numbers[session.device] == number } else { false }
        }
    }

    /// How many there are, also of devices that are gone.
    func count() async throws(HostError) -> Int { try await items.positions().count }

    /// All, those of devices that are gone, too. What each remembers may be as it was a while ago.
    private func look() async throws(HostError) -> [String: SeenSession] {
        let positions = try await items.positions()
        var sessions = seen.withLock(\.self)
        sessions = sessions.filter { positions[$0.key] != nil }
        for (name, position) in positions {
            guard let before = sessions[name] else {
                let session = read(try await items.value(named: name))
                sessions[name] = SeenSession(position: position, session: session, readAt: position)
                continue
            }
            // One that is used all the time is not read again and again.
            if before.position == position, before.readAt != position {
                sessions[name]?.session = read(try await items.value(named: name))
                sessions[name]?.readAt = position
            }
            sessions[name]?.position = position
        }
        seen.withLock { $0 = sessions }
        return sessions
    }

    // MARK: Changing

    /// Adds a session, in place of the one that a device of WebDriverAgent had.
    func add(_ session: Session) async throws {
        if let name = name(session) { try await items.change(name) { $0 = session.kept } }
    }

    /// Removes a session, if it is there.
    ///
    /// - Parameter condition: Whether it is to be removed as it is.
    /// - Returns: Whether it was removed; of several callers one gets true.
    func remove(_ session: Session, if condition: (Session) -> Bool = { _ in true }) async throws -> Bool {
        guard let name = name(session) else { return false }
        return try await items.change(name) { value in
            guard let kept = read(value), kept.id == session.id, condition(kept) else { return false }
            value = nil
            return true
        }
    }

    /// Makes the changes to what the store has of a session that a command has made to its own. Does nothing if the session has ended.
    ///
    /// - Throws: What a change throws that cannot be made any more; `storeUnreadable`, `overloaded`.
    func save(_ session: Session) async throws { try await make(session.takeUnsaved(), to: session) }

    private func make(_ changes: [Session.Change], to session: Session) async throws {
        guard !changes.isEmpty, let name = name(session) else { return }
        try await items.change(name) { value in
            guard let kept = read(value), kept.id == session.id else { return }
            for change in changes { try kept.change(change) }
            value = kept.kept
        }
    }

    /// Has no session whose app under test it is take its end for a crash.
    func removeApp(_ bundleID: BundleID, on device: DeviceID) async throws {
        var sessions = try await look().values.compactMap(\.session).filter { $0.dialect == .appium }
        // Another one may have its name since the server has looked.
        if let active = try await active(on: device) { sessions.append(active) }
        for session in sessions where session.device == device && session.bundleID == bundleID {
            try await make([{ $0.watched = nil }], to: session)
        }
    }

    // MARK: Ends

    /// Says how many commands of sessions are in progress here.
    func note(_ commands: [(session: Session, count: Int)]) async throws {
        for (session, count) in commands {
            let until = now + Self.silence
            let change: Session.Change = { [server, now] state in
                state.servers = state.servers.filter { $0.value.until > now }
                state.servers[server] = Session.CommandsInProgress(count: count, until: until)
            }
            try await make([change], to: session)
        }
    }

    /// The sessions that have had no command for as long as they may, but for commands that are in progress here, and how many there
    /// are of each dialect.
    func forgotten() async throws(HostError) -> (sessions: [Session], counts: [Dialect: Int]) {
        var sessions: [Session] = []
        var counts: [Dialect: Int] = [:]
        for seen in try await look().values {
            guard let session = seen.session else { continue }
            counts[session.dialect, default: 0] += 1
            if seen.position == seen.readAt, isForgotten(session) { sessions.append(session) }
        }
        return (sessions, counts)
    }

    /// Removes a session, if it has had no command for as long as it may, and is there.
    ///
    /// - Returns: Whether it was removed.
    func removeForgotten(_ session: Session) async throws -> Bool { try await remove(session, if: isForgotten) }

    private func isForgotten(_ session: Session) -> Bool { session.isForgotten(at: now, after: Self.grace) }

    /// Removes the sessions whose devices are gone.
    func removeGone() async throws {
        let sessions = try await items.all().compactMap { read($0.value) }
        let present = Set(try await present(sessions).map(\.id))
        for session in sessions where !present.contains(session.id) { _ = try await remove(session) }
    }
}
