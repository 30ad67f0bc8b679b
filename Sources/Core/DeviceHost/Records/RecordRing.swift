import DequeModule
import LifecycleKernel

/// The newest records of a device, up to a capacity in number and bytes; the oldest are evicted.
///
/// Records are numbered without gaps, so the index of a record follows from its sequence.
struct RecordRing: Sendable {
    private var records: Deque<Record> = []
    /// The sequence of the last record, kept or not.
    private(set) var lastSequence: SequenceNumber = 0
    /// How many bytes the records take, as `keptSize` counts them.
    private(set) var bytes = 0
    /// How many records are kept at most, and how many bytes of them.
    let capacity: SizeLimit

    /// An empty ring.
    ///
    /// - Parameter lastSequence: The sequence of the record before the first one that will be appended.
    init(capacity: SizeLimit, after lastSequence: SequenceNumber = 0) {
        self.capacity = SizeLimit(count: max(0, capacity.count), bytes: capacity.bytes)
        self.lastSequence = lastSequence
    }

    /// How many records are kept.
    var count: Int { records.count }

    /// The sequence of the oldest record kept, or of the next one to be written when none is kept.
    var oldestSequence: SequenceNumber { lastSequence.next - records.count }

    /// Appends records.
    ///
    /// - Returns: How many records were evicted, including new ones that did not fit.
    mutating func append(_ new: [Record]) -> Int {
        guard let last = new.last else { return 0 }
        guard new[0].sequence == lastSequence.next else {
            preconditionFailure("record \(new[0].sequence) after \(lastSequence)")
        }
        lastSequence = last.sequence
        let evicted = max(0, new.count - capacity.count)
        // By index: a loop over the records would copy each of them.
        for index in evicted..<new.count { bytes += new[index].keptSize }
        records.append(contentsOf: new[evicted...])
        return evicted + evictSurplus()
    }

    /// Evicts the oldest records until no more are kept than the capacity.
    ///
    /// - Returns: How many were evicted.
    private mutating func evictSurplus() -> Int {
        var surplus = 0
        while capacity.isExceeded(count: records.count - surplus, bytes: bytes), surplus < records.count {
            bytes -= records[surplus].keptSize
            surplus += 1
        }
        records.removeFirst(surplus)
        return surplus
    }

    /// Evicts the older half of the records, at least one.
    ///
    /// - Returns: How many were evicted.
    mutating func evictOlderHalf() -> Int {
        let half = (records.count + 1) / 2
        for record in records.prefix(half) { bytes -= record.keptSize }
        records.removeFirst(half)
        return half
    }

    /// Drops every record after a sequence, which is then the last one.
    ///
    /// - Returns: How many of them the ring had.
    mutating func removeAll(after sequence: SequenceNumber) -> Int {
        guard sequence < lastSequence else { return 0 }
        let dropped = min(lastSequence.count(after: sequence), records.count)
        for record in records.suffix(dropped) { bytes -= record.keptSize }
        records.removeLast(dropped)
        lastSequence = sequence
        return dropped
    }

    /// The records after a sequence that are kept, oldest first.
    func after(_ sequence: SequenceNumber) -> Deque<Record>.SubSequence {
        guard sequence < lastSequence else { return records[records.endIndex...] }
        let next = max(sequence.next, oldestSequence)
        return records[next.count(after: oldestSequence)...]
    }

    /// Whether a record after a sequence has been evicted.
    func hasEvicted(after sequence: SequenceNumber) -> Bool { sequence < oldestSequence - 1 }

    /// A page of the timeline; see `TimelineQuery`.
    func page(_ query: TimelineQuery) -> (records: [Record], next: SequenceNumber?) {
        let candidates = after(query.after ?? 0)
        var budget = SizeBudget(query.size)
        var page: [Record] = []
        guard query.last == nil else {
            for record in candidates.reversed() where query.matches(record) {
                guard !budget.isUsedUp else { break }
                budget.take(record.keptSize)
                page.append(record)
            }
            return (page.reversed(), nil)
        }
        for record in candidates where query.matches(record) {
            // One more than fits shows that there is a next page.
            guard !budget.isUsedUp else { return (page, page.last?.sequence ?? query.after ?? 0) }
            budget.take(record.keptSize)
            page.append(record)
        }
        return (page, nil)
    }
}
