import LifecycleKernel
import WireFormat

/// Searches for records that match patterns in order, and finds the nearest record when one is missing.
struct RecordSearch: Sendable {
    /// A pattern that no record matches after those that the patterns before it match.
    struct Missing: Sendable {
        /// The pattern's index in the list.
        var index: Int
        var pattern: Value
        /// What was found instead.
        var seen: Value
    }

    private let records: [Value]

    init(_ records: [Value]) {
        self.records = records
    }

    /// The first pattern that is missing; nil when all of them are matched in order.
    func firstMissing(of patterns: [Value]) -> Missing? {
        var rest = records[...]
        for (index, pattern) in patterns.enumerated() {
            guard let index = rest.firstIndex(where: { $0.matches(pattern) }) else {
                return Missing(index: index, pattern: pattern, seen: seen(pattern, after: rest.startIndex))
            }
            rest = rest[(index + 1)...]
        }
        return nil
    }

    private func seen(_ pattern: Value, after start: Int) -> Value {
        if let early = records[..<start].first(where: { $0.matches(pattern) }) {
            return ["problem": "It stands before the record that the pattern before it matches.", "record": early]
        }
        guard let nearest = nearest(to: pattern) else { return "The step caused no record." }
        return [
            "problem": "No record matches; this one comes nearest.",
            "differs": .names(differences(of: nearest, from: pattern)),
            "record": nearest,
        ]
    }

    /// The first of the records that match most fields of the pattern. Those of its kind come before all others.
    private func nearest(to pattern: Value) -> Value? {
        var best: (record: Value, score: Int)?
        let fields = pattern.memberNames.count
        for record in records {
            var score = fields - differences(of: record, from: pattern).count
            if let kind = pattern["kind"], record["kind"] == kind { score += fields }
            if score > best?.score ?? -1 { best = (record, score) }
        }
        return best?.record
    }

    /// The fields of the pattern that the record does not match.
    private func differences(of record: Value, from pattern: Value) -> [String] {
        pattern.memberNames.filter { name in
            guard let wanted = pattern[name], let value = record[name] else { return true }
            return !value.matches(wanted)
        }
    }
}

extension Value {
    /// The names of the members of this object; none when it is no object.
    fileprivate var memberNames: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }
}
