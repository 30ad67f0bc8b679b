import LifecycleKernel
import Testing

@testable import DeviceHost

@Suite("A table by number")
struct NumberTableTests {
    @Test(
        "agrees with a dictionary, whatever is added, replaced, removed and asked",
        arguments: 1...6 as ClosedRange<UInt64>
    )
    func oracle(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        var table = NumberTable<Int>()
        var oracle: [Int64: Int] = [:]
        // In some runs most numbers come in their order, as those of devices do.
        var next: Int64 = 0
        for value in 0..<8_000 {
            let isInOrder = seed.isMultiple(of: 2) && Int.random(in: 0..<4, using: &chance) > 0
            next += isInOrder ? 1 : 0
            let number = isInOrder ? next : Int64.random(in: 1...3_000, using: &chance)
            let new = isInOrder || Int.random(in: 0..<3, using: &chance) > 0 ? value : nil
            table[number] = new
            oracle[number] = new
            #expect(table[number] == new)
        }
        #expect(table.count == oracle.count)
        for number in -1...Int64(9_000) { #expect(table[number] == oracle[number]) }
        var listed: [Int64] = []
        while let (number, value) = table.first(after: listed.last ?? 0) {
            #expect(oracle[number] == value)
            listed.append(number)
        }
        #expect(listed == oracle.keys.sorted())
    }

    @Test("is empty again when all that was added is removed")
    func empty() {
        var table = NumberTable<Int>()
        for number in 1...2_000 as ClosedRange<Int64> { table[number] = 1 }
        for number in (1...2_000 as ClosedRange<Int64>).reversed() { table[number] = nil }
        #expect(table.count == 0)
        #expect(table.first(after: 0) == nil)
        table[7] = 7
        #expect(table[7] == 7)
    }
}

@Suite("Devices that rest")
struct RestingDevicesTests {
    private func device(nextTick: Int64?, expiry: Int64? = nil) -> RestingDevices.Device {
        let clock = DeviceClock(
            ClockSettings(mode: .realtime),
            showing: .manualStart,
            at: WallInstant(nanoseconds: 0)
        )
        return RestingDevices.Device(
            clock,
            nextTick: nextTick.map(WallInstant.init(nanoseconds:)),
            expiry: expiry.map(WallInstant.init(nanoseconds:))
        )
    }

    private func due(_ resting: inout RestingDevices, at instant: Int64) -> [Int64] {
        var numbers: [Int64] = []
        while let (number, _) = resting.popDue(at: WallInstant(nanoseconds: instant)) { numbers.append(number) }
        return numbers
    }

    @Test("are loaded at their next deadline or when they expire, whichever is earlier; others never")
    func order() {
        var resting = RestingDevices()
        resting.insert(device(nextTick: 30), as: 1)
        resting.insert(device(nextTick: 50, expiry: 20), as: 2)
        resting.insert(device(nextTick: nil), as: 3)
        resting.insert(device(nextTick: nil, expiry: 40), as: 4)
        #expect(due(&resting, at: 19) == [])
        #expect(due(&resting, at: 40) == [2, 1, 4])
        #expect(due(&resting, at: .max - 1) == [])
        #expect(resting[2]?.expiry == WallInstant(nanoseconds: 20))
        #expect(resting[3]?.expiry == nil)
    }

    @Test("are not due once they have been removed; those that are postponed are due again")
    func removed() {
        var resting = RestingDevices()
        resting.insert(device(nextTick: 30), as: 1)
        resting.insert(device(nextTick: 30), as: 2)
        resting.remove(1)
        #expect(due(&resting, at: 30) == [2])
        resting.postpone(2, until: WallInstant(nanoseconds: 60))
        resting.postpone(9, until: WallInstant(nanoseconds: 60))
        #expect(due(&resting, at: 59) == [])
        #expect(due(&resting, at: 60) == [2])
    }

    @Test("that come and go again and again are each due once, at the last instant")
    func again() {
        var resting = RestingDevices()
        for round in 0..<1_000 as Range<Int64> {
            for number in 1...10 as ClosedRange<Int64> {
                resting.remove(number)
                resting.insert(device(nextTick: 5_000 - round), as: number)
            }
        }
        #expect(resting.entryCount <= 2 * 10 + 64)
        #expect(due(&resting, at: 4_000) == [])
        #expect(due(&resting, at: 4_001) == Array(1...10))
        for number in 1...10 as ClosedRange<Int64> { resting.remove(number) }
        #expect(due(&resting, at: 10_000) == [])
    }
}
