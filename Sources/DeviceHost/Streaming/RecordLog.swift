import DequeModule
import Synchronization

/// The newest items of a stream, numbered without gaps, up to a capacity; the oldest are evicted.
///
/// All subscribers of the stream read from the same log at their own pace, so that none needs a buffer. A subscriber that
/// falls behind by more than the capacity has missed items, and learns that.
final class RecordLog: Sendable {
    private struct State {
        var items: Deque<StreamItem> = []
        /// The number of the next item.
        var next: UInt64
        /// The number of the newest gap of unknown length; one number stands for all items of it.
        var uncountedGap: UInt64 = 0
        var end: StreamEnd?
        var readers: [WaitingReader] = []

        var oldest: UInt64 { next - UInt64(items.count) }

        func hasNews(after number: UInt64) -> Bool { number < next - 1 || end != nil }
    }

    /// The items after a number.
    enum Reading {
        case items([StreamItem], first: UInt64)
        /// The next items are no longer kept: the oldest kept one, and how many were missed; nil if that is unknown.
        case evicted(oldest: UInt64, missed: UInt64?)
        case nothing
        case ended(StreamEnd)
    }

    private let state: Mutex<State>
    private let capacity: Int

    /// An empty log.
    ///
    /// - Parameters:
    ///   - next: The number of the first item that will be appended.
    ///   - capacity: How many items are kept.
    init(next: UInt64, capacity: Int) {
        state = Mutex(State(next: next))
        self.capacity = max(1, capacity)
    }

    /// The number of the last item, kept or not.
    var last: UInt64 { state.withLock { $0.next - 1 } }

    // MARK: Writing

    /// Appends items.
    ///
    /// - Parameter first: The number of the first of them. If it is not the next number, items between were lost, and all
    ///   earlier ones are dropped, so that the log has no gaps.
    /// - Returns: The readers that wait for them, to be woken.
    func append(_ items: some Collection<StreamItem>, first: UInt64? = nil) -> [WaitingReader] {
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

    /// Skips items that were lost.
    ///
    /// - Parameter count: How many; nil if that is unknown, so that one number stands for all of them.
    /// - Returns: The readers that wait, to be woken.
    func skip(_ count: Int?) -> [WaitingReader] {
        change { state in
            if count == nil { state.uncountedGap = state.next }
            state.items.removeAll()
            state.next += UInt64(count ?? 1)
        }
    }

    /// Ends the stream: a reader that has read everything gets the reason.
    ///
    /// - Returns: The readers that wait, to be woken.
    func finish(_ end: StreamEnd) -> [WaitingReader] {
        change { $0.end = $0.end ?? end }
    }

    /// All readers that wait, to be woken whether or not there is something to read.
    func takeWaitingReaders() -> [WaitingReader] {
        change { _ in }
    }

    private func change(_ body: (inout State) -> Void) -> [WaitingReader] {
        state.withLock { state in
            body(&state)
            let readers = state.readers
            state.readers.removeAll()
            return readers
        }
    }

    // MARK: Reading

    /// Why it ends; nil if it goes on.
    var end: StreamEnd? { state.withLock { $0.end } }

    /// The items after a number, up to a limit.
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

    /// Wakes a reader when there is something after a number; at once if there already is.
    func wake(_ reader: WaitingReader, after number: UInt64) {
        let hasNews = state.withLock { state in
            guard !state.hasNews(after: number) else { return true }
            state.readers.append(reader)
            return false
        }
        if hasNews { reader.fulfill(nil) }
    }

    /// How many readers wait for more items.
    var waitingReaderCount: Int { state.withLock { $0.readers.count } }
}
