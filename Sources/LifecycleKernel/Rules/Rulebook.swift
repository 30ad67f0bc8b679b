/// The rules in force on a device: a profile's values, with what the device overrides.
public struct Rulebook: Sendable {
    /// The profile that the values come from.
    public let profile: RuleProfile
    /// What differs from it.
    public let overrides: [RuleOverride]
    /// One value for each key, at the key's ordinal.
    private let values: [RuleValue?]
    /// The same as numbers, for those that are numbers: rules are looked up many times in every transition.
    private let numbers: [Int64]
    /// Whether the system launches tasks and fetches by itself; asked after everything that happens.
    let letsSystemDecide: Bool

    /// The rules of a profile, with overrides.
    public init(_ profile: RuleProfile, overrides: [RuleOverride] = []) {
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
        self.letsSystemDecide = values[RuleKey.schedulerPolicy.ordinal] != .choice("manual")
    }

    /// A rule's value here; nil where the profile does not know the rule.
    public subscript(key: RuleKey) -> RuleValue? { values[key.ordinal] }

    /// A length of time; 0 where the profile does not know the rule.
    func milliseconds(_ key: RuleKey) -> Milliseconds { numbers[key.ordinal] }

    /// A count; 0 where the profile does not know the rule.
    func count(_ key: RuleKey) -> Int { Int(numbers[key.ordinal]) }

    /// A part of an amount, rounded down; 0 where the profile does not know the rule.
    func part(_ key: RuleKey, of amount: Int64) -> Int64 { amount / 10_000 * numbers[key.ordinal] }

    /// Whether a rule says yes; no where the profile does not know it.
    func holds(_ key: RuleKey) -> Bool { numbers[key.ordinal] != 0 }

    /// A termination code; 0 where the profile does not know the rule.
    func code(_ key: RuleKey) -> UInt32 { UInt32(truncatingIfNeeded: numbers[key.ordinal]) }

    /// Whether the device has a value of its own for a rule.
    func isOverridden(_ key: RuleKey) -> Bool { overrides.contains { $0.key == key } }

    /// A choice; empty where the profile does not know the rule.
    func choice(_ key: RuleKey) -> String {
        if case .choice(let value)? = self[key] { value } else { "" }
    }

    /// The values of each profile, made once.
    private static let profileValues: [[RuleValue?]] = RuleProfile.allCases.map { profile in
        RuleKey.allCases.map { key in rule(key).value(in: profile) }
    }

    private static let profileNumbers: [[Int64]] = profileValues.map { values in values.map { $0?.number ?? 0 } }

    /// The row of a key. The table has one for each; a test says so.
    public static func rule(_ key: RuleKey) -> Rule {
        guard let rule = ruleTable[key.ordinal] else { preconditionFailure("no rule for \(key.rawValue)") }
        return rule
    }

    private static let ruleTable: [Rule?] = RuleKey.allCases.map { key in rules.first { $0.key == key } }
}

extension Rulebook: Codable {
    private enum CodingKeys: CodingKey {
        case profile, overrides
    }

    /// Reads the profile and the overrides; the values follow from them.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(RuleProfile.self, forKey: .profile),
            overrides: try container.decode([RuleOverride].self, forKey: .overrides)
        )
    }

    /// Writes the profile and the overrides.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(profile, forKey: .profile)
        try container.encode(overrides, forKey: .overrides)
    }
}

extension RuleKey {
    /// The place of the key in `allCases`. A case without a payload is stored as that.
    var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

extension RuleValue {
    /// The value as a number; 0 for a choice.
    fileprivate var number: Int64 {
        switch self {
        case .milliseconds(let value), .count(let value), .tenThousandths(let value): value
        case .flag(let value): value ? 1 : 0
        case .code(let value): Int64(value)
        case .choice: 0
        }
    }
}

extension RuleProfile {
    /// The place of the profile in `allCases`.
    var ordinal: Int {
        switch self {
        case .documents: 0
        case .ios12: 1
        case .ios18: 2
        case .ios26: 3
        }
    }
}

// MARK: Overrides

extension Rulebook {
    /// Checks the value given for a rule.
    ///
    /// - Throws: `invalid-value`, which says what the rule takes.
    public static func checked(_ value: Value, for key: RuleKey, at path: String) throws(Rejection) -> RuleValue {
        let unit = rule(key).unit
        guard let checked = unit.read(value) else {
            throw Rejection(
                .invalidValue,
                "\(key.rawValue) takes \(unit.accepted), not \(value.kindName)",
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
    public init(name: String, value: Value, at path: String) throws(Rejection) {
        guard let key = RuleKey(rawValue: name) else {
            throw Rejection(
                .unknownRule,
                "there is no rule \(name)",
                field: path,
                accepted: RuleKey.allCases.map(\.rawValue)
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
            return .milliseconds(Milliseconds((seconds * 1000).rounded()))
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
            guard case .string(let name) = value, names.contains(name) else { return nil }
            return .choice(name)
        }
    }

    /// What the unit takes, for messages.
    fileprivate var accepted: String {
        switch self {
        case .seconds: "a number of seconds from 0 to 3155760000"
        case .count: "a whole number from 0 to 1000000"
        case .fraction: "a number from 0 to 1"
        case .flag: "true or false"
        case .code: "a code such as \"0x8badf00d\""
        case .choice(let names): "one of " + names.joined(separator: ", ")
        }
    }

    /// The names that a choice takes.
    fileprivate var choices: [String] {
        if case .choice(let names) = self { names } else { [] }
    }
}
