#if PostgreSQL
import DeviceHost
import Fleet

extension FleetReading {
    /// What `FleetStatement.read` returns.
    ///
    /// - Throws: `JournalDamage`.
    init(_ rows: ResultRows) throws(JournalDamage) {
        var members: [MemberRow] = []
        var partitions: [PartitionRow] = []
        var details: [Int64: MemberDetails] = [:]
        var items: Int64 = 0
        for row in rows.all {
            switch try row.number(0) {
            case 0:
                let member = try row.member()
                members.append(member)
                details[member.number] = try row.memberDetails()
            case 1: partitions.append(try row.partition())
            default: items = try row.number(1)
            }
        }
        guard let table = FleetTable(members: members, partitions: partitions) else {
            throw JournalDamage("the numbers of the partitions have a gap")
        }
        self.init(table: table, details: details, items: items)
    }
}

extension ResultRows.Row {
    fileprivate func member() throws(JournalDamage) -> MemberRow {
        MemberRow(
            number: try number(1),
            key: UInt64(bitPattern: try number(2)),
            kernel: try text(13),
            isLeaving: try number(4) == 1,
            lease: .milliseconds(try number(5)),
            renewals: try number(3)
        )
    }

    fileprivate func memberDetails() throws(JournalDamage) -> MemberDetails {
        MemberDetails(
            name: try text(10),
            address: try text(11),
            version: try text(12),
            joinedAt: try number(6),
            renewedAt: try number(7),
            figures: MemberFigures(mark: try number(8), devices: Int(clamping: try number(9))),
            tokenDigest: optionalBytes(14)
        )
    }

    fileprivate func partition() throws(JournalDamage) -> PartitionRow {
        PartitionRow(
            Partition(Int(clamping: try number(1))),
            owner: try optional(2),
            epoch: try number(3),
            state: try partitionState(4),
            offered: try optional(5),
            until: try number(6),
            kernel: optionalBytes(13).map { String(decoding: $0, as: UTF8.self) }
        )
    }

    private func partitionState(_ column: Int32) throws(JournalDamage) -> PartitionState {
        switch try number(column) {
        case 0: .free
        case 1: .loading
        case 2: .owned
        case 3: .releasing
        case let state: throw JournalDamage("a partition has the unknown state \(state)")
        }
    }

    /// What `FleetStatement.claim` returns.
    func grantedClaim() throws(JournalDamage) -> GrantedClaim {
        GrantedClaim(
            claim: Claim(Partition(Int(clamping: try number(0))), epoch: try number(1)),
            reason: try reason(2)
        )
    }

    private func reason(_ column: Int32) throws(JournalDamage) -> FleetMove.Reason {
        guard let reason = FleetMove.Reason(rawValue: try number(column)) else {
            throw JournalDamage("a tenure ended for an unknown reason")
        }
        return reason
    }

    /// What `FleetStatement.moves` returns.
    func move() throws(JournalDamage) -> FleetMove {
        FleetMove(
            at: try number(0),
            partition: Partition(Int(clamping: try number(1))),
            epoch: try number(2),
            from: optionalBytes(3).map { String(decoding: $0, as: UTF8.self) },
            to: try text(4),
            reason: try reason(5),
            unowned: try optional(6),
            devices: try optional(7).map { Int(clamping: $0) }
        )
    }
}
#endif
