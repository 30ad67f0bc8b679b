/// One rule of iOS: a number, an order or a disputed choice, with its source.
package struct Rule: Sendable {
    /// The rule's name.
    package let key: RuleKey
    /// What kind of rule it is.
    package let group: Group
    /// What its values are.
    package let unit: Unit
    /// The value in each profile that is its own base, in the order of `RuleProfile.allCases`; nil where the profile does
    /// not have the rule.
    let values: [RuleValue?]
    /// What profiles have that differ from their base.
    var exceptions: [Exception] = []
    /// How sure it is.
    package let confidence: Confidence
    /// Its source.
    package let source: String
    /// What speaks against it, where sources disagree.
    package let dispute: String?

    /// The value of a rule in a profile whose base has another one.
    struct Exception: Sendable {
        var profile: RuleProfile
        var value: RuleValue?
    }

    /// What kinds of rules there are.
    package enum Group: String, CaseIterable, Sendable {
        case limit, order, policy, energy
    }

    /// How sure a rule is.
    package enum Confidence: String, CaseIterable, Sendable {
        /// Apple's documentation, Apple's open source, or a raw log of the system.
        case high
        /// An engineer of Apple, or two independent good sources.
        case medium
        /// A single report, or inference.
        case low
    }

    /// What a rule's values are.
    package enum Unit: Hashable, Sendable {
        case seconds
        case count
        /// A part of a whole, between 0 and 1.
        case fraction
        case flag
        case code
        /// One of these names.
        case choice([String])

        /// The unit's name in documents.
        package var name: String {
            switch self {
            case .seconds: "seconds"
            case .count: "count"
            case .fraction: "fraction"
            case .flag: "boolean"
            case .code: "code"
            case .choice: "choice"
            }
        }
    }

    /// The rule's value in a profile.
    package func value(in profile: RuleProfile) -> RuleValue? {
        if let exception = exceptions.first(where: { $0.profile == profile }) { return exception.value }
        return values[profile.base.ordinal]
    }
}

/// The value of a rule.
public enum RuleValue: Hashable, Codable, Sendable {
    case milliseconds(Milliseconds)
    case count(Int64)
    /// Parts of ten thousand, so that the kernel reckons in integers.
    case tenThousandths(Int64)
    case flag(Bool)
    case code(UInt32)
    case choice(String)
}
