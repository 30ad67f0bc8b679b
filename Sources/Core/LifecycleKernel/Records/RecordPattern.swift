/// What a record must look like to meet a condition.
///
/// The kernel does not know how records are written as JSON, so a pattern brings its own comparison.
public struct RecordPattern: Hashable, Sendable {
    /// The pattern as it was given. Patterns with equal sources are equal.
    package let source: Value
    /// Whether the comparison looks only at the fields of the source: a record matches if its JSON has them.
    package let comparesFields: Bool
    private let comparison: @Sendable (Record) -> Bool

    /// Makes a pattern.
    ///
    /// - Parameters:
    ///   - source: The pattern as it was given.
    ///   - comparesFields: Whether the comparison only compares the fields of the source.
    ///   - comparison: Whether a record matches it: a function of the record and the source alone.
    package init(_ source: Value, comparesFields: Bool = false, comparison: @escaping @Sendable (Record) -> Bool) {
        self.source = source
        self.comparesFields = comparesFields
        self.comparison = comparison
    }

    package func matches(_ record: Record) -> Bool { comparison(record) }

    /// Whether both have the same source.
    public static func == (left: RecordPattern, right: RecordPattern) -> Bool { left.source == right.source }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
