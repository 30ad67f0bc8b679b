import DeviceHost
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Scenarios
import Testing
import WireFormat

@testable import HTTPAPI
@testable import SmallFeatures

@Suite("Tools for models")
struct MCPToolTests {
    @Test("Every tool is an operation of the interface, under a name that clients take")
    func names() throws {
        #expect(!MCPTool.rows.contains { $0 == nil })
        let names = MCPTool.all.map(\.name)
        #expect(Set(names).count == names.count)
        for name in names { #expect(name.wholeMatch(of: /[a-z][a-z_]{1,63}/) != nil, "\(name)") }
        let routes = try InternalAPI.test(features: [MCPFeature.self]).table.routes.map { "\($0.method) \($0.path)" }
        // Those of other features are tested where all features are.
        for tool in MCPTool.all where !tool.operation.path.hasPrefix("/v1/explorations") {
            #expect(routes.contains("\(tool.operation.method) \(tool.operation.path)"))
        }
        for tool in MCPTool.all { #expect(tool.reader.map { MCPTool.named($0) != nil } != false) }
    }

    @Test("A tool says what it does, takes and changes", arguments: MCPTool.all)
    func definition(tool: MCPTool) {
        let definition = tool.definition
        #expect(definition["description"]?.text?.hasSuffix(".") == true)
        let hints = definition["annotations"] ?? [:]
        #expect(hints["openWorldHint"] == false)
        let isRead = tool.operation.method == "GET" || ["run_scenario", "wait_for_condition"].contains(tool.name)
        #expect(hints["readOnlyHint"] == (isRead ? true : nil))
        if !isRead {
            #expect(hints["destructiveHint"] == .bool(tool.operation.method == "DELETE"))
            #expect(hints["idempotentHint"] == .bool(["PUT", "DELETE"].contains(tool.operation.method)))
        }
        let schema = definition["inputSchema"] ?? [:]
        #expect(schema["type"] == "object" && schema["additionalProperties"] == false)
        #expect(!String(decoding: JSONText.write(schema), as: UTF8.self).contains("$ref"))
        for argument in schema["properties"]?.members ?? [] {
            #expect(argument.value["description"]?.text?.isEmpty == false, "\(tool.name).\(argument.name)")
        }
        for name in schema["required"]?.elements ?? [] {
            #expect(schema["properties"]?[name.text ?? ""] != nil, "\(tool.name).\(name)")
        }
    }

    @Test("The definitions of all tools together are short enough for a model to read")
    func size() {
        let sizes = MCPTool.all.map { JSONText.write($0.definition).count }
        #expect(sizes.reduce(0, +) < 62_000, "\(sizes)")
    }

    @Test("The schema of a tool allows every example of its operation", arguments: MCPTool.all)
    func examples(tool: MCPTool) throws {
        let properties = tool.definition["inputSchema"]?["properties"] ?? [:]
        let bodies = tool.operation.document["requestBody"]?["content"]?.members ?? []
        for example in bodies.flatMap({ $0.value["examples"]?.members ?? [] }).compactMap({ $0.value["value"] }) {
            switch tool.content {
            case .arguments, .argumentsBut:
                for field in example.members {
                    let schema = try #require(properties[field.name], "\(tool.name) \(field.name)")
                    let violations = SchemaValidator.violations(of: field.value, in: schema)
                    #expect(violations.isEmpty, "\(tool.name) \(field.name)")
                }
            case .argument(let name):
                let list = example.elements.isEmpty ? Value.array([example]) : example
                #expect(SchemaValidator.violations(of: list, in: properties[name] ?? false).isEmpty, "\(tool.name)")
            case .none, .text: break
            }
        }
    }

    @Test("send_events and perform_actions name every event and action, each with its fields")
    func inputs() throws {
        let event = try #require(property("type", of: "events", in: "send_events"))
        #expect(Set(event["enum"]?.elements.compactMap(\.text) ?? []) == Set(Event.knownTypes))
        let signatures = event["description"]?.text ?? ""
        #expect(signatures.contains("app.crash(bundleID, exception, message?)") && !signatures.contains("device.home"))
        let action = try #require(property("action", of: "actions", in: "perform_actions"))
        let actions = action["description"]?.text ?? ""
        #expect(actions.hasPrefix("Without `extension`: The values that have fields: beginBackgroundTask(name, "))
        #expect(actions.contains(" With `extension`: The values that have fields: "))
        let names = action["enum"]?.elements.compactMap(\.text) ?? []
        #expect(Set(Action.knownNames).subtracting(names).isEmpty)
    }

    @Test("A field with several meanings says which events or actions have which")
    func meanings() throws {
        let bundleID = try #require(property("bundleID", of: "events", in: "send_events")?["description"]?.text)
        #expect(bundleID.hasPrefix("The app. device.setBackgroundRefresh: The app; without one,"))
        let message = try #require(property("message", of: "events", in: "send_events")?["description"]?.text)
        #expect(message.contains("device.note: ") && message.contains("app.crash: "))
        let texts = MCPTool.all.map { String(decoding: JSONText.write($0.definition), as: UTF8.self) }
        #expect(!texts.contains { $0.contains(" Or: ") })
    }

    @Test("install_app says what an entry of a behavior is")
    func behavior() throws {
        let tool = try #require(MCPTool.named("install_app"))
        let behavior = tool.definition["inputSchema"]?["properties"]?["behavior"]
        let entry = try #require(behavior?["additionalProperties"]?["items"]?["properties"])
        #expect(Set(entry["action"]?["enum"]?.elements.compactMap(\.text) ?? []) == Set(Action.knownNames))
        #expect(entry["action"]?["description"]?.text?.contains("Each can have takesSeconds.") == true)
        for name in ["takesSeconds", "returns"] {
            #expect(entry[name]?["description"]?.text?.isEmpty == false, "\(name)")
        }
        // What the description refers to.
        #expect(entry["identifier"] == nil && property("identifier", of: "actions", in: "perform_actions") != nil)
        #expect(tool.definition["description"]?.text?.contains("perform_actions") == true)
    }

    private func property(_ field: String, of argument: String, in name: String) -> Value? {
        let tool = MCPTool.all.first { $0.name == name }
        let list = tool?.definition["inputSchema"]?["properties"]?[argument]
        return list?["items"]?["properties"]?[field]
    }

    @Test("A session does what the interface does, and each call answers what its operation answers")
    func session() async throws {
        try await MCPClient.run { mcp in
            let made = try await mcp.call("create_device", ["id": "phone", "clock": ["mode": "manual"]])
            #expect(made["isError"] == false && made.resultDocument["id"] == "phone")
            #expect(made["structuredContent"] == nil)
            let app: Value = ["device": "phone", "bundleID": "com.example.notes"]
            let behavior: Value = ["sceneDidEnterBackground(_:)": [["action": "save"]]]
            let installed = try await mcp.call("install_app", app.setting("behavior", to: behavior))
            #expect(installed.resultDocument["state"] == "notRunning")
            let launch: Value = ["type": "app.launch", "bundleID": "com.example.notes"]
            let launched = try await mcp.call("send_events", ["device": "phone", "events": [launch]])
            #expect(launched.resultText.contains("sceneDidBecomeActive(_:)"))
            let edit = app.setting("actions", to: [["action": "edit"]])
            #expect(try await mcp.call("perform_actions", edit)["isError"] == false)
            let home: Value = ["device": "phone", "events": [["type": "device.home"]]]
            #expect(try await mcp.call("send_events", home)["isError"] == false)
            let advanced = try await mcp.call("advance_clock", ["device": "phone", "seconds": 30])
            #expect(advanced.resultText.contains("suspended"))
            #expect(try await mcp.call("explain_app", app).resultDocument["state"] == "suspended")
            #expect(try await mcp.call("audit_app", app).resultDocument["findings"] == [])
            let timeline = try await mcp.call(
                "read_timeline",
                ["device": "phone", "kind": ["callback", "scene"], "last": 3]
            )
            #expect(timeline.resultDocument["records"]?.elements.count == 3)
            let possible = try await mcp.call("list_possible_events", ["device": "phone"])
            #expect(possible.resultDocument["events"]?.elements.contains("device.lock") == true)
            let processes = try await mcp.call("list_processes", ["state": "suspended"])
            #expect(processes.resultDocument["processes"]?.elements.count == 1)
            let listed = try await mcp.call("list_device_processes", ["device": "phone"])
            #expect(listed.resultDocument["processes"]?.elements.count == 1)
            #expect(try await mcp.call("fork_device", ["device": "phone", "id": "copy"])["isError"] == false)
            let recorded = try await mcp.call("record_scenario", ["device": "phone"]).resultText
            let verdict = try await mcp.call("run_scenario", ["scenario": .string(recorded)])
            #expect(verdict.resultDocument["passed"] == true)
            #expect(try await mcp.call("uninstall_app", app)["isError"] == false)
            #expect(try await mcp.call("list_devices").resultDocument["devices"]?.elements.count == 2)
            #expect(try await mcp.call("delete_device", ["device": "phone"])["isError"] == false)
            #expect(try await mcp.call("list_devices").resultDocument["devices"]?.elements.count == 1)
        }
    }

    @Test("A refused call is a result that says what is wrong and what would be accepted")
    func refusals() async throws {
        try await MCPClient.run { mcp in
            try await mcp.api.makePhone()
            let shake = try await mcp.call("send_events", ["device": "phone", "events": [["type": "device.shake"]]])
            #expect(shake["isError"] == true)
            #expect(shake["structuredContent"]?["code"] == "unknown-event")
            #expect(shake["structuredContent"]?["index"] == 0)
            #expect(shake.resultText.contains("Accepted: ") && shake.resultText.contains("device.home"))
            for (tool, arguments, code, field) in [
                ("explain_app", ["device": "phone"], "missing-field", "bundleID"),
                ("explain_app", ["device": "none", "bundleID": "a.b"], "unknown-device", nil),
                ("explain_app", ["device": "", "bundleID": "a.b"], "invalid-value", "device"),
                ("explain_app", ["device": ["a": 1], "bundleID": "a.b"], "invalid-value", "device"),
                ("explain_app", ["device": "phone", "bundleID": "a/../b"], "unknown-app", nil),
                ("list_devices", ["first": 1], "unknown-field", "first"),
                ("create_device", ["colour": "red"], "unknown-field", "colour"),
                ("create_device", ["id": "phone"], "device-exists", nil),
                ("advance_clock", ["device": "phone", "seconds": -1], "invalid-value", "seconds"),
                ("run_scenario", [:], "missing-field", "scenario"),
                ("run_scenario", ["scenario": "scenario: [", "failOnFindings": "warning"], "malformed-body", nil),
                ("run_scenario", ["scenario": "", "more": 1], "unknown-field", "more"),
            ] as [(String, Value, String, String?)] {
                let result = try await mcp.call(tool, arguments)
                #expect(result["isError"] == true, "\(tool) \(arguments)")
                #expect(result["structuredContent"]?["code"] == .string(code), "\(tool): \(result)")
                if let field { #expect(result["structuredContent"]?["field"] == .string(field), "\(result)") }
            }
        }
    }

    @Test("Usual mistakes are answered with what was meant")
    func suggestions() async throws {
        try await MCPClient.run { mcp in
            try await mcp.api.makePhone()
            let app: Value = ["device": "phone", "bundleID": "com.example.notes"]
            for (tool, arguments, meant) in [
                ("create_device", ["clock": "manual"], #"{"mode": "manual"}"#),
                ("create_device", ["rules": "ios17"], #""ios18""#),
                (
                    "install_app", app.setting("behavior", to: ["applicationWillTerminate": []]),
                    #""applicationWillTerminate(_:)""#
                ),
                (
                    "install_app", app.setting("behavior", to: ["applicationWillTerminate(_:)": ["save"]]),
                    #"{"action": "save"}"#
                ),
                ("send_events", ["device": "phone", "events": [["type": "home"]]], #""device.home""#),
                ("send_events", ["device": "phone", "events": ["home"]], #"{"type": "device.home"}"#),
                ("perform_actions", app.setting("actions", to: ["save"]), #"{"action": "save"}"#),
            ] as [(String, Value, String)] {
                let text = try await mcp.call(tool, arguments).resultText
                #expect(text.contains("Did you mean \(meant)?"), "\(text)")
                #expect(text.utf8.count < 700, "\(text)")
            }
        }
    }

    @Test("An answer that is too long ends after a whole record, and says how to read on", arguments: [false, true])
    func boundedRecords(isBrief: Bool) async throws {
        try await MCPClient.run { mcp in
            try await mcp.api.makePhone()
            let events = Value.array(Array(repeating: ["type": "device.note", "message": "x"], count: 60))
            let arguments: Value = ["device": "phone", "events": events, "maxBytes": 2_000, "brief": .bool(isBrief)]
            let sent = try await mcp.call("send_events", arguments)
            #expect(sent.resultText.utf8.count <= 2_000 && sent["isError"] == false)
            #expect(sent.resultText.contains("Call read_timeline with device phone and after "))
            var after: Int64 = 0
            var seen: [Int64] = []
            while true {
                let page = try await mcp.call(
                    "read_timeline",
                    ["device": "phone", "after": .integer(after), "limit": 1_000, "maxBytes": 2_000]
                )
                #expect(page.resultText.utf8.count <= 2_000)
                seen += page.resultDocument["records"]?.elements.compactMap { $0["sequence"]?.whole } ?? []
                guard let next = page.resultDocument["next"]?.whole else { break }
                #expect(next == seen.last && next > after)
                after = next
            }
            #expect(seen == Array(1...(seen.last ?? 0)) && seen.count >= 60)
        }
    }

    @Test("Brief records are the lines of the timeline as text")
    func brief() async throws {
        try await MCPClient.run { mcp in
            try await mcp.api.makePhoneWithNotesInFront()
            let text = try await mcp.api.get("/v1/devices/phone/timeline", headers: [.accept: "text/plain"]).text
            let brief = try await mcp.call("read_timeline", ["device": "phone", "brief": true]).resultText
            #expect(brief.hasPrefix("device: phone\n") && brief.hasSuffix(text))
            let home: Value = ["device": "phone", "events": [["type": "device.home"]], "brief": true]
            let sent = try await mcp.call("send_events", home).resultText
            #expect(sent.contains("apps: com.example.notes background\n"))
            #expect(sent.contains("applicationDidEnterBackground(_:)"))
        }
    }

    @Test("A list that is too long is a page with the cursor of the next one; another one goes on at an offset")
    func boundedLists() async throws {
        try await MCPClient.run { mcp in
            for number in 10..<40 {
                _ = try await mcp.call("create_device", ["id": .string("d\(number)"), "clock": ["mode": "manual"]])
            }
            var cursor: Value = .null
            var ids: [String] = []
            repeat {
                let page = try await mcp.call("list_devices", ["maxBytes": 3_000, "cursor": cursor])
                #expect(page.resultText.utf8.count <= 3_000)
                ids += page.resultDocument["devices"]?.elements.compactMap { $0["id"]?.text } ?? []
                cursor = page.resultDocument["next"] ?? .null
            } while cursor != .null
            #expect(ids == (10..<40).map { "d\($0)" })
            let possible = try await mcp.call("list_possible_events", ["device": "d10"]).resultDocument["events"]
            var events: [Value] = []
            var offset = 0
            while true {
                let arguments: Value = ["device": "d10", "maxBytes": 1_000, "offset": .integer(Int64(offset))]
                let page = try await mcp.call("list_possible_events", arguments)
                #expect(page.resultText.utf8.count <= 1_000)
                events += page.resultDocument["events"]?.elements ?? []
                offset = events.count
                guard page.resultDocument["leftOut"] != nil else { break }
            }
            #expect(Value.array(events) == possible)
        }
    }

    @Test("A long text ends after a whole line, and goes on at an offset")
    func boundedTexts() async throws {
        try await MCPClient.run { mcp in
            try await mcp.api.makePhoneWithNotesInFront()
            for _ in 0..<10 {
                _ = try await mcp.api.post("/v1/devices/phone/events", APIClient.home)
                _ = try await mcp.api.post("/v1/devices/phone/events", APIClient.launch)
            }
            let whole = try await mcp.call("record_scenario", ["device": "phone"]).resultText
            var text = ""
            var offset = 0
            while true {
                let arguments: Value = ["device": "phone", "maxBytes": 1_000, "offset": .integer(Int64(offset))]
                let part = try await mcp.call("record_scenario", arguments).resultText
                #expect(part.utf8.count <= 1_000)
                let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                guard let note = lines.firstIndex(where: { $0.contains("lines are left out. Call again with offset ") })
                else {
                    text += part
                    break
                }
                text += lines[..<note].map { $0 + "\n" }.joined()
                offset += note
                #expect(lines[note].hasSuffix(" \(offset)."))
            }
            #expect(text == whole)
        }
    }

    @Test("The code of an attached app can be played: its callbacks are listed and completed")
    func attached() async throws {
        try await MCPClient.run { mcp in
            _ = try await mcp.call("create_device", ["id": "phone", "clock": ["mode": "manual"]])
            let app: Value = ["device": "phone", "bundleID": "com.example.notes"]
            _ = try await mcp.call("install_app", app.setting("driver", to: "attached"))
            let launch: Value = ["type": "app.launch", "bundleID": "com.example.notes"]
            _ = try await mcp.call("send_events", ["device": "phone", "events": [launch]])
            var completed: [String] = []
            while let callback = try await mcp.call("list_callbacks", app).resultDocument["callbacks"]?.elements.first {
                completed.append(callback["name"]?.text ?? "")
                let arguments = app.setting("sequence", to: callback["sequence"] ?? .null)
                let answer = try await mcp.call("complete_callback", arguments)
                try #require(answer["isError"] == false, "\(answer.resultText)")
            }
            #expect(completed.contains("application(_:didFinishLaunchingWithOptions:)"))
            #expect(try await mcp.call("explain_app", app).resultDocument["state"] == "active")
            let clock: Value = ["device": "phone", "mode": "scaled", "rate": 60]
            #expect(try await mcp.call("change_clock", clock).resultDocument["mode"] == "scaled")
        }
    }

    @Test("Conditions are waited for; pushes and reports are listed and read")
    func observing() async throws {
        try await MCPClient.run { mcp in
            try await mcp.api.makePhoneWithNotesInFront()
            let app: Value = ["device": "phone", "bundleID": "com.example.notes"]
            let active: Value = ["app": ["bundleID": "com.example.notes", "state": "active"]]
            let met = try await mcp.call("wait_for_condition", ["device": "phone", "until": active])
            #expect(met.resultDocument["met"] == true)
            let id = "8a1f6c1e-3d2b-4c5a-9e7f-0123456789ab"
            let push: Value = [
                "type": "push.deliver", "bundleID": "com.example.notes", "apnsID": .string(id),
                "payload": ["aps": ["alert": "Hello"]],
            ]
            let crash: Value = ["type": "app.crash", "bundleID": "com.example.notes", "exception": "abort"]
            _ = try await mcp.call("send_events", ["device": "phone", "events": [push, crash]])
            let pushes = try await mcp.call("list_pushes", ["device": "phone"]).resultDocument["pushes"]
            #expect(pushes?.elements.first?["apnsID"] == .string(id))
            let reports = try await mcp.call("list_reports", app).resultDocument["reports"]
            let name = try #require(reports?.elements.first?["id"])
            let report = try await mcp.call("read_report", app.setting("report", to: name))
            #expect(report.resultText.contains("EXC_CRASH"))
            #expect(try await mcp.call("list_processes").resultDocument["processes"] == [])
            let ended = try await mcp.call("list_processes", ["state": "terminated"]).resultDocument["processes"]
            #expect(ended?.elements.count == 1)
        }
    }

    @Test("A call with an idempotency key is carried out once")
    func idempotency() async throws {
        try await MCPClient.run { mcp in
            let arguments: Value = ["idempotencyKey": "once"]
            let first = try await mcp.call("create_device", arguments)
            #expect(try await mcp.call("create_device", arguments) == first)
            #expect(mcp.api.registry.deviceCount == 1)
        }
    }

    @Test("What a tool is given goes into the path as one part, and into the query as it is")
    func places() throws {
        let tool = try #require(MCPTool.all.first { $0.name == "list_devices" })
        let request = try tool.request(with: [.init("label", ["a:b", "c:d e"]), .init("limit", 5)])
        #expect(request.query.map { "\($0.name)=\($0.value)" } == ["label=a:b", "label=c:d e", "limit=5"])
        let explain = try #require(MCPTool.all.first { $0.name == "explain_app" })
        let path = try explain.request(with: [.init("device", "a/b?c"), .init("bundleID", "{device}")]).path
        #expect(path == "/v1/devices/a%2Fb%3Fc/apps/%7Bdevice%7D/explain")
    }
}

@Suite("Resources for models")
struct MCPResourceTests {
    @Test("Every resource can be read, in the form that it says")
    func all() async throws {
        try await MCPClient.run { mcp in
            let list = try await mcp.result("resources/list")["resources"]?.elements ?? []
            #expect(list.count == MCPResource.all.count)
            for resource in list {
                let uri = try #require(resource["uri"])
                let result = try await mcp.result("resources/read", ["uri": uri])
                #expect(result["contents"]?.elements.first?["uri"] == uri)
                #expect(result["contents"]?.elements.first?["mimeType"] == resource["mimeType"])
                #expect(!result.resultText.isEmpty)
                if resource["mimeType"] == "application/json" {
                    #expect(try JSONText.parse(result.resultText.utf8) != .null)
                }
            }
        }
    }

    @Test("The templates have the rules of a profile and the schemas of parts; for another name there is an error")
    func templates() async throws {
        try await MCPClient.run { mcp in
            let templates = try await mcp.result("resources/templates/list")["resourceTemplates"]?.elements ?? []
            #expect(
                templates.compactMap { $0["uriTemplate"]?.text } == [
                    "greenroom://rulebook/{profile}", "greenroom://schemas/{name}",
                ]
            )
            let rules = try await mcp.result("resources/read", ["uri": "greenroom://rulebook/ios18"])
            #expect(rules.resultText.contains("\"ios18\""))
            let schema = try await mcp.result("resources/read", ["uri": "greenroom://schemas/RuleOverrides"])
            #expect(schema.resultText.contains("backgroundTask"))
            for uri in ["greenroom://rulebook/ios99", "greenroom://schemas/Nothing", "greenroom://schemas/%zz"] {
                let answer = try await mcp.ask("resources/read", ["uri": .string(uri)])
                #expect(answer.status == 400 && answer["error"]?["code"] == -32602, "\(answer.text)")
            }
        }
    }

    @Test("What the schema of a tool only names can be read")
    func pointers() throws {
        let text = MCPTool.all.map { String(decoding: JSONText.write($0.definition), as: UTF8.self) }.joined()
        let names = text.matches(of: /greenroom:\/\/[A-Za-z]+(?:\/[A-Za-z]+)?/).map { String($0.0) }
        #expect(names.contains("greenroom://schemas/RuleOverrides") && names.contains("greenroom://schemas/NewApp"))
        for uri in Set(names) { #expect(MCPResource.content(of: uri) != nil, "\(uri)") }
    }

    @Test("The guide to scenarios explains every field, and its example passes")
    func guide() async throws {
        let guide = ScenarioGuide.markdown
        for field in ["scenario", "steps", "send", "act", "advance", "callbacks", "never", "exit"] {
            #expect(guide.contains("- `\(field)`: "), "\(field)")
        }
        #expect(!guide.contains("`: \n"))
        let scenario = try ScenarioFile.parse(text: ScenarioGuide.example, name: "", format: .yaml)
        let verdict = await ScenarioRunner.run(scenario, on: InProcessTarget())
        #expect(verdict.passed)
    }
}

@Suite("/llms.txt")
struct LLMsTextTests {
    @Test("It says what the server is, and names every tool and the descriptions")
    func served() async throws {
        try await APIClient.run(features: [MCPFeature.self]) { api in
            let answer = try await api.get("/llms.txt")
            #expect(answer.status == 200 && answer.headers[.contentType]?.hasPrefix("text/plain") == true)
            #expect(answer.text.hasPrefix("# Greenroom\n\n> "))
            for tool in MCPTool.all { #expect(answer.text.contains("`\(tool.name)`")) }
            for path in answer.text.matches(of: /\]\((\/[^)]*)\)/).map({ String($0.1) }) {
                #expect([200, 405].contains(try await api.get(path).status), "\(path)")
            }
        }
    }
}
