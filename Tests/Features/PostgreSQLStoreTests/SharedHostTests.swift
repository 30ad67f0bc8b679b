import LifecycleKernel
import Logging
import Synchronization
import TestKit
import Testing
import WireFormat

@testable import DeviceHost
@testable import HTTPAPI
@testable import PostgreSQLStore

private let notes = AppManifest(bundleID: "com.example.notes", lifecycle: .appDelegate)
/// It writes two records.
private let log = Input.action("com.example.notes", .log(message: "here"))

extension NewDevice {
    /// A device with the notes app, on which it runs.
    fileprivate static func running(_ id: String, _ clock: ClockSettings = ClockSettings(mode: .manual)) -> NewDevice {
        NewDevice(id: DeviceID(id), settings: DeviceSettings(clock: clock), startsAt: .manualStart, apps: [notes])
    }
}

extension DeviceRegistry {
    /// Creates a device on which the notes app runs.
    fileprivate func createRunning(
        _ id: String,
        _ clock: ClockSettings = ClockSettings(mode: .manual)
    ) async throws -> DeviceID {
        let device = try await create(.running(id, clock)).id
        _ = try await apply(.event(.app("com.example.notes", .launch(arguments: []))), to: device)
        return device
    }
}

extension DeviceRegistry {
    /// Has the server change all devices that it has in memory without asking the store first.
    fileprivate func presumeUnshared() async { for shard in shards { await shard.presumeUnshared() } }
}

extension DeviceShard {
    fileprivate func presumeUnshared() {
        unshared = UnsharedDevices()
        for device in slots.values { if let device { unshared.noteCurrent(device.number) } }
    }
}

/// Numbers how often a request is carried out.
private final class Runs: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

@Suite("Servers that share a database", .timeLimit(.minutes(2)))
struct SharedHostTests {
    private let place = PostgreSQLPlace()

    /// Runs hosts that share the database, with all their services, while the test runs.
    private func servers<Answer: Sendable>(
        _ count: Int = 2,
        _ limits: HostLimits = limits(),
        ticking: Bool = false,
        in other: PostgreSQLPlace? = nil,
        willCommit: @escaping @Sendable () throws -> Void = {},
        _ test: @Sendable ([DeviceRegistry]) async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            var registries: [DeviceRegistry] = []
            for _ in 0..<count {
                let store = try await (other ?? place).open {
                    $0.stepAge = .seconds(3_600)
                    $0.willCommit = willCommit
                }
                let clock = SharedWallClock()
                let registry = DeviceRegistry(limits: limits, wall: clock, store: store)
                _ = try await registry.recover(logger: quietLogger)
                let commits = try #require(CommitService(registry: registry, logger: quietLogger))
                let sharing = try #require(SharingService(registry: registry, clock: clock, logger: quietLogger))
                group.addTask { await commits.run() }
                group.addTask { try await sharing.run() }
                group.addTask { try await FanOut(registry: registry).run() }
                if ticking { group.addTask { try await Ticker(registry: registry, logger: quietLogger).run() } }
                registries.append(registry)
            }
            return try await test(registries)
        }
    }

    @Test("each answer with the newest state, whoever has changed it")
    func freshness() async throws {
        try await servers(3) { servers in
            let device = try await servers[0].createRunning("a")
            var last = try await servers[0].device(device).sequence
            for round in 0..<30 {
                let outcome = try await servers[round % 3].apply(log, to: device)
                #expect(outcome.sequence == last + 2)
                last = outcome.sequence
                for server in servers { #expect(try await server.device(device).sequence == last) }
            }
            let pages = try await servers.asyncMap { try await $0.timeline(of: device).records }
            #expect(pages[0].count == Int(last.rawValue) && pages[1] == pages[0] && pages[2] == pages[0])
        }
    }

    @Test("refuse an input only for what the device is now, also if no other one seems to change it")
    func refusals() async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a")
            let quit = Input.event(.app("com.example.notes", .forceQuit))
            let launch = Input.event(.app("com.example.notes", .launch(arguments: [])))
            for _ in 0..<5 {
                _ = try await servers[1].apply(quit, to: device)
                await servers[0].presumeUnshared()
                #expect(
                    try await refusal { try await servers[0].apply(log, to: device) }?.code == "process-not-running"
                )
                _ = try await servers[1].apply(launch, to: device)
                await servers[0].presumeUnshared()
                let sequence = try await servers[1].device(device).sequence
                #expect(try await servers[0].apply(log, to: device, expecting: sequence).sequence == sequence + 2)
            }
            try await servers[1].delete(device)
            _ = try await servers[1].create(.running("a"))
            await servers[0].presumeUnshared()
            _ = try await servers[0].apply(launch, to: device)
            try await servers[1].delete(device)
            await servers[0].presumeUnshared()
            await #expect(throws: HostError.unknownDevice(device)) { try await servers[0].apply(log, to: device) }
            #expect(await servers[0].shard(of: device).counters.lostDevices == 0)
        }
    }

    @Test("carry out each of their inputs once when they change a device at the same time")
    func conflicts() async throws {
        try await servers(3) { servers in
            let device = try await servers[0].createRunning("a")
            let start = try await servers[0].device(device).sequence
            let sequences = try await withThrowingTaskGroup(of: [SequenceNumber].self) { group in
                for worker in 0..<9 {
                    group.addTask {
                        var sequences: [SequenceNumber] = []
                        for _ in 0..<10 {
                            sequences.append(try await servers[worker % 3].apply(log, to: device).sequence)
                        }
                        return sequences
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(sequences.sorted() == (1...90).map { start + 2 * $0 })
            #expect(try await servers[1].device(device).sequence == start + 180)
        }
    }

    @Test("create an id once")
    func creation() async throws {
        try await servers { servers in
            let results = await withTaskGroup(of: Bool.self) { group in
                for server in servers { group.addTask { (try? await server.create(.running("a"))) != nil } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.count { $0 } == 1)
            let id = try #require(DeviceID("a"))
            await #expect(throws: HostError.deviceExists(id)) {
                try await servers[1].create(.running("a"))
            }
        }
    }

    @Test("answer for a device while they refuse to make another of its id")
    func refusedCreation() async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a")
            for _ in 0..<10 {
                async let refused = refusal { try await servers[1].create(.running("a")) }
                for _ in 0..<6 { #expect(try await servers[1].device(device).id == device) }
                #expect(try await refused == .deviceExists(device))
            }
        }
    }

    /// Why a request is refused; nil when it is not.
    private func refusal<Answer>(_ request: () async throws -> Answer) async throws -> HostError? {
        do {
            _ = try await request()
            return nil
        } catch let error as HostError {
            return error
        }
    }

    @Test("find out that another one has deleted a device, and has made another of the same id")
    func deletion() async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a")
            _ = try await servers[1].device(device)
            try await servers[0].delete(device)
            await #expect(throws: HostError.unknownDevice(device)) { try await servers[1].apply(log, to: device) }
            _ = try await servers[0].create(.running("a"))
            #expect(try await servers[1].device(device).sequence < 8)
            try await servers[1].delete(device)
            // It is still in the memory of the first.
            _ = try await servers[0].create(.running("a"))
        }
    }

    @Test("stay with the device that a request has found when another one gets its id", arguments: [false, true])
    func replacedDevice(hasKey: Bool) async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a")
            /// Changes the device, which another server replaces in the middle of it.
            @Sendable func change(_ claim: AnswerClaim?) async throws(HostError) -> Held<InputOutcome> {
                _ = try await servers[0].device(device)
                try await servers[1].delete(device)
                _ = try await servers[1].create(.running("a"))
                return try await servers[0].begin(log, to: device, under: claim)
            }
            await #expect(throws: HostError.unknownDevice(device)) {
                if hasKey {
                    let print = RequestFingerprint(method: "POST", path: "/a", body: [])
                    _ = try await servers[0].once("key", print, in: .device(device)) { claim in
                        try await change(claim).map { _ in StoredAnswer(status: 200, body: []) }
                    }
                } else {
                    _ = try await servers[0].changing { () async throws(HostError) in try await change(nil) }
                }
            }
            #expect(try await servers[0].device(device).sequence < 8)
        }
    }

    @Test("give one answer under an idempotency key")
    func keys() async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a")
            let start = try await servers[0].device(device).sequence
            let print = RequestFingerprint(method: "POST", path: "/a", body: [1])
            @Sendable func answer(_ server: DeviceRegistry, _ key: String, _ input: Input) async throws -> StoredAnswer
            {
                try await server.once(key, print, in: .device(device)) { claim in
                    try await server.begin(input, to: device, under: claim).map {
                        StoredAnswer(status: 200, body: Array("\($0.sequence)".utf8))
                    }
                }
            }
            // One after the other: the second server would refuse the input, as the app does not run any more.
            let quit = Input.event(.app("com.example.notes", .forceQuit))
            let first = try await answer(servers[0], "one", log)
            #expect(try await answer(servers[1], "one", log) == first)
            for round in 0..<10 {
                // At the same time.
                async let one = answer(servers[0], "key-\(round)", log)
                async let other = answer(servers[1], "key-\(round)", log)
                let (a, b) = try await (one, other)
                #expect(a == b)
            }
            let sequence = try await servers[0].device(device).sequence
            #expect(sequence == start + 22)
            let ended = try await answer(servers[0], "quit", quit)
            #expect(try await answer(servers[1], "quit", quit) == ended)
            let another = RequestFingerprint(method: "POST", path: "/a", body: [2])
            await #expect(throws: HostError.idempotencyKeyReused("quit")) {
                try await servers[1].once("quit", another, in: .device(device)) { claim in
                    try await servers[1].begin(log, to: device, under: claim).map { _ in
                        StoredAnswer(status: 200, body: [])
                    }
                }
            }
        }
    }

    @Test("give one answer under an idempotency key to a request that changes no device", arguments: [false, true])
    func keysWithoutChange(isToDevice: Bool) async throws {
        var limits = limits()
        limits.idempotencySeconds = 2
        try await servers(3, limits) { servers in
            let scope: IdempotencyScope = isToDevice ? .device(try await servers[0].createRunning("a")) : .creation
            let runs = Runs()
            @Sendable func answer(
                _ server: DeviceRegistry,
                _ key: String,
                body: [UInt8] = []
            ) async throws -> StoredAnswer {
                let print = RequestFingerprint(method: "POST", path: "/v1/scenarios/run", body: body)
                return try await server.once(key, print, in: scope) { _ in
                    Held(StoredAnswer(status: 200, body: Array("\(runs.next())".utf8)))
                }
            }
            let first = try await answer(servers[0], "one")
            for server in servers { #expect(try await answer(server, "one") == first) }
            #expect(runs.next() == 2)
            await #expect(throws: HostError.idempotencyKeyReused("one")) {
                try await answer(servers[1], "one", body: [1])
            }
            for round in 0..<10 {
                // At the same time.
                let answers = try await withThrowingTaskGroup(of: StoredAnswer.self) { group in
                    for server in servers { group.addTask { try await answer(server, "key-\(round)") } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(answers).count == 1)
            }
            // It counts for so long.
            await until { (try? await answer(servers[1], "one")) != first }
            #expect(try await answer(servers[2], "one") != first)
        }
    }

    @Test("refuse a device whose time would have to stand still while they cannot commit")
    func failedCommits() async throws {
        struct Failure: Error {}
        let failure = Mutex<Failure?>(nil)
        @Sendable func fail() throws { if let failure = failure.withLock(\.self) { throw failure } }
        try await servers(1, willCommit: fail) { servers in
            let running = try await servers[0].createRunning("a", ClockSettings(mode: .realtime))
            let manual = try await servers[0].createRunning("b")
            failure.withLock { $0 = Failure() }
            #expect(try await refusal { try await servers[0].apply(log, to: manual) }?.code == "store-unavailable")
            #expect(try await refusal { try await servers[0].device(running) }?.code == "store-unavailable")
            #expect(try await servers[0].device(manual).id == manual)
            failure.withLock { $0 = nil }
            await until { (try? await servers[0].device(running)) != nil }
        }
    }

    @Test("compare the expected sequence with the newest one")
    func preconditions() async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a")
            let sequence = try await servers[1].device(device).sequence
            _ = try await servers[0].apply(log, to: device, expecting: sequence)
            await #expect(throws: HostError.preconditionFailed(expected: sequence, sequence: sequence + 2)) {
                try await servers[1].apply(log, to: device, expecting: sequence)
            }
            await #expect(throws: HostError.preconditionFailed(expected: sequence, sequence: sequence + 2)) {
                try await servers[1].delete(device, expecting: sequence)
            }
        }
    }

    @Test("let a wait see what another one does, also several changes at once")
    func waits() async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a")
            let condition = Condition.record(["message": "here"])
            async let outcome = servers[1].wait(on: device, until: condition, timeout: .seconds(30))
            await until { servers[1].waiterCount.current > 0 }
            for _ in 0..<3 { _ = try await servers[0].apply(log, to: device) }
            #expect(try await outcome.end == .met)
        }
    }

    @Test(
        "carry out the lines of a batch in order, several of one device in a commit, also when another one changes it"
    )
    func batches() async throws {
        try await servers { servers in
            let alone = try await servers[0].createRunning("alone")
            #expect(try await levels(sent: 1...200, to: alone, at: servers[0]) == Array(1...200))
            let query = "SELECT count(DISTINCT commit) FROM greenroom.step"
            #expect(try place.connect().query(query).first.map { try $0.number(0) } ?? 0 < 150)
            let device = try await servers[0].createRunning("a")
            async let one = levels(sent: 1...100, to: device, at: servers[0])
            async let other = levels(sent: 501...600, to: device, at: servers[1])
            #expect(try await one == Array(1...100))
            #expect(try await other == Array(501...600))
        }
    }

    /// Sends levels of the battery in a batch.
    ///
    /// - Returns: Those of the levels that the device then has had, in order.
    private func levels(sent: ClosedRange<Int>, to device: DeviceID, at server: DeviceRegistry) async throws -> [Int] {
        var batch = Batch(
            registry: server,
            pushes: PushHistory(server, logger: Logger(label: "batch") { _ in SwiftLogNoOpLogHandler() }),
            lineLimit: 1_000,
            language: .english
        )
        for level in sent {
            let text = """
                {"device": "\(device)", "event": {"type": "device.setBattery", "level": \(Double(level) / 1_000)}}
                """
            await batch.add(.bytes(Array(text.utf8)))
        }
        await batch.finishLines()
        let records = try await server.timeline(of: device, TimelineQuery(limit: 10_000)).records
        return records.compactMap { record in
            guard case .input(.event(.device(.condition(.setBattery(let level?, _))))) = record.body,
                sent.contains(level)
            else { return nil }
            return level
        }
    }

    @Test("let a wait end soon at a device with a long timeline that another one changes all the time")
    func waitsAtBusyDevices() async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a")
            let many = Array(repeating: log, count: 500)
            for _ in 0..<6 { _ = try await servers[0].apply(many, to: device) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { while !Task.isCancelled { _ = try await servers[0].apply(log, to: device) } }
                defer { group.cancelAll() }
                for round in 0..<5 {
                    let after = try await servers[0].device(device).sequence
                    let condition = Condition.record(["message": .string("round \(round)")])
                    async let outcome = servers[1].wait(
                        on: device,
                        until: condition,
                        after: after,
                        timeout: .seconds(20)
                    )
                    let input = Input.action("com.example.notes", .log(message: "round \(round)"))
                    _ = try await servers[0].apply(input, to: device)
                    #expect(try await outcome.end == .met)
                }
            }
        }
    }

    @Test("let a wait see a state that is over when they hear of it", arguments: 0..<5)
    func passingStates(round: Int) async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a")
            // The second server has the device in memory as it is now.
            async let outcome = servers[1].wait(
                on: device,
                until: .app("com.example.notes", .suspended),
                timeout: .seconds(30)
            )
            await until { servers[1].waiterCount.current > 0 }
            _ = try await servers[0].apply(.event(.device(.home)), to: device)
            _ = try await servers[0].advance(device, .by(60_000))
            _ = try await servers[0].apply(.event(.app("com.example.notes", .forceQuit)), to: device)
            _ = try await servers[1].device(device)
            #expect(try await outcome.end == .met)
        }
    }

    @Test("let a wait go on when its own server's change meets one of another server", arguments: 0..<5)
    func waitsAfterConflicts(round: Int) async throws {
        // What is written meanwhile is more than what is in memory.
        let few = limits { $0.recordsPerDevice = 20 }
        try await servers(2, few) { servers in
            let device = try await servers[0].createRunning("a")
            async let state = servers[1].wait(
                on: device,
                until: .app("com.example.notes", .suspended),
                timeout: .seconds(30)
            )
            async let record = servers[1].wait(on: device, until: .record(["message": "last"]), timeout: .seconds(30))
            await until { servers[1].waiterCount.current == 2 }
            // The state is over when the second server's change is refused.
            _ = try await servers[0].apply(.event(.device(.home)), to: device)
            _ = try await servers[0].advance(device, .by(60_000))
            _ = try await servers[0].apply(.event(.app("com.example.notes", .launch(arguments: []))), to: device)
            _ = try await servers[0].apply(Array(repeating: log, count: 30), to: device)
            await servers[1].presumeUnshared()
            _ = try await servers[1].apply(log, to: device)
            _ = try await servers[0].apply(.action("com.example.notes", .log(message: "last")), to: device)
            #expect(try await state.end == .met)
            #expect(try await record.end == .met)
        }
    }

    @Test("let a wait that is over know what another one has done, though its server has not heard of it")
    func waitsThatAreOver() async throws {
        try await servers(1) { servers in
            let device = try await servers[0].createRunning("a")
            let clock = HandMovedClock()
            // Without a SharingService, nothing notifies this server.
            try await withHost(try await place.open { _ in }, clock) { registry in
                let condition = Condition.record(["message": "here"])
                async let outcome = registry.wait(on: device, until: condition, timeout: .seconds(10))
                await until { registry.waiterCount.current > 0 }
                _ = try await servers[0].apply(log, to: device)
                clock.advance(by: .seconds(10))
                #expect(try await outcome.end == .met)
                let other = Condition.record(["message": "elsewhere"])
                async let unmet = registry.wait(on: device, until: other, timeout: .seconds(10))
                await until { registry.waiterCount.current > 0 }
                clock.advance(by: .seconds(10))
                #expect(try await unmet.end == .timeout)
            }
        }
    }

    @Test("stream what others have written: of one device, and of all, in one order")
    func streams() async throws {
        // A transaction of another test holds up the log of every database in the cluster, so that a stream begins earlier.
        try await servers(in: PostgreSQLPlace(TestCluster())) { servers in
            let device = try await servers[0].createRunning("a")
            let last = try await servers[0].device(device).sequence
            await servers[1].lookAtLog()
            let one = try await servers[1].follow(device, after: last)
            let all = try servers[1].followAll()
            for round in 0..<10 { _ = try await servers[round % 2].apply(log, to: device) }
            let expected = (1...20).map { last + $0 }
            #expect(await sequences(20, from: one) == expected)
            #expect(await sequences(20, from: all) == expected)
            // Another server continues where this one ended.
            _ = try await servers[0].apply(log, to: device)
            let rest = try servers[0].followAll(after: all.id(at: all.position))
            #expect(await sequences(2, from: rest) == [last + 21, last + 22])
            try await servers[0].delete(device)
            while true {
                if case .end(let end) = await one.next() {
                    #expect(end == .deviceDeleted)
                    break
                }
            }
        }
    }

    @Test("tell who follows a device of a gap when the database has begun another era, and show all of it again")
    func streamedEra() async throws {
        try await servers(1) { servers in
            let device = try await servers[0].createRunning("a")
            let one = try await servers[0].follow(device)
            let last = try await servers[0].device(device).sequence
            #expect(await sequences(Int(last.rawValue), from: one) == Array(1...last))
            let old = one.id(at: one.position)
            // As after a failover: a new timeline, and all connections have ended.
            try place.connect().run(
                """
                UPDATE greenroom.era SET timeline = 'another'; SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            )
            let gap = StreamGap(reason: .unknownPosition, after: old.position, upTo: .start)
            #expect(await firstGap(from: one) == gap)
            #expect(await sequences(Int(last.rawValue), from: one) == Array(1...last))
            let new = one.id(at: one.position)
            #expect(new.scope == "\(old.scope)e2")
            let again = try await servers[0].follow(device, in: old.scope, after: last)
            #expect(await firstGap(from: again) == gap)
            let rest = try await servers[0].follow(device, in: new.scope, after: last)
            _ = try await servers[0].apply(log, to: device)
            #expect(await sequences(2, from: rest) == [last + 1, last + 2])
        }
    }

    private func firstGap(from subscription: RecordSubscription) async -> StreamGap? {
        while true {
            switch await subscription.next() {
            case .gap(let gap): return gap
            case .end: return nil
            case .items, .heartbeat: continue
            }
        }
    }

    @Test("tell who follows all devices of deletions, and of what was deleted soon, without a gap")
    func streamedDeletions() async throws {
        try await servers { servers in
            await servers[1].lookAtLog()
            let all = try servers[1].followAll()
            for index in 0..<5 {
                let device = try await servers[index % 2].createRunning("d-\(index)")
                try await servers[(index + 1) % 2].delete(device)
            }
            var found: [String] = []
            while found.count(where: { $0.hasSuffix("deleted") }) < 5 {
                switch await all.next() {
                case .items(let items):
                    for item in items {
                        switch item.content {
                        case .record(let record): found.append("\(record.device) \(record.record.sequence)")
                        case .deviceDeleted(let device, _): found.append("\(device) deleted")
                        }
                    }
                case .gap, .end: found += Array(repeating: "gap deleted", count: 5)
                case .heartbeat: continue
                }
            }
            let last = try await servers[0].createRunning("d-0")
            let count = Int(try await servers[0].device(last).sequence.rawValue)
            let expected = (0..<5).flatMap { device in (1...count).map { "d-\(device) \($0)" } + ["d-\(device) deleted"]
            }
            #expect(found == expected)
        }
    }

    private func sequences(_ count: Int, from subscription: RecordSubscription) async -> [SequenceNumber] {
        var found: [SequenceNumber] = []
        while found.count < count {
            switch await subscription.next() {
            case .items(let items):
                for case .record(let record) in items.map(\.content) { found.append(record.record.sequence) }
            case .gap, .end: return found
            case .heartbeat: continue
            }
        }
        return found
    }

    @Test("handle what is due on devices of servers that have ended")
    func due() async throws {
        let clock = ClockSettings(mode: .scaled, rate: 1_000)
        let device = try await servers(1) { servers in
            let device = try await servers[0].createRunning("a", clock)
            _ = try await servers[0].apply(.event(.device(.home)), to: device)
            return device
        }
        try await servers(1, ticking: true) { servers in
            // Nobody asks for it until it is suspended.
            var position: Int64 = 0
            await until {
                let page = try? await servers[0].history?.steps(after: position, limit: SizeLimit(count: 100))
                position = page?.end ?? position
                return page?.steps.contains { $0.device == 1 && $0.kind == .time } ?? false
            }
            let app = try await servers[0].app("com.example.notes", on: device)
            #expect(app.value.state == .suspended)
        }
    }

    @Test("delete what expires, and nothing that another one uses")
    func expiry() async throws {
        try await servers(2, ticking: true) { servers in
            var new = NewDevice.running("short")
            new.expiresAfter = 1_500
            let short = try await servers[0].create(new).id
            new.id = DeviceID("used")
            let used = try await servers[0].create(new).id
            await until {
                _ = try? await servers[1].device(used)
                return await servers[0].summary().devices <= 1
            }
            #expect(try await servers[0].device(used).id == used)
            await #expect(throws: HostError.unknownDevice(short)) { try await servers[1].device(short) }
        }
    }

    @Test("count it as a use that a device is loaded")
    func usesByLoading() async throws {
        var new = NewDevice.running("a")
        new.expiresAfter = 3_600_000
        let device = try await servers(1) { [new] servers in try await servers[0].create(new).id }
        try await servers(1) { servers in
            let connection = try place.connect()
            try connection.run("UPDATE greenroom.due SET used_at = used_at - 3000000000")
            _ = try await servers[0].device(device)
            let isUsed =
                "SELECT used_at > extract(epoch FROM clock_timestamp()) * 1000000 - 60000000 FROM greenroom.due"
            #expect(try connection.query(isUsed).first?.bool(0) == true)
        }
    }

    @Test("list all devices, also those that they have never had in memory")
    func lists() async throws {
        try await servers { servers in
            for index in 0..<7 {
                var new = NewDevice.running("d-\(index)")
                new.labels = [Label(key: "side", value: index % 2 == 0 ? "even" : "odd")]
                _ = try await servers[0].create(new)
            }
            var ids: [String] = []
            var cursor: String?
            repeat {
                let page = try await servers[1].devices(after: cursor, limit: 3)
                ids += page.devices.map(\.id.description)
                cursor = page.next
            } while cursor != nil
            #expect(ids == (0..<7).map { "d-\($0)" })
            let labels = [Label(key: "side", value: "even")]
            #expect(try await servers[1].devices(labels: labels).devices.count == 4)
            #expect(try await servers[1].deleteAll(labels: labels) == 4)
            let summary = await servers[0].summary()
            #expect(summary.devices == 3 && summary.counts.first { $0.state == .notRunning }?.count == 3)
        }
    }

    @Test("evict devices and have them again as they were", arguments: [1, 4])
    func eviction(inMemory count: Int) async throws {
        try await servers(2, limits { $0.devicesInMemory = count }) { servers in
            var sequences: [DeviceID: SequenceNumber] = [:]
            for index in 0..<8 {
                let device = try await servers[index % 2].createRunning("d-\(index)")
                sequences[device] = try await servers[index % 2].device(device).sequence
            }
            for round in 0..<24 {
                let device = try #require(DeviceID("d-\(round % 8)"))
                let outcome = try await servers[round % 2].apply(log, to: device)
                #expect(outcome.sequence == (sequences[device] ?? 0) + 2)
                sequences[device] = outcome.sequence
            }
        }
    }

    @Test("keep a running clock running, whoever has the device")
    func clocks() async throws {
        try await servers { servers in
            let device = try await servers[0].createRunning("a", ClockSettings(mode: .scaled, rate: 1_000))
            var last = Instant.manualStart
            for round in 0..<20 {
                let now = try await servers[round % 2].clock(of: device).value.now
                // By what their clocks may differ.
                #expect(now + Milliseconds(100_000) >= last)
                last = now
            }
            #expect(last > .manualStart)
        }
    }

    @Test("find out that the database has lost what they had acknowledged", arguments: [false, true])
    func loss(byChange: Bool) async throws {
        try await servers(1) { servers in
            let device = try await servers[0].createRunning("a")
            let before = try await servers[0].device(device).sequence
            let connection = try place.connect()
            try connection.run("CREATE TABLE public.kept AS SELECT * FROM greenroom.state")
            _ = try await servers[0].apply(log, to: device)
            // As a standby has it that was promoted too early.
            try connection.run(
                """
                DELETE FROM greenroom.step WHERE revision > (SELECT revision FROM public.kept);
                DELETE FROM greenroom.state; INSERT INTO greenroom.state SELECT * FROM public.kept
                """
            )
            if byChange {
                await servers[0].presumeUnshared()
            } else {
                #expect(try await servers[0].device(device).sequence == before)
            }
            #expect(try await servers[0].apply(log, to: device).sequence == before + 2)
            #expect(await servers[0].shard(of: device).counters.lostDevices == 1)
        }
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
