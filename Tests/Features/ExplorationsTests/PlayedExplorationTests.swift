import DeviceHost
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import Explorations

/// A client that plays an exploration of a test.
private struct TestClient: Sendable {
    let test: TestExplorations
    let id = "diary"
    /// What the code does in a callback.
    var code: @Sendable (String) -> [Action] = { _ in [] }

    private var client: PlayClient { PlayClient(on: { test.registry }, code: code, asking: ask) }

    /// Begins an exploration that this client plays.
    func begin(_ more: [Value.Member] = []) async throws {
        let own: [Value.Member] = [
            .init("id", .string(id)), .init("file", PlayClient.exploration), .init("played", true),
        ]
        _ = try await test.begin(own + more)
    }

    /// Asks for a play.
    @Sendable func ask(_ report: Value = .object([])) async throws -> Value {
        try await test.value(test.service.play(id, after: PlayReport(report)))
    }

    func playAll() async throws -> Int { try await client.playAll() }
    func carryOut(_ play: Value) async throws { try await client.carryOut(play) }
}

/// Explorations of apps whose code runs in a client.
@Suite("Explorations that a client plays", .timeLimit(.minutes(10)))
struct PlayedExplorationTests {
    private func devices(_ test: TestExplorations) async throws -> [Value] {
        try await test.registry.devices().devices.map { .string($0.id.description) }
    }

    /// Runs a host and a client that plays an exploration on it.
    private func played(_ body: @escaping @Sendable (TestExplorations, TestClient) async throws -> Void) async throws {
        let test = TestExplorations()
        let client = TestClient(test: test)
        try await test.run { try await body(test, client) }
    }

    @Test("Code that saves only when it is terminated is found out, and no device is left over")
    func found() async throws {
        let test = TestExplorations()
        let client = TestClient(test: test) { callback in
            callback == "applicationWillTerminate(_:)" ? [.save(count: nil)] : []
        }
        try await test.run {
            try await client.begin()
            let plays = try await client.playAll()
            let ended = await test.shown("diary")
            #expect(ended["status"] == "finished" && ended["played"] == true)
            #expect(ended["found"]?.elements.contains("com.example.diary/dataLoss") == true, "\(ended)")
            let failures = ended["report"]?["failures"]?.elements ?? []
            let loss = try #require(failures.first { $0["signature"] == "com.example.diary/dataLoss" })
            let text = try await test.service.exploration("diary").text(withCoverage: false)
            #expect(loss["inputs"]?.elements.count == 5, "\(text)")
            #expect(ended["report"]?["passes"]?.elements.allSatisfy { $0["closed"] == false } == true)
            #expect(plays > 10)
            #expect(try await devices(test).isEmpty)
        }
    }

    @Test("Code that saves when it leaves the screen loses nothing")
    func correct() async throws {
        let test = TestExplorations()
        let client = TestClient(test: test) { callback in
            callback == "sceneDidEnterBackground(_:)" || callback == "applicationDidEnterBackground(_:)"
                ? [.save(count: nil)] : []
        }
        try await test.run {
            try await client.begin()
            _ = try await client.playAll()
            #expect(await test.shown("diary")["found"]?.elements.contains("com.example.diary/dataLoss") == false)
        }
    }

    @Test("Only the play that is handed out is reported, and once")
    func reports() async throws {
        try await played { test, client in
            try await client.begin()
            await #expect(throws: ExplorationError.unknownPlay(1)) { try await client.ask(["play": 1]) }
            let first = try await client.ask()
            #expect(first["play"] == 1 && first["continues"] == false && first["status"] == "running")
            await #expect(throws: ExplorationError.unknownPlay(2)) { try await client.ask(["play": 2]) }
            try await client.carryOut(first)
            let second = try await client.ask(["play": 1])
            #expect(second["play"] == 2)
            await #expect(throws: ExplorationError.unknownPlay(1)) { try await client.ask(["play": 1]) }
            await #expect(throws: ExplorationError.unknown("none")) {
                try await test.service.play("none", after: PlayReport(.object([])))
            }
            try await test.begin("modelled")
            await #expect(throws: ExplorationError.notPlayed("modelled")) {
                try await test.service.play("modelled", after: PlayReport(.object([])))
            }
        }
    }

    @Test("A play that its client has lost is handed out anew, with all steps on a new device")
    func lost() async throws {
        try await played { test, client in
            try await client.begin()
            let first = try await client.ask()
            let again = try await client.ask()
            #expect(again["play"] == 2 && again["device"] != first["device"] && again["steps"] == first["steps"])
            #expect(try await devices(test).map(Optional.init) == [again["device"]])
            await #expect(throws: ExplorationError.unknownPlay(1)) { try await client.ask(["play": 1]) }
            try await client.carryOut(again)
            #expect(try await client.ask(["play": 2])["play"] == 3)
        }
    }

    @Test("A play whose device the client has deleted is an error, and handed out anew")
    func deletedDevice() async throws {
        try await played { test, client in
            try await client.begin()
            let first = try await client.ask()
            let device = try #require(first["device"]?.text.flatMap { DeviceID($0) })
            try await test.registry.delete(device)
            await #expect(throws: HostError.unknownDevice(device)) { try await client.ask(["play": 1]) }
            let again = try await client.ask()
            #expect(again["play"] == 2 && again["device"] != first["device"])
        }
    }

    @Test("A client that waits learns of the end, and so does one that reports afterwards")
    func cancel() async throws {
        try await played { test, client in
            try await client.begin()
            let play = try await client.ask()
            let cancelled = test.value(try await test.service.cancel("diary"))
            #expect(cancelled["status"] == "cancelled" && cancelled["report"] != .null)
            #expect(try await devices(test).isEmpty)
            let answer = try await client.ask(["play": play["play"] ?? .null])
            #expect(answer["status"] == "cancelled" && answer["play"] == .null && answer["steps"] == [])
            try await test.service.delete("diary")
            await #expect(throws: ExplorationError.unknown("diary")) { try await client.ask() }
        }
    }

    @Test("A client asks again when there is nothing to do for 20 s, and learns when its turn has come")
    func queued() async throws {
        try await played { test, client in
            try await test.beginEndless("endless")
            try await client.begin()
            async let first = client.ask()
            await until { test.clock.hasSleeper(for: ExplorationLimits.playWait) }
            test.clock.advance(by: ExplorationLimits.playWait)
            let answer = try await first
            #expect(answer["status"] == "queued" && answer["play"] == .null)
            async let second = client.ask()
            await until { test.clock.hasSleeper(for: ExplorationLimits.playWait) }
            try await test.service.delete("endless")
            #expect(try await second["play"] == 1)
        }
    }

    @Test("Another client that asks takes the place of one that waits")
    func twoClients() async throws {
        try await played { test, client in
            try await test.beginEndless("endless")
            try await client.begin()
            async let first = client.ask()
            await until { test.clock.hasSleeper(for: ExplorationLimits.playWait) }
            async let second = client.ask()
            #expect(try await first["play"] == .null)
            try await test.service.delete("endless")
            #expect(try await second["play"] == 1)
        }
    }

    @Test("Nobody who asks for a minute: the exploration is cancelled, with what it has, and its device deleted")
    func silence() async throws {
        try await played { test, client in
            try await client.begin([.init("budgetSeconds", 300)])
            let play = try await client.ask()
            try await client.carryOut(play)
            _ = try await client.ask(["play": play["play"] ?? .null])
            await until { test.clock.sleeperCount > 0 }
            test.clock.advance(by: ExplorationLimits.playSilence)
            let ended = await test.ended("diary")
            #expect(ended["status"] == "cancelled" && ended["report"] != .null)
            #expect(try await devices(test).isEmpty)
        }
    }

    @Test(
        "What code elsewhere cannot play is refused",
        arguments: [
            (#"{"played": true, "from": {"device": "phone"}}"#, "played"),
            (#"{"played": 1, "file": {"bundleID": "a.b"}}"#, "played"),
            (
                #"{"played": true, "file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "attached": {"within": 1}}}"#,
                "file.attached"
            ),
            (
                #"{"played": true, "file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "variants": [{"name": "slow", "behavior": {}}]}}"#,
                "file.variants"
            ),
            (
                #"{"played": true, "file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "start": [{"advanceUntil": {"idle": true}}]}}"#,
                "start[0]"
            ),
        ]
    )
    func refusals(body: String, field: String) async throws {
        let test = TestExplorations()
        try await test.run {
            do {
                _ = try await test.service.begin(NewExploration(JSONText.parse(Array(body.utf8))))
                Issue.record("It is accepted.")
            } catch let rejection as Rejection {
                #expect(rejection.field?.hasPrefix(field) == true, "\(rejection)")
            }
        }
    }

    @Test(
        "A report that cannot be read is refused",
        arguments: [
            #"{"play": 0}"#, #"{"play": "1"}"#, #"{"situation": "x"}"#, #"{"play": 1, "state": "x"}"#, "[]",
        ]
    )
    func badReports(body: String) throws {
        #expect(throws: Rejection.self) { try PlayReport(JSONText.parse(Array(body.utf8))) }
        let long = String(repeating: "x", count: PlayReport.situationLength + 1)
        #expect(throws: Rejection.self) { try PlayReport(["play": 1, "situation": .string(long)]) }
    }
}
