/// A point in simulated time: whole milliseconds since 1970-01-01T00:00:00.000Z, in UTC.
///
/// The kernel calculates with integers, so that the same inputs give the same instants on every machine.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00.000Z.
    public let milliseconds: Int64

    /// Creates an instant from milliseconds since 1970, clamped to `range`.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// The instants that can be written in ISO 8601: the years 1 to 9999.
    static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// The first instant that can be written: 0001-01-01T00:00:00.000Z.
    public static let earliest = Instant(milliseconds: range.lowerBound)
    /// The last instant that can be written: 9999-12-31T23:59:59.999Z.
    public static let latest = Instant(milliseconds: range.upperBound)
    /// The default start of manual clocks: 2026-01-01T00:00:00.000Z.
    public static let manualStart = Instant(milliseconds: 1_767_225_600_000)

    /// Whether the left instant is the earlier one.
    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// The instant a length of time later, clamped to `range`.
    public static func + (instant: Instant, length: Milliseconds) -> Instant {
        let (sum, overflow) = instant.milliseconds.addingReportingOverflow(length.count)
        return overflow ? (length > 0 ? latest : earliest) : Instant(milliseconds: sum)
    }

    /// The time from the right instant to the left one.
    public static func - (left: Instant, right: Instant) -> Milliseconds {
        Milliseconds(left.milliseconds.subtracting(right.milliseconds))
    }
}

// MARK: ISO 8601

extension Instant: CustomStringConvertible {
    /// ISO 8601 in UTC with milliseconds, such as `2026-01-01T00:00:12.000Z`.
    public var description: String {
        // Written in place: by way of an array it takes 1.5 times the instructions.
        String(unsafeUninitializedCapacity: 24) { buffer in
            var rest = UnsafeMutableBufferPointer(rebasing: buffer[...])
            writeISO8601(into: &rest)
            return 24
        }
    }

    /// Writes the 24 ASCII characters of `description`, for writers that fill a buffer themselves.
    package func writeISO8601(into buffer: inout UnsafeMutableBufferPointer<UInt8>) {
        let dayLength: Int64 = 86_400_000
        let days = (milliseconds >= 0 ? milliseconds : milliseconds - (dayLength - 1)) / dayLength
        let inDay = milliseconds - days * dayLength
        let (year, month, day) = Self.civil(fromDays: days)
        func put(_ value: Int64, at index: Int, digits: Int) {
            var value = value
            for position in stride(from: index + digits - 1, through: index, by: -1) {
                buffer[position] = UInt8(ascii: "0") + UInt8(value % 10)
                value /= 10
            }
        }
        put(year, at: 0, digits: 4)
        put(month, at: 5, digits: 2)
        put(day, at: 8, digits: 2)
        put(inDay / 3_600_000, at: 11, digits: 2)
        put(inDay / 60_000 % 60, at: 14, digits: 2)
        put(inDay / 1_000 % 60, at: 17, digits: 2)
        put(inDay % 1_000, at: 20, digits: 3)
        for (index, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "."), (23, "Z")]
            as [(Int, Unicode.Scalar)]
        {
            buffer[index] = UInt8(ascii: mark)
        }
    }

    /// Reads ISO 8601 in UTC: a date, `T`, hours, minutes, seconds, up to nine digits of a fraction, and `Z`. Digits
    /// beyond milliseconds are cut off, since many libraries write microseconds or nanoseconds.
    public init?(iso8601 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 30, bytes.last == UInt8(ascii: "Z") else { return nil }
        func number(_ start: Int, _ count: Int) -> Int64? {
            guard start + count <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[start..<start + count] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 48)
            }
            return value
        }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
            let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            year >= 1, (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var fraction: Int64 = 0
        let digits = bytes.count - 21
        if bytes.count > 20 {
            guard bytes[19] == UInt8(ascii: "."), digits >= 1, let value = number(20, digits) else { return nil }
            let nanoseconds = (digits..<9).reduce(value) { value, _ in value * 10 }
            fraction = nanoseconds / 1_000_000
        }
        let inDay = ((hour * 60 + minute) * 60 + second) * 1_000 + fraction
        self.init(milliseconds: Self.days(fromCivil: year, month, day) * 86_400_000 + inDay)
    }

    /// Days in a month of the Gregorian calendar.
    private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days from 1970-01-01 to a date of the Gregorian calendar. Years are counted from March, so that the leap
    /// day is the last of its year.
    private static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return year * 365 + floorDivide(year, 4) - floorDivide(year, 100) + floorDivide(year, 400) + dayOfYear - 719_468
    }

    /// The date of the Gregorian calendar that many days after 1970-01-01.
    private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let fromEra = days + 719_468
        let era = floorDivide(fromEra, 146_097)
        let dayOfEra = fromEra - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        (value >= 0 ? value : value - (divisor - 1)) / divisor
    }
}

/// An instant is encoded as its number.
extension Instant: Codable {
    /// Reads milliseconds since 1970.
    ///
    /// - Throws: `DecodingError` if the instant is not in `range`.
    public init(from decoder: any Decoder) throws {
        let milliseconds = try decoder.singleValueContainer().decode(Int64.self)
        guard Self.range.contains(milliseconds) else {
            let reason = "\(milliseconds) ms is beyond the years 1 to 9999"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        self.init(milliseconds: milliseconds)
    }

    /// Writes milliseconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
