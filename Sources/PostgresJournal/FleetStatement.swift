#if PostgreSQL
import DeviceHost
import Fleet

/// The statements of the table of members and partitions.
enum FleetStatement {
    typealias Statement = Connection.Statement

    /// Has the transaction wait until it is durable; the others do not wait for a slow disk.
    private static let durably = "set_config('synchronous_commit', 'on', true)"

    // MARK: Members

    /// Puts a member into the table. Returns its number, and when it joined.
    ///
    /// - Parameter localAddress: The address of this machine, where others reach it unless another one was given.
    static func insert(_ new: NewMember, key: UInt64, localAddress: String) -> Statement {
        let host = localAddress.contains(":") ? "[\(localAddress)]" : localAddress
        return Statement(
            text: """
                INSERT INTO greenroom.member (number, key, name, address, version, kernel, lease, token_digest) \
                VALUES (nextval('greenroom.member_number'), $1, $2, $3, $4, $5, $6::bigint, $7) \
                RETURNING number, \(DatabaseClock.microseconds("renewed_at")), \(durably)
                """,
            parameters: [
                .bigint(Int64(bitPattern: key)), .text(new.name), .text(new.address ?? "http://\(host):\(new.port)"),
                .text(new.version), .text(new.kernel), .bigint(Int64(new.lease / .milliseconds(1))),
                new.tokenDigest.map { .bytea($0) } ?? .text(nil),
            ]
        )
    }

    /// Tells the others of a change.
    static func notify(from me: MemberID) -> Statement {
        Statement(text: "SELECT pg_notify('greenroom', $1)", parameters: [.text("\(me.number)")])
    }

    /// Renews the lease. Returns when, and nothing if there is no such member.
    static func renew(_ me: MemberID, _ figures: MemberFigures) -> Statement {
        Statement(
            text: """
                UPDATE greenroom.member SET renewals = renewals + 1, renewed_at = clock_timestamp(), mark = $3, devices = $4 \
                WHERE number = $1 AND key = $2 RETURNING \(DatabaseClock.microseconds("renewed_at"))
                """,
            parameters: me.parameters + [.bigint(figures.mark), .bigint(Int64(figures.devices))]
        )
    }

    /// Says in the member's row that it is leaving.
    static func markLeaving(_ me: MemberID) -> Statement {
        Statement(
            text: "UPDATE greenroom.member SET state = 1 WHERE number = $1 AND key = $2",
            parameters: me.parameters
        )
    }

    /// Holds the member's row until the transaction ends, so that nobody fences it meanwhile.
    static func hold(_ me: MemberID) -> Statement {
        Statement(
            text: "SELECT FROM greenroom.member WHERE number = $1 AND key = $2 FOR KEY SHARE",
            parameters: me.parameters
        )
    }

    /// Waits until no transaction of the member is open that began to write before.
    static func waitForWriters(_ me: MemberID) -> Statement {
        Statement(
            text: "SELECT FROM greenroom.member WHERE number = $1 AND key = $2 FOR UPDATE",
            parameters: me.parameters
        )
    }

    // MARK: Removing

    /// Removes a member and frees what it owns.
    ///
    /// - Parameters:
    ///   - id: The member.
    ///   - renewals: The number of renewals without which nothing is done; nil for any.
    ///   - me: The member that does it. If it has no row any more, nothing is done.
    ///   - reason: Why its tenures end.
    static func remove(_ id: MemberID, renewals: Int64?, by me: MemberID, _ reason: FleetMove.Reason) -> [Statement] {
        let renewed = DatabaseClock.microseconds("renewed_at") + " + lease::bigint * 1000"
        // Who follows all devices has read everything up to the last mark.
        let end = reason == .lost ? renewed : "greatest(\(DatabaseClock.reading), mark)"
        let rows = """
            FROM greenroom.member WHERE number = $1 AND key = $2 AND renewals = coalesce($3, renewals) \
            AND EXISTS (SELECT FROM greenroom.member WHERE number = $4 AND key = $5)
            """
        let parameters = id.parameters + [.bigint(renewals)] + me.parameters
        // The first one holds the row, so the others find it as it does.
        return [
            "SELECT \(rows) FOR UPDATE",
            """
            WITH gone AS (SELECT number, \(end) AS ended \(rows)), \
            freed AS (UPDATE greenroom.partition AS part SET owner = NULL, state = 0, offered = NULL, \
            until = greatest(until, ended) FROM gone WHERE part.owner = gone.number \
            RETURNING part.number, part.epoch, part.until) \
            UPDATE greenroom.tenure SET until = freed.until, why = \(reason.rawValue) FROM freed \
            WHERE partition = freed.number AND tenure.epoch = freed.epoch
            """,
            "SELECT pg_notify('greenroom', $4::bigint::text), \(durably) \(rows)",
            "DELETE \(rows)",
        ].map { Statement(text: $0, parameters: parameters) }
    }

    /// Ends the connections of a member that has not renewed its lease since.
    static func endConnections(of id: MemberID, renewals: Int64) -> Statement {
        Statement(
            text: """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() \
                AND application_name LIKE $4 AND pid <> pg_backend_pid() AND EXISTS (\
                SELECT FROM greenroom.member WHERE number = $1 AND key = $2 AND renewals = $3)
                """,
            parameters: id.parameters + [.bigint(renewals), .text(CurrentMember.application(id.number, "%"))]
        )
    }

    // MARK: Partitions

    /// Claims partitions that are free, the first ones first, and keeps the newest 1,000 tenures of each. Returns them, with
    /// their epochs, why the last tenures ended, and the beginnings of the new ones.
    ///
    /// - Parameter epochs: For each partition, an epoch above which the new one is.
    static func claim(_ partitions: [Partition], above epochs: [Int64], limit: Int, for me: MemberID) -> Statement {
        Statement(
            text: begin(
                """
                SELECT part.number, part.epoch AS old, lowest, place FROM greenroom.partition AS part \
                JOIN unnest($3::bigint[], $5::bigint[]) WITH ORDINALITY AS asked (wanted, lowest, place) \
                ON part.number = wanted WHERE owner IS NULL ORDER BY place LIMIT $4 FOR UPDATE OF part SKIP LOCKED
                """
            ),
            parameters: me.parameters + [
                .bigints(partitions.map { Int64($0.number) }), .bigint(Int64(limit)), .bigints(epochs),
            ]
        )
    }

    /// Begins a new epoch of a partition that is still the member's in this one. Returns what `claim` returns.
    ///
    /// - Parameter epoch: An epoch above which the new one is.
    static func reclaim(_ claim: Claim, above epoch: Int64, for me: MemberID) -> Statement {
        Statement(
            text: begin(
                """
                SELECT number, epoch AS old, $5::bigint AS lowest, 1 AS place FROM greenroom.partition \
                WHERE number = $3::bigint AND epoch = $4 AND owner = $1 FOR UPDATE
                """
            ),
            parameters: me.parameters + claim.parameters + [.bigint(epoch)]
        )
    }

    /// Begins tenures of a member, if it has a row.
    ///
    /// - Parameter picked: The partitions, their epochs, the epochs above which the new ones are, and their places in the answer.
    private static func begin(_ picked: String) -> String {
        """
        WITH me AS (SELECT number, name, kernel, \(DatabaseClock.reading) AS time FROM greenroom.member \
        WHERE number = $1 AND key = $2), picked AS (\(picked)), \
        ended AS (UPDATE greenroom.tenure SET until = me.time, why = \(FleetMove.Reason.lost.rawValue) \
        FROM picked, me, greenroom.partition AS part WHERE part.number = picked.number AND part.owner = me.number \
        AND tenure.partition = part.number AND tenure.epoch = part.epoch AND tenure.until IS NULL), \
        begun AS (UPDATE greenroom.partition AS part SET owner = me.number, epoch = greatest(part.epoch, lowest) + 1, \
        state = 1, offered = NULL, kernel = me.kernel FROM picked, me WHERE part.number = picked.number \
        RETURNING part.number, part.epoch, old, greatest(part.until, me.time) AS since, place), \
        ledger AS (INSERT INTO greenroom.tenure (partition, epoch, member, name, since) \
        SELECT begun.number, begun.epoch, me.number, me.name, begun.since FROM begun, me), \
        trimmed AS (DELETE FROM greenroom.tenure USING begun \
        WHERE partition = begun.number AND tenure.epoch <= begun.epoch - \(tenuresKept)) \
        SELECT begun.number, begun.epoch, CASE WHEN before.epoch IS NULL THEN \(FleetMove.Reason.first.rawValue) \
        ELSE coalesce(before.why, \(FleetMove.Reason.lost.rawValue)) END, begun.since, \
        pg_notify('greenroom', $1::bigint::text), \(durably) FROM begun LEFT JOIN greenroom.tenure AS before \
        ON before.partition = begun.number AND before.epoch = begun.old ORDER BY place
        """
    }

    /// How many tenures of a partition are kept.
    static let tenuresKept = 1_000

    /// Says that a partition is owned, how many devices were loaded, and for how long nobody answered for them. Returns that if
    /// it is said for the first time; NULL if the partition had no owner before.
    static func showOwned(_ claim: Claim, devices: Int, by me: MemberID) -> Statement {
        Statement(
            text: """
                WITH shown AS (UPDATE greenroom.partition SET state = 2 \
                WHERE number = $3::bigint AND epoch = $4 AND owner = $1 \
                AND EXISTS (SELECT FROM greenroom.member WHERE number = $1 AND key = $2) RETURNING number, epoch), \
                before AS (SELECT until FROM greenroom.tenure WHERE partition = $3::bigint AND epoch < $4 \
                ORDER BY epoch DESC LIMIT 1) \
                UPDATE greenroom.tenure SET devices = $5, \
                unowned = greatest(0, \(DatabaseClock.reading) - (SELECT until FROM before)) \
                FROM shown WHERE partition = shown.number AND tenure.epoch = shown.epoch AND unowned IS NULL \
                RETURNING CASE WHEN EXISTS (SELECT FROM before) THEN unowned END
                """,
            parameters: me.parameters + claim.parameters + [.bigint(Int64(devices))]
        )
    }

    // MARK: The database

    /// Whether its timeline is the settled one.
    static let isSettled = """
        SELECT value #>> '{}' = \(JournalSchema.timeline) FROM greenroom.setting WHERE key = 'settled'
        """

    /// Says that its timeline is settled.
    static let markSettled = Statement(
        text: "UPDATE greenroom.setting SET value = to_jsonb(\(JournalSchema.timeline)) WHERE key = 'settled'"
    )

    /// The number of partitions, and the secret.
    static let settings = """
        SELECT (SELECT (value #>> '{}')::bigint FROM greenroom.setting WHERE key = 'partitions'), \
        (SELECT decode(value #>> '{}', 'hex') FROM greenroom.setting WHERE key = 'secret')
        """

    /// The members, the partitions, and a number of the items that every server has in memory, as one snapshot. A position is never
    /// used twice, so the sum changes with each of them.
    static let read = """
        SELECT 0::bigint, number, key, renewals, state::bigint, lease::bigint, \(DatabaseClock.microseconds("joined_at")), \
        \(DatabaseClock.microseconds("renewed_at")), mark, devices, name, address, version, kernel, token_digest \
        FROM greenroom.member UNION ALL \
        SELECT 1, number, owner, epoch, state, offered, until, NULL, NULL, NULL, NULL, NULL, NULL, kernel, NULL \
        FROM greenroom.partition UNION ALL \
        SELECT 2, coalesce(sum(position % 4294967291), 0)::bigint, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
        NULL, NULL, NULL FROM greenroom.shared WHERE kind IN (\(kinds))
        """

    private static let kinds = ServerItem.Kind.inMemoryOfAll.map { "\($0.rawValue)" }.joined(separator: ", ")

    /// The newest changes of owners, the newest first.
    static let moves = """
        SELECT tenure.since, tenure.partition, tenure.epoch, before.name, tenure.name, coalesce(before.why, 0), \
        tenure.unowned, tenure.devices FROM greenroom.tenure AS tenure LEFT JOIN LATERAL (\
        SELECT name, why FROM greenroom.tenure AS earlier WHERE earlier.partition = tenure.partition \
        AND earlier.epoch < tenure.epoch ORDER BY earlier.epoch DESC LIMIT 1) AS before ON true \
        ORDER BY tenure.since DESC, tenure.partition LIMIT $1
        """
}

extension Claim {
    /// What PostgreSQL is given: the number of the partition, and the epoch.
    var parameters: [Parameter] { [.bigint(Int64(partition.number)), .bigint(epoch)] }
}
#endif
