#if PostgreSQL
import DeviceHost
import Fleet
import LifecycleKernel

extension Connection {
    /// What `FleetJournal.entries` returns.
    func entries(after start: FleetPosition, upTo end: Int64, limit: FleetEntryLimit) throws -> FleetEntries {
        let rows = try query(
            Self.entries,
            [
                .bigint(start.position), .bigint(Int64(start.partition)), .bigint(Int64(start.index)), .bigint(end),
                .bigint(Int64(limit.entries)), .bigint(Int64(limit.bytes)),
            ]
        )
        let found = try rows.all.map { row in (entry: try row.fleetEntry(), isLast: try row.bool(8)) }
        return FleetEntries(entries: found.map(\.entry), isComplete: found.last?.isLast ?? true)
    }

    /// What `FleetJournal.keepsAll` returns.
    func keepsAll(after position: Int64, upTo end: Int64, atMost records: Int) throws -> Bool {
        let rows = try query(
            Self.keepsAll,
            [.bigint(position), .bigint(end), .bigint(Int64(records)), .bigint(Int64(records) + 1)]
        )
        return try rows.first?.bool(0) ?? false
    }

    /// The device of each step is looked for by itself: PostgreSQL would rather read all devices than the few that are needed.
    /// One entry more than asked for tells whether there are more.
    private static let entries = """
        WITH found AS (\
        (SELECT step.position, device.partition, device.id, device.labels, step.records, step.inherited, \
        false AS is_deletion FROM greenroom.step AS step CROSS JOIN LATERAL \
        (SELECT id, labels, partition::bigint AS partition FROM greenroom.device WHERE number = step.device OFFSET 0) AS device \
        WHERE step.position BETWEEN $1 AND $4 AND step.last > step.before AND (step.position > $1 \
        OR device.partition > $2 OR (device.partition = $2 AND step.last - step.before > $3)) \
        ORDER BY step.position, device.partition LIMIT $5::bigint + 1) \
        UNION ALL \
        (SELECT position, partition::bigint, id, labels, ''::bytea, NULL, true FROM greenroom.departure \
        WHERE position BETWEEN $1 AND $4 AND (position, partition::bigint, 1::bigint) > ($1, $2, $3) \
        ORDER BY position, partition LIMIT $5::bigint + 1)), \
        counted AS (SELECT found.*, row_number() OVER ordered AS place, \
        sum(octet_length(records)) OVER ordered - octet_length(records) AS bytes_before, count(*) OVER () AS total \
        FROM found WINDOW ordered AS (ORDER BY position, partition)) \
        SELECT position, partition, id, labels, records, inherited, is_deletion, place, place = total \
        FROM counted WHERE place <= $5 AND bytes_before < $6 ORDER BY place
        """

    /// A device whose oldest steps were deleted begins with the state after them.
    private static let keepsAll = """
        SELECT (SELECT coalesce(sum(last - before), 0) <= $3::bigint FROM (SELECT last, before FROM greenroom.step \
        WHERE position > $1 AND position <= $2 LIMIT $4) AS newer) \
        AND NOT EXISTS (SELECT FROM greenroom.snapshot AS state WHERE position > $1 AND NOT EXISTS (\
        SELECT FROM greenroom.step WHERE step.device = state.device AND step.position = state.position))
        """
}

extension ResultRows.Row {
    fileprivate func fleetEntry() throws(JournalDamage) -> FleetEntry {
        guard let id = DeviceID(try text(2)) else { throw JournalDamage("there is a device without an id") }
        let inherited = SequenceNumber(rawValue: UInt64(clamping: try optional(5) ?? 0))
        return FleetEntry(
            position: try number(0),
            partition: Int(clamping: try number(1)),
            device: id,
            labels: try ColumnText.labels(text(3)),
            content: try bool(6) ? .deletion : .step(records: try bytes(4), inherited: inherited)
        )
    }
}
#endif
