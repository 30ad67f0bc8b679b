import DeviceHost
import TestKit
import Testing

@testable import PostgreSQLStore

@Suite("Changes of other servers", .timeLimit(.minutes(1)))
struct NoticeTests {
    private let place = PostgreSQLPlace()

    /// Calls a closure with what a server is told of the changes of others.
    private func following(
        _ follower: PostgreSQLStore,
        _ other: PostgreSQLStore,
        _ test: (inout AsyncStream<Set<Int64>?>.AsyncIterator) async throws -> Void
    ) async throws {
        let (changes, change) = AsyncStream.makeStream(of: Set<Int64>?.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await follower.followChanges { change.yield($0) } }
            group.addTask { await other.followChanges { _ in } }
            defer { group.cancelAll() }
            var iterator = changes.makeAsyncIterator()
            try await test(&iterator)
        }
        for store in [follower, other] { await store.close() }
    }

    @Test("are noticed at once, each device once, without its own changes")
    func notices() async throws {
        // Without a notice nothing would come in time.
        let follower = try await place.open { $0.lookInterval = .seconds(100) }
        let other = try await place.open { $0.lookInterval = .seconds(100) }
        try await following(follower, other) { changes in
            #expect(await changes.next() == .some(nil))
            await until { follower.isListening && other.isListening }
            _ = try await follower.commit([beginning(2_000)], as: CommitID())
            _ = try await other.commit((1...1_000).map { beginning($0) }, as: CommitID())
            var seen: Set<Int64> = []
            while seen.count < 1_000, case let devices?? = await changes.next() {
                #expect(devices.isDisjoint(with: seen))
                seen.formUnion(devices)
            }
            #expect(seen == Set(1...1_000))
        }
    }

    @Test("are noticed as those of device 0 where they are of items that servers have a copy of")
    func items() async throws {
        let follower = try await place.open { $0.lookInterval = .seconds(100) }
        let other = try await place.open { $0.lookInterval = .seconds(100) }
        try await following(follower, other) { changes in
            #expect(await changes.next() == .some(nil))
            await until { follower.isListening && other.isListening }
            for (kind, number) in [(.push, 1), (.retiredToken, 2), (.providerKey, nil), (.webhook, nil)]
                as [(ServerItem.Kind, Int64?)]
            {
                let item = DeviceChange.kept(ServerItem(kind, "a", [1]))
                _ = try await other.commit([item] + (number.map { [beginning($0)] } ?? []), as: CommitID())
                #expect(await changes.next() == [number ?? 0])
            }
        }
    }

    @Test("are looked for where notices do not arrive, as behind a pooler of connections")
    func pooler() async throws {
        let follower = try await place.open {
            $0.lookInterval = .milliseconds(10)
            $0.listenStatement = "SELECT 1"
        }
        let other = try await place.open { _ in }
        try await following(follower, other) { changes in
            await until { other.isListening }
            _ = try await other.commit([beginning(1)], as: CommitID())
            for _ in 0..<5 { #expect(await changes.next() == .some(nil)) }
            #expect(!follower.isListening)
            let connections =
                "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT 1' AND datname = current_database()"
            await until { (try? place.connect().query(connections).first?.number(0)) == 0 }
        }
    }

    @Test("are noticed again after the connection was lost")
    func lost() async throws {
        let follower = try await place.open { $0.lookInterval = .milliseconds(10) }
        let other = try await place.open { $0.lookInterval = .seconds(100) }
        try await following(follower, other) { changes in
            await until { follower.isListening && other.isListening }
            let connection = try place.connect()
            let listeners = "FROM pg_stat_activity WHERE query = 'LISTEN greenroom' AND datname = current_database()"
            let pids = try connection.query("SELECT pid \(listeners)").all.map { try $0.number(0) }
            try connection.query("SELECT pg_terminate_backend(pid) \(listeners)")
            let isThereAnother = "SELECT EXISTS (SELECT \(listeners) AND pid <> ALL ($1::bigint[]))"
            while try connection.query(isThereAnother, [.bigints(pids)]).first?.bool(0) == false {}
            await until { follower.isListening }
            // The other server still tells, although it does not hear any more.
            _ = try await other.commit([beginning(1)], as: CommitID())
            while let devices = await changes.next(), devices != [1] {}
        }
    }
}
