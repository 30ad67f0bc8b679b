import LifecycleKernel
import Metrics
import MetricsTestKit
import TestKit
import Testing

@testable import DeviceHost

@Suite("Metrics of the host")
struct HostMetricsTests {
    private let metrics = TestMetrics()
    private let clock = HandMovedClock()
    private let registry: DeviceRegistry

    init() {
        let clock = clock
        registry = withMetricsFactory(metrics) {
            DeviceRegistry(limits: HostLimits(), wall: clock, metrics: HostMetrics(), store: nil)
        }
    }

    private func counted(_ label: String, _ dimensions: (String, String)...) throws -> Int64 {
        try metrics.expectCounter(label, dimensions).totalValue
    }

    @Test("Inputs, changes of state, ends of processes and gauges are shown once they are published")
    func counts() async throws {
        let device = try await registry.create(.manual("a")).id
        _ = try await registry.apply(launchNotes, to: device)
        _ = try await registry.apply(.event(.app("com.example.notes", .crash(.abort, message: nil))), to: device)
        _ = try await registry.apply(launchNotes, to: device)
        #expect(try counted("greenroom.inputs", ("kind", "event")) == 0)
        await registry.publishMetrics()
        #expect(try counted("greenroom.inputs", ("kind", "event")) == 3)
        #expect(try counted("greenroom.inputs", ("kind", "install")) == 1)
        #expect(try counted("greenroom.transitions", ("from", "inactive"), ("to", "active")) == 2)
        #expect(try counted("greenroom.exits", ("reason", "abnormal")) == 1)
        #expect(try metrics.expectGauge("greenroom.processes", [("state", "active")]).lastValue == 1)
        #expect(try metrics.expectGauge("greenroom.devices").lastValue == 1)
        #expect(try metrics.expectGauge("greenroom.waiters").lastValue == 0)
        await registry.publishMetrics()
        #expect(try counted("greenroom.inputs", ("kind", "event")) == 3, "nothing is counted twice")
    }

    @Test("Findings and verdicts on pushes are counted once, also if a device is forked and an answer is given again")
    func findingsAndPushes() async throws {
        let device = try await registry.create(.manual("a")).id
        _ = try await registry.apply(launchNotes, to: device)
        _ = try await registry.apply(.action("com.example.notes", .edit(count: 1, scene: nil)), to: device)
        _ = try await registry.apply(.event(.app("com.example.notes", .crash(.abort, message: nil))), to: device)
        let push = RemoteNotification(bundleID: "com.example.notes", payload: ["aps": ["alert": "Hello"]])
        _ = try await registry.apply(.event(.push(push)), to: device)
        _ = try await registry.fork(device, as: id("copy"))
        _ = try await registry.timeline(of: device)
        for _ in 0..<2 {
            await registry.publishMetrics()
            #expect(try counted("greenroom.findings", ("code", "dataLoss")) == 1)
            #expect(try counted("greenroom.push.verdicts", ("verdict", "shown")) == 1)
            #expect(try counted("greenroom.push.verdicts", ("verdict", "dropped")) == 0)
        }
    }

    @Test("What a server has counted is not counted again by one that recovers its devices")
    func recovered() async throws {
        let store = TestStore()
        try await withHost(store, clock) { registry in
            let device = try await registry.create(.manual("a")).id
            _ = try await registry.apply(launchNotes, to: device)
            _ = try await registry.apply(.action("com.example.notes", .edit(count: 1, scene: nil)), to: device)
            _ = try await registry.apply(.event(.app("com.example.notes", .crash(.abort, message: nil))), to: device)
        }
        let registry = withMetricsFactory(metrics) {
            DeviceRegistry(limits: limits(), wall: clock, metrics: HostMetrics(), store: store)
        }
        try await runUntilShutdown(try #require(CommitService(registry: registry, logger: quietLogger))) {
            _ = try await registry.recover(logger: quietLogger)
            #expect(try await registry.audit(of: "com.example.notes", on: id("a")).value.findings.count > 0)
            _ = try await registry.apply(launchNotes, to: id("a"))
            await registry.publishMetrics()
            #expect(try counted("greenroom.inputs", ("kind", "event")) == 1)
            #expect(try counted("greenroom.findings", ("code", "dataLoss")) == 0)
            #expect(try counted("greenroom.exits", ("reason", "abnormal")) == 0)
        }
    }

    @Test("An input that is refused because a device has as many of something as it may have is counted")
    func limitReached() async throws {
        let device = try await registry.create(.manual("a")).id
        _ = try await registry.apply(launchNotes, to: device)
        let again = Input.event(.device(.answerCall))
        #expect(try await refusal { try await registry.apply(again, to: device) }?.code == "not-possible-now")
        for number in 0..<HostLimits().appsPerDevice - 1 {
            _ = try await registry.install(AppManifest(bundleID: "com.example.app\(number)"), on: device)
        }
        let oneMore = AppManifest(bundleID: "com.example.onemore")
        #expect(try await refusal { try await registry.install(oneMore, on: device) }?.code == "limit-reached")
        await registry.publishMetrics()
        #expect(try counted("greenroom.inputs.limit_reached") == 1)
    }

    @Test("A tick publishes as well, with its duration and how late it was")
    func ticks() async throws {
        let device = try await registry.create(.realtime("a")).id
        let home = try await registry.apply([launchNotes, pressHome], to: device)
        let grace = try #require(home.nextDeadline) - home.time
        await clock.advance(by: .milliseconds(grace + 251), ticking: registry)
        #expect(try counted("greenroom.transitions", ("from", "background"), ("to", "suspended")) == 1)
        #expect(try metrics.expectGauge("greenroom.tick.lag").lastValue == 0.25)
        #expect(try metrics.expectTimer("greenroom.tick.duration").values.count == 1)
        #expect(try metrics.expectGauge("greenroom.processes", [("state", "suspended")]).lastValue == 1)
    }

    @Test("Streams, what they were sent and what they missed are shown")
    func streams() async throws {
        let subscription = try registry.followAll(after: StreamEventID("another-1"))
        guard case .gap = await subscription.next() else { return #expect(Bool(false), "the gap comes first") }
        subscription.count(sent: 3)
        await registry.publishMetrics()
        await registry.publishMetrics()
        #expect(try metrics.expectGauge("greenroom.stream.subscribers").lastValue == 1)
        #expect(try counted("greenroom.stream.records") == 3)
        #expect(try counted("greenroom.stream.gaps") == 1)
    }

    @Test("Every change of state that a process makes has a counter")
    func transitions() {
        #expect(Set(HostMetrics.possibleTransitions).count == 21)
        #expect(!HostMetrics.possibleTransitions.contains { $0.from == $0.to })
    }
}
