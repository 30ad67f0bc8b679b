import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import WebDriver

@Suite("A session ends with its device") struct DeviceLifeTests {
    /// Deletes the device `phone`, and makes it anew with its app.
    private static func makeAnew(_ driver: DriverClient) async throws {
        try await driver.core.registry.delete(DriverClient.phone)
        let settings = DeviceSettings(clock: ClockSettings(mode: .manual))
        let apps = [AppManifest(bundleID: DriverClient.notes, name: "Notes", lifecycle: .scenes)]
        _ = try await driver.core.registry.create(NewDevice(id: DriverClient.phone, settings: settings, apps: apps))
    }

    @Test("No command of it is answered any more, also when the device is made anew", arguments: [false, true])
    func commands(isMadeAnew: Bool) async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            if isMadeAnew {
                try await Self.makeAnew(driver)
            } else {
                try await driver.core.registry.delete(DriverClient.phone)
            }
            let paths = ["", "/timeouts", "/appium/settings", "/contexts", "/window", "/url", "/screenshot", "/source"]
            for path in paths {
                let answer = try await driver.send(.get, "/session/\(session)\(path)")
                #expect((answer.status, answer.error) == (404, "invalid session id"), "\(path)")
            }
            #expect(try await driver.send(.post, "/session/\(session)/appium/events").error == "invalid session id")
            #expect(try await driver.script(session, "mobile: lock").error == "invalid session id")
            #expect(try await driver.core.sessions.listed().isEmpty)
        }
    }

    @Test("Its end does nothing to a device made anew under the same name") func end() async throws {
        try await DriverClient.run { driver in
            let id = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            let session = try #require(try await driver.core.sessions.session(id, .appium, on: nil))
            try await Self.makeAnew(driver)
            let next = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            try await driver.core.end(session)
            #expect(try await driver.state() == .active)
            #expect(try await driver.core.sessions.all().map(\.id) == [next])
        }
    }

    @Test("What comes after a wait is not done to a device made anew") func wait() async throws {
        try await DriverClient.run(clock: ClockSettings(mode: .realtime)) { driver in
            let session = try await driver.open()
            async let waiting = driver.script(session, "mobile: lock", #"{"seconds": 8}"#)
            await until { driver.wall.sleeperCount > 0 }
            try await Self.makeAnew(driver)
            try await driver.core.driver(DriverClient.phone).lock()
            driver.wall.advance(by: .seconds(9))
            _ = try await waiting
            #expect(try await driver.core.registry.device(DriverClient.phone).isLocked)
        }
    }

    @Test("Sessions of devices that are gone take no room, in WebDriverAgent, which has no timeout, either")
    func limit() async throws {
        try await DriverClient.run(.wda) { driver in
            let body = Arguments(["capabilities": .object([])])
            for _ in 0...SessionStore.limit {
                let device = try #require(DeviceID("gone"))
                _ = try await driver.core.registry.create(NewDevice(id: device))
                _ = try await driver.core.openAgentSession(body, on: device)
                try await driver.core.registry.delete(device)
            }
            #expect(try await driver.core.sessions.all().isEmpty)
        }
    }

    @Test("The active session of WebDriverAgent is none once the device is gone") func agent() async throws {
        try await DriverClient.run(.wda) { driver in
            let id = try await driver.send(.post, "/session", #"{"capabilities": {}}"#).value["sessionId"]?.text ?? ""
            try await Self.makeAnew(driver)
            #expect(try await driver.send(.get, "/status").document["sessionId"] == .null)
            #expect(try await driver.send(.get, "/session/\(id)").error == "invalid session id")
            #expect(try await driver.send(.post, "/session", #"{"capabilities": {}}"#).status == 200)
        }
    }

    @Test("A location and a condition are those of one life of a device") func simulations() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            _ = try await driver.script(session, "mobile: setSimulatedLocation", #"{"latitude": 1, "longitude": 2}"#)
            let fair = #"{"conditionID": "ThermalCondition", "profileID": "ThermalFair"}"#
            #expect(try await driver.script(session, "mobile: enableConditionInducer", fair).value == true)
            try await Self.makeAnew(driver)
            let next = try await driver.open()
            let location = try await driver.script(next, "mobile: getSimulatedLocation").value
            #expect(location == ["latitude": .null, "longitude": .null])
            #expect(try await driver.script(next, "mobile: enableConditionInducer", fair).value == true)
        }
    }
}
