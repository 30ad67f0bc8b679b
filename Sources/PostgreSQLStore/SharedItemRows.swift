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

    /// Writes or removes an item, if it was written last at a position; if there is none, without a position.
    ///
    /// - Returns: Whether it was written.
    func replace(_ item: ServerItem, writtenAt position: Int64?) throws -> Bool {
        let key: [Parameter] = [.bigint(item.kind.rawValue), .text(item.name)]
        guard let value = item.value else {
            let removed = try query(
                "DELETE FROM greenroom.item WHERE kind = $1 AND name = $2 AND position = $3 RETURNING position",
                key + [.bigint(position)]
            )
            return removed.first != nil
        }
        // Whoever lost the answer finds its own value.
        let written =
            if let position {
                try query(
                    """
                    UPDATE greenroom.item SET position = \(Position.ofTransaction), value = $4
                    WHERE kind = $1 AND name = $2 AND (position = $3 OR value = $4) RETURNING position
                    """,
                    key + [.bigint(position), .bytea(value)]
                )
            } else {
                try query(
                    """
                    INSERT INTO greenroom.item AS t (kind, name, position, value) VALUES ($1, $2, \(Position.ofTransaction), $3)
                    ON CONFLICT (kind, name) DO UPDATE SET position = excluded.position WHERE t.value = excluded.value
                    RETURNING position
                    """,
                    key + [.bytea(value)]
                )
            }
        return written.first != nil
    }
}
