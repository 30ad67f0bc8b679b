#if PostgreSQL
import DeviceHost
import LifecycleKernel
import Logging

/// The only connection that writes: on a thread of its own, one batch after another.
///
/// Every batch is a transaction that begins with the function `fence`: it holds this server's row in the table `member`,
/// with the number of the session. A new session, or another server that takes over, changes or deletes that row, so it waits
/// for a transaction that an earlier connection has left open, and whatever comes later on that connection fails.
actor JournalWriter {
    /// What is known of a batch whose answer has not come.
    private struct Doubt {
        var witness: BatchWriter.Witness
        var context: BatchWriter.Context
    }

    private let executor = ConnectionExecutor(label: "greenroom.journal.writer")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let url: JournalURL
    private let settings: PostgresJournal.Settings
    private let logger: Logger
    private var connection: Connection?
    private var member: Int64 = 0
    private var session: Int64 = 0
    private var context: BatchWriter.Context
    private var clock = DatabaseClock()
    private var doubt: Doubt?
    /// What shows that the last batch is still there; nil when nothing does.
    private var lastWitness: BatchWriter.Witness?
    private var isClosed = false

    /// PostgreSQL 14.
    private static let oldestServer: Int32 = 140_000
    /// How long the answer of a commit may take.
    private static let answerLimit = Duration.seconds(5)
    /// How often a transaction is tried that PostgreSQL cannot serialize.
    private static let attempts = 3

    init(_ url: JournalURL, _ settings: PostgresJournal.Settings, logger: Logger) {
        self.url = url
        self.settings = settings
        self.logger = logger
        context = BatchWriter.Context(
            member: 0,
            answersKept: settings.answersKept,
            last: 0,
            reserved: 0,
            answers: 0,
            now: 0
        )
    }

    // MARK: Opening and closing

    /// Makes the tables and takes the database for this server.
    ///
    /// - Returns: The number of this server.
    /// - Throws: `DatabaseOpeningError`; `PostgresError` that `endsConnection` when the database is not there yet.
    func open() throws -> Int64 {
        let connection = try Connection(url, name: "greenroom")
        guard connection.serverVersion >= Self.oldestServer else {
            throw DatabaseOpeningError.refused("PostgreSQL 14 or newer is needed")
        }
        try prepare(connection)
        try JournalSchema.migrate(connection)
        member = try MemberTable.join(connection, settings)
        context.member = member
        context.reserved =
            try connection.query(
                "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM greenroom.device_number"
            ).first?.number(0) ?? 0
        context.last =
            try connection.query(
                """
                SELECT greatest((SELECT max(position) FROM greenroom.step), (SELECT max(position) FROM greenroom.snapshot),
                (SELECT max(position) FROM greenroom.shared), 0)
                """
            ).first?.number(0) ?? 0
        self.connection = connection
        return member
    }

    /// The largest number that a device may have had.
    var lastDevice: Int64 { context.reserved }

    /// PostgreSQL's setting of this name.
    var synchronousCommit: String? {
        get throws { try connected().query("SELECT current_setting('synchronous_commit')").first?.text(0) }
    }

    /// Gives the database up and closes the connection.
    func close() {
        isClosed = true
        if let connection { try? MemberTable.leave(connection, member) }
        connection = nil
    }

    private func prepare(_ connection: Connection) throws(PostgresError) {
        let commits = settings.durability == .power ? "on" : "off"
        try connection.run("SET synchronous_commit = \(commits); SET idle_in_transaction_session_timeout = '5s'")
        do {
            clock = try DatabaseClock(connection)
        } catch let error as PostgresError {
            throw error
        } catch {
            throw PostgresError(connection: "\(error)")
        }
    }

    /// The connection, which is made again if it has ended. Then no transaction of the one before is left.
    ///
    /// - Throws: `JournalWriteError.fenced`; `PostgresError`.
    private func connected() throws -> Connection {
        if let connection, connection.isOpen { return connection }
        guard !isClosed else { throw PostgresError(state: "57P01", message: "the journal is closed") }
        connection = nil
        let new = try connect()
        try prepare(new)
        try new.run("SET statement_timeout = '5s'")
        let rows = try new.query(
            "UPDATE greenroom.member SET session = session + 1 WHERE number = $1 RETURNING session",
            [.bigint(member)]
        )
        guard let row = rows.first else {
            throw JournalWriteError.fenced("another server has taken over the database")
        }
        session = try row.number(0)
        // A batch in doubt may have deleted what shows the one before it.
        if doubt == nil { try requireLastBatch(new) }
        try new.run("RESET statement_timeout")
        connection = new
        logger.info("connected to the database of the journal again")
        return new
    }

    /// Connects; what fails is told in the log.
    private func connect() throws(PostgresError) -> Connection {
        do {
            return try Connection(url, name: MemberTable.application(member, "writer"))
        } catch {
            logger.debug("the database of the journal cannot be reached", metadata: ["why": "\(error)"])
            throw error.withoutAddress
        }
    }

    /// - Throws: `JournalWriteError.fenced` when the last batch that was acknowledged is not there any more.
    private func requireLastBatch(_ connection: Connection) throws {
        guard let lastWitness, try !connection.has(lastWitness) else { return }
        throw JournalWriteError.fenced("the database has lost what it had acknowledged")
    }

    // MARK: Writing

    /// Writes changes in order, all or none.
    ///
    /// A batch whose answer has not come is looked for on a new connection at once, and written again if it is not there.
    ///
    /// - Throws: `JournalWriteError`; any other error when nothing was written.
    func write(_ changes: [JournalChange]) throws {
        guard !changes.isEmpty else { return }
        for _ in 1..<Self.attempts {
            do {
                if try attempt(changes) { return }
            } catch let error as PostgresError where error.isTransient {
                continue
            }
        }
        guard try attempt(changes) else { throw PostgresError(connection: "the connection ends with every batch") }
    }

    /// - Returns: Whether it was written; false if it was not because the connection has ended.
    private func attempt(_ changes: [JournalChange]) throws -> Bool {
        let connection = try connected()
        try settings.willCommit()
        var current = context
        current.now = settings.positions?() ?? clock.now
        var batch = BatchWriter(current)
        for change in changes { batch.add(change) }
        batch.finishSegment()
        guard let witness = batch.witness else { preconditionFailure("a batch with changes has no witness") }
        do {
            try carryOut(batch.statements, on: connection)
        } catch let error as PostgresError where error.isRefusal {
            var accepted: [JournalChange] = []
            var refused: [Int64: String] = [:]
            try sort(changes, into: &accepted, &refused, on: connection)
            // Accepted now, each by itself and all together: it is tried again.
            if refused.isEmpty { throw error }
            throw JournalWriteError.refused(refused)
        } catch let error as PostgresError where error.endsConnection {
            // Before anything was sent.
            return false
        } catch let error as Connection.NoAnswer {
            self.connection = nil
            doubt = Doubt(witness: witness, context: batch.context)
            logger.warning("the database did not answer a commit", metadata: ["why": "\(error.reason)"])
            return try settle()
        }
        context = batch.context
        lastWitness = witness
        return true
    }

    /// Finds the devices whose changes PostgreSQL refuses, by transactions that are rolled back: of all changes, then of halves
    /// of those that are refused, each behind those that are accepted.
    ///
    /// - Throws: The refusal of what belongs to no device.
    private func sort(
        _ changes: [JournalChange],
        into accepted: inout [JournalChange],
        _ refused: inout [Int64: String],
        on connection: Connection
    ) throws {
        let changes = changes.filter { change in change.device.map { refused[$0] == nil } ?? true }
        guard !changes.isEmpty else { return }
        guard let refusal = try refusal(of: accepted + changes, on: connection) else {
            accepted += changes
            return
        }
        let device = changes[0].device
        if changes.allSatisfy({ $0.device == device }) {
            guard let device else { throw refusal }
            refused[device] = refusal.description
            return
        }
        let middle = changes.count / 2
        try sort(Array(changes[..<middle]), into: &accepted, &refused, on: connection)
        try sort(Array(changes[middle...]), into: &accepted, &refused, on: connection)
    }

    /// Tries changes and undoes them.
    ///
    /// - Returns: Why they are refused; nil if they are not.
    private func refusal(of changes: [JournalChange], on connection: Connection) throws -> PostgresError? {
        var batch = BatchWriter(context)
        for change in changes { batch.add(change) }
        batch.finishSegment()
        let statements = batch.statements
        do {
            try connection.pipeline([.init(text: "BEGIN")] + statements + [.init(text: "ROLLBACK")])
            return nil
        } catch let error as PostgresError where error.isRefusal {
            try connection.run("ROLLBACK")
            return error
        }
    }

    private func carryOut(_ statements: [Connection.Statement], on connection: Connection) throws {
        let fence = Connection.Statement(
            text: "SELECT greenroom.fence($1, $2)",
            parameters: [.bigint(member), .bigint(session)]
        )
        do {
            try connection.pipeline(
                [.init(text: "BEGIN ISOLATION LEVEL READ COMMITTED"), fence] + statements + [.init(text: "COMMIT")],
                within: Self.answerLimit,
                didSend: settings.didSend
            )
        } catch let error as PostgresError {
            if error.endsConnection { self.connection = nil } else { try? connection.run("ROLLBACK") }
            if error.isFenced { throw JournalWriteError.fenced(error.description) }
            throw error
        }
    }

    /// Finds out whether the batch in doubt was written.
    ///
    /// - Throws: `JournalWriteError.inDoubt` while the database does not say it, `.fenced`.
    func settle() throws -> Bool {
        guard let doubt else { return false }
        do {
            let connection = try connected()
            let isThere = try connection.has(doubt.witness)
            if isThere {
                context = doubt.context
                lastWitness = doubt.witness
            } else {
                try requireLastBatch(connection)
            }
            self.doubt = nil
            return isThere
        } catch let error as JournalWriteError {
            throw error
        } catch {
            throw JournalWriteError.inDoubt("\((error as? PostgresError)?.withoutAddress.description ?? "\(error)")")
        }
    }

    /// Checks that a transaction can be written.
    func probe() throws {
        let connection = try connected()
        do {
            try carryOut(
                [.init(text: "DELETE FROM greenroom.shared WHERE kind = -1")],
                on: connection
            )
        } catch let error as Connection.NoAnswer {
            self.connection = nil
            throw PostgresError(connection: error.reason).withoutAddress
        }
    }
}

extension Connection {
    /// Whether what shows that a batch was written is there.
    fileprivate func has(_ witness: BatchWriter.Witness) throws -> Bool {
        let rows: ResultRows
        switch witness {
        case .step(let device, let position):
            rows = try query(
                """
                SELECT EXISTS (SELECT FROM greenroom.step WHERE device = $1 AND position = $2) \
                OR EXISTS (SELECT FROM greenroom.snapshot WHERE device = $1 AND position = $2)
                """,
                [.bigint(device), .bigint(position)]
            )
        case .removal(let device):
            rows = try query(
                "SELECT NOT EXISTS (SELECT FROM greenroom.device WHERE number = $1)",
                [.bigint(device)]
            )
        case .item(let kind, let name, let position?):
            rows = try query(
                "SELECT EXISTS (SELECT FROM greenroom.shared WHERE kind = $1 AND key = $2 AND position = $3)",
                [.bigint(kind), .text(name), .bigint(position)]
            )
        case .item(let kind, let name, nil):
            rows = try query(
                "SELECT NOT EXISTS (SELECT FROM greenroom.shared WHERE kind = $1 AND key = $2)",
                [.bigint(kind), .text(name)]
            )
        }
        return try rows.first?.bool(0) ?? false
    }
}
#endif
