extension Value {
    /// How many bytes the value takes as JSON without white space, in UTF-8.
    ///
    /// Only what has to be escaped counts as escaped: quotation marks, backslashes and control characters.
    package var compactJSONByteCount: Int {
        switch self {
        case .null: 4
        case .bool(let value): value ? 4 : 5
        case .integer(let value): String(value).utf8.count
        case .number(let value): String(describing: value).utf8.count
        case .string(let text): text.jsonByteCount
        case .array(let elements): elements.reduce(elements.separatorBytes) { $0 + $1.compactJSONByteCount }
        case .object(let members):
            members.reduce(members.separatorBytes) { $0 + $1.name.jsonByteCount + 1 + $1.value.compactJSONByteCount }
        }
    }
}

extension Array {
    /// The brackets around the elements, and the commas between them.
    fileprivate var separatorBytes: Int { 2 + Swift.max(0, count - 1) }
}

extension String {
    /// The bytes of the text as a JSON string.
    fileprivate var jsonByteCount: Int {
        utf8.reduce(2) { sum, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0a, 0x0c, 0x0d: sum + 2
            case 0..<0x20: sum + 6
            default: sum + 1
            }
        }
    }
}
