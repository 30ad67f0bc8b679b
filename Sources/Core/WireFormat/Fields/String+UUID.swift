import LifecycleKernel

extension String {
    /// Whether this is a UUID: 8-4-4-4-12 hexadecimal digits of either case.
    package var isUUID: Bool {
        let groups = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexadecimalDigit) }
    }

    /// Whether both are the same UUID, of either case.
    package func isSameUUID(as other: String) -> Bool {
        // Few texts have its length, and are looked at further.
        utf8.count == 36 && other.utf8.count == 36 && isUUID && lowercased().hasSameBytes(as: other.lowercased())
    }
}
