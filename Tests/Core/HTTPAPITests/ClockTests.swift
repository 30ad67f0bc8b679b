import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite("Clocks")
struct ClockTests {
    private let clock = "/v1/devices/phone/clock"
    private let advance = "/v1/devices/phone/clock/advance"

    @Test("A clock has its mode and its time")
    func read() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.get(clock)
            let expected: Value = [
                "mode": "manual", "paused": false, "now": "2026-01-01T00:00:00.000Z", "nextDeadline": .null,
            ]
            #expect(answer.json == expected)
        }
    }

    @Test(
        "A clock is changed",
        arguments: [
            (#"{"paused": true}"#, ["mode": "manual", "paused": true]),
            (#"{"mode": "scaled", "rate": 60}"#, ["mode": "scaled", "rate": 60, "paused": false]),
            (#"{"mode": "realtime"}"#, ["mode": "realtime", "paused": false]),
        ] as [(String, Value)]
    )
    func change(body: String, expected: Value) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.send(.patch, clock, body)
            #expect(answer.status == 200)
            #expect(answer.json.matches(expected))
            #expect(try await api.get(clock).json == answer.json)
        }
    }

    @Test(
        "A change is a merge patch, under that media type or as plain JSON; null is not given",
        arguments: ["application/merge-patch+json", "application/json", "application/merge-patch+json; charset=utf-8"]
    )
    func mergePatch(type: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let body = #"{"paused": true, "rate": null}"#
            let answer = try await api.send(.patch, clock, body, headers: [.contentType: type])
            #expect(answer.status == 200)
            #expect(answer["paused"] == true)
            let others = try await api.send(
                .patch,
                clock,
                "[]",
                headers: [.contentType: "application/json-patch+json"]
            )
            #expect(others.status == 415)
            #expect(others["accepted"] == ["application/json", "application/merge-patch+json"])
        }
    }

    @Test(
        "A change that makes no sense is refused",
        arguments: [
            (#"{"mode": "backwards"}"#, "mode"), (#"{"rate": -1}"#, "rate"),
            (#"{"mode": "manual", "rate": 2}"#, "rate"),
            (#"{"now": "2026-01-01T00:00:00Z"}"#, "now"), (#"{"paused": 1}"#, "paused"),
        ]
    )
    func badChange(body: String, field: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.send(.patch, clock, body)
            #expect(answer.status == 422)
            #expect(answer["field"]?.text == field)
        }
    }

    @Test(
        "An advance says where it stopped and why",
        arguments: [
            (#"{"seconds": 2.5}"#, "reached", nil, "2026-01-01T00:00:02.500Z"),
            (#"{"to": "2026-01-01T00:00:07.000Z"}"#, "reached", nil, "2026-01-01T00:00:07.000Z"),
            (#"{"seconds": 0}"#, "reached", nil, "2026-01-01T00:00:00.000Z"),
            (#"{"seconds": 5, "before": true}"#, "reached", nil, "2026-01-01T00:00:05.000Z"),
            (#"{"untilIdle": true}"#, "idle", nil, "2026-01-01T00:00:05.000Z"),
            (
                #"{"until": {"app": {"bundleID": "com.example.notes", "state": "suspended"}}}"#, "condition", true,
                "2026-01-01T00:00:05.000Z"
            ),
            (
                #"{"until": {"app": {"bundleID": "com.example.notes", "state": "active"}}, "limitSeconds": 60}"#,
                "timeout", false, "2026-01-01T00:01:00.000Z"
            ),
        ] as [(String, String, Bool?, String)]
    )
    func advances(body: String, stopped: String, met: Bool?, time: String) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            let answer = try await api.post(advance, body)
            #expect(answer.status == 200)
            #expect(answer["stopped"]?.text == stopped)
            #expect(answer["met"] == met.map { .bool($0) })
            #expect(answer["time"]?.text == time)
            #expect(answer.list("records").first?["kind"] == "input")
        }
    }

    @Test("What is due at the end of an advance happens, unless it is to end before that", arguments: [false, true])
    func before(isBefore: Bool) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            _ = try await api.post(advance, #"{"seconds": 5, "before": \#(isBefore)}"#)
            let app = try await api.get("/v1/devices/phone/apps/\(APIClient.notes)")
            #expect(app["state"]?.text == (isBefore ? "background" : "suspended"))
            _ = try await api.post(advance, #"{"seconds": 0}"#)
            #expect(try await api.get("/v1/devices/phone/apps/\(APIClient.notes)")["state"]?.text == "suspended")
        }
    }

    @Test(
        "An advance with too much to settle or to write stops and says so",
        arguments: [
            (\HostLimits.deadlinesPerAdvance, 1, "limit"), (\HostLimits.recordsPerAdvance, 3, "records"),
            (\HostLimits.bytesPerAdvance, 400, "records"),
        ]
    )
    func limit(limit: any WritableKeyPath<HostLimits, Int> & Sendable, value: Int, stopped: String) async throws {
        var limits = HostLimits()
        limits[keyPath: limit] = value
        try await APIClient.run(limits: limits) { api in
            try await api.makePhoneWithNotesInFront()
            let tasks = (1...5).map {
                #"{"action": "beginBackgroundTask", "name": "t\#($0)", "endsAfterSeconds": \#($0)}"#
            }
            _ = try await api.post(
                "/v1/devices/phone/apps/com.example.notes/actions",
                "[\(tasks.joined(separator: ","))]"
            )
            let answer = try await api.post(advance, #"{"seconds": 3600}"#)
            #expect(answer.status == 200)
            #expect(answer["stopped"]?.text == stopped)
            let rest = try await api.post(advance, #"{"to": "2026-01-01T01:00:00.000Z"}"#)
            #expect(rest.list("records").first?["sequence"] == answer["sequence"]?.successor)
        }
    }
}

@Suite("Waiting")
struct WaitTests {
    private let wait = "/v1/devices/phone/wait"
    private let suspended = #"{"app": {"bundleID": "com.example.notes", "state": "suspended"}}"#

    @Test("What has happened since a sequence need not be waited for")
    func alreadyMet() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let body =
                #"{"until": {"record": {"kind": "callback", "name": "applicationDidBecomeActive(_:)"}}, "after": 0}"#
            let answer = try await api.post(wait, body)
            #expect(answer.status == 200)
            #expect(answer["met"] == true)
            #expect(answer["record"]?["name"] == "applicationDidBecomeActive(_:)")
        }
    }

    @Test("A wait without a timeout lists the most similar records")
    func notMet() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let body =
                #"{"until": {"record": {"kind": "callback", "name": "launchHandler"}}, "after": 0, "timeoutSeconds": 0}"#
            let answer = try await api.post(wait, body)
            #expect(answer.status == 200)
            #expect(answer["met"] == false)
            #expect(answer.list("nearest").first?["kind"] == "callback")
        }
    }

    @Test("A wait ends when what it waits for happens")
    func metLater() async throws {
        let clock = HandMovedClock()
        try await APIClient.run(wall: clock) { api in
            try await api.makePhoneWithNotesInFront()
            async let waiting = api.post(wait, #"{"until": \#(suspended), "timeoutSeconds": 300}"#)
            while clock.sleeperCount == 0 { await Task.yield() }
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            _ = try await api.post("/v1/devices/phone/clock/advance", #"{"seconds": 10}"#)
            let answer = try await waiting
            #expect(answer["met"] == true)
            #expect(answer["time"] == "2026-01-01T00:00:05.000Z" || answer["time"] == "2026-01-01T00:00:10.000Z")
        }
    }

    @Test("A wait ends when its time is over")
    func timeout() async throws {
        let clock = HandMovedClock()
        try await APIClient.run(wall: clock) { api in
            try await api.makePhone()
            async let waiting = api.post(wait, #"{"until": \#(suspended), "timeoutSeconds": 5}"#)
            while clock.sleeperCount == 0 { await Task.yield() }
            clock.advance(by: .seconds(5))
            #expect(try await waiting["met"] == false)
        }
    }

    @Test("A wait that the shutdown ends says so")
    func shutdown() async throws {
        let clock = HandMovedClock()
        try await APIClient.run(wall: clock) { api in
            try await api.makePhone()
            async let waiting = api.post(wait, #"{"until": \#(suspended)}"#)
            while clock.sleeperCount == 0 { await Task.yield() }
            await api.registry.beginShutdown()
            let answer = try await waiting
            #expect(answer.status == 503)
            #expect(answer.code == "not-ready")
            #expect(answer.headers[.retryAfter] != nil)
        }
    }

    @Test("A request waits no longer than the host lets any wait, and one for longer is refused")
    func longestWait() async throws {
        var limits = HostLimits()
        limits.waitSeconds = 5
        try await APIClient.run(limits: limits) { api in
            try await api.makePhone(driver: "attached")
            func wait(_ seconds: String) async throws -> APIAnswer {
                let after = #""after": 0, "timeoutSeconds": \#(seconds)"#
                return try await api.post("/v1/devices/phone/wait", #"{"until": {"record": {}}, \#(after)}"#)
            }
            #expect(try await wait("5").status == 200)
            let refused = try await wait("5.001")
            #expect(refused.code == "invalid-value")
            #expect(refused["field"] == "timeoutSeconds")
            #expect(refused["detail"]?.text?.contains("5") == true)
            let callbacks = "/v1/devices/phone/apps/\(APIClient.notes)/callbacks?waitSeconds="
            #expect(try await api.get(callbacks + "0").status == 200)
            #expect(try await api.get(callbacks + "5.001")["field"] == "waitSeconds")
        }
    }

    @Test("More waits than a device takes are refused with 503")
    func tooManyWait() async throws {
        let clock = HandMovedClock()
        var limits = HostLimits()
        limits.waitersPerDevice = 1
        try await APIClient.run(limits: limits, wall: clock) { api in
            try await api.makePhone()
            async let waiting = api.post(wait, #"{"until": \#(suspended)}"#)
            while clock.sleeperCount == 0 { await Task.yield() }
            let answer = try await api.post(wait, #"{"until": \#(suspended)}"#)
            #expect(answer.status == 503)
            #expect(answer.code == "overloaded")
            #expect(answer.headers[.retryAfter] != nil)
            await api.registry.beginShutdown()
            _ = try await waiting
        }
    }
}

extension Value {
    /// The next whole number.
    fileprivate var successor: Value? { if case .integer(let number) = self { .integer(number + 1) } else { nil } }
}
