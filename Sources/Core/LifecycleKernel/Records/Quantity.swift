/// A whole number of a unit, such as milliseconds or bytes.
///
/// Quantities of different units cannot be mixed. Sums and products are clamped to what can be represented, so that no
/// amount from outside can trap.
public protocol Quantity: Hashable, Comparable, AdditiveArithmetic, Codable, Sendable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// The number of units.
    var count: Int64 { get }

    /// Makes a quantity of so many units.
    init(_ count: Int64)
}

extension Quantity {
    /// Makes a quantity of so many units, clamped to what can be represented.
    public init(_ count: some BinaryInteger) { self.init(Int64(clamping: count)) }

    /// Makes a quantity of so many units.
    public init(integerLiteral count: Int64) { self.init(count) }

    /// The number of units, in decimal digits.
    public var description: String { count.description }

    /// Whether the left quantity is the smaller one.
    public static func < (left: Self, right: Self) -> Bool { left.count < right.count }

    /// The sum of two quantities.
    public static func + (left: Self, right: Self) -> Self { Self(left.count.adding(right.count)) }

    /// The difference of two quantities.
    public static func - (left: Self, right: Self) -> Self { Self(left.count.subtracting(right.count)) }

    /// The quantity with the opposite sign.
    public static prefix func - (quantity: Self) -> Self { zero - quantity }

    public static func * (quantity: Self, factor: Int64) -> Self { Self(quantity.count.times(factor)) }

    /// A part of a quantity, rounded towards zero.
    ///
    /// - Precondition: The divisor is positive.
    public static func / (quantity: Self, divisor: Int64) -> Self { Self(quantity.count / divisor) }

    /// Returns a part of a quantity, rounded towards zero.
    func part(_ fraction: Fraction) -> Self {
        let tenThousandths = fraction.tenThousandths
        // Whole units and the rest are multiplied separately, since one product of all could overflow.
        let rest = (count % 10_000).times(tenThousandths) / 10_000
        return Self((count / 10_000).times(tenThousandths).adding(rest))
    }

    /// Reads the number of units.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes the number of units.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }
}

/// A length of simulated time in whole milliseconds.
public struct Milliseconds: Quantity {
    /// The number of milliseconds.
    public let count: Int64

    /// Makes a length of time.
    public init(_ count: Int64) { self.count = count }

    static func milliseconds(_ count: Int64) -> Milliseconds { Milliseconds(count) }
    static func seconds(_ count: Int64) -> Milliseconds { Milliseconds(count) * 1_000 }
    static func hours(_ count: Int64) -> Milliseconds { seconds(count) * 3_600 }
    static func days(_ count: Int64) -> Milliseconds { hours(count) * 24 }
}

/// An amount of memory or data in bytes.
public struct ByteCount: Quantity {
    /// The number of bytes.
    public let count: Int64

    /// Makes an amount of memory or data.
    public init(_ count: Int64) { self.count = count }

    /// Makes an amount of so many times 1,048,576 bytes.
    public static func mebibytes(_ count: Int64) -> ByteCount { ByteCount(1 << 20) * count }

    /// Makes an amount of so many times 1,073,741,824 bytes.
    public static func gibibytes(_ count: Int64) -> ByteCount { ByteCount(1 << 30) * count }
}

extension ByteCount {
    /// The amount, clamped to what a process can have.
    var ofProcess: ByteCount { min(max(0, self), Self.most) }

    /// The upper limit for every device and process.
    static let most = ByteCount(1 << 52)

    /// The units of memory, the largest first, with the number of bytes of each.
    package static let units: [(name: String, bytes: Int64)] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]

    /// The amount in the largest unit that fits, with at most one digit after the point: 2600468480 as `2.4 GiB`.
    package var unitText: String {
        guard let unit = Self.units.first(where: { count >= $0.bytes }) else { return "\(count) bytes" }
        let tenths = count.times(10).adding(unit.bytes / 2) / unit.bytes
        return (tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)") + " \(unit.name)"
    }
}

extension Int64 {
    /// The sum with another number, clamped to what can be represented.
    func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }

    /// The difference from another number, clamped to what can be represented.
    func subtracting(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    /// The product with another number, clamped to what can be represented.
    func times(_ other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

extension Milliseconds {
    /// The length in seconds, exactly and without zeros at the end: 12500 as `12.5`, 5000 as `5`.
    package var secondsText: String {
        var text = seconds(digits: 3)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    /// The length in seconds with one, two or three digits after the point, cut off there, as logs of the system print it.
    package func seconds(digits: Int) -> String {
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 1_000)
        let fraction = String(String(1_000 + rest).dropFirst().prefix(digits))
        return "\(self < 0 ? "-" : "")\(whole).\(fraction)"
    }
}
