import DequeModule
import LifecycleKernel
import Synchronization

/// The newest items of a stream, up to a capacity in number and bytes; the oldest are evicted.
///
/// All subscribers of the stream read from the same log at their own pace, so that none needs a buffer. A subscriber
/// that falls behind by more than the capacity has to read what is missing elsewhere.
final class RecordLog: Sendable {
    private struct State {
        /// Everything after `start`.
        var items: Deque<StreamItem> = []
        var start: StreamPosition
        /// About how many bytes the items take.
        var bytes = 0
        /// Items before this position were not counted.
        var countedFrom: StreamPosition
        var end: StreamEnd?
        var readers: [WaitingReader] = []

        var last: StreamPosition { items.last?.position ?? start }

        func hasNews(after position: StreamPosition) -> Bool { position < last || end != nil }

        mutating func evictOldest() {
            let item = items.removeFirst()
            bytes -= item.content.keptSize
            start = item.position
        }

        mutating func restart(after position: StreamPosition) {
            items.removeAll()
            bytes = 0
            start = position
        }

        /// The index of the first item after a position.
        func index(after position: StreamPosition) -> Int {
            var (low, high) = (0, items.count)
            while low < high {
                let middle = (low + high) / 2
                if items[middle].position > position { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }

    /// The items after a position.
    enum Reading {
        case items([StreamItem])
        /// The log begins after the next items. Also whether all items in between were counted.
        case evicted(start: StreamPosition, isCounted: Bool)
        case nothing
        case ended(StreamEnd)
    }

    private let state: Mutex<State>
    private let shared = Mutex(SharedRecords())
    private let capacity: SizeLimit

    /// An empty log.
    ///
    /// - Parameters:
    ///   - start: The position after which it has everything.
    ///   - capacity: How many items are kept, and how many bytes of them; the newest is kept however large it is.
    init(after start: StreamPosition = .start, capacity: SizeLimit) {
        state = Mutex(State(start: start, countedFrom: start))
        self.capacity = capacity
    }

    /// The position of the last item, kept or not.
    var last: StreamPosition { state.withLock { $0.last } }

    // MARK: Writing

    /// Appends items.
    ///
    /// - Parameter previous: The position that they follow. If the log has not reached it, items in between were lost.
    ///   The log then drops all earlier items, so that it has no gap.
    /// - Returns: The readers that wait for them, to be woken.
    func append(_ items: some Collection<StreamItem>, after previous: StreamPosition) -> [WaitingReader] {
        change { state in
            if previous != state.last { state.restart(after: previous) }
            state.items.append(contentsOf: items)
            state.bytes += items.keptSize
            while capacity.isExceeded(count: state.items.count, bytes: state.bytes), state.items.count > 1 {
                state.evictOldest()
            }
        }
    }

    /// Drops all items, and begins again after a position. Items in between were not counted.
    ///
    /// - Returns: The readers that wait, to be woken.
    func restart(after position: StreamPosition) -> [WaitingReader] {
        change { state in
            state.restart(after: position)
            state.countedFrom = position
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

    /// About how many bytes the items take.
    var bytes: Int { state.withLock { $0.bytes } }

    /// The items after a position, up to a limit; at least one if there is any.
    func read(after position: StreamPosition, limit: SizeLimit) -> Reading {
        state.withLock { state in
            guard position >= state.start else {
                return .evicted(start: state.start, isCounted: position >= state.countedFrom)
            }
            let index = state.index(after: position)
            guard index < state.items.count else { return state.end.map { .ended($0) } ?? .nothing }
            return .items(state.items[index...].prefix(within: limit))
        }
    }

    /// Wakes a reader when there is something after a position; at once if there already is.
    func wake(_ reader: WaitingReader, after position: StreamPosition) {
        let hasNews = state.withLock { state in
            guard !state.hasNews(after: position) else { return true }
            state.readers.append(reader)
            return false
        }
        if hasNews { reader.fulfill(nil) }
    }

    /// How many readers wait for more items.
    var waitingReaderCount: Int { state.withLock { $0.readers.count } }
}

extension RecordLog {
    /// Shares items that were read again, from the device or the store, among the subscribers that read the same ones.
    func sharing(_ items: [StreamItem]) -> [StreamItem] {
        shared.withLock { shared in items.map { shared.item($0) } }
    }

    /// How many of them are remembered.
    var sharedCount: Int { shared.withLock { $0.count } }
}

/// The records that subscribers have read again and still hold.
private struct SharedRecords {
    private struct Held {
        weak var record: StreamedRecord?
    }

    private var records: [StreamPosition: Held] = [:]
    /// The number of records beyond which those that nobody holds any more are removed.
    private var limit = 64

    var count: Int { records.count }

    mutating func item(_ item: StreamItem) -> StreamItem {
        guard case .record(let record) = item.content else { return item }
        if let held = records[item.position]?.record {
            return StreamItem(position: item.position, content: .record(held))
        }
        if records.count > limit {
            records = records.filter { $0.value.record != nil }
            limit = max(64, 2 * records.count)
        }
        records[item.position] = Held(record: record)
        return item
    }
}

extension Collection<StreamItem> {
    /// The first elements, up to a limit; at least one if there is any and the limit allows any.
    func prefix(within limit: SizeLimit) -> [Element] {
        var budget = SizeBudget(limit)
        var taken: [Element] = []
        for element in self {
            guard !budget.isUsedUp else { break }
            budget.take(element.content.keptSize)
            taken.append(element)
        }
        return taken
    }
}
