import LifecycleKernel
import WireFormat

/// The clock of a recorded device, which decides whether a deadline at the end of a time belongs to that time.
struct RecordedClock {
    /// Whether nothing but inputs moved it.
    private var isManual: Bool

    /// Makes a clock.
    ///
    /// - Parameter settings: The clock of the device; nil for a manual one.
    init(_ settings: Value?) {
        isManual = true
        change(by: settings)
    }

    /// Applies a change of the clock; nil changes nothing.
    mutating func change(by change: Value?) {
        if let mode = change?["mode"] { isManual = mode == "manual" }
    }

    /// Whether deadlines at the end of a time were handled within it.
    ///
    /// An advance includes its end. A clock that runs by itself handles deadlines before the instant of an input first, and
    /// those at the instant after the input.
    ///
    /// - Parameters:
    ///   - advance: The advance that the time began with, if it was one.
    ///   - began: When it began.
    ///   - ended: When it ended.
    ///   - records: What was written in it.
    func isEndIncluded(_ advance: Value?, from began: Instant, to ended: Instant, _ records: [Value]) -> Bool {
        guard let advance else { return false }
        if records.contains(where: { $0.time == ended }) { return true }
        if advance["before"] == true { return false }
        if let length = advance["seconds"]?.asMilliseconds { return began + length >= ended }
        if let target = advance["to"]?.instant { return target >= ended }
        // It ended by itself, at the last deadline or at its limit.
        if let limit = advance["limitSeconds"]?.asMilliseconds, began + limit <= ended { return began + limit == ended }
        return isManual
    }
}
