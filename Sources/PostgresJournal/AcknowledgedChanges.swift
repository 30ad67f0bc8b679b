#if PostgreSQL
import Fleet

/// For each partition, what shows that the newest change of it that was acknowledged is there. Nobody but its owner removes
/// that, so where it is missing, the database has lost it.
struct AcknowledgedChanges: Sendable {
    /// The newest change of a partition.
    struct Newest: Sendable {
        /// The claim under which it was made.
        var claim: Claim
        /// What shows that it is there.
        var witness: BatchWriter.Witness
    }

    private var changes: [Partition: Newest] = [:]

    /// What is known, by the numbers of the partitions.
    var newest: [Newest] { changes.values.sorted { $0.claim.partition < $1.claim.partition } }

    /// Takes in what a batch has changed that was acknowledged.
    mutating func add(_ witnesses: [Claim: BatchWriter.Witness]) {
        for (claim, witness) in witnesses { changes[claim.partition] = Newest(claim: claim, witness: witness) }
    }

    /// Forgets what was changed under claims.
    mutating func forget(_ claims: [Claim]) {
        for claim in claims where changes[claim.partition]?.claim == claim { changes[claim.partition] = nil }
    }
}

/// Changes of a partition that were acknowledged, and are not in the database any more.
struct LostChanges: Sendable {
    /// The claim under which they were made.
    var claim: Claim
    /// The position of the newest of them; nil if that is not known.
    var last: Int64?
    /// The position of the newest step of the partition that is there; 0 if there is none.
    var newestLeft: Int64

    /// From the newest step that is left to the newest that was acknowledged, in seconds; nil if that is not known.
    var seconds: Double? { last.map { Double(max(0, $0 - newestLeft)) / 1_000_000 } }
}

extension Connection {
    /// The changes that the database has lost, of partitions that a member owns, or has owned in an epoch that the database does
    /// not know any more.
    func losses(among changes: [AcknowledgedChanges.Newest], of member: MemberID) throws -> [LostChanges] {
        guard !changes.isEmpty else { return [] }
        let rows = try query(
            """
            SELECT part.number, part.owner = $3 AND part.epoch = asked.epoch, \
            part.epoch >= asked.epoch + \(FleetStatement.tenuresKept) OR EXISTS (SELECT FROM greenroom.tenure \
            WHERE partition = part.number AND tenure.epoch = asked.epoch AND tenure.member = $3) \
            FROM unnest($1::bigint[], $2::bigint[]) AS asked (number, epoch) \
            JOIN greenroom.partition AS part USING (number)
            """,
            [
                .bigints(changes.map { Int64($0.claim.partition.number) }), .bigints(changes.map(\.claim.epoch)),
                .bigint(member.number),
            ]
        )
        var found: [Int64: (isOwned: Bool, isKnown: Bool)] = [:]
        for row in rows.all {
            let isOwned = row.optionalBytes(1)?.first == 1
            found[try row.number(0)] = (isOwned, try row.bool(2))
        }
        return try changes.filter { change in
            guard let claim = found[Int64(change.claim.partition.number)] else { return false }
            guard claim.isKnown else { return true }
            return try claim.isOwned && !has(change.witness)
        }.map { change in
            LostChanges(
                claim: change.claim,
                last: change.witness.position,
                newestLeft: try newestPosition(in: change.claim.partition)
            )
        }
    }

    private func newestPosition(in partition: Partition) throws -> Int64 {
        let rows = try query(
            """
            SELECT coalesce(max(newest), 0)::bigint FROM greenroom.device JOIN LATERAL (\
            SELECT max(position) AS newest FROM greenroom.step WHERE step.device = device.number) AS last ON true \
            WHERE partition = $1::bigint
            """,
            [.bigint(Int64(partition.number))]
        )
        return try rows.first?.number(0) ?? 0
    }
}
#endif
