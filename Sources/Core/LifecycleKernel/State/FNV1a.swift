/// The hash function FNV-1a with 64 bits: small, quick on short texts, and the same everywhere.
///
/// Not generic over what holds the bytes: the store hashes every record, and other modules would call generic code with
/// a witness for each byte.
package enum FNV1a {
    /// The hash of no bytes.
    package static let start: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of some bytes, or of more bytes after those that gave `start`.
    package static func hash(_ bytes: [UInt8], from start: UInt64 = start) -> UInt64 {
        bytes.reduce(start, step)
    }

    /// The hash of a text's UTF-8, or of that after the bytes that gave `start`.
    package static func hash(_ text: String, from start: UInt64 = start) -> UInt64 {
        text.utf8.reduce(start, step)
    }

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
