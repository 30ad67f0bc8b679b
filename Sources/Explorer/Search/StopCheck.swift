/// Asks again and again, while inputs are taken, whether a search is to stop.
///
/// Each worker has one. The question takes less than a hundred nanoseconds and an input more than ten microseconds, so it
/// costs nothing to ask so often that a search stops within a few milliseconds.
struct StopCheck {
    /// Whether the search is to stop, as it was answered last.
    private(set) var isStopped = false
    private let isOver: @Sendable () -> Bool
    /// How many inputs were taken since it was asked.
    private var inputs = 0

    /// After how many inputs it is asked.
    static let interval = 64
    /// How many records an input writes that takes about as long as most.
    private static let recordsOfInput = 16

    init(_ isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }

    /// Called when so many inputs were taken.
    ///
    /// - Parameter records: How many records they have written; some of them are what an input usually writes.
    mutating func count(_ count: Int = 1, writing records: Int = 0) {
        inputs += count + records / Self.recordsOfInput
        guard inputs >= Self.interval, !isStopped else { return }
        inputs = 0
        isStopped = isOver()
    }
}
