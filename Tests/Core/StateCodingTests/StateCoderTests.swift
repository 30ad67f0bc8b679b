import LifecycleKernel
import Testing

@testable import StateCoding

/// The coder of states, with types that are no part of a device.
@Suite struct StateCoderTests {
    @Test("What later versions add, take away and move leaves older states readable")
    func evolution() throws {
        let older = StateEncoder.encode(Older(gone: Parts(list: [[1], [2, 3]]), name: "a", flag: true, kind: .two(3)))
        let newer = try StateDecoder.decode(Newer.self, from: older)
        #expect(newer == Newer(added: nil, kind: .two(3, added: nil), flag: true, name: "a"))
        let back = try? StateDecoder.decode(Older.self, from: StateEncoder.encode(newer))
        #expect(back == nil, "a field that is no optional is missed")
    }

    @Test(
        "Whole numbers come back as they were, and none that does not fit",
        arguments: [
            0, 1, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, Int64.max, -1, -24, -25, -256, -257,
            -65_537, Int64.min,
        ]
    )
    func integers(number: Int64) throws {
        let encoded = StateEncoder.encode([number])
        #expect(try StateDecoder.decode([Int64].self, from: encoded) == [number])
        let narrow = try? StateDecoder.decode([Int16].self, from: encoded)
        #expect(narrow == Int16(exactly: number).map { [$0] })
        let unsigned = try? StateDecoder.decode([UInt64].self, from: encoded)
        #expect(unsigned == UInt64(exactly: number).map { [$0] })
    }

    @Test("Every kind of field comes back as it was")
    func kinds() throws {
        let all = Kinds()
        #expect(try StateDecoder.decode(Kinds.self, from: StateEncoder.encode(all)) == all)
        var none = Kinds()
        none.clear()
        #expect(try StateDecoder.decode(Kinds.self, from: StateEncoder.encode(none)) == none)
        #expect(StateEncoder.encode(all) != StateEncoder.encode(none))
    }

    @Test("Texts keep their bytes, whatever they are equal to")
    func texts() throws {
        for text in ["", "a", "e\u{301}", "\u{e9}", "\u{0}", String(repeating: "\u{1F600}", count: 100)] {
            let decoded = try StateDecoder.decode([String].self, from: StateEncoder.encode([text]))
            #expect(decoded.map { Array($0.utf8) } == [Array(text.utf8)])
        }
    }

    @Test("Data from outside keeps the order of its members and the kind of its numbers")
    func values() throws {
        let value: Value = [
            "z": 1, "a": .number(1), "": .null, "deep": [["x": [true, false, -7, "text", .number(-0.5)]], []],
        ]
        let decoded = try StateDecoder.decode([Value].self, from: StateEncoder.encode([value]))
        #expect(String(describing: decoded) == String(describing: [value]))
    }

    @Test("Numbers that no device has are refused")
    func impossible() {
        for number in [Double.nan, .infinity] {
            let encoded = StateEncoder.encode([Value.number(number)])
            #expect(throws: StateCodingError.self) { try StateDecoder.decode([Value].self, from: encoded) }
            #expect(throws: StateCodingError.self) { try StateDecoder.decode([Double].self, from: encoded) }
        }
        for instant in [Instant.earliest.milliseconds - 1, Instant.latest.milliseconds + 1, .min, .max] {
            let encoded = StateEncoder.encode([instant])
            #expect(throws: StateCodingError.self) { try StateDecoder.decode([Instant].self, from: encoded) }
        }
        #expect(throws: StateCodingError.self) {
            try StateDecoder.decode([ProcessState].self, from: StateEncoder.encode(["asleep"]))
        }
    }

    @Test("Classes and what they have from their superclass come back too")
    func classes() throws {
        let derived = Derived()
        derived.base = 5
        derived.own = [7]
        let decoded = try StateDecoder.decode([Derived].self, from: StateEncoder.encode([derived, Derived()]))
        #expect(decoded.map(\.base) == [5, 0])
        #expect(decoded.map(\.own) == [[7], []])
    }

    @Test("The hash is the same on every machine")
    func hash() {
        #expect(StateHash.of([] as [UInt8]) == 15_061_696_405_116_402_473)
        #expect(StateHash.of(Array(0..<37)) == 4_985_657_329_836_948_148)
        let hashes = Set((0..<64).map { StateHash.of([UInt8](repeating: 0, count: $0)) })
        #expect(hashes.count == 64)
    }
}

// MARK: Types

private struct Parts: Codable, Equatable {
    var list: [[Int]]
}

private struct Older: Codable, Equatable {
    enum Kind: Codable, Equatable {
        case one
        case two(Int)
    }
    var gone: Parts
    var name: String
    var flag: Bool
    var kind: Kind
}

private struct Newer: Codable, Equatable {
    enum Kind: Codable, Equatable {
        case two(Int, added: String? = nil)
        case three
        case one
    }
    var added: Parts?
    var kind: Kind
    var flag: Bool
    var name: String
}

/// A field of every kind that the coder treats by itself.
private struct Kinds: Codable, Equatable {
    var bool: Bool? = true
    var string: String? = "s"
    var double: Double? = 0.1
    var float: Float? = 0.5
    var int: Int? = -1
    var int8: Int8? = -1
    var int16: Int16? = -300
    var int32: Int32? = -70_000
    var int64: Int64? = .min
    var uint: UInt? = 1
    var uint8: UInt8? = 200
    var uint16: UInt16? = 60_000
    var uint32: UInt32? = 4_000_000_000
    var uint64: UInt64? = .max
    var value: Value? = ["a": 1]
    var list: [Int?] = [1, nil, 2]
    var certain: Double = 2.5

    mutating func clear() {
        (bool, string, double, float, value) = (nil, nil, nil, nil, nil)
        (int, int8, int16, int32, int64) = (nil, nil, nil, nil, nil)
        (uint, uint8, uint16, uint32, uint64) = (nil, nil, nil, nil, nil)
        list = [nil]
    }
}

private class Base: Codable {
    var base = 0
}

private final class Derived: Base {
    var own: [Int] = []

    private enum CodingKeys: CodingKey {
        case own
    }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        own = try container.decode([Int].self, forKey: .own)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(own, forKey: .own)
    }
}
