/// Every case of an enumeration of coding keys, by the description that the runtime has of each type.
///
/// The compiler makes most of these enumerations, and none of them is `CaseIterable`.
enum KeyCases {
    /// Where the number of cases without a value is in the description of an enumeration.
    private static let countOffset = 6 * MemoryLayout<UInt32>.size

    static func names<Key: CodingKey>(of type: Key.Type) -> [String] {
        let metadata = unsafeBitCast(type as Any.Type, to: UnsafePointer<UnsafeRawPointer>.self)
        let count = Int(metadata[1].load(fromByteOffset: countOffset, as: UInt32.self))
        guard count > 0 else { return [] }
        precondition(MemoryLayout<Key>.size == (count == 1 ? 0 : 1), "\(type) is no enumeration of at most 256 cases")
        return (0..<count).map { number in
            withUnsafeBytes(of: UInt8(number)) { $0.loadUnaligned(as: type).stringValue }
        }
    }
}
