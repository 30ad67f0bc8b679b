import Fleet
import LifecycleKernel
import Simulation
import Testing

@Suite struct QuotaTests {
    static func table(_ owned: [Int64: Int], free: Int = 0, leaving: Set<Int64> = []) -> FleetTable {
        let owners = owned.keys.sorted().flatMap { Array(repeating: Int64?.some($0), count: owned[$0] ?? 0) }
        let rows = (owners + Array(repeating: nil, count: free)).enumerated()
        return FleetTable(
            members: owned.keys.map {
                MemberRow(number: $0, key: UInt64($0), kernel: "1", isLeaving: leaving.contains($0), lease: .seconds(3))
            },
            partitions: rows.map { PartitionRow(Partition($0.offset), owner: $0.element, epoch: 1, state: .owned) }
        )!
    }

    /// How many partitions have to move from living owners, and how many are to be claimed.
    static func moves(_ table: FleetTable) -> [Int] {
        let quotas = Quotas(table)
        let released = table.members.map { max(0, table.count(of: $0.number) - quotas.quota(of: $0.number)) }
        let claimed = table.members.map { max(0, quotas.quota(of: $0.number) - table.count(of: $0.number)) }
        return [released.reduce(0, +), claimed.reduce(0, +)]
    }

    @Test("One member owns everything, none nothing")
    func one() {
        #expect(Quotas(Self.table([5: 0], free: 64)).quota(of: 5) == 64)
        #expect(Quotas(Self.table([:], free: 64)).shares.isEmpty)
    }

    @Test("Who owns more has the larger quota; of equals, the lower number")
    func larger() {
        let quotas = Quotas(Self.table([1: 21, 2: 22, 3: 21]))
        #expect(quotas.shares.map(\.member) == [2, 1, 3])
        #expect(quotas.shares.map(\.quota) == [22, 21, 21])
        #expect(Quotas(Self.table([3: 0, 1: 0, 2: 0], free: 64)).shares.map(\.quota) == [22, 21, 21])
    }

    @Test("A third member of three gets 21 partitions, and no other one moves")
    func third() {
        #expect(Self.moves(Self.table([1: 32, 2: 32, 3: 0])) == [21, 21])
    }

    @Test("A member that leaves hands over its own partitions, and no other one moves")
    func leaving() {
        let table = Self.table([1: 22, 2: 21, 3: 21], leaving: [2])
        #expect(Quotas(table).quota(of: 2) == 0)
        #expect(Self.moves(table) == [21, 21])
    }

    @Test("Joins and departures move no more than they must, however many members there are")
    func minimal() {
        for count in 1...12 {
            let (floor, larger) = 64.quotientAndRemainder(dividingBy: count)
            var owned = Dictionary(
                uniqueKeysWithValues: (1...count).map { (Int64($0), floor + ($0 <= larger ? 1 : 0)) }
            )
            #expect(Self.moves(Self.table(owned)) == [0, 0])
            // The new member gets the floor: the larger quotas stay with those that have them.
            var joined = owned
            joined[100] = 0
            #expect(Self.moves(Self.table(joined)) == [64 / (count + 1), 64 / (count + 1)])
            // A lost member's are claimed, and those of the others stay.
            guard count > 1, let lost = owned.removeValue(forKey: 1) else { continue }
            #expect(Self.moves(Self.table(owned, free: lost)) == [0, lost])
        }
    }

    @Test("Quotas add up to all partitions, and differ by one at most")
    func sums() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<200 {
            var left = 64
            var owned: [Int64: Int] = [:]
            for member in 1...(1 + random.below(8)) {
                let count = random.below(left + 1)
                left -= count
                owned[Int64(member)] = count
            }
            let quotas = Quotas(Self.table(owned, free: left)).shares.map(\.quota)
            #expect(quotas.reduce(0, +) == 64)
            #expect((quotas.max() ?? 0) - (quotas.min() ?? 0) <= 1)
        }
    }
}
