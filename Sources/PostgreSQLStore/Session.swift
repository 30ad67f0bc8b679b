import DeviceHost
import Foundation
import Synchronization

/// A connection of the store, on a thread of its own. It is made when it is first needed, and again when it was lost.
actor Session {
    private let url: DatabaseURL
    /// The eras of the database, as every connection finds them; nil for a database that may have no tables.
    private let eras: Eras?
    private var connection: Connection?
    private var isClosed = false
    private nonisolated let executor = BlockingExecutor(label: "greenroom.database")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter eras: Where the eras are noted.
    init(_ url: DatabaseURL, _ eras: Eras? = nil) {
        self.url = url
        self.eras = eras
    }

    /// Does something with the connection.
    ///
    /// - Throws: What the work throws; an error of the connection if there is none, or it ends.
    func run<Value>(_ work: @Sendable (Connection) throws -> Value) throws -> Value where Value: Sendable {
        let open = try opened()
        do {
            return try work(open)
        } catch {
            if !open.isOpen || error.endsConnection { connection = nil }
            throw error
        }
    }

    /// Reads with the connection, and once more with another if it was lost.
    func read<Value>(_ work: @Sendable (Connection) throws -> Value) throws -> Value where Value: Sendable {
        do {
            return try run(work)
        } catch  where error.endsConnection {
            return try run(work)
        }
    }

    /// Ends the connection.
    func close() {
        isClosed = true
        connection = nil
    }

    private func opened() throws -> Connection {
        if let connection, connection.isOpen { return connection }
        guard !isClosed else { throw PostgreSQLError(connection: "the store is closed") }
        connection = nil
        let new = try Connection(url)
        if let eras { eras.note(try Era.check(new)) }
        connection = new
        return new
    }
}

extension Error {
    /// Whether the connection is of no use any more.
    var endsConnection: Bool {
        self is Connection.NoAnswer || (self as? PostgreSQLError)?.endsConnection == true
    }
}

/// The eras that the store knows.
final class Eras: Sendable {
    private let runs = Mutex<[StoreRun]>([])

    /// The eras, oldest first.
    var all: [StoreRun] { runs.withLock(\.self) }

    /// Notes what the database has.
    func note(_ found: [StoreRun]) { runs.withLock { $0 = found } }
}

/// The connections that do everything but commit changes. Each piece of work goes to the one that has the least to do.
final class Sessions: Sendable {
    private let sessions: [Session]
    private let loads: Mutex<[Int]>

    init(_ sessions: [Session]) {
        self.sessions = sessions
        loads = Mutex(sessions.map { _ in 0 })
    }

    func read<Value: Sendable>(_ work: @Sendable (Connection) throws -> Value) async throws -> Value {
        let index = loads.withLock { loads in
            let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[index] += 1
            return index
        }
        defer { loads.withLock { $0[index] -= 1 } }
        return try await sessions[index].read(work)
    }

    func close() async { for session in sessions { await session.close() } }
}
