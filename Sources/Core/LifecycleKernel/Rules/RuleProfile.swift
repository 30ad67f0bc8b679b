/// A set of rules that belong together: those of a version of iOS, or iOS as the articles describe it.
public enum RuleProfile: String, CaseIterable, Codable, Sendable {
    /// iOS as described by the articles with which the project began, for teaching.
    case documents
    case ios12, ios18, ios26, ios27
    /// The Simulator of Xcode 26.
    case simulator
}

extension RuleProfile {
    /// The profile from which it inherits the values and choices that it does not override.
    package var base: RuleProfile {
        switch self {
        case .documents, .ios12, .ios18, .ios26: self
        case .ios27, .simulator: .ios26
        }
    }
}

/// A version of iOS.
package struct SystemVersion: Hashable, Comparable, CustomStringConvertible, Sendable {
    /// The number before the dot.
    package var major: Int
    /// The number after it.
    package var minor: Int

    package init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    package var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }

    package static func < (left: Self, right: Self) -> Bool {
        left.major == right.major ? left.minor < right.minor : left.major < right.major
    }
}

extension RuleProfile {
    /// The version of iOS that devices of the profile run. The articles name none: theirs is that of `ios18`.
    package var systemVersion: SystemVersion {
        switch self {
        case .ios12: SystemVersion(12)
        case .documents, .ios18: SystemVersion(18)
        case .ios26, .simulator: SystemVersion(26)
        case .ios27: SystemVersion(27)
        }
    }
}

/// A rule that differs from the device's profile.
public struct RuleOverride: Hashable, Codable, Sendable {
    package var key: RuleKey
    /// Its value, checked against the rule's unit.
    package var value: RuleValue

    /// Makes an override without checking the value against the rule's unit.
    package init(key: RuleKey, value: RuleValue) {
        self.key = key
        self.value = value
    }
}
