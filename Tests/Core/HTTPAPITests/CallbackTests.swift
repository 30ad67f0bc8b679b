import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite("Callbacks of attached apps")
struct CallbackTests {
    private let callbacks = "/v1/devices/phone/apps/com.example.notes/callbacks"

    @Test("A callback is in flight until it is completed")
    func completion() async throws {
        try await APIClient.run { api in
            try await api.makePhone(driver: "attached")
            #expect(try await api.get(callbacks + "?pending=true").list("callbacks").isEmpty)
            _ = try await api.post("/v1/devices/phone/events", APIClient.launch)
            let pending = try await api.get(callbacks).list("callbacks")
            let callback = try #require(pending.first)
            #expect(pending.count == 1)
            #expect(callback["bundleID"] == "com.example.notes")
            #expect(callback["pid"] == 101)
            #expect(callback["name"]?.text?.isEmpty == false)
            let sequence = try #require(callback["sequence"]?.whole)
            let path = "\(callbacks)/\(sequence)/complete"
            let answer = try await api.post(
                path,
                #"{"actions": [{"action": "log", "message": "hello"}], "returns": true}"#
            )
            #expect(answer.status == 200)
            let kinds = answer.list("records").map { $0["kind"] }
            #expect(kinds.contains("log"))
            #expect(kinds.contains("returned"))
            let again = try await api.post(path, "{}")
            #expect(again.status == 404)
            #expect(again.code == "unknown-callback")
        }
    }

    @Test("The callbacks of an attached app's extension wait like those of the app")
    func notificationService() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let app = "/v1/devices/phone/apps/com.example.chat"
            _ = try await api.send(.put, app, #"{"driver": "attached", "notificationService": {}}"#)
            let push = #"""
                {"type": "push.deliver", "bundleID": "com.example.chat", \#
                "payload": {"aps": {"alert": "hi", "mutable-content": 1}}}
                """#
            #expect(try await api.post("/v1/devices/phone/events", push).status == 200)
            let callback = try #require(try await api.get(app + "/callbacks").list("callbacks").first)
            #expect(callback["extension"] == "notificationService")
            #expect(callback["name"] == "didReceive(_:withContentHandler:)")
            let path = "\(app)/callbacks/\(try #require(callback["sequence"]?.whole))/complete"
            let refused = try await api.post(path, #"{"actions": [{"action": "edit"}]}"#)
            #expect(refused.status == 422)
            #expect(refused["field"] == "actions[0].action")
            let answer = try await api.post(path, #"{"returns": {"aps": {"alert": "changed"}}}"#)
            let verdicts = answer.list("records").filter { $0["kind"] == "verdict" }
            #expect(verdicts.map { $0["verdict"] } == ["completed", "shown"])
        }
    }

    @Test(
        "On a clock that runs by itself an extension answers in its last callback, too",
        arguments: [(#"{"mode": "realtime"}"#, 1), (#"{"mode": "scaled", "rate": 10}"#, 10)]
    )
    func lastCallbackOnRunningClock(mode: String, rate: Int) async throws {
        let clock = HandMovedClock()
        try await APIClient.run(wall: clock) { api in
            let app = #"{"bundleID": "com.example.chat", "driver": "attached", "notificationService": {}}"#
            let device = #"{"id": "phone", "rules": "ios18", "clock": \#(mode), "apps": [\#(app)]}"#
            #expect(try await api.post("/v1/devices", device).status == 201)
            let push = #"""
                {"type": "push.deliver", "bundleID": "com.example.chat", \#
                "payload": {"aps": {"alert": "hi", "mutable-content": 1}}}
                """#
            _ = try await api.post("/v1/devices/phone/events", push)
            let path = "/v1/devices/phone/apps/com.example.chat"
            let log = #"{"extension": "notificationService", "action": "log", "message": "fetching"}"#
            let logged = try await api.post(path + "/actions", log).list("records").last
            #expect(logged?["extension"] == "notificationService")
            clock.advance(by: .milliseconds(34_900 / rate))
            let callback = try #require(try await api.get(path + "/callbacks").list("callbacks").first)
            #expect(callback["name"] == "serviceExtensionTimeWillExpire()")
            let answer = try await api.post(
                "\(path)/callbacks/\(try #require(callback["sequence"]?.whole))/complete",
                #"{"returns": {"aps": {"alert": "New message"}}}"#
            )
            let verdicts = answer.list("records").filter { $0["kind"] == "verdict" }
            #expect(verdicts.map { $0["verdict"] } == ["completed", "shown"])
            let refused = try await api.post(path + "/actions", log)
            #expect(refused.status == 409 && refused.code == "process-suspended")
        }
    }

    @Test("A completion needs no body")
    func emptyCompletion() async throws {
        try await APIClient.run { api in
            try await api.makePhone(driver: "attached")
            _ = try await api.post("/v1/devices/phone/events", APIClient.launch)
            let pending = try await api.get(callbacks).list("callbacks")
            let sequence = try #require(pending.first?["sequence"]?.whole)
            #expect(try await api.send(.post, "\(callbacks)/\(sequence)/complete").status == 200)
        }
    }

    @Test("A poll for callbacks is answered as soon as there is one")
    func longPoll() async throws {
        let clock = HandMovedClock()
        try await APIClient.run(wall: clock) { api in
            try await api.makePhone(driver: "attached")
            async let polling = api.get(callbacks + "?pending=true&waitSeconds=60")
            while clock.sleeperCount == 0 { await Task.yield() }
            _ = try await api.post("/v1/devices/phone/events", APIClient.launch)
            #expect(try await polling.list("callbacks").count == 1)
        }
    }

    @Test("An advance stops at callbacks, and names them")
    func stopping() async throws {
        try await APIClient.run { api in
            try await api.makePhone(driver: "attached")
            _ = try await api.post("/v1/devices/phone/events", APIClient.launch)
            let advance = "/v1/devices/phone/clock/advance"
            let answer = try await api.post(advance, #"{"seconds": 60, "stopAtCallbacks": true}"#)
            #expect(answer.status == 200)
            #expect(answer["stopped"] == "callback")
            #expect(answer["time"] == "2026-01-01T00:00:00.000Z")
            let pending = try await api.get(callbacks)
            #expect(answer["callbacks"] == pending["callbacks"])
            #expect(answer.list("callbacks").count == 1)
            let onwards = try await api.post(advance, #"{"seconds": 60}"#)
            #expect(onwards["stopped"] == "reached")
            #expect(onwards["callbacks"] == nil)
            #expect(try await api.post(advance, #"{"seconds": 1, "stopAtCallbacks": 1}"#)["field"] == "stopAtCallbacks")
        }
    }

    @Test("Answers to inputs and completions have the callbacks in flight, until there are none")
    func callbacksInAnswers() async throws {
        try await APIClient.run { api in
            try await api.makePhone(driver: "attached")
            var answer = try await api.post("/v1/devices/phone/events", APIClient.launch)
            var count = 0
            while let callback = answer.list("callbacks").first {
                #expect(try await api.get(callbacks)["callbacks"] == answer["callbacks"])
                let sequence = try #require(callback["sequence"]?.whole)
                answer = try await api.post("\(callbacks)/\(sequence)/complete", "{}")
                count += 1
            }
            #expect(count > 1)
            #expect(answer["callbacks"] == nil)
            #expect(try await api.get(callbacks).list("callbacks").isEmpty)
        }
    }

    @Test("Callbacks in flight have a framework's reports with the record that causes them, in every answer")
    func vocabulary() async throws {
        try await APIClient.run { api in
            let app = #"""
                {"bundleID": "com.example.notes", "lifecycle": "appDelegate", "driver": "attached", \#
                "observes": ["UIApplication.didFinishLaunchingNotification", "UIApplication.didBecomeActiveNotification", \#
                "UIApplication.willResignActiveNotification", "UIApplication.didEnterBackgroundNotification"]}
                """#
            let device = #"{"id": "phone", "rules": "ios18", "clock": {"mode": "manual"}, "apps": [\#(app)]}"#
            #expect(try await api.post("/v1/devices", device).status == 201)
            let phone = "/v1/devices/phone"
            let query = "?vocabulary=jsbox,reactNative"
            var reports: [String: Value] = [:]
            for input in [APIClient.launch, APIClient.home] {
                var answer = try await api.post("\(phone)/events\(query)", input)
                while let callback = answer.list("callbacks").first {
                    if let name = callback["name"]?.text { reports[name] = callback["vocabulary"] }
                    #expect(try await api.get(callbacks + query)["callbacks"] == answer["callbacks"])
                    let advance = #"{"seconds": 1, "stopAtCallbacks": true}"#
                    let stopped = try await api.post("\(phone)/clock/advance\(query)", advance)
                    #expect(stopped["callbacks"] == answer["callbacks"])
                    let plain = try await api.get(callbacks).list("callbacks")
                    #expect(plain.count == 1 && plain.allSatisfy { $0["vocabulary"] == nil })
                    let sequence = try #require(callback["sequence"]?.whole)
                    answer = try await api.post("\(callbacks)/\(sequence)/complete\(query)", "{}")
                }
            }
            #expect(
                reports == [
                    "UIApplication.didFinishLaunchingNotification": ["jsbox": ["ready"]],
                    "UIApplication.willResignActiveNotification": ["jsbox": ["pause"], "reactNative": ["inactive"]],
                    "UIApplication.didEnterBackgroundNotification": ["reactNative": ["background"]],
                ]
            )
        }
    }

    @Test("An answer with a framework's reports is repeated for its idempotency key")
    func vocabularyOnce() async throws {
        let store = TestStore()
        try await APIClient.run(store: store) { api in
            try await api.makePhoneWithNotesInFront()
            let path = "/v1/devices/phone/events?vocabulary=jsbox"
            let first = try await api.post(path, APIClient.home, headers: [.idempotencyKey: "home"])
            #expect(first.status == 200)
            #expect(first.list("records").compactMap { $0["vocabulary"] } == [["jsbox": ["pause"]]])
            let again = try await api.post(path, APIClient.home, headers: [.idempotencyKey: "home"])
            #expect(again.headers[.idempotencyReplayed] == "true")
            #expect(again.json == first.json)
            let plain = try await api.post("/v1/devices/phone/events", APIClient.launch)
            #expect(plain.list("records").allSatisfy { $0["vocabulary"] == nil })
        }
    }

    @Test("An unknown framework is refused before anything happens", arguments: ["events", "clock/advance"])
    func unknownFramework(path: String) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let sequence = try await api.get("/v1/devices/phone")["sequence"]
            let body = path == "events" ? APIClient.home : #"{"seconds": 1}"#
            let answer = try await api.post("/v1/devices/phone/\(path)?vocabulary=klingon", body)
            #expect(answer.status == 422 && answer["field"] == "vocabulary")
            #expect(try await api.get("/v1/devices/phone")["sequence"] == sequence)
        }
    }

    @Test("An advance lets a handler take time, and refuses one that is not in flight")
    func during() async throws {
        try await APIClient.run { api in
            try await api.makePhone(driver: "attached")
            let launch = try await api.post("/v1/devices/phone/events", APIClient.launch)
            let sequence = try #require(launch.list("callbacks").first?["sequence"]?.whole)
            let advance = "/v1/devices/phone/clock/advance"
            let busy = try await api.post(
                advance,
                #"{"seconds": 2, "stopAtCallbacks": true, "during": [\#(sequence)]}"#
            )
            #expect(busy["stopped"] == "reached")
            #expect(busy["time"] == "2026-01-01T00:00:02.000Z")
            #expect(busy["callbacks"] == launch["callbacks"])
            let tooLong = try await api.post(advance, #"{"seconds": 60, "during": [\#(sequence).0]}"#)
            #expect(tooLong["stopped"] == "processEnded")
            let refused = try await api.post(advance, #"{"seconds": 1, "during": [\#(sequence)]}"#)
            #expect(refused.status == 404 && refused.code == "unknown-callback")
            #expect(refused["field"] == "during")
        }
    }

    @Test("A poll ends with the process, and says how that ended")
    func endedWhilePolling() async throws {
        let clock = HandMovedClock()
        try await APIClient.run(wall: clock) { api in
            try await api.makePhone(driver: "attached")
            _ = try await api.post("/v1/devices/phone/events", APIClient.launch)
            while let sequence = try await api.get(callbacks).list("callbacks").first?["sequence"]?.whole {
                _ = try await api.post("\(callbacks)/\(sequence)/complete", "{}")
            }
            async let polling = api.get(callbacks + "?waitSeconds=60")
            while clock.sleeperCount == 0 { await Task.yield() }
            let end = #"{"type": "app.terminate", "bundleID": "com.example.notes", "cause": "jetsam"}"#
            _ = try await api.post("/v1/devices/phone/events", end)
            let answer = try await polling
            #expect(answer.list("callbacks").isEmpty)
            #expect(answer["ended"]?["pid"] == 101)
            #expect(answer["ended"]?["reason"] == "memoryPressure")
        }
    }

    @Test("An app whose driver is simulated is not polled")
    func simulated() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.get(callbacks + "?waitSeconds=60")
            #expect(answer.status == 409)
            #expect(answer.code == "not-possible-now")
            #expect(answer["detail"]?.text?.contains("its driver is simulated") == true)
        }
    }

    @Test("A poll ends when its time is over")
    func pollTimeout() async throws {
        let clock = HandMovedClock()
        try await APIClient.run(wall: clock) { api in
            try await api.makePhone(driver: "attached")
            async let polling = api.get(callbacks + "?waitSeconds=0.5")
            while clock.sleeperCount == 0 { await Task.yield() }
            clock.advance(by: .milliseconds(500))
            let answer = try await polling
            #expect(answer.status == 200)
            #expect(answer.json == ["callbacks": [], "next": .null])
        }
    }

    @Test(
        "A poll that makes no sense is refused",
        arguments: [
            ("pending=false", "pending"), ("pending=yes", "pending"), ("waitSeconds=61", "waitSeconds"),
            ("waitSeconds=-1", "waitSeconds"), ("waitSeconds=nan", "waitSeconds"),
        ]
    )
    func badPoll(query: String, field: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.get("\(callbacks)?\(query)")
            #expect(answer.status == 422)
            #expect(answer["field"]?.text == field)
        }
    }

    @Test("An app that is not there has no callbacks")
    func unknownApp() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            #expect(try await api.get("/v1/devices/phone/apps/nobody/callbacks").code == "unknown-app")
        }
    }
}
