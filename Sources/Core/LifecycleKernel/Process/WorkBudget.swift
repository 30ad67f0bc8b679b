/// How much the code of an app, or of its extension, does at one instant and after one input.
///
/// Handlers that trigger each other would never let time advance, and write records without end. So everything that code
/// causes is counted in bytes: the records that it writes, by their `approximateSize`, and `unit` for each step of the
/// main thread and each entry of a handler, since those that write nothing take time as well. A process that causes
/// more than the limit is taken for one that uses the processor without end: the system ends it before its next step.
///
/// The count belongs to the app and not to the process. A process that is launched again at the same instant continues
/// the count of the last one. If the limit has been exceeded, none of its code runs, so the launches come to an end.
///
/// The limits are rules of the kernel, not settings of a host: the same inputs end the same processes at the same
/// records.
package struct WorkBudget: Hashable, Codable, Sendable {
    /// The most bytes that the code of one app may cause. The handlers of the largest behavior, each called once, cause
    /// less.
    package static let limit = 2 * 1_024 * 1_024
    /// The most bytes that all code on a device may cause in one step, which is an input or a deadline. After that,
    /// each app may still cause `share`.
    package static let limitOfAll = 4 * 1_024 * 1_024
    /// The bytes that the code of each app may cause however much others have caused.
    package static let share = 16 * 1_024
    /// What a step of the main thread or an entry of a handler counts as, besides the records that it writes.
    package static let unit = 64

    /// What has been caused since `input` at `instant`.
    private(set) var size: UInt32 = 0
    private var instant = Instant.earliest
    /// The record of the last input that was not an advance. An advance begins no new count, since it may continue one
    /// that stopped at its limits.
    private var input: SequenceNumber = 0

    /// Why a process ends before it does the next thing.
    enum Excess {
        /// The code of its app has caused more than it may.
        case ofApp
        /// The code of all apps together has caused more than it may, and the code of this app more than its share.
        case ofAll

        /// The end of the process.
        var termination: Termination {
            let explanation =
                switch self {
                case .ofApp: "the main thread never became idle"
                case .ofAll:
                    "the main thread was busy when all apps together had done what is possible at one instant"
                }
            return .mistake(.cpuResourceLimit, explanation: explanation)
        }
    }

    /// Counts a step or an entry that is about to begin. `count` adds the records that it writes.
    ///
    /// - Parameter bytes: The size of a large record that it writes.
    /// - Returns: Why it may not begin; nil if it may.
    mutating func begin(writing bytes: Int = 0, on timeline: inout Timeline) -> Excess? {
        if instant != timeline.now || input != timeline.lastChange {
            size = 0
            instant = timeline.now
            input = timeline.lastChange
        }
        size = UInt32(clamping: Int(size) + Self.unit)
        timeline.countWork(Self.unit)
        return excess(writing: 0, on: timeline) ?? excess(writing: bytes, on: timeline)
    }

    /// Returns why the step that has begun may not write that many bytes; nil if it may. Asked before large records are
    /// written.
    func excess(writing bytes: Int, on timeline: borrowing Timeline) -> Excess? {
        let total = Int(size) + bytes
        guard total > Self.share else { return nil }
        if total > Self.limit { return .ofApp }
        return timeline.stepSize + bytes > Self.limitOfAll ? .ofAll : nil
    }

    /// Adds the records that were written by the step that has begun.
    ///
    /// - Parameter mark: `timeline.bytesWritten` before it.
    mutating func count(since mark: Int, on timeline: borrowing Timeline) {
        size = UInt32(clamping: Int(size) + timeline.bytesWritten - mark)
    }
}
