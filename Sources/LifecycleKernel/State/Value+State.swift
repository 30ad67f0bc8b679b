/// Data from outside is encoded as it is, not as the enum that holds it. Only the coder of states can do that.
extension Value: Codable {
    /// Reads data out of the encoded state of a device.
    ///
    /// - Throws: `DecodingError`, when the decoder is any other.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? StateDecoder else {
            let reason = "a value is read only out of the state of a device"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        self = try decoder.readValue()
    }

    /// Writes data into the encoded state of a device.
    ///
    /// - Throws: `EncodingError`, when the encoder is any other.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? StateEncoder else {
            let reason = "a value is written only into the state of a device"
            throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: reason))
        }
        encoder.write(self)
    }
}
