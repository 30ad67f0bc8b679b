/// What a record must look like to meet a condition.
///
/// How records are written is not the kernel's business, so a pattern brings the comparison with it.
public struct RecordPattern: Hashable, Sendable {
    /// The pattern as it was given; patterns given alike are equal.
    package let source: Value
    /// Whether a record matches that has the fields of the source as it is written: no more is compared.
    package let comparesFields: Bool
    private let comparison: @Sendable (Record) -> Bool

    /// Makes a pattern.
    ///
    /// - Parameters:
    ///   - source: The pattern as it was given.
    ///   - comparesFields: Whether the comparison is that of the fields of the source.
    ///   - comparison: Whether a record matches it: a function of the record and the source alone.
    package init(_ source: Value, comparesFields: Bool = false, comparison: @escaping @Sendable (Record) -> Bool) {
        self.source = source
        self.comparesFields = comparesFields
        self.comparison = comparison
    }

    package func matches(_ record: Record) -> Bool { comparison(record) }

    /// Whether both were given alike.
    public static func == (left: RecordPattern, right: RecordPattern) -> Bool { left.source == right.source }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
