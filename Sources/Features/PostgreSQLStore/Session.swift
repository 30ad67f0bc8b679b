import DeviceHost
import Dispatch
import Foundation
import Synchronization

/// One connection of the store, on a thread of its own. It connects when it is first needed, and again after the connection was
/// lost.
actor Session {
    private let url: DatabaseURL
    /// Where every new connection notes the eras of the database; nil for a database that may have no tables.
    private let eras: Eras?
    private let formats: [StateFormat]
    private var connection: Connection?
    /// The connection that is being made.
    private var next: NewConnection?
    private var isClosed = false
    private nonisolated let executor = BlockingExecutor(label: "greenroom.database")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - eras: Where the eras are noted.
    ///   - formats: The formats of states that are read.
    init(_ url: DatabaseURL, _ eras: Eras? = nil, _ formats: [StateFormat] = StateFormat.known) {
        self.url = url
        self.eras = eras
        self.formats = formats
    }

    /// Runs work with the connection.
    ///
    /// - Parameter deadline: When to give up; nil for never. The time also passes while others use the connection, and while a new
    ///   one is made.
    /// - Throws: What the work throws; an error of the connection if it cannot be made, or ends.
    func run<Value: Sendable>(
        before deadline: ContinuousClock.Instant?,
        _ work: @Sendable (Connection) throws -> Value
    ) throws -> Value {
        if let deadline, deadline <= .now { throw PostgreSQLError.noAnswer }
        let open = try opened(before: deadline)
        open.deadline = deadline
        do {
            return try work(open)
        } catch {
            if !open.isOpen || error.endsConnection { connection = nil }
            throw error
        }
    }

    /// Reads with the connection. If that is lost, reads once more with another.
    func read<Value: Sendable>(
        before deadline: ContinuousClock.Instant?,
        _ work: @Sendable (Connection) throws -> Value
    ) throws -> Value {
        do {
            return try run(before: deadline, work)
        } catch  where error.endsConnection {
            return try run(before: deadline, work)
        }
    }

    /// Ends the connection.
    func close() {
        isClosed = true
        connection = nil
        next = nil
    }

    /// Whether the database is there but refuses the connection, for example because of a wrong password.
    func isRefused() -> Bool { url.isRefused }

    private func opened(before deadline: ContinuousClock.Instant?) throws -> Connection {
        if let connection, connection.isOpen { return connection }
        guard !isClosed else { throw PostgreSQLError(connection: "the store is closed") }
        connection = nil
        let new = try connect(before: deadline)
        new.deadline = deadline
        new.formats = formats
        if let eras { eras.note(try Era.check(new)) }
        connection = new
        return new
    }

    private func connect(before deadline: ContinuousClock.Instant?) throws(PostgreSQLError) -> Connection {
        // A connection that came too late for the caller that wanted it may have ended since, or have failed long ago.
        if let made = next, made.isDone {
            next = nil
            if case .success(let connection)? = made.take(before: .now), connection.isOpen { return connection }
        }
        let new = next ?? NewConnection(url)
        next = new
        guard let result = new.take(before: deadline) else { throw .noAnswer }
        next = nil
        return try result.get()
    }
}

/// A connection that is being made, on a thread of its own, so that a caller that waits for it can give up.
private final class NewConnection: Sendable {
    /// Written before `isMade` is signalled, and read after that.
    private nonisolated(unsafe) var result: Result<Connection, PostgreSQLError>?
    private let isMade = DispatchSemaphore(value: 0)
    private let hasEnded = Atomic<Bool>(false)

    init(_ url: DatabaseURL) {
        Thread.detachNewThread { [self] in
            result = Result { () throws(PostgreSQLError) in try Connection(url) }
            hasEnded.store(true, ordering: .releasing)
            isMade.signal()
        }
    }

    /// Whether the connection is there, or could not be made.
    var isDone: Bool { hasEnded.load(ordering: .acquiring) }

    /// Waits for the connection, which can be taken once.
    ///
    /// - Returns: Nil if the connection is not made in time.
    func take(before deadline: ContinuousClock.Instant?) -> Result<Connection, PostgreSQLError>? {
        let end = deadline.map { DispatchTime.now() + max(0, ($0 - ContinuousClock.now) / .seconds(1)) }
        guard isMade.wait(timeout: end ?? .distantFuture) == .success else { return nil }
        return result.take()
    }
}

extension Error {
    /// Whether the connection can no longer be used.
    var endsConnection: Bool {
        self is Connection.NoAnswer || (self as? PostgreSQLError)?.endsConnection == true
    }
}

/// The eras that the store knows.
final class Eras: Sendable {
    private let state = Mutex<(runs: [StoreRun], first: Int64?)>(([], nil))

    /// The eras, oldest first.
    var all: [StoreRun] { state.withLock(\.runs) }

    /// The position that the database had reached with the first connection; 0 before that.
    var first: Int64 { state.withLock { $0.first ?? 0 } }

    /// Notes what the database has.
    func note(_ found: (runs: [StoreRun], end: Int64)) {
        state.withLock { $0 = (found.runs, $0.first ?? found.end) }
    }
}

/// The connections that do everything except commit changes. Each operation goes to the connection with the fewest operations.
final class Sessions: Sendable {
    private let sessions: [Session]
    /// How long an operation may take.
    private let limit: Duration
    private let loads: Mutex<[Int]>

    init(_ sessions: [Session], limit: Duration) {
        self.sessions = sessions
        self.limit = limit
        loads = Mutex(sessions.map { _ in 0 })
    }

    func read<Value: Sendable>(_ work: @Sendable (Connection) throws -> Value) async throws -> Value {
        let deadline = ContinuousClock.now + limit
        let index = loads.withLock { loads in
            let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[index] += 1
            return index
        }
        defer { loads.withLock { $0[index] -= 1 } }
        return try await sessions[index].read(before: deadline, work)
    }

    func close() async { for session in sessions { await session.close() } }
}
