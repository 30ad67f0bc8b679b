/// One reading of who is in the fleet and who owns what, as one statement of the database shows it.
public struct FleetTable: Sendable {
    /// The members, by their numbers.
    public var members: [MemberRow]
    /// The partitions, by their numbers, without a gap.
    public var partitions: [PartitionRow]

    /// A reading.
    ///
    /// - Parameters:
    ///   - members: The members in any order.
    ///   - partitions: The partitions in any order.
    /// - Returns: Nil if the numbers of the partitions do not begin with 0 or have a gap.
    public init?(members: [MemberRow], partitions: [PartitionRow]) {
        self.members = members.sorted { $0.number < $1.number }
        self.partitions = partitions.sorted { $0.partition < $1.partition }
        guard self.partitions.indices.allSatisfy({ self.partitions[$0].partition.number == $0 }) else { return nil }
    }

    /// The row of a member.
    public func member(_ number: Int64) -> MemberRow? { members.first { $0.number == number } }

    /// How many partitions a member owns.
    public func count(of member: Int64) -> Int { partitions.count { $0.owner == member } }
}

/// What the database says of a member.
public struct MemberRow: Equatable, Sendable {
    /// The number of the member.
    public var number: Int64
    /// Drawn by the member when it joined. A promoted standby may give a number away once more, never a key.
    public var key: UInt64
    /// The version of its kernel.
    public var kernel: String
    /// Whether it hands everything over, and takes nothing.
    public var isLeaving: Bool
    /// How long after its last renewal it may answer.
    public var lease: Duration
    /// How often it has renewed its lease.
    public var renewals: Int64

    /// A row.
    public init(
        number: Int64,
        key: UInt64,
        kernel: String,
        isLeaving: Bool = false,
        lease: Duration,
        renewals: Int64 = 0
    ) {
        self.number = number
        self.key = key
        self.kernel = kernel
        self.isLeaving = isLeaving
        self.lease = lease
        self.renewals = renewals
    }
}

/// What the database says of a partition.
public struct PartitionRow: Equatable, Sendable {
    /// The partition.
    public var partition: Partition
    /// The number of the member that has its devices in memory.
    public var owner: Int64?
    /// Grows at every change of owner.
    public var epoch: Int64
    /// What its owner does with it.
    public var state: PartitionState
    /// The member that it was released for.
    public var offered: Int64?
    /// The fleet time at which the last tenure ended.
    public var until: Int64
    /// The version of the last owner's kernel.
    public var kernel: String?

    /// A row.
    public init(
        _ partition: Partition,
        owner: Int64? = nil,
        epoch: Int64 = 0,
        state: PartitionState = .free,
        offered: Int64? = nil,
        until: Int64 = 0,
        kernel: String? = nil
    ) {
        self.partition = partition
        self.owner = owner
        self.epoch = epoch
        self.state = state
        self.offered = offered
        self.until = until
        self.kernel = kernel
    }
}

/// What a partition's owner does with it.
public enum PartitionState: String, CaseIterable, Sendable {
    /// It has no owner.
    case free
    /// Its owner reads its devices from the database.
    case loading
    /// Its owner answers for its devices.
    case owned
    /// Its owner hands it over.
    case releasing
}

/// A partition in an epoch.
public struct Claim: Hashable, Sendable {
    /// The partition.
    public var partition: Partition
    /// The epoch that the claim began.
    public var epoch: Int64

    /// A claim.
    public init(_ partition: Partition, epoch: Int64) {
        self.partition = partition
        self.epoch = epoch
    }
}
