import LifecycleKernel
import StoreTestKit
import TestKit
import Testing

@testable import DeviceHost
@testable import PostgreSQLStore

@Suite("An item that every server changes", .timeLimit(.minutes(2)))
struct SharedItemTests {
    private let place = PostgreSQLPlace()

    private func push(_ text: String?) -> ServerItem { ServerItem(.push, "a", text.map { Array($0.utf8) }) }

    private func items(_ count: Int) async throws -> [(items: SharedItems, store: PostgreSQLStore)] {
        var servers: [(SharedItems, PostgreSQLStore)] = []
        for _ in 0..<count {
            let store = try await place.open { _ in }
            servers.append((try #require(SharedItems(.push, in: DeviceRegistry(store: store))), store))
        }
        return servers
    }

    @Test("is written and removed only as it was read")
    func replaced() async throws {
        let (one, other) = (try await place.open { _ in }, try await place.open { _ in })
        #expect(try await one.item(.push, named: "a") == nil)
        #expect(try await !one.replace(push("0"), writtenAt: 1))
        #expect(try await one.replace(push("1"), writtenAt: nil))
        #expect(try await !other.replace(push("2"), writtenAt: nil))
        let first = try #require(try await other.item(.push, named: "a"))
        #expect(first.value == Array("1".utf8))
        #expect(try await other.itemPositions(.push) == ["a": first.position])
        #expect(try await other.replace(push("2"), writtenAt: first.position))
        #expect(try await !one.replace(push("3"), writtenAt: first.position))
        #expect(try await !one.replace(push(nil), writtenAt: first.position))
        let second = try #require(try await one.item(.push, named: "a"))
        #expect(second.value == Array("2".utf8) && second.position > first.position)
        // The answer was lost, and it is tried again.
        #expect(try await other.replace(push("2"), writtenAt: first.position))
        #expect(try await other.replace(push("2"), writtenAt: nil))
        let third = try #require(try await one.item(.push, named: "a"))
        #expect(third.value == second.value)
        #expect(try await one.replace(push(nil), writtenAt: third.position))
        #expect(try await one.item(.push, named: "a") == nil)
        #expect(try await !other.replace(push(nil), writtenAt: third.position))
        for store in [one, other] { await store.close() }
    }

    @Test("has every change, however many servers make them at the same time")
    func changes() async throws {
        let servers = try await items(3)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<6 {
                group.addTask {
                    for _ in 0..<10 {
                        try await servers[worker % 3].items.change("a") { $0 = ($0 ?? []) + [UInt8(worker)] }
                    }
                }
            }
            try await group.waitForAll()
        }
        let value = try #require(try await servers[0].items.value(named: "a"))
        #expect(value.sorted() == (0..<6).flatMap { Array(repeating: UInt8($0), count: 10) })
        // One of those that remove it is told that it has.
        let removals = try await withThrowingTaskGroup(of: Bool.self) { group in
            for server in servers { group.addTask { try await server.items.change("a") { $0.take() != nil } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(removals.count { $0 } == 1)
        for server in servers { await server.store.close() }
    }

    @Test("is not written if a change leaves it as it is, or throws")
    func unchanged() async throws {
        let server = try await items(1)[0]
        try await server.items.change("a") { $0 = [1] }
        let positions = try await server.items.positions()
        #expect(try await server.items.change("a") { $0?.count } == 1)
        await #expect(throws: CancellationError.self) {
            try await server.items.change("a") { value in
                value = [2]
                throw CancellationError()
            }
        }
        #expect(try await server.items.positions() == positions)
        #expect(try await server.items.all() == [ServerItem(.push, "a", [1])])
        await server.store.close()
    }
}
