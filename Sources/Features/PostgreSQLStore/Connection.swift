import CPostgreSQL
import DeviceHost
import Foundation

/// A connection to PostgreSQL. Its methods block until the answer is there, and must be called from one thread at a time.
final class Connection {
    let handle: OpaquePointer
    /// The names of the prepared statements, by their texts.
    private var prepared: [String: String] = [:]

    /// The formats of states that it can read.
    var formats = StateFormat.known
    /// How long it waits for an answer; nil for no limit.
    var deadline: ContinuousClock.Instant?

    /// How long a new connection may take to answer for the first time.
    private static let firstAnswerLimit = Duration.seconds(3)

    /// Connects, and sets the limits of the connection. This takes up to two or three seconds for each address of the URL.
    ///
    /// - Throws: `PostgreSQLError` when that fails.
    init(_ url: DatabaseURL) throws(PostgreSQLError) {
        guard let handle = url.connect() else {
            throw PostgreSQLError(connection: "there is not enough memory for the connection")
        }
        // Checked before the property is set: if an initializer throws after that, `deinit` runs as well.
        guard PQstatus(handle) == CONNECTION_OK else {
            let message = String(cString: PQerrorMessage(handle))
            PQfinish(handle)
            throw PostgreSQLError(connection: message)
        }
        self.handle = handle
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        // Otherwise sending would block if the database does not receive.
        guard PQsetnonblocking(handle, 1) == 0 else { throw failure }
        deadline = .now + Self.firstAnswerLimit
        // Plans each statement once, so that it uses the indexes: the tables may be small now, but will grow.
        try run(
            """
            SET lock_timeout = '250ms'; SET idle_in_transaction_session_timeout = '1s'; SET statement_timeout = '5s';
            SET default_transaction_isolation = 'read committed'; SET search_path = pg_catalog;
            SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off
            """
        )
        deadline = nil
    }

    deinit { PQfinish(handle) }

    /// The id of the database process that serves it.
    var backend: Int32 { PQbackendPID(handle) }

    /// The version of PostgreSQL: 150004 is 15.4.
    var serverVersion: Int32 { PQserverVersion(handle) }

    /// Whether a transaction was begun that has not failed.
    var isInTransaction: Bool { PQtransactionStatus(handle) == PQTRANS_INTRANS }

    /// Whether nothing has ended the connection yet. It also notices an end since the last answer.
    var isOpen: Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // A database that stops sends a message first; the end of the connection follows that.
        while PQstatus(handle) == CONNECTION_OK, poll(&descriptor, 1, 0) > 0 {
            guard PQconsumeInput(handle) == 1 else { return false }
        }
        return PQstatus(handle) == CONNECTION_OK
    }

    /// Runs statements without values, as one message: all of them take effect, or none.
    ///
    /// - Throws: `PostgreSQLError`.
    func run(_ statements: String) throws(PostgreSQLError) {
        guard PQsendQuery(handle, statements) == 1 else { throw failure }
        _ = try readResults()
    }

    /// Runs a statement. The connection prepares each statement once.
    ///
    /// - Parameter didSend: Called when the statement was sent, with the id of the process that serves the connection. If it
    ///   throws, the answer is lost.
    /// - Throws: `PostgreSQLError`; `NoAnswer` if the statement was sent, and it is unknown whether it was carried out.
    @discardableResult
    func query(
        _ statement: String,
        _ parameters: [Parameter] = [],
        didSend: (@Sendable (Int32) throws -> Void)? = nil
    ) throws -> ResultRows {
        let name = try prepare(statement)
        guard send(name, parameters) else { throw failure }
        do {
            try didSend?(backend)
        } catch {
            throw NoAnswer(reason: "\(error)")
        }
        do {
            guard let rows = try readResults() else { throw failure }
            return rows
        } catch let error as PostgreSQLError where error.endsConnection {
            throw NoAnswer(reason: error.description)
        }
    }

    /// A statement was sent, and its outcome is unknown.
    struct NoAnswer: Error, CustomStringConvertible {
        var reason: String
        var description: String { reason }
    }

    // MARK: Sending and receiving

    private func prepare(_ statement: String) throws(PostgreSQLError) -> String {
        if let name = prepared[statement] { return name }
        let name = "s\(prepared.count)"
        guard PQsendPrepare(handle, name, statement, 0, nil) == 1 else { throw failure }
        _ = try readResults()
        prepared[statement] = name
        return name
    }

    /// Sends a prepared statement. Values and results are in the binary format.
    private func send(_ name: String, _ parameters: [Parameter]) -> Bool {
        // One buffer for all values, so that each has an address while libpq reads it. It has one more byte at its end: an empty
        // value needs an address too, since libpq takes a null pointer for NULL.
        var bytes: [UInt8] = []
        for parameter in parameters { bytes += parameter.bytes ?? [] }
        bytes.append(0)
        return bytes.withUnsafeBufferPointer { all in
            var values: [UnsafePointer<CChar>?] = []
            var lengths: [Int32] = []
            var offset = 0
            for parameter in parameters {
                let count = parameter.bytes?.count ?? 0
                let start = all.baseAddress.map { UnsafeRawPointer($0 + offset).assumingMemoryBound(to: CChar.self) }
                values.append(parameter.bytes == nil ? nil : start)
                lengths.append(Int32(clamping: count))
                offset += count
            }
            let formats = [Int32](repeating: 1, count: parameters.count)
            return PQsendQueryPrepared(handle, name, Int32(parameters.count), values, lengths, formats, 1) == 1
        }
    }

    /// Reads all results of the statements that were sent.
    ///
    /// - Returns: The last of them.
    /// - Throws: The first error; an error of the connection if that ends, or if the deadline passes.
    private func readResults() throws(PostgreSQLError) -> ResultRows? {
        var error: PostgreSQLError?
        var last: ResultRows?
        while let result = try nextResult() {
            let rows = ResultRows(result)
            if let found = Self.error(of: result) { error = error ?? found } else { last = rows }
        }
        if let error { throw error }
        return last
    }

    /// Waits for the next result; nil when a statement has no more.
    private func nextResult() throws(PostgreSQLError) -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw failure }
            try waitForSocket(toSend: unsent > 0)
            guard PQconsumeInput(handle) == 1 else { throw failure }
        }
        let result = PQgetResult(handle)
        // If the connection ends, libpq returns results without end.
        if result == nil, PQstatus(handle) != CONNECTION_OK { throw failure }
        return result
    }

    private func waitForSocket(toSend: Bool) throws(PostgreSQLError) {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(toSend ? POLLIN | POLLOUT : POLLIN), revents: 0)
        while true {
            var longest: Int32 = -1
            if let deadline {
                let left = (deadline - ContinuousClock.now) / .milliseconds(1)
                guard left > 0 else { throw .noAnswer }
                longest = Int32(clamping: Int64(left.rounded(.up)))
            }
            let found = poll(&descriptor, 1, longest)
            if found > 0 { return }
            guard found == 0 || errno == EINTR else {
                throw PostgreSQLError(connection: String(cString: strerror(errno)))
            }
        }
    }

    /// The error of the connection, in the words of libpq.
    var failure: PostgreSQLError {
        let message = String(cString: PQerrorMessage(handle))
        return PostgreSQLError(connection: message.isEmpty ? "the connection has ended" : message)
    }

    /// Returns the error of a result; nil if the result is not an error.
    private static func error(of result: OpaquePointer) -> PostgreSQLError? {
        guard PQresultStatus(result) == PGRES_FATAL_ERROR else { return nil }
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        // Without the detail, which contains values.
        return PostgreSQLError(state: field("C"), message: field("M") ?? String(cString: PQresultErrorMessage(result)))
    }
}
