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
    package init() {}

    /// Puts the profiles and the rules.
    package func write(to sink: inout some FieldSink) {
        sink.put("profiles", strings: RuleProfile.allCases.map(\.rawValue))
        sink.put("rules", list: Rulebook.rules)
    }
}

extension Rulebook {
    /// Checks the value given for a rule.
    ///
    /// - Throws: `invalid-value`, which says what the rule takes.
    package static func checked(_ value: Value, for key: RuleKey, at path: String) throws(Rejection) -> RuleValue {
        let unit = rule(key).unit
        guard let checked = unit.read(value) else {
            throw Rejection(
                .invalidValue,
                "\(key.name, as: "rule") takes \(unit.accepted, as: "expected"), not \(value.shown, as: "found")",
                field: path,
                accepted: unit.choices
            )
        }
        return checked
    }
}

extension RuleOverride {
    /// Reads an override from a key and a value.
    ///
    /// - Throws: `unknown-rule`, which lists the keys, or `invalid-value`.
    package init(name: String, value: Value, at path: String) throws(Rejection) {
        guard let key = RuleKey(named: name) else {
            let names = RuleKey.allCases.map(\.name)
            throw Rejection(
                .unknownRule,
                "There is no rule \"\(name.shortened, as: "name")\".",
                then: names.suggestion(for: name),
                field: path,
                accepted: names
            )
        }
        self.init(key: key, value: try Rulebook.checked(value, for: key, at: path))
    }
}

extension Rule.Unit {
    /// The longest time that a rule may have: a hundred years.
    private static let longest: Double = 3_155_760_000

    /// The value as this unit; nil when it is not one.
    fileprivate func read(_ value: Value) -> RuleValue? {
        switch self {
        case .seconds:
            guard let seconds = value.asDouble, seconds >= 0, seconds <= Self.longest else { return nil }
            return .milliseconds(Milliseconds(Int64((seconds * 1_000).rounded())))
        case .count:
            guard let count = value.asWhole, (0...1_000_000).contains(count) else { return nil }
            return .count(count)
        case .fraction:
            guard let fraction = value.asDouble, fraction >= 0, fraction <= 1 else { return nil }
            return .tenThousandths(Int64((fraction * 10_000).rounded()))
        case .flag:
            guard case .bool(let flag) = value else { return nil }
            return .flag(flag)
        case .code:
            if let code = value.asWhole { return UInt32(exactly: code).map(RuleValue.code) }
            // A number may have a sign, which a code has not.
            guard case .string(let text) = value, text.hasPrefix("0x"), !text.contains("+") else { return nil }
            return UInt32(text.dropFirst(2), radix: 16).map(RuleValue.code)
        case .choice(let names):
            guard case .string(let name) = value, names.contains(exactly: name) else { return nil }
            return .choice(name)
        }
    }

    /// What the unit takes, for messages.
    fileprivate var accepted: Sentence {
        switch self {
        case .seconds: "a number of seconds from \(0, as: "least") to \(3_155_760_000, as: "most")"
        case .count: "a whole number from \(0, as: "least") to \(1_000_000, as: "most")"
        case .fraction: "a number from \(0, as: "least") to \(1, as: "most")"
        case .flag: "true or false"
        case .code: "a code such as \"0x8badf00d\""
        case .choice(let names): "one of \(.list(names), as: "names")"
        }
    }

    /// The names that a choice takes.
    fileprivate var choices: [String] {
        if case .choice(let names) = self { names } else { [] }
    }
}

extension RuleValue {
    /// The value as it is given and shown.
    package var value: Value {
        switch self {
        case .milliseconds(let length): Value(seconds: length)
        case .count(let count): .integer(count)
        case .tenThousandths(let parts): Value(Double(parts) / 10_000)
        case .flag(let flag): .bool(flag)
        case .code(let code): .string(code.hexadecimal)
        case .choice(let name): .string(name)
        }
    }
}
