import LifecycleKernel

/// A device token as 32 bytes, by which it is looked up.
package struct DeviceTokenKey: Hashable, Sendable {
    // Not a SIMD4: its alignment of 32 bytes is more than the memory of tasks has.
    private let first, second, third, fourth: UInt64

    /// Reads 64 hexadecimal digits of either case; nil for anything else.
    package init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 64, let bytes = [UInt8](hexadecimal: text) else { return nil }
        func word(_ index: Int) -> UInt64 { bytes[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        (first, second, third, fourth) = (word(0), word(1), word(2), word(3))
    }

    /// The token as it is given out: 64 digits in lower case.
    package var text: String {
        [first, second, third, fourth].map(\.hexadecimal).joined()
    }
}
