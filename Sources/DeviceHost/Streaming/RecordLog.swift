import DequeModule
import Synchronization

/// The newest items of a stream, numbered without gaps: as many as fit, the oldest make room.
///
/// Every subscriber of the stream reads from the same log at its own pace, so that it costs no buffer of its own: who is
/// slower than the log is long has missed something, and is told.
final class RecordLog: Sendable {
    private struct State {
        var items: Deque<StreamItem> = []
        /// The number of the next item.
        var next: UInt64
        /// Where a number stands for items that nobody counted, the last time that this was so.
        var uncountedGap: UInt64 = 0
        var end: StreamEnd?
        var sleepers: [Sleeper] = []

        var oldest: UInt64 { next - UInt64(items.count) }

        func hasNews(after number: UInt64) -> Bool { number < next - 1 || end != nil }
    }

    /// What there is after some number.
    enum Reading {
        case items([StreamItem], first: UInt64)
        /// What comes next is no longer kept: the oldest that is, and how many are missed; nil when nobody knows.
        case evicted(oldest: UInt64, missed: UInt64?)
        case nothing
        case ended(StreamEnd)
    }

    private let state: Mutex<State>
    private let capacity: Int

    /// An empty log.
    ///
    /// - Parameters:
    ///   - next: The number of the first item to come.
    ///   - capacity: How many items are kept.
    init(next: UInt64, capacity: Int) {
        state = Mutex(State(next: next))
        self.capacity = max(1, capacity)
    }

    /// The number of the last item, kept or not.
    var last: UInt64 { state.withLock { $0.next - 1 } }

    // MARK: Writing

    /// Takes items in.
    ///
    /// - Parameter first: The number of the first of them. Where it is not the next one, what is in between was lost, and
    ///   what came before is given up: the log has no gaps.
    /// - Returns: Who waits for them, to be woken.
    func append(_ items: some Collection<StreamItem>, first: UInt64? = nil) -> [Sleeper] {
        change { state in
            if let first, first != state.next {
                state.items.removeAll()
                state.next = first
            }
            state.items.append(contentsOf: items)
            state.next += UInt64(items.count)
            state.items.removeFirst(max(0, state.items.count - capacity))
        }
    }

    /// Passes over items that were lost.
    ///
    /// - Parameter count: How many; nil when nobody counted, and one number stands for all of them.
    /// - Returns: Who waits, to be woken.
    func skip(_ count: Int?) -> [Sleeper] {
        change { state in
            if count == nil { state.uncountedGap = state.next }
            state.items.removeAll()
            state.next += UInt64(count ?? 1)
        }
    }

    /// Ends the stream: who has read everything learns why.
    ///
    /// - Returns: Who waits, to be woken.
    func finish(_ end: StreamEnd) -> [Sleeper] {
        change { $0.end = $0.end ?? end }
    }

    /// Everybody who waits, to be woken whether or not there is something to read.
    func takeSleepers() -> [Sleeper] {
        change { _ in }
    }

    private func change(_ body: (inout State) -> Void) -> [Sleeper] {
        state.withLock { state in
            body(&state)
            let sleepers = state.sleepers
            state.sleepers.removeAll()
            return sleepers
        }
    }

    // MARK: Reading

    /// What there is after a number, at most so many items.
    func read(after number: UInt64, limit: Int) -> Reading {
        state.withLock { state in
            let oldest = state.oldest
            guard number + 1 >= oldest else {
                return .evicted(oldest: oldest, missed: number < state.uncountedGap ? nil : oldest - number - 1)
            }
            guard number + 1 < state.next else { return state.end.map { .ended($0) } ?? .nothing }
            let start = Int(number + 1 - oldest)
            let end = min(start + limit, state.items.count)
            return .items(Array(state.items[start..<end]), first: number + 1)
        }
    }

    /// Has somebody woken by what comes after a number; at once when it is there already.
    func wake(_ sleeper: Sleeper, after number: UInt64) {
        let isAwake = state.withLock { state in
            guard !state.hasNews(after: number) else { return true }
            state.sleepers.append(sleeper)
            return false
        }
        if isAwake { sleeper.give(nil) }
    }

    /// How many readers have read everything, and wait for more.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }
}
