import LifecycleKernel

/// Writes items of CBOR, each in its shortest form.
struct StateWriter {
    private(set) var bytes: [UInt8] = []
    private var keys = KeyTable()

    init() { bytes.reserveCapacity(4_096) }

    mutating func put(_ byte: UInt8) { bytes.append(byte) }

    mutating func put(_ flag: Bool) { bytes.append(flag ? StateFormat.yes : StateFormat.no) }

    mutating func put(integer: some FixedWidthInteger) {
        if integer >= 0 {
            put(.unsigned, UInt64(integer))
        } else {
            put(.negative, UInt64(~integer))
        }
    }

    mutating func put(_ number: Double) {
        bytes.append(StateFormat.double)
        put(bigEndian: number.bitPattern)
    }

    mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            put(.text, UInt64(utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    /// The position of a key: after another one of its structure, or first in a structure after a key of an outer one.
    struct KeyPosition {
        fileprivate var index: Int
    }

    /// The position of the first key of a structure that is opened now.
    var firstPosition: KeyPosition { KeyPosition(index: keys.latest * 2) }

    /// Puts the key of a structure.
    ///
    /// - Returns: The position of the key after it.
    mutating func put(key: String, at position: KeyPosition) -> KeyPosition {
        let (number, isNew) = keys.number(of: key, at: position.index)
        if isNew { put(key) } else { put(.unsigned, UInt64(number)) }
        return KeyPosition(index: number * 2 + 1)
    }

    /// Puts data from outside.
    mutating func put(_ value: Value) {
        switch value {
        case .null: put(StateFormat.null)
        case .bool(let flag): put(flag)
        case .integer(let integer): put(integer: integer)
        case .number(let number): put(number)
        case .string(let text): put(text)
        case .array(let elements):
            put(.array, UInt64(elements.count))
            for element in elements { put(element) }
        case .object(let members):
            put(.map, UInt64(members.count))
            for member in members {
                put(member.name)
                put(member.value)
            }
        }
    }

    /// Puts the hash of everything so far.
    mutating func putHash() {
        let hash = StateHash.of(bytes)
        bytes.append(StateFormat.eightBytes)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: hash >> shift)) }
    }

    private mutating func put(_ major: StateFormat.Major, _ argument: UInt64) {
        let top = major.rawValue << 5
        switch argument {
        case 0..<24: bytes.append(top | UInt8(argument))
        case 24...0xff:
            bytes.append(top | 24)
            bytes.append(UInt8(argument))
        case 0x100...0xffff:
            bytes.append(top | 25)
            put(bigEndian: UInt16(argument))
        case 0x1_0000...0xffff_ffff:
            bytes.append(top | 26)
            put(bigEndian: UInt32(argument))
        default:
            bytes.append(top | 27)
            put(bigEndian: argument)
        }
    }

    private mutating func put(bigEndian integer: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: integer.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: integer >> shift))
        }
    }
}

/// The keys written so far, numbered as they first appeared.
///
/// Structures of one type follow one another with the same keys in the same order, so the key that stood at the same
/// place the last time is tried first: most keys are found without being looked up.
private struct KeyTable {
    private var names: [String] = []
    private var numbers: [String: Int] = [:]
    /// For each key two numbers: of the key that stood first in a structure opened after it, and of the one behind it.
    private var expected = [0, 0]
    /// The number of the key written last.
    private(set) var latest = 0

    init() {
        names.reserveCapacity(256)
        numbers.reserveCapacity(256)
        expected.reserveCapacity(512)
    }

    mutating func number(of name: String, at position: Int) -> (number: Int, isNew: Bool) {
        let guess = expected[position]
        if guess < names.count, names[guess] == name {
            latest = guess
            return (guess, false)
        }
        let known = numbers[name]
        latest = known ?? names.count
        if known == nil {
            numbers[name] = latest
            names.append(name)
            expected.append(0)
            expected.append(0)
        }
        expected[position] = latest
        return (latest, known == nil)
    }
}
