/// A number that identifies something. Each kind of id is a type of its own, so ids of different things cannot be
/// mixed, and nobody can calculate with them.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByIntegerLiteral,
    LosslessStringConvertible
where RawValue: FixedWidthInteger & Codable & Sendable, IntegerLiteralType == RawValue {
    init(rawValue: RawValue)
}

extension Identifier {
    public init(integerLiteral rawValue: RawValue) { self.init(rawValue: rawValue) }

    /// Reads an id from decimal digits. Inlinable, so that other modules read a number and not a value of a generic type:
    /// 2 % of a GET.
    @inlinable
    public init?(_ text: some StringProtocol) {
        guard let rawValue = RawValue(text) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The id in decimal digits.
    @inlinable
    public var description: String { rawValue.description }

    /// Whether the left id was made first.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The largest id.
    package static var max: Self { Self(rawValue: .max) }

    /// The id after this one.
    package var next: Self { Self(rawValue: rawValue + 1) }
}

/// Identifies a process on its device; counts from 101.
public struct ProcessID: Identifier {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Identifies a scene's session in its app; counts from 1.
public struct SceneID: Identifier {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The scene that UIKit makes itself for an app without scene support. The app does not know it, so records do not
    /// name it.
    package static let implicit: SceneID = 0
}

/// The scene that a call or a notification is about, if it is about one that the app knows.
///
/// In an encoded state it is a number, 0 for none.
struct SceneReference: RawRepresentable, Hashable, Codable, Sendable {
    let rawValue: Int32

    init(rawValue: Int32) { self.rawValue = rawValue }

    init(_ scene: SceneID?) { self.init(rawValue: (scene ?? .implicit).rawValue) }

    /// The scene; nil for none.
    var scene: SceneID? { rawValue == SceneID.implicit.rawValue ? nil : SceneID(rawValue: rawValue) }
}

extension SceneReference: StateFields {
    func fields(_ f: inout FieldVisitor) { f.write(ordinal: Int64(rawValue), of: .scene) }
}

/// The place of a record in the timeline of its device: counts from 1, without gaps. 0 stands for no record.
public struct SequenceNumber: Identifier, Strideable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Whether the left record was written first.
    public static func < (left: SequenceNumber, right: SequenceNumber) -> Bool { left.rawValue < right.rawValue }

    /// The number of the next record.
    package var next: SequenceNumber { SequenceNumber(rawValue: rawValue + 1) }

    /// How many records lie from this one to a later one.
    public func distance(to other: SequenceNumber) -> Int {
        other < self ? -Int(clamping: rawValue - other.rawValue) : Int(clamping: other.rawValue - rawValue)
    }

    /// The number of the record `count` records later; 0 before the first.
    public func advanced(by count: Int) -> SequenceNumber {
        let distance = UInt64(count.magnitude)
        let (sum, overflow) = rawValue.addingReportingOverflow(distance)
        if count >= 0 { return SequenceNumber(rawValue: overflow ? .max : sum) }
        return SequenceNumber(rawValue: rawValue - Swift.min(rawValue, distance))
    }

    /// The number of the record `count` records later.
    package static func + (number: SequenceNumber, count: Int) -> SequenceNumber { number.advanced(by: count) }

    /// The number of the record `count` records earlier; 0 before the first.
    package static func - (number: SequenceNumber, count: Int) -> SequenceNumber { number.advanced(by: -count) }

    /// How many records this number comes after another one; 0 if it does not.
    package func count(after other: SequenceNumber) -> Int { Swift.max(0, other.distance(to: self)) }
}

/// The identifier of an app, such as `com.example.notes`: a type of its own, so that no other text can be used by
/// mistake.
public struct BundleID: RawRepresentable, Hashable, Comparable, Codable, Sendable,
    ExpressibleByStringInterpolation, LosslessStringConvertible
{
    public let rawValue: String

    /// Makes an identifier of a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ text: String) { self.rawValue = text }

    public init(stringLiteral text: String) { self.rawValue = text }

    public var description: String { rawValue }

    /// Whether the left identifier comes first in the order of their characters.
    public static func < (left: BundleID, right: BundleID) -> Bool { left.rawValue < right.rawValue }
}
