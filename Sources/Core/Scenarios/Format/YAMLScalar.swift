import LifecycleKernel
import Yams

/// Resolves scalars as the core schema of YAML 1.2 does.
enum YAMLScalar {
    /// The value that a scalar stands for.
    ///
    /// - Parameter keepsText: Whether a plain scalar that looks like a number is a string here.
    /// - Throws: `malformed-body` for a tag that is not known, `invalid-value` for a number that is not finite.
    static func value(of scalar: Node.Scalar, keepsText: Bool) throws(Rejection) -> Value {
        let isString = scalar.tag == Tag(.str) || scalar.tag == Tag(.nonSpecific)
        guard isString || scalar.tag == .implicit else {
            throw Rejection(.malformedBody, "The tag \(scalar.tag.description, as: "tag") is not supported.")
        }
        guard !isString, scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
        let resolved = try plain(scalar.string)
        if keepsText, resolved.isNumber { return .string(scalar.string) }
        return resolved
    }

    /// The value that a plain scalar stands for.
    ///
    /// - Throws: `invalid-value` for a number that is not finite.
    static func plain(_ text: String) throws(Rejection) -> Value {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        case ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF":
            throw Rejection(.invalidValue, "A number must be finite, and one is \(text, as: "found").")
        default: return try number(text) ?? .string(text)
        }
    }

    private static func number(_ text: String) throws(Rejection) -> Value? {
        if text.hasPrefix("0x"), let value = Int64(text.dropFirst(2), radix: 16), !text.dropFirst(2).hasSign {
            return .integer(value)
        }
        if text.hasPrefix("0o"), let value = Int64(text.dropFirst(2), radix: 8), !text.dropFirst(2).hasSign {
            return .integer(value)
        }
        guard isDecimal(text) else { return nil }
        if let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw Rejection(.invalidValue, "A number is too large. Numbers must be finite.")
        }
        return .number(value)
    }

    /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`, as the schema has it.
    private static func isDecimal(_ text: String) -> Bool {
        var rest = Substring(text)
        if rest.hasSign { rest.removeFirst() }
        let whole = rest.removeDigits()
        var fraction = 0
        if rest.first == "." {
            rest.removeFirst()
            fraction = rest.removeDigits()
        }
        guard whole + fraction > 0 else { return false }
        guard let exponent = rest.first else { return true }
        guard exponent == "e" || exponent == "E" else { return false }
        rest.removeFirst()
        if rest.hasSign { rest.removeFirst() }
        return rest.removeDigits() > 0 && rest.isEmpty
    }
}

extension Substring {
    fileprivate var hasSign: Bool { first == "-" || first == "+" }

    /// Removes the ASCII digits at the beginning, and returns how many there were.
    fileprivate mutating func removeDigits() -> Int {
        let digits = prefix { ("0"..."9").contains($0) }
        self = self[digits.endIndex...]
        return digits.count
    }
}

extension Value {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .number: true
        case .null, .bool, .string, .array, .object: false
        }
    }
}

/// Replaces the escapes of a YAML text wherever they stand, to find what a parser could make of it.
///
/// The parser compares the keys of a map and tags, and marks can be written as `\u0301` in double quotes and as `%CC%81`
/// in a tag. Escapes are replaced outside of such places too, so a text is also refused that only shows thirty of them in
/// a row.
enum YAMLEscapes {
    /// Whether the text has no long run of combining marks, however they are written.
    static func leadToStreamSafeText(_ text: String) -> Bool {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") }) else {
            return text.isStreamSafe
        }
        return replaced(in: Array(text.unicodeScalars)).isStreamSafe
    }

    private static func replaced(in text: [Unicode.Scalar]) -> String {
        var result = String.UnicodeScalarView()
        var index = 0
        while index < text.count {
            switch text[index] {
            case "\\": index = replaceEscape(in: text, at: index + 1, &result)
            case "%": index = replaceBytes(in: text, at: index, &result)
            case let scalar:
                result.append(scalar)
                index += 1
            }
        }
        return String(result)
    }

    /// Replaces what follows a backslash.
    ///
    /// - Returns: Where the text goes on.
    private static func replaceEscape(
        in text: [Unicode.Scalar],
        at start: Int,
        _ result: inout String.UnicodeScalarView
    ) -> Int {
        guard start < text.count else { return start }
        let length: Int
        switch text[start] {
        case "x": length = 2
        case "u": length = 4
        case "U": length = 8
        // A line that goes on in the next one, without the space at its beginning.
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
            return text[start...].firstIndex { !$0.properties.isWhitespace } ?? text.count
        default:
            result.append(text[start])
            return start + 1
        }
        let digits = text[(start + 1)...].prefix(length)
        if let scalar = UInt32(String(String.UnicodeScalarView(digits)), radix: 16).flatMap(Unicode.Scalar.init) {
            result.append(scalar)
        }
        return start + 1 + digits.count
    }

    /// Replaces bytes that are written as `%XX`, or keeps a percent sign.
    ///
    /// - Returns: Where the text goes on.
    private static func replaceBytes(
        in text: [Unicode.Scalar],
        at start: Int,
        _ result: inout String.UnicodeScalarView
    ) -> Int {
        var bytes: [UInt8] = []
        var index = start
        while index + 2 < text.count, text[index] == "%",
            let byte = UInt8(String(String.UnicodeScalarView(text[(index + 1)...(index + 2)])), radix: 16)
        {
            bytes.append(byte)
            index += 3
        }
        guard !bytes.isEmpty else {
            result.append("%")
            return start + 1
        }
        result.append(contentsOf: String(decoding: bytes, as: UTF8.self).unicodeScalars)
        return index
    }
}
