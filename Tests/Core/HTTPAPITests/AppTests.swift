import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("Apps")
struct AppTests {
    private let path = "/v1/devices/phone/apps/com.example.mail"

    @Test("An app is installed with 201 and updated with 200")
    func install() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let installed = try await api.send(.put, path, #"{"name": "Mail", "version": "1.0"}"#)
            #expect(installed.status == 201)
            #expect(installed.headers[.location] == path)
            #expect(installed.json.matches(["bundleID": "com.example.mail", "name": "Mail", "state": "notRunning"]))
            let updated = try await api.send(.put, path, #"{"bundleID": "com.example.mail", "version": "1.1"}"#)
            #expect(updated.status == 200)
            #expect(updated.headers[.location] == nil)
            #expect(updated["version"] == "1.1")
            let read = try await api.get(path)
            #expect(read.json == updated.json)
            #expect(read.tag == updated.tag)
        }
    }

    @Test("An explanation says what holds an app, and what happens next and when")
    func explanation() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            _ = try await api.send(.put, path)
            #expect(try await api.get(path + "/explain")["because"] == ["it was never launched"])
            let chinese = try await api.get(path + "/explain", headers: [.acceptLanguage: "zh"])
            #expect(chinese["because"] == ["它从未启动过"])
            _ = try await api.post(
                "/v1/devices/phone/events",
                #"[{"type": "app.launch", "bundleID": "com.example.mail"}, {"type": "device.home"}]"#
            )
            let explained = try await api.get(path + "/explain")
            #expect(
                explained.json.matches([
                    "state": "background", "inFront": false, "because": ["it is held by transition"],
                    "heldBy": [["assertion": "transition", "remainingSeconds": 5]], "complete": true,
                ])
            )
            guard case .array(let next) = explained["next"] else { return #expect(Bool(false), "next is no list") }
            #expect(next.contains { $0.matches(["kind": "process", "to": "suspended"]) })
            #expect(try await api.get("/v1/devices/phone/apps/com.example.none/explain").status == 404)
        }
    }

    @Test("Energy says what an app used in each state, in all and by process, and what that drew")
    func energy() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            _ = try await api.send(.put, path)
            #expect(try await api.get(path + "/energy").json.matches(["states": [], "processes": []]))
            _ = try await api.post(
                "/v1/devices/phone/events",
                #"{"type": "app.launch", "bundleID": "com.example.mail"}"#
            )
            _ = try await api.post("/v1/devices/phone/clock/advance", #"{"seconds": 60}"#)
            let used = try await api.get(path + "/energy")
            #expect(used.status == 200)
            #expect(used.tag?.split(separator: "-").first == (try await api.get(path)).tag?.split(separator: "-").first)
            #expect(
                used.json.matches([
                    "bundleID": "com.example.mail", "total": ["seconds": 60, "foregroundSeconds": 60],
                    "states": [["state": "active", "seconds": 60, "cpuSeconds": 0, "wakeUps": 0]],
                    "model": ["device": "iPhone", "rules": ["processorCores": 6]],
                ])
            )
            #expect(try await api.get(path + "/energy?x=1").code == "unknown-field")
            #expect(try await api.get("/v1/devices/phone/apps/com.example.none/energy").status == 404)
            #expect(try await api.get("/v1/devices/none/apps/com.example.mail/energy").status == 404)
        }
    }

    @Test("An audit says what was found, what shows it, and what to do about it")
    func audit() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let path = "/v1/devices/phone/apps/\(APIClient.notes)/audit"
            let before = try await api.get(path)
            #expect(before.json == ["device": "phone", "bundleID": "com.example.notes", "findings": [], "next": .null])
            _ = try await api.post("/v1/devices/phone/apps/\(APIClient.notes)/actions", #"{"action": "edit"}"#)
            let ended = try await api.post(
                "/v1/devices/phone/events",
                #"{"type": "app.crash", "bundleID": "com.example.notes", "exception": "abort"}"#
            )
            let audit = try await api.get(path)
            #expect(audit.status == 200)
            #expect(audit.tag != before.tag)
            let finding = try #require(audit.list("findings").first)
            #expect(
                finding.matches([
                    "code": "dataLoss", "severity": "error", "count": 1, "firstSeen": "2026-01-01T00:00:00.000Z",
                    "lastSeen": "2026-01-01T00:00:00.000Z",
                ])
            )
            #expect(finding["advice"]?.text?.isEmpty == false)
            // What shows it is the edit and the end, and the record of the finding tells the same.
            let record = try #require(ended.list("records").last)
            #expect(record.matches(["kind": "finding", "code": "dataLoss"]))
            #expect(record["evidence"] == finding["evidence"])
            #expect(finding["lastSequence"] == record["sequence"])
            #expect(finding["evidence"]?.elements.count == 2)
        }
    }

    @Test(
        "An audit of what is not there is refused",
        arguments: [
            ("/v1/devices/phone/apps/com.example.none/audit", 404, "unknown-app"),
            ("/v1/devices/none/apps/com.example.notes/audit", 404, "unknown-device"),
            ("/v1/devices/phone/apps/com.example.notes/audit?since=1", 422, nil),
        ] as [(String, Int, String?)]
    )
    func refusedAudit(path: String, status: Int, code: String?) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.get(path)
            #expect(answer.status == status)
            if let code { #expect(answer.code == code) }
        }
    }

    @Test("The resource of an app shows its Live Activities and what Core Location wakes it for")
    func shownForTheApp() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let app = "/v1/devices/phone/apps/com.example.run"
            let plist = #"{"UIBackgroundModes": ["location"], "NSSupportsLiveActivities": true}"#
            _ = try await api.send(.put, app, #"{"infoPlist": \#(plist)}"#)
            let launch = #"{"type": "app.launch", "bundleID": "com.example.run"}"#
            _ = try await api.post("/v1/devices/phone/events", launch)
            let actions = #"""
                [{"action": "requestLiveActivity", "identifier": "run"}, \#
                {"action": "startLocationSession", "session": "backgroundActivity"}]
                """#
            #expect(try await api.post(app + "/actions", actions).status == 200)
            let answer = try await api.get(app)
            let activity = try #require(answer.list("liveActivities").first)
            #expect(activity.matches(["identifier": "run", "endsAt": "2026-01-01T08:00:00.000Z", "held": true]))
            #expect(answer["locationSessions"] == [["session": "backgroundActivity", "held": true]])
            #expect(answer["monitorsLocation"] == false)
        }
    }

    @Test("What was given is in the resource, so that it can be sent again with a change")
    func everythingGiven() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let body = #"""
                {"driver": "attached", "delegateImplements": ["applicationWillTerminate(_:)"],
                 "observes": ["UIScene.didActivateNotification", "UIApplication.willTerminateNotification"],
                 "entitlements": {"com.apple.developer.kernel.increased-memory-limit": true},
                 "notificationService": {"footprintBytes": 1000000}}
                """#
            #expect(try await api.send(.put, path, body).status == 201)
            let answer = try await api.get(path)
            #expect(answer["driver"] == "attached")
            #expect(answer["delegateImplements"] == ["applicationWillTerminate(_:)"])
            #expect(
                answer["observes"] == ["UIApplication.willTerminateNotification", "UIScene.didActivateNotification"]
            )
            #expect(answer["entitlements"] == ["com.apple.developer.kernel.increased-memory-limit": true])
            #expect(answer["notificationService"]?["footprintBytes"] == 1_000_000)
        }
    }

    @Test("An app needs no body at all")
    func installWithoutBody() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            #expect(try await api.send(.put, path).status == 201)
        }
    }

    @Test("The keys of an Info.plist that the model ignores are named")
    func ignoredKeys() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let body = #"{"infoPlist": {"UIBackgroundModes": ["audio"], "CFBundleDisplayName": "Mail", "A": 1}}"#
            let answer = try await api.send(.put, path, body)
            #expect(answer["ignoredInfoPlistKeys"] == ["A", "CFBundleDisplayName"])
        }
    }

    @Test("The handlers that are never called are named, and nobody is advised to save in them")
    func behaviorNeverCalled() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let save = #""applicationDidEnterBackground(_:)": [{"action": "save"}]"#
            let answer = try await api.send(.put, path, #"{"lifecycle": "scenes", "behavior": {\#(save)}}"#)
            #expect(answer["behaviorNeverCalled"] == ["applicationDidEnterBackground(_:)"])
            #expect(try await api.get(path)["behaviorNeverCalled"] == ["applicationDidEnterBackground(_:)"])
            let launch = #"{"type": "app.launch", "bundleID": "com.example.mail"}"#
            let launched = try await api.post("/v1/devices/phone/events", launch)
            #expect(
                launched.list("records").contains {
                    $0.matches(["kind": "finding", "code": "delegateMethodNeverCalled"])
                }
            )
            _ = try await api.post("\(path)/actions", #"{"action": "edit"}"#)
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            _ = try await api.post("/v1/devices/phone/clock/advance", #"{"seconds": 60}"#)
            _ = try await api.post(
                "/v1/devices/phone/events",
                #"{"type": "app.terminate", "bundleID": "com.example.mail", "cause": "jetsam"}"#
            )
            let findings = try await api.get("\(path)/audit").list("findings")
            let loss = try #require(findings.first { $0["code"] == "dataLoss" })
            #expect(
                loss["advice"]
                    == .string(
                        "Move the saving from applicationDidEnterBackground(_:), which this life cycle never calls, to "
                            + "sceneDidEnterBackground(_:)."
                    )
            )
            let moved = save.replacing("applicationDidEnterBackground", with: "sceneDidEnterBackground")
            let right = try await api.send(.put, path, #"{"lifecycle": "scenes", "behavior": {\#(moved)}}"#)
            #expect(right["behaviorNeverCalled"] == [])
        }
    }

    @Test("Updating an app that runs kills it")
    func updateRunning() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let answer = try await api.send(.put, "/v1/devices/phone/apps/com.example.notes", "{}")
            #expect(answer["lastExit"]?["reason"] == "appUpdate")
        }
    }

    @Test(
        "An app that cannot be installed is refused",
        arguments: [
            ("com.example.mail", #"{"bundleID": "com.example.other"}"#, "invalid-value", "bundleID"),
            ("com.example.mail", #"{"bundelID": "com.example.mail"}"#, "unknown-field", "bundelID"),
            ("com.example.mail", #"{"footprintBytes": -1}"#, "invalid-value", "footprintBytes"),
            ("com.example.mail", #"{"footprintBytes": 1e300}"#, "invalid-value", "footprintBytes"),
            ("com.example.mail", #"{"lifecycle": "swiftUI"}"#, "invalid-value", "lifecycle"),
            ("com.example.mail", #"{"behavior": {"noSuchHandler": []}}"#, nil, nil),
            ("com.example.mail", "[]", "invalid-value", nil), ("com.example.mail", "7", "invalid-value", nil),
            ("a%20b", "{}", "invalid-value", "bundleID"), ("%C3%A4", "{}", "invalid-value", "bundleID"),
            (String(repeating: "a", count: 156), "{}", "invalid-value", "bundleID"),
        ] as [(String, String, String?, String?)]
    )
    func refused(bundleID: String, body: String, code: String?, field: String?) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.send(.put, "/v1/devices/phone/apps/\(bundleID)", body)
            #expect(answer.status == 422)
            #expect(answer.code != nil)
            if let code { #expect(answer.code == code) }
            if let field { #expect(answer["field"]?.text == field) }
            #expect(try await api.get("/v1/devices/phone/apps").list("apps").count == 1)
        }
    }

    @Test("A bundle identifier may be as long as Apple allows")
    func longBundleID() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let bundleID = String(repeating: "a", count: 155)
            #expect(try await api.send(.put, "/v1/devices/phone/apps/\(bundleID)", "{}").status == 201)
        }
    }

    @Test("An app that was uninstalled is gone")
    func uninstall() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            #expect(try await api.send(.delete, "/v1/devices/phone/apps/com.example.notes").status == 204)
            #expect(try await api.get("/v1/devices/phone/apps/com.example.notes").code == "unknown-app")
            #expect(try await api.send(.delete, "/v1/devices/phone/apps/com.example.notes").code == "unknown-app")
        }
    }

    @Test("More apps than a device takes are refused")
    func tooManyApps() async throws {
        var limits = HostLimits()
        limits.appsPerDevice = 1
        try await APIClient.run(limits: limits) { api in
            try await api.makePhone()
            let answer = try await api.send(.put, path, "{}")
            #expect(answer.status == 409)
            #expect(answer.code == "limit-reached")
        }
    }
}
