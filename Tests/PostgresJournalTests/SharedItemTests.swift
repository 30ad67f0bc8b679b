#if PostgreSQL
import DeviceHost
import JournalTestKit
import TestKit
import Testing

@testable import PostgresJournal

@Suite(
    "Items that several servers change at once",
    .timeLimit(.minutes(2)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct SharedItemTests {
    private let place = PostgresPlace()

    private func item(_ name: String, _ text: String) -> ServerItem { ServerItem(.fault, name, Array(text.utf8)) }

    /// Runs a test with the journals of two servers.
    private func run(_ test: @Sendable ([PostgresJournal]) async throws -> Void) async throws {
        let servers = [try await place.join(named: "s1"), try await place.join(named: "s2")]
        try await test(servers.map(\.journal))
        for server in servers {
            await server.journal.close()
            await server.store.close()
        }
    }

    @Test("One is added by one server only, as long as there is room, in order, and is read by its name")
    func added() async throws {
        try await run { journals in
            #expect(try await journals[0].add(item("b", "1"), atMost: 2))
            #expect(try await !journals[1].add(item("b", "2"), atMost: 2))
            #expect(try await journals[1].add(item("a", "3"), atMost: 2))
            #expect(try await !journals[0].add(item("c", "4"), atMost: 2))
            #expect(try await journals[0].add(ServerItem(.authority, "c", [5]), atMost: 1))
            let all = [item("b", "1"), item("a", "3")]
            for journal in journals {
                let kept = try await journal.items(.fault)
                #expect(kept == all)
            }
            #expect(try await journals[1].items(.fault, named: ["a", "c", "'"]) == [item("a", "3")])
            #expect(try await journals[1].items(.fault, named: []).isEmpty)
        }
    }

    @Test("What several servers change at the same time is changed by one of them, and keeps its place")
    func replaced() async throws {
        try await run { journals in
            #expect(try await journals[0].add(item("first", "20"), atMost: 9))
            #expect(try await journals[0].add(item("second", "1"), atMost: 9))
            let used = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<8 { group.addTask { try await use("first", of: journals[index % 2]) } }
                return try await group.reduce(0, +)
            }
            #expect(used == 20)
            #expect(try await journals[1].items(.fault) == [item("second", "1")])
            #expect(try await !journals[0].replace(item("second", "2"), with: nil))
            #expect(try await journals[0].replace(item("second", "1"), with: Array("3".utf8)))
            #expect(try await journals[1].add(item("third", "1"), atMost: 9))
            #expect(try await journals[1].items(.fault) == [item("second", "3"), item("third", "1")])
        }
    }

    /// Counts an item down until it is gone.
    ///
    /// - Returns: How often this has counted.
    private func use(_ name: String, of journal: PostgresJournal) async throws -> Int {
        var count = 0
        while let item = try await journal.items(.fault, named: [name]).first {
            let left = Int(String(decoding: item.value ?? [], as: UTF8.self))! - 1
            if try await journal.replace(item, with: left > 0 ? Array(String(left).utf8) : nil) { count += 1 }
        }
        return count
    }
}
#endif
