/// The limits of what is settled at once, by an advance or by time that passes; the rest is left for another time.
///
/// An advance that was journalled stops at the same deadline when it is repeated with the same limits.
public struct AdvanceLimits: Hashable, Sendable {
    /// How many deadlines are settled at most.
    public var deadlines: Int
    /// After how many records it stops: the deadline that writes the last of them is settled to its end.
    public var records: Int
    /// After how many bytes of records it stops, as `Record.approximateSize` counts them.
    public var bytes: Int

    /// The default limits, with which an answer is a few megabytes of JSON at most.
    public static let standard = AdvanceLimits(deadlines: 100_000, records: 10_000, bytes: 4 * 1_024 * 1_024)

    /// How many bytes of records several inputs that are applied together may cause, unless a host says otherwise.
    public static let bytesOfInputs = 32 * 1_024 * 1_024

    /// No limits.
    public static let unlimited = AdvanceLimits(deadlines: .max)

    /// Makes limits; records and bytes have none unless given.
    public init(deadlines: Int, records: Int = .max, bytes: Int = .max) {
        self.deadlines = deadlines
        self.records = records
        self.bytes = bytes
    }

    /// Takes off records that were written; nothing is left of what they come to.
    package mutating func take(_ written: [Record]) {
        records = max(0, records - written.count)
        bytes = max(0, bytes - written.reduce(0) { $0 + $1.approximateSize })
    }
}

/// The unused part of limits.
struct AdvanceBudget {
    private var left: AdvanceLimits
    /// How much of the timeline has been counted.
    private var counted: (sequence: SequenceNumber, bytes: Int)
    /// The apps whose callbacks stop it while they wait for the program that plays an attached app.
    var stopsAtCallbacks = AttachedApps.none

    /// Attached apps, as far as they stop an advance.
    enum AttachedApps: Hashable, Sendable {
        case none, all
        case only(BundleID)
    }

    /// Limits for what a device does from now on.
    init(_ limits: AdvanceLimits, on timeline: borrowing Timeline) {
        left = limits
        counted = (timeline.lastSequence, timeline.bytesWritten)
    }

    /// Counts what was written, and one more deadline if it may be settled.
    ///
    /// - Returns: The limit that was reached; nil if none was.
    mutating func takeDeadline(on timeline: borrowing Timeline) -> AdvanceStop? {
        left.records -= timeline.lastSequence.count(after: counted.sequence)
        left.bytes -= timeline.bytesWritten - counted.bytes
        counted = (timeline.lastSequence, timeline.bytesWritten)
        guard left.records > 0, left.bytes > 0 else { return .records }
        guard left.deadlines > 0 else { return .limit }
        left.deadlines -= 1
        return nil
    }
}
