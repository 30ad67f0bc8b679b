/// A fixed part of all devices, by the hash of the id. A server owns whole partitions.
public struct Partition: Hashable, Comparable, Sendable {
    /// How many there are unless the tables of the fleet were made with another number.
    public static let defaultCount = 64

    /// From 0 to one less than how many there are.
    public let number: Int

    /// The partition with a number.
    public init(_ number: Int) { self.number = number }

    /// The partition of a device. It is the same for every version, because devices are kept by it.
    ///
    /// The high bits of FNV-1a alone spread ids that differ in their last digits badly, so the hash is mixed.
    ///
    /// - Parameters:
    ///   - deviceID: The id of the device.
    ///   - count: How many partitions there are: a power of two.
    public static func of(_ deviceID: String, among count: Int = defaultCount) -> Partition {
        precondition(count > 0 && count & (count - 1) == 0, "\(count) partitions are not a power of two")
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in deviceID.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return Partition(Int((hash &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - count.trailingZeroBitCount)))
    }

    /// By their numbers.
    public static func < (left: Partition, right: Partition) -> Bool { left.number < right.number }
}
