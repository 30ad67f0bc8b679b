import DeviceHost
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import Explorations

/// A client that carries out the runs of a test's exploration.
private struct TestClient: Sendable {
    let test: TestExplorations
    let id = "diary"
    /// What the code does in a callback.
    var code: @Sendable (String) -> [Action] = { _ in [] }
    /// The invariants that do not hold after steps.
    var invariants: @Sendable ([Value]) -> [String] = { _ in [] }

    private var client: RemoteRunClient {
        RemoteRunClient(on: { test.registry }, code: code, invariants: invariants, asking: ask)
    }

    /// Begins an exploration whose runs this client carries out.
    func begin(_ more: [Value.Member] = []) async throws {
        let own: [Value.Member] = [
            .init("id", .string(id)), .init("file", RemoteRunClient.exploration), .init("remote", true),
        ]
        _ = try await test.begin(own + more)
    }

    /// Asks for a remote run.
    @Sendable func ask(_ report: Value = .object([])) async throws -> Value {
        try await test.value(test.service.nextRun(id, after: RemoteRunReport(report)))
    }

    func runAll() async throws -> Int { try await client.runAll() }
    func carryOut(_ run: Value) async throws { try await client.carryOut(run) }
}

/// Explorations of apps whose code runs in a client.
@Suite("Explorations whose code a client has", .timeLimit(.minutes(10)))
struct RemoteExplorationTests {
    private func devices(_ test: TestExplorations) async throws -> [Value] {
        try await test.registry.devices().devices.map { .string($0.id.description) }
    }

    /// Runs a host, and a client of an exploration on it.
    private func withClient(
        _ body: @escaping @Sendable (TestExplorations, TestClient) async throws -> Void
    ) async throws {
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
            let runs = try await client.runAll()
            let ended = await test.shown("diary")
            #expect(ended["status"] == "finished" && ended["remote"] == true)
            #expect(ended["found"]?.elements.contains("com.example.diary/dataLoss") == true, "\(ended)")
            let failures = ended["report"]?["failures"]?.elements ?? []
            let loss = try #require(failures.first { $0["signature"] == "com.example.diary/dataLoss" })
            let text = try await test.service.exploration("diary").text(withCoverage: false)
            #expect(loss["inputs"]?.elements.count == 5, "\(text)")
            #expect(ended["report"]?["passes"]?.elements.allSatisfy { $0["closed"] == false } == true)
            #expect(runs > 10)
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
            _ = try await client.runAll()
            #expect(await test.shown("diary")["found"]?.elements.contains("com.example.diary/dataLoss") == false)
        }
    }

    @Test("An invariant that does not hold is a failure of its own, with the shortest sequence that breaks it")
    func invariants() async throws {
        let test = TestExplorations()
        var client = TestClient(test: test)
        client.invariants = { steps in
            let sent = steps.compactMap { $0["send"]?["type"]?.text }
            return sent.contains("device.home") && sent.contains("app.launch") ? ["home after launch"] : []
        }
        try await test.run { [client] in
            try await client.begin()
            _ = try await client.runAll()
            let ended = await test.shown("diary")
            let signature: Value = "com.example.diary/invariantBroken/home after launch"
            #expect(ended["found"]?.elements.contains(signature) == true, "\(ended)")
            let failures = ended["report"]?["failures"]?.elements ?? []
            let failure = try #require(failures.first { $0["signature"] == signature })
            #expect(failure["inputs"]?.elements.count == 2)
        }
    }

    @Test("What a report has is about a run", arguments: ["abstractState", "invariants"])
    func reportWithoutRun(field: String) {
        let values: [String: Value] = ["abstractState": "", "invariants": [["name": "a", "steps": 1]]]
        let report = Value.object([.init(field, values[field] ?? .null)])
        let rejection = #expect(throws: Rejection.self) { try RemoteRunReport(report) }
        #expect(rejection?.code == .missingField && rejection?.field == "run")
    }

    @Test("Only the remote run that is handed out is reported, and once")
    func reports() async throws {
        try await withClient { test, client in
            try await client.begin()
            await #expect(throws: ExplorationError.unknownRemoteRun(1)) { try await client.ask(["run": 1]) }
            let first = try await client.ask()
            #expect(first["run"] == 1 && first["continues"] == false && first["status"] == "running")
            await #expect(throws: ExplorationError.unknownRemoteRun(2)) { try await client.ask(["run": 2]) }
            try await client.carryOut(first)
            let second = try await client.ask(["run": 1])
            #expect(second["run"] == 2)
            await #expect(throws: ExplorationError.unknownRemoteRun(1)) { try await client.ask(["run": 1]) }
            await #expect(throws: ExplorationError.unknown("none")) {
                try await test.service.nextRun("none", after: RemoteRunReport(.object([])))
            }
            try await test.begin("modelled")
            await #expect(throws: ExplorationError.notRemote("modelled")) {
                try await test.service.nextRun("modelled", after: RemoteRunReport(.object([])))
            }
        }
    }

    @Test("A remote run that its client has lost is handed out anew, with all steps on a new device")
    func lost() async throws {
        try await withClient { test, client in
            try await client.begin()
            let first = try await client.ask()
            let again = try await client.ask()
            #expect(again["run"] == 2 && again["device"] != first["device"] && again["steps"] == first["steps"])
            #expect(try await devices(test).map(Optional.init) == [again["device"]])
            await #expect(throws: ExplorationError.unknownRemoteRun(1)) { try await client.ask(["run": 1]) }
            try await client.carryOut(again)
            #expect(try await client.ask(["run": 2])["run"] == 3)
        }
    }

    @Test("A remote run whose device the client has deleted is an error, and handed out anew")
    func deletedDevice() async throws {
        try await withClient { test, client in
            try await client.begin()
            let first = try await client.ask()
            let device = try #require(first["device"]?.text.flatMap { DeviceID($0) })
            try await test.registry.delete(device)
            await #expect(throws: HostError.unknownDevice(device)) { try await client.ask(["run": 1]) }
            let again = try await client.ask()
            #expect(again["run"] == 2 && again["device"] != first["device"])
        }
    }

    @Test("A client that waits learns of the end, and so does one that reports afterwards")
    func cancel() async throws {
        try await withClient { test, client in
            try await client.begin()
            let run = try await client.ask()
            let cancelled = test.value(try await test.service.cancel("diary"))
            #expect(cancelled["status"] == "cancelled" && cancelled["report"] != .null)
            #expect(try await devices(test).isEmpty)
            let answer = try await client.ask(["run": run["run"] ?? .null])
            #expect(answer["status"] == "cancelled" && answer["run"] == .null && answer["steps"] == [])
            try await test.service.delete("diary")
            await #expect(throws: ExplorationError.unknown("diary")) { try await client.ask() }
        }
    }

    @Test("A client asks again when there is nothing to do for 20 s, and learns when its turn has come")
    func queued() async throws {
        try await withClient { test, client in
            try await test.beginEndless("endless")
            try await client.begin()
            async let first = client.ask()
            await until { test.clock.hasSleeper(for: ExplorationLimits.remoteRunWait) }
            test.clock.advance(by: ExplorationLimits.remoteRunWait)
            let answer = try await first
            #expect(answer["status"] == "queued" && answer["run"] == .null)
            async let second = client.ask()
            await until { test.clock.hasSleeper(for: ExplorationLimits.remoteRunWait) }
            try await test.service.delete("endless")
            #expect(try await second["run"] == 1)
        }
    }

    @Test("Another client that asks takes the place of one that waits")
    func twoClients() async throws {
        try await withClient { test, client in
            try await test.beginEndless("endless")
            try await client.begin()
            async let first = client.ask()
            await until { test.clock.hasSleeper(for: ExplorationLimits.remoteRunWait) }
            async let second = client.ask()
            #expect(try await first["run"] == .null)
            try await test.service.delete("endless")
            #expect(try await second["run"] == 1)
        }
    }

    @Test("Nobody who asks for a minute: the exploration is cancelled, with what it has, and its device deleted")
    func silence() async throws {
        try await withClient { test, client in
            try await client.begin([.init("budgetSeconds", 300)])
            let run = try await client.ask()
            try await client.carryOut(run)
            _ = try await client.ask(["run": run["run"] ?? .null])
            await until { test.clock.sleeperCount > 0 }
            test.clock.advance(by: ExplorationLimits.remoteRunSilence)
            let ended = await test.ended("diary")
            #expect(ended["status"] == "cancelled" && ended["report"] != .null)
            #expect(try await devices(test).isEmpty)
        }
    }

    @Test(
        "What a client cannot run is refused",
        arguments: [
            (#"{"remote": true, "from": {"device": "phone"}}"#, "remote"),
            (#"{"remote": 1, "file": {"bundleID": "a.b"}}"#, "remote"),
            (
                #"{"remote": true, "file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "attached": {"within": 1}}}"#,
                "file.attached"
            ),
            (
                #"{"remote": true, "file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "variants": [{"name": "slow", "behavior": {}}]}}"#,
                "file.variants"
            ),
            (
                #"{"remote": true, "file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "start": [{"advanceUntil": {"idle": true}}]}}"#,
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
            #"{"run": 0}"#, #"{"run": "1"}"#, #"{"abstractState": "x"}"#, #"{"run": 1, "state": "x"}"#, "[]",
        ]
    )
    func badReports(body: String) throws {
        #expect(throws: Rejection.self) { try RemoteRunReport(JSONText.parse(Array(body.utf8))) }
        let long = String(repeating: "x", count: RemoteRunReport.abstractStateLength + 1)
        #expect(throws: Rejection.self) { try RemoteRunReport(["run": 1, "abstractState": .string(long)]) }
    }
}
