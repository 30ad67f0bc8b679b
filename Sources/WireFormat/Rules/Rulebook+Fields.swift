import LifecycleKernel

// A rule with its value in every profile.
extension Rule: FieldWritable {
    /// Puts the rule with its value in each profile; null where the profile does not know it.
    package func write(to sink: inout some FieldSink) {
        writeHead(to: &sink)
        let values = RuleProfile.allCases.map { Value.Member($0.rawValue, value(in: $0)?.value ?? .null) }
        sink.put("values", value: .object(values))
        writeSource(to: &sink)
    }

    /// Puts what the rule is.
    fileprivate func writeHead(to sink: inout some FieldSink) {
        sink.put("key", key.name)
        sink.put("group", group.rawValue)
        sink.put("unit", unit.name)
        if case .choice(let names) = unit { sink.put("accepted", strings: names) }
    }

    /// Puts where the rule is known from.
    fileprivate func writeSource(to sink: inout some FieldSink) {
        sink.put("confidence", confidence.rawValue)
        sink.put("source", source)
        if let dispute { sink.put("dispute", dispute) }
    }
}

// The rules in force: a profile, and each rule with its one value there; null where the profile does not know it.
extension Rulebook: FieldWritable {
    /// Puts the profile, and every rule with the value that it has here.
    package func write(to sink: inout some FieldSink) {
        sink.put("profile", profile.rawValue)
        sink.put("rules", list: Rulebook.rules) { rule, sink in
            rule.writeHead(to: &sink)
            sink.put("value", value: self[rule.key]?.value ?? .null)
            if overrides.contains(where: { $0.key == rule.key }) { sink.put("overridden", true) }
            rule.writeSource(to: &sink)
        }
    }
}

/// The whole table of rules as a document: the profiles, and every rule with its value in each.
package struct RuleTable: FieldWritable, Sendable {
    /// Makes the document.
    package init() {}

    /// Puts the profiles and the rules.
    package func write(to sink: inout some FieldSink) {
        sink.put("profiles", strings: RuleProfile.allCases.map(\.rawValue))
        sink.put("rules", list: Rulebook.rules)
    }
}
