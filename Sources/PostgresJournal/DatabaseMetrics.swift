#if PostgreSQL
import Metrics

/// What the connections of a server to the database count.
struct DatabaseMetrics: Sendable {
    private let reconnects: Counter
    private let doubts: Counter
    private let losses: Counter

    /// Makes the instruments.
    init(factory: any MetricsFactory = MetricsSystem.factory) {
        reconnects = Counter(label: "greenroom.database.reconnects", factory: factory)
        doubts = Counter(label: "greenroom.fleet.in.doubt", factory: factory)
        losses = Counter(label: "greenroom.fleet.lost.commits", factory: factory)
    }

    /// A connection was made in place of one that has ended.
    func reconnected() { reconnects.increment() }

    /// The answer of a commit has not come.
    func cameIntoDoubt() { doubts.increment() }

    /// The database has lost what it had acknowledged of partitions.
    func lost(partitions count: Int) { losses.increment(by: count) }
}
#endif
