import DeviceHost
import StoreTestKit
import Testing

@testable import PostgreSQLStore

@Suite("A role in PostgreSQL", .timeLimit(.minutes(2)))
struct RoleTests {
    private let place = PostgreSQLPlace()

    private func expire() throws { try place.connect().run("UPDATE greenroom.role SET until = until - 3000000") }

    @Test("is of one server at a time, which keeps what it has reached; each role by itself")
    func one() async throws {
        let (one, other) = (try await place.open { _ in }, try await place.open { _ in })
        #expect(try await one.takeRole(.webhooks) == "")
        #expect(try await one.renewRole(.webhooks, reached: "a-1", isLast: false))
        #expect(try await one.takeRole(.webhooks) == "a-1")
        #expect(try await other.takeRole(.webhooks) == nil)
        #expect(try await !other.renewRole(.webhooks, reached: "a-2", isLast: false))
        #expect(try await !other.renewRole(.webhooks, reached: "a-2", isLast: true))
        #expect(try await other.takeRole(.openTelemetry) == "")
        #expect(try await one.takeRole(.openTelemetry) == nil)
        #expect(try await one.takeRole(.webhooks) == "a-1")
        for store in [one, other] { await store.close() }
    }

    @Test("is taken when it was given back, or not kept for three seconds; then the first server writes nothing more")
    func next() async throws {
        let (one, other) = (try await place.open { _ in }, try await place.open { _ in })
        #expect(try await one.takeRole(.webhooks) == "")
        #expect(try await one.renewRole(.webhooks, reached: "a-1", isLast: true))
        #expect(try await other.takeRole(.webhooks) == "a-1")
        #expect(try await one.takeRole(.webhooks) == nil)
        try expire()
        #expect(try await other.renewRole(.webhooks, reached: "a-2", isLast: false))
        try expire()
        #expect(try await one.takeRole(.webhooks) == "a-2")
        #expect(try await !other.renewRole(.webhooks, reached: "a-3", isLast: false))
        try expire()
        // Also when it could take the role again.
        #expect(try await !other.renewRole(.webhooks, reached: "a-3", isLast: false))
        #expect(try await other.takeRole(.webhooks) == "a-2")
        for store in [one, other] { await store.close() }
    }

    @Test("is taken when the clock of the database has gone back")
    func clock() async throws {
        let (one, other) = (try await place.open { _ in }, try await place.open { _ in })
        #expect(try await one.takeRole(.webhooks) == "")
        #expect(try await other.takeRole(.webhooks) == nil)
        try place.connect().run("UPDATE greenroom.role SET until = until + 3600000000")
        #expect(try await other.takeRole(.webhooks) == "")
        for store in [one, other] { await store.close() }
    }

    @Test("is given to one of those that try at the same time")
    func atOnce() async throws {
        var stores: [PostgreSQLStore] = []
        for _ in 0..<4 { stores.append(try await place.open { _ in }) }
        for _ in 0..<10 {
            let taken = try await withThrowingTaskGroup(of: String?.self) { group in
                for store in stores { group.addTask { try await store.takeRole(.webhooks) } }
                return try await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
            }
            #expect(taken == 1)
            try place.connect().run("DELETE FROM greenroom.role")
        }
        for store in stores { await store.close() }
    }

    @Test("The positions of items are before everything that is committed later")
    func itemPositions() async throws {
        let store = try await place.open { _ in }
        _ = try await store.commit([beginning(1)], as: CommitID())
        let item = DeviceChange.kept(ServerItem(.webhook, "a", [1]))
        guard case .committed(let position)? = try await store.commit([item], as: CommitID()).first else {
            throw StoreDamage("it was not committed")
        }
        guard case .committed(let later)? = try await store.commit([beginning(2)], as: CommitID()).first else {
            throw StoreDamage("it was not committed")
        }
        #expect(try await store.itemPositions(.webhook) == ["a": position])
        #expect(position < later)
        #expect(try await store.itemPositions(.providerKey) == [:])
        await store.close()
    }
}
