/// A hash of 64 bits over bytes: the same on every machine, in every process.
///
/// Eight bytes at a time are folded in by a multiplication of full width, in the manner of wyhash. It distinguishes
/// states and detects damage. It does not protect against someone who constructs two states with the same hash.
package enum StateHash {
    private static let start: UInt64 = 0x9e37_79b9_7f4a_7c15
    private static let factor: UInt64 = 0xd6e8_feb8_6659_fd93

    package static func of(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { of($0) } }

    /// The hash of some bytes of an array.
    package static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.withUnsafeBytes { of($0) } }

    /// The hash of bytes that are not in an array.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = start ^ UInt64(bytes.count)
        let whole = bytes.count - bytes.count % 8
        for offset in stride(from: 0, to: whole, by: 8) {
            hash = fold(hash, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        var rest: UInt64 = 0
        for offset in whole..<bytes.count { rest |= UInt64(bytes[offset]) << (8 * (offset - whole)) }
        return fold(fold(hash, rest), start)
    }

    /// Folds a word into a hash.
    package static func fold(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: factor)
        return product.high ^ product.low ^ word
    }
}
