#if PostgreSQL
/// The time by the database's clock, carried on by this machine's monotonic clock.
struct DatabaseClock {
    private var asked = ContinuousClock.now
    private var answer: Int64 = 0

    /// A clock that stands at 1970.
    init() {}

    /// Reads the database's clock.
    init(_ connection: Connection) throws {
        asked = .now
        answer =
            try connection.query("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
            .first?.number(0) ?? 0
    }

    /// Microseconds since 1970.
    var now: Int64 { answer + Int64((ContinuousClock.now - asked) / .microseconds(1)) }
}
#endif
