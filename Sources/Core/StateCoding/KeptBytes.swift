/// What is kept beside devices, in the form that the encoded state of a device has.
package enum KeptBytes {
    /// The bytes of a value.
    package static func encode(_ value: some Encodable) -> [UInt8] { StateEncoder.encode(value) }

    /// The value of bytes that `encode` has returned.
    ///
    /// - Throws: Why they cannot be read.
    package static func decode<Kept: Decodable>(
        _ type: Kept.Type,
        from bytes: [UInt8]
    ) throws(StateCodingError) -> Kept {
        try StateDecoder.decode(type, from: bytes)
    }
}
