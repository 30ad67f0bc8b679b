import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("Devices")
struct DeviceTests {
    @Test("A device is created with everything that it was given")
    func create() async throws {
        try await APIClient.run { api in
            let answer = try await api.post(
                "/v1/devices",
                """
                {"id": "checkout-17", "model": "iPad",
                 "rules": {"profile": "ios26", "overrides": {"suspendDelaySeconds": 3}},
                 "clock": {"mode": "manual", "startsAt": "2026-02-03T04:05:06.007Z"}, "memoryBytes": 8589934592,
                 "passcode": false, "labels": {"run": "4711"}, "seed": 7, "expiresAfterSeconds": 3600,
                 "apps": [{"bundleID": "com.example.notes"}]}
                """
            )
            #expect(answer.status == 201)
            #expect(answer.headers[.location] == "/v1/devices/checkout-17")
            let expected: Value = [
                "id": "checkout-17", "model": "iPad", "memoryBytes": 8_589_934_592, "passcode": false,
                "rules": ["profile": "ios26", "overrides": ["suspendDelaySeconds": 3]],
                "clock": ["mode": "manual", "paused": false, "now": "2026-02-03T04:05:06.007Z", "nextDeadline": .null],
                "locked": false, "isProtectedDataAvailable": true, "unlockedSinceBoot": true,
                "labels": ["run": "4711"], "seed": 7, "expiresAfterSeconds": 3_600,
                "apps": [["bundleID": "com.example.notes", "state": "notRunning", "pid": .null]],
            ]
            #expect(answer.json.matches(expected))
            let read = try await api.get("/v1/devices/checkout-17")
            #expect(read.status == 200)
            #expect(read.json == answer.json)
            #expect(read.tag == answer.tag)
        }
    }

    @Test("Every field has a default, and so has the body", arguments: ["{}", nil] as [String?])
    func createWithDefaults(body: String?) async throws {
        try await APIClient.run { api in
            let answer = try await api.send(.post, "/v1/devices", body)
            #expect(answer.status == 201)
            let id = try #require(answer["id"]?.text)
            #expect(DeviceID(id) != nil)
            #expect(answer["model"] == "iPhone")
            #expect(answer["rules"] == ["profile": "ios18", "overrides": .object([])])
            #expect(answer["clock"]?["mode"] == "realtime")
            #expect(answer["expiresAfterSeconds"] == .null)
        }
    }

    @Test("The handlers of its apps that are never called are named, by app")
    func behaviorNeverCalled() async throws {
        try await APIClient.run { api in
            let behavior = #"{"applicationDidEnterBackground(_:)": [{"action": "save"}]}"#
            let apps = ["scenes", "appDelegate"].map { lifecycle in
                #"{"bundleID": "\#(lifecycle)", "lifecycle": "\#(lifecycle)", "behavior": \#(behavior)}"#
            }
            let body = #"{"id": "phone", "clock": {"mode": "manual"}, "apps": [\#(apps.joined(separator: ","))]}"#
            let made = try await api.post("/v1/devices", body)
            #expect(made["behaviorNeverCalled"] == ["scenes": ["applicationDidEnterBackground(_:)"]])
            #expect(try await api.get("/v1/devices/phone").text == made.text)
            #expect(try await api.get("/v1/devices").list("devices").first == made.json)
            #expect(try await api.post("/v1/devices", "{}")["behaviorNeverCalled"] == nil)
        }
    }

    @Test("Rules may be a profile's name")
    func rulesByName() async throws {
        try await APIClient.run { api in
            let answer = try await api.post("/v1/devices", #"{"rules": "documents"}"#)
            #expect(answer["rules"]?["profile"] == "documents")
        }
    }

    @Test("Any seed is returned as it was given", arguments: [0, 7, -1, Int64.min, Int64.max])
    func seeds(seed: Int64) async throws {
        try await APIClient.run { api in
            let answer = try await api.post("/v1/devices", #"{"seed": \#(seed)}"#)
            #expect(answer["seed"]?.whole == seed)
        }
    }

    @Test("A device of the same id is refused, and the first one stays as it is")
    func createTwice() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.post("/v1/devices", #"{"id": "phone"}"#)
            #expect(answer.status == 409)
            #expect(answer.code == "device-exists")
            #expect(try await api.get("/v1/devices/phone/apps").list("apps").count == 1)
        }
    }

    @Test("More devices than there is room for are refused with 507")
    func tooManyDevices() async throws {
        var limits = HostLimits()
        limits.devices = 1
        try await APIClient.run(limits: limits) { api in
            try await api.makePhone()
            let answer = try await api.post("/v1/devices", "{}")
            #expect(answer.status == 507)
            #expect(answer.code == "too-many-devices")
        }
    }

    @Test("Devices are listed page by page, in the order of their ids, by label if asked")
    func list() async throws {
        try await APIClient.run { api in
            for number in 1...5 {
                let run = number.isMultiple(of: 2) ? "even" : "odd"
                _ = try await api.post("/v1/devices", #"{"id": "d\#(number)", "labels": {"run": "\#(run)"}}"#)
            }
            var ids: [String?] = []
            var cursor: String?
            repeat {
                let page = try await api.get("/v1/devices?limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
                ids += page.list("devices").map { $0["id"]?.text }
                cursor = page["next"]?.text
            } while cursor != nil
            #expect(ids == ["d1", "d2", "d3", "d4", "d5"])
            let odd = try await api.get("/v1/devices?label=run:odd")
            #expect(odd.list("devices").map { $0["id"]?.text } == ["d1", "d3", "d5"])
            #expect(odd["next"] == .null)
        }
    }

    @Test(
        "A list that cannot be given is refused",
        arguments: [
            ("label=run", "label"), ("label=:4711", "label"), ("label=", "label"), ("limit=0", "limit"),
            ("limit=1001", "limit"), ("limit=many", "limit"), ("cursor=nonsense", "cursor"), ("cursor=", "cursor"),
        ]
    )
    func badList(query: String, field: String) async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/v1/devices?" + query)
            #expect(answer.status == 422)
            #expect(answer.code == "invalid-value")
            #expect(answer["field"]?.text == field)
        }
    }

    @Test("A deleted device is gone, and deleting it again is a 404")
    func delete() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.send(.delete, "/v1/devices/phone")
            #expect(answer.status == 204)
            #expect(answer.text.isEmpty)
            #expect(try await api.get("/v1/devices/phone").code == "unknown-device")
            #expect(try await api.send(.delete, "/v1/devices/phone").code == "unknown-device")
        }
    }

    @Test("Devices are deleted by label, and only those that have it")
    func deleteByLabel() async throws {
        try await APIClient.run { api in
            for (id, run) in [("a", "1"), ("b", "2"), ("c", "1")] {
                _ = try await api.post("/v1/devices", #"{"id": "\#(id)", "labels": {"run": "\#(run)"}}"#)
            }
            let answer = try await api.send(.delete, "/v1/devices?label=run%3A1")
            #expect(answer.status == 200)
            #expect(answer.json == ["deleted": 2])
            #expect(try await api.get("/v1/devices").list("devices").map { $0["id"] } == ["b"])
        }
    }

    @Test("A deletion without a label deletes nothing")
    func deleteEverything() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.send(.delete, "/v1/devices")
            #expect(answer.status == 422)
            #expect(answer.code == "missing-field")
            #expect(answer["field"] == "label")
            #expect(api.registry.deviceCount == 1)
        }
    }

    @Test("Two creations at the same time with one id make one device")
    func createAtOnce() async throws {
        try await APIClient.run { api in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await api.post("/v1/devices", #"{"id": "phone"}"#).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201] + Array(repeating: 409, count: 7))
        }
    }
}

@Suite("The rulebook")
struct RulebookTests {
    @Test("It has every rule with its value in each profile, and where it is known from")
    func whole() async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/v1/rulebook")
            #expect(answer.status == 200)
            let rules = answer.list("rules")
            #expect(rules.compactMap { $0["key"]?.text }.sorted() == RuleKey.allCases.map(\.name).sorted())
            for rule in rules {
                for member in ["unit", "group", "confidence", "source"] {
                    #expect(rule[member]?.text?.isEmpty == false)
                }
                for profile in RuleProfile.allCases { #expect(rule["values"]?[profile.rawValue] != nil) }
            }
        }
    }

    @Test("A profile has one value for each rule", arguments: RuleProfile.allCases)
    func profile(profile: RuleProfile) async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/v1/rulebook/\(profile.rawValue)")
            #expect(answer["profile"]?.text == profile.rawValue)
            #expect(answer.list("rules").count == RuleKey.allCases.count)
        }
    }

    @Test(
        "A profile that there is not is a 404 that names those there are",
        arguments: ["ios99", "IOS18", "%FF", "%20"]
    )
    func unknownProfile(name: String) async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/v1/rulebook/\(name)")
            #expect(answer.status == 404)
            #expect(answer.code == "unknown-profile")
            #expect(answer["accepted"] == ["documents", "ios12", "ios18", "ios26", "ios27", "simulator"])
        }
    }
}
