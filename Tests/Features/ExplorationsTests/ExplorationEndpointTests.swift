import DeviceHost
import Explorations
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// What the interface does with explorations; how they are queued and end is tested in ExplorationsTests.
@Suite("Explorations in the interface", .timeLimit(.minutes(10)))
struct ExplorationEndpointTests {
    private static let path = "/v1/explorations"
    private static let diary =
        #"{"bundleID": "com.example.diary", "behavior": {"applicationWillTerminate(_:)": [{"action": "save"}]}}"#
    private static let search = #"{"explore": "diary", "apps": [\#(diary)], "limits": {"interruptions": 0}}"#
    private static let yaml: HTTPFields = [.contentType: "application/yaml"]

    private func ended(_ api: APIClient, _ id: String) async throws -> APIAnswer {
        while true {
            let answer = try await api.get("\(Self.path)/\(id)")
            guard ["queued", "running"].contains(answer["status"]?.text) else { return answer }
        }
    }

    /// Has an exploration of the diary finish. Its budget is the longest: the usual one is too short on a busy machine.
    private func finished(_ api: APIClient) async throws -> APIAnswer {
        let begun = try await api.post(Self.path, #"{"id": "diary", "file": \#(Self.search), "budgetSeconds": 300}"#)
        #expect(begun.status == 201 && begun.headers[.location] == "/v1/explorations/diary")
        return try await ended(api, "diary")
    }

    @Test("An exploration has its report as JSON and as text, and is listed without")
    func report() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            let ended = try await finished(api)
            #expect(ended["status"] == "finished" && ended["report"]?["failures"]?.elements.count == 1)
            let text = try await api.get("\(Self.path)/diary", headers: [.accept: "text/plain"])
            #expect(text.status == 200 && text.text.contains("dataLoss") && text.text.hasSuffix("\n"))
            let list = try await api.get("\(Self.path)?status=finished").list("explorations")
            #expect(list.map { $0["id"] } == ["diary"] && list.first?["report"] == nil)
            for query in ["status=queued", "label=run:1"] {
                #expect(try await api.get("\(Self.path)?\(query)").list("explorations").isEmpty)
            }
            for query in ["status=idle", "cursor=zz", "limit=0"] {
                #expect(try await api.get("\(Self.path)?\(query)").code == "invalid-value")
            }
            #expect(try await api.send(.delete, "\(Self.path)/diary").status == 204)
            for suffix in ["", "/failures/1/scenario"] {
                #expect(try await api.get("\(Self.path)/diary\(suffix)").code == "unknown-exploration")
            }
            for suffix in ["/cancel", "/failures/1/device"] {
                #expect(try await api.send(.post, "\(Self.path)/diary\(suffix)").code == "unknown-exploration")
            }
        }
    }

    @Test("Pages of the list follow one another by their cursors")
    func pages() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            for id in ["a", "b", "c"] {
                let body = #"{"id": "\#(id)", "file": \#(Self.search), "labels": {"run": "1"}}"#
                #expect(try await api.post(Self.path, body).status == 201)
            }
            let first = try await api.get("\(Self.path)?limit=2&label=run:1")
            let next = try #require(first["next"]?.text)
            let second = try await api.get("\(Self.path)?limit=2&cursor=\(next)")
            #expect((first.list("explorations") + second.list("explorations")).map { $0["id"] } == ["a", "b", "c"])
            #expect(second["next"] == .null)
        }
    }

    @Test("A whole body in YAML is a file, and a repeated key begins nothing anew")
    func yaml() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            var headers = Self.yaml
            headers[HTTPField.Name("Idempotency-Key")!] = "k"
            let file = "explore: mine\napps: [{bundleID: com.example.diary}]\nlimits: {interruptions: 0}\n"
            let first = try await api.post(Self.path, file, headers: headers)
            let second = try await api.post(Self.path, file, headers: headers)
            #expect(first.status == 201 && first["explore"] == "mine" && second["id"] == first["id"])
            #expect(try await api.get(Self.path).list("explorations").count == 1)
        }
    }

    @Test(
        "What is wrong is refused, with its field",
        arguments: [
            ("{}", "missing-field", "file"), (#"{"file": {"explore": "x"}}"#, "missing-field", "apps"),
            (#"{"file": {"bundleID": "a.b"}, "from": {"device": "phone"}}"#, "invalid-value", "file"),
            (#"{"file": {"bundleID": "a.b"}, "inputs": {}}"#, "unknown-field", "inputs"),
            (
                #"{"file": {"exploration": "x", "apps": [{"bundleID": "a.b"}], "inputs": {}}}"#,
                "unknown-field", "file.exploration"
            ),
            (#"{"file": {"apps": [{"bundleID": "a.b"}], "inputs": {}}}"#, "unknown-field", "file.inputs"),
            (#"{"file": {"explore": "x", "scenario": "y"}}"#, "invalid-value", "file.explore"),
            (#"{"file": {"bundleID": "a.b"}, "budgetSeconds": 301}"#, "invalid-value", "budgetSeconds"),
            (#"{"file": {"bundleID": "a.b"}, "id": "A"}"#, "invalid-value", "id"),
            (
                #"{"file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "target": "a.c"}}"#,
                "not-explorable", "target"
            ),
            (
                #"{"file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "start": [{"send": {"type": "device.unlock"}}]}}"#,
                "not-explorable", "start[0]"
            ),
            (
                #"{"file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "inputs": {"only": ["nothing"]}}}"#,
                "invalid-value", "inputs"
            ),
            (
                #"{"file": {"explore": "x", "apps": [{"bundleID": "a.b"}], "limits": {"transitions": 3000000}}}"#,
                "invalid-value", "limits.transitions"
            ),
            (#"{"from": {"device": "phone"}, "target": "a.c"}"#, "not-explorable", "target"),
            (#"{"from": {"device": "phone", "at": 99}}"#, "invalid-value", "at"),
            (#"{"from": {"device": "tablet"}}"#, "unknown-device", nil),
        ] as [(String, String, String?)]
    )
    func refused(body: String, code: String, field: String?) async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            try await api.makePhone()
            let refused = try await api.post(Self.path, body)
            #expect(refused.code == code && refused["field"]?.text == field)
            #expect(try await api.get(Self.path).list("explorations").isEmpty)
        }
    }

    @Test("A search from a device leaves the device as it is, whatever its clock does")
    func device() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            try await api.makePhoneWithNotesInFront()
            let before = try await api.get("/v1/devices/phone")
            let begun = try await api.post(
                Self.path,
                #"{"id": "a", "from": {"device": "phone"}, "limits": {"interruptions": 0}, "inputs": {"with": ["harsh"]}}"#
            )
            #expect(begun["target"] == .string(APIClient.notes) && begun["from"]?["device"] == "phone")
            let ended = try await ended(api, "a")
            #expect(ended["status"] == "finished" && ended["passes"]?.elements.count == 1)
            #expect(try await api.get("/v1/devices/phone").text == before.text)
        }
    }

    @Test("A failure is a scenario, and a device on which it is about to happen, or has happened")
    func failure() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            _ = try await finished(api)
            let scenario = try await api.get("\(Self.path)/diary/failures/1/scenario")
            #expect(scenario.headers[.contentType] == "application/yaml" && scenario.text.contains("never:"))
            for (query, passed) in [("", false), ("?asItIs=true", true)] {
                let scenario = try await api.get("\(Self.path)/diary/failures/1/scenario\(query)")
                let verdict = try await api.post("/v1/scenarios/run", scenario.text, headers: Self.yaml)
                #expect(verdict["passed"] == .bool(passed))
            }
            let device = "\(Self.path)/diary/failures/1/device"
            let before = try await api.post(device, #"{"id": "before", "upTo": 2}"#)
            #expect(before.status == 201 && before.headers[.location] == "/v1/devices/before")
            #expect(before["clock"]?["mode"] == "manual" && before["apps"]?.elements.first?["state"] == "active")
            let after = try await api.send(.post, device)
            #expect(after.status == 201 && after["apps"]?.elements.first?["state"] == "notRunning")
            let findings = try await api.get("/v1/devices/\(after["id"]?.text ?? "")/timeline?kind=finding")
            #expect(findings.list("records").contains { $0["code"] == "dataLoss" })
            #expect(try await api.get("/v1/devices/before/scenario").status == 200, "its whole life is kept")
            #expect(try await api.post(device, #"{"id": "before"}"#).code == "device-exists")
            #expect(try await api.post(device, #"{"upTo": 6}"#).code == "invalid-value")
            for number in ["0", "2", "01", "x"] {
                let missing = try await api.get("\(Self.path)/diary/failures/\(number)/scenario")
                #expect(missing.code == "unknown-exploration")
            }
        }
    }

    @Test("A stream tells everything up to the end, and goes on where a client has left it")
    func stream() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            _ = try await finished(api)
            var headers: HTTPFields = [.accept: "text/event-stream"]
            let answer = try await api.get("\(Self.path)/diary", headers: headers)
            #expect(answer.headers[.contentType] == "text/event-stream" && answer.text.hasPrefix("retry: 1000\n"))
            let events = SentEvent.read(answer.text)
            #expect(events.count { $0.name == "pass" } == 1)
            #expect(events.contains { $0.name == "failure" && $0.data["signature"] == "com.example.diary/dataLoss" })
            #expect(events.last?.name == "end" && events.last?.data == ["why": "finished"])
            headers[HTTPField.Name("Last-Event-ID")!] = events[1].id
            let rest = SentEvent.read(try await api.get("\(Self.path)/diary", headers: headers).text)
            #expect(rest == Array(events.dropFirst(2)))
            headers[HTTPField.Name("Last-Event-ID")!] = "x"
            #expect(try await api.get("\(Self.path)/diary", headers: headers).code == "invalid-value")
            #expect(try await api.get("\(Self.path)/diary", headers: [.accept: "image/png"]).code == "not-acceptable")
        }
    }

    @Test("The state graph adds up to the pass that it shows, and says where failures lie")
    func graph() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            let ended = try await finished(api)
            let graph = try await api.get("\(Self.path)/diary/graph")
            #expect(graph.status == 200 && graph["explore"] == "diary" && graph["variants"] == [])
            let pass = try #require(ended["passes"]?.elements.first)
            for sum in ["abstractStates", "transitions"] { #expect(graph[sum] == pass[sum]) }
            let nodes = graph.list("nodes")
            #expect(nodes.indices.map { .integer(Int64($0)) } == nodes.map { $0["id"] })
            #expect(nodes.contains { $0["breaks"] == ["com.example.diary/dataLoss"] })
            #expect(try await api.get("\(Self.path)/nothing/graph").code == "unknown-exploration")
            #expect(try await api.get("\(Self.path)/diary/graph?limit=1").code == "unknown-field")
        }
    }

    @Test("A failure that is accepted is known from then on, and no more when it is taken back")
    func known() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            _ = try await finished(api)
            let signature = "com.example.diary/dataLoss"
            for known in [[signature], []] {
                let list: Value = .array(known.map { .string($0) })
                let body = String(decoding: JSONText.write(["known": list]), as: UTF8.self)
                let changed = try await api.send(.patch, "\(Self.path)/diary", body)
                #expect(changed.status == 200 && changed["known"] == list)
                #expect(changed["report"]?["failures"]?.elements.map { $0["isKnown"] } == [.bool(!known.isEmpty)])
                let text = try await api.get("\(Self.path)/diary", headers: [.accept: "text/plain"]).text
                #expect(text.contains("1 known") == !known.isEmpty)
            }
            #expect(try await api.send(.patch, "\(Self.path)/diary", #"{"seed": 1}"#).code == "unknown-field")
            #expect(try await api.send(.patch, "\(Self.path)/nothing", "{}").code == "unknown-exploration")
        }
    }

    @Test("A client that plays an exploration gets what it is to carry out, and reports it")
    func plays() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            let file = #"{"explore": "x", "apps": [{"bundleID": "com.example.diary"}], "limits": {"interruptions": 0}}"#
            let body = #"{"id": "a", "remote": true, "file": \#(file), "budgetSeconds": 300}"#
            let begun = try await api.post(Self.path, body)
            #expect(begun.status == 201 && begun["remote"] == true)
            let runs = "\(Self.path)/a/remote-runs"
            let first = try await api.send(.post, runs)
            #expect(first.status == 200 && first["run"] == 1 && first["continues"] == false && first["steps"] == [])
            let device = try await api.get("/v1/devices/\(first["device"]?.text ?? "")")
            #expect(device["clock"]?["mode"] == "manual" && device["labels"] == ["exploration": "a"])
            let app = try await api.get("/v1/devices/\(first["device"]?.text ?? "")/apps/com.example.diary")
            #expect(app["driver"] == "attached")
            let second = try await api.post(runs, #"{"run": 1, "abstractState": "empty"}"#)
            #expect(second.status == 200 && second["run"] == 2 && second["steps"]?.elements.count == 1)
            #expect(second["device"] != first["device"])
            #expect(try await api.post(runs, #"{"run": 1}"#).code == "unknown-remote-run")
            for body in [#"{"run": 0}"#, #"{"abstractState": "x"}"#, #"{"device": "a"}"#, "[]"] {
                #expect([400, 422].contains(try await api.post(runs, body).status))
            }
            #expect(try await api.post("\(Self.path)/b/remote-runs", "{}").code == "unknown-exploration")
            #expect(try await api.send(.post, "\(Self.path)/a/cancel")["status"] == "cancelled")
            let last = try await api.post(runs, #"{"run": 2}"#)
            #expect(last["status"] == "cancelled" && last["run"] == .null && last["device"] == .null)
            _ = try await finished(api)
            #expect(try await api.post("\(Self.path)/diary/remote-runs", "{}").code == "not-possible-now")
        }
    }

    @Test("One that runs is stopped, with its report")
    func cancel() async throws {
        try await APIClient.run(features: [ExplorationsFeature.self]) { api in
            let file = #"{"explore": "x", "apps": [\#(Self.diary)], "inputs": {"with": ["conditions", "overlays"]}}"#
            let begun = try await api.post(Self.path, #"{"id": "a", "file": \#(file), "budgetSeconds": 300}"#)
            #expect(begun.status == 201)
            let cancelled = try await api.send(.post, "\(Self.path)/a/cancel")
            #expect(cancelled.status == 200 && cancelled["endedAt"] != .null)
            #expect(cancelled["status"] == "cancelled" && cancelled["report"] != .null)
            #expect(try await api.post("\(Self.path)/a/cancel", #"{"now": true}"#).code == "unknown-field")
        }
    }
}
