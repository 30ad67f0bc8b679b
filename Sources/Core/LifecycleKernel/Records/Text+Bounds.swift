/// The length of a run of combining marks, as a text is read scalar by scalar.
///
/// Before texts are compared, Unicode sorts the marks of each run. Swift's `==` sorts by insertion, in a time that
/// grows with the square of the run. Text with short runs is compared in a time that grows with its length. The limit
/// is that of the Stream-Safe Text Format (UAX #15, 13), which no text of a living language exceeds; marks are counted
/// as they are written, and not as they are after decomposition.
package struct MarkRun: Sendable {
    /// The most marks in a row.
    package static let limit = 30

    private var count = 0

    package init() {}

    /// Adds the next scalar.
    ///
    /// - Returns: Whether the run is still within the limit.
    package mutating func add(_ scalar: Unicode.Scalar) -> Bool {
        guard Self.isMark(scalar) else {
            count = 0
            return true
        }
        count += 1
        return count <= Self.limit
    }

    /// Whether a text is so long that a run in it may exceed the limit: a mark has at least two bytes.
    package static func mayExceedLimit(in text: String) -> Bool { text.utf8.count > 2 * limit }

    /// Whether a scalar is a non-starter, or one of three Tibetan scalars that are made of two non-starters.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        // The first non-starter is U+0300.
        guard scalar.value >= 0x300 else { return false }
        switch scalar.value {
        case 0xF73, 0xF75, 0xF81: return true
        default: return scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}

extension String {
    /// Whether no run of combining marks is longer than `MarkRun.limit`, so that the text can be compared, hashed and
    /// divided into characters in a time that grows with its length.
    ///
    /// Every text from outside is checked when it comes in.
    package var isStreamSafe: Bool {
        guard MarkRun.mayExceedLimit(in: self), !utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        var run = MarkRun()
        return unicodeScalars.allSatisfy { run.add($0) }
    }
}

extension StringProtocol {
    /// The text, or its beginning if it has more bytes in UTF-8 than a message or a log line may repeat. The cut is between two
    /// scalars.
    ///
    /// `prefix(_:)` is no bound: one `Character` may have any number of bytes, such as a letter with thousands of accents.
    ///
    /// - Parameter limit: The most bytes of the result.
    @inlinable
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
