/// The rules in force on a device: a profile's values, with what the device overrides.
package struct Rulebook: Sendable {
    /// The profile that the values come from.
    package let profile: RuleProfile
    package let overrides: [RuleOverride]
    /// One value for each key, at the key's ordinal.
    private let values: [RuleValue?]
    /// The same as numbers, for those that are numbers: rules are looked up many times in every transition.
    private let numbers: [Int64]
    /// Whether the system launches tasks and fetches by itself; checked after each input and deadline.
    let schedulesAutomatically: Bool
    /// Whether watchdogs end processes; looked up for each callback.
    let hasWatchdogs: Bool

    /// The rules of a profile, with overrides.
    package init(_ profile: RuleProfile, overrides: [RuleOverride] = []) {
        self.profile = profile
        self.overrides = overrides
        // Without overrides all devices of a profile share the arrays.
        var values = Self.profileValues[profile.ordinal]
        var numbers = Self.profileNumbers[profile.ordinal]
        for override in overrides {
            values[override.key.ordinal] = override.value
            numbers[override.key.ordinal] = override.value.number
        }
        self.values = values
        self.numbers = numbers
        self.hasWatchdogs =
            numbers[RuleKey.watchdogsEnabled.ordinal] != 0 && numbers[RuleKey.debuggerAttached.ordinal] == 0
        self.schedulesAutomatically = values[RuleKey.schedulerPolicy.ordinal] != .named(SchedulerPolicy.manual)
    }

    /// A rule's value here; nil where the profile does not have the rule.
    package subscript(key: RuleKey) -> RuleValue? { values[key.ordinal] }

    /// A length of time; 0 where the profile does not have the rule.
    package func milliseconds(_ key: RuleKey) -> Milliseconds { Milliseconds(numbers[key.ordinal]) }

    /// A count; 0 where the profile does not have the rule.
    func count(_ key: RuleKey) -> Int { Int(numbers[key.ordinal]) }

    /// A part of an amount, rounded down; 0 where the profile does not have the rule.
    func part(_ key: RuleKey, of amount: ByteCount) -> ByteCount {
        amount.part(tenThousandths: numbers[key.ordinal])
    }

    /// A share in ten thousandths; 0 where the profile does not have the rule.
    func tenThousandths(_ key: RuleKey) -> Int64 { numbers[key.ordinal] }

    /// Returns whether a rule is true; false where the profile does not have it.
    func holds(_ key: RuleKey) -> Bool { numbers[key.ordinal] != 0 }

    /// A termination code; 0 where the profile does not have the rule.
    func code(_ key: RuleKey) -> UInt32 { UInt32(truncatingIfNeeded: numbers[key.ordinal]) }

    /// Whether the device has a value of its own for a rule.
    func isOverridden(_ key: RuleKey) -> Bool { overrides.contains { $0.key == key } }

    /// The values of each profile, made once.
    private static let profileValues: [[RuleValue?]] = RuleProfile.allCases.map { profile in
        RuleKey.allCases.map { key in rule(key).value(in: profile) }
    }

    private static let profileNumbers: [[Int64]] = profileValues.map { values in values.map { $0?.number ?? 0 } }

    /// The row of a key. The table has one for each; a test says so.
    package static func rule(_ key: RuleKey) -> Rule {
        guard let rule = ruleTable[key.ordinal] else { preconditionFailure("no rule for \(key.name)") }
        return rule
    }

    private static let ruleTable: [Rule?] = RuleKey.allCases.map { key in rules.first { $0.key == key } }
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

extension RuleValue {
    /// The value as a number; 0 for a choice.
    fileprivate var number: Int64 {
        switch self {
        case .milliseconds(let value): value.count
        case .count(let value), .tenThousandths(let value): value
        case .flag(let value): value ? 1 : 0
        case .code(let value): Int64(value)
        case .choice: 0
        }
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
