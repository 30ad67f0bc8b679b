import DeviceHost
import LifecycleKernel
import Logging
import Metrics
import MetricsTestKit
import ServiceLifecycle
import TestKit
import Testing
import WireFormat

@testable import OpenTelemetryExport

/// The service in a host whose clock is moved by hand.
@Suite("The export of a host", .timeLimit(.minutes(1)))
struct ExporterTests {
    private let clock = HandMovedClock()
    private let sender = TestSender()
    private let metrics = TestMetrics()
    private static let phone = TestTrace.device

    /// A host and its exporter.
    private struct Host {
        let registry: DeviceRegistry
        let group: ServiceGroup

        func send(_ event: Event) async throws {
            _ = try await registry.apply(.event(event), to: ExporterTests.phone)
        }
    }

    /// Runs a host with a device while the body runs, then shuts it down gracefully.
    private func run(
        sender: (any ExportSender)? = nil,
        limits: HostLimits = TestKit.limits(),
        fansOut: Bool = true,
        _ change: (inout RetryLimits) -> Void = { _ in },
        _ body: (Host) async throws -> Void
    ) async throws {
        let registry = DeviceRegistry(limits: limits, wall: clock)
        var exported = RetryLimits.export
        change(&exported)
        let exporter = try OpenTelemetryExporter(
            registry,
            sender: sender ?? self.sender,
            version: "1.2.3",
            limits: exported,
            wall: clock,
            metrics: ExportMetrics(factory: metrics),
            logger: quietLogger
        )
        let fanOut: [any Service] = fansOut ? [FanOut(registry: registry, wall: clock)] : []
        let services = fanOut + [exporter, WaitDrain(registry: registry)]
        let group = ServiceGroup(services: services, logger: quietLogger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let settings = DeviceSettings(clock: ClockSettings(mode: .manual))
            _ = try await registry.create(
                NewDevice(
                    id: Self.phone,
                    settings: settings,
                    labels: [],
                    apps: [AppManifest(bundleID: "a", lifecycle: .scenes)]
                )
            )
            try await body(Host(registry: registry, group: group))
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private func count(_ fate: ExportMetrics.Fate, _ signal: Signal) -> Int64 {
        let labels = [("signal", signal.rawValue), ("outcome", fate.rawValue)]
        return (try? metrics.expectCounter("greenroom.otlp.items", labels).totalValue) ?? -1
    }

    @Test("Events and spans are sent a second after they happened")
    func export() async throws {
        try await run { host in
            try await host.send(.app("a", .launch(arguments: [])))
            // Both senders wait for more items, and the heartbeat of streams.
            await until { clock.sleeperCount == 3 }
            #expect(sender.bodies(.logs).isEmpty)
            clock.advance(by: .seconds(1))
            await until { count(.exported, .logs) == 2 && count(.exported, .traces) > 0 }
            #expect(sender.states == ["foreground", "active"] && sender.bodies(.logs).count == 1)
        }
        #expect(sender.isClosed)
        #expect(try metrics.expectGauge("greenroom.otlp.spans.open").lastValue == 1)
    }

    @Test("At the shutdown what waits is sent, without waiting for more")
    func flush() async throws {
        try await run { host in
            try await host.send(.app("a", .launch(arguments: [])))
            try await host.send(.app("a", .terminate(.jetsam)))
        }
        #expect(sender.states == ["foreground", "active"] && count(.exported, .logs) == 3)
        #expect(count(.dropped, .logs) == 0 && count(.dropped, .traces) == 0)
    }

    @Test("At the shutdown what was published and not distributed yet is sent, too")
    func flushOfPublished() async throws {
        try await run(fansOut: false) { host in
            try await host.send(.app("a", .launch(arguments: [])))
            await host.registry.beginShutdown()
            // A request in progress.
            try await host.send(.app("a", .terminate(.jetsam)))
        }
        #expect(sender.states == ["foreground", "active"] && count(.exported, .logs) == 3)
        #expect(count(.dropped, .logs) == 0 && count(.dropped, .traces) == 0)
    }

    @Test("A shutdown does not wait for a receiver that never answers, and says what is lost")
    func unansweredShutdown() async throws {
        sender.hold()
        try await run { host in
            try await host.send(.app("a", .launch(arguments: [])))
            await until { clock.sleeperCount == 3 }
            clock.advance(by: .seconds(1))
            await until { sender.heldCount == 2 }
            await host.group.triggerGracefulShutdown()
            // The heartbeat of streams, and the limit of the shutdown.
            await until { clock.sleeperCount == 2 }
            clock.advance(by: OpenTelemetryExporter.flushLimit)
        }
        #expect(count(.dropped, .logs) == 2 && count(.dropped, .traces) > 0 && count(.exported, .logs) == 0)
    }

    @Test("While a receiver does not answer, devices go on, and what is too much is dropped and counted")
    func slowReceiver() async throws {
        sender.hold()
        try await run { exported in
            exported.batch = 2
            exported.count = 10
        } _: { host in
            for _ in 0..<20 {
                try await host.send(.app("a", .launch(arguments: [])))
                try await host.send(.app("a", .terminate(.jetsam)))
            }
            await until { count(.dropped, .logs) == 3 * 20 - 10 }
            await host.group.triggerGracefulShutdown()
            // The heartbeat of streams, and the limit of the shutdown.
            await until { clock.sleeperCount == 2 }
            clock.advance(by: OpenTelemetryExporter.flushLimit)
        }
        #expect(count(.dropped, .logs) == 60)
    }

    @Test("A batch is sent again until the receiver takes it")
    func retry() async throws {
        sender.reply(.status(503, retryAfter: "2"))
        try await run { host in
            try await host.send(.app("a", .launch(arguments: [])))
            await until { clock.sleeperCount == 3 }
            clock.advance(by: .seconds(1))
            await until {
                sender.bodies(.logs).count == 1 && sender.bodies(.traces).count == 1 && clock.sleeperCount == 3
            }
            sender.reply(.status(200))
            clock.advance(by: .seconds(2))
            await until { count(.exported, .logs) == 2 }
            #expect(sender.bodies(.logs).count == 2 && sender.bodies(.logs)[0] == sender.bodies(.logs)[1])
        }
        #expect(count(.failed, .logs) == 0)
    }

    @Test("What a receiver refuses is counted, and not sent again")
    func refusal() async throws {
        sender.reply(.status(400))
        try await run { host in
            try await host.send(.app("a", .launch(arguments: [])))
            await until { clock.sleeperCount == 3 }
            clock.advance(by: .seconds(1))
            await until { count(.failed, .logs) == 2 }
        }
        #expect(sender.bodies(.logs).count == 1 && count(.exported, .logs) == 0)
    }

    @Test("What a receiver rejects of a batch is counted, up to all of it, and not sent again")
    func rejection() async throws {
        sender.reply(.status(200, body: Array(#"{"partialSuccess": {"rejectedLogRecords": "900"}}"#.utf8)))
        try await run { host in
            try await host.send(.app("a", .launch(arguments: [])))
            await until { clock.sleeperCount == 3 }
            clock.advance(by: .seconds(1))
            await until { count(.rejected, .logs) == 2 }
        }
        #expect(sender.bodies(.logs).count == 1 && count(.exported, .logs) == 0 && count(.failed, .logs) == 0)
    }

    @Test("Records that are missing are counted as a gap, and no span is left open for them")
    func gap() async throws {
        try await run(limits: limits { $0.streamedRecords = 8 }) { host in
            try await host.send(.app("a", .launch(arguments: [])))
            try await host.send(.device(.home))
            try await host.send(.app("a", .forceQuit))
            await until { (try? metrics.expectCounter("greenroom.otlp.gaps").totalValue) ?? 0 > 0 }
        }
        #expect(try metrics.expectGauge("greenroom.otlp.spans.open").lastValue ?? 0 <= 1)
    }

    @Test("A device that is deleted ends its spans")
    func deletion() async throws {
        try await run { host in
            try await host.send(.app("a", .launch(arguments: [])))
            try await host.registry.delete(Self.phone)
        }
        let names = sender.bodies(.traces).flatMap { $0["resourceSpans"]?.elements ?? [] }
            .flatMap { $0["scopeSpans"]?.elements ?? [] }.flatMap { $0["spans"]?.elements ?? [] }.map { $0["name"] }
        #expect(names.last == "process")
    }

    @Test("A receiver that is down at first, then answers 503 and then 200 gets everything once")
    func realReceiver() async throws {
        let port = try await TestReceiver.unusedPort()
        let endpoint = try #require(OTLPEndpoint("http://127.0.0.1:\(port)"))
        try await run(sender: OTLPClient(endpoint, version: "1.2.3")) { exported in
            // The clock is far ahead when a real request is answered.
            exported.age = nil
        } _: { host in
            try await host.send(.app("a", .launch(arguments: [])))
            await until { clock.sleeperCount == 3 }
            clock.advance(by: .seconds(1))
            // Both have been refused and wait for their next attempt.
            await until { clock.sleeperCount == 3 }
            try await TestReceiver.run([.status(503), .status(200)], port: port) { receiver in
                await until {
                    clock.advance(by: .seconds(1))
                    return count(.exported, .logs) == 2 && count(.exported, .traces) > 0
                }
                #expect(receiver.requests.count == 3)
            }
        }
        #expect(count(.failed, .logs) == 0 && count(.failed, .traces) == 0)
    }
}
