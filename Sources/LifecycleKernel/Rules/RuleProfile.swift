/// A set of rules that belong together: a version of iOS, or the world as the articles tell it.
public enum RuleProfile: String, CaseIterable, Codable, Sendable {
    /// The world as the articles that the project started from tell it, for teaching.
    case documents
    case ios12, ios18, ios26
}

/// A rule that differs from the device's profile.
public struct RuleOverride: Hashable, Codable, Sendable {
    /// Which rule.
    public var key: RuleKey
    /// Its value, checked against the rule's unit.
    public var value: RuleValue

    /// Makes an override without checking it; `Rulebook.override(key:value:)` checks.
    init(key: RuleKey, value: RuleValue) {
        self.key = key
        self.value = value
    }
}
