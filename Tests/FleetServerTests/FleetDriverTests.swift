import DeviceHost
import Fleet
import FleetServer
import HTTPAPI
import LifecycleKernel
import Synchronization
import TestKit
import Testing

/// A server of a fleet, with devices that only remember what became of them.
private final class FleetServerModel: FleetServer.FleetHost {
    enum Step: Hashable {
        case load(Int, since: Int64)
        case release(Int)
        case drop(Int)
    }

    private let clock: HandMovedClock
    private let store: ModelFleetStore
    private let steps = Mutex<[Step]>([])
    private let failingLoads = Mutex<Int>(0)
    private let itemChanges = Mutex<Int>(0)
    /// How often it was told that items have changed.
    var itemChangesTold: Int { itemChanges.withLock { $0 } }
    let tenure: Tenure
    let view: FleetView
    let number: Int

    init(_ number: Int, _ database: ModelFleetDatabase, _ clock: HandMovedClock) {
        self.number = number
        self.clock = clock
        store = ModelFleetStore(database, id: number)
        tenure = Tenure(partitionCount: database.table.partitions.count)
        view = FleetView(wall: clock)
    }

    var driver: FleetDriver {
        FleetDriver(
            store: store,
            host: self,
            tenure: tenure,
            view: view,
            member: NewMember(
                name: "s\(number)",
                address: "http://127.0.0.1:\(number)",
                port: number,
                version: "1",
                kernel: "1",
                lease: .seconds(3)
            ),
            wall: clock,
            logger: quietLogger,
            whenItemsChange: { [self] in itemChanges.withLock { $0 += 1 } }
        )
    }

    var owned: Int { tenure.owned(at: clock.now).count }
    var taken: [Step] { steps.withLock { $0 } }
    var deviceCount: Int { 0 }
    var mark: Int64 { 0 }

    func failLoads(_ count: Int) { failingLoads.withLock { $0 = count } }

    func load(_ claim: Claim, since lastEnd: Int64) async throws -> Int {
        let fails = failingLoads.withLock { count in
            defer { count = max(0, count - 1) }
            return count > 0
        }
        if fails { throw FleetStoreError.failed("not now") }
        steps.withLock { $0.append(.load(claim.partition.number, since: lastEnd)) }
        return 1
    }

    func release(_ claim: Claim, offered: Int64?) async throws {
        steps.withLock { $0.append(.release(claim.partition.number)) }
        try store.release(claim, offered: offered)
    }

    func drop(_ partitions: Set<Partition>) async {
        steps.withLock { steps in steps += partitions.map { .drop($0.number) } }
    }
}

@Suite(.timeLimit(.minutes(1)))
struct FleetDriverTests {
    private let clock = HandMovedClock()
    private let database: ModelFleetDatabase

    init() { database = ModelFleetDatabase(clock: clock) }

    /// Moves the clock until a condition holds.
    ///
    /// Not before every driver sleeps, so that none is late on a busy machine: that would cost it its lease.
    private func pass(upTo limit: Duration = .seconds(30), until holds: () async -> Bool) async throws {
        let start = clock.now
        while !(await holds()) {
            try #require(clock.now - start < limit, "it did not happen in time")
            for turn in 0..<Self.mostTurns where turn < 50 || clock.sleeperCount < database.table.members.count {
                await Task.yield()
            }
            clock.advance(by: .milliseconds(20))
        }
    }

    private static let mostTurns = 2_000

    private func running(
        _ count: Int,
        _ body: ([FleetServerModel], [FleetDriver]) async throws -> Void
    ) async throws {
        let servers = (1...count).map { FleetServerModel($0, database, clock) }
        let drivers = servers.map(\.driver)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (server, driver) in zip(servers, drivers) {
                group.addTask { await driver.run(listeningOn: server.number) }
            }
            try await body(servers, drivers)
            group.cancelAll()
        }
    }

    @Test("One server takes every partition a second after it joined")
    func one() async throws {
        try await running(1) { servers, drivers in
            try await pass { servers[0].owned == 8 }
            #expect(clock.now.nanoseconds >= 1_000_000_000)
            await drivers[0].untilStarted()
            #expect(database.table.partitions.allSatisfy { $0.owner == 1 })
            try await pass { database.table.partitions.allSatisfy { $0.state == .owned } }
            let document = try #require(servers[0].view.document)
            #expect(document.isSettled && document.server == "s1" && document.members[0].partitions == 8)
        }
    }

    @Test("Servers share partitions equally, and who leaves hands everything over")
    func sharing() async throws {
        try await running(2) { servers, drivers in
            try await pass { servers[0].owned == 4 && servers[1].owned == 4 }
            async let left: Void = drivers[1].leave()
            try await pass { servers[0].owned == 8 }
            await left
            #expect(database.table.members.map(\.number).count == 1)
            #expect(servers[1].owned == 0)
            let released = servers[1].taken.filter { if case .release = $0 { true } else { false } }
            #expect(released.count == 4)
            // It still knows whom to forward to.
            let other = try #require(servers[0].view.snapshot.membership?.me.number)
            try await pass { servers[1].view.verdict(for: Partition(0)) == .forward(to: other) }
        }
    }

    @Test("A partition that is handed over goes on at the instant at which it was released")
    func lastEnd() async throws {
        try await running(2) { servers, drivers in
            try await pass { servers[0].owned == 4 && servers[1].owned == 4 }
            async let left: Void = drivers[0].leave()
            try await pass { servers[1].owned == 8 }
            await left
            let since = servers[1].taken.compactMap { if case .load(_, let since) = $0 { since } else { nil } }
            #expect(since.count { $0 > 0 } >= 4)
        }
    }

    @Test("A server that is fenced forgets its devices and comes back as a new member")
    func fenced() async throws {
        try await running(1) { servers, _ in
            try await pass { servers[0].owned == 8 }
            try database.fence("s1")
            try await pass { servers[0].owned == 0 }
            try await pass { servers[0].owned == 8 }
            #expect(database.table.members.map(\.number) == [2])
            #expect(servers[0].taken.count { if case .drop = $0 { true } else { false } } == 8)
        }
    }

    @Test("Without its database a server answers until its lease ends, and goes on with its memory afterwards")
    func away() async throws {
        try await running(1) { servers, _ in
            try await pass { servers[0].owned == 8 }
            try await pass { database.table.partitions.allSatisfy { $0.state == .owned } }
            database.stop()
            let stopped = clock.now
            try await pass { servers[0].owned == 0 }
            #expect(clock.now - stopped <= .seconds(3))
            #expect(clock.now - stopped >= .milliseconds(1_500))
            #expect(!servers[0].view.holdsLease)
            database.start()
            try await pass { servers[0].owned == 8 }
            #expect(database.table.members.map(\.number) == [1])
            #expect(!servers[0].taken.contains { if case .drop = $0 { true } else { false } })
            #expect(servers[0].taken.count { if case .load = $0 { true } else { false } } == 8)
        }
    }

    @Test("Servers are told within a renewal when an item that all of them have has changed, and of nothing else")
    func items() async throws {
        try await running(2) { servers, _ in
            try await pass { servers.allSatisfy { $0.owned == 4 } }
            #expect(servers.map(\.itemChangesTold) == [1, 1])
            database.items = 7
            let changed = clock.now
            try await pass { servers.allSatisfy { $0.itemChangesTold == 2 } }
            #expect(clock.now - changed <= .seconds(5))
            try await pass { clock.now - changed > .seconds(10) }
            #expect(servers.map(\.itemChangesTold) == [2, 2])
        }
    }

    @Test("A partition that cannot be loaded is given back, and loaded later")
    func failingLoad() async throws {
        try await running(1) { servers, _ in
            servers[0].failLoads(3)
            try await pass { servers[0].owned == 8 }
            #expect(servers[0].taken.count { if case .release = $0 { true } else { false } } == 3)
        }
    }
}
