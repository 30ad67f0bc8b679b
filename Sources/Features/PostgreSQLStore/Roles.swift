import DeviceHost

// Roles that one server at a time has.
extension Connection {
    /// Takes a role that is free, or that the server has.
    ///
    /// - Returns: What has been reached in it; nil while another server has it.
    func takeRole(_ role: String, as server: UInt128, for length: Duration) throws -> String? {
        // It is free, too, if the clock of the database has gone back.
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

    /// Keeps a role, with what the server has reached in it.
    ///
    /// - Returns: Whether the server has it.
    func keepRole(_ role: String, as server: UInt128, for length: Duration, reached: String) throws -> Bool {
        try query(
            """
            UPDATE greenroom.role SET until = \(DatabaseTime.now) + $3::bigint, reached = $4 WHERE name = $1 AND holder = $2
            RETURNING true
            """,
            [.text(role), .uuid(server), .bigint(length.microseconds), .text(reached)]
        ).first != nil
    }
}
