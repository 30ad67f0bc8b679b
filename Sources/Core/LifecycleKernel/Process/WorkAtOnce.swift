/// How much the code of an app, or of its extension, does at one instant and after one input.
///
/// Handlers that trigger each other would never let time advance, and write records without end. So everything that code
/// causes is counted in bytes: the records that it writes, by their `approximateSize`, and `unit` for each step of the
/// main thread and each entry of a handler, since those that write nothing take their time as well. A process that
/// causes more than the limit uses the processor without end, and is ended before it does the next thing.
///
/// The count belongs to the app and not to the process. A process that is launched again at the same instant has the count
/// of the last one, so none of its code runs and the launches come to an end.
///
/// The limits are rules of the kernel and no settings of a host: the same inputs end the same processes at the same
/// records.
package struct WorkAtOnce: Hashable, Codable, Sendable {
    /// What the code of one app may cause. The handlers of the largest behavior, each called once, cause less.
    package static let limit = 2 * 1_024 * 1_024
    /// What all code on a device may cause in one step, which is an input or a deadline. After that every app has
    /// `share` left.
    package static let limitOfAll = 4 * 1_024 * 1_024
    /// What the code of each app may cause whatever others have caused.
    package static let share = 16 * 1_024
    /// What a step of the main thread or an entry of a handler counts as, besides the records that it writes.
    package static let unit = 64

    /// What has been caused since `input` at `instant`.
    private(set) var size: UInt32 = 0
    private var instant = Instant.earliest
    /// The record of the last input that was no advance: an advance that continues one that stopped at its limits does not
    /// begin a new count.
    private var input: SequenceNumber = 0

    /// Why a process ends before it does the next thing.
    enum Excess {
        /// The code of its app has caused more than it may.
        case ofApp
        /// The code of all apps has, and that of its app more than its share.
        case ofAll

        /// The end of the process.
        var termination: Termination {
            let explanation =
                switch self {
                case .ofApp: "the main thread never became idle"
                case .ofAll:
                    "the main thread was busy when all apps together had done what is possible at one instant"
                }
            return Termination(.cpuResourceLimit, explanation: explanation)
        }
    }

    /// Counts one more thing that code is about to do. `count` adds the records that it writes.
    ///
    /// - Returns: Why it may not do it; nil if it may.
    mutating func begin(on timeline: inout Timeline) -> Excess? {
        if instant != timeline.now || input != timeline.lastChange {
            size = 0
            instant = timeline.now
            input = timeline.lastChange
        }
        size = UInt32(clamping: Int(size) + Self.unit)
        timeline.countWork(Self.unit)
        return excess(writing: 0, on: timeline)
    }

    /// Whether code may write so much in what has begun: asked where that may be much.
    func excess(writing bytes: Int, on timeline: borrowing Timeline) -> Excess? {
        let total = Int(size) + bytes
        guard total > Self.share else { return nil }
        if total > Self.limit { return .ofApp }
        return timeline.stepSize + bytes > Self.limitOfAll ? .ofAll : nil
    }

    /// Adds what was written by what has begun.
    ///
    /// - Parameter mark: `timeline.bytesWritten` before it.
    mutating func count(since mark: Int, on timeline: borrowing Timeline) {
        size = UInt32(clamping: Int(size) + timeline.bytesWritten - mark)
    }
}
