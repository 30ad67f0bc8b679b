#if PostgreSQL
/// A connection that reads, and claims idempotency keys: on a thread of its own, one reading after another.
actor JournalReader {
    private let executor = ConnectionExecutor(label: "greenroom.journal.reader")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let url: JournalURL
    private let member: CurrentMember
    private let use: String
    private var connection: Connection?
    /// Whether there has been a connection.
    private var hasConnected = false
    private var isClosed = false

    /// - Parameters:
    ///   - url: The database.
    ///   - member: The member that the server is.
    ///   - use: What the connection is for, as PostgreSQL shows it.
    init(_ url: JournalURL, _ member: CurrentMember, use: String) {
        self.url = url
        self.member = member
        self.use = use
    }

    /// Reads something; once more on a new connection if the one that was there has ended.
    ///
    /// - Throws: `PostgresError`; what the closure throws.
    func read<Value: Sendable>(_ work: @Sendable (Connection) throws -> Value) throws -> Value {
        if let connection, connection.isOpen {
            do {
                return try work(connection)
            } catch let error as PostgresError where error.endsConnection {
                self.connection = nil
            }
        }
        guard !isClosed else { throw PostgresError(state: "57P01", message: "the journal is closed") }
        do {
            let new = try Connection(url, name: member.application(use))
            // What a reader writes, claims of idempotency keys, may be lost with the database: no device is made under them then.
            try new.run("SET synchronous_commit = off")
            connection = new
            if hasConnected { member.metrics.reconnected() }
            hasConnected = true
            return try work(new)
        } catch let error as PostgresError where error.endsConnection {
            connection = nil
            throw error.withoutAddress
        }
    }

    /// Reads something that takes several statements, as of one moment.
    func readAtOneMoment<Value: Sendable>(_ work: @Sendable (Connection) throws -> Value) throws -> Value {
        try read { connection in
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            defer { try? connection.run("COMMIT") }
            return try work(connection)
        }
    }

    /// Closes the connection.
    func close() {
        isClosed = true
        connection = nil
    }
}
#endif
