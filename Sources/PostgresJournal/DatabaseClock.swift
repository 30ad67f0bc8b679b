#if PostgreSQL
/// The time by the database's clock, carried on by this machine's monotonic clock.
struct DatabaseClock: Sendable {
    /// When the database was asked.
    let asked: ContinuousClock.Instant
    /// When the answer had come.
    private let answered = ContinuousClock.now
    private let answer: Int64

    /// A clock that stands at 1970.
    init() { self.init(asked: .now, answer: 0) }

    /// A clock that has been read.
    ///
    /// - Parameters:
    ///   - asked: When the database was asked.
    ///   - answer: What it answered, in microseconds since 1970.
    init(asked: ContinuousClock.Instant, answer: Int64) {
        self.asked = asked
        self.answer = answer
    }

    /// Reads the database's clock.
    init(_ connection: Connection) throws {
        let asked = ContinuousClock.now
        let rows = try connection.query("SELECT \(Self.reading)")
        self.init(asked: asked, answer: try rows.first?.number(0) ?? 0)
    }

    /// Microseconds since 1970, never less than the database's clock shows.
    var now: Int64 { answer + Int64((ContinuousClock.now - asked) / .microseconds(1)) }

    /// Microseconds since 1970, never more than the database's clock shows.
    var earliest: Int64 { answer + Int64((ContinuousClock.now - answered) / .microseconds(1)) }

    /// The database's clock in SQL, in microseconds since 1970.
    static let reading = microseconds("clock_timestamp()")

    /// A time of the database in SQL, in microseconds since 1970.
    static func microseconds(_ time: String) -> String { "(extract(epoch FROM \(time)) * 1000000)::bigint" }
}
#endif
