import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("Processes")
struct ProcessTests {
    @Test("A process is listed and read, also when it has ended")
    func onDevice() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let living = try await api.get("/v1/devices/phone/processes/101")
            #expect(
                living.json.matches(["pid": 101, "bundleID": "com.example.notes", "state": "active", "exit": .null])
            )
            _ = try await api.post(
                "/v1/devices/phone/events",
                #"{"type": "app.forceQuit", "bundleID": "com.example.notes"}"#
            )
            let ended = try await api.get("/v1/devices/phone/processes/101")
            #expect(ended.json.matches(["state": "terminated", "exit": ["reason": "userForceQuit"]]))
            let list = try await api.get("/v1/devices/phone/processes")
            #expect(list.list("processes") == [ended.json])
            #expect(list["next"] == .null)
        }
    }

    @Test(
        "A process that there is not is a 404",
        arguments: ["102", "0", "-1", "0101", "one", "99999999999", "%31%30%32"]
    )
    func unknownProcess(pid: String) async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let answer = try await api.get("/v1/devices/phone/processes/\(pid)")
            #expect(answer.status == 404)
            #expect(answer.code == "unknown-process")
        }
    }

    @Test("Processes of all devices are found by state, app and device, page by page")
    func acrossDevices() async throws {
        try await APIClient.run { api in
            for id in ["a", "b", "c"] {
                let app = #"{"bundleID": "com.example.notes", "lifecycle": "appDelegate"}"#
                _ = try await api.post(
                    "/v1/devices",
                    #"{"id": "\#(id)", "clock": {"mode": "manual"}, "apps": [\#(app)]}"#
                )
                _ = try await api.post("/v1/devices/\(id)/events", APIClient.launch)
            }
            _ = try await api.post("/v1/devices/b/events", APIClient.home)
            func devices(_ query: String) async throws -> [Value?] {
                try await api.get("/v1/processes?" + query).list("processes").map { $0["device"] }
            }
            #expect(try await devices("") == ["a", "b", "c"])
            #expect(try await devices("state=active") == ["a", "c"])
            #expect(try await devices("state=background&bundleID=com.example.notes") == ["b"])
            #expect(try await devices("bundleID=com.example.mail") == [])
            #expect(try await devices("device=c") == ["c"])
            #expect(try await devices("state=terminated") == [])
            let first = try await api.get("/v1/processes?limit=2")
            let cursor = try #require(first["next"]?.text)
            #expect(try await devices("limit=2&cursor=\(cursor)") == ["c"])
            let summary = try await api.get("/v1/processes/summary")
            #expect(summary.json.matches(["devices": 3, "states": ["active": 2, "background": 1, "notRunning": 0]]))
            let crash = #"{"type": "app.crash", "bundleID": "com.example.notes", "exception": "abort"}"#
            _ = try await api.post("/v1/devices/a/events", crash)
            #expect(try await devices("") == ["b", "c"])
            #expect(try await devices("device=a") == [])
            #expect(try await devices("state=terminated") == ["a"])
        }
    }

    @Test("Processes are listed and counted on the devices that have all the labels")
    func labelled() async throws {
        try await APIClient.run { api in
            let app = #"{"bundleID": "com.example.notes", "lifecycle": "appDelegate"}"#
            for (id, labels) in [
                ("a", #"{"team": "one", "run": "1"}"#), ("b", #"{"team": "one"}"#), ("c", #"{"team": "two"}"#),
                ("d", #"{"team": "one", "run": "1"}"#),
            ] {
                let fields = #""id": "\#(id)", "labels": \#(labels), "clock": {"mode": "manual"}"#
                _ = try await api.post("/v1/devices", "{\(fields), \"apps\": [\(app)]}")
                if id != "d" { _ = try await api.post("/v1/devices/\(id)/events", APIClient.launch) }
            }
            func devices(_ query: String) async throws -> [Value?] {
                try await api.get("/v1/processes?" + query).list("processes").map { $0["device"] }
            }
            #expect(try await devices("label=team:one") == ["a", "b"])
            #expect(try await devices("label=team:one&label=run:1") == ["a"])
            #expect(try await devices("label=team:three") == [])
            #expect(try await devices("label=team:one&device=a") == ["a"])
            #expect(try await devices("label=team:one&device=c") == [])
            let first = try await api.get("/v1/processes?label=team:one&limit=1")
            let cursor = try #require(first["next"]?.text)
            #expect(try await devices("label=team:one&limit=1&cursor=\(cursor)") == ["b"])
            #expect(try await devices("label=team:two&cursor=\(cursor)") == ["c"])
            func summary(_ query: String) async throws -> Value {
                try await api.get("/v1/processes/summary?" + query).json
            }
            for (query, devices, active) in [
                ("label=team:one", 3, 2), ("label=team:one&label=run:1", 2, 1), ("label=team:three", 0, 0), ("", 4, 3),
            ] as [(String, Int64, Int64)] {
                let states: Value = ["active": .integer(active), "notRunning": .integer(devices - active)]
                #expect(try await summary(query).matches(["devices": .integer(devices), "states": states]), "\(query)")
            }
            for path in ["/v1/processes?label=team", "/v1/processes/summary?label=:one"] {
                let answer = try await api.get(path)
                #expect(answer.status == 422 && answer.code == "invalid-value", "\(path)")
            }
        }
    }

    @Test(
        "A question that makes no sense is refused",
        arguments: [
            ("state=sleeping", 422, "invalid-value"), ("limit=0", 422, "invalid-value"),
            ("limit=1001", 422, "invalid-value"), ("cursor=zz", 422, "invalid-value"),
            ("cursor=", 422, "invalid-value"),
            ("device=nobody", 404, "unknown-device"), ("device=UPPER", 404, "unknown-device"),
            ("state=active&state=inactive", 422, "invalid-value"),
        ]
    )
    func refused(query: String, status: Int, code: String) async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/v1/processes?" + query)
            #expect(answer.status == status)
            #expect(answer.code == code)
        }
    }
}
