import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import DeviceHost

@Suite("Waiting", .timeLimit(.minutes(1)))
struct WaitingTests {
    private let clock = HandMovedClock()
    private let registry: DeviceRegistry
    private let active = Condition.app("com.example.notes", .active)
    private let exit = Condition.record(["kind": "exit"])

    init() {
        registry = host(clock)
    }

    private func device() async throws -> DeviceID { try await registry.create(.manual("a")).id }

    /// Waits for a condition, and lets something happen as soon as somebody waits.
    private func wait(
        on device: DeviceID,
        until condition: Condition,
        timeout: Duration = .seconds(10),
        meanwhile: () async throws -> Void
    ) async throws -> WaitOutcome {
        let before = clock.sleeperCount
        return try await withThrowingTaskGroup(of: WaitOutcome.self) { group in
            group.addTask { [registry] in
                try await registry.wait(on: device, until: condition, timeout: timeout)
            }
            await TestKit.until { clock.sleeperCount > before }
            try await meanwhile()
            guard let outcome = try await group.next() else { throw CancellationError() }
            return outcome
        }
    }

    @Test("Nobody waits for what is so already")
    func already() async throws {
        let device = try await device()
        let launch = try await registry.apply(launchNotes, to: device)
        let outcome = try await registry.wait(on: device, until: active, timeout: .seconds(10))
        #expect(outcome.met)
        #expect(outcome.apps == [AppSummary(bundleID: "com.example.notes", state: .active, pid: 101)])
        #expect(outcome.sequence == launch.sequence)
    }

    @Test(
        "A record counts from the sequence given, from now on without one",
        arguments: [
            (0 as SequenceNumber?, true), (1, true), (nil, false),
        ]
    )
    func since(after: SequenceNumber?, isMet: Bool) async throws {
        let device = try await device()
        _ = try await registry.apply(launchNotes, to: device)
        let launched = Condition.record(["kind": "process", "to": "active"])
        let outcome = try await registry.wait(on: device, until: launched, after: after, timeout: .zero)
        #expect(outcome.met == isMet)
        #expect((outcome.record?.kind == .process) == isMet)
        #expect(outcome.end == (isMet ? .met : .timeout))
    }

    @Test("A wait ends when an input brings about what it waits for")
    func woken() async throws {
        let device = try await device()
        let outcome = try await wait(on: device, until: active, timeout: .seconds(10)) {
            _ = try await registry.apply(launchNotes, to: device)
        }
        #expect(outcome.met)
        #expect(clock.sleeperCount == 0)
    }

    @Test("A wait ends when a tick brings about what it waits for")
    func wokenByTick() async throws {
        let device = try await registry.create(.realtime("a")).id
        _ = try await registry.apply([launchNotes, pressHome], to: device)
        let outcome = try await wait(on: device, until: .app("com.example.notes", .suspended), timeout: .seconds(60)) {
            await clock.advance(by: .seconds(30), ticking: registry)
        }
        #expect(outcome.met)
    }

    @Test("What several records bring about together is remembered")
    func together() async throws {
        let device = try await device()
        let both = Condition.all([
            .record(["kind": "process", "to": "active"]), .record(["kind": "process", "to": "background"]),
            .app("com.example.notes", .background),
        ])
        let outcome = try await wait(on: device, until: both, timeout: .seconds(10)) {
            _ = try await registry.apply(launchNotes, to: device)
            _ = try await registry.apply(pressHome, to: device)
        }
        #expect(outcome.met)
    }

    @Test("A wait may be for records after a sequence that is not written yet")
    func future() async throws {
        let device = try await device()
        let outcome = try await registry.wait(on: device, until: .record(["kind": "process"]), after: 0, timeout: .zero)
        #expect(!outcome.met)
        let far = try await withThrowingTaskGroup(of: WaitOutcome.self) { group in
            group.addTask { [registry] in
                let launched = Condition.record(["kind": "input"])
                return try await registry.wait(on: device, until: launched, after: 2, timeout: .seconds(10))
            }
            await TestKit.until { clock.sleeperCount == 1 }
            _ = try await registry.advance(device, .by(1))
            #expect(clock.sleeperCount == 1, "that was sequence 2")
            _ = try await registry.advance(device, .by(1))
            return try await group.next()
        }
        #expect(far?.record?.sequence == 3)
    }

    @Test("After the timeout the most similar records are listed")
    func timeout() async throws {
        let device = try await device()
        _ = try await registry.apply(launchNotes, to: device)
        let wanted = Condition.all([
            .record(["kind": "process", "from": "inactive", "to": "suspended"]), .app("com.example.notes", .suspended),
        ])
        let outcome = try await wait(on: device, until: wanted, timeout: .seconds(10)) {
            clock.advance(by: .milliseconds(9_999))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .milliseconds(1))
        }
        #expect(outcome.end == .timeout)
        #expect(!outcome.met)
        #expect((1...5).contains(outcome.nearest.count))
        #expect(outcome.nearest.allSatisfy { $0.kind == .process })
        #expect(outcome.apps.map(\.state) == [.active])
    }

    @Test("A wait whose task is cancelled ends at once and leaves nothing")
    func cancellation() async throws {
        let device = try await device()
        let outcome = try await withThrowingTaskGroup(of: WaitOutcome.self) { group in
            group.addTask { [registry, exit] in
                try await registry.wait(on: device, until: exit, timeout: .seconds(10))
            }
            await until { clock.sleeperCount == 1 }
            group.cancelAll()
            return try await group.next()
        }
        #expect(outcome?.end == .cancelled)
        #expect(clock.sleeperCount == 0)
        #expect(await registry.shards[0].waiters.isEmpty)
    }

    @Test("A wait ends with the device")
    func deletion() async throws {
        let device = try await device()
        await #expect(throws: HostError.unknownDevice(device)) {
            try await wait(on: device, until: exit, timeout: .seconds(10)) {
                try await registry.delete(device)
            }
        }
        #expect(await registry.shards[0].waiters.isEmpty)
    }

    @Test("A shutdown ends all waiting, and from then on nobody waits")
    func shutdown() async throws {
        let device = try await device()
        let outcome = try await wait(on: device, until: exit, timeout: .seconds(10)) {
            await registry.beginShutdown()
        }
        #expect(outcome.end == .shutdown)
        #expect(try await registry.wait(on: device, until: exit, timeout: .seconds(10)).end == .shutdown)
        #expect(try await registry.apply(launchNotes, to: device).apps.first?.state == .active)
        #expect(try await registry.wait(on: device, until: active, timeout: .seconds(10)).met)
    }

    @Test(
        "So many wait, at a device and in all, for so many things, and no more",
        arguments: [(2, 100, 100), (100, 2, 100), (100, 100, 2)]
    )
    func limits(perDevice: Int, total: Int, parts: Int) async throws {
        let registry = host(clock) {
            $0.waitersPerDevice = perDevice
            $0.waiters = total
            $0.conditionPartsPerDevice = parts
        }
        let device = try await registry.create(.manual("a")).id
        try await withThrowingTaskGroup(of: WaitOutcome.self) { group in
            for _ in 0..<2 {
                group.addTask { [exit] in try await registry.wait(on: device, until: exit, timeout: .seconds(10)) }
            }
            await until { clock.sleeperCount == 2 }
            await #expect(
                throws: HostError.overloaded(
                    "Too many requests are waiting for this device, or their conditions have too many parts."
                )
            ) {
                try await registry.wait(on: device, until: exit, timeout: .seconds(10))
            }
            await registry.beginShutdown()
            try await group.waitForAll()
        }
        #expect(await registry.shards[0].waiters.isEmpty)
    }

    @Test("Records meet conditions as they do one by one", arguments: 0..<20 as Range<UInt64>)
    func matching(seed: UInt64) async throws {
        let device = try await device()
        let log = Input.action("com.example.notes", .log(message: "here"))
        let outcome = try await registry.apply([launchNotes, log, pressHome, launchNotes, log], to: device)
        let records = outcome.records
        var random = SplitMix64(seed: seed)
        var patterns: [Value] = [["kind": "exit"], ["message": "nope"], ["kind": 1], [:]]
        for case .object(let members) in records.map(\.value) {
            let some = members.filter { $0.name != "sequence" && $0.name != "time" }.prefix(2)
            patterns += [.object(members), .object(Array(some))]
        }
        func condition(_ depth: Int) -> Condition {
            switch random.next() % (depth > 2 ? 1 : 3) {
            case 0 where random.next() % 4 == 0:
                // Not what its source says.
                .record(RecordPattern(["kind": "exit"] as Value) { $0.kind == .process })
            case 0: .record(RecordPattern(patterns[Int(random.next() % UInt64(patterns.count))]))
            case 1: .all((0..<Int(random.next() % 4)).map { _ in condition(depth + 1) })
            default: .any((0..<Int(random.next() % 4)).map { _ in condition(depth + 1) })
            }
        }
        let state = try await registry.state(of: device, at: nil)
        var shared = RecordMatching(records)
        for _ in 0..<50 {
            let condition = condition(0)
            let after = records[0].sequence - 1 + Int(random.next() % UInt64(records.count + 2))
            let new = records.filter { $0.sequence > after }
            var met: Record?
            let rest = condition.remembering(&shared, after: after, met: &met)
            #expect(state.meets(rest, records: []) == state.meets(condition, records: new))
            #expect(met.map { $0.sequence > after } ?? true)
        }
    }

    @Test("A condition has so many parts and no more")
    func parts() async throws {
        let device = try await device()
        let large = Condition.any(Array(repeating: exit, count: 100))
        let refusal = HostError.tooComplex(what: "parts of a condition", limit: 100)
        await #expect(throws: refusal) { try await registry.wait(on: device, until: large, timeout: .zero) }
        await #expect(throws: refusal) { try await registry.advance(device, .until(large, limit: 1)) }
    }

    @Test("A wait for records that are no longer kept is refused, unless it is met all the same")
    func evicted() async throws {
        let registry = host(clock) { $0.recordsPerDevice = 3 }
        let device = try await registry.create(.manual("a")).id
        let launch = try await registry.apply(launchNotes, to: device)
        await #expect(throws: HostError.recordsEvicted(oldest: launch.sequence - 2)) {
            try await registry.wait(on: device, until: exit, after: 1, timeout: .seconds(10))
        }
        #expect(try await registry.wait(on: device, until: active, after: 1, timeout: .seconds(10)).met)
    }

    @Test("Who waits for a device keeps it alive")
    func keepsAlive() async throws {
        var new = NewDevice.manual("a")
        new.expiresAfter = 1_000
        let device = try await registry.create(new).id
        let outcome = try await wait(on: device, until: active, timeout: .seconds(60)) {
            await clock.advance(by: .seconds(10), ticking: registry)
            _ = try await registry.apply(launchNotes, to: device)
        }
        #expect(outcome.met)
    }

    @Test("A callback is waited for, answered, and waited for again")
    func callbacks() async throws {
        let device = try await registry.create(.manual("a", apps: [attached])).id
        #expect(try await registry.callbacks(of: "com.example.attached", on: device).value.callbacks.isEmpty)
        let found = try await withThrowingTaskGroup(of: Reading<CallbackPoll>.self) { group in
            group.addTask { [registry] in
                try await registry.callbacks(of: "com.example.attached", on: device, timeout: .seconds(10))
            }
            await until { clock.sleeperCount == 1 }
            _ = try await registry.apply(.event(.app("com.example.attached", .launch(arguments: []))), to: device)
            return try await group.next()
        }
        let first = try #require(found?.value.callbacks.first)
        #expect(first.pid == 101)
        #expect(first.callback.name == .willFinishLaunching)
        let completion = Completion(callback: first.callback.sequence)
        _ = try await registry.apply(.completion("com.example.attached", completion), to: device)
        let next = try await registry.callbacks(of: "com.example.attached", on: device, timeout: .seconds(10))
        #expect(next.value.callbacks.first?.callback.name == .didFinishLaunching)
    }

    @Test("Waiting for a callback ends with the process, and says how that ended")
    func endedWhileWaiting() async throws {
        let app = AppManifest(bundleID: "com.example.silent", driver: .attached, delegateImplements: [])
        let device = try await registry.create(.manual("a", apps: [app])).id
        let launched = try await registry.apply(.event(.app(app.bundleID, .launch(arguments: []))), to: device)
        let pid = try #require(launched.apps.first?.pid)
        let poll = try await withThrowingTaskGroup(of: Reading<CallbackPoll>.self) { group in
            group.addTask { [registry] in
                try await registry.callbacks(of: app.bundleID, on: device, timeout: .seconds(10))
            }
            await until { clock.sleeperCount == 1 }
            _ = try await registry.apply(.event(.app(app.bundleID, .crash(.abort, message: nil))), to: device)
            return try await group.next()
        }
        #expect(poll?.value.callbacks.isEmpty == true)
        #expect(poll?.value.ended?.pid == pid)
        #expect(poll?.value.ended?.exit.reason == .abnormal)
        // A process that had ended before is not reported.
        #expect(try await registry.callbacks(of: app.bundleID, on: device).value.ended == nil)
        await #expect(throws: HostError.self) { try await registry.callbacks(of: "com.example.notes", on: device) }
    }

    @Test("Waiting for a callback ends with the time, and with the app")
    func noCallback() async throws {
        let device = try await registry.create(.manual("a", apps: [attached])).id
        func end(_ meanwhile: () async throws -> Void) async throws -> Reading<CallbackPoll>? {
            try await withThrowingTaskGroup(of: Reading<CallbackPoll>.self) { group in
                group.addTask { [registry] in
                    try await registry.callbacks(of: "com.example.attached", on: device, timeout: .seconds(10))
                }
                await until { clock.sleeperCount == 1 }
                try await meanwhile()
                return try await group.next()
            }
        }
        #expect(try await end { clock.advance(by: .seconds(10)) }?.value == CallbackPoll(callbacks: []))
        await #expect(throws: HostError.self) {
            try await end { _ = try await registry.apply(.uninstall("com.example.attached"), to: device) }
        }
        #expect(await registry.shards[0].waiters.isEmpty)
    }
}
