import DeviceHost
import Foundation
import LifecycleKernel
import StoreTestKit
import TestKit
import Testing

@testable import PostgreSQLStore

@Suite("A dump that is restored into a fresh PostgreSQL", .timeLimit(.minutes(2)))
struct EraTests {
    private func position(_ results: [CommitResult]) throws -> Int64 {
        guard results.count == 1, case .committed(let position) = results[0] else {
            throw StoreDamage("\(results)")
        }
        return position
    }

    @Test(
        "begins an era: positions and numbers of devices go on after those of the dump, and a commit of the other is a conflict"
    )
    func dump() async throws {
        let place = PostgreSQLPlace()
        let original = try await place.open { _ in }
        // So many transactions as the fresh one will not have had.
        try place.connect().run(
            "DO $$ BEGIN FOR i IN 1..5000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
        )
        let first = CommitID()
        _ = try await original.commit([beginning(1), beginning(2)], as: first)
        let seen = Revision(count: 1, commit: first)
        _ = try await original.commit([.stepped(step(1, after: 1, seen)), beginning(3)], as: CommitID())
        // The end of a device is a change, too.
        let last = try position(await original.commit([.deleted(3, at: nil)], as: CommitID()))
        let numbers = try await original.reserveDeviceNumbers()
        let runs = original.beginRun()

        let fresh = PostgreSQLPlace(TestCluster())
        try await fresh.restore(place)
        let copy = try await fresh.open { _ in }
        let known = copy.beginRun()
        #expect(known.dropLast() == runs[...])
        #expect(known.last?.after == last)
        #expect(try await copy.revisions(of: [1, 2]) == original.revisions(of: [1, 2]))
        #expect(try await copy.reserveDeviceNumbers().lowerBound > numbers.upperBound)

        // Both go on from what the dump has.
        let next = DeviceChange.stepped(step(2, after: 1, seen))
        let inCopy = try position(await copy.commit([next], as: CommitID()))
        let inOriginal = try position(await original.commit([next], as: CommitID()))
        #expect(inCopy > last && inOriginal > last)
        let page = try await copy.steps(after: last, limit: SizeLimit(count: 10))
        #expect(page.steps.map(\.position) == [inCopy] && page.end >= inCopy)
        let revision = try #require(try await original.revisions(of: [2])[2])
        let later = DeviceChange.stepped(step(2, after: 2, revision))
        #expect(try await copy.commit([later], as: CommitID()) == [.conflict])

        // One era, whoever comes, and who has looked before it began, too.
        _ = try fresh.connect().query(Era.beginning, [.text("late")])
        let another = try await fresh.open { _ in }
        #expect(another.beginRun() == known)
        #expect(original.beginRun() == runs)
        for store in [original, copy, another] { await store.close() }
    }
}

@Suite("A PostgreSQL that crashes", .timeLimit(.minutes(2)))
struct CrashTests {
    @Test("uses ids of transactions again: nothing that is committed then comes before what was read")
    func positions() async throws {
        let place = PostgreSQLPlace(TestCluster())
        let before = try await place.open { _ in }
        let connection = try place.connect()
        // What is committed without a change is in its log after some seconds.
        try connection.run("ALTER SYSTEM SET synchronous_commit = on")
        try connection.run("ALTER SYSTEM SET wal_writer_delay = '10s'")
        try connection.run("SELECT pg_reload_conf()")
        await until { (try? place.connect().query("SHOW synchronous_commit").first?.text(0)) == "on" }
        _ = try await before.commit([beginning(1)], as: CommitID())
        try connection.run("DO $$ BEGIN FOR i IN 1..20 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$")
        let read = try await before.steps(after: 0, limit: SizeLimit(count: 10))
        #expect(read.steps.map(\.device) == [1])
        #expect(try await before.readablePosition() == read.end)

        let process = try #require(try connection.query("SELECT pg_backend_pid()").first).number(0)
        // PostgreSQL ends all other connections when it notices, and takes no new one until it has recovered.
        let other = try place.connect()
        kill(pid_t(process), SIGKILL)
        await until { (try? other.query("SELECT 1")) == nil }
        await until { (try? place.connect()) != nil }
        let after = try await place.open { _ in }
        let results = try await after.commit([beginning(2)], as: CommitID())
        #expect(results.allSatisfy { if case .committed = $0 { true } else { false } })
        #expect(try await after.steps(after: read.end, limit: SizeLimit(count: 10)).steps.map(\.device) == [2])
        for store in [before, after] { await store.close() }
    }
}
