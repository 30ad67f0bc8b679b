import LifecycleKernel

/// What an app has more of with every visit, so that a search does not close.
public struct GrowingPart: Hashable, Sendable {
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
