import LifecycleKernel

/// A strict parser of one JSON text.
///
/// It is our own because it parses the body of every input. A decoder based on `Decodable` takes longer than the kernel
/// takes for the event itself, silently keeps the last of two members of one name, does not keep the order of members, and
/// cannot tell whether a number was written as an integer.
struct JSONParser {
    /// How deep arrays and objects may be nested.
    private static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the one value that the text consists of.
    mutating func document() throws(Rejection) -> Value {
        let value = try self.value()
        skipWhitespace()
        guard position == bytes.count else { throw failure("the end of the text") }
        return value
    }

    private mutating func value() throws(Rejection) -> Value {
        skipWhitespace()
        switch peek {
        case UInt8(ascii: "{"): return .object(try nested(Self.object))
        case UInt8(ascii: "["): return .array(try nested(Self.array))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): return try number()
        default: throw failure("a value")
        }
    }

    // MARK: Arrays and objects

    private mutating func nested<Result>(
        _ read: (inout JSONParser) throws(Rejection) -> Result
    ) throws(Rejection) -> Result {
        guard depth < Self.maximumDepth else {
            throw failure("no value nested more than \(Self.maximumDepth, as: "depth") deep")
        }
        depth += 1
        position += 1
        let result = try read(&self)
        depth -= 1
        return result
    }

    private static func array(_ parser: inout JSONParser) throws(Rejection) -> [Value] {
        var elements: [Value] = []
        parser.skipWhitespace()
        if parser.skip(UInt8(ascii: "]")) { return elements }
        repeat {
            elements.append(try parser.value())
            parser.skipWhitespace()
        } while parser.skip(UInt8(ascii: ","))
        guard parser.skip(UInt8(ascii: "]")) else { throw parser.failure("a comma or ]") }
        return elements
    }

    private static func object(_ parser: inout JSONParser) throws(Rejection) -> [Value.Member] {
        var members: [Value.Member] = []
        // Small objects compare their few names; large ones keep a set, so that no body makes this quadratic.
        var names: Set<ExactText> = []
        parser.skipWhitespace()
        if parser.skip(UInt8(ascii: "}")) { return members }
        // An input has a few members. Large texts have many small objects, in which room for more would be wasted.
        if parser.depth == 1 { members.reserveCapacity(4) }
        repeat {
            parser.skipWhitespace()
            let start = parser.position
            let name = try parser.string()
            if members.count == 16 { names = Set(members.map { ExactText($0.name) }) }
            let isNew =
                members.count < 16
                ? !members.contains { $0.name.hasSameBytes(as: name) } : names.insert(ExactText(name)).inserted
            guard isNew else {
                parser.position = start
                throw parser.failure("a name that the object does not have yet")
            }
            parser.skipWhitespace()
            guard parser.skip(UInt8(ascii: ":")) else { throw parser.failure("a colon") }
            members.append(Value.Member(name, try parser.value()))
            parser.skipWhitespace()
        } while parser.skip(UInt8(ascii: ","))
        guard parser.skip(UInt8(ascii: "}")) else { throw parser.failure("a comma or }") }
        return members
    }

    // MARK: Strings

    private mutating func string() throws(Rejection) -> String {
        guard skip(UInt8(ascii: "\"")) else { throw failure("a string") }
        let start = position
        var unescaped: [UInt8] = []
        var copied = start
        var isASCII = true
        while true {
            if !skipCharacters() { isASCII = false }
            switch peek {
            case UInt8(ascii: "\""):
                // Most strings. The checks of others would take longer than all the rest of the parsing.
                if isASCII, copied == start {
                    defer { position += 1 }
                    return String(decoding: bytes[start..<position], as: UTF8.self)
                }
                guard let text = String(validating: unescaped + bytes[copied..<position], as: UTF8.self) else {
                    throw failure("UTF-8 in the string that ends here")
                }
                guard text.isStreamSafe else {
                    throw failure(
                        "at most \(MarkRun.limit, as: "limit") combining marks in a row in the string that ends here"
                    )
                }
                position += 1
                return text
            case UInt8(ascii: "\\"):
                unescaped += bytes[copied..<position]
                try escape(into: &unescaped)
                copied = position
            case nil: throw failure("the end of the string")
            default: throw failure("an escape, in place of a control character")
            }
        }
    }

    /// Skips characters of a string that stand for themselves.
    ///
    /// - Returns: Whether all of them are ASCII.
    private mutating func skipCharacters() -> Bool {
        var end = position
        var isASCII = true
        while end < bytes.count {
            let byte = bytes[end]
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            if byte >= 0x80 { isASCII = false }
            end += 1
        }
        position = end
        return isASCII
    }

    private mutating func escape(into text: inout [UInt8]) throws(Rejection) {
        position += 1
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[position])
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): return try unicodeEscape(into: &text)
        default: throw failure("the name of an escape")
        }
        position += 1
    }

    /// Reads `\uXXXX`, or two of them that are a surrogate pair, from the `u` on.
    private mutating func unicodeEscape(into text: inout [UInt8]) throws(Rejection) {
        position += 1
        var code = try hexadecimal()
        if (0xD800..<0xDC00).contains(code) {
            guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw failure("the second surrogate") }
            let low = try hexadecimal()
            guard (0xDC00..<0xE000).contains(low) else { throw failure("the second surrogate before this") }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw failure("the first surrogate before this one") }
        text.append(contentsOf: String(scalar).utf8)
    }

    private mutating func hexadecimal() throws(Rejection) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = byte.hexadecimalValue else {
                throw failure("a hexadecimal digit")
            }
            code = code << 4 + UInt32(digit)
            position += 1
        }
        return code
    }

    // MARK: Numbers and literals

    private mutating func number() throws(Rejection) -> Value {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        // No other digit follows a leading zero.
        if !skip(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if skip(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isWhole = false
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else {
            position = start
            throw failure("a number that a double can hold")
        }
        return .number(number)
    }

    private mutating func digits() throws(Rejection) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw failure("a digit") }
    }

    private mutating func literal(_ text: StaticString, _ value: Value) throws(Rejection) -> Value {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, text.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }) else {
            throw failure("a value")
        }
        position = end
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipWhitespace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// The rejection at the present position.
    private func failure(_ expected: Sentence) -> Rejection {
        let before = bytes[..<position]
        let line = 1 + before.count { $0 == 0x0A }
        let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return Rejection(
            .malformedBody,
            """
            This is not JSON: line \(line, as: "line"), column \(column, as: "column") (byte \(position, as: "byte")): \
            expected \(expected, as: "expected").
            """
        )
    }
}
