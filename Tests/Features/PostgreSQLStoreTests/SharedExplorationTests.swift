import LifecycleKernel
import Logging
import Metrics
import Synchronization
import TestKit
import Testing
import WireFormat

@testable import DeviceHost
@testable import Explorations
@testable import PostgreSQLStore

/// A server that shares a database, with its explorations.
private final class ExploringServer: Sendable {
    let store: PostgreSQLStore
    let clock = SharedWallClock()
    let registry: DeviceRegistry
    let service: ExplorationService
    private let stop = Promise<Void>()

    init(_ place: PostgreSQLPlace, queued: Int = ExplorationLimits().queued) async throws {
        var limits = ExplorationLimits()
        limits.running = 1
        limits.threads = 2
        limits.queued = queued
        store = try await place.open { $0.stepAge = .seconds(3_600) }
        try await clock.begin(by: store)
        registry = DeviceRegistry(limits: TestKit.limits(), wall: clock, store: store)
        service = ExplorationService(
            registry,
            limits: limits,
            wall: clock,
            metricsFactory: NOOPMetricsHandler.instance
        )
        _ = try await registry.recover(logger: quietLogger)
    }

    /// Runs until it is ended.
    func run() async {
        guard let commits = CommitService(registry: registry, logger: quietLogger) else { return }
        await withDiscardingTaskGroup { group in
            // It closes the store, so it ends after the others, as in a server.
            group.addTask { await commits.run() }
            await withDiscardingTaskGroup { group in
                let sharing = SharingService(registry: registry, clock: clock, logger: quietLogger) {
                    [service] revisions in try await service.follow(revisions)
                }
                group.addTask { try? await sharing?.run() }
                await withDiscardingTaskGroup { group in
                    group.addTask { [service] in try? await service.run() }
                    await stop.value(whenCancelled: ())
                    group.cancelAll()
                }
                group.cancelAll()
            }
            group.cancelAll()
        }
    }

    /// Ends it; gracefully if its store is open.
    func end() { stop.fulfill(()) }

    func begin(_ fields: [Value.Member], key: String? = nil) async throws -> Value {
        let print = RequestFingerprint(method: "POST", path: "/v1/explorations", body: JSONText.write(.object(fields)))
        let claim = key.map { AnswerClaim($0, print, in: .creation) }
        return try await value(service.begin(NewExploration(.object(fields)), under: claim))
    }

    /// What the interface shows of an exploration; null when it is not known.
    func shown(_ id: String) async throws -> Value {
        do {
            return try await value(service.exploration(id))
        } catch ExplorationError.unknown {
            return .null
        }
    }

    func status(_ id: String) async throws -> String? { try await shown(id)["status"]?.text }

    /// Waits until an exploration has ended.
    func ended(_ id: String) async throws -> Value {
        while ["queued", "running"].contains(try await status(id)) { await Task.yield() }
        return try await shown(id)
    }

    func value(_ object: some FieldWritable) throws -> Value { try JSONText.parse(JSONText.write(object)) }
}

@Suite("Servers that share a database share explorations", .timeLimit(.minutes(5)))
struct SharedExplorationTests {
    private let place = PostgreSQLPlace()

    private static let diary: Value = [
        "explore": "diary", "limits": ["interruptions": 0],
        "apps": [
            [
                "bundleID": "com.example.diary", "lifecycle": "scenes",
                "behavior": ["applicationWillTerminate(_:)": [["action": "save", "takesSeconds": 0.5]]],
            ]
        ],
        "variants": [["name": "quick", "behavior": ["applicationWillTerminate(_:)": []]]],
    ]

    /// A search that goes on until it is stopped.
    private static let endless: Value = [
        "explore": "endless", "limits": ["interruptions": 0, "transitions": 2_000_000],
        "apps": [
            [
                "bundleID": "com.example.gallery", "lifecycle": "scenes",
                "behavior": [
                    "sceneDidEnterBackground(_:)": [["action": "beginBackgroundTask", "name": "upload"]],
                    "applicationDidReceiveMemoryWarning(_:)": [["action": "beginBackgroundTask", "name": "purge"]],
                ],
            ]
        ],
    ]

    /// What is asked for, with the longest budget: reports of two searches are equal only if both were complete.
    private func fields(_ id: String, _ file: Value = diary, _ more: [Value.Member] = []) -> [Value.Member] {
        [.init("id", .string(id)), .init("file", file), .init("budgetSeconds", 300)] + more
    }

    /// Runs servers while the test runs.
    private func servers(
        _ count: Int = 2,
        queued: Int = ExplorationLimits().queued,
        _ test: ([ExploringServer]) async throws -> Void
    ) async throws {
        var servers: [ExploringServer] = []
        for _ in 0..<count { servers.append(try await ExploringServer(place, queued: queued)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for server in servers { group.addTask { await server.run() } }
            try await test(servers)
        }
    }

    /// The report of a server that shares nothing.
    private func report(_ file: Value = diary) async throws -> Value {
        let service = ExplorationService(DeviceRegistry(), metricsFactory: NOOPMetricsHandler.instance)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await service.run() }
            _ = try await service.begin(NewExploration(.object(fields("diary", file))))
            while true {
                let shown = try JSONText.parse(JSONText.write(await service.exploration("diary")))
                if let report = shown["report"], report != .null { return report }
                await Task.yield()
            }
        }
    }

    @Test(
        "one that was begun at one is shown, changed and deleted at the others, with the same result as at one server alone"
    )
    func anywhere() async throws {
        let alone = try await report()
        try await servers(3) { servers in
            let begun = try await servers[0].begin(fields("diary", Self.diary, [.init("labels", ["run": "1"])]))
            #expect(begun["id"] == "diary" && begun["labels"] == ["run": "1"])
            await #expect(throws: ExplorationError.exists("diary")) { try await servers[1].begin(fields("diary")) }
            let ended = try await servers[1].ended("diary")
            #expect(
                ended["status"] == "finished" && ended["found"]?.elements.contains("com.example.diary/dataLoss") == true
            )
            #expect(ended["report"] == alone)
            var texts: Set<String> = []
            var values: [[Value]] = []
            for server in servers {
                let document = try await server.service.exploration("diary")
                texts.insert(document.text(withCoverage: true))
                let (device, records) = try await server.service.device(ofFailure: 1, of: "diary", upTo: nil)
                values.append([
                    try server.value(document), try await server.service.graph(of: "diary"),
                    try await server.service.scenario(ofFailure: 1, of: "diary", asItIs: true),
                    try await server.service.scenario(ofFailure: 1, of: "diary", asItIs: false),
                    .array(records.map(\.value)), .string("\(device.now)"),
                ])
            }
            #expect(texts.count == 1 && Set(values).count == 1)
            let signature: Value = "com.example.diary/dataLoss"
            let changed = try await servers[2].service.change("diary", ExplorationChange(["known": [signature]]))
            #expect(try servers[2].value(changed)["report"]?["failures"]?.elements.first?["isKnown"] == true)
            #expect(try await servers[0].shown("diary")["known"] == [signature])
            let query = try ExplorationQuery(status: "finished", labels: [], after: nil, limit: 10)
            let list = try servers[0].value(try await servers[0].service.explorations(query))
            #expect(list["explorations"]?.elements.map { $0["id"] } == ["diary"])
            try await servers[1].service.delete("diary")
            for server in servers { #expect(try await server.shown("diary") == .null) }
            await #expect(throws: ExplorationError.unknown("diary")) { try await servers[0].service.delete("diary") }
            #expect(try items() == 0)
        }
    }

    /// How many items there are.
    private func items() throws -> Int64? {
        try place.connect().query("SELECT count(*) FROM greenroom.item").first?.number(0)
    }

    @Test("one of which the server has ended is searched anew by another one, and comes to the same")
    func deadServer() async throws {
        let alone = try await report()
        // It claims the exploration, and is never heard of again.
        let dead = try await ExploringServer(place)
        let begun = try await dead.begin(fields("diary"))
        #expect(begun["status"] == "queued")
        let number = try #require(dead.service.state.withLock { $0.explorations["diary"]?.number })
        let sharing = try #require(dead.service.sharing)
        let claimed = await sharing.claim(ExplorationService.Start(id: "diary", number: number), for: dead.service)
        #expect(claimed?.status == .running)
        await dead.store.close()
        try await servers { servers in
            #expect(try await servers[0].status("diary") == "running")
            let ended = try await servers[1].ended("diary")
            #expect(ended["status"] == "finished" && ended["report"] == alone)
            #expect(try await servers[0].shown("diary") == ended)
        }
    }

    @Test(
        "one whose server ends in the middle of the search goes on at another one at once, and streams follow it there"
    )
    func endedServer() async throws {
        try await servers { servers in
            _ = try await servers[0].begin(fields("endless", Self.endless))
            for server in servers {
                while try await server.shown("endless")["progress"] == .null { await Task.yield() }
            }
            let first = servers[0].service.state.withLock(\.running).isEmpty ? 1 : 0
            let (one, other) = (servers[first], servers[1 - first])
            let here = try await one.service.follow("endless", after: 0)
            guard case .events(let events) = await here.next() else { return #expect(Bool(false), "no event") }
            one.end()
            // The stream of a server that ends says nothing of an end.
            var last = try #require(events.last?.number)
            while case .events(let events) = await here.next() {
                #expect(events.allSatisfy { $0.name != .end })
                last = events.last?.number ?? last
            }
            await until { !other.service.state.withLock(\.running).isEmpty }
            let there = try await other.service.follow("endless", after: last)
            while try await other.shown("endless")["progress"] == .null { await Task.yield() }
            // Its progress may be of the first search, so the second one need not have begun a pass.
            let cancelled = try other.value(try await other.service.cancel("endless"))
            #expect(cancelled["status"] == "cancelled")
            var numbers: [Int] = []
            var names: [ExplorationEvent.Name] = []
            while case .events(let events) = await there.next() {
                numbers += events.map(\.number)
                names += events.map(\.name)
            }
            #expect(numbers == numbers.sorted() && numbers.allSatisfy { $0 > last } && names.last == .end)
        }
    }

    @Test(
        "one that runs is followed and stopped at another one, one that waits ends at once, and the graph is shown anywhere"
    )
    func stopping() async throws {
        try await servers { servers in
            for id in ["a", "b", "c"] { _ = try await servers[0].begin(fields(id, Self.endless)) }
            // Each searches one.
            await until { servers.allSatisfy { $0.service.state.withLock(\.running).count == 1 } }
            while try await servers[1].status("b") != "running" { await Task.yield() }
            #expect(try await servers[1].status("a") == "running")
            #expect(try await servers[1].status("c") == "queued")
            for server in servers {
                for id in ["a", "b"] {
                    let reader = try await server.service.follow(id, after: 0)
                    guard case .events = await reader.next() else { return #expect(Bool(false), "no event") }
                    while try await server.service.graph(of: id)["nodes"] == [] { await Task.yield() }
                }
            }
            let waiting = try servers[1].value(try await servers[1].service.cancel("c"))
            #expect(waiting["status"] == "cancelled" && waiting["report"] == .null)
            for id in ["a", "b"] {
                let cancelled = try servers[1].value(try await servers[1].service.cancel(id))
                #expect(cancelled["status"] == "cancelled" && cancelled["report"]?["passes"] != nil)
                #expect(try await servers[0].shown(id) == cancelled)
            }
            for server in servers {
                let reader = try await server.service.follow("a", after: 0)
                var names: [ExplorationEvent.Name] = []
                while case .events(let events) = await reader.next() { names += events.map(\.name) }
                #expect(names.last == .end && names.contains(.failure))
            }
            // One that is deleted is not searched any more.
            _ = try await servers[0].begin(fields("d", Self.endless))
            while try await servers[1].status("d") != "running" { await Task.yield() }
            let reader = try await servers[1].service.follow("d", after: 1_000)
            try await servers[0].service.delete("d")
            while case .heartbeat = await reader.next() {}
            await until { servers.allSatisfy { $0.service.state.withLock(\.running).isEmpty } }
            for id in ["a", "b", "c"] { try await servers[1].service.delete(id) }
            await until { (try? items()) == 0 }
        }
    }

    @Test(
        "no more wait than may, an id is given once, and a request with a key begins one, whichever servers are asked"
    )
    func limits() async throws {
        try await servers(3, queued: 2) { servers in
            for number in 0..<3 {
                _ = try await servers[number].begin(fields("running-\(number)", Self.endless))
            }
            await until { servers.allSatisfy { $0.service.state.withLock(\.running).count == 1 } }
            let answers = await withTaskGroup(of: (id: String, error: (any Error)?).self) { group in
                for number in 0..<9 {
                    group.addTask {
                        do {
                            _ = try await servers[number % 3].begin(fields("\(number)", Self.endless))
                            return ("\(number)", nil)
                        } catch {
                            return ("\(number)", error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let begun = Set(answers.filter { $0.error == nil }.map(\.id) + (0..<3).map { "running-\($0)" })
            let query = try ExplorationQuery(status: nil, labels: [], after: nil, limit: 100)
            // One runs at each server. One of those waits when its server has been too slow to say that it searches.
            for server in servers {
                let kept = Set(try await server.service.explorations(query).explorations.map(\.id))
                #expect(kept == begun && kept.count <= 3 + 2, "\(answers)")
            }
            for id in begun { try await servers[1].service.delete(id) }
            for round in 0..<5 {
                let ids = try await withThrowingTaskGroup(of: Value.self) { group in
                    for server in servers {
                        group.addTask {
                            try await server.begin([.init("file", Self.diary)], key: "key-\(round)")["id"] ?? .null
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(ids).count == 1 && ids.count == 3)
                let id = try #require(ids.first?.text)
                let results = await withTaskGroup(of: Bool.self) { group in
                    for server in servers {
                        group.addTask { (try? await server.begin(fields("same-\(round)"))) != nil }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(results.count { $0 } == 1)
                for id in [id, "same-\(round)"] {
                    _ = try await servers[0].ended(id)
                    try await servers[0].service.delete(id)
                }
            }
        }
    }

    @Test("a claim is not over for a server whose clock is a little behind")
    func clocks() {
        let now = WallInstant(nanoseconds: 1_000_000_000_000)
        let claim = ExplorationClaim(1, at: now)
        for behind in [0, 1, 900] { #expect(!claim.isOver(at: now + .milliseconds(-behind))) }
        #expect(claim.isOver(at: now + ExplorationClaim.length) && claim.isOver(at: now + .seconds(-60)))
    }

    @Test("what has ended is forgotten after its time, and one that ends its servers is given up")
    func forgotten() async throws {
        try await servers { servers in
            _ = try await servers[0].begin(fields("diary", Self.diary, [.init("keepSeconds", 1)]))
            await until { (try? await servers[1].shown("diary")) == .null }
            #expect(try items() == 0)
        }
        for attempt in 1...4 {
            let server = try await ExploringServer(place)
            if attempt == 1 { _ = try await server.begin(fields("fatal")) }
            try await server.service.sharing?.refresh(server.service)
            let number = try #require(server.service.state.withLock { $0.explorations["fatal"]?.number })
            let start = ExplorationService.Start(id: "fatal", number: number)
            await until {
                server.service.hosted(start)?.row.isFree(server.service.hosted(start)?.claim, at: server.clock.now)
                    == true
            }
            let claimed = await server.service.sharing?.claim(start, for: server.service)
            #expect((claimed != nil) == (attempt <= 3))
            if attempt == 4 { #expect(try await server.status("fatal") == "failed") }
            await server.store.close()
        }
    }

    @Test("a client may send each report to another server")
    func remote() async throws {
        // So small that it is searched wholly, however slow the machine is.
        let file: Value = [
            "explore": "diary", "apps": [["bundleID": "com.example.diary"]],
            "inputs": [
                "with": ["edit"], "without": ["device.lock", "device.unlock", "interrupt", "memory", "windows"],
            ],
            "limits": ["interruptions": 0, "depth": 2],
        ]
        /// The report of remote runs that go to hosts in turn.
        func report(
            _ servers: [(registry: DeviceRegistry, service: ExplorationService)]
        ) async throws -> Value {
            let next = Turns(servers.count)
            let client = RemoteRunClient(
                on: { servers[next.take()].registry },
                code: { $0 == "applicationWillTerminate(_:)" ? [.save(count: nil)] : [] },
                asking: { report in
                    let service = servers[next.take()].service
                    return try await JSONText.parse(
                        JSONText.write(service.nextRun("diary", after: RemoteRunReport(report)))
                    )
                }
            )
            let body = fields("diary", file, [.init("remote", true)])
            _ = try await servers[next.take()].service.begin(NewExploration(.object(body)))
            #expect(try await client.runAll() > 3)
            let shown = try await JSONText.parse(JSONText.write(servers[next.take()].service.exploration("diary")))
            #expect(shown["status"] == "finished")
            for server in servers { #expect(try await server.registry.devices().devices.isEmpty) }
            return shown["report"] ?? .null
        }
        let registry = DeviceRegistry()
        let service = ExplorationService(registry, metricsFactory: NOOPMetricsHandler.instance)
        let alone = try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await service.run() }
            return try await report([(registry, service)])
        }
        try await servers(3) { servers in
            let shared = try await report(servers.map { ($0.registry, $0.service) })
            #expect(shared == alone)
        }
    }
}

/// Takes several in turn.
private final class Turns: Sendable {
    private let count: Int
    private let next = Atomic(0)

    init(_ count: Int) { self.count = count }

    func take() -> Int { next.add(1, ordering: .relaxed).oldValue % count }
}
