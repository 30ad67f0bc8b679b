import DeviceHost

// Claims of devices that are due, by which servers share the work that no request asks for. Rows are locked in the order of their
// numbers, as a commit locks them, or skipped.
extension Connection {
    func claimDue(_ limit: Int, as claim: ClaimID, _ settings: PostgreSQLStore.Settings) throws -> ClaimedDevices {
        let rows = try query(
            """
            WITH t AS MATERIALIZED (SELECT \(DatabaseTime.now) AS now), free AS (
                SELECT d.number, s.revision, CASE WHEN d.revision = s.revision THEN d.attempts + 1 ELSE 1 END AS attempts
                FROM greenroom.due AS d JOIN greenroom.state AS s USING (number)
                WHERE d.at <= (SELECT now FROM t) AND d.until <= (SELECT now FROM t) AND s.format = ANY ($4::bigint[])
                ORDER BY d.at LIMIT $1 FOR UPDATE OF d SKIP LOCKED
            ), claimed AS (
                UPDATE greenroom.due AS d SET claim = $2, revision = f.revision, attempts = f.attempts,
                    until = t.now + CASE WHEN f.attempts < 3 THEN $3::bigint
                        ELSE least(60::bigint << least(f.attempts - 3, 6)::integer, 3600) * 1000000 END
                FROM free AS f, t WHERE d.number = f.number
                RETURNING d.number, d.at, d.attempts, coalesce(d.used_at + d.expires + d.expires / 10 <= t.now, false)
                    AS is_expired
            )
            SELECT c.number, c.at, c.attempts, c.is_expired, d.id
            FROM claimed AS c JOIN greenroom.device AS d USING (number)
            UNION ALL
            SELECT NULL, (SELECT min(d.at) FROM greenroom.due AS d WHERE d.at > (SELECT now FROM t)), NULL, NULL, NULL
            ORDER BY at
            """,
            [
                .bigint(Int64(limit)), .uuid(claim.bits), .bigint(settings.claimLength.microseconds),
                .bigints(settings.formats.map(\.number)),
            ]
        )
        var claimed = ClaimedDevices(devices: [], next: nil)
        for row in rows.all {
            if let number = try row.optional(0) {
                guard let id = DeviceID(try row.text(4)) else { continue }
                claimed.devices.append(
                    ClaimedDevices.Device(
                        number: number,
                        id: id,
                        due: WallInstant(microseconds: try row.number(1)),
                        isExpired: try row.bool(3),
                        attempts: Int(try row.number(2, in: StoreBounds.numbers))
                    )
                )
            } else {
                claimed.next = try row.optional(1).map { WallInstant(microseconds: $0) }
            }
        }
        return claimed
    }

    /// Notes that a server is running. Returns the newest of its formats that all servers of the last ten seconds know.
    func noteServer(_ id: UInt128, knowing formats: [Int64]) throws -> Int64? {
        try query(
            """
            WITH own AS (
                INSERT INTO greenroom.server (id, formats, seen) VALUES ($1, $2, \(DatabaseTime.now))
                ON CONFLICT (id) DO UPDATE SET formats = excluded.formats, seen = excluded.seen
            ), ended AS (
                DELETE FROM greenroom.server AS s WHERE s.id <> $1 AND s.seen < \(DatabaseTime.now) - 3600000000
            )
            SELECT max(f.format) FROM unnest($2::bigint[]) AS f (format) WHERE NOT EXISTS (SELECT FROM greenroom.server AS s
                WHERE s.id <> $1 AND s.seen > \(DatabaseTime.now) - 10000000 AND f.format <> ALL (s.formats))
            """,
            [.uuid(id), .bigints(formats)]
        ).first?.optional(0)
    }

    func renew(_ claim: ClaimID, of devices: [Int64], for length: Duration) throws -> Set<Int64> {
        let rows = try query(
            """
            UPDATE greenroom.due AS d SET until = greatest(d.until, \(DatabaseTime.now) + $3::bigint)
            WHERE d.claim = $1 AND d.number IN (SELECT l.number FROM greenroom.due AS l
                WHERE l.number = ANY ($2::bigint[]) ORDER BY l.number FOR UPDATE)
            RETURNING d.number
            """,
            [.uuid(claim.bits), .bigints(devices), .bigint(length.microseconds)]
        )
        return Set(try rows.all.map { try $0.number(0) })
    }

    /// Ends a claim.
    ///
    /// A deadline is written only while nobody else can commit a change of the device, since that may set another deadline.
    func release(_ claim: ClaimID, _ devices: [SettledDevice]) throws {
        try query(
            """
            WITH free AS (SELECT s.number, s.revision, s.commit FROM greenroom.state AS s
                WHERE s.number = ANY ($2::bigint[]) ORDER BY s.number FOR UPDATE SKIP LOCKED)
            UPDATE greenroom.due AS d SET claim = NULL, until = 0, attempts = 0,
                deadline = CASE WHEN f.number IS NULL THEN d.deadline ELSE g.deadline END
            FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::uuid[]) AS g (number, deadline, revision, commit)
            LEFT JOIN free AS f ON f.number = g.number AND f.revision = g.revision AND f.commit = g.commit
            WHERE d.number = g.number AND d.claim = $1
            """,
            [
                .uuid(claim.bits), .bigints(devices.map(\.number)), .bigints(devices.map { $0.deadline?.microseconds }),
                .bigints(devices.map(\.revision.count)), .uuids(devices.map(\.revision.commit.bits)),
            ]
        )
    }

    func noteUses(of devices: [Int64]) throws {
        try query(
            """
            UPDATE greenroom.due AS d SET used_at = \(DatabaseTime.now) WHERE d.number IN (SELECT u.number FROM greenroom.due AS u
                WHERE u.number = ANY ($1::bigint[]) AND u.used_at + u.expires / 10 <= \(DatabaseTime.now)
                ORDER BY u.number FOR UPDATE)
            """,
            [.bigints(devices)]
        )
    }
}

/// The time of the database.
enum DatabaseTime {
    /// The microseconds since 1970, in SQL.
    static let now = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
}

extension WallInstant {
    /// Creates the reading of the database's clock that is this many microseconds after 1970.
    init(microseconds: Int64) {
        let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1_000)
        self.init(nanoseconds: overflow ? (microseconds < 0 ? .min : .max) : nanoseconds)
    }

    /// The microseconds since 1970 by the database's clock, rounded up.
    var microseconds: Int64 { nanoseconds / 1_000 + (nanoseconds % 1_000 > 0 ? 1 : 0) }
}

extension Duration {
    var microseconds: Int64 { Int64(clamping: wholeNanoseconds / 1_000) }
    var milliseconds: Int64 { microseconds / 1_000 }
}
