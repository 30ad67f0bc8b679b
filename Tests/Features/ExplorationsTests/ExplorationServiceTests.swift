import DeviceHost
import LifecycleKernel
import MetricsTestKit
import Scenarios
import TestKit
import Testing
import WireFormat

@testable import Explorations

@Suite("Explorations on a server", .timeLimit(.minutes(10)))
struct ExplorationServiceTests {
    @Test("A search ends with its report, and what it counts is in the metrics")
    func report() async throws {
        let metrics = TestMetrics()
        let test = TestExplorations(metrics: metrics)
        try await test.run {
            let begun = try await test.begin("diary", TestExplorations.search, [.init("labels", ["run": "1"])])
            #expect(["queued", "running"].contains(begun["status"]?.text) && begun["report"] == .null)
            #expect(begun["labels"] == ["run": "1"] && begun["budgetSeconds"] == 10 && begun["keepSeconds"] == 3_600)
            #expect(begun["memoryMiB"] == 256, "what a server allows is less than what a file asks for unless it says")
            let ended = await test.ended("diary")
            #expect(ended["status"] == "finished" && ended["found"] == ["com.example.diary/dataLoss"])
            #expect(ended["report"]?["passes"]?.elements.map { $0["closed"] } == [true])
            let failure = try #require(ended["report"]?["failures"]?.elements.first)
            #expect(failure["inputs"]?.elements.count == 5)
            #expect(try await test.service.exploration("diary").text(withCoverage: false).contains("dataLoss"))
            #expect(ended["passes"] == ended["report"]?["passes"])
        }
        let transitions = try metrics.expectCounter("greenroom.exploration.transitions").totalValue
        #expect(transitions > 100)
        #expect(try metrics.expectCounter("greenroom.exploration.failures").totalValue == 1)
        #expect(try metrics.expectGauge("greenroom.explorations", [("state", "running")]).lastValue == 0)
    }

    @Test("As many run as may, the others wait in their order, and one more than may wait is refused")
    func queue() async throws {
        let test = TestExplorations { $0.queued = 2 }
        try await test.run {
            try await test.beginEndless("a")
            try await test.beginEndless("b")
            try await test.begin("c")
            #expect(await test.statuses(["a", "b", "c"]) == ["running", "queued", "queued"])
            await #expect(throws: ExplorationError.self) { try await test.begin("d") }
            await #expect(throws: ExplorationError.self) { try await test.begin("a") }
            _ = try await test.service.cancel("a")
            // The next one begins beside the answer.
            await until { await test.statuses(["a", "b"]) == ["cancelled", "running"] }
            try await test.service.delete("b")
            let last = await test.ended("c")
            #expect(last["status"] == "finished")
            #expect(await test.status("b") == "unknown")
        }
    }

    @Test("One that runs is stopped with what it has, one that waits without, and one that has ended stays as it is")
    func cancel() async throws {
        let test = TestExplorations()
        try await test.run {
            try await test.beginEndless("a")
            try await test.begin("b")
            await until { await test.shown("a")["progress"] != .null }
            let waiting = test.value(try await test.service.cancel("b"))
            #expect(waiting["status"] == "cancelled" && waiting["report"] == .null)
            let running = test.value(try await test.service.cancel("a"))
            #expect(running["status"] == "cancelled" && running["report"]?["passes"] != nil)
            let again = test.value(try await test.service.cancel("a"))
            #expect(again["status"] == "cancelled" && again["endedAt"] == running["endedAt"])
            await #expect(throws: ExplorationError.unknown("c")) { try await test.service.cancel("c") }
        }
    }

    @Test("The search is over when its time is, and that is no fault")
    func budget() async throws {
        let test = TestExplorations()
        try await test.run {
            try await test.beginEndless("a")
            await until { await test.shown("a")["progress"] != .null }
            test.clock.advance(by: .seconds(11))
            let ended = await test.ended("a")
            #expect(ended["status"] == "finished" && ended["report"]?["passes"]?.elements.last?["closed"] == false)
        }
    }

    @Test("What has ended is forgotten after its time, and the oldest when there are too many")
    func forgetting() async throws {
        let test = TestExplorations { $0.kept = 2 }
        try await test.run {
            for id in ["a", "b", "c"] {
                try await test.begin(id, TestExplorations.search, [.init("keepSeconds", id == "b" ? 5 : 60)])
                _ = await test.ended(id)
                test.clock.advance(by: .seconds(1))
            }
            #expect(await test.statuses(["a", "b", "c"]) == ["unknown", "finished", "finished"])
            test.clock.advance(by: .seconds(5))
            #expect(await test.statuses(["b", "c"]) == ["unknown", "finished"])
        }
    }

    @Test("The end of the service ends every exploration, and begins no other")
    func shutdown() async throws {
        let test = TestExplorations()
        try await test.run {
            try await test.beginEndless("a")
            try await test.begin("b")
        }
        #expect(await test.statuses(["a", "b"]) == ["cancelled", "cancelled"])
        await #expect(throws: ExplorationError.self) { try await test.begin("c") }
    }

    @Test("A reader gets everything up to the end, one that comes again what it missed, and progress seldom")
    func reading() async throws {
        let test = TestExplorations()
        try await test.run {
            try await test.beginEndless("a")
            let first = try await test.service.follow("a", after: 0)
            var seen: [ExplorationEvent] = []
            while !seen.contains(where: { $0.name == .failure }), case .events(let events) = await first.next() {
                seen += events
            }
            #expect(seen.count { $0.name == .progress } <= 1, "the clock stands")
            let position = try #require(seen.last?.number)
            first.cancel()
            _ = try await test.service.cancel("a")
            let second = try await test.service.follow("a", after: position)
            while case .events(let events) = await second.next() { seen += events }
            #expect(seen.last?.name == .end && seen.last?.data == ["why": "cancelled"])
            #expect(seen.map(\.number) == seen.map(\.number).sorted() && Set(seen.map(\.number)).count == seen.count)
            let late = try await test.service.follow("a", after: 0)
            guard case .events(let all) = await late.next() else { return #expect(Bool(false), "nothing is kept") }
            #expect(Set(all.filter { $0.name != .progress }).isSubset(of: seen))
        }
    }

    @Test("The state graph is empty before the search, grows with it, and at the end is that of its widest pass")
    func graph() async throws {
        let test = TestExplorations()
        @Sendable func abstractStates(_ test: TestExplorations) async throws -> Int64 {
            guard case .integer(let count)? = try await test.service.graph(of: "a")["abstractStates"] else { return 0 }
            return count
        }
        try await test.run {
            try await test.beginEndless("a")
            try await test.begin("b")
            #expect(try await test.service.graph(of: "b")["nodes"] == [])
            await until { (try? await test.service.graph(of: "a")["nodes"]?.elements.isEmpty) == false }
            let early = try await abstractStates(test)
            test.clock.advance(by: .seconds(1))
            await until { (try? await abstractStates(test)).map { $0 > early } == true }
            let end = try await test.value(test.service.cancel("a"))
            #expect(
                try await test.service.graph(of: "a")["abstractStates"]
                    == end["passes"]?.elements.first?["abstractStates"]
            )
        }
    }

    @Test("What is accepted while a search runs is known at its end")
    func known() async throws {
        let test = TestExplorations()
        try await test.run {
            try await test.beginEndless("a")
            let signature: Value = "com.example.gallery/backgroundTaskAssertionTimeout"
            _ = try await test.service.change("a", ExplorationChange(["known": [signature]]))
            await until { await test.shown("a")["found"]?.elements.contains(signature) == true }
            let end = try await test.value(test.service.cancel("a"))
            let failures = end["report"]?["failures"]?.elements ?? []
            #expect(failures.first { $0["signature"] == signature }?["isKnown"] == true)
        }
    }

    @Test("A stream without events shows that it is alive, and one of an exploration that is deleted ends")
    func silence() async throws {
        let test = TestExplorations()
        try await test.run {
            try await test.beginEndless("a")
            try await test.begin("b")
            let reader = try await test.service.follow("b", after: 0)
            async let step = reader.next()
            await until { test.clock.sleeperCount > 0 }
            test.clock.advance(by: .seconds(15))
            guard case .heartbeat = await step else { return #expect(Bool(false), "no heartbeat") }
            async let next = reader.next()
            await until { test.clock.sleeperCount > 0 }
            try await test.service.delete("b")
            guard case .forgotten = await next else { return #expect(Bool(false), "it goes on") }
            try await test.service.delete("a")
        }
    }

    @Test("The scenario of a failure fails in the app, and passes turned round")
    func scenario() async throws {
        let test = TestExplorations()
        try await test.run {
            try await test.begin("diary")
            _ = await test.ended("diary")
            for asItIs in [false, true] {
                let document = try await test.service.scenario(ofFailure: 1, of: "diary", asItIs: asItIs)
                let result = await ScenarioRunner.run(try Scenario(document), on: InProcessTarget())
                #expect(result.passed == asItIs)
            }
            await #expect(throws: ExplorationError.unknownFailure("diary", 2)) {
                try await test.service.scenario(ofFailure: 2, of: "diary", asItIs: false)
            }
        }
    }

    @Test("A search from a device begins in the midst of its life, and the device does not notice")
    func fromDevice() async throws {
        let test = TestExplorations()
        let phone = DeviceID("phone")!
        let new = NewDevice(
            id: phone,
            settings: DeviceSettings(clock: ClockSettings(mode: .manual)),
            apps: [try AppManifest(TestExplorations.diary, at: "")]
        )
        _ = try await test.registry.create(new)
        for event in [["type": "app.launch", "bundleID": "com.example.diary"]] as [Value] {
            _ = try await test.registry.apply(.event(try Event(event, at: "")), to: phone)
        }
        _ = try await test.registry.apply(.action("com.example.diary", .edit(count: 1, scene: nil)), to: phone)
        let before = try await test.registry.device(phone)
        try await test.run {
            let begun = try await test.begin([
                .init("id", "a"), .init("from", ["device": "phone"]), .init("limits", ["interruptions": 0]),
            ])
            #expect(begun["from"] == ["device": "phone", "at": .integer(Int64(before.sequence.rawValue))])
            let ended = await test.ended("a")
            let failure = try #require(ended["report"]?["failures"]?.elements.first)
            #expect(failure["signature"] == "com.example.diary/dataLoss")
            #expect(failure["inputs"]?.elements.count == 3, "launched and edited it is already")
            let scenario = try await test.service.scenario(ofFailure: 1, of: "a", asItIs: true)
            let result = await ScenarioRunner.run(try Scenario(scenario), on: InProcessTarget())
            #expect(result.passed)
            let (device, records) = try await test.service.device(ofFailure: 1, of: "a", upTo: 1)
            #expect(records.first?.sequence == before.sequence.next && device.now == before.clock.now)
            let after = try await test.registry.device(phone)
            #expect(after.sequence == before.sequence)
        }
    }
}
