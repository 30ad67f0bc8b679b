import LifecycleKernel
import Testing

@testable import DeviceHost

@Suite("The index by deadline")
struct DeadlineIndexTests {
    private func at(_ nanoseconds: Int64) -> WallInstant { WallInstant(nanoseconds: nanoseconds) }

    @Test("gives what is due, the earliest first, and each once")
    func order() {
        var index = DeadlineIndex()
        index.set(2, at: at(30))
        index.set(0, at: at(10))
        index.set(1, at: at(20))
        #expect(index.popDue(at: at(9)) == nil)
        #expect(index.popDue(at: at(25))?.slot == 0)
        #expect(index.popDue(at: at(25))?.slot == 1)
        #expect(index.popDue(at: at(25)) == nil)
        #expect(index.popDue(at: at(30))?.deadline == at(30))
        #expect(index.popDue(at: at(.max)) == nil)
    }

    @Test("follows a deadline that is put off, brought forward, or called off")
    func changes() {
        var index = DeadlineIndex()
        index.set(0, at: at(10))
        index.set(0, at: at(50))
        #expect(index.popDue(at: at(49)) == nil)
        index.set(0, at: at(5))
        #expect(index.popDue(at: at(5))?.deadline == at(5))
        index.set(0, at: at(60))
        index.set(0, at: nil)
        #expect(index.popDue(at: at(100)) == nil)
    }

    @Test("renewing a deadline costs no memory, nor does bringing it forward again and again")
    func size() {
        var index = DeadlineIndex()
        for renewal in 0..<100_000 { index.set(0, at: at(Int64(renewal))) }
        #expect(index.entryCount == 1)
        for step in 0..<100_000 { index.set(0, at: at(Int64(1_000_000 - step))) }
        #expect(index.entryCount < 100)
    }

    @Test(
        "agrees with a list that is searched, for any sequence of changes and queries",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func oracle(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        var index = DeadlineIndex()
        var oracle: [Int: Int64] = [:]
        var now: Int64 = 0
        for _ in 0..<2_000 {
            let slot = Int.random(in: 0..<12, using: &chance)
            switch Int.random(in: 0..<10, using: &chance) {
            case 0..<5:
                let deadline = now + Int64.random(in: -5...50, using: &chance)
                index.set(slot, at: at(deadline))
                oracle[slot] = deadline
            case 5:
                index.set(slot, at: nil)
                oracle[slot] = nil
            default:
                now += Int64.random(in: 0...20, using: &chance)
                while let due = index.popDue(at: at(now)) {
                    #expect(oracle[due.slot] == due.deadline.nanoseconds)
                    #expect(oracle.values.min() == due.deadline.nanoseconds)
                    oracle[due.slot] = nil
                }
                #expect(!oracle.values.contains { $0 <= now })
            }
        }
    }
}
