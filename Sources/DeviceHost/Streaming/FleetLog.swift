import DequeModule
import Synchronization

/// The newest items of the stream of all devices of several servers, which every subscriber of this server reads from.
final class FleetLog: Sendable {
    private struct State {
        var items: Deque<FleetItem> = []
        /// About how many bytes the items take.
        var bytes = 0
        /// The position after which all items up to `end` are here; nil before the log has begun.
        var start: FleetPosition?
        /// The position up to which items were read.
        var end = FleetPosition(before: 0)
        var finish: StreamEnd?
        var readers: [WaitingReader] = []

        func hasNews(after position: FleetPosition) -> Bool {
            finish != nil || start.map { position < $0 } ?? false || items.last.map { $0.position > position } ?? false
        }

        mutating func removeAll() {
            items.removeAll()
            bytes = 0
        }
    }

    /// The items after a position.
    enum Reading {
        case items([FleetItem])
        /// The next items are in the journal, up to this position.
        case earlier(FleetPosition)
        /// There is nothing up to the end of the log; nil before it has begun.
        case nothing(upTo: FleetPosition?)
        case ended(StreamEnd)
    }

    private let state = Mutex(State())
    private let capacity: SizeLimit

    /// A log that has not begun.
    ///
    /// - Parameter capacity: How many items are kept, and how many bytes of them; the newest is kept however large it is.
    init(capacity: SizeLimit) { self.capacity = capacity }

    // MARK: Writing

    /// The position up to which items were read; nil before the log has begun.
    var end: FleetPosition? { state.withLock { $0.start == nil ? nil : $0.end } }

    /// Begins the log. Everything up to this position is in the journal.
    ///
    /// - Returns: The readers that wait, to be woken.
    func begin(at position: FleetPosition) -> [WaitingReader] {
        change { state in
            state.removeAll()
            (state.start, state.end) = (position, position)
        }
    }

    /// Appends the next items, up to a position.
    ///
    /// - Returns: The readers that wait for them, to be woken; none if there are no items.
    func append(_ items: [FleetItem], upTo end: FleetPosition) -> [WaitingReader] {
        guard !items.isEmpty else {
            state.withLock { $0.end = end }
            return []
        }
        return change { state in
            state.items.append(contentsOf: items)
            state.end = end
            for item in items { state.bytes += item.item.keptSize }
            while capacity.isExceeded(count: state.items.count, bytes: state.bytes), state.items.count > 1 {
                let oldest = state.items.removeFirst()
                state.bytes -= oldest.item.keptSize
                state.start = oldest.position
            }
        }
    }

    /// Forgets everything, until it begins again.
    func reset() {
        state.withLock { state in
            state.removeAll()
            state.start = nil
        }
    }

    /// Ends the stream: a reader that has read everything gets the reason.
    ///
    /// - Returns: The readers that wait, to be woken.
    func finish(_ end: StreamEnd) -> [WaitingReader] {
        change { $0.finish = $0.finish ?? end }
    }

    /// All readers that wait, to be woken whether or not there is something to read.
    func takeWaitingReaders() -> [WaitingReader] { change { _ in } }

    private func change(_ body: (inout State) -> Void) -> [WaitingReader] {
        state.withLock { state in
            body(&state)
            defer { state.readers = [] }
            return state.readers
        }
    }

    // MARK: Reading

    /// The items after a position, up to a limit; at least one if there is any.
    func read(after position: FleetPosition, limit: SizeLimit) -> Reading {
        state.withLock { state in
            if let start = state.start, position < start { return .earlier(start) }
            let first = state.items.firstIndex(after: position)
            guard first == state.items.endIndex else {
                return .items(state.items[first...].prefix(within: limit, \.item))
            }
            return state.finish.map { .ended($0) } ?? .nothing(upTo: state.start.map { _ in state.end })
        }
    }

    /// Wakes a reader when there is something after a position; at once if there already is.
    func wake(_ reader: WaitingReader, after position: FleetPosition) {
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

extension Deque<FleetItem> {
    /// The index of the first item after a position; the items are in order.
    fileprivate func firstIndex(after position: FleetPosition) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].position > position { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
