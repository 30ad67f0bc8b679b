import LifecycleKernel

// What a value is, for those who read documents that others have written.
extension Value {
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The elements of the array that this is; none where it is no array.
    package var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }

    package var whole: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The members of the object that this is; none where it is no object.
    package var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The sequence of the record that this is.
    package var sequence: SequenceNumber? { self["sequence"]?.asSequence }

    /// The instant of the record, the input or the answer that this is.
    package var time: Instant? { self["time"]?.instant }

    /// The instant that this string is in ISO 8601.
    package var instant: Instant? { text.flatMap(Instant.init(iso8601:)) }
}

// Numbers and lengths of time, as values write them.
extension Value {
    /// A length of time in seconds: a whole number where it is one.
    package init(seconds: Milliseconds) {
        let count = seconds.count
        self = count % 1_000 == 0 ? .integer(count / 1_000) : .number(Double(count) / 1_000)
    }

    /// A number: an integer where it is one that a `Double` holds exactly.
    package init(_ number: Double) {
        if number.magnitude <= 9_007_199_254_740_992, let whole = Int64(exactly: number) {
            self = .integer(whole)
        } else {
            self = .number(number)
        }
    }

    package init(_ sequence: SequenceNumber) { self = .integer(Int64(clamping: sequence.rawValue)) }

    /// The sequence of a record that this is; nil for anything else.
    package var asSequence: SequenceNumber? {
        guard let number = asWhole, number >= 0 else { return nil }
        return SequenceNumber(rawValue: UInt64(number))
    }

    /// The number that this is, whole or not.
    package var asDouble: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The whole number that this is, with a fraction of zero or without; nil for anything else.
    var asWhole: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The length of time that this is, when it is read as seconds: at most `FieldReader.longestTime`.
    package var asMilliseconds: Milliseconds? { asDuration.flatMap { $0 <= FieldReader.longestTime ? $0 : nil } }

    /// The length of time that this is, when it is read as seconds, however long.
    var asDuration: Milliseconds? {
        guard let seconds = asDouble, seconds >= 0,
            let milliseconds = Int64(exactly: (seconds * 1_000).rounded())
        else { return nil }
        return Milliseconds(milliseconds)
    }
}
