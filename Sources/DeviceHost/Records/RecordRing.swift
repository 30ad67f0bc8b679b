import DequeModule
import LifecycleKernel

/// The newest records of a device, up to a capacity; the oldest are evicted.
///
/// Records are numbered without gaps, so the index of a record follows from its sequence.
struct RecordRing: Sendable {
    private var records: Deque<Record> = []
    /// The sequence of the last record, kept or not.
    private(set) var lastSequence: SequenceNumber = 0
    /// How many records are kept at most.
    let capacity: Int

    /// An empty ring.
    ///
    /// - Parameter lastSequence: The sequence of the record before the first one that will be appended.
    init(capacity: Int, after lastSequence: SequenceNumber = 0) {
        self.capacity = max(0, capacity)
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
        let kept = new.suffix(capacity)
        let surplus = max(0, records.count + kept.count - capacity)
        records.removeFirst(surplus)
        records.append(contentsOf: kept)
        return surplus + new.count - kept.count
    }

    /// Evicts the older half of the records, at least one.
    ///
    /// - Returns: How many were evicted.
    mutating func dropOlderHalf() -> Int {
        let half = (records.count + 1) / 2
        records.removeFirst(half)
        return half
    }

    /// Drops every record after a sequence, which is then the last one.
    ///
    /// - Returns: How many of them the ring had.
    mutating func dropAll(after sequence: SequenceNumber) -> Int {
        guard sequence < lastSequence else { return 0 }
        let dropped = min(lastSequence.count(after: sequence), records.count)
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
    func page(_ query: TimelineQuery, limit: Int) -> (records: [Record], next: SequenceNumber?) {
        let candidates = after(query.after ?? 0)
        if let last = query.last {
            let newest = candidates.reversed().lazy.filter(query.matches).prefix(min(max(0, last), limit))
            return (newest.reversed(), nil)
        }
        var page: [Record] = []
        for record in candidates where query.matches(record) {
            // One more than fits shows that there is a next page.
            guard page.count < limit else { return (page, page.last?.sequence ?? query.after ?? 0) }
            page.append(record)
        }
        return (page, nil)
    }
}
