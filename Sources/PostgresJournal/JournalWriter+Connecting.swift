#if PostgreSQL
import DeviceHost
import Fleet
import Logging

extension JournalWriter {
    /// The connection, which is made again if it has ended. Then no transaction of the one before is left.
    ///
    /// - Throws: `JournalWriteError.fenced`; `PostgresError`.
    func connected() throws -> Connection {
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
        // A batch in doubt may have removed what shows the ones before it.
        if doubt == nil { try findLosses(new) }
        let commits = settings.durability == .power ? "on" : "off"
        try new.run("SET synchronous_commit = \(commits); RESET statement_timeout")
        connection = new
        if hasConnected { current.metrics.reconnected() }
        hasConnected = true
        logger.info("connected to the database of the journal")
        return new
    }

    /// Closes the connection.
    func close() {
        isClosed = true
        connection = nil
        current.finishLosses()
    }

    /// Takes over the member that the server is now. What the one before has written is not its own.
    private func writeAsCurrentMember() throws {
        guard let id = current.id else { throw JournalWriteError.fenced("this server has not joined the fleet") }
        guard id != member else { return }
        (connection, doubt) = (nil, nil)
        member = id
        acknowledged = AcknowledgedChanges()
        lostClaims = []
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
            // A database that has lost this server's place has lost what it has written, too.
            try findLosses(connection)
            throw JournalWriteError.fenced("this server has lost its place in the fleet")
        }
        session = try row.number(0)
        try skipNumbers(connection)
        guard context.last == 0 else { return }
        let last = try connection.query(
            "SELECT greatest((SELECT max(position) FROM greenroom.step), (SELECT max(position) FROM greenroom.shared), 0)"
        )
        context.last = try last.first?.number(0) ?? 0
    }

    // MARK: What the database has lost

    /// Looks whether the newest acknowledged change of each partition is still there: a standby that was promoted may not have
    /// had it. Of a partition that has lost changes nothing is written any more under the claim that it had, and its
    /// owner is told.
    func findLosses(_ connection: Connection) throws {
        guard let member else { return }
        let losses = try connection.losses(among: acknowledged.newest, of: member)
        guard !losses.isEmpty else { return }
        for loss in losses { log(loss) }
        let claims = losses.map(\.claim)
        acknowledged.forget(claims)
        lostClaims.formUnion(claims)
        current.metrics.lost(partitions: claims.count)
        current.tellLoss(of: claims)
    }

    private func log(_ loss: LostChanges) {
        logger.error(
            "the database has lost acknowledged changes of a partition, which is loaded again",
            metadata: [
                "partition": "\(loss.claim.partition.number)", "epoch": "\(loss.claim.epoch)",
                "newestAcknowledged": "\(loss.last.map(String.init) ?? "unknown")", "newestLeft": "\(loss.newestLeft)",
                "seconds": "\(loss.seconds.map { "\($0)" } ?? "unknown")",
            ]
        )
    }

    /// Skips the numbers of devices that this server has set aside: a database that has lost that would give them away once more.
    private func skipNumbers(_ connection: Connection) throws {
        guard lastBlock > 0 else { return }
        for _ in 0..<Self.blocksSkipped {
            let next = try connection.query("SELECT nextval('greenroom.device_number')").first?.number(0) ?? .max
            guard next <= lastBlock else { return }
        }
    }

    /// How many blocks of numbers are skipped at most: a standby is never that far behind.
    private static let blocksSkipped = 1_000
}
#endif
