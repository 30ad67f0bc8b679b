#if PostgreSQL
import DeviceHost
import Fleet
import LifecycleKernel
import Logging

/// The only connection that writes: on a thread of its own, one batch after another.
///
/// Every batch is a transaction that begins with the function `fence`: it holds this member's row in the table `member`, with
/// the number of the session, and requires its partitions to be this member's. A new session, or a member that fences this
/// one, changes or deletes that row, so it waits for a transaction that an earlier connection has left open, and whatever
/// comes later on that connection fails.
actor JournalWriter {
    /// What shows that a batch was written.
    private struct Trace {
        var witness: BatchWriter.Witness
        /// What the member owned then. Where it does not own it any more, others may have removed the witness.
        var claims: [Claim]
    }

    /// What is known of a batch whose answer has not come.
    private struct Doubt {
        var trace: Trace
        var context: BatchWriter.Context
    }

    private let executor = ConnectionExecutor(label: "greenroom.journal.writer")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let url: JournalURL
    private let settings: PostgresJournal.Settings
    private let current: CurrentMember
    private let logger: Logger
    private var connection: Connection?
    /// The member that has written last.
    private var member: MemberID?
    private var session: Int64 = 0
    private var context: BatchWriter.Context
    private var doubt: Doubt?
    /// What shows that what was written last is still there; nil when nothing does.
    private var lastTrace: Trace?
    private var isClosed = false

    /// How long the answer of a commit may take.
    private static let answerLimit = Duration.seconds(5)
    /// How often a transaction is tried that PostgreSQL cannot serialize.
    private static let attempts = 3

    init(_ url: JournalURL, _ settings: PostgresJournal.Settings, member: CurrentMember, logger: Logger) {
        self.url = url
        self.settings = settings
        current = member
        self.logger = logger
        context = BatchWriter.Context(member: 0, answersKept: settings.answersKept, last: 0, answers: 0, now: 0)
    }

    // MARK: Connecting and closing

    /// PostgreSQL's setting of this name.
    var synchronousCommit: String? {
        get throws { try connected().query("SELECT current_setting('synchronous_commit')").first?.text(0) }
    }

    /// Closes the connection.
    func close() {
        isClosed = true
        connection = nil
    }

    /// The connection, which is made again if it has ended. Then no transaction of the one before is left.
    ///
    /// - Throws: `JournalWriteError.fenced`; `PostgresError`.
    private func connected() throws -> Connection {
        try writeAsCurrentMember()
        if let connection, connection.isOpen { return connection }
        guard !isClosed else { throw PostgresError(state: "57P01", message: "the journal is closed") }
        connection = nil
        let new = try connect()
        // A session that a crash of the database forgets has ended with it, and renewals must not wait for its commit.
        try new.run(
            """
            SET synchronous_commit = off; SET statement_timeout = '5s'; SET idle_in_transaction_session_timeout = '5s'
            """
        )
        current.set(try DatabaseClock(new))
        try beginSession(new)
        // A batch in doubt may have deleted what shows the one before it.
        if doubt == nil { try requireLastBatch(new) }
        let commits = settings.durability == .power ? "on" : "off"
        try new.run("SET synchronous_commit = \(commits); RESET statement_timeout")
        connection = new
        logger.info("connected to the database of the journal")
        return new
    }

    /// Takes over the member that the server is now. What the one before has written is not its own.
    private func writeAsCurrentMember() throws {
        guard let id = current.id else { throw JournalWriteError.fenced("this server has not joined the fleet") }
        guard id != member else { return }
        connection = nil
        member = id
        lastTrace = nil
        // Whoever took the place of the member before has waited for its transaction.
        current.endBatch()
        context.member = id.number
    }

    /// Connects; what fails is told in the log.
    private func connect() throws(PostgresError) -> Connection {
        do {
            return try Connection(url, name: current.application("writer"))
        } catch {
            logger.debug("the database of the journal cannot be reached", metadata: ["why": "\(error)"])
            throw error.withoutAddress
        }
    }

    /// Takes the place of the connections that this member has written on before.
    private func beginSession(_ connection: Connection) throws {
        let rows = try connection.query(
            "UPDATE greenroom.member SET session = session + 1 WHERE number = $1 AND key = $2 RETURNING session",
            member?.parameters ?? []
        )
        guard let row = rows.first else {
            throw JournalWriteError.fenced("this server has lost its place in the fleet")
        }
        session = try row.number(0)
        guard context.last == 0 else { return }
        let last = try connection.query(
            "SELECT greatest((SELECT max(position) FROM greenroom.step), (SELECT max(position) FROM greenroom.shared), 0)"
        )
        context.last = try last.first?.number(0) ?? 0
    }

    /// - Throws: `JournalWriteError.fenced` when the last batch that was acknowledged is not there any more.
    private func requireLastBatch(_ connection: Connection) throws {
        guard let lastTrace, try !connection.has(lastTrace.witness), try owns(lastTrace.claims, connection) else {
            return
        }
        throw JournalWriteError.fenced("the database has lost what it had acknowledged")
    }

    private func owns(_ claims: [Claim], _ connection: Connection) throws -> Bool {
        guard let member else { return false }
        let rows = try connection.query(
            """
            SELECT count(*) FROM unnest($1::bigint[], $2::bigint[]) AS asked (number, epoch) \
            JOIN greenroom.partition AS found USING (number, epoch) WHERE owner = $3
            """,
            claims.parameters + [.bigint(member.number)]
        )
        return try rows.first?.number(0) == Int64(claims.count)
    }

    /// Sets numbers of new devices aside, as many as asked for, at most 1,000.
    ///
    /// They are durable before they are used: a database that forgets them gives them away again.
    func reserveNumbers(_ count: Int) throws -> Range<Int64> {
        let connection = try connected()
        do {
            let rows = try connection.pipeline(
                [
                    .init(text: "BEGIN"), .init(text: "SET LOCAL synchronous_commit = on"),
                    .init(text: "SELECT nextval('greenroom.device_number')"), .init(text: "COMMIT"),
                ],
                within: Self.answerLimit
            )
            let first = try rows[2].first?.number(0) ?? 0
            return first..<first + min(Int64(count), JournalSchema.numbersReserved)
        } catch let error as Connection.NoAnswer {
            self.connection = nil
            throw PostgresError(connection: error.reason).withoutAddress
        }
    }

    // MARK: Writing

    /// Writes changes in order, all or none.
    ///
    /// A batch whose answer has not come is looked for on a new connection at once, and written again if it is not there.
    ///
    /// - Throws: `JournalWriteError`; any other error when nothing was written.
    func write(_ changes: [JournalChange], under claims: [Claim]) throws {
        guard !changes.isEmpty else { return }
        let claims = Array(Set(claims + changes.compactMap(\.release)))
        for _ in 1..<Self.attempts {
            do {
                if try attempt(changes, claims) { return }
            } catch let error as PostgresError where error.isTransient {
                continue
            }
        }
        guard try attempt(changes, claims) else {
            throw PostgresError(connection: "the connection ends with every batch")
        }
    }

    /// - Returns: Whether it was written; false if it was not because the connection has ended.
    private func attempt(_ changes: [JournalChange], _ claims: [Claim]) throws -> Bool {
        let connection = try connected()
        try settings.willCommit()
        let start = current.beginBatch(after: context.last)
        defer { endBatch() }
        let batch = batch(of: changes, after: start)
        guard let witness = batch.witness else { preconditionFailure("a batch with changes has no witness") }
        let trace = Trace(witness: witness, claims: claims)
        do {
            try carryOut(batch.statements, under: claims, on: connection)
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
            doubt = Doubt(trace: trace, context: batch.context)
            logger.warning("the database did not answer a commit", metadata: ["why": "\(error.reason)"])
            return try settle()
        }
        finish(trace, batch.context)
        return true
    }

    /// Goes on behind a batch that was written.
    private func finish(_ trace: Trace, _ context: BatchWriter.Context) {
        self.context = context
        switch trace.witness {
        // Other servers may replace and remove it.
        case .item: break
        // Nobody removes the trace of a release.
        case .release: lastTrace = Trace(witness: trace.witness, claims: [])
        case .step, .removal: lastTrace = trace
        }
    }

    /// Marks may go on, unless nobody knows of the batch.
    private func endBatch() { if doubt == nil { current.endBatch() } }

    /// The statements of a batch whose positions stand behind this one.
    private func batch(of changes: [JournalChange], after last: Int64) -> BatchWriter {
        var start = context
        start.read = settings.positions == nil ? .now : nil
        start.now = settings.positions?() ?? current.now
        start.last = last
        var batch = BatchWriter(start)
        for change in changes { batch.add(change) }
        batch.finishSegment()
        return batch
    }

    /// The statements of a batch that is tried and rolled back.
    func trial(of changes: [JournalChange]) -> BatchWriter {
        batch(of: changes, after: max(context.last, current.floor))
    }

    private func carryOut(
        _ statements: [Connection.Statement],
        under claims: [Claim],
        on connection: Connection
    ) throws {
        let fence = Connection.Statement(
            text: "SELECT greenroom.fence($3, $4, $1::bigint[]::smallint[], $2::bigint[])",
            parameters: claims.parameters + [.bigint(context.member), .bigint(session)]
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
            if let numbers = error.partitionsNotOwned {
                throw JournalWriteError.notOwned(Set(numbers.map { Partition($0) }))
            }
            throw error
        }
    }

    /// Finds out whether the batch in doubt was written.
    ///
    /// - Throws: `JournalWriteError.inDoubt` while the database does not say it, `.fenced` if it was the batch of the member
    ///   that this server was before.
    func settle() throws -> Bool {
        guard let doubt else { return false }
        defer { endBatch() }
        do {
            let connection = try connected()
            guard doubt.context.member == context.member else {
                self.doubt = nil
                throw JournalWriteError.fenced("this server has joined the fleet anew")
            }
            let isThere = try connection.has(doubt.trace.witness)
            if isThere { finish(doubt.trace, doubt.context) } else { try requireLastBatch(connection) }
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
                under: [],
                on: connection
            )
        } catch let error as Connection.NoAnswer {
            self.connection = nil
            throw PostgresError(connection: error.reason).withoutAddress
        }
    }
}

extension [Claim] {
    /// The numbers of the partitions, and the epochs.
    fileprivate var parameters: [Parameter] {
        [.bigints(map { Int64($0.partition.number) }), .bigints(map(\.epoch))]
    }
}

extension JournalChange {
    /// What it releases.
    fileprivate var release: Claim? { if case .released(let claim, _) = self { claim } else { nil } }
}
#endif
