import LifecycleKernel
import Simulation
import Testing

@testable import StateCoding

/// What is not an encoded state, or is no longer as it was written, is refused.
@Suite struct StateDamageTests {
    static let state = Timeline(seed: 77, steps: 60).device.encodedState()

    @Test("A state that is cut off is refused, wherever it is cut")
    func cutOff() {
        for count in Self.state.indices {
            #expect(throws: StateCodingError.damaged) { try Device(encodedState: Array(Self.state[..<count])) }
        }
    }

    @Test("A state with a byte changed is refused, whichever it is")
    func changed() {
        for index in Self.state.indices {
            var state = Self.state
            state[index] ^= 0x10
            #expect(throws: index == 0 ? .unknownFormat(StateFormat.current ^ 0x10) : StateCodingError.damaged) {
                try Device(encodedState: state)
            }
        }
    }

    @Test("A rule that there is not is refused")
    func unknownRule() {
        struct Written: Codable {
            var key: String
            var value: RuleValue
        }
        let bytes = StateEncoder.encode(Written(key: "never", value: .flag(true)))
        #expect(throws: StateCodingError.self) { try StateDecoder.decode(RuleOverride.self, from: bytes) }
    }

    @Test("A state with something behind it is refused")
    func appended() {
        #expect(throws: StateCodingError.damaged) { try Device(encodedState: Self.state + [0]) }
    }

    @Test("What somebody wrote so that its hash is right is a device or is refused", arguments: 0..<4)
    func forged(block: Int) {
        var random = SplitMix64(seed: UInt64(block))
        let item = Self.state.dropFirst().dropLast(9)
        var refused = 0
        for _ in 0..<500 {
            var forged = Array(item)
            for _ in 0...random.below(3) { forged[random.below(forged.count)] = UInt8(random.below(256)) }
            if random.oneIn(4) { forged.removeLast(random.below(forged.count)) }
            if random.oneIn(4), forged.count > 1 { forged.remove(at: random.below(forged.count)) }
            do throws(StateCodingError) {
                _ = try Device(encodedState: sealed(forged)).encodedState()
            } catch {
                refused += 1
                #expect(error != .damaged, "the hash is right")
            }
        }
        #expect(refused > 250)
    }

    @Test(
        "Bytes that are no state say what is wrong with them",
        arguments: [
            ([0x9f], "the end is missing"),
            ([0x9f, 0x9f, 0xff], "the end is missing"),
            ([0xff], "there is no item like 0xff here"),
            ([0xf6, 0xf6], "more than one item"),
            ([0x1c], "there is no item like 0x1c here"),
            ([0x1b, 0xff], "the end is missing"),
            ([0x7b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], "the end is missing"),
            ([0x7b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], "the end is missing"),
            ([0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], "the end is missing"),
            ([0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], "the end is missing"),
            ([0x7f, 0xff], "there is no item like 0x7f here"),
            ([0x41, 0x00], "there is no item like 0x41 here"),
            ([0xc1, 0x00], "there is no item like 0xc1 here"),
            ([0x62, 0xc3, 0x28], "no UTF-8"),
            ([0xbf, 0x00, 0x00, 0xff], "no such key"),
            ([0xbf, 0x61, 0x61, 0x00, 0x01, 0x00, 0xff], "no such key"),
            ([0xbf, 0x61, 0x61, 0xff], "there is no item like 0xff here"),
            ([0xbf, 0x20, 0x00, 0xff], "there is no item like 0x20 here"),
            ([0xa1, 0x00, 0x00], "there is no item like 0x0 here"),
            ([0xbf, 0xff], "there is no apps"),
            ([0x00], "there is no item like 0x0 here"),
        ] as [([UInt8], String)]
    )
    func malformed(item: [UInt8], reason: String) throws {
        let error = #expect(throws: StateCodingError.self) { try Device(encodedState: sealed(item)) }
        guard case .notUnderstood(let given, _) = error else { throw try #require(error) }
        #expect(given == reason)
    }

    @Test("Nesting without end is refused")
    func nested() {
        for opening in [[0x9f], [0x81], [0xbf, 0x61, 0x61], [0xa1, 0x61, 0x61]] as [[UInt8]] {
            let item = Array(repeatElement(opening, count: 100_000).joined())
            let error = #expect(throws: StateCodingError.self) { try Device(encodedState: sealed(item)) }
            #expect(error?.description.hasSuffix("nested too deeply") == true)
        }
    }

    @Test("Bytes of another form say which")
    func otherForms() {
        #expect(throws: StateCodingError.damaged) { try Device(encodedState: []) }
        #expect(throws: StateCodingError.unknownFormat(1)) { try Device(encodedState: [1]) }
        #expect(StateCodingError.unknownFormat(1).description == "the state is in form 1; this kernel reads form 4")
    }

    /// An item between the number of the form and the hash of both.
    private func sealed(_ item: [UInt8]) -> [UInt8] {
        let hash = StateHash.of([StateFormat.current] + item)
        let tail = (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64($0 * 8)) }
        return [StateFormat.current] + item + [StateFormat.eightBytes] + tail
    }
}
