/// The identifier of an app, such as `com.example.notes`: a type of its own, so that no other text is taken for one.
public struct BundleID: RawRepresentable, Hashable, Comparable, Codable, Sendable,
    ExpressibleByStringInterpolation, LosslessStringConvertible
{
    /// The text.
    public let rawValue: String

    /// Makes an identifier of a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an identifier of a text.
    public init(_ text: String) { self.rawValue = text }

    /// Makes an identifier of a text.
    public init(stringLiteral text: String) { self.rawValue = text }

    /// The text.
    public var description: String { rawValue }

    /// Whether the left identifier comes first in the order of their characters.
    public static func < (left: BundleID, right: BundleID) -> Bool { left.rawValue < right.rawValue }
}
