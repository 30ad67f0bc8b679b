/// The length of a run of combining marks, as a text is read scalar by scalar.
///
/// Unicode sorts the marks of a run before texts are compared, which Swift's `==` does by insertion: its time grows with
/// the square of the run. Text whose runs are short is compared in a time that grows with its length. The limit is that
/// of the Stream-Safe Text Format (UAX #15, 13), which no text of a living language exceeds; marks are counted as they
/// are written, and not as they are after decomposition.
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

    /// Whether a scalar is a non-starter, or three of Tibetan that are not one and are made of two.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        // The first non-starter is U+0300.
        guard scalar.value >= 0x300 else { return false }
        switch scalar.value {
        case 0xF73, 0xF75, 0xF81: return true
        default: return scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}

extension StringProtocol {
    /// Whether no run of combining marks is longer than `MarkRun.limit`, so that the text can be compared, hashed and
    /// divided into characters in a time that grows with its length.
    ///
    /// Every text from outside is checked when it comes in.
    package var isStreamSafe: Bool {
        // A mark has at least two bytes.
        guard utf8.count > 2 * MarkRun.limit, !utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        var run = MarkRun()
        return unicodeScalars.allSatisfy { run.add($0) }
    }
}
