import LifecycleKernel
import StoreTestKit
import Synchronization
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
        // Another server has written the same.
        #expect(try await !other.replace(push("2"), writtenAt: first.position))
        #expect(try await !other.replace(push("2"), writtenAt: nil))
        // The answer was lost, and it is tried again.
        for position in [first.position, nil] {
            #expect(try place.connect().replace(push("2"), writtenAt: position, repeats: true))
        }
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

/// Counts turns: those that are taken now, the most at a time, and all.
private final class RunningTurns: Sendable {
    let counts = Mutex((now: 0, most: 0, all: 0))
}

@Suite("A turn that servers take", .timeLimit(.minutes(2)))
struct SharedTurnTests {
    private let place = PostgreSQLPlace()

    private func servers(_ count: Int) async throws -> (turns: [SharedTurns], stores: [PostgreSQLStore]) {
        var servers: ([SharedTurns], [PostgreSQLStore]) = ([], [])
        for _ in 0..<count {
            let store = try await place.open { _ in }
            let clock = SharedWallClock()
            try await clock.begin(by: store)
            servers.0.append(SharedTurns(in: DeviceRegistry(wall: clock, store: store)))
            servers.1.append(store)
        }
        return servers
    }

    @Test("is one server's at a time, also if it is a long one; turns of other keys go on")
    func one() async throws {
        let (turns, stores) = try await servers(3)
        let running = RunningTurns()
        let isLong = Promise<Void>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<9 {
                group.addTask {
                    try await turns[worker % 3].take(for: "a") {
                        running.counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
                        if worker == 0 {
                            // Longer than a turn lasts that is not kept.
                            try await Task.sleep(for: .seconds(4))
                            isLong.fulfill(())
                        }
                        try await turns[worker % 3].take(for: "b-\(worker)") {}
                        running.counts.withLock { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        await isLong.value()
        #expect(running.counts.withLock { $0 == (0, 1, 9) })
        #expect(try await stores[0].itemPositions(.turn).isEmpty)
        for store in stores { await store.close() }
    }

    @Test("of a server that has ended is over after three seconds, and so is one that fails at once")
    func ended() async throws {
        let (turns, stores) = try await servers(2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let hasBegun = Promise<Void>()
            group.addTask {
                try await turns[0].take(for: "a") {
                    hasBegun.fulfill(())
                    await Promise<Void>().value(whenCancelled: ())
                }
            }
            await hasBegun.value()
            await stores[0].close()
            let start = ContinuousClock.now
            await #expect(throws: CancellationError.self) {
                try await turns[1].take(for: "a") { throw CancellationError() }
            }
            #expect(ContinuousClock.now - start > .seconds(2))
            try await turns[1].take(for: "a") {}
            group.cancelAll()
        }
        // Nobody takes it again.
        let abandoned = ServerItem(.turn, "b", Array("1 1".utf8))
        #expect(try await stores[1].replace(abandoned, writtenAt: nil))
        try await turns[1].removeAbandoned()
        #expect(try await stores[1].itemPositions(.turn).isEmpty)
        await stores[1].close()
    }
}
