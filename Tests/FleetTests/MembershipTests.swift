import Testing

@testable import Fleet

/// One member, told what happens by hand. Its lease is 3 s, there are 8 partitions, and readings are milliseconds.
@Suite struct MembershipTests {
    /// A table in which members 1, 2 and so on own the partitions that the letters say: `.` is free.
    static func table(_ owners: String, members: [Int64: Int64] = [1: 0], leaving: Set<Int64> = []) -> FleetTable {
        FleetTable(
            members: members.map { number, renewals in
                MemberRow(
                    number: number,
                    key: UInt64(number),
                    kernel: "1",
                    isLeaving: leaving.contains(number),
                    lease: .seconds(3),
                    renewals: renewals
                )
            },
            partitions: owners.enumerated().map { index, owner in
                let owner = owner.wholeNumberValue.map { Int64($0) }
                return PartitionRow(Partition(index), owner: owner, epoch: 1, state: owner == nil ? .free : .owned)
            }
        )!
    }

    /// Member 1, that joined at 0.
    struct Driven {
        var membership: Membership
        var decisions: [FleetDecision] = []

        init(isSettled: Bool = true, kernel: String = "1") {
            let me = MemberRow(number: 1, key: 1, kernel: kernel, lease: .seconds(3))
            membership = Membership(
                me,
                partitionCount: 8,
                joinSent: .zero,
                joinedAt: 1_000_000,
                isSettled: isSettled,
                at: .zero
            )
            decisions = membership.handle(.woken, at: .zero)
        }

        /// Tells of an event at a reading, and keeps what was decided.
        mutating func tell(_ event: FleetEvent, _ milliseconds: Int) {
            decisions = membership.handle(event, at: .milliseconds(milliseconds))
        }

        /// Reads a table, at once.
        mutating func read(_ table: FleetTable, _ milliseconds: Int) {
            tell(.tableRead(table, sent: .milliseconds(milliseconds)), milliseconds)
        }

        mutating func renew(_ milliseconds: Int) {
            tell(.renewed(sent: .milliseconds(milliseconds), at: 0), milliseconds)
        }

        /// Claims and loads partitions at a reading: the claim was decided before.
        mutating func take(_ partitions: [Int], _ milliseconds: Int, epoch: Int64 = 1) {
            let claims = partitions.map { Claim(Partition($0), epoch: epoch) }
            tell(.claimed(claims), milliseconds)
            for claim in claims { tell(.loaded(claim), milliseconds) }
        }

        func answers(_ partition: Int, _ milliseconds: Int) -> Bool {
            membership.answers(for: Partition(partition), at: .milliseconds(milliseconds))
        }

        var claimed: FleetDecision? {
            decisions.first { if case .claim = $0 { true } else { false } }
        }

        var released: [Int] {
            decisions.compactMap { if case .release(let claim, _) = $0 { claim.partition.number } else { nil } }
        }
    }

    /// A member that owns everything since 1 s, with a lease from then.
    static func owner() -> Driven {
        var driven = Driven()
        driven.read(table("........"), 10)
        driven.renew(1_000)
        driven.take(Array(0..<8), 1_000)
        driven.read(table("11111111"), 1_010)
        return driven
    }

    // MARK: Leases

    @Test("A lease ends a tenth of a second early, counted from before it was asked for")
    func leaseEnd() {
        var driven = Self.owner()
        #expect(driven.answers(0, 3_899))
        #expect(!driven.answers(0, 3_900))
        // The answer came late; the lease is the same.
        driven.tell(.renewed(sent: .milliseconds(2_000), at: 0), 3_500)
        #expect(driven.answers(0, 4_899))
        #expect(!driven.answers(0, 4_900))
        #expect(driven.membership.verdict(for: Partition(0), at: .milliseconds(4_900)) == .unavailable)
    }

    @Test("A lease is renewed three times while it lasts")
    func renewals() {
        var driven = Driven()
        driven.read(Self.table("........"), 10)
        #expect(driven.membership.wake == .seconds(1))
        driven.tell(.woken, 1_000)
        #expect(driven.decisions.contains(.renew))
        driven.tell(.woken, 1_001)
        #expect(!driven.decisions.contains(.renew))
        // The table is read with every renewal.
        driven.renew(1_020)
        #expect(driven.decisions.contains(.readTable))
    }

    @Test("After a connection was made anew, a renewal counts once the table was read")
    func confirmation() {
        var driven = Self.owner()
        driven.tell(.disconnected, 3_000)
        #expect(driven.answers(0, 3_500))
        driven.tell(.connected(isSettled: true), 9_000)
        #expect(driven.decisions == [.renew, .readTable])
        driven.renew(9_000)
        #expect(!driven.answers(0, 9_100))
        // Another one owns partition 1 now; memory goes on with the rest.
        driven.read(Self.table("1.111111"), 9_010)
        #expect(driven.decisions.contains(.drop([Partition(1)])))
        #expect(driven.answers(0, 9_100))
        #expect(!driven.answers(1, 9_100))
    }

    @Test("A member without a row drops everything, and joins anew")
    func fenced() {
        var driven = Self.owner()
        driven.tell(.wasFenced, 2_000)
        #expect(driven.decisions == [.drop((0..<8).map { Partition($0) }), .rejoin])
        #expect(!driven.answers(0, 2_000))
        #expect(driven.membership.wake == nil)
    }

    @Test("Partitions of which the database has lost changes are dropped, and claimed in a new epoch one after another")
    func lostChanges() {
        var driven = Self.owner()
        let lost = [Claim(Partition(2), epoch: 1), Claim(Partition(5), epoch: 1), Claim(Partition(6), epoch: 9)]
        driven.tell(.lost(lost), 2_000)
        #expect(driven.decisions.contains(.drop([Partition(2), Partition(5)])))
        #expect(driven.decisions.contains(.reclaim(lost[0])))
        #expect(!driven.decisions.contains(.reclaim(lost[1])))
        #expect([2, 5].allSatisfy { !driven.answers($0, 2_000) } && driven.answers(6, 2_000))
        driven.tell(.claimed([Claim(Partition(2), epoch: 2)]), 2_010)
        #expect(driven.decisions.contains(.load(Claim(Partition(2), epoch: 2))))
        var table = Self.table("11111111")
        table.partitions[2].epoch = 2
        driven.read(table, 2_020)
        #expect(driven.decisions.contains(.reclaim(lost[1])))
        // What was lost before does not concern what was loaded since.
        driven.tell(.loaded(Claim(Partition(2), epoch: 2)), 2_030)
        driven.tell(.lost([lost[0]]), 2_040)
        #expect(driven.answers(2, 2_040))
    }

    @Test("A row with another key is another member's")
    func otherKey() {
        var driven = Self.owner()
        var table = Self.table("11111111")
        table.members[0].key = 99
        driven.read(table, 2_000)
        #expect(driven.decisions.last == .rejoin)
    }

    @Test("Fleet time goes on from when the renewal was sent")
    func fleetTime() {
        var driven = Driven()
        #expect(driven.membership.fleetTime(at: .seconds(2)) == 3_000_000)
        driven.tell(.renewed(sent: .seconds(2), at: 2_900_000), 2_500)
        #expect(driven.membership.fleetTime(at: .seconds(3)) == 3_900_000)
    }

    // MARK: Observation

    @Test("A member that does not renew is fenced exactly when it is due")
    func fencing() {
        var driven = Driven()
        driven.read(Self.table("2222....", members: [1: 0, 2: 7]), 100)
        driven.read(Self.table("2222....", members: [1: 0, 2: 8]), 500)
        driven.renew(3_000)
        driven.read(Self.table("2222....", members: [1: 0, 2: 8]), 3_010)
        driven.tell(.woken, 3_799)
        #expect(!driven.decisions.contains(.fence(2, key: 2, renewals: 8)))
        #expect(driven.membership.wake == .milliseconds(3_800))
        driven.tell(.woken, 3_800)
        #expect(driven.decisions.contains(.fence(2, key: 2, renewals: 8)))
        // Once.
        driven.tell(.woken, 3_801)
        #expect(!driven.decisions.contains(.fence(2, key: 2, renewals: 8)))
    }

    @Test("Observations begin anew with every connection")
    func anew() {
        var driven = Driven()
        driven.read(Self.table("2222....", members: [1: 0, 2: 7]), 100)
        driven.tell(.disconnected, 3_000)
        driven.tell(.connected(isSettled: true), 3_300)
        driven.read(Self.table("2222....", members: [1: 0, 2: 7]), 3_310)
        driven.tell(.woken, 6_600)
        #expect(!driven.decisions.contains(.fence(2, key: 2, renewals: 7)))
        driven.tell(.woken, 6_610)
        #expect(driven.decisions.contains(.fence(2, key: 2, renewals: 7)))
    }

    @Test("The margin is a tenth of the lease, and 300 ms at least", arguments: [(1, 1_300), (3, 3_300), (60, 66_000)])
    func margin(lease: Int, patience: Int) {
        #expect(FleetRules().patience(with: .seconds(lease)) == .milliseconds(patience))
    }
}
