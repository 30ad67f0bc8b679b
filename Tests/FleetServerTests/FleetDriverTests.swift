import DeviceHost
import Fleet
import FleetServer
import FleetTestKit
import HTTPAPI
import LifecycleKernel
import MetricsTestKit
import Synchronization
import TestKit
import Testing

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
        named name: String? = nil,
        tokens: [[UInt8]?]? = nil,
        _ body: ([FleetServerModel], [FleetDriver]) async throws -> Void
    ) async throws {
        let servers = (1...count).map { number in
            FleetServerModel(number, database, clock, name: name, tokenDigest: tokens?[number - 1])
        }
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

    @Test("Partitions of which the database has lost changes are forgotten, and claimed anew, and no others")
    func lostChanges() async throws {
        try await running(1) { servers, _ in
            try await pass { servers[0].owned == 8 }
            let before = servers[0].taken
            // One of them was lost in an epoch that is over.
            servers[0].lose([Claim(Partition(3), epoch: 1), Claim(Partition(5), epoch: 7)])
            try await pass { servers[0].tenure.owned(at: clock.now).contains(Claim(Partition(3), epoch: 2)) }
            #expect(servers[0].taken.dropFirst(before.count) == [.drop(3), .load(3)])
            #expect(servers[0].owned == 8)
            #expect(database.table.partitions.map(\.epoch) == [1, 1, 1, 2, 1, 1, 1, 1])
            #expect(database.table.members.map(\.number) == [1])
            #expect(servers[0].count("greenroom.fleet.moves", [("why", "lost")]) == 1)
            #expect(servers[0].count("greenroom.fleet.fenced") == 0)
        }
    }

    @Test("When the database is back it is looked whether it has what it had acknowledged, until that is known")
    func lookedAt() async throws {
        try await running(1) { servers, _ in
            try await pass { servers[0].owned == 8 }
            #expect(servers[0].checkCount == 0)
            database.stop()
            try await pass { servers[0].gauge("greenroom.database.up") == 0 }
            database.start()
            try await pass { servers[0].checkCount == 2 }
            #expect(servers[0].gauge("greenroom.database.up") == 1)
        }
    }

    @Test("The member that claims counts moves, and measures for how long nobody answered")
    func moves() async throws {
        try await running(2) { servers, drivers in
            try await pass { servers.allSatisfy { $0.owned == 4 } }
            let first = servers.map { $0.count("greenroom.fleet.moves", [("why", "first")]) }
            #expect(first.reduce(0, +) == 8)
            async let left: Void = drivers[0].leave()
            try await pass { servers[1].owned == 8 }
            await left
            let others = servers.map { $0.count("greenroom.fleet.moves", [("why", "left")]) }
            #expect(others.reduce(0, +) >= 4 && others[1] >= 4)
            try await pass { database.table.partitions.allSatisfy { $0.state == .owned } }
            let unowned = try servers[1].metrics.expectTimer("greenroom.fleet.unowned")
            try await pass { unowned.values.count == Int(others[1]) }
            #expect(unowned.values.allSatisfy { $0 == 250_000_000 })
        }
    }

    @Test("A change that no notification has told is counted, once, and no other")
    func missedNotifications() async throws {
        try await running(2) { servers, drivers in
            try await pass { servers.allSatisfy { $0.owned == 4 } }
            try await pass { database.table.partitions.allSatisfy { $0.state == .owned } }
            async let left: Void = drivers[1].leave()
            try await pass { servers[0].owned == 8 }
            await left
            let settled = clock.now
            try await pass { clock.now - settled > .seconds(5) }
            #expect(servers[0].count("greenroom.fleet.missed.notifications") == 0)
            let row = MemberRow(number: 0, key: 77, kernel: "1", isLeaving: true, lease: .seconds(60))
            _ = try database.transact { model, now in model.join(row, at: now) }
            try await pass { servers[0].count("greenroom.fleet.missed.notifications") == 1 }
            let found = clock.now
            try await pass { clock.now - found > .seconds(5) }
            #expect(servers[0].count("greenroom.fleet.missed.notifications") == 1)
        }
    }

    @Test("The clock of the database is compared with the machine's date")
    func clockOffset() async throws {
        try await running(1) { servers, _ in
            try await pass { servers[0].owned == 8 }
            let expected = Double(database.now) / 1_000_000 - Double(clock.date.milliseconds) / 1_000
            let offset = try #require(servers[0].gauge("greenroom.fleet.clock.offset.seconds"))
            #expect(abs(offset - expected) < 0.1, "\(offset)")
        }
    }

    @Test(
        "Of another server with another token, or with its own name, a server warns once, and shows the token's difference"
    )
    func others() async throws {
        try await running(3, named: "same", tokens: [[1], [1], [2]]) { servers, _ in
            try await pass { servers.map(\.owned).sorted() == [2, 3, 3] }
            let settled = clock.now
            try await pass { clock.now - settled > .seconds(5) }
            for server in servers {
                let warnings = server.log.all.split(separator: "\n").filter {
                    $0.contains("another server of the fleet")
                }
                #expect(warnings.count { $0.contains("has the name of this one") } == 2)
                let others = server.number == 3 ? 2 : 1
                #expect(warnings.count { $0.contains("another token") } == others)
                let members = try #require(server.view.document?.members)
                #expect(members.count { !$0.hasSameToken } == others)
            }
        }
    }

    @Test("A server that was started again does not warn of its last run, which is still in the table")
    func restarted() async throws {
        let row = MemberRow(number: 0, key: 77, kernel: "1", lease: .seconds(3))
        let before = try database.transact { model, now in model.join(row, at: now) }
        database.describe(
            before.number,
            MemberDetails(name: "s1", address: "", version: "1", joinedAt: 1, renewedAt: 1, tokenDigest: [9])
        )
        try await running(1) { servers, _ in
            try await pass { servers[0].owned == 8 }
            #expect(database.table.members.map(\.number) == [2])
            #expect(!servers[0].log.all.contains("another server of the fleet"))
        }
    }
}
