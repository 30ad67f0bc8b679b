/// A number that identifies something, of a type of its own: ids of different things cannot be mixed or calculated with.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByIntegerLiteral,
    LosslessStringConvertible
where RawValue: FixedWidthInteger & Codable & Sendable, IntegerLiteralType == RawValue {
    /// Makes an id.
    init(rawValue: RawValue)
}

extension Identifier {
    /// Makes an id.
    public init(integerLiteral rawValue: RawValue) { self.init(rawValue: rawValue) }

    /// Reads an id from decimal digits.
    public init?(_ text: some StringProtocol) {
        guard let rawValue = RawValue(text) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The id in decimal digits.
    public var description: String { rawValue.description }

    /// Whether the left id was made first.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The id that no other comes after.
    public static var max: Self { Self(rawValue: .max) }

    /// The id after this one.
    var next: Self { Self(rawValue: rawValue + 1) }
}

/// Identifies a process on its device; counts from 101.
public struct ProcessID: Identifier {
    /// The number.
    public let rawValue: Int32

    /// Makes an id.
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Identifies a scene's session in its app; counts from 1.
///
/// Number 0 is the one implicit scene of an app without scene support; it is never shown.
public struct SceneID: Identifier {
    /// The number.
    public let rawValue: Int32

    /// Makes an id.
    public init(rawValue: Int32) { self.rawValue = rawValue }
}
