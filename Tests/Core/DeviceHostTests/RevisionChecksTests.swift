import Synchronization
import TestKit
import Testing

@testable import DeviceHost

@Suite("A check of revisions", .timeLimit(.minutes(1)))
struct RevisionChecksTests {
    /// Queries that are answered by hand.
    private final class Queries: Sendable {
        struct Query {
            var devices: [Int64]
            var used: [Int64]
            let answer = Promise<Int64?>()
        }

        let sent = Mutex<[Query]>([])

        func ask(_ devices: [Int64], _ used: [Int64]) async throws -> [Int64: Revision] {
            let query = Query(devices: devices, used: used)
            sent.withLock { $0.append(query) }
            guard let count = await query.answer.value() else { throw CancellationError() }
            return Dictionary(uniqueKeysWithValues: devices.map { ($0, Revision(count: count, commit: CommitID())) })
        }

        func waitForQuery(_ number: Int) async { await until { sent.withLock { $0.count == number } } }

        /// Answers a query with a revision of all its devices; nil if it fails.
        func answer(_ number: Int, _ count: Int64?) { _ = sent.withLock { $0[number - 1].answer.fulfill(count) } }
    }

    private let queries = Queries()

    @Test("takes part only in a query that is sent after the check began; those that wait share the next one")
    func freshness() async throws {
        let checks = RevisionChecks(queries.ask)
        async let first = checks.revision(of: 1, isUsed: false)
        await queries.waitForQuery(1)
        async let second = checks.revision(of: 1, isUsed: false)
        await queries.waitForQuery(2)
        // Two are on their way, so these wait.
        async let third = checks.revision(of: 1, isUsed: true)
        async let fourth = checks.revision(of: 2, isUsed: false)
        queries.answer(1, 5)
        #expect(try await first?.count == 5)
        await queries.waitForQuery(3)
        queries.answer(3, 7)
        #expect(try await third?.count == 7)
        queries.answer(2, 6)
        #expect(try await second?.count == 6)
        // It came in time for the third query, or has one of its own.
        if queries.sent.withLock({ $0[2].devices == [1] }) {
            await queries.waitForQuery(4)
            queries.answer(4, 7)
        }
        #expect(try await fourth?.count == 7)
        #expect(queries.sent.withLock { $0.map(\.used) }.contains([1]))
    }

    @Test("fails with its query, and not with another one")
    func failure() async throws {
        let checks = RevisionChecks(queries.ask)
        let first = Task { try await checks.revision(of: 1, isUsed: false) }
        await queries.waitForQuery(1)
        async let second = checks.revision(of: 1, isUsed: false)
        await queries.waitForQuery(2)
        queries.answer(1, nil)
        await #expect(throws: HostError.self) { try await first.value }
        queries.answer(2, 8)
        #expect(try await second?.count == 8)
    }
}
