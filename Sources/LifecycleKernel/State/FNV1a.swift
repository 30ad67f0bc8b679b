/// The hash function FNV-1a with 64 bits: small, quick on short texts, and the same everywhere.
///
/// Inlinable, as the journal hashes every record with it.
package enum FNV1a {
    /// The hash of no bytes.
    @inlinable package static var start: UInt64 { 0xcbf2_9ce4_8422_2325 }

    /// The hash of some bytes, or of more bytes after those that gave `start`.
    @inlinable package static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = start) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

extension UInt64 {
    /// All 16 digits in base 16.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
