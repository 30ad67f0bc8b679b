import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import Hummingbird
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite("Conditional requests")
struct ConditionalTests {
    private static let resources = [
        "/v1/devices/phone", "/v1/devices/phone/clock", "/v1/devices/phone/apps", "/v1/devices/phone/processes",
        "/v1/devices/phone/apps/com.example.notes", "/v1/devices/phone/processes/101", "/v1/devices/phone/timeline",
    ]

    @Test("A resource that has not changed is not sent again, and one that has is", arguments: resources)
    func ifNoneMatch(path: String) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let first = try await api.get(path)
            #expect(first.status == 200)
            let tag = try #require(first.tag)
            let same = try await api.get(path, headers: [.ifNoneMatch: tag])
            #expect(same.status == 304)
            #expect(same.text.isEmpty)
            #expect(same.tag == tag)
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            let changed = try await api.get(path, headers: [.ifNoneMatch: tag])
            #expect(changed.status == 200)
            #expect(changed.tag != tag)
        }
    }

    private static let timed = [
        "/v1/devices/phone", "/v1/devices/phone/clock", "/v1/devices/phone/timeline",
        "/v1/devices/phone/apps/com.example.notes/energy", "/v1/devices/phone/apps/com.example.notes/explain",
        "/v1/devices/phone/processes", "/v1/devices/phone/processes/101",
        "/v1/devices/phone/apps/com.example.notes/metrickit",
    ]

    @Test(
        "With a running clock a later answer has another tag, though there is no new record",
        arguments: timed
    )
    func runningClock(path: String) async throws {
        let wall = HandMovedClock()
        try await APIClient.run(wall: wall) { api in
            let app =
                #"{"bundleID": "com.example.notes", "behavior": {"sceneDidEnterBackground(_:)": "#
                + #"[{"action": "beginBackgroundTask", "name": "upload", "endsAfterSeconds": 20}]}}"#
            let body = #"{"id": "phone", "clock": {"mode": "realtime"}, "apps": [\#(app)]}"#
            try #require(try await api.post("/v1/devices", body).status == 201)
            _ = try await api.post("/v1/devices/phone/events", "[\(APIClient.launch), \(APIClient.home)]")
            wall.advance(by: .seconds(6))
            let first = try await api.get(path)
            let tag = try #require(first.tag)
            #expect(first.headers[.cacheControl] == "no-cache")
            #expect(try await api.get(path, headers: [.ifNoneMatch: tag]).status == 304)
            let sequence = try await api.get("/v1/devices/phone")["sequence"]
            wall.advance(by: .seconds(2))
            let later = try await api.get(path, headers: [.ifNoneMatch: tag])
            #expect(try await api.get("/v1/devices/phone")["sequence"] == sequence)
            #expect(later.status == 200)
            #expect(later.text != first.text)
            #expect(later.tag != tag)
        }
    }

    @Test("A resource without time has the same tag until there is a new record")
    func runningClockWithoutTime() async throws {
        let wall = HandMovedClock()
        try await APIClient.run(wall: wall) { api in
            _ = try await api.post("/v1/devices", #"{"id": "phone", "apps": [{"bundleID": "com.example.notes"}]}"#)
            for path in ["/v1/devices/phone/apps", "/v1/devices/phone/events/possible"] {
                let tag = try #require(try await api.get(path).tag)
                wall.advance(by: .seconds(60))
                #expect(try await api.get(path, headers: [.ifNoneMatch: tag]).status == 304)
            }
        }
    }

    @Test("The tag of a device that was created again under its id is another one, though the sequence is the same")
    func madeAnew() async throws {
        try await APIClient.run { api in
            _ = try await api.post("/v1/devices", #"{"id": "phone", "clock": {"mode": "manual"}}"#)
            let tag = try #require(try await api.get("/v1/devices/phone").tag)
            _ = try await api.send(.delete, "/v1/devices/phone")
            _ = try await api.post("/v1/devices", #"{"id": "phone", "model": "iPad", "clock": {"mode": "manual"}}"#)
            #expect(try await api.get("/v1/devices/phone", headers: [.ifNoneMatch: tag]).status == 200)
        }
    }

    @Test("With a running clock, the tag of any resource guards a change until there is a new record")
    func ifMatchOnRunningClock() async throws {
        let wall = HandMovedClock()
        try await APIClient.run(wall: wall) { api in
            _ = try await api.post("/v1/devices", #"{"id": "phone", "apps": [{"bundleID": "com.example.notes"}]}"#)
            let tag = try #require(try await api.get("/v1/devices/phone/clock").tag)
            wall.advance(by: .seconds(60))
            let done = try await api.post("/v1/devices/phone/events", APIClient.launch, headers: [.ifMatch: tag])
            #expect(done.status == 200)
            let refused = try await api.post("/v1/devices/phone/events", APIClient.home, headers: [.ifMatch: tag])
            #expect(refused.status == 412)
        }
    }

    @Test("Of several tags one is enough, and none of them is none")
    func ifMatchList() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let tag = try #require(try await api.get("/v1/devices/phone").tag)
            for (header, status) in [
                ("\"1\", \"2\"", 412), ("\"1\", W/\(tag)", 412), ("\"1\", \(tag), \"2\"", 200), ("\(tag)", 412),
            ] {
                let answer = try await api.post(
                    "/v1/devices/phone/events",
                    APIClient.home,
                    headers: [.ifMatch: header]
                )
                #expect(answer.status == status, "\(header)")
            }
            let missing = try await api.send(.delete, "/v1/devices/none", headers: [.ifMatch: "\"1\", \"2\""])
            #expect(missing.code == "unknown-device")
        }
    }

    private static let changes: [(HTTPRequest.Method, String, String?)] = [
        (.post, "/v1/devices/phone/events", APIClient.home),
        (.post, "/v1/devices/phone/apps/com.example.notes/actions", #"{"action": "edit"}"#),
        (.post, "/v1/devices/phone/clock/advance", #"{"seconds": 1}"#),
        (.patch, "/v1/devices/phone/clock", #"{"paused": true}"#),
        (.put, "/v1/devices/phone/apps/com.example.mail", "{}"),
        (.delete, "/v1/devices/phone/apps/com.example.notes", nil),
        (.delete, "/v1/devices/phone", nil),
    ]

    @Test("A change to a device that has moved is refused, and one to a device as expected is made", arguments: changes)
    func ifMatch(method: HTTPRequest.Method, path: String, body: String?) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let tag = try #require(try await api.get("/v1/devices/phone").tag)
            for wrong in ["\"1\"", "W/\(tag)", "nonsense"] {
                let refused = try await api.send(method, path, body, headers: [.ifMatch: wrong])
                #expect(refused.status == 412)
                #expect(refused.code == "precondition-failed")
            }
            #expect(try await api.get("/v1/devices/phone").tag == tag)
            let done = try await api.send(method, path, body, headers: [.ifMatch: tag])
            #expect((200..<300).contains(done.status))
        }
    }

    @Test("A star matches any state of a device")
    func ifMatchAny() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let answer = try await api.post("/v1/devices/phone/events", APIClient.home, headers: [.ifMatch: "*"])
            #expect(answer.status == 200)
        }
    }

    @Test("Of several changes that expect the same state, one is made")
    func ifMatchAtOnce() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let tag = try #require(try await api.get("/v1/devices/phone").tag)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let path = "/v1/devices/phone/apps/com.example.notes/actions"
                        return try await api.post(path, #"{"action": "edit"}"#, headers: [.ifMatch: tag]).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
        }
    }
}

@Suite("Idempotency keys")
struct IdempotencyTests {
    private let edit = #"{"action": "edit"}"#
    private let actions = "/v1/devices/phone/apps/com.example.notes/actions"
    private let key: HTTPFields = [HTTPField.Name("Idempotency-Key")!: "k-1"]

    private func replayed(_ answer: APIAnswer) -> Bool {
        answer.headers[HTTPField.Name("Idempotency-Replayed")!] == "true"
    }

    @Test("The same request again gets the first answer, and is not carried out again")
    func replay() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let first = try await api.post(actions, edit, headers: key)
            let again = try await api.post(actions, edit, headers: key)
            #expect(first.status == 200)
            #expect(!replayed(first))
            #expect(again.status == 200)
            #expect(replayed(again))
            #expect(again.text == first.text)
            #expect(again.tag == first.tag)
            #expect(again.headers[.contentType] == first.headers[.contentType])
            #expect(try await api.get("/v1/devices/phone/apps/com.example.notes")["unsavedChanges"] == 1)
        }
    }

    @Test("A question mark without a query makes no other request")
    func emptyQuery() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let first = try await api.post(actions + "?", edit, headers: key)
            let again = try await api.post(actions, edit, headers: key)
            #expect(!replayed(first))
            #expect(again.status == 200 && replayed(again))
        }
    }

    @Test(
        "Every request that does something takes a key",
        arguments: [
            ("/v1/devices/phone/events", APIClient.home), ("/v1/devices/phone/clock/advance", #"{"seconds": 1}"#),
            ("/v1/devices/phone/wait", #"{"until": {"record": {}}, "timeoutSeconds": 0}"#),
            ("/v1/scenarios/run", #"{"scenario": "x", "steps": [{"advance": 1}]}"#), ("/v1/devices", "{}"),
        ]
    )
    func replayEverywhere(path: String, body: String) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let first = try await api.post(path, body, headers: key)
            #expect((200..<300).contains(first.status))
            let moved = try await api.get("/v1/devices/phone").tag
            let again = try await api.post(path, body, headers: key)
            #expect(replayed(again))
            #expect(again.status == first.status)
            #expect(again.text == first.text)
            #expect(try await api.get("/v1/devices/phone").tag == moved)
        }
    }

    @Test("A creation is replayed with its status and location")
    func replayCreation() async throws {
        try await APIClient.run { api in
            let first = try await api.post("/v1/devices", "{}", headers: key)
            let again = try await api.post("/v1/devices", "{}", headers: key)
            #expect(again.status == 201)
            #expect(again.headers[.location] == first.headers[.location])
            #expect(api.registry.deviceCount == 1)
        }
    }

    @Test(
        "The same key with another body or path is refused",
        arguments: [
            ("/v1/devices/phone/apps/com.example.notes/actions", #"{"action": "save"}"#),
            ("/v1/devices/phone/events", #"{"action": "edit"}"#),
        ]
    )
    func conflict(path: String, body: String) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            _ = try await api.post(actions, edit, headers: key)
            let answer = try await api.post(path, body, headers: key)
            #expect(answer.status == 422)
            #expect(answer.code == "idempotency-key-reused")
        }
    }

    @Test("A repeated request whose answer was too large to be kept gets an error and is not carried out")
    func answerNotKept() async throws {
        var limits = HostLimits()
        limits.idempotencyAnswerBytes = 1_000
        try await APIClient.run(limits: limits) { api in
            try await api.makePhoneWithNotesInFront()
            let home = try await api.post("/v1/devices/phone/events", APIClient.home, headers: key)
            #expect(home.status == 200)
            let sequence = try await api.registry.device(DeviceID("phone")!).sequence
            let again = try await api.post("/v1/devices/phone/events", APIClient.home, headers: key)
            #expect(again.status == 409)
            #expect(again.code == "answer-not-kept")
            #expect(try await api.registry.device(DeviceID("phone")!).sequence == sequence)
        }
    }

    @Test("After a refusal the key is free again")
    func refusalIsNotKept() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            #expect(try await api.post(actions, edit, headers: key).status == 409)
            _ = try await api.post("/v1/devices/phone/events", APIClient.launch)
            let answer = try await api.post(actions, edit, headers: key)
            #expect(answer.status == 200)
            #expect(!replayed(answer))
        }
    }

    @Test("The same request many times at once is carried out once")
    func atOnce() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let answers = try await withThrowingTaskGroup(of: APIAnswer.self) { group in
                for _ in 0..<8 { group.addTask { try await api.post(actions, edit, headers: key) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(answers.map(\.text)).count == 1)
            #expect(answers.filter { !replayed($0) }.count == 1)
            #expect(try await api.get("/v1/devices/phone/apps/com.example.notes")["unsavedChanges"] == 1)
        }
    }

    @Test(
        "A key is 1 to 255 visible ASCII characters",
        arguments: ["", "a b", "ä", String(repeating: "k", count: 256)]
    )
    func badKey(key: String) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let answer = try await api.post(actions, edit, headers: [HTTPField.Name("Idempotency-Key")!: key])
            #expect(answer.status == 422)
            #expect(answer.code == "invalid-value")
            #expect(answer["field"] == "Idempotency-Key")
        }
    }

    @Test("The longest key is taken")
    func longestKey() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let key = String(repeating: "~", count: 255)
            #expect(try await api.post(actions, edit, headers: [HTTPField.Name("Idempotency-Key")!: key]).status == 200)
        }
    }
}
