import StateCoding
import Synchronization
import TestKit
import Testing
import WireFormat

@testable import DeviceHost
@testable import LifecycleKernel

/// An app whose alarm goes off again and again; its handler writes so many logs of so many bytes.
private func ringing(
    _ id: BundleID = "com.example.notes",
    every length: Milliseconds = 1,
    logs: Int = 3,
    of bytes: Int = 1
) -> AppManifest {
    let alarm = AppBehavior.Entry.act(.setAlarm(.after(length)), takes: 0)
    let log = AppBehavior.Entry.act(.log(message: String(repeating: "x", count: bytes)), takes: 0)
    return AppManifest(
        bundleID: id,
        lifecycle: .appDelegate,
        behavior: AppBehavior(handlers: [
            .init(name: .didFinishLaunching, entries: [alarm]),
            .init(name: .alarmHandler, entries: [alarm] + Array(repeating: log, count: logs)),
        ])
    )
}

@Suite("What is settled before something is read", .timeLimit(.minutes(1)))
struct CatchUpTests {
    private let clock = HandMovedClock()

    private func device(
        _ id: String,
        in registry: DeviceRegistry,
        _ app: AppManifest = ringing()
    ) async throws -> DeviceID {
        var new = NewDevice.realtime(id)
        new.apps = [app]
        let device = try await registry.create(new).id
        _ = try await registry.apply(launchNotes, to: device)
        return device
    }

    /// Everything that reads one device.
    fileprivate static let readings: [(String, @Sendable (DeviceRegistry, DeviceID) async throws -> Void)] = [
        ("device", { _ = try await $0.device($1) }), ("clock", { _ = try await $0.clock(of: $1) }),
        ("list", { registry, _ in _ = try await registry.devices() }),
        ("processes", { _ = try await $0.processes(on: $1) }),
        ("processes of all", { registry, _ in _ = try await registry.processes() }),
        ("app", { _ = try await $0.app("com.example.notes", on: $1) }),
        ("explanation", { _ = try await $0.explanation(of: "com.example.notes", on: $1) }),
        ("events", { _ = try await $0.possibleEvents(on: $1, for: nil) }),
        ("timeline", { _ = try await $0.timeline(of: $1) }), ("state", { _ = try await $0.state(of: $1, at: nil) }),
        ("wait", { _ = try await $0.wait(on: $1, until: .app("com.example.notes", .active), timeout: .zero) }),
        ("input", { registry, device in _ = try await refusal { try await registry.apply(launchNotes, to: device) } }),
        (
            "input at a time",
            { registry, device in
                _ = try await refusal { try await registry.begin(to: device) { _ in launchNotes } }
            }
        ),
        ("tick", { registry, _ in await registry.tick(at: registry.wall.now) }),
    ]

    @Test(
        "is no more than one advance settles: in deadlines, records and bytes",
        arguments: CatchUpTests.readings.map(\.0),
        [
            (\HostLimits.deadlinesPerAdvance, 2), (\HostLimits.recordsPerAdvance, 2),
            (\HostLimits.bytesPerAdvance, 200),
        ]
    )
    func reading(name: String, limit: (any WritableKeyPath<HostLimits, Int> & Sendable, Int)) async throws {
        let registry = host(clock) {
            $0[keyPath: limit.0] = limit.1
            $0.deadlinesPerTick = 2
        }
        let device = try await device("a", in: registry)
        let before = await registry.shards[0].slots.values[0]!.device.lastSequence
        clock.advance(by: .seconds(3_600))
        let reading = try #require(Self.readings.first { $0.0 == name }).1
        try await reading(registry, device)
        let written = await registry.shards[0].slots.values[0]!.device.lastSequence.count(after: before)
        #expect(written > 0)
        // A deadline writes a handful of records here; a wait that is not met looks twice.
        #expect(written < 20, "\(name)")
    }

    @Test("leaves a device that is shown as far as it has got, and says so until it has caught up")
    func behind() async throws {
        let registry = host(clock) { $0.deadlinesPerAdvance = 100 }
        let device = try await device("a", in: registry, ringing(every: 1_000))
        #expect(try await registry.clock(of: device).value.isBehind == false)
        clock.advance(by: .seconds(250))
        let clockReading = try await registry.clock(of: device)
        #expect(clockReading.value.isBehind)
        #expect(clockReading.value.now < .manualStart + 250_000)
        #expect(clockReading.time == clockReading.value.now)
        let document = try await registry.device(device)
        #expect(document.clock.isBehind)
        #expect(document.clock.now > clockReading.value.now, "each reading goes on")
        #expect(
            try await refusal { try await registry.apply(launchNotes, to: device) }?.code == nil,
            "and so does an input"
        )
        let caughtUp = try await registry.clock(of: device).value
        #expect(!caughtUp.isBehind)
        #expect(caughtUp.now == .manualStart + 250_000)
    }

    @Test("is one budget for all devices of a page, which then ends early; following pages have each device once")
    func pages() async throws {
        let registry = host(clock) {
            $0.deadlinesPerAdvance = 1_000
            $0.recordsPerAdvance = 50
            $0.shards = 4
        }
        var made: [DeviceID] = []
        for number in 0..<60 { made.append(try await device("d\(100 + number)", in: registry, ringing(every: 1_000))) }
        func written() async -> Int {
            var count = 0
            for shard in registry.shards {
                for case let device? in await shard.slots.values { count += Int(device.device.lastSequence.rawValue) }
            }
            return count
        }
        clock.advance(by: .seconds(3_600))
        var found: [DeviceID] = []
        var pages = 0
        var next: String?
        repeat {
            let before = await written()
            let page = try await registry.devices(after: next, limit: 1_000)
            #expect(await written() - before < 70)
            #expect(!page.devices.isEmpty)
            #expect(!page.devices.contains { !$0.clock.isBehind })
            found += page.devices.map(\.id)
            next = page.next
            pages += 1
        } while next != nil
        #expect(found == made)
        #expect(pages > 1)
        var processes: [DeviceID] = []
        repeat {
            let before = await written()
            let page = try await registry.processes(after: next, limit: 1_000)
            #expect(await written() - before < 70)
            processes += page.processes.map(\.device)
            next = page.next
        } while next != nil
        #expect(processes == made)
    }

    @Test("does not have to be done again from the beginning for a fork: a state is kept after so many records")
    func fork() async throws {
        let registry = host(clock) {
            $0.recordsPerAdvance = 40
            $0.recordsPerDevice = 1_000
        }
        let device = try await device("a", in: registry, ringing(every: 1_000))
        for _ in 0..<30 {
            clock.advance(by: .seconds(5))
            _ = try await registry.clock(of: device)
        }
        let last = try await registry.device(device).sequence
        #expect(last > 400)
        #expect(try await refusal { try await registry.fork(device, at: 5) }?.code == "records-evicted")
        let oldest = try #require(await registry.shards[0].slots.values[0]!.cursor.snapshots.first)
        #expect(last.count(after: oldest) < 3 * 40)
        for sequence in [oldest, oldest + 30, last - 1, last] {
            let fork = try await registry.state(of: device, at: sequence)
            #expect(fork.lastSequence >= sequence && fork.lastSequence < sequence + 10)
        }
        #expect(try await registry.state(of: device, at: last).stateHash == registry.stateHash(of: device).value)
    }
}

@Suite("What is kept and shown is bounded by bytes", .timeLimit(.minutes(1)))
struct KeptBytesTests {
    private let clock = HandMovedClock()
    private let log = Input.action("com.example.notes", .log(message: String(repeating: "x", count: 1_000)))

    /// About what a log takes here.
    private static let size = 1_200

    @Test("The size of a record is not much less than it has as JSON, nor than its values take in memory")
    func sizes() throws {
        let empty = Value.array(Array(repeating: .array([]), count: 1_000))
        let object = Value.array(Array(repeating: ["a": 1], count: 1_000))
        func record(_ body: Record.Body) -> Record {
            Record(sequence: 1, time: .manualStart, cause: 1, bundleID: "a", body: body)
        }
        let manifest = AppManifest(
            bundleID: "a",
            behavior: AppBehavior(handlers: [.init(name: .expirationHandler, entries: [.returns(object)])])
        )
        let records: [(Record, atLeast: Int)] = [
            (record(.log(message: String(repeating: "x", count: 5_000))), 5_000),
            (record(.returned(callback: 1, took: 0, result: empty)), 40_000),
            (record(.returned(callback: 1, took: 0, result: object)), 90_000),
            (
                record(
                    .callback(Callback(name: .alarmHandler, applicationState: .active, arguments: [.init("a", object)]))
                ),
                90_000
            ),
            (record(.input(.install(manifest))), 90_000),
            (record(.input(.action("a", .log(message: String(repeating: "x", count: 5_000))))), 5_000),
        ]
        for (record, atLeast) in records {
            #expect(record.keptSize >= atLeast)
            #expect(record.keptSize >= JSONText.write(record).count)
        }
    }

    @Test("Records of a device, of all devices, and inputs for forks", arguments: [1, 4])
    func kept(shards: Int) async throws {
        let registry = host(clock) {
            $0.shards = shards
            $0.recordBytesPerDevice = 10 * Self.size
            $0.recordBytesInTotal = 30 * Self.size
            $0.inputBytesPerDevice = 5 * Self.size
        }
        let store = try #require(registry.store as? MemoryStore)
        var devices: [DeviceID] = []
        for number in 0..<10 { devices.append(try await registry.create(.manual("d\(number)")).id) }
        for device in devices { _ = try await registry.apply(launchNotes, to: device) }
        for _ in 0..<30 {
            for device in devices { _ = try await registry.apply(log, to: device) }
            #expect(store.bytes > 3 * Self.size && store.bytes <= 30 * Self.size / 4)
            for shard in registry.shards {
                let kept = await shard.kept
                #expect(kept.bytes <= max(30 * Self.size / shards, 10 * Self.size))
                var counted = KeptRecords()
                for case let device? in await shard.slots.values {
                    #expect(device.records.bytes <= 10 * Self.size)
                    counted += device.kept
                }
                #expect(kept == counted)
            }
        }
        let page = try await registry.timeline(of: devices[9], TimelineQuery(limit: 1_000))
        #expect(page.records.last?.sequence == page.sequence)
        for device in devices { try await registry.delete(device) }
        for shard in registry.shards { #expect(await shard.kept == KeptRecords()) }
        #expect(store.bytes == 0)
    }

    @Test(
        "A page of a timeline, from memory and from the store, and what is copied by a fork",
        arguments: [3, 1_000]
    )
    func pages(inMemory: Int) async throws {
        let small = limits {
            $0.pageBytes = 3 * Self.size
            $0.recordsPerDevice = inMemory
        }
        let device = try id("a")
        try await withHost(TestStore(), clock, small) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.apply(launchNotes, to: device)
            for _ in 0..<10 { _ = try await registry.apply([Input](repeating: log, count: 3), to: device) }
            var sequences: [SequenceNumber] = []
            var query = TimelineQuery(after: 0, limit: 1_000)
            while true {
                let page = try await registry.timeline(of: device, query)
                let size = page.records.reduce(0) { $0 + $1.keptSize }
                #expect(size - (page.records.last?.keptSize ?? 0) <= 3 * Self.size)
                sequences += page.records.map(\.sequence)
                guard let next = page.next, sequences.count < 1_000 else { break }
                query.after = next
            }
            let last = try await registry.device(device).sequence
            #expect(sequences == Array(1...last))
            let newest = try await registry.timeline(of: device, TimelineQuery(limit: 1_000, last: 1_000))
            #expect((2...4).contains(newest.records.count))
            #expect(newest.records.last?.sequence == last)
            let fork = try await registry.fork(device)
            let copied = try await registry.timeline(of: fork.id, TimelineQuery(last: 1_000)).records
            #expect(copied.last?.sequence == last)
        }
    }

    @Test("A query for few of many records in the store ends its page early and goes on")
    func sparse() async throws {
        let device = try id("a")
        let small = limits {
            $0.recordsPerDevice = 3
            $0.storedRecordsPerDevice = 1_000_000
        }
        let large = Input.action("com.example.notes", .log(message: String(repeating: "x", count: 8_000)))
        try await withHost(TestStore(), clock, small) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.apply(launchNotes, to: device)
            for _ in 0..<20 { _ = try await registry.apply([Input](repeating: large, count: 60), to: device) }
            _ = try await registry.apply([pressHome] + [Input](repeating: log, count: 4), to: device)
            var query = TimelineQuery(after: 0, limit: 1_000, kinds: [.memory, .scene, .process])
            var found: [Record] = []
            var pages = 0
            while true {
                let page = try await registry.timeline(of: device, query)
                found += page.records
                pages += 1
                guard let next = page.next, pages < 100 else { break }
                #expect(next > query.after ?? 0)
                query.after = next
            }
            #expect(pages > 1)
            #expect(found.states == [.inactive, .active, .inactive, .background])
        }
    }

    @Test("A timeline that is exported; one without its beginning is refused before the store is read")
    func export() async throws {
        let store = TestStore()
        let device = try id("a")
        let small = limits {
            $0.recordsPerDevice = 3
            $0.exportedBytes = 20 * Self.size
            $0.pageBytes = 2 * Self.size
            $0.stepsPerSnapshot = 5
            $0.storedRecordsPerDevice = 40
        }
        try await withHost(store, clock, small) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.apply(launchNotes, to: device)
            #expect(try await registry.completeTimeline(of: device).records.first?.sequence == 1)
            for _ in 0..<10 { _ = try await registry.apply(log, to: device) }
            #expect(
                try await refusal { try await registry.completeTimeline(of: device) }
                    == .tooComplex(what: "bytes of records in a timeline that is exported", limit: 20 * Self.size)
            )
            for _ in 0..<60 { _ = try await registry.apply(launchNotes, to: device) }
            store.isUnreadable = true
            #expect(try await refusal { try await registry.completeTimeline(of: device) }?.code == "records-evicted")
        }
    }

    @Test("The manifests of a device's apps, new or updated, one by one or in a list")
    func apps() async throws {
        let registry = host(clock) { $0.appBytesPerDevice = 12_000 }
        let refused = HostError.limitReached(what: "bytes of apps on a device", limit: 12_000)
        func app(_ id: BundleID, logs: Int) -> AppManifest { ringing(id, logs: logs, of: 1_000) }
        let device = try await registry.create(.manual("a", apps: [app("a", logs: 4)])).id
        await #expect(throws: refused) { try await registry.install(app("b", logs: 6), on: device) }
        await #expect(throws: refused) { try await registry.install(app("a", logs: 10), on: device) }
        await #expect(throws: refused) {
            try await registry.apply([.install(app("b", logs: 2)), .install(app("c", logs: 3))], to: device)
        }
        await #expect(throws: refused) {
            try await registry.create(.manual("b", apps: [app("a", logs: 5), app("b", logs: 5)]))
        }
        _ = try await registry.install(app("b", logs: 3), on: device)
        _ = try await registry.install(app("a", logs: 1), on: device)
        _ = try await registry.install(app("b", logs: 6), on: device)
        #expect(try await registry.apps(on: device).value.count == 2)
    }

    @Test("A page of devices, and of processes")
    func lists() async throws {
        let registry = host(clock) { $0.pageBytes = 2_500 }
        var made: [DeviceID] = []
        for number in 0..<20 { made.append(try await registry.create(.manual("d\(100 + number)")).id) }
        for device in made { _ = try await registry.apply(launchNotes, to: device) }
        var devices: [DeviceID] = []
        var processes: [DeviceID] = []
        var next: String?
        repeat {
            let page = try await registry.devices(after: next, limit: 1_000)
            #expect((1...3).contains(page.devices.count))
            devices += page.devices.map(\.id)
            next = page.next
        } while next != nil
        repeat {
            let page = try await registry.processes(after: next, limit: 1_000)
            #expect((1...10).contains(page.processes.count))
            processes += page.processes.map(\.device)
            next = page.next
        } while next != nil
        #expect(devices == made)
        #expect(processes == made)
    }

    @Test("What a stream holds of a reader that does not read; all readers share what they send")
    func streams() async throws {
        let registry = host(clock)
        let device = try await registry.create(.manual("a")).id
        _ = try await registry.apply(launchNotes, to: device)
        let large = Input.action("com.example.notes", .log(message: String(repeating: "x", count: 100_000)))
        for _ in 0..<20 { _ = try await registry.apply(large, to: device) }
        func step(_ subscription: RecordSubscription) async -> [StreamedRecord] {
            guard case .items(let items) = await subscription.next() else { return [] }
            return items.compactMap { if case .record(let record) = $0.content { record } else { nil } }
        }
        var subscriptions: [RecordSubscription] = []
        var steps: [[StreamedRecord]] = []
        for _ in 0..<3 {
            let subscription = try await registry.follow(device)
            subscriptions.append(subscription)
            _ = await step(subscription)
            steps.append(await step(subscription))
        }
        for records in steps {
            #expect(!records.isEmpty)
            #expect(records.dropLast().reduce(0) { $0 + $1.keptSize } < RecordSubscription.stepSize.bytes)
            #expect(zip(records, steps[0]).allSatisfy { $0 === $1 })
        }
        var made = 0
        for records in steps {
            for record in records {
                _ = record.shared { record in
                    made += 1
                    return JSONText.write(record)
                }
            }
        }
        #expect(made == steps[0].count)
    }

    @Test("What waits for the fan-out, and what it keeps for the streams of all devices")
    func published() async throws {
        let registry = host(clock) { $0.streamedBytes = 20 * Self.size }
        let device = try await registry.create(.manual("a")).id
        _ = try await registry.apply(launchNotes, to: device)
        let subscription = try registry.followAll()
        for _ in 0..<100 {
            _ = try await registry.apply(log, to: device)
            #expect(registry.hub.state.withLock { $0.batch.itemBytes } <= 20 * Self.size)
        }
        await registry.distributePublished()
        #expect(registry.hub.all.bytes <= 20 * Self.size)
        for _ in 0..<100 {
            _ = try await registry.apply(log, to: device)
            await registry.distributePublished()
            #expect(registry.hub.all.bytes <= 20 * Self.size)
        }
        guard case .gap(let gap) = await subscription.next() else {
            Issue.record("no gap")
            return
        }
        #expect(gap.reason == .resumedTooLate || gap.reason == .fellBehind)
    }
}
