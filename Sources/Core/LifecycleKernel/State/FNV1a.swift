/// The hash function FNV-1a with 64 bits: small, quick on short texts, and the same everywhere.
///
/// Not generic over the collection of bytes: the store hashes every record, and generic code called from another module
/// would make a witness call for each byte.
package enum FNV1a {
    /// The hash of no bytes.
    package static let start: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of bytes; with the hash of earlier bytes as `start`, the hash of both together.
    package static func hash(_ bytes: [UInt8], from start: UInt64 = start) -> UInt64 {
        bytes.reduce(start, step)
    }

    /// The hash of a text's UTF-8; with the hash of earlier bytes as `start`, the hash of both together.
    package static func hash(_ text: String, from start: UInt64 = start) -> UInt64 {
        text.utf8.reduce(start, step)
    }

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
