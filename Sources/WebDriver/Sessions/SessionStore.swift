import DeviceHost
import HTTPAPI
import LifecycleKernel
import Metrics
import ServiceLifecycle
import Synchronization

/// The sessions of all clients. They live in memory only.
public final class SessionStore: Sendable {
    /// How many sessions there may be at once.
    static let limit = 1_000

    private struct State {
        var sessions: [String: Session] = [:]
        /// The session of each device of WebDriverAgent, which has one.
        var active: [DeviceID: Session] = [:]
        /// How many sessions are being opened.
        var opening = 0
    }

    private let state = Mutex(State())
    private let gauges: [Dialect: Gauge]

    /// Makes a store without sessions.
    ///
    /// - Parameter metrics: Where they are counted.
    public init(metrics: any MetricsFactory) {
        gauges = Dictionary(
            uniqueKeysWithValues: Dialect.allCases.map { dialect in
                let labels = [("dialect", dialect.rawValue)]
                return (dialect, Gauge(label: "greenroom.webdriver.sessions", dimensions: labels, factory: metrics))
            }
        )
        for gauge in gauges.values { gauge.record(0) }
    }

    /// Every session whose device is there, in the order in which they were opened.
    var all: [Session] {
        let sessions = state.withLock { Array($0.sessions.values) }
        return sessions.filter { !$0.life.isOver }.sorted { ($0.created, $0.id) < ($1.created, $1.id) }
    }

    /// Every session as it is listed, in the order in which they were opened.
    public var listed: [WebDriverSession] { all.map(\.listed) }

    /// A session of a dialect whose device is there; of WebDriverAgent it must be the active one of its device.
    func session(_ id: String, _ dialect: Dialect) -> Session? {
        state.withLock { state in
            guard let session = state.sessions[id], session.dialect == dialect, !session.life.isOver else { return nil }
            guard dialect != .wda || state.active[session.device] === session else { return nil }
            return session
        }
    }

    /// The session of a device of WebDriverAgent.
    func active(on device: DeviceID) -> Session? {
        state.withLock { $0.active[device].flatMap { $0.life.isOver ? nil : $0 } }
    }

    /// Reserves room for a session, which must then be added or given up.
    ///
    /// - Throws: `session not created` if there are too many.
    func reserve() throws(DriverError) {
        removeGone()
        let hasRoom = state.withLock { state in
            guard state.sessions.count + state.opening < Self.limit else { return false }
            state.opening += 1
            return true
        }
        guard hasRoom else {
            throw DriverError(.sessionNotCreated, "There are \(Self.limit) sessions, which is the most.")
        }
    }

    /// Gives up the room for a session that could not be opened.
    func giveUp() { state.withLock { $0.opening -= 1 } }

    /// Adds the session that room was reserved for.
    func add(_ session: Session) {
        state.withLock { state in
            state.opening -= 1
            state.sessions[session.id] = session
            if session.dialect == .wda { state.active[session.device] = session }
        }
        record()
    }

    /// Removes a session.
    ///
    /// - Returns: Whether it was there; of several callers one gets true.
    func remove(_ session: Session) -> Bool {
        let wasThere = state.withLock { state in
            guard state.sessions.removeValue(forKey: session.id) != nil else { return false }
            if state.active[session.device] === session { state.active[session.device] = nil }
            return true
        }
        session.withState { $0.hasEnded = true }
        record()
        return wasThere
    }

    /// Removes the sessions whose devices are gone: with them nothing is left to be ended.
    func removeGone() {
        let removed = state.withLock { state in
            let gone = state.sessions.values.filter(\.life.isOver)
            for session in gone {
                state.sessions[session.id] = nil
                if state.active[session.device] === session { state.active[session.device] = nil }
            }
            return !gone.isEmpty
        }
        if removed { record() }
    }

    /// A command has ended an app of a device, so that no session takes that for a crash.
    func forget(_ bundleID: BundleID, on device: DeviceID) {
        for session in all where session.device == device && session.bundleID == bundleID {
            session.withState { $0.watched = nil }
        }
    }

    private func record() {
        let sessions = all
        for (dialect, gauge) in gauges { gauge.record(sessions.count { $0.dialect == dialect }) }
    }
}

extension DriverCore {
    /// Ends a session: its app under test, unless it asked for that to go on, and its own device.
    func end(_ session: Session) async {
        guard sessions.remove(session) else { return }
        // A device made anew under the same name has nothing of this session.
        guard !session.life.isOver else { return }
        let driver = driver(session.device)
        // A device that is gone, or whose store cannot be written, does not keep a session alive.
        if session.teardown.endsApp, let bundleID = session.bundleID { _ = try? await driver.terminate(bundleID) }
        if session.teardown.deletesDevice { await delete(session.device) }
        sessions.forget(session.bundleID ?? "", on: session.device)
    }

    /// Ends a session of WebDriverAgent, in turn with those that are opened on its device: the app that the next one
    /// launches may be the same.
    func endAgentSession(_ session: Session) async {
        await agentTurns.take(for: session.device) { await end(session) }
    }

    /// Deletes the own device of a session. If it cannot be deleted, it expires.
    func delete(_ device: DeviceID) async { try? await registry.delete(device) }

    /// Ends the sessions that have had no command for as long as they may, and those whose devices are gone, and forgets
    /// what was kept of such devices.
    func expire() async {
        sessions.removeGone()
        for session in sessions.all where session.isForgotten(at: wall.now) { await end(session) }
        simulations.forgetGone()
    }
}

/// Ends sessions whose clients have gone away.
struct SessionExpiry: Service {
    let core: DriverCore
    /// How long to wait between two looks.
    static let interval = Duration.seconds(1)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await core.wall.sleep(until: core.wall.now + Self.interval)) != nil {
                await core.expire()
            }
        }
    }
}
