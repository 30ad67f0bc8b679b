import LifecycleKernel

/// The end of a page of a list as opaque text: the hexadecimal digits of a key.
package enum PageCursor {
    /// Makes a cursor.
    package static func text(of key: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let characters = key.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The key of a cursor; nil when the text is no cursor.
    package static func key(of text: String) -> String? {
        let digits = text.utf8.map(nibble)
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
        guard let key = String(validating: bytes, as: UTF8.self), key.isStreamSafe else { return nil }
        return key
    }

    private static func nibble(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
