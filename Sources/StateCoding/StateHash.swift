/// A hash of 64 bits over bytes: the same on every machine, in every process.
///
/// Eight bytes at a time are folded in by a multiplication of full width, in the manner of wyhash. It tells states apart
/// and finds damage; it is no protection against somebody who wants two states to agree.
enum StateHash {
    private static let start: UInt64 = 0x9e37_79b9_7f4a_7c15
    private static let factor: UInt64 = 0xd6e8_feb8_6659_fd93

    /// The hash of some bytes.
    static func of(_ bytes: some Collection<UInt8>) -> UInt64 {
        let hash = bytes.withContiguousStorageIfAvailable { of(UnsafeRawBufferPointer($0)) }
        return hash ?? of(Array(bytes))
    }

    private static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = start ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = fold(hash, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var rest: UInt64 = 0
        for index in offset..<bytes.count { rest |= UInt64(bytes[index]) << UInt64(8 * (index - offset)) }
        return fold(fold(hash, rest), start)
    }

    /// Folds a word into a hash.
    static func fold(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: factor)
        return product.high ^ product.low ^ word
    }
}
