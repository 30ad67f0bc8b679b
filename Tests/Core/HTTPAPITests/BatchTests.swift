import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import DeviceHost

@Suite("Batches", .timeLimit(.minutes(1)))
struct BatchTests {
    private static let lock = #"{"device":"phone","event":{"type":"device.lock"}}"# + "\n"
    private static let unlock = #"{"device":"phone","event":{"type":"device.unlock"}}"# + "\n"

    private func verdicts(_ api: APIClient, _ body: String) async throws -> [Value] {
        let answer = try await api.post("/v1/batch", body, headers: [.contentType: "application/x-ndjson"])
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/x-ndjson")
        return try answer.text.split(separator: "\n").map { try JSONText.parse($0.utf8) }
    }

    @Test("Each line gets its verdict, in order, and a bad one harms no other")
    func badLines() async throws {
        var settings = HTTPServerSettings()
        settings.batchLineLimit = 200
        try await APIClient.run(settings: settings) { api in
            try await api.makePhone()
            let lines = [
                #"{"device": "phone", "event": \#(APIClient.launch)}"#,
                "not json",
                "",
                #"{"device": "nobody", "event": {"type": "device.home"}}"#,
                #"{"device": "phone", "event": {"type": "device.shake"}}"#,
                #"{"device": "phone", "event": {"type": "device.answerCall"}}"#,
                #"{"device": "phone"}"#,
                #"{"device": "phone", "event": {"type": "device.home"}, "extra": 1}"#,
                String(repeating: "x", count: 201),
                #"{"device": "phone", "event": {"type": "device.home"}}"#,
            ]
            let found = try await verdicts(api, lines.joined(separator: "\n"))
            #expect(found.map { $0["line"]?.whole } == [1, 2, 4, 5, 6, 7, 8, 9, 10])
            #expect(found.map { $0["status"]?.whole } == [200, 400, 404, 422, 409, 422, 422, 413, 200])
            let codes = found.map { $0["problem"]?["code"]?.text }
            #expect(
                codes == [
                    nil, "malformed-body", "unknown-device", "unknown-event", "not-possible-now", "missing-field",
                    "unknown-field", "too-large", nil,
                ]
            )
            #expect(found.last?["apps"]?.elements.first?["state"] == "background")
            #expect(found[3]["problem"]?["field"] == "event.type")
        }
    }

    @Test("A batch has no limit of its own, and neither has its answer")
    func long() async throws {
        var settings = HTTPServerSettings()
        settings.bodyLimit = 1_000
        try await APIClient.run(settings: settings) { api in
            try await api.makeSmallPhone()
            let line = #"{"device":"phone","event":{"type":"device.home"}}"# + "\r\n"
            let found = try await verdicts(api, String(repeating: line, count: 2_000))
            #expect(found.count == 2_000)
            #expect(found.allSatisfy { $0["status"] == 200 })
            let sequences = found.compactMap { $0["sequence"]?.whole }
            #expect(sequences == sequences.sorted())
        }
    }

    @Test("Lines do not wait for one another's commit: each commit of the store carries many")
    func stored() async throws {
        let store = TestStore()
        try await APIClient.run(store: store) { api in
            try await api.makePhone()
            let writes = store.batches.count
            store.hold()
            async let found = verdicts(api, String(repeating: Self.lock + Self.unlock, count: 100))
            await until { store.heldChanges + (api.registry.queue?.count ?? 0) == 200 }
            store.resume()
            let answers = try await found
            #expect(answers.map { $0["line"]?.whole } == (1...200).map { $0 })
            #expect(answers.allSatisfy { $0["status"] == 200 })
            #expect(store.batches.dropFirst(writes).reduce(0, +) == 200)
            #expect(store.batches.count - writes <= 2, "the one held up, and one with all that came meanwhile")
        }
    }

    @Test("No more lines are carried out than the window and the queue of the store take, and none is refused for it")
    func fullQueue() async throws {
        let store = TestStore()
        var limits = HostLimits()
        limits.commitQueueLength = 20
        try await APIClient.run(limits: limits, store: store) { api in
            try await api.makePhone()
            let found = try await verdicts(api, String(repeating: Self.lock + Self.unlock, count: 500))
            #expect(found.count == 1_000)
            #expect(found.allSatisfy { $0["status"] == 200 })
        }
    }

    @Test("Lines whose commit fails are refused, each with its own verdict")
    func failure() async throws {
        let store = TestStore()
        try await APIClient.run(store: store) { api in
            try await api.makePhone()
            store.isBroken = true
            // Possible whether the other line has been taken back yet or not.
            let warning = #"{"device":"phone","event":{"type":"device.memoryWarning"}}"# + "\n"
            let found = try await verdicts(api, warning + "not json\n" + warning)
            #expect(found.map { $0["line"]?.whole } == [1, 2, 3])
            #expect(
                found.map { $0["problem"]?["code"]?.text } == [
                    "store-unavailable", "malformed-body", "store-unavailable",
                ]
            )
        }
    }

    @Test("An empty batch has no verdicts", arguments: ["", "\n\n", " \n"])
    func empty(body: String) async throws {
        try await APIClient.run { api in
            let found = try await verdicts(api, body)
            #expect(found.isEmpty)
        }
    }

    @Test("A batch is lines of JSON, and nothing else")
    func mediaType() async throws {
        try await APIClient.run { api in
            let answer = try await api.post("/v1/batch", "{}")
            #expect(answer.status == 415)
            #expect(answer["accepted"] == ["application/x-ndjson"])
        }
    }

    @Test("A batch takes no idempotency key")
    func key() async throws {
        try await APIClient.run { api in
            let answer = try await api.post(
                "/v1/batch",
                "",
                headers: [.contentType: "application/x-ndjson", HTTPField.Name("Idempotency-Key")!: "k"]
            )
            #expect(answer.status == 422)
            #expect(answer["field"] == "Idempotency-Key")
        }
    }
}

@Suite("Scenarios over HTTP")
struct ScenarioTests {
    private static let yaml = """
        scenario: home-press
        device: {rules: ios18}
        apps: [{bundleID: com.example.notes, lifecycle: appDelegate}]
        steps:
          - send: {type: app.launch, bundleID: com.example.notes}
          - send: {type: device.home}
            states: {com.example.notes: STATE}
        """
    private static let json = """
        {"scenario": "home-press", "device": {"rules": "ios18"},
         "apps": [{"bundleID": "com.example.notes", "lifecycle": "appDelegate"}],
         "steps": [{"send": {"type": "app.launch", "bundleID": "com.example.notes"}},
                   {"send": {"type": "device.home"}, "states": {"com.example.notes": "STATE"}}]}
        """

    @Test(
        "A scenario is carried out, in JSON and in YAML, and the verdict says whether it passed",
        arguments: [
            ("application/json", json), ("application/yaml", yaml), ("application/x-yaml", yaml), ("text/yaml", yaml),
        ],
        [("background", true), ("suspended", false)]
    )
    func run(form: (type: String, text: String), expected: (state: String, passed: Bool)) async throws {
        try await APIClient.run { api in
            let body = form.text.replacing("STATE", with: expected.state)
            let answer = try await api.post("/v1/scenarios/run", body, headers: [.contentType: form.type])
            #expect(answer.status == 200)
            #expect(answer["scenario"] == "home-press")
            #expect(answer["passed"] == .bool(expected.passed))
            #expect(answer.list("steps").count == 2)
            #expect(api.registry.deviceCount == 0)
        }
    }

    @Test(
        "Findings fail a scenario with failOnFindings",
        arguments: [("", true), ("?failOnFindings=error", false), ("?failOnFindings=warning", false)]
    )
    func findings(query: String, passes: Bool) async throws {
        let scenario = """
            scenario: loses-an-edit
            apps: [{bundleID: com.example.notes}]
            steps:
              - send: {type: app.launch, bundleID: com.example.notes}
              - act: {bundleID: com.example.notes, action: edit}
              - send: {type: app.crash, bundleID: com.example.notes, exception: abort}
            """
        try await APIClient.run { api in
            let headers: HTTPFields = [.contentType: "application/yaml"]
            let answer = try await api.post("/v1/scenarios/run\(query)", scenario, headers: headers)
            #expect(answer["passed"] == .bool(passes))
            let wrong = try await api.post("/v1/scenarios/run?failOnFindings=note", scenario, headers: headers)
            #expect(wrong.code == "invalid-value")
            #expect(wrong.list("accepted") == ["error", "warning"])
        }
    }

    @Test(
        "A scenario that cannot be read is refused",
        arguments: [
            ("application/json", "{", 400, "malformed-body"), ("application/json", "", 400, "malformed-body"),
            ("application/yaml", "scenario: [", 400, "malformed-body"),
            ("application/json", #"{"scenario": "x", "steps": [{"jump": 1}]}"#, 422, nil),
            ("application/json", #"{"scenario": "x", "steps": [], "colour": 1}"#, 422, nil),
            ("application/yaml", "explore: x\nsteps: [{check: }]", 422, "invalid-value"),
            ("application/yaml", "scenario: x\nletters: {}\nsteps: [{check: }]", 422, "unknown-field"),
            ("text/html", "x", 415, "unsupported-media-type"),
            ("application/yaml", String(repeating: "#", count: 300_000), 413, "too-large"),
        ] as [(String, String, Int, String?)]
    )
    func refused(type: String, body: String, status: Int, code: String?) async throws {
        try await APIClient.run { api in
            let answer = try await api.post("/v1/scenarios/run", body, headers: [.contentType: type])
            #expect(answer.status == status)
            #expect(answer.code != nil)
            if let code { #expect(answer.code == code) }
        }
    }
}
