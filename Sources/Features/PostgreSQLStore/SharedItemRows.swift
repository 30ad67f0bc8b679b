import DeviceHost

// Items that every server changes, each in a transaction of its own.
extension Connection {
    /// An item; nil if there is none of the name.
    func item(_ kind: ServerItem.Kind, named name: String) throws -> StoredItem? {
        let rows = try query(
            "SELECT value, position FROM greenroom.item WHERE kind = $1 AND name = $2",
            [.bigint(kind.rawValue), .text(name)]
        )
        return try rows.first.map { StoredItem(value: try $0.bytes(0), position: try $0.number(1)) }
    }

    /// Writes or removes an item, if `position` is that of its last write. A nil position means that there is no such item.
    ///
    /// - Parameter repeats: Whether it was sent before and the answer was lost. Then a value that the store already has counts as
    ///   written.
    /// - Returns: Whether it was written.
    func replace(_ item: ServerItem, writtenAt position: Int64?, repeats: Bool) throws -> Bool {
        var parameters: [Parameter] = [.bigint(item.kind.rawValue), .text(item.name)]
        let statement: String
        switch (item.value, position) {
        case (nil, _):
            statement = "DELETE FROM greenroom.item WHERE kind = $1 AND name = $2 AND position = $3 RETURNING position"
            parameters += [.bigint(position)]
        case (let value?, let position?):
            statement = """
                UPDATE greenroom.item SET position = \(Position.ofTransaction), value = $4
                WHERE kind = $1 AND name = $2 AND (position = $3 OR $5 AND value = $4) RETURNING position
                """
            parameters += [.bigint(position), .bytea(value), .bool(repeats)]
        case (let value?, nil):
            statement = """
                INSERT INTO greenroom.item AS t (kind, name, position, value) VALUES ($1, $2, \(Position.ofTransaction), $3)
                ON CONFLICT (kind, name) DO UPDATE SET position = excluded.position WHERE $4 AND t.value = excluded.value
                RETURNING position
                """
            parameters += [.bytea(value), .bool(repeats)]
        }
        guard item.kind.changesItemRevision else { return try query(statement, parameters).first != nil }
        return try query(
            """
            WITH written AS (\(statement)), revised AS (INSERT INTO greenroom.item_revision (kind, revision)
                SELECT $1, \(ItemRevision.new) FROM written \(ItemRevision.replacement))
            SELECT position FROM written
            """,
            parameters
        ).first != nil
    }

    /// A number for each kind of items that servers have in memory; see `SharedStore.itemRevisions`.
    func itemRevisions() throws -> ItemRevisions {
        var revisions: ItemRevisions = [:]
        for row in try query("SELECT kind, revision FROM greenroom.item_revision").all {
            if let kind = ServerItem.Kind(rawValue: try row.number(0)) { revisions[kind] = try row.number(1) }
        }
        return revisions
    }
}

/// The SQL that changes the revision of a kind of items.
enum ItemRevision {
    /// A new revision, in SQL.
    static let new = "uuid_hash_extended(gen_random_uuid(), 0)"
    /// The end of the statement that writes it.
    static let replacement = "ON CONFLICT (kind) DO UPDATE SET revision = excluded.revision"
}
