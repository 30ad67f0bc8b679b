import LifecycleKernel
import WireFormat

extension Condition {
    /// A condition that is always met.
    static let fulfilled = Condition.all([])

    /// The rest of the condition after records: a part that a record meets stays met.
    ///
    /// - Parameters:
    ///   - sequence: Only records after it count.
    ///   - met: Set to the last record that met a part.
    func remembering(
        _ records: inout RecordMatching,
        after sequence: SequenceNumber,
        met: inout Record?
    ) -> Condition {
        switch self {
        case .app: return self
        case .record(let pattern):
            guard let record = records.first(after: sequence, matching: pattern) else { return self }
            met = record
            return .fulfilled
        case .all(let conditions):
            return .all(conditions.map { $0.remembering(&records, after: sequence, met: &met) })
        case .any(let conditions):
            return .any(conditions.map { $0.remembering(&records, after: sequence, met: &met) })
        }
    }

    /// The apps that the condition names, each once, in order.
    var apps: [BundleID] {
        var apps: [BundleID] = []
        for case .app(let bundleID, _) in leaves where !apps.contains(bundleID) { apps.append(bundleID) }
        return apps
    }

    /// The patterns of records in the condition, in order.
    var patterns: [Value] {
        leaves.compactMap { if case .record(let pattern) = $0 { pattern.source } else { nil } }
    }

    /// How many parts the condition has, itself included.
    var partCount: Int {
        switch self {
        case .app, .record: 1
        case .all(let conditions), .any(let conditions): conditions.reduce(1) { $0 + $1.partCount }
        }
    }

    private var leaves: [Condition] {
        switch self {
        case .app, .record: [self]
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.leaves)
        }
    }
}

extension HostLimits {
    /// Refuses a condition with too many parts.
    func check(_ condition: Condition) throws(HostError) {
        guard condition.partCount <= conditionParts else {
            throw .tooComplex(what: "parts of a condition", limit: conditionParts)
        }
    }
}
