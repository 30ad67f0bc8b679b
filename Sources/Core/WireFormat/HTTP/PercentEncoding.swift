import LifecycleKernel

/// Percent-encoding of URLs (RFC 3986, 2.1).
package enum PercentEncoding {
    /// The text with every `%XX` replaced by the byte that it stands for.
    ///
    /// - Parameter plusIsSpace: Whether `+` stands for a space, as forms write it in queries.
    /// - Returns: Nil when a percent sign is not followed by two digits, or the bytes are not UTF-8.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        let (bytes, isWellFormed) = decodedBytes(of: text, plusIsSpace: plusIsSpace)
        return isWellFormed ? String(validating: bytes, as: UTF8.self) : nil
    }

    /// The bytes of the text with every `%XX` replaced by the byte that it stands for, and whether every percent sign was
    /// followed by two digits; one that was not stays.
    package static func decodedBytes(
        of text: some StringProtocol,
        plusIsSpace: Bool = false
    ) -> (bytes: [UInt8], isWellFormed: Bool) {
        let encoded = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var isWellFormed = true
        var index = 0
        while index < encoded.count {
            if encoded[index] == UInt8(ascii: "%") {
                if index + 2 < encoded.count, let high = encoded[index + 1].hexadecimalValue,
                    let low = encoded[index + 2].hexadecimalValue
                {
                    bytes.append(high << 4 | low)
                    index += 3
                    continue
                }
                isWellFormed = false
            }
            bytes.append(plusIsSpace && encoded[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : encoded[index])
            index += 1
        }
        return (bytes, isWellFormed)
    }

    /// The text with every byte that is not unreserved replaced by `%XX`, as one segment of a path or value of a query.
    package static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += "%" + [byte].hexadecimal.uppercased()
            }
        }
        return encoded
    }
}
