/// Percent-encoding of URLs (RFC 3986, 2.1).
enum PercentEncoding {
    /// The text with every `%XX` replaced by the byte that it stands for.
    ///
    /// - Parameter plusIsSpace: Whether `+` stands for a space, as forms write it in queries.
    /// - Returns: Nil when a percent sign is not followed by two digits, or the bytes are not UTF-8.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        let encoded = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var index = 0
        while index < encoded.count {
            switch encoded[index] {
            case UInt8(ascii: "%"):
                guard index + 2 < encoded.count, let high = hexDigit(encoded[index + 1]),
                    let low = hexDigit(encoded[index + 2])
                else { return nil }
                bytes.append(high << 4 | low)
                index += 3
            case UInt8(ascii: "+") where plusIsSpace:
                bytes.append(UInt8(ascii: " "))
                index += 1
            case let byte:
                bytes.append(byte)
                index += 1
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension String {
    /// The text in quotation marks for a message, cut where it is long: a message never repeats a whole input.
    var quotedBriefly: String {
        utf8.count <= 64 ? "\"\(self)\"" : "\"\(String(unicodeScalars.prefix(48)))...\""
    }
}
