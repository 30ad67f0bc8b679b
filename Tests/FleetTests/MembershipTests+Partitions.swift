import FleetTestKit
import Testing

@testable import Fleet

// What a member claims, and what it hands over.
extension MembershipTests {
    // MARK: Claims

    @Test("A new member claims nothing for a second, then its quota")
    func joinWait() {
        var driven = Driven()
        driven.read(Self.table("2222....", members: [1: 0, 2: 1]), 10)
        #expect(driven.claimed == nil)
        driven.tell(.woken, 1_000)
        #expect(driven.claimed == .claim([4, 5, 6, 7].map { Partition($0) }, limit: 4))
        driven.tell(.woken, 1_001)
        #expect(driven.claimed == nil)
    }

    @Test("A claim that was refused is not repeated before the table was read")
    func refusedClaim() {
        var driven = Driven()
        driven.read(Self.table("2222....", members: [1: 0, 2: 1]), 1_000)
        #expect(driven.claimed != nil)
        driven.tell(.claimed([]), 1_010)
        #expect(driven.claimed == nil)
        #expect(driven.decisions.contains(.readTable))
        driven.tell(.woken, 1_020)
        #expect(driven.claimed == nil)
        driven.read(Self.table("22222...", members: [1: 0, 2: 2]), 1_030)
        #expect(driven.claimed == .claim([5, 6, 7].map { Partition($0) }, limit: 4))
    }

    @Test("It takes at once what is offered to it, and leaves alone for 2 s what is offered to others")
    func offers() {
        var driven = Driven()
        var table = Self.table("222233..", members: [1: 0, 2: 1, 3: 1])
        table.partitions[6].offered = 1
        table.partitions[7].offered = 3
        driven.read(table, 10)
        #expect(driven.claimed == .claim([Partition(6)], limit: 2))
        driven.tell(.claimed([]), 20)
        driven.renew(1_000)
        driven.read(table, 1_500)
        #expect(driven.claimed == .claim([Partition(6)], limit: 2))
        driven.tell(.claimed([]), 1_600)
        driven.read(table, 2_010)
        #expect(driven.claimed == .claim([Partition(6), Partition(7)], limit: 2))
    }

    @Test("It takes at once what is offered to a member that has its quota already")
    func voidOffer() {
        var driven = Driven()
        var table = Self.table("222333..", members: [1: 0, 2: 1, 3: 1])
        table.partitions[7].offered = 3
        driven.renew(900)
        driven.read(table, 1_000)
        #expect(driven.claimed == .claim([Partition(6), Partition(7)], limit: 2))
    }

    @Test("It waits 10 s for a member with the kernel of the last owner")
    func otherKernel() {
        var driven = Driven()
        var table = Self.table("22......", members: [1: 0, 2: 1])
        for index in 2..<8 { table.partitions[index].kernel = "2" }
        table.members[1].kernel = "2"
        driven.read(table, 10)
        for second in 1...10 {
            driven.renew(second * 1_000)
            table.members[1].renewals += 1
            driven.read(table, second * 1_000 + 10)
            #expect(driven.claimed == nil)
        }
        driven.tell(.woken, 11_000)
        #expect(driven.claimed == .claim((2..<8).map { Partition($0) }, limit: 4))
        // Nobody is there to wait for.
        var other = Driven()
        table.members.remove(at: 1)
        other.read(table, 1_000)
        #expect(other.claimed != nil)
    }

    @Test("What it owns in an epoch that it never loaded, it claims anew")
    func claimAnew() {
        var driven = Driven()
        driven.read(Self.table("1......."), 10)
        #expect(driven.decisions.contains(.reclaim(Claim(Partition(0), epoch: 1))))
        driven.take([0], 20, epoch: 2)
        #expect(driven.answers(0, 30))
    }

    @Test("After a promotion nothing is claimed until every forgotten lease has ended")
    func quarantine() {
        var driven = Driven(isSettled: false)
        driven.read(Self.table("1......."), 10)
        driven.renew(2_000)
        driven.read(Self.table("1......."), 3_000)
        #expect(driven.claimed == nil)
        driven.tell(.woken, 3_300)
        #expect(driven.decisions.contains(.markSettled))
        #expect(driven.decisions.contains(.reclaim(Claim(Partition(0), epoch: 1))))
    }

    @Test("A lease that had ended before a promotion does not count until every forgotten one has ended")
    func endedBeforePromotion() {
        var driven = Self.owner()
        driven.tell(.disconnected, 2_000)
        driven.tell(.connected(isSettled: false), 4_000)
        driven.renew(4_000)
        driven.read(Self.table("11111111"), 4_010)
        #expect(!driven.answers(0, 4_020))
        driven.renew(6_000)
        #expect(!driven.answers(0, 7_299))
        #expect(driven.answers(0, 7_300))

        var other = Self.owner()
        other.tell(.disconnected, 2_000)
        other.tell(.connected(isSettled: false), 3_000)
        other.renew(3_000)
        other.read(Self.table("11111111"), 3_010)
        #expect(other.answers(0, 5_000))
    }

    @Test("What cannot be loaded while the database is away is released once the table was read on the next connection")
    func failedLoading() {
        var driven = Self.owner()
        driven.tell(.claimed([Claim(Partition(0), epoch: 2)]), 1_100)
        driven.tell(.disconnected, 1_200)
        driven.tell(.loadingFailed(Claim(Partition(0), epoch: 2)), 1_300)
        #expect(driven.decisions.isEmpty)
        driven.tell(.connected(isSettled: true), 1_400)
        #expect(driven.released.isEmpty)
        var table = Self.table("11111111", members: [1: 1])
        table.partitions[0].epoch = 2
        driven.read(table, 1_500)
        #expect(driven.released == [0])
    }

    // MARK: Handovers

    @Test("A surplus is released from the highest on, to the member that lacks most, 4 at a time")
    func surplus() {
        var driven = Self.owner()
        driven.read(Self.table("11111111", members: [1: 1, 2: 0, 3: 0]), 1_100)
        #expect(driven.released == [7, 6, 5, 4])
        let offers = driven.decisions.compactMap { decision -> Int64? in
            if case .release(_, let offered) = decision { offered } else { nil }
        }
        #expect(offers == [2, 2, 3, 2])
        #expect(!driven.answers(7, 1_100))
        #expect(driven.membership.verdict(for: Partition(7), at: .milliseconds(1_100)) == .wait)
        // A fifth when one is through.
        driven.tell(.released(Claim(Partition(7), epoch: 1)), 1_200)
        #expect(driven.released == [3])
    }

    @Test("A release that failed is asked for again when the table was read, not at once")
    func failedRelease() {
        var driven = Self.owner()
        let table = Self.table("11111111", members: [1: 1, 2: 0])
        driven.read(table, 1_100)
        #expect(driven.released == [7, 6, 5, 4])
        driven.tell(.releaseFailed(Claim(Partition(6), epoch: 1)), 1_200)
        #expect(driven.released.isEmpty)
        driven.read(table, 1_300)
        #expect(driven.decisions.contains(.release(Claim(Partition(6), epoch: 1), offered: 2)))
        #expect(driven.released == [6])
        driven.read(table, 1_400)
        #expect(driven.released.isEmpty)
        // It was carried out, though it was said to have failed.
        driven.tell(.releaseFailed(Claim(Partition(6), epoch: 1)), 1_500)
        driven.read(Self.table("111111.1", members: [1: 1, 2: 0]), 1_600)
        #expect(driven.decisions.contains(.drop([Partition(6)])))
    }

    @Test("What a connection took with it is asked for again once the table was read on the next one")
    func lostRequests() {
        var driven = Self.owner()
        driven.read(Self.table("11111111", members: [1: 1, 2: 0]), 1_100)
        #expect(driven.released == [7, 6, 5, 4])
        driven.tell(.disconnected, 1_200)
        driven.tell(.releaseFailed(Claim(Partition(7), epoch: 1)), 1_300)
        #expect(driven.decisions.isEmpty)
        driven.tell(.connected(isSettled: true), 2_000)
        #expect(driven.released.isEmpty)
        // One was carried out, three were not, and the database never learnt that another one is loaded.
        var after = Self.table("1111111.", members: [1: 1, 2: 0])
        after.partitions[0].state = .loading
        driven.read(after, 2_100)
        #expect(driven.released == [4, 5, 6])
        #expect(driven.decisions.contains(.drop([Partition(7)])))
        #expect(driven.decisions.contains(.showOwned(Claim(Partition(0), epoch: 1))))
        driven.tell(.released(Claim(Partition(6), epoch: 1)), 2_200)
        #expect(!driven.answers(6, 2_200))
    }

    @Test("What was offered counts, though the database does not know of the offer yet")
    func offersInFlight() {
        var driven = Self.owner()
        let table = Self.table("11111111", members: [1: 1, 2: 0, 3: 0])
        driven.read(table, 1_100)
        driven.read(table, 1_150)
        driven.tell(.released(Claim(Partition(4), epoch: 1)), 1_200)
        #expect(driven.decisions.contains(.release(Claim(Partition(3), epoch: 1), offered: 3)))
    }

    @Test("A server that stops hands everything over, then leaves")
    func leaving() {
        var driven = Self.owner()
        driven.tell(.stopAsked, 1_100)
        #expect(driven.decisions.first == .markLeaving)
        var released = Set(driven.released)
        while let partition = released.popFirst() {
            driven.tell(.released(Claim(Partition(partition), epoch: 1)), 1_200)
            released.formUnion(driven.released)
        }
        #expect(driven.decisions.last == .leave)
        #expect(driven.membership.owned.isEmpty)
        driven.tell(.woken, 5_000)
        #expect(driven.decisions.isEmpty)
    }

    @Test("A reading that is older than a change here does not undo it")
    func staleReading() {
        var driven = Driven()
        driven.read(Self.table("........"), 1_000)
        driven.take(Array(0..<8), 1_100)
        driven.tell(.tableRead(Self.table("........"), sent: .milliseconds(1_050)), 1_150)
        #expect(driven.answers(0, 1_200))
        #expect(driven.claimed == nil)
        driven.read(Self.table("........"), 1_200)
        #expect(!driven.answers(0, 1_200))
    }

    @Test("What another one owns is forwarded to it")
    func forwarding() {
        var driven = Driven()
        #expect(driven.membership.verdict(for: Partition(0), at: .zero) == .unavailable)
        driven.read(Self.table("2......."), 10)
        #expect(driven.membership.verdict(for: Partition(0), at: .zero) == .forward(to: 2))
        #expect(driven.membership.verdict(for: Partition(1), at: .zero) == .unavailable)
    }
}
