/// The times for which servers have owned a partition, one after another: between them no time passed for its devices.
package struct OwnedTimes: Hashable, Sendable {
    /// The time of one owner, by the clock that gives positions in the journal: microseconds since 1970.
    package struct Span: Hashable, Sendable {
        /// When the owner claimed the partition.
        package var since: Int64
        /// From when nobody answered for it any more.
        package var until: Int64

        /// Makes it.
        package init(since: Int64, until: Int64) {
            self.since = since
            self.until = until
        }
    }

    private let spans: [Span]

    /// - Parameter spans: The times of all owners, oldest first. They do not overlap.
    package init(_ spans: [Span] = []) { self.spans = spans }

    /// For how long the partition was owned after a position, in microseconds.
    package func duration(after position: Int64) -> Int64 {
        var sum: Int64 = 0
        for span in spans.reversed() {
            guard span.until > position else { break }
            let start = max(span.since, position)
            guard span.until > start else { continue }
            let (next, isTooLong) = sum.addingReportingOverflow(span.until - start)
            sum = isTooLong ? .max : next
        }
        return sum
    }
}
