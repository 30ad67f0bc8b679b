#if PostgreSQL
/// The partition that a device belongs to, by its id.
enum PartitionNumber {
    /// The partition of an id, from 0 to `JournalSchema.partitions - 1`.
    ///
    /// The high bits of FNV-1a alone spread ids that differ in their last digits badly, so they are mixed.
    static func of(_ id: String) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let bits = JournalSchema.partitions.trailingZeroBitCount
        return Int((hash &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
    }
}
#endif
