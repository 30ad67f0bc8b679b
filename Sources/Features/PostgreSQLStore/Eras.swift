import DeviceHost

/// An era of the database: a time in which its transaction ids only grow.
enum Era {
    /// Begins an era if the database is not that of the newest era, but a standby that was promoted, or a restored copy.
    ///
    /// Called for every new connection, since a promotion or a restore ends all connections.
    ///
    /// - Returns: The eras as runs, oldest first, and the last position that a transaction can have that has begun.
    static func check(_ connection: Connection) throws -> (runs: [StoreRun], end: Int64) {
        if try connection.query(isCurrent).first?.bool(0) != true {
            // Two servers may begin it at the same time.
            try connection.query(beginning, [.text(StoreRun(after: 0).id)])
        }
        let rows = try connection.query("SELECT id, after, \(Position.end) - 1 FROM greenroom.era ORDER BY number").all
        let runs = try rows.map { StoreRun(id: try $0.text(0), after: try $0.number(1)) }
        return (runs, try rows.last?.number(2, in: StoreBounds.numbers) ?? 0)
    }

    private static let system = "(SELECT system_identifier FROM pg_control_system())"
    private static let timeline = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"
    private static let last = "coalesce(\(Position.lastChange("9223372036854775807")), 0)"

    private static let isCurrent = """
        SELECT EXISTS (SELECT FROM (SELECT * FROM greenroom.era ORDER BY number DESC LIMIT 1) AS newest
            WHERE newest.system = \(system) AND newest.timeline = \(timeline)
                AND \(last) < (newest.shift + pg_current_xact_id()::text::bigint) * \(Position.changes))
        """

    /// Begins an era, unless another server has begun it.
    static let beginning = """
        INSERT INTO greenroom.era (number, id, system, timeline, shift, after)
        SELECT coalesce(max(number), 0) + 1, $1, \(system), \(timeline),
            greatest(\(last) / \(Position.changes) + 1 - pg_current_xact_id()::text::bigint, 0), \(last)
        FROM greenroom.era HAVING NOT (\(isCurrent)) ON CONFLICT (number) DO NOTHING
        """
}
