import LifecycleKernel
import Testing
import WireFormat

@testable import Greenroom

@Suite("greenroom fleet")
struct FleetCommandTests {
    /// What a server answers of two members.
    private func fleet(sameToken: Bool) -> Value {
        func member(_ number: Int64, _ sameToken: Bool) -> Value {
            [
                "server": .string("s\(number)"), "number": .integer(number), "state": .string("live"),
                "version": .string("1"),
                "partitions": .integer(32), "devices": .integer(7), "sameToken": .bool(sameToken),
            ]
        }
        return ["members": .array([member(1, true), member(2, sameToken)]), "moves": .array([])]
    }

    @Test("says which servers ask for another token, and nothing of tokens where none does")
    func tokens() {
        let rows = FleetCommand.text(of: fleet(sameToken: false), moves: 10).split(separator: "\n")
        #expect(rows.map { $0.hasSuffix("another") } == [false, false, true])
        #expect(rows[0].hasSuffix("TOKEN"))
        #expect(!FleetCommand.text(of: fleet(sameToken: true), moves: 10).contains("TOKEN"))
    }
}
