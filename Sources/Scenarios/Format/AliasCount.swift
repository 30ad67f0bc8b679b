/// Counts the possible aliases in a YAML text, before it is parsed.
///
/// The parser expands aliases while it reads, and compares whole keys to find duplicates, so that a text of a few lines
/// could keep it busy for hours. Therefore the number of aliases is limited first. A `*` inside a quoted or folded text may
/// be counted too, so this is an upper bound.
enum AliasCount {
    /// At least as many as there are aliases in the text.
    static func upperBound(in text: String) -> Int {
        var count = 0
        var previous = UInt8(ascii: "\n")
        var isOpen = false
        for byte in text.utf8 {
            if isOpen, isNamePart(byte) { count += 1 }
            isOpen = byte == UInt8(ascii: "*") && !isInsideWord(after: previous)
            previous = byte
        }
        return count
    }

    /// Whether the byte is a letter, a digit, _ or -, of which the names of anchors are made, and those of variables.
    static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }

    /// Whether a star after this byte belongs to a word, where no alias begins.
    private static func isInsideWord(after byte: UInt8) -> Bool {
        byte != UInt8(ascii: "-") && (isNamePart(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "*"))
    }
}
