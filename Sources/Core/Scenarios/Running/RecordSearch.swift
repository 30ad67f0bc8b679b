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
            return [
                "problem": "This record comes before the record that the previous pattern matches.", "record": early,
            ]
        }
        guard !records.isEmpty else { return "The step caused no record." }
        guard let nearest = nearest(to: pattern) else { return "The step caused no record but its input." }
        let differs = Value.names(differences(of: nearest, from: pattern))
        guard !nearest.isExplanation, let explanation = explanation(for: pattern) else {
            return [
                "problem": "No record matches. This one is the most similar.", "differs": differs, "record": nearest,
            ]
        }
        return [
            "problem": "No record matches. This one may say why.",
            "record": explanation,
            "nearest": ["differs": differs, "record": nearest],
        ]
    }

    /// The first record that says why something did not happen, or what is wrong: about the app of the pattern, if that names
    /// one.
    private func explanation(for pattern: Value) -> Value? {
        let app = pattern["bundleID"]
        return records.first { $0.isExplanation && (app == nil || $0["bundleID"] == app) }
    }

    /// The first of the records that match most fields of the pattern. Those of its kind come before all others. The input is
    /// what the step itself says: it comes nearest to a pattern of an input only.
    private func nearest(to pattern: Value) -> Value? {
        var best: (record: Value, score: Int)?
        let fields = pattern.memberNames.count
        for record in records where record["kind"] != "input" || pattern["kind"] == "input" {
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
    /// Whether this record is a finding, or a verdict with a reason.
    fileprivate var isExplanation: Bool {
        self["kind"] == "finding" || self["kind"] == "verdict" && self["why"] != nil
    }

    /// The names of the members of this object; none when it is no object.
    fileprivate var memberNames: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }
}
