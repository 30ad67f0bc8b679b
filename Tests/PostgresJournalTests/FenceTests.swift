#if PostgreSQL
import DeviceHost
import Fleet
import JournalTestKit
import Synchronization
import TestKit
import Testing

@testable import PostgresJournal

@Suite(
    "A fence in PostgreSQL",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct FenceTests {
    private let place = PostgresPlace()

    /// Waits until a statement waits for a lock.
    private func waitForLock(_ query: String) throws {
        let watch = try place.connect()
        let waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '\(query)'"
        while try watch.query(waiting).count == 0 {}
    }

    @Test("refuses what a fenced member writes, on old connections and on new ones")
    func fenced() async throws {
        let first = try await place.join()
        let second = try await place.join()
        let claims = try await first.claim(1)
        try await first.journal.write([.beginning(of: 1)], under: claims)
        try await second.fence(first)
        for _ in 1...2 {
            // In doubt if it was sent before the end of the connection was known.
            let error = await #expect(throws: JournalWriteError.self) {
                try await first.journal.write([.stepped(.step(of: 1))], under: claims)
            }
            #expect(error?.description == "this server has lost its place in the fleet")
            try place.terminate("writer")
        }
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 1)
        await first.close()
        await second.close()
    }

    @Test("refuses what is written in an epoch that has ended, with the partitions, and writes nothing of the batch")
    func oldEpoch() async throws {
        let first = try await place.join()
        let second = try await place.join()
        let claims = try await first.claim(1, 2, 3)
        try await first.journal.write([.beginning(of: 1)], under: claims)
        try place.run("UPDATE greenroom.partition SET owner = \(second.number), epoch = epoch + 1 WHERE number = 1")
        try place.run("UPDATE greenroom.partition SET epoch = epoch + 1 WHERE number = 3")
        let unknown = Claim(Partition(77), epoch: 1)
        await #expect(throws: JournalWriteError.notOwned([Partition(1), Partition(3), unknown.partition])) {
            try await first.journal.write([.stepped(.step(of: 1)), .beginning(of: 2)], under: claims + [unknown])
        }
        #expect(try place.connect().query("SELECT FROM greenroom.step").count == 1)
        #expect(try place.connect().query("SELECT FROM greenroom.device").count == 1)
        try await first.journal.write([.beginning(of: 2)], under: [claims[1]])
        await first.close()
        await second.close()
    }

    @Test("ends the connections of a member that was stopped amidst a transaction, and of nobody else")
    func stopped() async throws {
        let first = try await place.join()
        let second = try await place.join()
        let third = try await place.join()
        _ = try await first.claim(1)
        let writer = try Connection(place.url, name: CurrentMember.application(first.number, "writer"))
        try writer.run(
            "BEGIN; SELECT FROM greenroom.member WHERE number = \(first.number) FOR KEY SHARE; SELECT"
        )
        let backend = writer.backend
        let start = ContinuousClock.now
        try await second.fence(first)
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(try await second.store.read().table.member(first.number) == nil)
        #expect(try await second.partition(1).owner == nil)
        #expect(
            try place.connect().query("SELECT FROM pg_stat_activity WHERE pid = $1::bigint", [.bigint(Int64(backend))])
                .count == 0
        )
        #expect(try await third.store.renew(MemberFigures()) != nil)
        withExtendedLifetime(writer) {}
        for server in [first, second, third] { await server.close() }
    }

    @Test("waits for a transaction that ends in time, and finds what it did")
    func endsInTime() async throws {
        let first = try await place.join()
        let second = try await place.join()
        let claims = try await first.claim(1, 2)
        let writer = try place.connect()
        // A claim and a release whose commits are on their way.
        try writer.run(
            """
            BEGIN; SELECT FROM greenroom.member WHERE number = \(first.number) FOR KEY SHARE;
            UPDATE greenroom.partition SET owner = \(first.number), epoch = 1 WHERE number = 3;
            UPDATE greenroom.partition SET owner = NULL, until = 5 WHERE number = 1
            """
        )
        async let fenced: Void = second.fence(first)
        try waitForLock("%FOR UPDATE")
        try writer.run("COMMIT")
        try await fenced
        let rows = try await second.store.read().table.partitions
        #expect(rows.allSatisfy { $0.owner == nil })
        #expect(rows[1].until == 5 && rows[2].until > 5 && rows[3].until > 5)
        withExtendedLifetime(claims) {}
        await first.close()
        await second.close()
    }

    @Test("does not end the connections of a member that renews its lease though another holds its row")
    func renewsMeanwhile() async throws {
        let first = try await place.join()
        let second = try await place.join()
        let row = first.joined.row
        let holder = try Connection(place.url, name: CurrentMember.application(first.number, "writer"))
        try holder.run("BEGIN; SELECT FROM greenroom.member WHERE number = \(first.number) FOR KEY SHARE")
        async let fenced: Void = second.store.fence(row.number, key: row.key, renewals: 0)
        try waitForLock("%FOR UPDATE")
        // The renewal does not wait for the lock of the transaction.
        #expect(try await first.store.renew(MemberFigures()) != nil)
        try await fenced
        #expect(try await second.store.read().table.member(first.number)?.renewals == 1)
        try holder.run("COMMIT")
        await first.close()
        await second.close()
    }

    @Test("lets a member write again that has joined anew, with a session of its own")
    func joinsAnew() async throws {
        var first = try await place.join()
        let second = try await place.join()
        let old = try await first.claim(1)
        try await first.journal.write([.beginning(of: 1)], under: old)
        try await second.fence(first)
        first.joined = try await first.store.join(.named("again"))
        // Nothing of the old member's, even though the number of its session is the same.
        await #expect(throws: JournalWriteError.notOwned([Partition(1)])) {
            try await first.journal.write([.stepped(.step(of: 1))], under: old)
        }
        let new = try await first.claim(1)
        #expect(new == [Claim(Partition(1), epoch: 2)])
        try await first.journal.write([.stepped(.step(of: 1))], under: new)
        let rows = try place.connect().query(
            "SELECT session FROM greenroom.member WHERE number = $1",
            [.bigint(first.number)]
        )
        #expect(try rows.first?.number(0) == 1)
        // What the old member wrote is not missed.
        try place.run("DELETE FROM greenroom.step")
        first.joined = try await first.store.join(.named("once more"))
        try await first.journal.write([.kept(ServerItem(.push, "a", [1]))])
        await first.close()
        await second.close()
    }

    @Test("gives every writing connection of a member a session, and refuses those before it")
    func sessions() async throws {
        let server = try await place.join()
        for session in 1...3 as ClosedRange<Int64> {
            try await server.journal.write([.beginning(of: session)])
            let rows = try place.connect().query("SELECT session FROM greenroom.member")
            #expect(try rows.first?.number(0) == session)
            // A connection that comes back late, in a session that was used before.
            let late = try place.connect()
            let error = #expect(throws: PostgresError.self) {
                try late.query(
                    "SELECT greenroom.fence($1, $2, '{}', '{}')",
                    [.bigint(server.number), .bigint(session - 1)]
                )
            }
            #expect(error?.isFenced == true)
            try place.terminate("writer")
        }
        await server.close()
    }

    @Test("settles nothing that the member before has written")
    func doubtOfOld() async throws {
        let isStopped = Mutex(false)
        let first = try await place.join { settings in
            settings.didSend = { _ in
                guard isStopped.withLock({ $0 }) else { return }
                throw Connection.NoAnswer(reason: "stopped")
            }
        }
        let second = try await place.join()
        let claims = try await first.claim(1)
        try await first.journal.write([.beginning(of: 1)], under: claims)
        isStopped.withLock { $0 = true }
        try await second.fence(first)
        // The commit was sent, and nobody knows: the row is gone. What is not known must not be said to be undone.
        await #expect(throws: JournalWriteError.inDoubt("this server has lost its place in the fleet")) {
            try await first.journal.write([.stepped(.step(of: 1))], under: claims)
        }
        _ = try await first.store.join(.named("again"))
        await #expect(throws: JournalWriteError.fenced("this server has joined the fleet anew")) {
            try await first.journal.settle()
        }
        isStopped.withLock { $0 = false }
        try await first.journal.write([.beginning(of: 2)])
        await first.close()
        await second.close()
    }

    @Test("finds a release that nobody has answered")
    func releaseInDoubt() async throws {
        let loses = Mutex(false)
        let server = try await place.join { [place] settings in
            settings.didSend = { _ in
                guard
                    loses.withLock({
                        let value = $0
                        $0 = false
                        return value
                    })
                else { return }
                let watch = try place.connect()
                while try watch.query("SELECT FROM greenroom.partition WHERE number = 1 AND owner IS NULL").count == 0 {
                }
                throw Connection.NoAnswer(reason: "lost")
            }
        }
        let claims = try await server.claim(1)
        loses.withLock { $0 = true }
        try await server.journal.write([.beginning(of: 1), .released(claims[0], offered: nil)], under: claims)
        #expect(try await server.partition(1).owner == nil)
        // The next owner deletes the device: that is no loss.
        let next = try await place.join()
        try await next.journal.write([.deleted(1)], under: try await next.claim(1))
        try place.terminate("writer")
        try await server.journal.write([.beginning(of: 2)])
        await server.close()
        await next.close()
    }

    @Test("knows no loss where the next owner has removed what a member wrote last")
    func removedByOthers() async throws {
        let first = try await place.join()
        let second = try await place.join()
        let claims = try await first.claim(1)
        try await first.journal.write([.beginning(of: 1)], under: claims)
        try place.run("UPDATE greenroom.partition SET owner = \(second.number), epoch = 2 WHERE number = 1")
        try await second.journal.write([.deleted(1)], under: [Claim(Partition(1), epoch: 2)])
        try place.terminate("writer")
        try await first.journal.write([.kept(ServerItem(.push, "a", [1]))])
        await first.close()
        await second.close()
    }
}
#endif
