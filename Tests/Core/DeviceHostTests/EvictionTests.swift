import LifecycleKernel
import Metrics
import MetricsTestKit
import TestKit
import Testing
import WireFormat

@testable import DeviceHost

@Suite("Devices that are evicted", .timeLimit(.minutes(1)))
struct EvictionTests {
    private let store = TestStore()
    private let clock = HandMovedClock()
    private let few = limits {
        $0.shards = 1
        $0.devicesInMemory = 2
    }
    private let notes: BundleID = "com.example.notes"

    /// Has a device evicted by others that need its room.
    private func evict(_ id: DeviceID, in registry: DeviceRegistry) async throws {
        for _ in 0..<4 where await !registry.shards[0].isEvicted(id) {
            _ = try await registry.create(NewDevice(settings: DeviceSettings(clock: ClockSettings(mode: .manual))))
        }
        try #require(await registry.shards[0].isEvicted(id))
    }

    /// How many devices are in memory.
    private func inMemory(_ registry: DeviceRegistry) async -> Int { await registry.shards[0].slots.count }

    /// Makes the device a, whose app has been launched and sent home.
    private func live(_ registry: DeviceRegistry, _ new: NewDevice = .manual("a")) async throws -> DeviceID {
        let device = try await registry.create(new).id
        _ = try await registry.apply([launchNotes, pressHome], to: device)
        _ = try await registry.apply(launchNotes, to: device)
        return device
    }

    @Test("are those that were not used lately, and are as they were when they are loaded")
    func loaded() async throws {
        try await withHost(store, clock, few) { registry in
            let device = try await live(registry)
            let before = (
                try await registry.stateHash(of: device).value, "\(try await registry.device(device))",
                try await registry.timeline(of: device, TimelineQuery(limit: 1_000)).records
            )
            try await evict(device, in: registry)
            #expect(try await registry.stateHash(of: device).value == before.0)
            #expect("\(try await registry.device(device))" == before.1)
            #expect(try await registry.timeline(of: device, TimelineQuery(limit: 1_000)).records == before.2)
            #expect(await inMemory(registry) == 2)
        }
    }

    @Test("take part in everything", arguments: requests.indices)
    func everything(index: Int) async throws {
        try await withHost(store, clock, few) { registry in
            let device = try await live(registry, .manual("a").labelled("run", "1"))
            try await evict(device, in: registry)
            try await Self.requests[index].1(registry, device)
        }
    }

    private static let requests: [(String, @Sendable (DeviceRegistry, DeviceID) async throws -> Void)] = [
        ("input", { host, id async throws in #expect(try await host.apply(pressHome, to: id).records.count > 1) }),
        (
            "inputs",
            { host, id async throws in
                #expect(try await host.apply([pressHome, launchNotes], to: id).records.count > 1)
            }
        ),
        (
            "begun",
            { host, id async throws in #expect(try await host.begin(pressHome, to: id).whenDurable().sequence > 3) }
        ),
        (
            "at its time",
            { host, id async throws in
                #expect(try await host.begin(to: id) { _ in pressHome }.whenDurable().sequence > 3)
            }
        ),
        (
            "advance",
            { host, id async throws in #expect(try await host.advance(id, .by(60_000)).time == .manualStart + 60_000) }
        ),
        (
            "clock",
            { host, id async throws in
                _ = try await host.changeClock(of: id, ClockChange(mode: .realtime))
                #expect(try await host.clock(of: id).value.settings.mode == .realtime)
            }
        ),
        ("installation", { host, id async throws in #expect(try await host.install(attached, on: id).isNew) }),
        (
            "app",
            { host, id async throws in #expect(try await host.app("com.example.notes", on: id).value.state == .active) }
        ),
        (
            "fork",
            { host, id async throws in
                let hash = try await host.stateHash(of: id).value
                #expect(try await host.stateHash(of: host.fork(id).id).value == hash)
            }
        ),
        ("earlier fork", { host, id async throws in #expect(try await host.fork(id, at: 3).sequence >= 3) }),
        (
            "newest record",
            { host, id async throws in #expect(try await host.timeline(of: id, .init(last: 1)).records.count == 1) }
        ),
        (
            "complete timeline",
            { host, id async throws in #expect(try await host.completeTimeline(of: id).records.count > 3) }
        ),
        (
            "wait",
            { host, id async throws in
                let active = Condition.app("com.example.notes", .active)
                #expect(try await host.wait(on: id, until: active, timeout: .zero).end == .met)
            }
        ),
        (
            "callbacks",
            { host, id async throws in
                let error = try await refusal { try await host.callbacks(of: "com.example.notes", on: id) }
                #expect(error?.code == "not-possible-now")
            }
        ),
        (
            "idempotency key",
            { host, id async throws in
                let print = RequestFingerprint(method: "POST", path: "/", body: [])
                let answer = StoredAnswer(status: 200, body: [1])
                #expect(try await host.once("key", print, in: .device(id)) { answer } == answer)
            }
        ),
        (
            "stream",
            { host, id async throws in
                let subscription = try await host.follow(id)
                guard case .items(let items) = await subscription.next() else {
                    Issue.record("there is no record")
                    return
                }
                #expect(items.count > 3)
            }
        ),
        ("list", { host, id async throws in #expect(try await host.devices().devices.contains { $0.id == id }) }),
        (
            "list by label",
            { host, id async throws in #expect(try await host.devices(labels: [runLabel]).devices.map(\.id) == [id]) }
        ),
        ("processes", { host, id async throws in #expect(try await host.processes().processes.map(\.device) == [id]) }),
        (
            "processes in a state",
            { host, id async throws in
                #expect(try await host.processes(ProcessQuery(state: .active)).processes.map(\.device) == [id])
            }
        ),
        (
            "summary",
            { host, id async throws in
                let summary = await host.summary()
                #expect(summary.devices == host.deviceCount)
                #expect(summary.counts.first { $0.state == .active }?.count == 1)
            }
        ),
        (
            "summary by label",
            { host, id async throws in
                let summary = try await host.summary(labels: [runLabel])
                #expect(summary.devices == 1)
                #expect(summary.counts.first { $0.state == .active }?.count == 1)
                #expect(try await host.summary(labels: [Label(key: "run", value: "none")]).devices == 0)
            }
        ),
        (
            "processes by label",
            { host, id async throws in
                let found = try await host.processes(ProcessQuery(labels: [runLabel]))
                #expect(found.processes.map(\.device) == [id])
            }
        ),
        (
            "the same id",
            { host, id async throws in
                await #expect(throws: HostError.deviceExists(id)) { try await host.create(NewDevice(id: id)) }
            }
        ),
        (
            "removal",
            { host, id async throws in
                let count = host.deviceCount
                try await host.delete(id)
                #expect(host.deviceCount == count - 1)
                await #expect(throws: HostError.unknownDevice(id)) { try await host.device(id) }
                #expect(await host.summary().counts.first { $0.state == .active }?.count == 0)
                _ = try await host.create(.manual("a"))
            }
        ),
        (
            "removal by label",
            { host, id async throws in
                #expect(try await host.deleteAll(labels: [runLabel]) == 1)
                await #expect(throws: HostError.unknownDevice(id)) { try await host.device(id) }
            }
        ),
    ]

    @Test("are not those that something waits for, or that are not durable yet")
    func staying() async throws {
        try await withHost(store, clock, few) { registry in
            let shard = registry.shards[0]
            let (waiting, followed) = (try await live(registry), try await live(registry, .manual("b")))
            let running = try await live(registry, .realtime("c"))
            let subscription = try await registry.follow(followed)
            try await withThrowingTaskGroup(of: WaitOutcome.self) { group in
                group.addTask {
                    try await registry.wait(on: waiting, until: .record(["kind": "exit"]), timeout: .seconds(3_600))
                }
                await until { clock.sleeperCount == 1 }
                // It is suspended in a few seconds.
                _ = try await registry.apply(pressHome, to: running)
                for _ in 0..<6 { _ = try await registry.create(.manual()) }
                for id in [waiting, followed, running] { #expect(await !shard.isEvicted(id)) }
                _ = try await registry.apply(
                    .event(.app(notes, .crash(.abort, message: nil))),
                    to: waiting
                )
                #expect(try await group.next()?.end == .met)
            }
            await clock.advance(by: .seconds(120), ticking: registry)
            subscription.cancel()
            _ = try await registry.apply(launchNotes, to: running)
            for id in [waiting, running] { try await evict(id, in: registry) }
            store.hold()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await registry.apply(launchNotes, to: waiting) }
                await until { store.heldCount == 1 }
                for _ in 0..<6 { group.addTask { _ = try await registry.create(.manual()) } }
                await until { registry.queue?.count == 6 }
                #expect(await !shard.isEvicted(waiting))
                store.resume()
                try await group.waitForAll()
            }
            await registry.tick(at: clock.now)
            #expect(await inMemory(registry) <= 3, "what has become durable is evicted")
        }
    }

    @Test("are loaded when something is due, at its instant")
    func due() async throws {
        try await withHost(store, clock, few) { registry in
            // The app is suspended after some minutes, as the clock is slow.
            let device = try await registry.create(.realtime("a", rate: 0.01)).id
            let home = try await registry.apply([launchNotes, pressHome], to: device)
            let grace = try #require(home.nextDeadline) - home.time
            try await evict(device, in: registry)
            await clock.advance(by: .milliseconds(grace) * 100 - .seconds(1), ticking: registry)
            #expect(await registry.shards[0].isEvicted(device))
            await clock.advance(by: .seconds(2), ticking: registry)
            #expect(await !registry.shards[0].isEvicted(device))
            let records = try await registry.timeline(of: device, TimelineQuery(kinds: [.process], last: 1)).records
            #expect(records.first?.time == home.time + grace)
        }
    }

    @Test("have clocks that run on")
    func clocks() async throws {
        try await withHost(store, clock, few) { registry in
            let device = try await live(registry, .realtime("a"))
            await clock.advance(by: .seconds(600), ticking: registry)
            try await evict(device, in: registry)
            clock.advance(by: .seconds(60))
            #expect(try await registry.clock(of: device).time == .manualStart + 660_000)
        }
    }

    @Test("expire as others do, unless they were used")
    func expiry() async throws {
        try await withHost(store, clock, few) { registry in
            var new = NewDevice.manual("a")
            new.expiresAfter = 600_000
            let device = try await registry.create(new).id
            try await evict(device, in: registry)
            await clock.advance(by: .seconds(400), ticking: registry)
            _ = try await registry.device(device)
            try await evict(device, in: registry)
            await clock.advance(by: .seconds(400), ticking: registry)
            // A list is no use of its devices.
            #expect(try await registry.devices().devices.contains { $0.id == device })
            await clock.advance(by: .seconds(201), ticking: registry)
            await registry.tick(at: clock.now)
            await #expect(throws: HostError.unknownDevice(device)) { try await registry.device(device) }
        }
    }

    @Test("are loaded once for all requests that come together")
    func together() async throws {
        try await withHost(store, clock, few) { registry in
            let device = try await live(registry)
            try await evict(device, in: registry)
            let before = store.deviceReadings
            try await withThrowingTaskGroup(of: SequenceNumber.self) { group in
                for _ in 0..<20 { group.addTask { try await registry.apply(launchNotes, to: device).sequence } }
                var sequences: [SequenceNumber] = []
                for try await sequence in group { sequences.append(sequence) }
                #expect(Set(sequences).count == 20)
            }
            #expect(store.deviceReadings == before + 1)
        }
    }

    @Test("stay for waits what they were: a record that came before is found, unless it is no longer kept")
    func waits() async throws {
        let one = limits {
            $0.shards = 1
            $0.devicesInMemory = 2
            $0.stepsPerSnapshot = 1
            $0.recordsPerDevice = 20
        }
        try await withHost(store, clock, one) { registry in
            let device = try await live(registry)
            let last = try await registry.device(device).sequence
            try await evict(device, in: registry)
            let home = Condition.record(["kind": "input"])
            let outcome = try await registry.wait(on: device, until: home, after: last - 19, timeout: .zero)
            #expect(outcome.end == .met)
            await #expect(throws: HostError.recordsEvicted(oldest: last - 19)) {
                try await registry.wait(on: device, until: .record(["kind": "exit"]), after: 1, timeout: .zero)
            }
        }
    }

    @Test("give an error while the store cannot be read; nothing is left out of a list")
    func unreadable() async throws {
        try await withHost(store, clock, few) { registry in
            let device = try await live(registry)
            try await evict(device, in: registry)
            store.isUnreadable = true
            #expect(try await refusal { try await registry.device(device) }?.code == "store-unavailable")
            #expect(try await refusal { try await registry.delete(device) }?.code == "store-unavailable")
            #expect(try await refusal { try await registry.devices() }?.code == "store-unavailable")
            #expect(try await refusal { try await registry.processes() }?.code == "store-unavailable")
            store.isUnreadable = false
            #expect(try await registry.device(device).sequence > 3)
            #expect(try await registry.devices().devices.count == registry.deviceCount)
        }
    }

    @Test("are set aside if they cannot be restored, and can be deleted then", arguments: [true, false])
    func damage(isDeletedAtOnce: Bool) async throws {
        let log = LogText()
        try await withHost(store, clock, few, logger: log.logger) { registry in
            let device = try await live(registry)
            try await evict(device, in: registry)
            let count = registry.deviceCount
            store.tamper { _, snapshots in snapshots[0].state[20] ^= 1 }
            if !isDeletedAtOnce {
                #expect(try await refusal { try await registry.device(device) }?.code == "device-set-aside")
                #expect(try await !registry.devices().devices.contains { $0.id == device })
                #expect(await registry.summary().devices == count - 1)
            }
            try await registry.delete(device)
            #expect(log.all.contains("set aside"))
            #expect(registry.deviceCount == count - 1)
            _ = try await registry.create(.manual("a"))
        }
    }

    @Test("are not those in use when all devices are listed")
    func lists() async throws {
        let four = limits {
            $0.shards = 1
            $0.devicesInMemory = 4
        }
        try await withHost(store, clock, four) { registry in
            for number in 0..<20 { _ = try await registry.create(.manual("d\(number)")) }
            let used = try (0..<4).map { try id("d\($0)") }
            for id in used + used { _ = try await registry.device(id) }
            let listed = try await registry.devices()
            #expect(listed.devices.count == 20)
            for id in used { #expect(await !registry.shards[0].isEvicted(id)) }
            #expect(await inMemory(registry) == 4)
        }
    }

    @Test("are those that a start has no room for")
    func start() async throws {
        try await withHost(store, clock) { registry in
            for number in 0..<50 { _ = try await registry.create(.manual("d\(number)")) }
        }
        try await withHost(store, clock, few) { registry async throws in
            #expect(registry.deviceCount == 50)
            #expect(await inMemory(registry) == 2)
            #expect(await registry.summary().counts.first { $0.state == .notRunning }?.count == 50)
            #expect(try await registry.devices().devices.count == 50)
        }
    }

    @Test("have their clocks stopped where a shutdown found them")
    func shutdown() async throws {
        let registry = DeviceRegistry(limits: few, wall: clock, store: store)
        try await runUntilShutdown(try #require(CommitService(registry: registry, logger: quietLogger))) {
            let device = try await live(registry, .realtime("a"))
            await clock.advance(by: .seconds(600), ticking: registry)
            try await evict(device, in: registry)
            clock.advance(by: .seconds(3_600))
        }
        let device = try id("a")
        try await withHost(store, clock) { registry async throws in
            #expect(try await registry.clock(of: device).time == .manualStart + 4_200_000)
        }
    }

    @Test("are counted")
    func metrics() async throws {
        let metrics = TestMetrics()
        let registry = withMetricsFactory(metrics) {
            DeviceRegistry(limits: few, wall: clock, metrics: HostMetrics(), store: store)
        }
        try await runUntilShutdown(try #require(CommitService(registry: registry, logger: quietLogger))) {
            let device = try await live(registry)
            try await evict(device, in: registry)
            await registry.publishMetrics()
            let devices = registry.deviceCount
            #expect(try metrics.expectGauge("greenroom.devices").lastValue == Double(devices))
            #expect(try metrics.expectGauge("greenroom.devices.in_memory").lastValue == 2)
            #expect(try metrics.expectCounter("greenroom.devices.evicted").totalValue == Int64(devices - 2))
            #expect(try metrics.expectGauge("greenroom.processes", [("state", "active")]).lastValue == 1)
            store.isUnreadable = true
            _ = try await refusal { try await registry.device(device) }
            store.isUnreadable = false
            _ = try await registry.device(device)
            await registry.publishMetrics()
            #expect(try metrics.expectCounter("greenroom.devices.loaded").totalValue == 1)
            #expect(try metrics.expectCounter("greenroom.store.read.failures").totalValue == 1)
        }
    }

    @Test("are none without a data directory")
    func withoutStore() async throws {
        let registry = host(clock) { $0.devicesInMemory = 1 }
        for _ in 0..<10 { _ = try await registry.create(.manual()) }
        #expect(await inMemory(registry) == 10)
    }
}

private let runLabel = Label(key: "run", value: "1")

extension NewDevice {
    /// The device with a label.
    fileprivate func labelled(_ key: String, _ value: String) -> NewDevice {
        var new = self
        new.labels = [Label(key: key, value: value)]
        return new
    }
}
