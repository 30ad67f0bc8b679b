import LifecycleKernel

/// How far a search has come.
public struct ExplorationProgress: Hashable, Codable, Sendable {
    /// The most interruptions on a sequence of the pass that runs.
    public var interruptions: Int
    /// Up to how many inputs the pass has tried every sequence.
    public var inputs: Int
    /// How many abstract states the pass has met.
    public var abstractStates: Int
    /// How many inputs were taken in all, including those of earlier passes and variants.
    public var transitions: Int
    /// Which part of the transitions that the searches of the app and its variants may take were taken, from 0 to 1.
    public var share: Double
    public var passes: [PassSummary]
    /// The signatures of what was found so far, before failures are shortened and merged.
    public var signatures: [String]
}

extension ExplorationProgress {
    /// The progress of a search for one of several apps, the target and its variants, when those before have ended.
    func following(_ reports: [ExplorationReport], of count: Int) -> ExplorationProgress {
        guard count > 1 else { return self }
        var progress = self
        progress.transitions += reports.reduce(0) { $0 + $1.transitions }
        progress.share = (Double(reports.count) + share) / Double(count)
        return progress
    }
}

/// What a pass of a search has come to.
public struct PassSummary: Hashable, Codable, Sendable {
    /// The most interruptions on a sequence.
    public var interruptions: Int
    /// Whether no sequence leads to a new abstract state any more: every sequence of any length has been tried.
    public var isClosed: Bool
    /// Up to how many inputs every sequence has been tried.
    public var inputs: Int
    /// How many abstract states were met.
    public var abstractStates: Int
    /// How many inputs were taken in some abstract state.
    public var transitions: Int
    /// For a pass that is not closed, what has the most values in its last layer; nil if nothing differs.
    public var growing: GrowingPart?
}

/// What grows each time an app is used, so that a search does not close.
public struct GrowingPart: Hashable, Codable, Sendable {
    /// What it is: `openBackgroundTasks`, `footprint`, ...
    public var name: String
    /// The least and the most in the last layer; for the footprint in bytes.
    public var range: ClosedRange<Int64>
    /// In words, such as `open background tasks, 0 to 9`.
    public var text: String

    /// The part with the most values in these states; nil where no part has more than two.
    init?(of states: some Sequence<ExploredState>, target: BundleID) {
        var values: [AppCounts.Kind: Set<Int64>] = [:]
        for state in states {
            guard let counts = state.device.counts(of: target) else { continue }
            for kind in AppCounts.Kind.allCases { values[kind, default: []].insert(counts[kind]) }
        }
        var found: (kind: AppCounts.Kind, values: Set<Int64>)?
        for kind in AppCounts.Kind.allCases {
            guard let values = values[kind], values.count > max(2, found?.values.count ?? 2) else { continue }
            found = (kind, values)
        }
        guard let found, let least = found.values.min(), let most = found.values.max() else { return nil }
        name = found.kind.rawValue
        range = least...most
        text = found.kind.text(range)
    }
}

extension AppCounts.Kind {
    private static let bytesPerMiB: Int64 = 1_048_576

    fileprivate func text(_ range: ClosedRange<Int64>) -> String {
        let extent = "\(range.lowerBound) to \(range.upperBound)"
        switch self {
        case .openBackgroundTasks: return "open background tasks, \(extent)"
        case .footprint:
            return "memory, \(range.lowerBound / Self.bytesPerMiB) to \(range.upperBound / Self.bytesPerMiB) MiB"
        case .transfers: return "transfers, \(extent)"
        case .requests: return "requests for tasks, \(extent)"
        case .windows: return "windows, \(extent)"
        case .waitingCalls: return "calls that wait for the main thread, \(extent)"
        case .liveActivities: return "Live Activities, \(extent)"
        }
    }
}

/// Asks again and again, while inputs are taken, whether a search is to stop.
///
/// Each worker has one. The question takes less than a hundred nanoseconds, and an input more than ten microseconds. So a
/// worker can ask often enough to stop within a few milliseconds, and that costs nothing.
struct StopCheck {
    /// Whether the search is to stop, as it was answered last.
    private(set) var isStopped = false
    private let isOver: @Sendable () -> Bool
    /// How many inputs were taken since it was asked.
    private var inputs = 0

    /// After how many inputs it is asked.
    static let interval = 64
    /// How many records an ordinary input writes.
    private static let recordsOfInput = 16

    init(_ isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }

    /// Counts inputs that were taken, and asks whether to stop if it is time to.
    ///
    /// - Parameter records: How many records they have written. `recordsOfInput` of them count as one more input.
    mutating func count(_ count: Int = 1, writing records: Int = 0) {
        inputs += count + records / Self.recordsOfInput
        guard inputs >= Self.interval, !isStopped else { return }
        inputs = 0
        isStopped = isOver()
    }
}
