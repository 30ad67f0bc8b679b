import LifecycleKernel
import Testing

/// Numbers are equal by their value, however they were written.
@Suite struct ValueEqualityTests {
    private static let large: Int64 = 1 << 53

    @Test("A whole number equals the floating-point number of the same value, and no other")
    func exact() {
        #expect(Value.integer(5) == .number(5))
        #expect(Value.integer(Self.large) == .number(Double(Self.large)))
        #expect(Value.integer(Self.large + 1) != .number(Double(Self.large)))
        #expect(Value.integer(.max) != .number(Double(Int64.max)))
        #expect(Value.number(0.5) != .integer(0))
    }

    @Test("A literal is an integer where it is a whole number") func literals() {
        let values: [Value] = [1.5, 2.0, 3]
        guard case .number(1.5) = values[0], case .integer(2) = values[1], case .integer(3) = values[2] else {
            Issue.record("\(values)")
            return
        }
    }

    @Test("Equality is transitive, and equal values have the same hash")
    func transitive() {
        let values: [Value] = [
            .integer(Self.large), .number(Double(Self.large)), .integer(Self.large + 1), .integer(0), .number(0),
            .number(-0.0), .number(0.5), .integer(.max), .number(Double(Int64.max)), .integer(.min),
            .number(Double(Int64.min)),
        ]
        for one in values {
            for other in values where one == other {
                #expect(one.hashValue == other.hashValue, "\(one), \(other)")
                for third in values where other == third { #expect(one == third, "\(one), \(other), \(third)") }
            }
        }
    }

    private static let twoNames: [(Value, Value)] = [
        (["\u{e9}": 1], ["e\u{301}": 1]), ("\u{e9}", "e\u{301}"), (["K": 1], ["\u{212a}": 1]),
        ([["a": "\u{e9}"]], [["a": "e\u{301}"]]),
    ]

    @Test("Names and strings are equal only if their bytes are", arguments: twoNames)
    func bytes(one: Value, other: Value) {
        #expect(one != other)
        #expect(Set([one, other, one]).count == 2)
    }

    @Test("A member is found by the bytes of its name")
    func members() {
        let value: Value = ["\u{e9}": 1, "e\u{301}": 2]
        #expect(value["\u{e9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        #expect(value.setting("e\u{301}", to: 3) == ["e\u{301}": 3, "\u{e9}": 1])
    }

    /// An object of so many members, in one order or the other.
    private static func object(_ count: Int, reversed: Bool = false, last: Value = 0) -> Value {
        let members = (0..<count).map { Value.Member("key\($0)", $0 == count - 1 ? last : ["n": .integer(Int64($0))]) }
        return .object(reversed ? members.reversed() : members)
    }

    @Test("The order of members does not matter, of few and of many", arguments: [2, 15, 17, 10_000])
    func order(count: Int) {
        let (one, other) = (Self.object(count), Self.object(count, reversed: true))
        #expect(one == other && other == one)
        #expect(one.hashValue == other.hashValue)
        #expect(one != Self.object(count, reversed: true, last: 1))
        #expect(one != Self.object(count + 1, reversed: true))
        #expect(one.setting("other", to: 1) != other.setting("another", to: 1))
    }

    @Test("Objects in objects are equal in any order, at any depth")
    func nested() {
        var (one, other): (Value, Value) = (1, 1)
        for level in 0..<60 {
            one = ["name": one, "level": .integer(Int64(level))]
            other = ["level": .integer(Int64(level)), "name": other]
        }
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test("Objects that differ in one member mostly differ in their hash")
    func hashes() {
        let objects = (0..<100).map { Self.object(100, last: .integer($0)) }
        #expect(Set(objects.map(\.hashValue)).count > 90)
    }

    /// A name that counts how often it is compared or hashed.
    private struct CountedName: Hashable {
        final class Counter { var count = 0 }

        let text: String
        let counter: Counter

        static func == (left: CountedName, right: CountedName) -> Bool {
            left.counter.count += 1
            return left.text == right.text
        }

        func hash(into hasher: inout Hasher) {
            counter.count += 1
            hasher.combine(text)
        }
    }

    @Test("Names are found among others with a few comparisons each")
    func comparisons() throws {
        let counter = CountedName.Counter()
        let names = (0..<10_000).map { CountedName(text: "key\($0)", counter: counter) }
        let positions = try #require(NameSearch.positions(of: names, in: names.reversed()))
        #expect(positions == (0..<10_000).reversed())
        #expect(counter.count < 10 * names.count)
        let strange = CountedName(text: "other", counter: counter)
        #expect(NameSearch.positions(of: [strange], in: names) == nil)
        #expect(NameSearch.positions(of: [names[3]], in: names + names) == [3])
    }
}
