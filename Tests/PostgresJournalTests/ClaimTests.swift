#if PostgreSQL
import DeviceHost
import Fleet
import JournalTestKit
import TestKit
import Testing

@testable import PostgresJournal

@Suite(
    "Partitions in PostgreSQL",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct ClaimTests {
    private let place = PostgresPlace()

    @Test("are claimed in the order given, as many as are free and wanted")
    func order() async throws {
        let first = try await place.join()
        let second = try await place.join()
        #expect(try await first.claim(9) == [Claim(Partition(9), epoch: 1)])
        let wanted = [40, 9, 3, 20, 5].map { Partition($0) }
        let granted = try await second.store.claim(wanted, limit: 3)
        #expect(granted.map(\.claim.partition.number) == [40, 3, 20])
        #expect(granted.allSatisfy { $0.reason == .first && $0.claim.epoch == 1 })
        let row = try await second.partition(40)
        #expect((row.owner, row.state, row.epoch) == (second.number, .loading, 1))
        #expect(try await second.store.showOwned(granted[0].claim, devices: 5) == nil)
        #expect(try await second.partition(40).state == .owned)
        // Nothing of another's, and nothing of another epoch.
        _ = try await first.store.showOwned(granted[1].claim, devices: 5)
        _ = try await second.store.showOwned(Claim(Partition(3), epoch: 2), devices: 5)
        #expect(try await second.partition(3).state == .loading)
        await first.close()
        await second.close()
    }

    @Test("are never given to two members that claim at once")
    func race() async throws {
        let servers = try await [place.join(), place.join(), place.join()]
        let wanted = (0..<12).map { Partition($0) }
        for round in 1...40 as ClosedRange<Int64> {
            let granted = try await withThrowingTaskGroup(of: [GrantedClaim].self) { group in
                for server in servers { group.addTask { try await server.store.claim(wanted, limit: 5) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(granted.map(\.claim.partition)).count == granted.count)
            let table = try await servers[0].store.read().table
            for claim in granted.map(\.claim) {
                #expect(table.partitions[claim.partition.number].epoch == claim.epoch)
            }
            #expect(table.partitions.count { $0.owner != nil } == granted.count)
            try place.run("UPDATE greenroom.tenure SET until = since, why = 1 WHERE until IS NULL")
            try place.run("UPDATE greenroom.partition SET owner = NULL, state = 0, epoch = \(round)")
        }
        for server in servers { await server.close() }
    }

    @Test("are claimed by nobody who was fenced meanwhile")
    func fencedMeanwhile() async throws {
        let first = try await place.join()
        let second = try await place.join()
        let other = try place.connect()
        try other.run("BEGIN; DELETE FROM greenroom.member WHERE number = \(first.number)")
        async let granted = first.store.claim([Partition(1)], limit: 1)
        let watch = try place.connect()
        while try watch.query(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%KEY SHARE%'"
        ).count == 0 {}
        try other.run("COMMIT")
        #expect(try await granted == [])
        #expect(try await second.partition(1).owner == nil)
        await first.close()
        await second.close()
    }

    @Test("are claimed again by who owns them in an epoch that it has not loaded")
    func reclaim() async throws {
        let first = try await place.join(named: "first")
        let second = try await place.join()
        let claims = try await first.claim(7)
        #expect(try await first.store.reclaim(Claim(Partition(7), epoch: 2)) == nil)
        #expect(try await second.store.reclaim(claims[0]) == nil)
        let again = Claim(Partition(7), epoch: 2)
        #expect(try await first.store.reclaim(claims[0]) == GrantedClaim(claim: again, reason: .lost))
        // Nobody answered since it was claimed again, not since it was claimed first.
        let claimed = try #require(try await first.store.moves(limit: 1).first?.at)
        let unowned = try #require(try await first.store.showOwned(again, devices: 0))
        let now = try place.connect().query("SELECT \(DatabaseClock.reading)").first?.number(0) ?? 0
        #expect((0...now - claimed).contains(unowned))
        #expect(try await first.store.showOwned(again, devices: 0) == nil, "it was said before")
        let row = try await second.partition(7)
        #expect((row.owner, row.epoch, row.state) == (first.number, 2, .owned))
        await #expect(throws: JournalWriteError.notOwned([Partition(7)])) {
            try await first.journal.write([.beginning(of: 1)], under: claims)
        }
        try await first.journal.write([.beginning(of: 1)], under: [again])
        await first.close()
        await second.close()
    }

    @Test("are claimed in an epoch of which the database has never heard from this server, and was lost")
    func lostEpochs() async throws {
        let server = try await place.join(named: "server")
        for epoch in 1...3 as ClosedRange<Int64> {
            let claims = epoch == 1 ? try await server.claim(1, 2) : try await server.claim(1)
            #expect(claims[0] == Claim(Partition(1), epoch: epoch))
            if epoch < 3 { try await server.journal.write([.released(claims[0], offered: nil)], under: claims) }
        }
        // A promoted standby: what has happened since the first claims is not there.
        try place.run(
            """
            UPDATE greenroom.partition SET epoch = 1, owner = \(server.number) WHERE number = 1;
            UPDATE greenroom.partition SET epoch = 0, owner = NULL WHERE number = 2;
            DELETE FROM greenroom.tenure WHERE partition = 2 OR epoch > 1; UPDATE greenroom.tenure SET until = NULL, why = NULL
            """
        )
        let again = try #require(try await server.store.reclaim(Claim(Partition(1), epoch: 1)))
        #expect(again == GrantedClaim(claim: Claim(Partition(1), epoch: 4), reason: .lost))
        #expect(try await server.store.showOwned(again.claim, devices: 1) != nil)
        let move = try #require(try await server.store.moves(limit: 1).first)
        #expect((move.from, move.to, move.epoch, move.reason) == ("server", "server", 4, .lost))
        #expect(try await server.claim(2) == [Claim(Partition(2), epoch: 2)])
        let other = try await place.join()
        #expect(try await other.claim(3) == [Claim(Partition(3), epoch: 1)])
        await server.close()
        await other.close()
    }

    @Test("are claimed again only when no transaction is open that writes in the epoch before")
    func reclaimWaits() async throws {
        let server = try await place.join(lease: .seconds(30))
        let claims = try await server.claim(7)
        try await server.journal.write([.beginning(of: 1)], under: claims)
        let other = try place.connect()
        try other.run("BEGIN; LOCK TABLE greenroom.step IN SHARE MODE")
        async let written: Void = server.journal.write([.stepped(.step(of: 1))], under: claims)
        let watch = try place.connect()
        func wait(for query: String) throws {
            let waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '\(query)'"
            while try watch.query(waiting).count == 0 {}
        }
        try wait(for: "INSERT%step%")
        async let granted = server.store.reclaim(claims[0])
        try wait(for: "%FOR UPDATE")
        try other.run("COMMIT")
        #expect(try await granted?.claim.epoch == 2)
        try await written
        #expect(try watch.query("SELECT FROM greenroom.step").count == 2)
        await server.close()
    }

    @Test("are offered to a member as they are released, in the transaction of the batch")
    func release() async throws {
        let first = try await place.join(named: "first")
        let second = try await place.join(named: "second")
        let claims = try await first.claim(1, 2)
        _ = try await first.store.showOwned(claims[0], devices: 0)
        try await first.journal.write(
            [.beginning(of: 1), .released(claims[0], offered: second.number), .beginning(of: 2)],
            under: claims
        )
        let position = try #require(try await first.journal.steps(of: 2, after: 0, limit: 1).first?.position)
        let row = try await second.partition(1)
        #expect((row.owner, row.state, row.offered, row.epoch) == (nil, .free, second.number, 1))
        #expect(row.until >= position)
        #expect(try await second.partition(2).owner == first.number)
        // Neither the partition nor anything else under it is the first's any more.
        await #expect(throws: JournalWriteError.notOwned([Partition(1)])) {
            try await first.journal.write([.stepped(.step(of: 1))], under: claims)
        }
        await #expect(throws: JournalWriteError.notOwned([Partition(1)])) {
            try await first.journal.write([.released(claims[0], offered: nil)], under: [])
        }
        let granted = try await second.store.claim([Partition(1)], limit: 1)
        #expect(granted.first?.reason == .joined)
        let times = try await second.journal.ownedTimes(of: Partition(1), before: 2)
        #expect(times.duration(after: row.until - 1) == 1 && times.duration(after: row.until) == 0)
        #expect(try await second.partition(1).offered == nil)
        try await second.journal.write([.stepped(.step(of: 1))], under: granted.map(\.claim))
        let steps = try await second.journal.steps(of: 1, after: 0, limit: 9)
        #expect(steps.count == 2 && steps[1].position > row.until)
        await first.close()
        await second.close()
    }

    @Test("are not released when the batch fails")
    func failedRelease() async throws {
        let server = try await place.join()
        let claims = try await server.claim(1)
        try await server.journal.write([.beginning(of: 1, id: "a")], under: claims)
        await #expect(throws: JournalWriteError.self) {
            try await server.journal.write(
                [.beginning(of: 2, id: "a"), .released(claims[0], offered: nil)],
                under: claims
            )
        }
        #expect(try await server.partition(1).owner == server.number)
        await server.close()
    }

    @Test("have a ledger of their owners")
    func moves() async throws {
        let first = try await place.join(named: "first")
        let second = try await place.join(named: "second")
        let claim = try await first.claim(1)[0]
        var move = try #require(try await first.store.moves(limit: 10).first)
        #expect(
            (move.partition, move.epoch, move.from, move.to, move.reason) == (Partition(1), 1, nil, "first", .first)
        )
        #expect(move.unowned == nil && move.devices == nil)
        #expect(try await first.store.showOwned(claim, devices: 3) == nil)
        move = try #require(try await first.store.moves(limit: 10).first)
        #expect(move.unowned == 0 && move.devices == 3)
        try await first.journal.write([.released(claim, offered: second.number)], under: [claim])
        let granted = try await second.store.claim([Partition(1)], limit: 1)[0]
        let unowned = try await second.store.showOwned(granted.claim, devices: 4)
        let released = try await second.partition(1).until
        try await second.store.markLeaving()
        try await second.journal.write([.released(granted.claim, offered: first.number)], under: [])
        _ = try await first.claim(1)
        let moves = try await first.store.moves(limit: 10)
        #expect(moves.map(\.epoch) == [3, 2, 1])
        #expect(moves.map(\.from) == ["second", "first", nil])
        #expect(moves.map(\.to) == ["first", "second", "first"])
        #expect(moves.map(\.reason) == [.left, .joined, .first])
        #expect(moves.map(\.devices) == [nil, 4, 3])
        #expect(moves[1].at >= released && moves[1].unowned ?? -1 >= moves[1].at - released)
        #expect(moves[1].unowned == unowned)
        #expect(try await first.store.moves(limit: 1).count == 1)
        await first.close()
        await second.close()
    }

    @Test("have been owned for as long as their ledger says, and before its oldest owner if that was not the first")
    func ownedTimes() async throws {
        let server = try await place.join()
        try place.run(
            """
            UPDATE greenroom.partition SET epoch = 4 WHERE number IN (1, 2);
            INSERT INTO greenroom.tenure (partition, epoch, member, name, since, until) VALUES
                (1, 1, 1, 'a', 100, 200), (1, 2, 1, 'a', 250, 300), (1, 3, 1, 'a', 300, 400), (1, 4, 1, 'a', 900, 901),
                (2, 2, 1, 'a', 250, 300), (2, 3, 1, 'a', 350, 400);
            """
        )
        let whole = try await server.journal.ownedTimes(of: Partition(1), before: 4)
        #expect([0, 150, 225, 260, 400].map { whole.duration(after: $0) } == [250, 200, 150, 140, 0])
        let trimmed = try await server.journal.ownedTimes(of: Partition(2), before: 4)
        #expect([100, 260, 320, 400].map { trimmed.duration(after: $0) } == [250, 90, 50, 0])
        #expect(try await server.journal.ownedTimes(of: Partition(3), before: 4) == OwnedTimes())
        await server.close()
    }

    @Test("have the newest thousand owners in their ledger")
    func trimmed() async throws {
        let server = try await place.join()
        let claim = try await server.claim(1)[0]
        try place.run(
            """
            UPDATE greenroom.partition SET epoch = 2000 WHERE number = 1;
            INSERT INTO greenroom.tenure SELECT 1, epoch, 1, 'old', 5, 6, 1 FROM generate_series(2, 1999) AS epoch;
            """
        )
        _ = try await server.store.reclaim(Claim(claim.partition, epoch: 2_000))
        let rows = try place.connect().query("SELECT min(epoch), count(*) FROM greenroom.tenure WHERE partition = 1")
        #expect(try rows.first?.number(0) == 1_002)
        #expect(try rows.first?.number(1) == 999)
        await server.close()
    }

    @Test("give their devices back, page by page")
    func devices() async throws {
        let journal = try await place.open { _ in }
        let names = (1...40).map { "phone-\($0)" }
        try await journal.write(names.enumerated().map { .beginning(of: Int64($0 + 1), id: $1) })
        for number in 0..<Partition.defaultCount {
            let expected = names.filter { Partition.of($0).number == number }
            var found: [String] = []
            var last: Int64 = 0
            while true {
                let page = try await journal.devices(in: Partition(number), after: last, limit: 1)
                guard let device = page.last else { break }
                found += page.map(\.id.description)
                last = device.number
            }
            #expect(found == expected)
        }
        await journal.close()
    }
}
#endif
