import DeviceHost
import HTTPTestKit
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("The sessions of clients of Appium and WebDriverAgent")
struct WebDriverSessionTests {
    private static func session(_ number: Int, on device: DeviceID) -> WebDriverSession {
        WebDriverSession(
            id: "s\(number)",
            dialect: number.isMultiple(of: 2) ? "appium" : "wda",
            device: device,
            bundleID: number == 1 ? nil : "com.example.notes",
            createdAt: Instant(milliseconds: 1_000 * Int64(number)),
            commandsInProgress: number,
            lastCommand: number == 1 ? nil : .init(name: "mobile: lock", endedAt: Instant(milliseconds: 9_000)),
            commandTimeout: number == 1 ? nil : 60_000,
            deletesDevice: number == 2
        )
    }

    @Test("They are listed, the newest first") func list() async throws {
        let phone = try #require(DeviceID("phone"))
        let sessions = (1...2).map { Self.session($0, on: phone) }
        try await APIClient.run(routes: WebDriverEndpoints(sessions: { sessions }).routes) { api in
            let answer = try await api.get("/v1/webdriver/sessions")
            #expect(answer.status == 200)
            #expect(answer["count"] == 2)
            #expect(
                answer.list("sessions") == [
                    [
                        "id": "s2", "dialect": "appium", "device": "phone", "bundleID": "com.example.notes",
                        "createdAt": "1970-01-01T00:00:02.000Z", "commandsInProgress": 2,
                        "lastCommand": "mobile: lock", "lastCommandAt": "1970-01-01T00:00:09.000Z",
                        "newCommandTimeoutSeconds": 60, "deletesDevice": true,
                    ],
                    [
                        "id": "s1", "dialect": "wda", "device": "phone", "bundleID": .null,
                        "createdAt": "1970-01-01T00:00:01.000Z", "commandsInProgress": 1, "lastCommand": .null,
                        "lastCommandAt": .null, "newCommandTimeoutSeconds": .null, "deletesDevice": false,
                    ],
                ]
            )
        }
    }

    @Test("A device and a limit choose some of them; the count is that of all that are meant") func some() async throws
    {
        let (phone, tablet) = (try #require(DeviceID("phone")), try #require(DeviceID("tablet")))
        let sessions = (1...120).map { Self.session($0, on: $0 > 5 ? phone : tablet) }
        try await APIClient.run(routes: WebDriverEndpoints(sessions: { sessions }).routes) { api in
            let all = try await api.get("/v1/webdriver/sessions")
            #expect(all.list("sessions").count == 100 && all["count"] == 120)
            let some = try await api.get("/v1/webdriver/sessions?device=tablet&limit=2")
            #expect(some.list("sessions").map { $0["id"] } == ["s5", "s4"] && some["count"] == 5)
            #expect(try await api.get("/v1/webdriver/sessions?device=nobody")["count"] == 0)
            #expect(try await api.get("/v1/webdriver/sessions?device=No%20id").code == "unknown-device")
            #expect(try await api.get("/v1/webdriver/sessions?limit=0").status == 422)
            #expect(try await api.get("/v1/webdriver/sessions?dialect=wda").code == "unknown-field")
        }
    }
}
