import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite("Bounds of answers", .timeLimit(.minutes(1)))
struct BoundsTests {
    @Test("A device behind its clock says so where its clock is shown, and refuses inputs, until it has caught up")
    func behind() async throws {
        var limits = HostLimits()
        limits.deadlinesPerAdvance = 2
        let wall = HandMovedClock()
        try await APIClient.run(limits: limits, wall: wall) { api in
            let alarm = #"{"action": "setAlarm", "afterSeconds": 1}"#
            let app = """
                {"bundleID": "com.example.notes", "behavior": {"alarmHandler": [\(alarm)],
                 "application(_:didFinishLaunchingWithOptions:)": [\(alarm)]}}
                """
            let body = #"{"id": "phone", "clock": {"mode": "realtime"}, "apps": [\#(app)]}"#
            #expect(try await api.post("/v1/devices", body).status == 201)
            let launch = #"{"type": "app.launch", "bundleID": "com.example.notes"}"#
            #expect(try await api.post("/v1/devices/phone/events", launch).status == 200)
            #expect(try await api.get("/v1/devices/phone/clock")["behind"] == nil)
            wall.advance(by: .seconds(100))
            #expect(try await api.get("/v1/devices/phone/clock")["behind"] == true)
            #expect(try await api.get("/v1/devices/phone")["clock"]?["behind"] == true)
            #expect(try await api.get("/v1/devices").list("devices").first?["clock"]?["behind"] == true)
            let refused = try await api.post("/v1/devices/phone/events", launch)
            #expect(refused.status == 503)
            #expect(refused.code == "overloaded")
            #expect(refused.headers[.retryAfter] == "1")
            var readings = 0
            while try await api.get("/v1/devices/phone/clock")["behind"] == true, readings < 200 { readings += 1 }
            #expect((2..<200).contains(readings))
            #expect(try await api.post("/v1/devices/phone/events", #"{"type": "device.home"}"#).status == 200)
        }
    }

    @Test("An explanation has no more records than one advance, and says that more follow")
    func explanation() async throws {
        var limits = HostLimits()
        limits.recordsPerAdvance = 50
        try await APIClient.run(limits: limits) { api in
            let alarm = #"{"action": "setAlarm", "afterSeconds": 1}"#
            let log = #"{"action": "log", "message": "here"}"#
            let app = """
                {"bundleID": "com.example.notes", "behavior": {"alarmHandler": [\(alarm), \(log), \(log)],
                 "application(_:didFinishLaunchingWithOptions:)": [\(alarm)]}}
                """
            _ = try await api.post("/v1/devices", #"{"id": "phone", "clock": {"mode": "manual"}, "apps": [\#(app)]}"#)
            let launch = #"{"type": "app.launch", "bundleID": "com.example.notes"}"#
            _ = try await api.post("/v1/devices/phone/events", launch)
            let answer = try await api.get("/v1/devices/phone/apps/com.example.notes/explain")
            #expect(answer["complete"] == false)
            #expect((20..<80).contains(answer.list("next").count))
        }
    }

    @Test("A timeline that is too large to be exported as a scenario is refused")
    func scenario() async throws {
        var limits = HostLimits()
        limits.exportedBytes = 1_000
        try await APIClient.run(limits: limits) { api in
            try await api.makePhoneWithNotesInFront()
            let answer = try await api.get("/v1/devices/phone/scenario")
            #expect(answer.status == 422)
            #expect(answer.code == "too-complex")
        }
    }

    @Test("Lines of a batch that do much are answered as others are, in their order")
    func batch() async throws {
        try await APIClient.run { api in
            let log = #"{"action": "log", "message": "\#(String(repeating: "x", count: 1_000))"}"#
            let logs = Array(repeating: log, count: 400).joined(separator: ", ")
            let behavior = #"{"applicationDidReceiveMemoryWarning(_:)": [\#(logs)]}"#
            let app = #"{"bundleID": "com.example.notes", "behavior": \#(behavior)}"#
            _ = try await api.post("/v1/devices", #"{"id": "phone", "clock": {"mode": "manual"}, "apps": [\#(app)]}"#)
            let launch = #"{"type": "app.launch", "bundleID": "com.example.notes"}"#
            #expect(try await api.post("/v1/devices/phone/events", launch).status == 200)
            let line = #"{"device": "phone", "event": {"type": "device.memoryWarning"}}"# + "\n"
            let answer = try await api.post(
                "/v1/batch",
                String(repeating: line, count: 20),
                headers: [.contentType: "application/x-ndjson"]
            )
            let verdicts = try answer.text.split(separator: "\n").map { try JSONText.parse(Array($0.utf8)) }
            #expect(verdicts.map { $0["line"] } == (1...20).map { .integer($0) })
            #expect(verdicts.allSatisfy { $0["status"] == 200 })
            #expect(verdicts.allSatisfy { ($0["records"]?.elements.count ?? 0) > 400 })
        }
    }
}
