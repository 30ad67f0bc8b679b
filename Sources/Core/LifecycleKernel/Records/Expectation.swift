/// What a field must be: as a sentence for a client that sent something else, and in parts for the description of the
/// interface.
///
/// Readers declare their expectations only in this form, so a description made from their rejections is correct.
package enum Expectation: Hashable, Sendable {
    /// A string whose length in bytes of UTF-8 is within a range.
    case text(ClosedRange<Int>)
    /// One of these names.
    case choice([String])
    case boolean
    /// A whole number within a range.
    case integer(ClosedRange<Int64>)
    /// A number within a range.
    case number(ClosedRange<Double>)
    /// A length of time in seconds, up to a limit.
    case seconds(atMost: Milliseconds)
    /// An instant in ISO 8601.
    case instant
    /// The identifier of an app.
    case bundleID
    /// The number of a scene's session, as text.
    case scene
    /// A UUID: 8-4-4-4-12 hexadecimal digits of either case.
    case uuid
    /// A URL that begins with a scheme, whose length in bytes is within a range.
    case url(ClosedRange<Int>)
    /// A value of any kind.
    case any
    case object
    /// An array whose number of elements is within a range.
    case array(ClosedRange<Int>)
    /// An expectation that has no case of its own, as part of a sentence.
    indirect case described(Sentence)
}

extension Expectation {
    /// What the field must be, as part of a sentence, such as `an integer from 1 to 5`.
    package var sentence: Sentence {
        switch self {
        case .text(let length):
            "a string of \(length.lowerBound, as: "least") to \(length.upperBound, as: "most") bytes"
        case .choice: "one of the accepted names"
        case .boolean: "true or false"
        case .integer(let range): "an integer from \(range.lowerBound, as: "least") to \(range.upperBound, as: "most")"
        case .number(let range): "a number from \(range.lowerBound, as: "least") to \(range.upperBound, as: "most")"
        case .seconds(let longest): "a number of seconds from \(0, as: "least") to \(longest / 1_000, as: "most")"
        case .instant: "an instant in UTC, such as 2026-01-01T00:00:12.000Z"
        case .bundleID: "1 to 155 letters, digits, hyphens and dots, not beginning with a dot"
        case .scene: "a string with the number of a scene's session, such as \"1\""
        case .uuid: "a UUID: 8-4-4-4-12 digits"
        case .url(let length):
            """
            a URL of \(length.lowerBound, as: "least") to \(length.upperBound, as: "most") bytes that begins with a \
            scheme, such as notes://new
            """
        case .any: "a value of any kind"
        case .object: "an object"
        case .array(let count):
            "an array of \(count.lowerBound, as: "least") to \(count.upperBound, as: "most") elements"
        case .described(let sentence): sentence
        }
    }
}

extension Expectation: CustomStringConvertible {
    package var description: String { sentence.description }
}

extension Expectation: ExpressibleByStringInterpolation {
    /// Creates an expectation that has no case of its own, as part of a sentence.
    package init(stringLiteral text: String) { self = .described(Sentence(stringLiteral: text)) }

    /// Creates an expectation that has no case of its own, as part of a sentence with parameters.
    package init(stringInterpolation: Sentence.Interpolation) {
        self = .described(Sentence(stringInterpolation: stringInterpolation))
    }
}
