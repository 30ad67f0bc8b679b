/// What a member of a fleet asks the database for, apart from the journal.
///
/// There is one connection at a time, which `join` and `connect` make. A call that throws `FleetStoreError.disconnected`
/// has ended it.
package protocol FleetStore: Sendable {
    /// Connects, and puts a new member into the table.
    ///
    /// - Throws: `FleetStoreError`.
    func join(_ member: NewMember) async throws -> JoinedMember
    /// Connects again, after the connection has ended.
    ///
    /// - Returns: Whether this run of the database is the one that the table `setting` names as settled.
    /// - Throws: `FleetStoreError`.
    func connect() async throws -> Bool
    /// What the connection hears: changes that other members told of, and its end. One stream for all connections.
    var notices: AsyncStream<FleetNotice> { get }
    /// The claims of which the database has lost acknowledged changes, as that is found: what is in memory of them is of no use.
    var losses: AsyncStream<[Claim]> { get }

    /// Renews the lease.
    ///
    /// - Returns: The database's clock, in microseconds since 1970; nil if the member has no row any more.
    func renew(_ figures: MemberFigures) async throws -> Int64?
    /// Reads the members and the partitions in one statement.
    func read() async throws -> FleetReading
    /// Deletes the row of a member if its key and its number of renewals are still these, and frees its partitions.
    func fence(_ number: Int64, key: UInt64, renewals: Int64) async throws
    /// Claims partitions that are free, the first ones first.
    func claim(_ partitions: [Partition], limit: Int) async throws -> [GrantedClaim]
    /// Begins a new epoch of a partition that the member still owns in this one.
    ///
    /// - Returns: Nil if it does not.
    func reclaim(_ claim: Claim) async throws -> GrantedClaim?
    /// Says that a partition is owned, not loading, and how many devices were loaded.
    ///
    /// - Returns: For how many microseconds nobody answered for it; nil if it had no owner before, or that was said before.
    func showOwned(_ claim: Claim, devices: Int) async throws -> Int64?
    /// Says that this run of the database is settled.
    func markSettled() async throws
    /// Says in the member's row that it is leaving.
    func markLeaving() async throws
    /// Deletes the member's row, and frees what it still owns.
    func leave() async throws
    /// The newest changes of owners, newest first.
    func moves(limit: Int) async throws -> [FleetMove]
    /// Closes the connection for good.
    func close() async
}

/// Why the database did not do what a member asked for.
package enum FleetStoreError: Error, Hashable, Sendable {
    /// The connection has ended, or could not be made, with the reason.
    case disconnected(String)
    /// The statement failed; the connection goes on. With the reason.
    case failed(String)
}

/// What the connection of a member hears without asking.
package enum FleetNotice: Hashable, Sendable {
    /// Somebody changed who is in the fleet, or who owns what.
    case changed
    /// The connection has ended.
    case disconnected
}

/// What a server says of itself when it joins.
package struct NewMember: Hashable, Sendable {
    /// What people call it.
    package var name: String
    /// Where other servers reach it, as a URL without a path; nil for the address that the database sees, and the port.
    package var address: String?
    /// The port on which it listens.
    package var port: Int
    /// Its version.
    package var version: String
    /// The version of its kernel.
    package var kernel: String
    /// How long after a renewal it may answer.
    package var lease: Duration
    /// A digest of its token; nil if it has none.
    package var tokenDigest: [UInt8]?

    /// Makes it.
    package init(
        name: String,
        address: String?,
        port: Int,
        version: String,
        kernel: String,
        lease: Duration,
        tokenDigest: [UInt8]? = nil
    ) {
        self.name = name
        self.address = address
        self.port = port
        self.version = version
        self.kernel = kernel
        self.lease = lease
        self.tokenDigest = tokenDigest
    }
}

/// A member that has just joined.
package struct JoinedMember: Sendable {
    /// Its row.
    package var row: MemberRow
    /// How many partitions the fleet has.
    package var partitionCount: Int
    /// The database's clock when the row was made, in microseconds since 1970.
    package var joinedAt: Int64
    /// Whether this run of the database is the one that the table `setting` names as settled.
    package var isSettled: Bool
    /// What the servers of the fleet sign their requests to each other with.
    package var secret: [UInt8]

    /// Makes it.
    package init(row: MemberRow, partitionCount: Int, joinedAt: Int64, isSettled: Bool, secret: [UInt8]) {
        self.row = row
        self.partitionCount = partitionCount
        self.joinedAt = joinedAt
        self.isSettled = isSettled
        self.secret = secret
    }
}

/// What a member says of itself with every renewal.
package struct MemberFigures: Hashable, Sendable {
    /// Every step at or below this position is durable, or never will be.
    package var mark: Int64
    /// How many devices it has in memory.
    package var devices: Int

    /// Makes them.
    package init(mark: Int64 = 0, devices: Int = 0) {
        self.mark = mark
        self.devices = devices
    }
}

/// A reading of the table, with what people want to know of the members.
package struct FleetReading: Sendable {
    /// What decisions rest on.
    package var table: FleetTable
    /// What else is known of the members, by their numbers.
    package var details: [Int64: MemberDetails]
    /// A number that changes whenever an item that every server has in memory is written or removed.
    package var items: Int64

    /// For each partition, a position at or below which every step of it is durable, or never will be: what its owner has said
    /// with its last renewal, and what stands before its time.
    package var marks: [Int64] {
        table.partitions.map { row in max(row.until, row.owner.flatMap { details[$0]?.figures.mark } ?? 0) }
    }

    /// Makes it.
    package init(table: FleetTable, details: [Int64: MemberDetails], items: Int64 = 0) {
        self.table = table
        self.details = details
        self.items = items
    }
}

/// What is known of a member beside what decisions rest on.
package struct MemberDetails: Hashable, Sendable {
    /// What people call it.
    package var name: String
    /// Where other servers reach it, as a URL without a path.
    package var address: String
    /// Its version.
    package var version: String
    /// When it joined, in microseconds since 1970.
    package var joinedAt: Int64
    /// When it last renewed its lease, in microseconds since 1970.
    package var renewedAt: Int64
    /// What it said of itself then.
    package var figures: MemberFigures
    /// A digest of its token; nil if it has none.
    package var tokenDigest: [UInt8]?

    /// Makes them.
    package init(
        name: String,
        address: String,
        version: String,
        joinedAt: Int64,
        renewedAt: Int64,
        figures: MemberFigures = MemberFigures(),
        tokenDigest: [UInt8]? = nil
    ) {
        self.name = name
        self.address = address
        self.version = version
        self.joinedAt = joinedAt
        self.renewedAt = renewedAt
        self.figures = figures
        self.tokenDigest = tokenDigest
    }
}

/// A claim that was granted.
package struct GrantedClaim: Hashable, Sendable {
    /// The partition, in its new epoch.
    package var claim: Claim
    /// Why the owner before is not the owner any more.
    package var reason: FleetMove.Reason

    /// Makes it.
    package init(claim: Claim, reason: FleetMove.Reason) {
        self.claim = claim
        self.reason = reason
    }
}

/// A change of a partition's owner.
package struct FleetMove: Hashable, Sendable {
    /// Why the owner before is not the owner any more.
    package enum Reason: Int64, CaseIterable, Sendable {
        /// There was none.
        case first = 0
        /// A member joined, which got it.
        case joined = 1
        /// The owner left.
        case left = 2
        /// The owner was lost: it did not renew its lease.
        case lost = 3
    }

    /// When the new owner claimed it, in microseconds since 1970 by the database's clock.
    package var at: Int64
    /// The partition.
    package var partition: Partition
    /// The new epoch.
    package var epoch: Int64
    /// What people call the owner before; nil if there was none.
    package var from: String?
    /// What people call the new owner.
    package var to: String
    /// Why it moved.
    package var reason: Reason
    /// How long nobody answered for it, in microseconds; nil while the new owner loads it.
    package var unowned: Int64?
    /// How many devices it had; nil while the new owner loads it.
    package var devices: Int?

    /// Makes it.
    package init(
        at: Int64,
        partition: Partition,
        epoch: Int64,
        from: String?,
        to: String,
        reason: Reason,
        unowned: Int64? = nil,
        devices: Int? = nil
    ) {
        self.at = at
        self.partition = partition
        self.epoch = epoch
        self.from = from
        self.to = to
        self.reason = reason
        self.unowned = unowned
        self.devices = devices
    }
}
