#if PostgreSQL
import DeviceHost
import Fleet
import JournalTestKit
import LifecycleKernel
import MetricsTestKit
import TestKit
import Testing

@testable import PostgresJournal

/// What a standby shows that is promoted before it had everything: the database without its newest commits, behind the
/// back of a server whose connections end.
@Suite(
    "A database that has lost acknowledged commits",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct LostCommitTests {
    private let place = PostgresPlace()
    private let metrics = TestMetrics()
    private let log = LogText()

    private func join() async throws -> TestServer {
        let (journal, store) = try await place.open(metrics: metrics, logger: log.logger)
        return TestServer(journal: journal, store: store, joined: try await store.join(.named("server")))
    }

    private func count(_ label: String) -> Int64 { (try? metrics.expectCounter(label).totalValue) ?? 0 }

    /// Ends the writing connection, and waits until it was made again.
    private func reconnect(_ server: TestServer) async throws {
        let before = count("greenroom.database.reconnects")
        try place.terminate("writer")
        while count("greenroom.database.reconnects") == before { try await server.journal.checkAcknowledged() }
    }

    private func write(_ changes: [(JournalChange, Claim)], _ server: TestServer) async throws {
        try await server.journal.write(changes.map(\.0), ownedBy: changes.map(\.1))
    }

    @Test("is found by partition: nothing more is written of that one, and everything of the others")
    func byPartition() async throws {
        let server = try await join()
        var losses = server.store.losses.makeAsyncIterator()
        let claims = try await server.claim(1, 2, 3)
        try await write([(.beginning(of: 1), claims[0]), (.beginning(of: 2), claims[1])], server)
        try await write([(.stepped(.step(of: 2)), claims[1]), (.beginning(of: 3), claims[2])], server)
        try await write([(.stepped(.step(of: 1)), claims[0]), (.stepped(.step(of: 3)), claims[2])], server)
        try place.run("DELETE FROM greenroom.step WHERE device IN (1, 3) AND kind = 1")
        try place.terminate()
        let claimsOf2 = [claims[1]]
        try await server.journal.write([.stepped(.step(of: 2))], under: claimsOf2)
        #expect(await losses.next() == [claims[0], claims[2]])
        #expect(count("greenroom.fleet.lost.commits") == 2)
        for claim in [claims[0], claims[2]] {
            await #expect(throws: JournalWriteError.notOwned([claim.partition])) {
                try await server.journal.write([.beginning(of: 9)], under: [claim])
            }
        }
        let errors = log.all.split(separator: "\n").filter { $0.contains("has lost acknowledged changes") }
        #expect(errors.count == 2)
        // What is claimed anew is written, and is not lost once more.
        _ = try await server.store.connect()
        let again = try #require(try await server.store.reclaim(claims[0])).claim
        try await server.journal.write([.stepped(.step(of: 1))], under: [again])
        try place.terminate("writer")
        try await server.journal.write([.stepped(.step(of: 1))], under: [again])
        #expect(count("greenroom.fleet.lost.commits") == 2)
        await server.close()
        #expect(await losses.next() == nil)
    }

    @Test("is found without an input, when it is looked for")
    func looked() async throws {
        let server = try await join()
        var losses = server.store.losses.makeAsyncIterator()
        let claims = try await server.claim(1)
        try await server.journal.write([.beginning(of: 1)], under: claims)
        try await server.journal.checkAcknowledged()
        try place.run("DELETE FROM greenroom.step; DELETE FROM greenroom.device")
        try await reconnect(server)
        #expect(await losses.next() == claims)
        await server.close()
    }

    @Test(
        "has lost nothing where devices were deleted, forgotten in part, or handed over, and when it was asked in vain"
    )
    func nothingLost() async throws {
        let server = try await join()
        let other = try await place.join()
        let claims = try await server.claim(1, 2, 3, 4)
        try await write([(.beginning(of: 1), claims[0]), (.beginning(of: 2), claims[1])], server)
        try await write([(.deleted(1), claims[0])], server)
        var forgetting = JournalEntry.step(of: 2)
        forgetting.snapshot = JournalSnapshot(device: 2, sequence: 5, digest: 0, kernel: "1", hash: 0, state: [])
        forgetting.forgetsBefore = 5
        try await write([(.stepped(forgetting), claims[1])], server)
        try await write([(.beginning(of: 3), claims[2]), (.released(claims[2], offered: nil), claims[2])], server)
        try await write([(.kept(ServerItem(.push, "a", [1])), claims[3])], server)
        let taken = try await other.claim(3)
        try await other.journal.write([.deleted(3)], under: taken)
        try await other.journal.write([.kept(ServerItem(.push, "a", nil))])
        for _ in 1...2 {
            try await reconnect(server)
        }
        #expect(count("greenroom.fleet.lost.commits") == 0)
        #expect(count("greenroom.database.reconnects") == 2)
        await server.close()
        await other.close()
    }

    @Test("shows a deletion that it has lost, and a release", arguments: [false, true])
    func removals(isRelease: Bool) async throws {
        let server = try await join()
        var losses = server.store.losses.makeAsyncIterator()
        let claims = try await server.claim(1)
        try await server.journal.write([.beginning(of: 1)], under: claims)
        try place.run("CREATE TABLE old AS SELECT * FROM greenroom.device")
        try await server.journal.write([isRelease ? .released(claims[0], offered: nil) : .deleted(1)], under: claims)
        try place.run(
            isRelease
                ? """
                UPDATE greenroom.partition SET owner = \(server.number) WHERE number = 1;
                UPDATE greenroom.tenure SET until = NULL WHERE partition = 1
                """ : "DELETE FROM greenroom.departure; INSERT INTO greenroom.device SELECT * FROM old"
        )
        try await reconnect(server)
        #expect(await losses.next() == claims)
        await server.close()
    }

    @Test("and does not know the epoch any more has lost what was written in it")
    func lostEpoch() async throws {
        let server = try await join()
        var losses = server.store.losses.makeAsyncIterator()
        let claims = try await server.claim(1)
        try await server.journal.write([.beginning(of: 1)], under: claims)
        try place.run(
            "UPDATE greenroom.partition SET owner = NULL, epoch = 0 WHERE number = 1; DELETE FROM greenroom.tenure"
        )
        try place.terminate("writer")
        await #expect(throws: JournalWriteError.notOwned([Partition(1)])) {
            try await server.journal.write([.stepped(.step(of: 1))], under: claims)
        }
        #expect(await losses.next() == claims)
        await server.close()
    }

    @Test("and has lost the place of the server fences it, and says what was lost")
    func lostMember() async throws {
        let server = try await join()
        let claims = try await server.claim(1)
        try await server.journal.write([.beginning(of: 1)], under: claims)
        try place.run(
            """
            UPDATE greenroom.partition SET owner = NULL, epoch = 0; DELETE FROM greenroom.tenure; DELETE FROM greenroom.member
            """
        )
        try place.terminate("writer")
        // In doubt if it was sent before the end of the connection was known.
        let error = await #expect(throws: JournalWriteError.self) {
            try await server.journal.write([.stepped(.step(of: 1))], under: claims)
        }
        #expect(error?.description == "this server has lost its place in the fleet")
        #expect(count("greenroom.fleet.lost.commits") == 1)
        await server.close()
    }

    @Test("gives no number of a device away that a server has set aside")
    func numbers() async throws {
        let server = try await join()
        _ = try await server.claim(1)
        var last: Range<Int64> = 0..<0
        for _ in 1...3 { last = try await server.journal.reserveNumbers(1_000) }
        try place.run("ALTER SEQUENCE greenroom.device_number RESTART")
        try await reconnect(server)
        let other = try await place.join()
        #expect(try await other.journal.reserveNumbers(1).lowerBound >= last.upperBound)
        await server.close()
        await other.close()
    }

    @Test("is counted as in doubt where the answer of a commit does not come")
    func doubt() async throws {
        let answers = AnswerLoss()
        let (journal, store) = try await place.open(metrics: metrics) { $0.didSend = { _ in try answers.loseNext() } }
        _ = try await store.join(.named("server"))
        try await journal.write([.kept(ServerItem(.push, "a", [1]))])
        #expect(count("greenroom.fleet.in.doubt") == 0)
        answers.isLosing = true
        try await journal.write([.kept(ServerItem(.push, "b", [1]))])
        #expect(count("greenroom.fleet.in.doubt") == 1)
        #expect(try await journal.items(.push).count == 2)
        await journal.close()
        await store.close()
    }
}
#endif
