import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("WebDriverAgent") struct AgentTests {
    private static let notes = #"{"capabilities": {"alwaysMatch": {"bundleId": "com.example.notes"}}}"#

    @Test("Every answer carries the active session of its device, errors too") func sessionID() async throws {
        try await DriverClient.run(.wda) { driver in
            #expect(try await driver.send(.get, "/status").document["sessionId"] == .null)
            let opened = try await driver.send(.post, "/devices/phone/session", Self.notes)
            let id = try #require(opened.value["sessionId"]?.text)
            #expect(opened.document["sessionId"]?.text == id)
            #expect(id == id.uppercased() && id.utf8.count == 36)
            for path in ["/status", "/wda/locked", "/devices/phone/wda/nothing", "/session/nope"] {
                #expect(try await driver.send(.get, path).document["sessionId"]?.text == id, "\(path)")
            }
            #expect(try await driver.send(.delete, "/session/\(id)/").document["sessionId"] == .null)
            #expect(try await driver.state() == .notRunning)
        }
    }

    @Test("An error has a traceback, and names the endpoint that is none") func errors() async throws {
        try await DriverClient.run(.wda) { driver in
            let answer = try await driver.send(.get, "/wda/nothing")
            #expect((answer.status, answer.error) == (404, "unknown command"))
            #expect(answer.message.contains("Unhandled endpoint"))
            #expect(answer.value["traceback"] == "")
            #expect(answer.value["stacktrace"] == nil)
            #expect(try await driver.send(.post, "/wda/swipe").error == "unsupported operation")
            #expect(try await driver.send(.options, "/anything").status == 200)
        }
    }

    @Test("An app of the system stays as it was installed") func systemApp() async throws {
        try await DriverClient.run(.wda) { driver in
            let health = AppManifest(bundleID: "com.apple.Health", name: "Mine")
            _ = try await driver.core.registry.install(health, on: DriverClient.phone)
            let body = #"{"capabilities": {"alwaysMatch": {"bundleId": "com.apple.Health"}}}"#
            #expect(try await driver.send(.post, "/session", body).status == 200)
            #expect(
                try await driver.core.registry.app("com.apple.Health", on: DriverClient.phone).value.manifest == health
            )
        }
    }

    @Test("A device has one session: a new one ends the old one and its app") func one() async throws {
        try await DriverClient.run(.wda) { driver in
            let first = try await driver.send(.post, "/session", Self.notes).value["sessionId"]?.text ?? ""
            let body = #"{"capabilities": {"alwaysMatch": {"bundleId": "com.example.mail"}}}"#
            let second = try await driver.send(.post, "/session", body).value["sessionId"]?.text
            #expect(try await driver.state() == .notRunning)
            #expect(try await driver.state(DriverClient.mail) == .active)
            let old = try await driver.send(.get, "/session/\(first)/wda/locked")
            #expect(old.error == "invalid session id")
            #expect(old.document["sessionId"]?.text == second)
        }
    }

    @Test("Buttons are pressed by their usages: Home, power and those that do nothing to processes")
    func usages() async throws {
        try await DriverClient.run(.wda) { driver in
            let id = try await driver.send(.post, "/session", Self.notes).value["sessionId"]?.text ?? ""
            func press(_ usage: Int, page: Int = 12) async throws -> DriverReply {
                let body = #"{"page": \#(page), "usage": \#(usage), "duration": 0.005}"#
                return try await driver.send(.post, "/session/\(id)/wda/performIoHidEvent", body)
            }
            #expect(try await press(233).value == .null)
            #expect(try await driver.state() == .active)
            #expect(try await press(64).value == .null)
            #expect(try await driver.state() == .background)
            #expect(try await press(48).value == .null)
            #expect(try await driver.send(.get, "/wda/locked").value == true)
            #expect(try await press(64, page: 1).error == "unsupported operation")
        }
    }

    @Test("A locked device launches nothing; a POST needs no body") func locked() async throws {
        try await DriverClient.run(.wda) { driver in
            #expect(try await driver.send(.post, "/wda/lock").value == .null)
            #expect(try await driver.send(.get, "/wda/locked").value == true)
            let locked = try await driver.send(.post, "/session", Self.notes)
            #expect(locked.error == "session not created")
            #expect(locked.message.hasPrefix("device-locked"))
            #expect(try await driver.send(.post, "/wda/homescreen").error == "unknown error")
            _ = try await driver.send(.post, "/wda/unlock")
            #expect(try await driver.send(.post, "/session", Self.notes).status == 200)
        }
    }

    @Test("Without capabilities, or with an app that is not installed, there is no session") func refused() async throws
    {
        try await DriverClient.run(.wda) { driver in
            for body in ["{}", #"{"capabilities": {"alwaysMatch": {"bundleId": "com.example.nowhere"}}}"#] {
                let answer = try await driver.send(.post, "/session", body)
                #expect((answer.status, answer.error) == (500, "session not created"))
                #expect(answer.document["sessionId"] == .null)
            }
            let empty = try await driver.send(.post, "/session", #"{"capabilities": {"alwaysMatch": {}}}"#)
            #expect(empty.value["capabilities"]?["CFBundleIdentifier"] == .null)
            #expect(empty.value["capabilities"]?["browserName"] == " ")
        }
    }

    @Test("Devices that are none, or of another session", arguments: ["nobody", "Not%20One", "-"])
    func devices(name: String) async throws {
        try await DriverClient.run(.wda) { driver in
            for path in ["status", "wda/locked", "source"] {
                let answer = try await driver.send(.get, "/devices/\(name)/\(path)")
                // Its clients make a new session where a session is invalid, and try again for ever.
                #expect((answer.status, answer.error) == (400, "invalid argument"))
                #expect(answer.message.hasPrefix("unknown-device"))
                #expect(answer.document["sessionId"] == .null)
            }
            let id = try await driver.send(.post, "/session", Self.notes).value["sessionId"]?.text ?? ""
            let answer = try await driver.send(.get, "/devices/\(name)/session/\(id)")
            #expect(answer.error == "invalid argument")
        }
    }

    @Test("Clients tap on coordinates, and find by class chains") func taps() async throws {
        try await DriverClient.run(.wda) { driver in
            let drawn = AppManifest(
                bundleID: "com.example.drawn",
                lifecycle: .scenes,
                responders: [Responder(name: "title"), Responder(name: "save", handles: ["touch"])]
            )
            _ = try await driver.core.registry.install(drawn, on: DriverClient.phone)
            let body = #"{"capabilities": {"alwaysMatch": {"bundleId": "com.example.drawn"}}}"#
            let id = try await driver.send(.post, "/session", body).value["sessionId"]?.text ?? ""
            let chain = #"{"using": "class chain", "value": "**/XCUIElementTypeAny[`name == 'save'`]"}"#
            let found = try await driver.send(.post, "/session/\(id)/elements", chain).value.elements
            let element = try #require(found.first?["ELEMENT"]?.text)
            let rect = try await driver.send(.get, "/session/\(id)/element/\(element)/rect").value
            let (x, y) = (rect["x"]?.whole ?? 0, rect["y"]?.whole ?? 0)
            for path in ["wda/tap", "wda/tap/0", "wda/touchAndHold"] {
                let tap = #"{"x": \#(x + 3), "y": \#(y + 3)}"#
                #expect(try await driver.send(.post, "/session/\(id)/\(path)", tap).status == 200, "\(path)")
            }
            let query = TimelineQuery(kinds: [.dispatch])
            let touches = try await driver.core.registry.timeline(of: DriverClient.phone, query).records
            #expect(
                touches.map { if case .dispatch(let dispatch) = $0.body { dispatch.target } else { "" } }
                    == ["save", "save", "save"]
            )
        }
    }

    @Test("A service that recovers is not ready") func starting() async throws {
        try await DriverClient.run(.wda, readiness: .starting) { driver in
            let status = try await driver.send(.get, "/status")
            #expect(status.value["ready"] == false)
            #expect(try await driver.send(.get, "/wda/locked").error == "unknown error")
        }
    }

    @Test("Settings are answered whole, after a POST too") func settings() async throws {
        try await DriverClient.run(.wda) { driver in
            let id = try await driver.send(.post, "/session", Self.notes).value["sessionId"]?.text ?? ""
            let path = "/session/\(id)/appium/settings"
            _ = try await driver.send(.post, path, #"{"settings": {"a": 1}}"#)
            #expect(try await driver.send(.post, path, #"{"settings": {"b": 2}}"#).value == ["a": 1, "b": 2])
            #expect(try await driver.send(.get, path).value == ["a": 1, "b": 2])
        }
    }
}
