import LifecycleKernel

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
