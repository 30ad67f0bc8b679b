import LifecycleKernel

extension Condition {
    /// A condition that is always met.
    static let fulfilled = Condition.all([])

    /// What is left of the condition once records have been seen: what one of them meets is met for good.
    ///
    /// - Parameter met: Is set to the last record that met something.
    func remembering(
        _ records: some Collection<Record>,
        on device: Device,
        met: inout Record?
    ) -> Condition {
        switch self {
        case .app: return self
        case .record:
            guard let record = records.first(where: { device.meets(self, records: CollectionOfOne($0)) }) else {
                return self
            }
            met = record
            return .fulfilled
        case .all(let conditions):
            return .all(conditions.map { $0.remembering(records, on: device, met: &met) })
        case .any(let conditions):
            return .any(conditions.map { $0.remembering(records, on: device, met: &met) })
        }
    }

    /// The apps whose state matters, each once, in the order named.
    var apps: [BundleID] {
        var apps: [BundleID] = []
        for case .app(let bundleID, _) in leaves where !apps.contains(bundleID) { apps.append(bundleID) }
        return apps
    }

    /// What records are asked to look like, in the order named.
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
