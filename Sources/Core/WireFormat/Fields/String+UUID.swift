import LifecycleKernel

extension String {
    /// Whether this is a UUID: 8-4-4-4-12 hexadecimal digits of either case.
    package var isUUID: Bool {
        let groups = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexadecimalDigit) }
    }
}
