/// The limits of one advance; the rest of the time is left for another one.
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

    /// Makes limits; records and bytes have none unless given.
    public init(deadlines: Int, records: Int = .max, bytes: Int = .max) {
        self.deadlines = deadlines
        self.records = records
        self.bytes = bytes
    }
}

/// The unused part of the limits of an advance.
struct AdvanceBudget {
    private var left: AdvanceLimits
    /// How many of the device's records have been counted.
    private var counted: Int
    /// The apps whose callbacks stop it while they wait for the program that plays an attached app.
    var stopsAtCallbacks = AttachedApps.none

    /// Attached apps, as far as they stop an advance.
    enum AttachedApps: Hashable, Sendable {
        case none, all
        case only(BundleID)
    }

    /// - Parameter written: How many records the device had written before the advance.
    init(_ limits: AdvanceLimits, after written: Int) {
        left = limits
        counted = written
    }

    /// Counts what was written, and one more deadline if it may be settled.
    ///
    /// - Returns: The limit that was reached; nil if none was.
    mutating func takeDeadline(after records: borrowing [Record]) -> AdvanceStop? {
        if left.bytes < .max {
            for record in records[counted...] { left.bytes -= record.approximateSize }
        }
        left.records -= records.count - counted
        counted = records.count
        guard left.records > 0, left.bytes > 0 else { return .records }
        guard left.deadlines > 0 else { return .limit }
        left.deadlines -= 1
        return nil
    }
}

extension Record {
    /// About how many bytes the record takes as JSON: its texts of any length, and one figure for all that has a bounded
    /// length. A function of the record alone, so that it can be a limit of what the kernel does.
    package var approximateSize: Int { Self.boundedSize + (bundleID?.rawValue.utf8.count ?? 0) + body.textSize }

    /// The fields that every record has, and the names of those it may have.
    private static let boundedSize = 192
}

extension Record.Body {
    /// The bytes of the texts that may have any length.
    fileprivate var textSize: Int {
        switch self {
        // An advance is followed by none of the others.
        case .input, .process, .scene, .notification, .memory, .snapshot: 0
        case .returned(_, _, let result): result?.approximateSize ?? 0
        case .callback(let callback): callback.arguments.approximateSize
        case .assertion(let change): change.name?.utf8.count ?? 0
        case .verdict(let verdict): verdict.identifier?.utf8.count ?? 0
        case .dispatch(let dispatch):
            dispatch.asked.reduce(dispatch.target.utf8.count) { $0 + $1.utf8.count }
                + (dispatch.handledBy?.utf8.count ?? 0)
        case .exit(let exit): exit.explanation.utf8.count
        case .finding(let finding): finding.detail.utf8.count + 8 * finding.evidence.count
        case .activity(let change): change.name.utf8.count
        case .log(let message): message.utf8.count
        }
    }
}

extension Value {
    /// About how many bytes the value takes as JSON.
    fileprivate var approximateSize: Int {
        switch self {
        case .null, .bool: 5
        case .integer, .number: 20
        case .string(let text): text.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + $1.approximateSize + 1 }
        case .object(let members): members.approximateSize
        }
    }
}

extension [Value.Member] {
    /// About how many bytes an object of these members takes as JSON.
    fileprivate var approximateSize: Int {
        reduce(2) { $0 + $1.name.utf8.count + $1.value.approximateSize + 4 }
    }
}
