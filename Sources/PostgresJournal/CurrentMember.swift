#if PostgreSQL
import Fleet
import Synchronization

/// The row of a server in the table `member`.
struct MemberID: Hashable, Sendable {
    /// The number of the member.
    var number: Int64
    /// What it has drawn when it joined. A promoted standby may give a number away once more, never a key.
    var key: UInt64

    /// What PostgreSQL is given to find the row.
    var parameters: [Parameter] { [.bigint(number), .bigint(Int64(bitPattern: key))] }
}

/// What the connections of a server share: the member that it is, the database's clock, what positions stand above, and what
/// they count.
final class CurrentMember: Sendable {
    private struct State {
        var id: MemberID?
        var clock = DatabaseClock()
        var floor: Int64 = 0
        /// The last position before the batch that is being written, or of which nobody knows whether it was.
        var batchStart: Int64?
        /// The last mark that was given.
        var mark: Int64 = 0
        /// The highest epoch in which this server has owned each partition.
        var epochs: [Partition: Int64] = [:]
    }

    private let state = Mutex(State())
    /// What the connections count.
    let metrics: DatabaseMetrics
    /// The claims of which the database has lost acknowledged changes, as they are found.
    let losses: AsyncStream<[Claim]>
    private let losing: AsyncStream<[Claim]>.Continuation

    init(metrics: DatabaseMetrics = DatabaseMetrics()) {
        self.metrics = metrics
        // None of them is left out: a partition is lost once at most with each connection that is made.
        (losses, losing) = AsyncStream.makeStream(of: [Claim].self)
    }

    /// Tells that the database has lost acknowledged changes made under claims.
    func tellLoss(of claims: [Claim]) { losing.yield(claims) }

    /// No more losses are told.
    func finishLosses() { losing.finish() }

    /// The member; nil until the server has joined.
    var id: MemberID? { state.withLock { $0.id } }

    /// Takes the place of the member before, if there was one.
    func become(_ id: MemberID) { state.withLock { $0.id = id } }

    /// What PostgreSQL shows as the application of a connection of the server.
    func application(_ use: String) -> String { Self.application(id?.number ?? 0, use) }

    /// What PostgreSQL shows as the application of a member's connection.
    static func application(_ member: Int64, _ use: String) -> String { "greenroom/\(member)/\(use)" }

    /// Microseconds since 1970 by the database's clock, or a little later.
    var now: Int64 { state.withLock { $0.clock.now } }

    /// Microseconds since 1970, never more than the database's clock shows.
    var earliestTime: Int64 { state.withLock { $0.clock.earliest } }

    /// Takes over a reading of the database's clock, unless there is a newer one.
    func set(_ clock: DatabaseClock) {
        state.withLock { if clock.asked >= $0.clock.asked { $0.clock = clock } }
    }

    /// The position that all new ones stand above.
    var floor: Int64 { state.withLock { $0.floor } }

    /// A batch is about to be written, with positions above the floor and this one.
    ///
    /// - Returns: The last position before the batch.
    func beginBatch(after last: Int64) -> Int64 {
        state.withLock { state in
            let start = max(last, state.floor)
            state.batchStart = min(state.batchStart ?? start, start)
            return start
        }
    }

    /// The batch is durable, or never will be.
    func endBatch() { state.withLock { $0.batchStart = nil } }

    /// Every step of the member at or below this position is durable, or never will be. Positions that are given later stand
    /// above it.
    var mark: Int64 {
        state.withLock { state in
            if let start = state.batchStart { return start }
            state.mark = max(state.mark, state.clock.earliest)
            state.floor = max(state.floor, state.mark)
            return state.mark
        }
    }

    /// The highest epoch in which this server has owned a partition; 0 for none. A promoted standby may not know of it, and what
    /// was done in it must not pass for what is done in another one.
    func lastEpoch(of partition: Partition) -> Int64 { state.withLock { $0.epochs[partition] ?? 0 } }

    /// This server owns a partition.
    func note(_ claim: Claim) {
        state.withLock { $0.epochs[claim.partition] = max($0.epochs[claim.partition] ?? 0, claim.epoch) }
    }

    /// Has new positions stand above one that is there already.
    func raiseFloor(to position: Int64) { state.withLock { $0.floor = max($0.floor, position) } }
}
#endif
