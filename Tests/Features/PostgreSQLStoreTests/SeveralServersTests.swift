import DeviceHost
import LifecycleKernel
import Simulation
import StoreTestKit
import Synchronization
import TestKit
import Testing

@testable import PostgreSQLStore

/// The answer to a commit does not arrive.
private struct LostAnswer: Error {}

@Suite("Several servers on one PostgreSQL", .timeLimit(.minutes(5)))
struct SeveralServersTests {
    private let place = PostgreSQLPlace()

    @Test(
        "commit each change once, in one order; of two that follow one revision one is a conflict",
        arguments: 1...3 as ClosedRange<UInt64>
    )
    func random(seed: UInt64) async throws {
        var stores: [PostgreSQLStore] = []
        for _ in 0..<3 { stores.append(try await place.open { _ in }) }
        let (findings, counts) = try await SharedStoreCheck(seed: seed).run(on: stores)
        #expect(findings == [])
        for result in ["committed", "conflict", "gone", "exists"] {
            #expect(counts[result, default: 0] > 0, "\(counts)")
        }
        #expect(counts["failed"] == nil && counts["unknown"] == nil, "\(counts)")
        for store in stores { await store.close() }
    }

    @Test(
        "commit each change once although connections end after a commit was sent",
        arguments: 1...3 as ClosedRange<UInt64>
    )
    func terminations(seed: UInt64) async throws {
        let killer = Killer(seed: seed, try place.url)
        var stores: [PostgreSQLStore] = []
        for _ in 0..<3 {
            stores.append(
                try await place.open {
                    $0.didSend = killer.endSome
                    // A server that was cut off finds what it has written.
                    $0.stepAge = .seconds(3_600)
                }
            )
        }
        let (findings, counts) = try await SharedStoreCheck(seed: seed).run(on: stores)
        #expect(findings == [])
        #expect(killer.count > 10)
        #expect(counts["unknown"] == nil, "\(counts)")
        for store in stores { await store.close() }
    }

    /// Ends connections of which a commit was just sent.
    private final class Killer: Sendable {
        private let random: Mutex<SplitMix64>
        private let connection: Mutex<Connection?>
        private let ended = Mutex(0)

        init(seed: UInt64, _ url: DatabaseURL) {
            random = Mutex(SplitMix64(seed: seed))
            connection = Mutex(try? Connection(url))
        }

        var count: Int { ended.withLock(\.self) }

        @Sendable func endSome(_ backend: Int32) throws {
            guard random.withLock({ $0.oneIn(5) }) else { return }
            connection.withLock { connection in
                _ = try? connection?.query(
                    "SELECT pg_terminate_backend($1::bigint::integer)",
                    [.bigint(Int64(backend))]
                )
            }
            ended.withLock { $0 += 1 }
            throw LostAnswer()
        }
    }
}

@Suite("A commit to PostgreSQL", .timeLimit(.minutes(2)))
struct CommitTests {
    private let place = PostgreSQLPlace()

    @Test("whose connection ends after it was sent is carried out once, whichever it was", arguments: [false, true])
    func unknownOutcome(isCarriedOut: Bool) async throws {
        let url = try place.url
        let ends = Mutex(0)
        let store = try await place.open {
            $0.didSend = { backend in
                guard
                    ends.withLock({ count in
                        defer { count -= 1 }
                        return count > 0
                    }),
                    let connection = try? Connection(url)
                else { return }
                // Before it is ended it may have been carried out.
                if isCarriedOut {
                    let isIdle = "SELECT state = 'idle' FROM pg_stat_activity WHERE pid = $1::bigint::integer"
                    while (try? connection.query(isIdle, [.bigint(Int64(backend))]).first?.bool(0)) == false {}
                }
                _ = try? connection.query("SELECT pg_terminate_backend($1::bigint::integer)", [.bigint(Int64(backend))])
                throw LostAnswer()
            }
        }
        ends.withLock { $0 = 1 }
        let first = CommitID()
        let created = try await store.commit([beginning(1), beginning(2)], as: first)
        #expect(created.count == 2 && created.allSatisfy { if case .committed = $0 { true } else { false } })
        #expect(
            try await store.revisions(of: [1, 2, 3]) == [
                1: Revision(count: 1, commit: first), 2: Revision(count: 1, commit: first),
            ]
        )
        ends.withLock { $0 = 2 }
        let second = CommitID()
        let follows = Revision(count: 1, commit: first)
        let stepped = try await store.commit(
            [
                .stepped(step(1, after: 1, follows)), .deleted(2, at: follows),
                .stepped(step(1, after: 2, follows.next(in: second))),
            ],
            as: second
        )
        guard case .committed(let one) = stepped[0], case .committed = stepped[1], case .committed(let two) = stepped[2]
        else {
            Issue.record("\(stepped)")
            return
        }
        #expect(try await store.steps(of: 1, after: 0, limit: 10).map(\.position).suffix(2) == [one, two])
        #expect(try await store.revisions(of: [1, 2]) == [1: Revision(count: 3, commit: second)])
        await store.close()
    }

    @Test("that made a device is not carried out again after somebody has deleted the device")
    func deletedMeanwhile() async throws {
        let url = try place.url
        let isFirst = Mutex(true)
        let store = try await place.open {
            $0.didSend = { _ in
                let isFirst = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                guard isFirst, let connection = try? Connection(url) else { return }
                // What was sent may not have been read yet.
                let isCommitted = "SELECT EXISTS (SELECT FROM greenroom.device)"
                while try connection.query(isCommitted).first?.bool(0) == false {}
                try connection.run(
                    """
                    DELETE FROM greenroom.step; DELETE FROM greenroom.state; DELETE FROM greenroom.device;
                    INSERT INTO greenroom.tombstone VALUES (1, gen_random_uuid(), 1, 0, 'd-1', '{}', NULL)
                    """
                )
                throw LostAnswer()
            }
        }
        #expect(try await store.commit([beginning(1)], as: CommitID()) == [.gone])
        #expect(try await store.devices(after: 0, limit: 10).isEmpty)
        await store.close()
    }

    @Test("that changes a device and deletes it keeps what was written for those who follow all devices")
    func changedAndDeleted() async throws {
        // A transaction of another test holds up the log of every database in the cluster.
        let place = PostgreSQLPlace(TestCluster())
        let store = try await place.open { $0.stepAge = .seconds(3_600) }
        let first = CommitID()
        _ = try await store.commit([beginning(1), beginning(2)], as: first)
        let seen = Revision(count: 1, commit: first)
        let second = CommitID()
        let steps = [step(1, after: 1, seen, key: "key"), step(1, after: 2, seen.next(in: second))]
        let changes = steps.map(DeviceChange.stepped) + [.deleted(1, at: nil)]
        let results = try await store.commit(changes, as: second)
        let page = try await store.steps(after: 0, limit: SizeLimit(count: 100))
        #expect(page.steps.map(\.device) == [1, 2, 1, 1])
        #expect(page.steps.map(\.last) == [1, 1, 2, 3])
        let positions = page.steps.dropFirst(2).map(\.position) + page.deletions.map(\.position)
        #expect(results == positions.map { .committed(at: $0) })
        #expect(try await store.answer(under: "key", of: 1) == nil)
        #expect(try await store.devices(after: 0, limit: 10).map(\.number) == [2])
        // Nothing is written for one that came too late.
        let late = [DeviceChange.stepped(step(2, after: 1, Revision(count: 7, commit: first))), .deleted(2, at: seen)]
        #expect(try await store.commit(late, as: CommitID()) == [.conflict, .conflict])
        #expect(try await store.steps(after: 0, limit: SizeLimit(count: 100)).steps.count == 4)
        await store.close()
    }

    @Test("does not wait for a device that somebody has locked, and says that it is busy")
    func busy() async throws {
        let store = try await place.open { _ in }
        let first = CommitID()
        _ = try await store.commit((1...3).map { beginning($0) }, as: first)
        let other = try place.connect()
        try other.run("SET idle_in_transaction_session_timeout = 0")
        try other.run("BEGIN")
        try other.run("SELECT FROM greenroom.state WHERE number = 2 FOR UPDATE")
        let follows = Revision(count: 1, commit: first)
        let changes = (1...3 as ClosedRange<Int64>).map { DeviceChange.stepped(step($0, after: 1, follows)) }
        let results = try await store.commit(changes, as: CommitID())
        #expect(results[1] == .busy)
        #expect(try await store.revisions(of: [1, 2, 3]).mapValues(\.count) == [1: 2, 2: 1, 3: 2])
        try other.run("COMMIT")
        let again = try await store.commit([changes[1]], as: CommitID())
        guard case .committed = again[0] else {
            Issue.record("\(again)")
            return
        }
        await store.close()
    }

    @Test("is refused with the device that PostgreSQL refuses; the others are committed")
    func refusal() async throws {
        let store = try await place.open { $0.maximumChangeBytes = 10_000 }
        _ = try await store.commit((1...40).map { beginning($0) }, as: CommitID())
        try place.connect().run("ALTER TABLE greenroom.step ADD CHECK (device NOT IN (7, 30) OR kind = 0)")
        var changes = (1...40 as ClosedRange<Int64>).map { DeviceChange.stepped(step($0, after: 1, nil)) }
        changes[8] = .stepped(step(9, after: 1, nil, state: Array(repeating: 1, count: 20_000)))
        changes.append(.stepped(step(9, after: 2, nil)))
        let results = try await store.commit(changes, as: CommitID())
        let refused = results.indices.filter { if case .refused = results[$0] { true } else { false } }
        #expect(refused == [6, 8, 29, 40])
        #expect(results.count { if case .committed = $0 { true } else { false } } == 37)
        await store.close()
    }

    @Test("makes a device only after the deletion of the one that had its id")
    func idsInUse() async throws {
        let store = try await place.open { _ in }
        _ = try await store.commit([beginning(1, "a")], as: CommitID())
        let early = try place.connect()
        try early.run("BEGIN")
        _ = try early.query("SELECT pg_current_xact_id()")
        _ = try await store.commit([.deleted(1, at: nil)], as: CommitID())
        let batch = Batch.batches(of: [beginning(2, "a")], without: [])[0]
        let (function, values) = try batch.call
        let options = CommitFunction.options(CommitID(), waits: false, repeats: false, PostgreSQLStore.Settings())
        // Its position would be before that of the deletion. Tried again it has a later one.
        let error = #expect(throws: PostgreSQLError.self) { _ = try early.query(function.call, options + values) }
        #expect(error?.isTransient == true, "\(error as Any)")
        try early.run("ROLLBACK")
        let results = try await store.commit([beginning(2, "a")], as: CommitID())
        #expect(results.allSatisfy { if case .committed = $0 { true } else { false } })
        await store.close()
    }

    @Test("tells which key was used meanwhile, and with what answer")
    func keys() async throws {
        let (one, two) = (try await place.open { _ in }, try await place.open { _ in })
        let first = CommitID()
        _ = try await one.commit([beginning(1, key: "new")], as: first)
        let again = try await two.commit([beginning(2, key: "new")], as: CommitID())
        guard case .answered(let answer) = again[0] else {
            Issue.record("\(again)")
            return
        }
        #expect(answer.answer.body == Array("1".utf8))
        #expect(try await two.devices(after: 0, limit: 10).map(\.number) == [1])
        let follows = Revision(count: 1, commit: first)
        _ = try await one.commit([.stepped(step(1, after: 1, follows, key: "a"))], as: CommitID())
        let same = try await two.commit([.stepped(step(1, after: 1, follows, key: "a"))], as: CommitID())
        guard case .answered = same[0] else {
            Issue.record("\(same)")
            return
        }
        let last = try await two.commit(
            [.stepped(step(1, after: 2, nil, key: "a")), .deleted(1, at: nil)],
            as: CommitID()
        )
        guard case .answered = last[0], last[1] == .conflict else {
            Issue.record("removed right behind a change whose key was used: \(last)")
            return
        }
        #expect(try await two.commit([.stepped(step(1, after: 1, follows, key: "b"))], as: CommitID()) == [.conflict])
        #expect(try await two.commit([beginning(5, "d-1")], as: CommitID()) == [.exists])
        #expect(try await two.commit([.stepped(step(9, after: 1, follows))], as: CommitID()) == [.gone])
        // The id of a device can be used again in the commit that deletes it.
        let removed = try await two.commit([.deleted(1, at: nil), beginning(6, "d-1")], as: CommitID())
        #expect(removed.allSatisfy { if case .committed = $0 { true } else { false } })
        #expect(try await one.devices(after: 0, limit: 10).map(\.number) == [6])
        for store in [one, two] { await store.close() }
    }

    @Test("fails while the database cannot be reached, and says nothing of the password")
    func unreachable() async throws {
        let url = try #require(DatabaseURL("postgres://nobody:secret-word@127.0.0.1:1/none"))
        let error = await #expect(throws: StoreAway.self) { _ = try await PostgreSQLStore(opening: url) }
        #expect(error?.description.contains("secret-word") == false)
    }

    @Test("is not possible without tables, or with those of a later version")
    func versions() async throws {
        let url = try place.url
        await #expect(throws: DatabaseOpeningError.noStore) { _ = try await PostgreSQLStore(opening: url) }
        try await PostgreSQLStore.migrate(url)
        try await PostgreSQLStore.migrate(url)
        try place.connect().run("UPDATE greenroom.setting SET schema_version = 1000")
        await #expect(throws: DatabaseOpeningError.newer) { _ = try await PostgreSQLStore(opening: url) }
        await #expect(throws: DatabaseOpeningError.newer) { try await PostgreSQLStore.migrate(url) }
    }
}
