/// The rules in force on a device: a profile's values, with what the device overrides.
///
/// A rule is read by its name, such as `rulebook.launchLimitSeconds`, as a value of the type that the table gives it. A rule that
/// some profiles do not have is an optional.
@dynamicMemberLookup
package struct Rulebook: Sendable {
    /// The profile that the values come from.
    package let profile: RuleProfile
    package let overrides: [RuleOverride]
    /// The rows of the overrides.
    private let overriddenRows: [ObjectIdentifier]

    /// The rules of a profile, with overrides.
    package init(_ profile: RuleProfile, overrides: [RuleOverride] = []) {
        self.profile = profile
        self.overrides = overrides
        overriddenRows = overrides.map { Self.rowsByKey[$0.key.ordinal] }
    }

    /// The value of a rule on the device.
    package subscript<Value>(dynamicMember row: KeyPath<Rules, Rules.Row<Value>>) -> Value {
        self[Rules.table[keyPath: row]]
    }

    /// The value of a row's rule on the device.
    subscript<Value>(row: Rules.Row<Value>) -> Value {
        overrides.isEmpty ? row.values[profile.ordinal] : value(of: row)
    }

    private func value<Value>(of row: Rules.Row<Value>) -> Value {
        // Of several overrides of one rule the last one counts.
        let override = overriddenRows.lastIndex(of: ObjectIdentifier(row)).flatMap { Value(overrides[$0].value) }
        return override ?? row.values[profile.ordinal]
    }

    /// The value of a rule of any type on the device; nil if the profile does not have the rule.
    package subscript(key: RuleKey) -> RuleValue? {
        overrides.last { $0.key == key }?.value ?? Self.rule(key).value(in: profile)
    }

    /// The length of time of a rule on the device; nil if the profile does not have the rule.
    package func length(of key: RuleKey) -> Milliseconds? {
        if case .milliseconds(let length)? = self[key] { length } else { nil }
    }

    /// Whether the device has a value of its own for a rule.
    func isOverridden(_ key: RuleKey) -> Bool { overrides.contains { $0.key == key } }

    /// Whether watchdogs end processes.
    var hasWatchdogs: Bool { self.watchdogsEnabled && !self.debuggerAttached }

    /// Whether the system launches tasks and fetches by itself.
    var schedulesAutomatically: Bool { schedulerPolicy != .manual }
}

extension Rulebook: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("profile", profile)  // `device.upgradeOS` changes it.
        f.ignore("overrides")  // No input changes them.
        f.ignore("overriddenRows")  // They follow from the overrides.
    }
}

// MARK: The table

extension Rulebook {
    /// All rules, in the order of the table.
    package static let rules: [Rule] = Rules.rows.map { $0.row.rule($0.key) }

    /// The rule of a key. The table has one for each; a test checks that.
    package static func rule(_ key: RuleKey) -> Rule { rulesByKey[key.ordinal] }

    private static let rulesByKey: [Rule] = RuleKey.allCases.map { key in
        guard let rule = rules.first(where: { $0.key == key }) else { preconditionFailure("no rule for \(key.name)") }
        return rule
    }

    private static let rowsByKey: [ObjectIdentifier] = RuleKey.allCases.map { key in
        guard let row = Rules.rows.first(where: { $0.key == key })?.row else {
            preconditionFailure("no rule for \(key.name)")
        }
        return ObjectIdentifier(row)
    }
}

extension Rulebook: Codable {
    private enum CodingKeys: CodingKey {
        case profile, overrides
    }

    /// Reads the profile and the overrides; the values follow from them.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(RuleProfile.self, forKey: .profile),
            overrides: try container.decode([RuleOverride].self, forKey: .overrides)
        )
    }

    /// Writes the profile and the overrides.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(profile, forKey: .profile)
        try container.encode(overrides, forKey: .overrides)
    }
}

extension RuleProfile {
    /// The index of the profile in `allCases`.
    var ordinal: Int {
        switch self {
        case .documents: 0
        case .ios12: 1
        case .ios18: 2
        case .ios26: 3
        case .ios27: 4
        case .simulator: 5
        }
    }
}
