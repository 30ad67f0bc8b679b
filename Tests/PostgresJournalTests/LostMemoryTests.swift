#if PostgreSQL
import DeviceHost
import Fleet
import FleetServer
import JournalTestKit
import LifecycleKernel
import Logging
import MetricsTestKit
import TestKit
import Testing

@testable import PostgresJournal

/// A whole server on a database that loses commits: what it has in memory is what the database has.
@Suite(
    "A server whose database has lost acknowledged commits",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct LostMemoryTests {
    private let place = PostgresPlace()
    private let metrics = TestMetrics()
    private let log = LogText()

    /// Runs a server that shares the database while the body runs.
    private func withServer(
        _ body: @Sendable (DeviceRegistry, FleetView, FleetDriver) async throws -> Void
    ) async throws {
        let (journal, store) = try await place.open(metrics: metrics, logger: log.logger)
        let wall = SystemWallClock()
        let tenure = Tenure()
        let registry = DeviceRegistry(wall: wall, journal: journal, tenure: tenure)
        let view = FleetView(wall: wall)
        let driver = FleetDriver(
            store: store,
            host: HostedDevices(registry: registry, logger: log.logger),
            tenure: tenure,
            view: view,
            member: .named("server"),
            wall: wall,
            metrics: FleetMetrics(factory: metrics),
            logger: log.logger
        )
        let service = try #require(JournalService(registry: registry, logger: log.logger))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            group.addTask { await driver.run(listeningOn: 8_080) }
            _ = try await registry.recover(logger: quietLogger)
            await driver.untilStarted()
            await until { registry.ownedClaims.count == Partition.defaultCount }
            try await body(registry, view, driver)
            group.cancelAll()
        }
    }

    private func launches(of device: DeviceID, _ registry: DeviceRegistry) async throws -> Int {
        let page = try await registry.timeline(of: device, TimelineQuery(limit: 1_000, kinds: [.input]))
        return page.records.filter { if case .input(launchNotes) = $0.body { true } else { false } }.count
    }

    private func epoch(of device: DeviceID, _ registry: DeviceRegistry) -> Int64? {
        registry.ownedClaims.first { $0.partition == Partition.of(device.description) }?.epoch
    }

    @Test("loads the partition again, without an input, and leaves the others as they are", arguments: [false, true])
    func reload(forgetsEpoch: Bool) async throws {
        // phone is in partition 5, tablet in 59.
        let (phone, tablet) = (id("phone"), id("tablet"))
        try await withServer { registry, _, _ in
            for device in [phone, tablet] {
                _ = try await registry.create(.manual(device.description))
                _ = try await registry.apply(launchNotes, to: device)
            }
            let before = try await registry.device(phone).sequence
            _ = try await registry.apply(launchNotes, to: phone)
            _ = try await registry.apply(launchNotes, to: phone)
            #expect(try await launches(of: phone, registry) == 3)
            try place.run(
                """
                DELETE FROM greenroom.step USING greenroom.device \
                WHERE step.device = number AND id = 'phone' AND before >= \(before.rawValue)
                """
            )
            if forgetsEpoch {
                // The standby had not heard of the last claim of the partition: it is this server's in an epoch that it never
                // loaded.
                try place.run(
                    """
                    UPDATE greenroom.partition SET epoch = 0 WHERE number = 5;
                    DELETE FROM greenroom.tenure WHERE partition = 5
                    """
                )
            }
            let left =
                try place.connect().query(
                    "SELECT max(position) FROM greenroom.step JOIN greenroom.device ON device = number WHERE id = 'phone'"
                ).first?.number(0) ?? 0
            try place.terminate()
            await until { epoch(of: phone, registry) == 2 }
            await until { log.all.contains("\"newestLeft\": \(left)") }
            await until { (try? await launches(of: phone, registry)) == 1 }
            #expect(try await registry.device(phone).sequence == before)
            #expect(epoch(of: tablet, registry) == 1)
            #expect(try await launches(of: tablet, registry) == 1)
            #expect(try metrics.expectCounter("greenroom.fleet.lost.commits").totalValue == 1)
            #expect(try metrics.expectCounter("greenroom.fleet.fenced").totalValue == 0)
            let reason = forgetsEpoch ? "first" : "lost"
            let moves = try metrics.expectCounter("greenroom.fleet.moves", [("why", reason)]).totalValue
            #expect(moves == (forgetsEpoch ? Int64(Partition.defaultCount) + 1 : 1))
            // It goes on from there.
            for device in [phone, tablet] {
                _ = try await registry.apply(launchNotes, to: device)
                #expect(try await launches(of: device, registry) == 2)
            }
        }
        let journal = try await place.open { _ in }
        #expect(try await JournalReplay(of: journal).differences.map(\.what) == [])
        await journal.close()
    }

    @Test("answers inputs of other partitions meanwhile, and no input on top of what is lost")
    func inputs() async throws {
        let (phone, tablet) = (id("phone"), id("tablet"))
        try await withServer { registry, _, _ in
            for device in [phone, tablet] { _ = try await registry.create(.manual(device.description)) }
            _ = try await registry.apply(launchNotes, to: phone)
            try place.run(
                "DELETE FROM greenroom.step USING greenroom.device WHERE step.device = number AND id = 'phone' AND kind = 1"
            )
            try place.terminate("writer")
            // The first commit finds it.
            _ = try await registry.apply(launchNotes, to: tablet)
            await until { epoch(of: phone, registry) == 2 }
            #expect(try await launches(of: phone, registry) == 0)
            _ = try await registry.apply(launchNotes, to: phone)
            #expect(try await launches(of: phone, registry) == 1)
            #expect(try await launches(of: tablet, registry) == 1)
        }
        let journal = try await place.open { _ in }
        #expect(try await JournalReplay(of: journal).differences.map(\.what) == [])
        await journal.close()
    }
}
#endif
