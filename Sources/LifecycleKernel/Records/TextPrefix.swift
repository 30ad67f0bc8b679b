extension StringProtocol {
    /// The text, or its beginning if it has more bytes in UTF-8 than a message or a log line may repeat. The cut is between two
    /// scalars.
    ///
    /// `prefix(_:)` is no bound: one `Character` may have any number of bytes, such as a letter with thousands of accents.
    ///
    /// - Parameter limit: The most bytes of the result.
    package func prefix(bytes limit: Int) -> SubSequence {
        guard utf8.count > limit else { return self[...] }
        var count = limit
        // Bytes after the first one of a scalar begin with the bits 10.
        while count > 0, utf8[utf8.index(startIndex, offsetBy: count)] & 0b1100_0000 == 0b1000_0000 { count -= 1 }
        return self[..<utf8.index(startIndex, offsetBy: count)]
    }

    /// The text without the blanks (spaces and tabs) at its ends, as header fields have them (RFC 9110, 5.6.3).
    package var withoutBlanks: SubSequence {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start[start.endIndex...] }
        return start[...last]
    }
}
