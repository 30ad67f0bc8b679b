import DeviceHost

// Roles that only one server at a time has.
extension Connection {
    /// Takes a role, if it is free or the server has it already.
    ///
    /// - Returns: How far the work of the role has come; nil while another server has the role.
    func takeRole(_ role: String, as server: UInt128, for length: Duration) throws -> String? {
        // The role is also free if the clock of the database has gone back.
        try query(
            """
            INSERT INTO greenroom.role AS r (name, holder, until, reached) VALUES ($1, $2, \(DatabaseTime.now) + $3::bigint, '')
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
            WHERE r.holder = excluded.holder OR r.until <= \(DatabaseTime.now) OR r.until > excluded.until + $3::bigint
            RETURNING reached
            """,
            [.text(role), .uuid(server), .bigint(length.microseconds)]
        ).first?.text(0)
    }

    /// Renews a role, and notes how far the server has come in it.
    ///
    /// - Returns: Whether the server has it.
    func renewRole(_ role: String, as server: UInt128, for length: Duration, reached: String) throws -> Bool {
        try query(
            """
            UPDATE greenroom.role SET until = \(DatabaseTime.now) + $3::bigint, reached = $4 WHERE name = $1 AND holder = $2
            RETURNING true
            """,
            [.text(role), .uuid(server), .bigint(length.microseconds), .text(reached)]
        ).first != nil
    }
}
