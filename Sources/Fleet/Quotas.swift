/// How many partitions each member should own. Every member computes the same from the same reading of the database.
public struct Quotas: Equatable, Sendable {
    /// A member's quota, and how many partitions it owns.
    public struct Share: Equatable, Sendable {
        /// The number of the member.
        public let member: Int64
        /// How many partitions it owns.
        public let owned: Int
        /// How many it should own.
        public let quota: Int
    }

    /// The members that are not leaving, those that own most first.
    public let shares: [Share]

    /// The quotas of the members in a reading.
    ///
    /// The members that own most get the larger quotas, so a partition moves only if it must.
    public init(_ table: FleetTable) {
        let staying = table.members.filter { !$0.isLeaving }
            .map { (number: $0.number, owned: table.count(of: $0.number)) }
            .sorted { ($1.owned, $0.number) < ($0.owned, $1.number) }
        let (floor, larger) =
            staying.isEmpty ? (0, 0) : table.partitions.count.quotientAndRemainder(dividingBy: staying.count)
        shares = staying.enumerated().map { index, member in
            Share(member: member.number, owned: member.owned, quota: index < larger ? floor + 1 : floor)
        }
    }

    /// The quota of a member: 0 if it leaves or is unknown.
    public func quota(of member: Int64) -> Int { shares.first { $0.member == member }?.quota ?? 0 }

    /// The member whose quota lacks most, of several the one with the lowest number; nil if nobody's lacks anything.
    ///
    /// - Parameter promised: How many partitions a member will have that it does not own yet.
    func neediest(promised: (Int64) -> Int) -> Int64? {
        var best: (member: Int64, lack: Int)?
        for share in shares {
            let lack = share.quota - share.owned - promised(share.member)
            let most = best?.lack ?? 0
            if lack > most || (lack == most && lack > 0 && share.member < best?.member ?? .max) {
                best = (share.member, lack)
            }
        }
        return best?.member
    }
}
