#if PostgreSQL
import DeviceHost

extension PostgresJournal: SharedItems {
    /// The items that several servers change at once.
    package var sharedItems: (any SharedItems)? { self }

    /// Adds an item, unless there is one of its name or as many of its kind as there may be.
    package func add(_ item: ServerItem, atMost limit: Int) async throws -> Bool {
        try await reader.read { connection in
            try connection.query(
                """
                INSERT INTO greenroom.shared SELECT $1::bigint, $2::text, \(DatabaseClock.reading), $3::bytea \
                WHERE (SELECT count(*) FROM greenroom.shared WHERE kind = $1) < $4::bigint \
                ON CONFLICT (kind, key) DO NOTHING RETURNING set_config('synchronous_commit', 'on', true)
                """,
                [
                    .bigint(item.kind.rawValue), .text(item.name), .bytea(item.value ?? []), .bigint(Int64(limit)),
                ]
            ).count > 0
        }
    }

    /// Changes what an item holds, or removes it, if it still holds what was read.
    package func replace(_ item: ServerItem, with value: [UInt8]?) async throws -> Bool {
        let read: [Parameter] = [.bigint(item.kind.rawValue), .text(item.name), .bytea(item.value ?? [])]
        return try await reader.read { connection in
            guard let value else {
                return try connection.query(
                    "DELETE FROM greenroom.shared WHERE kind = $1 AND key = $2 AND body = $3 RETURNING 1",
                    read
                ).count > 0
            }
            return try connection.query(
                "UPDATE greenroom.shared SET body = $4 WHERE kind = $1 AND key = $2 AND body = $3 RETURNING 1",
                read + [.bytea(value)]
            ).count > 0
        }
    }
}
#endif
