#if PostgreSQL
import DeviceHost
import Fleet
import Logging

/// The only connection that writes: on a thread of its own, one batch after another.
///
/// Every batch is a transaction that begins with the function `fence`: it holds this member's row in the table `member`, with
/// the number of the session, and requires its partitions to be this member's. A new session, or a member that fences this
/// one, changes or deletes that row, so it waits for a transaction that an earlier connection has left open, and whatever
/// comes later on that connection fails.
///
/// `+Connecting` makes the connection, and looks with each new one whether what was acknowledged is still there. `+Refusals`
/// finds the changes that PostgreSQL refuses.
actor JournalWriter {
    /// A batch that was sent.
    struct SentBatch {
        /// What shows that it was written.
        var witness: BatchWriter.Witness
        /// What shows that what it has of each partition was written.
        var witnessesOfClaims: [Claim: BatchWriter.Witness]
        /// What the next batch is written with.
        var context: BatchWriter.Context
    }

    private let executor = ConnectionExecutor(label: "greenroom.journal.writer")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let url: JournalURL
    let settings: PostgresJournal.Settings
    let current: CurrentMember
    let logger: Logger
    var connection: Connection?
    /// Whether there has been a connection.
    var hasConnected = false
    var isClosed = false
    /// The member that has written last.
    var member: MemberID?
    var session: Int64 = 0
    var context: BatchWriter.Context
    /// A batch whose answer has not come.
    var doubt: SentBatch?
    /// What shows that what was acknowledged is still there.
    var acknowledged = AcknowledgedChanges()
    /// The claims of which the database has lost something: what is in memory of them is of no use any more.
    var lostClaims: Set<Claim> = []
    /// The first number of the last block of numbers of devices that was set aside; 0 before.
    var lastBlock: Int64 = 0

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

    // MARK: Writing

    /// Writes changes in order, all or none.
    ///
    /// A batch whose answer has not come is looked for on a new connection at once, and written again if it is not there.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - owners: The claim under which each of them is made; nil if that is not known, or it is about no partition.
    ///   - claims: The claims that must hold.
    /// - Throws: `JournalWriteError`; any other error when nothing was written.
    func write(_ changes: [JournalChange], ownedBy owners: [Claim?], under claims: [Claim]) throws {
        guard !changes.isEmpty else { return }
        let claims = Array(Set(claims + changes.compactMap(\.release)))
        for _ in 1..<Self.attempts {
            do {
                if try attempt(changes, owners, claims) { return }
            } catch let error as PostgresError where error.isTransient {
                continue
            }
        }
        guard try attempt(changes, owners, claims) else {
            throw PostgresError(connection: "the connection ends with every batch")
        }
    }

    /// - Returns: Whether it was written; false if it was not because the connection has ended.
    private func attempt(_ changes: [JournalChange], _ owners: [Claim?], _ claims: [Claim]) throws -> Bool {
        let connection = try connected()
        let lost = lostClaims.intersection(claims)
        guard lost.isEmpty else { throw JournalWriteError.notOwned(Set(lost.map(\.partition))) }
        try settings.willCommit()
        let start = current.beginBatch(after: context.last)
        defer { endBatch() }
        let batch = batch(of: changes, owners, after: start)
        guard let witness = batch.witness else { preconditionFailure("a batch with changes has no witness") }
        let sent = SentBatch(
            witness: witness,
            witnessesOfClaims: batch.witnessesOfClaims,
            context: batch.context
        )
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
            doubt = sent
            current.metrics.cameIntoDoubt()
            logger.warning("the database did not answer a commit", metadata: ["why": "\(error.reason)"])
            do {
                return try settle()
            } catch JournalWriteError.fenced(let reason) {
                // It may have been written before this server lost its place.
                doubt = sent
                throw JournalWriteError.inDoubt(reason)
            }
        }
        finish(sent)
        return true
    }

    /// Goes on behind a batch that was written.
    private func finish(_ batch: SentBatch) {
        context = batch.context
        acknowledged.add(batch.witnessesOfClaims)
    }

    /// Marks may go on, unless nobody knows of the batch.
    private func endBatch() { if doubt == nil { current.endBatch() } }

    /// The statements of a batch whose positions stand behind this one.
    private func batch(of changes: [JournalChange], _ owners: [Claim?], after last: Int64) -> BatchWriter {
        var start = context
        start.read = settings.positions == nil ? .now : nil
        start.now = settings.positions?() ?? current.now
        start.last = last
        var batch = BatchWriter(start)
        for (change, owner) in zip(changes, owners) { batch.add(change, under: owner) }
        batch.finishSegment()
        return batch
    }

    /// The statements of a batch that is tried and rolled back.
    func trial(of changes: [JournalChange]) -> BatchWriter {
        batch(of: changes, changes.map { _ in nil }, after: max(context.last, current.floor))
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
            let isThere = try connection.has(doubt.witness)
            // Where it is there, so is all before it.
            if isThere { finish(doubt) } else { try findLosses(connection) }
            self.doubt = nil
            return isThere
        } catch let error as JournalWriteError {
            throw error
        } catch {
            throw JournalWriteError.inDoubt("\((error as? PostgresError)?.withoutAddress.description ?? "\(error)")")
        }
    }

    // MARK: More on the connection

    /// PostgreSQL's setting of this name.
    var synchronousCommit: String? {
        get throws { try connected().query("SELECT current_setting('synchronous_commit')").first?.text(0) }
    }

    /// Looks whether what was acknowledged is still there, if the connection has ended since.
    func checkAcknowledged() throws {
        let connection = try connected()
        do {
            // One that has ended may not have said so yet.
            try connection.pipeline([.init(text: "SELECT 1")], within: Self.answerLimit)
        } catch {
            self.connection = nil
            _ = try connected()
        }
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
            lastBlock = max(lastBlock, first)
            return first..<first + min(Int64(count), JournalSchema.numbersReserved)
        } catch let error as Connection.NoAnswer {
            self.connection = nil
            throw PostgresError(connection: error.reason).withoutAddress
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
