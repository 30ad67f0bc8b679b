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
}
