import LifecycleKernel

/// A device token as 32 bytes, by which it is looked up.
package struct DeviceTokenKey: Hashable, Sendable {
    // Not a SIMD4: its alignment of 32 bytes is more than the memory of tasks has.
    private let first, second, third, fourth: UInt64

    /// Reads 64 hexadecimal digits of either case; nil for anything else.
    package init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 64 else { return nil }
        var words: [UInt64] = [0, 0, 0, 0]
        for (index, digit) in text.utf8.enumerated() {
            guard let value = Self.value(of: digit) else { return nil }
            words[index / 16] = words[index / 16] << 4 | value
        }
        (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
    }

    private static func value(of digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(digit - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// The token as it is given out: 64 digits in lower case.
    package var text: String {
        [first, second, third, fourth].map(\.hexadecimal).joined()
    }
}
