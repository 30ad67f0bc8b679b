/// A piece of structured data, as in a property list: something that apps get or declare and the kernel only passes on,
/// such as a payload, an Info.plist, or the result of a handler.
///
/// Members of an object keep the order in which they were written, and compare by name. Names and strings compare by
/// their bytes, as JSON and `NSString` do, and not by canonical equivalence.
public enum Value: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A finite number that is not a whole one, or too large for an integer.
    case number(Double)
    case string(String)
    case array([Value])
    case object([Member])

    /// One named value of an object.
    public struct Member: Codable, Sendable {
        /// The member's name, unique in its object.
        public let name: String
        /// The value.
        public let value: Value

        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// The member of an object with this name, byte for byte; nil if there is none, or if this is not an object.
    public subscript(name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// Returns the object with a member set to a value; a member of the same name keeps its place. Returns anything but
    /// an object unchanged.
    package func setting(_ name: String, to value: Value) -> Value {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
            members[index] = Member(name, value)
        } else {
            members.append(Member(name, value))
        }
        return .object(members)
    }
}

extension Value: Hashable {
    /// Whether both are the same data: numbers by their value, objects whatever the order of their members.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        // Not as floating-point numbers: there, large integers that differ are equal.
        case (.integer(let whole), .number(let number)), (.number(let number), .integer(let whole)):
            Int64(exactly: number) == whole
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one.count == other.count && one.isContained(in: other, by: ==)
        case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value):
            if let whole = Int64(exactly: value) { hasher.combine(whole) } else { hasher.combine(value) }
        case .string(let value): hasher.combine(bytesOf: value)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members.reduce(0) { $0 &+ $1.hashValue })
        }
    }
}

extension Value.Member: Hashable {
    /// Whether both have the same name, byte for byte, and equal values.
    public static func == (left: Value.Member, right: Value.Member) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.value == right.value
    }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: name)
        hasher.combine(value)
    }
}

extension [Value.Member] {
    /// Whether others contain a member for each of these, with the same name and a value that `agree` accepts.
    ///
    /// Its time grows with the number of members, in whatever order they are.
    ///
    /// - Parameter agree: Compares a value of these members with one of the others.
    package func isContained(in others: [Value.Member], by agree: (Value, Value) -> Bool) -> Bool {
        // Usually both are in the same order. The names are compared first, so that each value is compared once.
        if count <= others.count, zip(self, others).allSatisfy({ $0.name.hasSameBytes(as: $1.name) }) {
            return zip(self, others).allSatisfy { agree($0.value, $1.value) }
        }
        guard count * others.count > NameSearch.fewComparisons else {
            return allSatisfy { member in
                others.first { $0.name.hasSameBytes(as: member.name) }.map { agree(member.value, $0.value) } ?? false
            }
        }
        let positions = NameSearch.positions(of: map { ExactText($0.name) }, in: others.map { ExactText($0.name) })
        return positions.map { zip(self, $0).allSatisfy { agree($0.value, others[$1].value) } } ?? false
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number; an integer if it is whole.
    public init(floatLiteral value: Double) { self = Int64(exactly: value).map(Value.integer) ?? .number(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    /// An object, its members in the order written.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

/// Decodes a value as the data itself, and not as the enumeration that holds it.
///
/// Only the decoder of states conforms to it, since only the format of states encodes such data in this way.
package protocol ValueDecoder: Decoder {
    /// Reads the value at the current position.
    func decodeValue() throws -> Value
}

/// Encodes a value as the data itself, and not as the enumeration that holds it. See `ValueDecoder`.
package protocol ValueEncoder: Encoder {
    /// Writes a value at the current position.
    func encodeValue(_ value: Value)
}

extension Value: Codable {
    /// Reads data out of the encoded state of a device.
    ///
    /// - Throws: `DecodingError` if the decoder is not a `ValueDecoder`.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? any ValueDecoder else {
            let reason = "a value is read only out of the state of a device"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        self = try decoder.decodeValue()
    }

    /// Writes data into the encoded state of a device.
    ///
    /// - Throws: `EncodingError` if the encoder is not a `ValueEncoder`.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? any ValueEncoder else {
            let reason = "a value is written only into the state of a device"
            throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: reason))
        }
        encoder.encodeValue(self)
    }
}

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
