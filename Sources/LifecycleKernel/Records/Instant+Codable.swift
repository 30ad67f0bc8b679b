/// An instant is encoded as its number.
extension Instant: Codable {
    /// Reads milliseconds since 1970.
    ///
    /// - Throws: `DecodingError`, when the instant could not be written as a date.
    public init(from decoder: any Decoder) throws {
        let milliseconds = try decoder.singleValueContainer().decode(Int64.self)
        guard Self.range.contains(milliseconds) else {
            let reason = "\(milliseconds) ms is beyond the years 1 to 9999"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        self.init(milliseconds: milliseconds)
    }

    /// Writes milliseconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
