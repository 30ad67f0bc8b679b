import DequeModule
import LifecycleKernel
import Synchronization

/// The newest items of a stream, numbered without gaps, up to a capacity in number and bytes; the oldest are evicted.
///
/// All subscribers of the stream read from the same log at their own pace, so that none needs a buffer. A subscriber that
/// falls behind by more than the capacity has missed items, and learns that.
final class RecordLog: Sendable {
    private struct State {
        var items: Deque<StreamItem> = []
        /// About how many bytes the items take.
        var bytes = 0
        /// The number of the next item.
        var next: UInt64
        /// The number of the newest gap of unknown length; one number stands for all items of it.
        var uncountedGap: UInt64 = 0
        var end: StreamEnd?
        var readers: [WaitingReader] = []

        var oldest: UInt64 { next - UInt64(items.count) }

        func hasNews(after number: UInt64) -> Bool { number < next - 1 || end != nil }

        mutating func dropOldest(_ count: Int) {
            for item in items.prefix(count) { bytes -= item.keptSize }
            items.removeFirst(count)
        }
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
    private let replayed = Mutex(ReplayedRecords())
    private let capacity: SizeLimit

    /// An empty log.
    ///
    /// - Parameters:
    ///   - next: The number of the first item that will be appended.
    ///   - capacity: How many items are kept, and how many bytes of them; the newest is kept however large it is.
    init(next: UInt64, capacity: SizeLimit) {
        state = Mutex(State(next: next))
        self.capacity = capacity
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
                state.dropOldest(state.items.count)
                state.next = first
            }
            state.items.append(contentsOf: items)
            for item in items { state.bytes += item.keptSize }
            state.next += UInt64(items.count)
            while capacity.isExceeded(count: state.items.count, bytes: state.bytes), state.items.count > 1 {
                state.dropOldest(1)
            }
        }
    }

    /// Skips items that were lost.
    ///
    /// - Parameter count: How many; nil if that is unknown, so that one number stands for all of them.
    /// - Returns: The readers that wait, to be woken.
    func skip(_ count: Int?) -> [WaitingReader] {
        change { state in
            if count == nil { state.uncountedGap = state.next }
            state.dropOldest(state.items.count)
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

    /// About how many bytes the items take.
    var bytes: Int { state.withLock { $0.bytes } }

    /// The items after a number, up to a limit; at least one if there is any.
    func read(after number: UInt64, limit: SizeLimit) -> Reading {
        state.withLock { state in
            let oldest = state.oldest
            guard number + 1 >= oldest else {
                return .evicted(oldest: oldest, missed: number < state.uncountedGap ? nil : oldest - number - 1)
            }
            guard number + 1 < state.next else { return state.end.map { .ended($0) } ?? .nothing }
            let start = Int(number + 1 - oldest)
            return .items(state.items[start...].prefix(within: limit), first: number + 1)
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

extension RecordLog {
    /// Records that were read again from a device, for its subscribers: those that read the same ones share them.
    func replaying(_ records: [Record], of device: DeviceID) -> [StreamItem] {
        replayed.withLock { $0.shared(records, of: device) }
    }

    /// How many of them are remembered.
    var replayedCount: Int { replayed.withLock { $0.count } }
}

/// The records of a device that its subscribers have read again and still hold.
private struct ReplayedRecords {
    private struct Held {
        weak var record: StreamedRecord?
    }

    private var records: [SequenceNumber: Held] = [:]
    /// At how many records those that nobody holds any more are removed.
    private var limit = 64

    var count: Int { records.count }

    mutating func shared(_ wanted: [Record], of device: DeviceID) -> [StreamItem] {
        if records.count > limit {
            records = records.filter { $0.value.record != nil }
            limit = max(64, 2 * records.count)
        }
        return wanted.map { record in
            if let held = records[record.sequence]?.record { return .record(held) }
            let made = StreamedRecord(record, of: device, labels: [])
            records[record.sequence] = Held(record: made)
            return .record(made)
        }
    }
}

extension Collection<StreamItem> {
    /// The first elements, up to a limit; at least one if there is any and the limit allows any.
    fileprivate func prefix(within limit: SizeLimit) -> [Element] {
        var budget = SizeBudget(limit)
        var taken: [Element] = []
        for element in self {
            guard !budget.isUsedUp else { break }
            budget.take(element.keptSize)
            taken.append(element)
        }
        return taken
    }
}
