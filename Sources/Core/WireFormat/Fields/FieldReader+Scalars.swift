import LifecycleKernel

// The readers of single values. Each has up to three forms: the field must be given, may be missing, or has a
// value for when it is missing.
extension FieldReader {
    /// The longest length of time that can be given: a hundred years.
    package static let longestTime: Milliseconds = 3_155_760_000_000
    /// The sizes in bytes that can be given.
    package static let byteSizes: ClosedRange<Int64> = 0...1 << 50
    /// The numbers of things that can be given.
    package static let counts: ClosedRange<Int64> = 0...1_000_000_000
    /// The lengths of a name, in bytes of UTF-8.
    package static let nameLength = 1...256
    /// The lengths of a message or a URL, in bytes of UTF-8.
    package static let textLength = 1...8_192

    // MARK: Strings

    /// A string whose length in bytes of UTF-8 is within a range.
    package mutating func string(_ name: String, length: ClosedRange<Int> = nameLength) throws(Rejection) -> String {
        try require(try optionalString(name, length: length), name, .text(length))
    }

    /// A string, or another one when it is missing.
    package mutating func string(
        _ name: String,
        length: ClosedRange<Int> = nameLength,
        orElse fallback: String
    ) throws(Rejection) -> String {
        try optionalString(name, length: length) ?? fallback
    }

    /// A URL that begins with a scheme.
    package mutating func url(_ name: String) throws(Rejection) -> String {
        let expected = Expectation.url(Self.textLength)
        let url = try optionalText(name, expected) { Self.textLength.contains($0.utf8.count) && $0.utf8.hasURLScheme }
        return try require(url, name, expected)
    }

    /// A string, if it is given.
    package mutating func optionalString(
        _ name: String,
        length: ClosedRange<Int> = nameLength
    ) throws(Rejection) -> String? {
        try optionalText(name, .text(length)) { length.contains($0.utf8.count) }
    }

    /// A UUID, as it is written, if it is given.
    package mutating func optionalUUID(_ name: String) throws(Rejection) -> String? {
        try optionalText(name, .uuid, where: \.isUUID)
    }

    private mutating func optionalText(
        _ name: String,
        _ expected: Expectation,
        where fits: (String) -> Bool
    ) throws(Rejection) -> String? {
        try read(name, expected) { value in
            guard case .string(let text) = value, fits(text) else { return nil }
            return text
        }
    }

    // MARK: Choices

    /// One of the names of an enumeration.
    package mutating func choice<Choice>(_ name: String, as type: Choice.Type) throws(Rejection) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        let result = try optionalChoice(name, as: type)
        return try require(
            result,
            name,
            .choice(type.allCases.map(\.rawValue)),
            accepted: type.allCases.map(\.rawValue)
        )
    }

    /// One of the names of an enumeration, or another one when it is missing.
    package mutating func choice<Choice>(_ name: String, orElse fallback: Choice) throws(Rejection) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        try optionalChoice(name, as: Choice.self) ?? fallback
    }

    /// One of the names of an enumeration, if it is given.
    package mutating func optionalChoice<Choice>(_ name: String, as type: Choice.Type) throws(Rejection) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        try optionalChoice(name, among: type.allCases.map(\.rawValue)) { Choice(exactly: $0) }
    }

    /// One of some names, if it is given.
    ///
    /// - Parameter make: Makes what has a name; nil for every other text.
    package mutating func optionalChoice<Choice>(
        _ name: String,
        among names: @autoclosure () -> [String],
        make: (String) -> Choice?
    ) throws(Rejection) -> Choice? {
        try read(name, .choice(names()), accepted: names()) { value in
            guard case .string(let text) = value else { return nil }
            return make(text)
        }
    }

    // MARK: Booleans

    /// A boolean.
    package mutating func bool(_ name: String) throws(Rejection) -> Bool {
        try require(try optionalBool(name), name, .boolean)
    }

    /// A boolean, or another one when it is missing.
    package mutating func bool(_ name: String, orElse fallback: Bool) throws(Rejection) -> Bool {
        try optionalBool(name) ?? fallback
    }

    /// A boolean, if it is given.
    package mutating func optionalBool(_ name: String) throws(Rejection) -> Bool? {
        try read(name, .boolean) { value in
            guard case .bool(let flag) = value else { return nil }
            return flag
        }
    }

    // MARK: Numbers

    /// A whole number within a range.
    package mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(Rejection) -> Int64 {
        try require(try optionalInteger(name, in: range), name, .integer(range))
    }

    /// A whole number within a range, or another one when it is missing.
    package mutating func integer(
        _ name: String,
        in range: ClosedRange<Int64>,
        orElse fallback: Int64
    ) throws(Rejection) -> Int64 {
        try optionalInteger(name, in: range) ?? fallback
    }

    /// A whole number within a range, if it is given. A number such as `5.0` is a whole one.
    package mutating func optionalInteger(
        _ name: String,
        in range: ClosedRange<Int64>
    ) throws(Rejection) -> Int64? {
        try read(name, .integer(range)) { value in
            guard let whole = value.asWhole, range.contains(whole) else { return nil }
            return whole
        }
    }

    /// The sequence of a record, from a first one on: 1, or 0 where that stands for no record.
    package mutating func sequence(_ name: String, from first: SequenceNumber) throws(Rejection) -> SequenceNumber {
        SequenceNumber(rawValue: UInt64(try integer(name, in: Int64(first.rawValue)...Int64.max)))
    }

    /// The sequence of a record, from a first one on, if it is given.
    package mutating func optionalSequence(
        _ name: String,
        from first: SequenceNumber
    ) throws(Rejection) -> SequenceNumber? {
        try optionalInteger(name, in: Int64(first.rawValue)...Int64.max).map { SequenceNumber(rawValue: UInt64($0)) }
    }

    /// An amount of memory or data in bytes, within a range.
    package mutating func bytes(
        _ name: String,
        in range: ClosedRange<Int64> = byteSizes
    ) throws(Rejection) -> ByteCount {
        ByteCount(try integer(name, in: range))
    }

    /// An amount of memory or data in bytes, within a range, or another one when it is missing.
    package mutating func bytes(
        _ name: String,
        in range: ClosedRange<Int64> = byteSizes,
        orElse fallback: ByteCount
    ) throws(Rejection) -> ByteCount {
        ByteCount(try integer(name, in: range, orElse: fallback.count))
    }

    /// A number within a range, if it is given.
    package mutating func optionalNumber(
        _ name: String,
        in range: ClosedRange<Double>
    ) throws(Rejection) -> Double? {
        try read(name, .number(range)) { value in
            guard let number = value.asDouble, range.contains(number) else { return nil }
            return number
        }
    }

    // MARK: Time

    /// A length of time, given in seconds.
    package mutating func seconds(
        _ name: String,
        atMost longest: Milliseconds = longestTime
    ) throws(Rejection) -> Milliseconds {
        try require(try optionalSeconds(name, atMost: longest), name, .seconds(atMost: longest))
    }

    /// A length of time, given in seconds, or another one when it is missing.
    package mutating func seconds(
        _ name: String,
        atMost longest: Milliseconds = longestTime,
        orElse fallback: Milliseconds
    ) throws(Rejection) -> Milliseconds {
        try optionalSeconds(name, atMost: longest) ?? fallback
    }

    /// A length of time, given in seconds, if it is given; rounded to whole milliseconds.
    package mutating func optionalSeconds(
        _ name: String,
        atMost longest: Milliseconds = longestTime
    ) throws(Rejection) -> Milliseconds? {
        try read(name, .seconds(atMost: longest)) { value in
            guard let length = value.asMilliseconds, length <= longest else { return nil }
            return length
        }
    }

    /// A length of time that a record says, if it says one: it may be a sum of several, and so longer than any that is
    /// given.
    package mutating func optionalDuration(_ name: String) throws(Rejection) -> Milliseconds? {
        try read(name, .seconds(atMost: Milliseconds(Int64.max))) { $0.asDuration }
    }

    /// An instant.
    package mutating func instant(_ name: String) throws(Rejection) -> Instant {
        try require(try optionalInstant(name), name, .instant)
    }

    /// An instant, if it is given.
    package mutating func optionalInstant(_ name: String) throws(Rejection) -> Instant? {
        try read(name, .instant) { value in
            guard case .string(let text) = value else { return nil }
            return Instant(iso8601: text)
        }
    }
}
