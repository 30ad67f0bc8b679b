extension UInt8 {
    /// The value of a hexadecimal digit in ASCII, of either case; nil for any other character.
    package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether this is a hexadecimal digit in ASCII, of either case.
    package var isHexadecimalDigit: Bool { hexadecimalValue != nil }
}

extension UInt64 {
    /// All 16 digits in base 16, in lower case.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Sequence<UInt8> {
    /// Two digits in base 16 for each byte, in lower case.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Reads two digits in base 16, of either case, for each byte; nil for anything else.
    package init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.map(\.hexadecimalValue)
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(high << 4 | low)
        }
    }
}
