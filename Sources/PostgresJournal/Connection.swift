#if PostgreSQL
import CLibPQ
import Foundation

/// A connection to PostgreSQL. Its methods wait for the answers, and are called from one thread at a time.
final class Connection {
    private let handle: OpaquePointer
    /// The names of the statements that are prepared, by their texts.
    private var prepared: [String: String] = [:]
    /// How long an answer may take where nothing else is said; nil for as long as the connection lasts.
    var answerLimit: Duration?

    /// Connects.
    ///
    /// - Parameters:
    ///   - url: The URL, as libpq takes it.
    ///   - name: What PostgreSQL shows as the application.
    /// - Throws: `PostgresError` when that fails.
    init(_ url: JournalURL, name: String) throws(PostgresError) {
        guard let handle = url.connect(name: name) else { throw PostgresError(connection: "there is no memory for it") }
        // Before the property is set: where an initializer throws after that, deinit runs as well.
        guard PQstatus(handle) == CONNECTION_OK else {
            let message = String(cString: PQerrorMessage(handle))
            PQfinish(handle)
            throw PostgresError(connection: message)
        }
        self.handle = handle
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// The process that serves it.
    var backend: Int32 { PQbackendPID(handle) }

    /// The version of PostgreSQL: 150004 is 15.4.
    var serverVersion: Int32 { PQserverVersion(handle) }

    /// Whether nothing has ended the connection yet. Sees an end that has come since the last answer.
    var isOpen: Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // A server that is stopped says so first: the end is behind what it said.
        while PQstatus(handle) == CONNECTION_OK, poll(&descriptor, 1, 0) > 0 {
            guard PQconsumeInput(handle) == 1 else { return false }
        }
        return PQstatus(handle) == CONNECTION_OK
    }

    // MARK: Notifications

    /// What becomes readable when PostgreSQL says something.
    var socket: Int32 { PQsocket(handle) }

    /// Takes the notifications that have come since the last time.
    ///
    /// - Returns: What was sent with each of them.
    func takeNotifications() -> [String] {
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            payloads.append(notification.pointee.extra.map { String(cString: $0) } ?? "")
            PQfreemem(notification)
        }
        return payloads
    }

    /// Waits for a notification.
    ///
    /// - Returns: Whether one has come in time.
    func hearsNotification(within limit: Duration) throws(PostgresError) -> Bool {
        let deadline = ContinuousClock.now + limit
        while takeNotifications().isEmpty {
            guard ContinuousClock.now < deadline else { return false }
            do {
                try waitForInput(before: deadline)
            } catch {
                return false
            }
            guard PQconsumeInput(handle) == 1 else { throw failure }
        }
        return true
    }

    // MARK: One statement

    /// Runs statements without values, as one message.
    ///
    /// - Throws: `PostgresError`.
    func run(_ statements: String) throws(PostgresError) {
        let deadline = deadline(nil)
        guard PQsendQuery(handle, statements) == 1 else { throw failure }
        var error: PostgresError?
        while let result = try nextResult(before: deadline) {
            defer { PQclear(result) }
            if error == nil { error = Self.error(of: result) }
        }
        if let error { throw error }
    }

    /// Runs a statement, which is prepared once.
    ///
    /// - Throws: `PostgresError`.
    @discardableResult
    func query(_ statement: String, _ parameters: [Parameter] = []) throws(PostgresError) -> ResultRows {
        let name = try prepare(statement)
        let deadline = deadline(nil)
        guard send(name, parameters) else { throw failure }
        var rows: ResultRows?
        var error: PostgresError?
        while let result = try nextResult(before: deadline) {
            if let found = Self.error(of: result) {
                error = error ?? found
                PQclear(result)
            } else {
                rows = ResultRows(result)
            }
        }
        if let error { throw error }
        guard let rows else { throw failure }
        return rows
    }

    // MARK: Several statements

    /// A statement of a pipeline, with its values.
    struct Statement {
        var text: String
        var parameters: [Parameter] = []
    }

    /// Runs statements without waiting for the answer of each before the next is sent.
    ///
    /// The statements after one that fails are not carried out.
    ///
    /// - Parameters:
    ///   - statements: The statements, in order.
    ///   - limit: How long the answers may take; nil for `answerLimit`.
    ///   - didSend: Called when all of them were sent, with the process that serves the connection.
    /// - Returns: The rows of each statement.
    /// - Throws: The `PostgresError` of the first statement that fails; `NoAnswer` if the connection ends, or the limit is
    ///   over, and some or all of the statements may have been carried out.
    @discardableResult
    func pipeline(
        _ statements: [Statement],
        within limit: Duration? = nil,
        didSend: (@Sendable (Int32) throws -> Void)? = nil
    ) throws -> [ResultRows] {
        let names = try statements.map { try prepare($0.text) }
        guard PQenterPipelineMode(handle) == 1 else { throw failure }
        do {
            for (name, statement) in zip(names, statements) {
                guard send(name, statement.parameters) else { throw failure }
            }
            guard PQpipelineSync(handle) == 1 else { throw failure }
            try didSend?(backend)
            let (rows, error) = try readPipeline(before: deadline(limit))
            guard PQexitPipelineMode(handle) == 1 else { throw failure }
            if let error { throw StatementFailure(error: error) }
            return rows
        } catch let failure as StatementFailure {
            if failure.error.endsConnection { throw NoAnswer(reason: failure.error.description) }
            throw failure.error
        } catch {
            throw NoAnswer(reason: "\(error)")
        }
    }

    /// Nobody knows what became of statements that were sent.
    struct NoAnswer: Error {
        var reason: String
    }

    private struct StatementFailure: Error {
        var error: PostgresError
    }

    /// Reads the answers up to the end of a pipeline.
    ///
    /// - Returns: The rows of each statement, and the first error.
    private func readPipeline(
        before deadline: ContinuousClock.Instant?
    ) throws(PostgresError) -> (rows: [ResultRows], error: PostgresError?) {
        var rows: [ResultRows] = []
        var error: PostgresError?
        while true {
            // Nothing stands between the answers of two statements.
            guard let result = try nextResult(before: deadline) else { continue }
            let status = PQresultStatus(result)
            if error == nil, status != PGRES_PIPELINE_ABORTED { error = Self.error(of: result) }
            rows.append(ResultRows(result))
            if status == PGRES_PIPELINE_SYNC { return (rows, error) }
            if let error, error.endsConnection { return (rows, error) }
        }
    }

    // MARK: Sending and receiving

    private func deadline(_ limit: Duration?) -> ContinuousClock.Instant? {
        (limit ?? answerLimit).map { ContinuousClock.now + $0 }
    }

    private func prepare(_ statement: String) throws(PostgresError) -> String {
        if let name = prepared[statement] { return name }
        let name = "s\(prepared.count)"
        let deadline = deadline(nil)
        guard PQsendPrepare(handle, name, statement, 0, nil) == 1 else { throw failure }
        var error: PostgresError?
        while let result = try nextResult(before: deadline) {
            defer { PQclear(result) }
            if error == nil { error = Self.error(of: result) }
        }
        if let error { throw error }
        prepared[statement] = name
        return name
    }

    /// Sends a statement that is prepared. Values and results are in the binary format.
    private func send(_ name: String, _ parameters: [Parameter]) -> Bool {
        // One piece of memory for all values, so that each has an address while libpq reads it.
        let bytes = parameters.flatMap { $0.bytes ?? [] }
        return bytes.withUnsafeBufferPointer { all in
            var values: [UnsafePointer<CChar>?] = []
            var lengths: [Int32] = []
            var offset = 0
            let empty = UnsafePointer<CChar>(Self.emptyValue)
            for parameter in parameters {
                let count = parameter.bytes?.count ?? 0
                let start = all.baseAddress.map { UnsafeRawPointer($0 + offset).assumingMemoryBound(to: CChar.self) }
                values.append(parameter.bytes == nil ? nil : count == 0 ? empty : start)
                lengths.append(Int32(count))
                offset += count
            }
            let formats = [Int32](repeating: 1, count: parameters.count)
            return PQsendQueryPrepared(handle, name, Int32(parameters.count), values, lengths, formats, 1) == 1
        }
    }

    /// What an empty value points to: a null pointer would be NULL.
    nonisolated(unsafe) private static let emptyValue = UnsafeMutablePointer<CChar>.allocate(capacity: 1)

    /// Waits for the next result; nil when a statement has no more.
    ///
    /// - Throws: `PostgresError` when the connection ends or it is too late.
    private func nextResult(before deadline: ContinuousClock.Instant?) throws(PostgresError) -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            try flush()
            try waitForInput(before: deadline)
            guard PQconsumeInput(handle) == 1 else { throw failure }
        }
        let result = PQgetResult(handle)
        // Where the connection ends libpq gives results without an end.
        if result == nil, PQstatus(handle) != CONNECTION_OK { throw failure }
        return result
    }

    private func flush() throws(PostgresError) {
        guard PQflush(handle) >= 0 else { throw failure }
    }

    private func waitForInput(before deadline: ContinuousClock.Instant?) throws(PostgresError) {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = (deadline - ContinuousClock.now) / .milliseconds(1)
                guard left > 0 else { throw PostgresError(connection: "the database does not answer") }
                milliseconds = Int32(clamping: Int64(left.rounded(.up)))
            }
            let found = poll(&descriptor, 1, milliseconds)
            if found > 0 { return }
            guard found == 0 || errno == EINTR else {
                throw PostgresError(connection: String(cString: strerror(errno)))
            }
        }
    }

    /// What libpq says is wrong with the connection.
    private var failure: PostgresError {
        let message = String(cString: PQerrorMessage(handle))
        return PostgresError(connection: message.isEmpty ? "the connection has ended" : message)
    }

    /// The error that a result is; nil if it is none.
    private static func error(of result: OpaquePointer) -> PostgresError? {
        guard PQresultStatus(result) == PGRES_FATAL_ERROR else { return nil }
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        // Without the detail, which has values.
        return PostgresError(state: field("C"), message: field("M") ?? String(cString: PQresultErrorMessage(result)))
    }
}
#endif
