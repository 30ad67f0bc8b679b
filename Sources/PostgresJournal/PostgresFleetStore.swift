#if PostgreSQL
import DeviceHost
import Fleet
import Logging

/// What a member of a fleet asks its PostgreSQL database for.
///
/// It has one connection, on a thread of its own. Each call is one transaction whose statements are sent at once, so that a
/// server that is stopped does not stop in the midst of one. A call that takes much longer than a third of the lease ends the
/// connection: others would have to wait for its answer, renewals among them.
///
/// The connection listens, too: between two calls its thread looks at what has become readable.
package actor PostgresFleetStore: FleetStore {
    private let executor = ConnectionExecutor(label: "greenroom.fleet.control")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let url: JournalURL
    private let current: CurrentMember
    let logger: Logger
    private var lease = Duration.seconds(3)
    private var connection: Connection?
    private var watch: SocketWatch?
    private var isClosed = false
    package nonisolated let notices: AsyncStream<FleetNotice>
    package nonisolated var losses: AsyncStream<[Claim]> { current.losses }
    private let noticing: AsyncStream<FleetNotice>.Continuation

    /// How many notices are kept for who listens; one says as much as many.
    private static let noticesKept = 16

    /// The address of this machine from which it reaches the database, as it was found when that was opened.
    package nonisolated let localAddress: String

    /// A store of a server that has not joined.
    init(_ url: JournalURL, member: CurrentMember, localAddress: String, logger: Logger) {
        self.localAddress = localAddress
        self.url = url
        self.current = member
        self.logger = logger
        (notices, noticing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.noticesKept))
    }

    deinit { noticing.finish() }

    // MARK: The connection

    /// Connects, and puts a new member into the table. The journal writes as that member from then on.
    package func join(_ member: NewMember) throws -> JoinedMember {
        lease = member.lease
        try connect(as: CurrentMember.application(0, "control"))
        let key = UInt64.random(in: .min ... .max)
        let asked = ContinuousClock.now
        let address = connection?.localAddress ?? localAddress
        let row = try transact([FleetStatement.insert(member, key: key, localAddress: address)]).first?.first
        return try perform { connection in
            guard let row, let settings = try connection.query(FleetStatement.settings).first else {
                throw JournalDamage("the table has no settings")
            }
            let id = MemberID(number: try row.number(0), key: key)
            let joinedAt = try row.number(1)
            current.become(id)
            current.set(DatabaseClock(asked: asked, answer: joinedAt))
            try connection.run("SET application_name = '\(current.application("control"))'")
            try connection.pipeline([FleetStatement.notify(from: id)])
            return JoinedMember(
                row: MemberRow(number: id.number, key: key, kernel: member.kernel, lease: member.lease),
                partitionCount: Int(clamping: try settings.number(0)),
                joinedAt: joinedAt,
                isSettled: try connection.isSettled,
                secret: try settings.bytes(1)
            )
        }
    }

    /// Connects again, after the connection has ended.
    package func connect() throws -> Bool {
        try connect(as: current.application("control"))
        current.metrics.reconnected()
        return try perform { try $0.isSettled }
    }

    /// Makes a new connection, in place of the one that may be there, and listens on it.
    private func connect(as name: String) throws {
        drop()
        guard !isClosed else { throw FleetStoreError.disconnected("the store is closed") }
        do {
            let new = try Connection(url, name: name)
            let third = lease / 3
            new.answerLimit = third + .milliseconds(100)
            // What must be durable says so itself.
            try new.run(
                """
                SET synchronous_commit = off; SET idle_in_transaction_session_timeout = '5s';
                SET statement_timeout = \(Int64(third / .milliseconds(1))); LISTEN greenroom
                """
            )
            connection = new
            watch = SocketWatch(new, on: executor.queue) { [weak self] in self?.assumeIsolated { $0.hear() } }
        } catch {
            logger.debug("the database of the fleet cannot be reached", metadata: ["why": "\(error)"])
            throw FleetStoreError.disconnected(error.withoutAddress.description)
        }
    }

    /// Tells of the notifications of others that have come, and of the end of the connection.
    private func hear() {
        guard let connection else { return }
        let isOpen = connection.isOpen
        tellOfNotifications(connection)
        guard !isOpen else { return }
        drop()
        noticing.yield(.disconnected)
    }

    private func tellOfNotifications(_ connection: Connection) {
        let me = current.id.map { "\($0.number)" }
        if connection.takeNotifications().contains(where: { $0 != me }) { noticing.yield(.changed) }
    }

    private func drop() {
        watch = nil
        connection = nil
    }

    /// Closes the connection for good.
    package func close() {
        isClosed = true
        drop()
        noticing.finish()
        current.finishLosses()
    }

    // MARK: Asking

    /// Does something on the connection.
    ///
    /// - Throws: `FleetStoreError`, and the connection is given up if it is of no use any more.
    func perform<Value>(_ work: (Connection) throws -> Value) throws -> Value {
        guard let connection else { throw FleetStoreError.disconnected("there is no connection to the database") }
        defer { tellOfNotifications(connection) }
        do {
            return try work(connection)
        } catch let error as PostgresError where !error.endsConnection {
            try? connection.run("ROLLBACK")
            throw FleetStoreError.failed(error.description)
        } catch let error as JournalDamage {
            throw FleetStoreError.failed(error.description)
        } catch {
            drop()
            let reason = (error as? Connection.NoAnswer)?.reason ?? "\(error)"
            logger.debug("the connection to the database of the fleet has ended", metadata: ["why": "\(reason)"])
            throw FleetStoreError.disconnected(reason)
        }
    }

    static func transaction(_ statements: [Connection.Statement]) -> [Connection.Statement] {
        [.init(text: "BEGIN ISOLATION LEVEL READ COMMITTED")] + statements + [.init(text: "COMMIT")]
    }

    /// Carries statements out as one transaction.
    ///
    /// - Returns: The rows of each statement.
    func transact(_ statements: [Connection.Statement]) throws -> [ResultRows] {
        try perform { connection in
            let rows = try connection.pipeline(Self.transaction(statements))
            return Array(rows[1...statements.count])
        }
    }

    var me: MemberID {
        get throws {
            guard let id = current.id else { throw FleetStoreError.failed("this server has not joined the fleet") }
            return id
        }
    }

    // MARK: Members

    /// Renews the lease, without waiting for the disk.
    package func renew(_ figures: MemberFigures) throws -> Int64? {
        let statement = FleetStatement.renew(try me, figures)
        return try perform { connection in
            let asked = ContinuousClock.now
            let rows = try connection.query(statement.text, statement.parameters)
            guard let at = try rows.first?.number(0) else { return nil }
            current.set(DatabaseClock(asked: asked, answer: at))
            return at
        }
    }

    /// Reads the members, the partitions and the number of the items in one statement.
    package func read() throws -> FleetReading {
        try perform { try FleetReading($0.query(FleetStatement.read)) }
    }

    /// Says in the member's row that it is leaving. It is said again when that is forgotten, so it waits for no disk.
    package func markLeaving() throws {
        let me = try me
        _ = try transact([FleetStatement.markLeaving(me), FleetStatement.notify(from: me)])
    }

    /// Deletes the member's row, and frees what it still owns.
    package func leave() throws {
        let me = try me
        _ = try transact(FleetStatement.remove(me, renewals: nil, by: me, .left))
    }

    // MARK: Partitions

    /// Claims partitions that are free, the first ones first; none if the member was fenced.
    package func claim(_ partitions: [Partition], limit: Int) throws -> [GrantedClaim] {
        let me = try me
        let epochs = partitions.map { current.lastEpoch(of: $0) }
        return try granted([
            FleetStatement.hold(me), FleetStatement.claim(partitions, above: epochs, limit: limit, for: me),
        ])
    }

    /// Begins a new epoch of a partition that the member still owns in this one.
    ///
    /// When it returns, no transaction is open that writes the partition in the epoch before.
    package func reclaim(_ claim: Claim) throws -> GrantedClaim? {
        let me = try me
        let epoch = current.lastEpoch(of: claim.partition)
        let granted = try granted([FleetStatement.hold(me), FleetStatement.reclaim(claim, above: epoch, for: me)])
        if !granted.isEmpty { _ = try transact([FleetStatement.waitForWriters(me)]) }
        return granted.first
    }

    /// Carries out statements whose last one returns claims. What the journal writes from then on stands behind them.
    private func granted(_ statements: [Connection.Statement]) throws -> [GrantedClaim] {
        let rows = try transact(statements).last?.all ?? []
        return try perform { _ in
            try rows.map { row in
                current.raiseFloor(to: try row.number(3))
                let granted = try row.grantedClaim()
                current.note(granted.claim)
                return granted
            }
        }
    }

    /// Says that a partition is owned, not loading, and how many devices were loaded.
    package func showOwned(_ claim: Claim, devices: Int) throws -> Int64? {
        let rows = try transact([FleetStatement.showOwned(claim, devices: devices, by: try me)])
        return try perform { _ in try rows.last?.first?.optional(0) }
    }

    /// Says that this run of the database is settled. Where that is forgotten, others wait once more.
    package func markSettled() throws { _ = try transact([FleetStatement.markSettled]) }

    /// The newest changes of owners, newest first.
    package func moves(limit: Int) throws -> [FleetMove] {
        try perform { connection in
            try connection.query(FleetStatement.moves, [.bigint(Int64(limit))]).all.map { try $0.move() }
        }
    }
}

extension Connection {
    /// Whether the run of the database is the one that the table names as settled.
    fileprivate var isSettled: Bool {
        get throws { try query(FleetStatement.isSettled).first?.bool(0) ?? false }
    }
}
#endif
