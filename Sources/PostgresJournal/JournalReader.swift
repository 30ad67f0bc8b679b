#if PostgreSQL
/// A connection that only reads: on a thread of its own, one reading after another.
actor JournalReader {
    private let executor = ConnectionExecutor(label: "greenroom.journal.reader")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let url: JournalURL
    private let name: String
    private var connection: Connection?
    private var isClosed = false

    init(_ url: JournalURL, name: String) {
        self.url = url
        self.name = name
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
            let new = try Connection(url, name: name)
            connection = new
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
