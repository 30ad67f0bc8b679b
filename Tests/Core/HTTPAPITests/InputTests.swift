import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("Inputs")
struct InputTests {
    private let events = "/v1/devices/phone/events"
    private let actions = "/v1/devices/phone/apps/com.example.notes/actions"

    @Test("An event is answered with what it caused")
    func event() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.post(events, APIClient.launch)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json")
            let apps: Value = [["bundleID": "com.example.notes", "state": "active", "pid": 101]]
            #expect(answer.json.matches(["device": "phone", "time": "2026-01-01T00:00:00.000Z", "apps": apps]))
            #expect(answer["nextDeadline"] != nil)
            let records = answer.list("records")
            #expect(records.first?["kind"] == "input")
            let callbacks = records.filter { $0["kind"] == "callback" }.compactMap { $0["name"]?.text }
            #expect(callbacks.contains("application(_:didFinishLaunchingWithOptions:)"))
            #expect(callbacks.last == "applicationDidBecomeActive(_:)")
            #expect(answer.tag == records.last?["sequence"].map { "\"\($0.whole ?? -1)\"" })
        }
    }

    @Test("The answer to inputs is text for a client that prefers it, with the records as the timeline writes them")
    func text() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let key = HTTPFields([
                HTTPField(name: .accept, value: "text/plain"), HTTPField(name: .idempotencyKey, value: "launch-once"),
            ])
            let launched = try await api.post("\(events)?vocabulary=jsbox", APIClient.launch, headers: key)
            #expect(launched.status == 200)
            #expect(launched.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(launched.text.contains(" [jsbox: ready]\n"))
            let sequence = try #require(try await api.get("/v1/devices/phone/timeline")["sequence"]?.whole)
            #expect(launched.tag == "\"\(sequence)\"")
            let repeated = try await api.post("\(events)?vocabulary=jsbox", APIClient.launch, headers: key)
            #expect(repeated.headers[.idempotencyReplayed] == "true")
            #expect(repeated.text == launched.text)
            let plain: HTTPFields = [.accept: "text/plain"]
            let edited = try await api.post(actions, #"{"action": "edit"}"#, headers: plain)
            let advanced = try await api.post("/v1/devices/phone/clock/advance", #"{"seconds": 5}"#, headers: plain)
            let timeline = try await api.get("/v1/devices/phone/timeline?after=1", headers: plain).text
            #expect(timeline.hasSuffix(edited.text + advanced.text))
            #expect(edited.text.contains("edit") && advanced.text.contains("advance {\"seconds\":5}"))
        }
    }

    @Test("A client that takes neither JSON nor text is refused before its input is applied")
    func notAcceptable() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let refused = try await api.post(events, APIClient.launch, headers: [.accept: "image/png"])
            #expect(refused.status == 406)
            #expect(refused.code == "not-acceptable")
            #expect(try await api.get("/v1/devices/phone").list("apps").first?["state"] == "notRunning")
            // What clients of JavaScript send unless told otherwise.
            let accept = "application/json, text/plain, */*"
            let answer = try await api.post(events, APIClient.launch, headers: [.accept: accept])
            #expect(answer.headers[.contentType] == "application/json")
        }
    }

    @Test("Events in an array are applied in order at one instant")
    func severalEvents() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.post(events, "[\(APIClient.launch), \(APIClient.home)]")
            #expect(answer.status == 200)
            #expect(answer.list("records").filter { $0["kind"] == "input" }.count == 2)
            #expect(answer.list("apps").first?["state"] == "background")
            #expect(Set(answer.list("records").map { $0["time"] }) == ["2026-01-01T00:00:00.000Z"])
        }
    }

    @Test("When one event of an array is refused, none is applied, and its index is named")
    func allOrNothing() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let before = try await api.get("/v1/devices/phone").tag
            let badBody = try await api.post(events, #"[\#(APIClient.launch), {"type": "device.shake"}]"#)
            #expect(badBody.status == 422)
            #expect(badBody.code == "unknown-event")
            #expect(badBody["index"] == 1)
            let badState = try await api.post(events, #"[\#(APIClient.launch), {"type": "device.answerCall"}]"#)
            #expect(badState.status == 409)
            #expect(badState["index"] == 1)
            let device = try await api.get("/v1/devices/phone")
            #expect(device.tag == before)
            #expect(device.list("apps").first?["state"] == "notRunning")
        }
    }

    @Test("An action is taken by the app's own code")
    func action() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let answer = try await api.post(actions, #"[{"action": "edit", "count": 2}, {"action": "edit"}]"#)
            #expect(answer.status == 200)
            #expect(try await api.get("/v1/devices/phone/apps/com.example.notes")["unsavedChanges"] == 3)
        }
    }

    @Test("Code that is not there, or does not run, takes no action")
    func actionOfNobody() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let notRunning = try await api.post(actions, #"{"action": "save"}"#)
            #expect(notRunning.status == 409)
            #expect(notRunning.code == "process-not-running")
            _ = try await api.post(events, "[\(APIClient.launch), \(APIClient.home)]")
            _ = try await api.post("/v1/devices/phone/clock/advance", #"{"seconds": 60}"#)
            let suspended = try await api.post(actions, #"{"action": "save"}"#)
            #expect(suspended.status == 409)
            #expect(suspended.code == "process-suspended")
            #expect(suspended["state"] == "suspended")
        }
    }

    @Test("Two clients at one device at the same time are served one after the other")
    func atTheSameTime() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let edits = 20
            let sequences = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for _ in 0..<edits {
                    group.addTask {
                        let answer = try await api.post(actions, #"{"action": "edit"}"#)
                        return answer.list("records").compactMap { $0["sequence"]?.whole }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Each answer has records of its own, and together they have no gap.
            let all = sequences.flatMap { $0 }.sorted()
            #expect(Set(all).count == all.count)
            let first = try #require(all.first)
            #expect(all == Array(first..<first + Int64(all.count)))
            #expect(try await api.get("/v1/devices/phone/apps/com.example.notes")["unsavedChanges"] == 20)
        }
    }
}

@Suite("Bad inputs")
struct BadInputTests {
    /// A body for a path, and the problem that it must get.
    struct Bad: Sendable, CustomTestStringConvertible {
        let path: String
        let body: String
        let status: Int
        let code: String
        let field: String?

        init(_ path: String, _ body: String, _ status: Int, _ code: String, _ field: String? = nil) {
            self.path = path
            self.body = body
            self.status = status
            self.code = code
            self.field = field
        }

        var testDescription: String { "\(path) \(body.prefix(80)) -> \(code)" }
    }

    private static let events = "/v1/devices/phone/events"
    private static let actions = "/v1/devices/phone/apps/com.example.notes/actions"
    private static let advance = "/v1/devices/phone/clock/advance"
    private static let wait = "/v1/devices/phone/wait"
    private static let longName = String(repeating: "n", count: 257)

    private static let malformed: [Bad] = [
        "", " ", "{", "}", "{\"type\"}", "{\"type\": }", "{\"type\": \"device.home\"} x", "{\"type\": NaN}", "nul",
        "{\"seconds\": Infinity}", "{'type': 'device.home'}", "{\"a\": 1,}", "[1, 2", "\"open", "{\"a\": 01}",
        "{\"a\": 1e999}", "{\"a\": 1, \"a\": 2}", "{\"a\": \"\\ud800\"}", "{\"a\": \"\u{1}\"}", "-", "+1", ".5",
        String(repeating: "[", count: 100), String(repeating: "{\"a\":", count: 100_000),
    ].flatMap { body in [Bad(events, body, 400, "malformed-body"), Bad(advance, body, 400, "malformed-body")] }

    private static let wrongEvents: [Bad] = [
        Bad(events, "{}", 422, "missing-field", "type"),
        Bad(events, "null", 422, "invalid-value"),
        Bad(events, "\"device.home\"", 422, "invalid-value"),
        Bad(events, "[]", 422, "invalid-value"),
        Bad(events, "[[]]", 422, "invalid-value", "[0]"),
        Bad(events, #"{"type": 7}"#, 422, "invalid-value", "type"),
        Bad(events, #"{"type": "device.shake"}"#, 422, "unknown-event", "type"),
        Bad(events, #"{"type": "device.home", "bundleID": "a"}"#, 422, "unknown-field", "bundleID"),
        Bad(events, #"{"type": "app.launch"}"#, 422, "missing-field", "bundleID"),
        Bad(events, #"{"type": "app.launch", "bundleID": 7}"#, 422, "invalid-value", "bundleID"),
        Bad(events, #"{"type": "app.launch", "bundleID": "com.example.nobody"}"#, 404, "unknown-app"),
        Bad(events, #"{"type": "device.incomingCall", "style": "loud"}"#, 422, "invalid-value", "style"),
        Bad(events, #"{"type": "device.answerCall"}"#, 409, "not-possible-now"),
        Bad(events, #"[{"type": "device.home"}, {"type": "device.home", "x": 1}]"#, 422, "unknown-field", "[1].x"),
    ]

    private static let wrongActions: [Bad] = [
        Bad(actions, "{}", 422, "missing-field", "action"),
        Bad(actions, #"{"action": "dance"}"#, 422, "unknown-action", "action"),
        Bad(actions, #"{"action": "edit", "count": -1}"#, 422, "invalid-value", "count"),
        Bad(actions, #"{"action": "edit", "count": 99999999999999999999}"#, 422, "invalid-value", "count"),
        Bad(actions, #"{"action": "allocate", "bytes": 9223372036854775807}"#, 422, "invalid-value", "bytes"),
        Bad(actions, #"{"action": "beginBackgroundTask", "name": 7}"#, 422, "invalid-value", "name"),
        Bad(actions, #"{"action": "beginBackgroundTask", "name": "\#(longName)"}"#, 422, "invalid-value", "name"),
        Bad("/v1/devices/phone/apps/nobody/actions", #"{"action": "edit"}"#, 404, "unknown-app"),
    ]

    private static let wrongTimes: [Bad] = [
        Bad(advance, "{}", 422, "missing-field"),
        Bad(advance, #"{"seconds": -1}"#, 422, "invalid-value", "seconds"),
        Bad(advance, #"{"seconds": 1e300}"#, 422, "invalid-value", "seconds"),
        Bad(advance, #"{"seconds": "10"}"#, 422, "invalid-value", "seconds"),
        Bad(advance, #"{"to": "2025-01-01T00:00:00.000Z"}"#, 422, "invalid-value", "to"),
        Bad(advance, #"{"to": "tomorrow"}"#, 422, "invalid-value", "to"),
        Bad(advance, #"{"to": "2026-02-30T00:00:00.000Z"}"#, 422, "invalid-value", "to"),
        Bad(advance, #"{"seconds": 1, "untilIdle": true}"#, 422, "invalid-value", "untilIdle"),
        Bad(
            advance,
            #"{"until": {"app": {"bundleID": "a", "state": "dead"}}}"#,
            422,
            "invalid-value",
            "until.app.state"
        ),
        Bad(wait, "{}", 422, "missing-field", "until"),
        Bad(wait, #"{"until": {"record": {}}, "timeoutSeconds": 301}"#, 422, "invalid-value", "timeoutSeconds"),
        Bad(wait, #"{"until": {"record": {}}, "timeoutSeconds": -1}"#, 422, "invalid-value", "timeoutSeconds"),
        Bad(wait, #"{"until": {"record": {}}, "after": -1}"#, 422, "invalid-value", "after"),
        Bad(wait, #"{"until": {}}"#, 422, "missing-field", "until"),
        Bad(wait, #"{"until": {"record": {"knid": "exit"}}}"#, 422, "unknown-field", "until.record.knid"),
        Bad(wait, #"{"until": {"record": {"kind": "findings"}}}"#, 422, "invalid-value", "until.record.kind"),
        Bad(
            advance,
            #"{"until": {"all": [{"record": {"kind": "finding", "code": "dataloss"}}]}}"#,
            422,
            "invalid-value",
            "until.all[0].record.code"
        ),
        Bad(advance, #"{"untilIdle": true, "before": true}"#, 422, "unknown-field", "before"),
    ]

    private static let wrongDevices: [Bad] = [
        Bad("/v1/devices", #"{"id": "Phone"}"#, 422, "invalid-value", "id"),
        Bad("/v1/devices", #"{"id": ""}"#, 422, "invalid-value", "id"),
        Bad("/v1/devices", #"{"id": "-a"}"#, 422, "invalid-value", "id"),
        Bad("/v1/devices", #"{"id": "\#(String(repeating: "d", count: 64))"}"#, 422, "invalid-value", "id"),
        Bad("/v1/devices", #"{"id": 7}"#, 422, "invalid-value", "id"),
        Bad("/v1/devices", #"{"name": "x"}"#, 422, "unknown-field", "name"),
        Bad("/v1/devices", #"{"rules": "ios99"}"#, 422, "invalid-value", "rules"),
        Bad("/v1/devices", #"{"rules": {"overrides": {"noSuchRule": 1}}}"#, 422, "unknown-rule"),
        Bad("/v1/devices", #"{"rules": {"overrides": {"suspendDelaySeconds": -1}}}"#, 422, "invalid-value"),
        Bad("/v1/devices", #"{"clock": {"mode": "scaled"}}"#, 422, "missing-field", "clock.rate"),
        Bad("/v1/devices", #"{"clock": {"mode": "scaled", "rate": 0}}"#, 422, "invalid-value", "clock.rate"),
        Bad("/v1/devices", #"{"clock": {"mode": "scaled", "rate": 1e12}}"#, 422, "invalid-value", "clock.rate"),
        Bad("/v1/devices", #"{"memoryBytes": 1}"#, 422, "invalid-value", "memoryBytes"),
        Bad("/v1/devices", #"{"labels": {"run": 7}}"#, 422, "invalid-value", "labels.run"),
        Bad("/v1/devices", #"{"labels": {"": "x"}}"#, 422, "invalid-value"),
        Bad("/v1/devices", #"{"expiresAfterSeconds": 0}"#, 422, "invalid-value", "expiresAfterSeconds"),
        Bad("/v1/devices", #"{"expiresAfterSeconds": -5}"#, 422, "invalid-value", "expiresAfterSeconds"),
        Bad(
            "/v1/devices",
            #"{"apps": [{"bundleID": "a"}, {"bundleID": "a"}]}"#,
            422,
            "invalid-value",
            "apps[1].bundleID"
        ),
        Bad("/v1/devices", #"{"apps": [{}]}"#, 422, "missing-field", "apps[0].bundleID"),
        Bad("/v1/devices", #"{"apps": {}}"#, 422, "invalid-value", "apps"),
        Bad("/v1/devices", "[]", 422, "invalid-value"),
    ]

    private static let nobody: [Bad] = [
        Bad("/v1/devices/nobody/events", #"{"type": "device.home"}"#, 404, "unknown-device"),
        Bad("/v1/devices/NOBODY/events", #"{"type": "device.home"}"#, 404, "unknown-device"),
        Bad("/v1/devices/%FF/events", #"{"type": "device.home"}"#, 404, "unknown-device"),
        Bad("/v1/devices/nobody/clock/advance", #"{"seconds": 1}"#, 404, "unknown-device"),
        Bad("/v1/devices/nobody/wait", #"{"until": {"record": {}}}"#, 404, "unknown-device"),
        Bad("/v1/devices/phone/apps/nobody/callbacks/1/complete", "{}", 404, "unknown-app"),
        Bad("/v1/devices/phone/apps/com.example.notes/callbacks/one/complete", "{}", 404, "unknown-callback"),
        Bad("/v1/devices/phone/apps/com.example.notes/callbacks/-1/complete", "{}", 404, "unknown-callback"),
        Bad(
            "/v1/devices/phone/apps/com.example.notes/callbacks/99999999999999999999/complete",
            "{}",
            404,
            "unknown-callback"
        ),
    ]

    @Test(
        "What is wrong is refused by name, and nothing of it is applied",
        arguments: malformed + wrongEvents + wrongActions + wrongTimes + wrongDevices + nobody
    )
    func refused(bad: Bad) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let before = try await api.get("/v1/devices/phone").text
            let answer = try await api.post(bad.path, bad.body)
            #expect(answer.status == bad.status)
            #expect(answer.code == bad.code)
            if let field = bad.field { #expect(answer["field"]?.text == field) }
            #expect(answer["detail"]?.text?.isEmpty == false)
            #expect(answer.text.utf8.count < 20_000)
            #expect(try await api.get("/v1/devices/phone").text == before)
            #expect(api.registry.deviceCount == 1)
        }
    }

    @Test("Text that is not UTF-8 is refused", arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80]])
    func invalidUTF8(bytes: [UInt8]) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let body = Array(#"{"type": ""#.utf8) + bytes + Array(#""}"#.utf8)
            let answer = try await api.send(.post, Self.events, bytes: body)
            #expect(answer.status == 400)
            #expect(answer.code == "malformed-body")
        }
    }

    @Test(
        "Whatever is put or patched must be JSON too",
        arguments: [(.put, "/v1/devices/phone/apps/a"), (.patch, "/v1/devices/phone/clock")]
            as [(HTTPRequest.Method, String)]
    )
    func putAndPatch(method: HTTPRequest.Method, path: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            #expect(try await api.send(method, path, "{").code == "malformed-body")
            #expect(try await api.send(method, path, "[]").code == "invalid-value")
            let text = try await api.send(method, path, "{}", headers: [.contentType: "text/plain"])
            #expect(text.code == "unsupported-media-type")
            #expect(try await api.get("/v1/devices/phone/apps").list("apps").count == 1)
        }
    }

    @Test("The refusal of an unknown event lists the events that are most like it, and says how many there are")
    func unknownEventListsNearest() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.post(Self.events, #"{"type": "device.shake"}"#)
            let accepted = answer["accepted"]?.elements ?? []
            #expect(accepted.count == 8)
            #expect(accepted.allSatisfy { $0.text?.hasPrefix("device.") == true })
            #expect(answer["acceptedCount"] == .integer(Int64(Event.knownTypes.count)))
        }
    }

    @Test("A body at the limit is read, one byte more is refused, whether the head says so or not")
    func bodyLimit() async throws {
        var settings = HTTPServerSettings()
        settings.bodyLimit = 64
        try await APIClient.run(settings: settings) { api in
            try await api.makeSmallPhone()
            let fits = APIClient.home + String(repeating: " ", count: 64 - APIClient.home.utf8.count)
            #expect(try await api.post(Self.events, fits).status == 200)
            let answer = try await api.post(Self.events, fits + " ")
            #expect(answer.status == 413)
            #expect(answer.code == "too-large")
            let put = try await api.send(.put, "/v1/devices/phone/apps/a", String(repeating: " ", count: 65))
            #expect(put.code == "too-large")
            let patch = try await api.send(.patch, "/v1/devices/phone/clock", String(repeating: " ", count: 65))
            #expect(patch.code == "too-large")
        }
    }

    @Test("More inputs than one request may carry are refused", arguments: [(1_000, 200), (1_001, 422)])
    func inputLimit(count: Int, status: Int) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let body = "[" + Array(repeating: APIClient.home, count: count).joined(separator: ",") + "]"
            let answer = try await api.post(Self.events, body)
            #expect(answer.status == status)
            #expect(answer.code == (status == 200 ? nil : "too-complex"))
        }
    }

    @Test(
        "A body of another media type is refused",
        arguments: [
            "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "application/yaml",
        ]
    )
    func mediaType(type: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.post(Self.events, APIClient.home, headers: [.contentType: type])
            #expect(answer.status == 415)
            #expect(answer.code == "unsupported-media-type")
            #expect(answer["accepted"] == ["application/json"])
        }
    }
}

extension APIClient {
    /// Makes the device `phone` with a body that a small limit lets through.
    func makeSmallPhone() async throws {
        let answer = try await post("/v1/devices", #"{"id":"phone","clock":{"mode":"manual"}}"#)
        try #require(answer.status == 201)
    }
}

extension Value {
    /// A whole number.
    var whole: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }
}
