/// Decodes data from outside as it was given.
///
/// Only a decoder of states is one: the form in which it keeps such data is its own.
package protocol ValueDecoder: Decoder {
    /// Reads the value at the current position.
    func decodeValue() throws -> Value
}

/// Encodes data from outside as it is, not as the enum that holds it. See `ValueDecoder`.
package protocol ValueEncoder: Encoder {
    /// Writes a value at the current position.
    func encodeValue(_ value: Value)
}

extension Value: Codable {
    /// Reads data out of the encoded state of a device.
    ///
    /// - Throws: `DecodingError` if the decoder is not a `ValueDecoder`.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? any ValueDecoder else {
            let reason = "a value is read only out of the state of a device"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        self = try decoder.decodeValue()
    }

    /// Writes data into the encoded state of a device.
    ///
    /// - Throws: `EncodingError` if the encoder is not a `ValueEncoder`.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? any ValueEncoder else {
            let reason = "a value is written only into the state of a device"
            throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: reason))
        }
        encoder.encodeValue(self)
    }
}
