import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import DeviceHost

@Suite("Recovery", .timeLimit(.minutes(1)))
struct RecoveryTests {
    private let store = TestStore()

    /// Makes the devices a and b with something on their timelines.
    private func live(_ limits: HostLimits = limits()) async throws {
        try await withHost(store, HandMovedClock(), limits) { registry in
            for name in ["a", "b"] {
                _ = try await registry.create(.manual(name))
                for _ in 0..<5 {
                    _ = try await registry.apply([launchNotes, pressHome], to: try id(name))
                    _ = try await registry.advance(id(name), .by(60_000))
                }
            }
        }
    }

    static let damages: [(String, @Sendable (inout [StoredStep], inout [StoredSnapshot]) -> Void)] = [
        ("a byte of a record", { steps, _ in steps[5].records[10] ^= 1 }),
        ("a digest", { steps, _ in steps[5].digest ^= 1 }),
        ("a step that is gone", { steps, _ in steps.remove(at: 5) }),
        ("an instant", { steps, _ in steps[5].at = steps[5].at + 1_000 }),
        ("a limit", { steps, _ in steps[6].limits.deadlines = 0 }),
        ("a limit of records", { steps, _ in steps[6].limits.records = 0 }),
        ("a limit of bytes", { steps, _ in steps[6].limits.bytes = 0 }),
        ("a snapshot's byte", { _, snapshots in snapshots[0].state[20] ^= 1 }),
        ("a snapshot's hash", { _, snapshots in snapshots[0].hash ^= 1 }),
        ("no snapshot", { _, snapshots in snapshots.removeFirst() }),
    ]

    @Test("sets a device aside that is not as it was written, and recovers the others", arguments: damages.indices)
    func damage(index: Int) async throws {
        try await live()
        store.tamper(Self.damages[index].1)
        try await withHost(store, settingAside: true) { registry in
            let (broken, whole) = (try id("a"), try id("b"))
            let refusal = try await refusal { try await registry.device(broken) }
            #expect(refusal?.code == "device-set-aside", "\(Self.damages[index].0)")
            #expect(try await registry.device(whole).sequence > 10)
            #expect(try await registry.devices().devices.map(\.id) == [whole])
            #expect(throws: Never.self) { try #require(refusal?.detail.description.isEmpty == false) }
            await #expect(throws: HostError.deviceExists(broken)) { try await registry.create(.manual("a")) }
            try await registry.delete(broken)
            _ = try await registry.create(.manual("a"))
        }
        let replay = try await StoreReplay(of: store)
        #expect(replay.differences.isEmpty, "what was wrong was deleted")
    }

    @Test("reads many devices at once")
    func readings() async throws {
        try await withHost(store) { registry in
            for number in 0..<20 { _ = try await registry.create(.manual("d\(number)")) }
        }
        let before = store.deviceReadings
        try await withHost(store) { registry in #expect(registry.deviceCount == 20) }
        #expect(store.deviceReadings == before + 1)
    }

    @Test("stops advances where they stopped, whatever the limits are now", arguments: [1, 3, 7])
    func limitedAdvances(records: Int) async throws {
        let device = try id("a")
        let (hash, fork) = try await withHost(store, HandMovedClock(), limits { $0.recordsPerAdvance = records }) {
            registry in
            _ = try await registry.create(.manual("a"))
            let tasks = (1...20).map { number in
                Input.action(
                    "com.example.notes",
                    .beginBackgroundTask(
                        name: "t\(number)",
                        endsAfter: Milliseconds(100 * number),
                        hasExpirationHandler: false
                    )
                )
            }
            _ = try await registry.apply([launchNotes] + tasks + [pressHome], to: device)
            let stopped = try await registry.advance(device, .by(3_600_000))
            #expect(stopped.stopped == .records)
            return (
                try await registry.stateHash(of: device).value,
                try await registry.stateHash(of: registry.fork(device, at: stopped.sequence - 1).id).value
            )
        }
        try await withHost(store) { registry in
            #expect(try await registry.stateHash(of: device).value == hash)
            let again = try await registry.fork(device, at: registry.device(device).sequence - 1).id
            #expect(try await registry.stateHash(of: again).value == fork)
        }
        #expect(try await StoreReplay(of: store).differences.isEmpty)
    }

    @Test("stops advances at callbacks where they stopped")
    func advancesToCallbacks() async throws {
        let device = try id("a")
        let hashes = try await withHost(store) { registry in
            _ = try await registry.create(.manual("a", apps: [attached]))
            let app = attached.bundleID
            _ = try await registry.apply(.event(.app(app, .launch(arguments: []))), to: device)
            var hashes: [UInt64] = []
            for _ in 0..<3 {
                let outcome = try await registry.advance(device, Advance(.by(60_000), stopsAtCallbacks: true))
                #expect(outcome.stopped == .callback)
                #expect(outcome.callbacks.map(\.bundleID) == [app])
                hashes.append(try await registry.stateHash(of: device).value)
                let completion = Completion(callback: try #require(outcome.callbacks.first).callback.sequence)
                _ = try await registry.apply(.completion(app, completion), to: device)
            }
            return hashes + [try await registry.stateHash(of: device).value]
        }
        let last = try #require(hashes.last)
        try await withHost(store) { registry in
            let recovered = try await registry.stateHash(of: device).value
            #expect(recovered == last)
        }
        #expect(try await StoreReplay(of: store).differences.isEmpty)
    }

    @Test("needs no more steps than are between two snapshots, and has the same result")
    func snapshots() async throws {
        let device = try id("a")
        let hash = try await withHost(store, HandMovedClock(), limits { $0.stepsPerSnapshot = 3 }) { registry in
            _ = try await registry.create(.manual("a"))
            for _ in 0..<20 { _ = try await registry.apply(launchNotes, to: device) }
            return try await registry.stateHash(of: device).value
        }
        #expect(try await store.storedDevices([1])[0].get().steps.count <= 3)
        #expect(store.steps(of: "a").filter { $0.hash != nil }.count == 6)
        #expect(try await withHost(store) { try await $0.stateHash(of: device).value } == hash)
        let replay = try await StoreReplay(of: store)
        #expect((replay.devices, replay.steps) == (1, 20))
    }

    @Test("The store deletes what is older than the snapshots with enough records; the timeline says so")
    func retention() async throws {
        let device = try id("a")
        let small = limits {
            $0.stepsPerSnapshot = 2
            $0.storedRecordsPerDevice = 20
            $0.recordsPerDevice = 5
        }
        try await withHost(store, HandMovedClock(), small) { registry in
            _ = try await registry.create(.manual("a"))
            for _ in 0..<50 { _ = try await registry.apply([launchNotes, pressHome], to: device) }
            let page = try await registry.timeline(of: device, TimelineQuery(limit: 1_000))
            #expect(page.oldest > 1)
            #expect(page.records.count >= 20 && page.records.count < 100)
            #expect(page.records.first?.sequence == page.oldest)
            #expect(try await registry.device(device).oldestSequence == page.oldest)
            await #expect(throws: HostError.recordsEvicted(oldest: page.oldest)) {
                try await registry.timeline(of: device, TimelineQuery(after: 1))
            }
            await #expect(throws: HostError.stateEvicted(oldest: page.oldest - 1)) {
                try await registry.fork(device, at: 1)
            }
            #expect(try await registry.fork(device, at: page.oldest - 1).sequence == page.oldest - 1)
        }
    }

    @Test("under another version of the kernel continues after what was written, without repeating it")
    func otherVersion() async throws {
        try await live(limits { $0.stepsPerSnapshot = 4 })
        let before = store.steps(of: "a")
        store.tamper { _, snapshots in
            for index in snapshots.indices { snapshots[index].kernel = "0" }
        }
        let device = try id("a")
        let hash = try await withHost(store) { registry in
            let page = try await registry.timeline(of: device, TimelineQuery(limit: 1_000))
            #expect(page.sequence == before.last?.last)
            #expect(page.records.map(\.sequence) == Array(1...page.sequence), "what was written stays")
            let outcome = try await registry.apply(launchNotes, to: device)
            #expect(outcome.records.first?.sequence == page.sequence + 1)
            #expect(outcome.time >= page.records.last!.time)
            await #expect(throws: HostError.stateEvicted(oldest: page.sequence)) {
                try await registry.fork(device, at: page.sequence - 1)
            }
            #expect(try await registry.fork(device, as: id("fork"), at: page.sequence).sequence == page.sequence)
            try await registry.delete(id("fork"))
            return try await registry.stateHash(of: device).value
        }
        #expect(Array(store.steps(of: "a").prefix(before.count)) == before)
        #expect(try await withHost(store) { try await $0.stateHash(of: device).value } == hash)
        let replay = try await StoreReplay(of: store)
        #expect(replay.differences.isEmpty)
        #expect(replay.stepsOfOtherKernels > 0)
    }

    @Test("takes a device once more to the first record that differs")
    func replay() async throws {
        try await live()
        let whole = try await StoreReplay(of: store)
        #expect(whole.differences.isEmpty)
        #expect((whole.devices, whole.steps) == (2, 20))
        // As if another kernel had written it, digests and all.
        store.tamper { steps, _ in
            let text = String(decoding: steps[3].records, as: UTF8.self)
            steps[3].records = Array(text.replacing("inactive", with: "suspended").utf8)
            var digest = steps[2].digest
            for index in 3..<11 {
                digest = RecordText.digest(steps[index].records, after: digest)
                steps[index].digest = digest
            }
        }
        let changed = try await StoreReplay(of: store)
        #expect(changed.devices == 1)
        let difference = try #require(changed.differences.first)
        #expect(difference.device == (try id("a")))
        #expect(difference.what.contains("suspended") && difference.what.contains("is now"))
    }
}
