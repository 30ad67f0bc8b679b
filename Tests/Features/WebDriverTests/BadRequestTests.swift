import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("Requests that are wrong") struct BadRequestTests {
    @Test(
        "Bodies that are no JSON object",
        arguments: ["{", "[]", "1", #""a""#, "\u{0}", #"{"a": 1, "a": 2}"#, String(repeating: "[", count: 100)]
    ) func bodies(body: String) async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            for path in ["/session/\(session)/execute/sync", "/session/\(session)/url", "/session/\(session)/element"] {
                let answer = try await driver.send(.post, path, body)
                #expect((answer.status, answer.error) == (400, "invalid argument"))
                #expect(answer.value["stacktrace"] == "")
            }
        }
    }

    @Test("A body that is too large is refused before it is read") func large() async throws {
        var settings = HTTPServerSettings()
        settings.bodyLimit = 1_024
        try await DriverClient.run(settings: settings) { driver in
            let body = #"{"a": "\#(String(repeating: "x", count: 2_000))"}"#
            let answer = try await driver.send(.post, "/session", body)
            #expect((answer.status, answer.error) == (400, "invalid argument"))
            #expect(answer.message.hasPrefix("too-large"))
        }
    }

    @Test(
        "Scripts and arguments of the wrong kind",
        arguments: [
            #"{"args": []}"#, #"{"script": 1}"#, #"{"script": "mobile: lock", "args": {}}"#,
            #"{"script": "mobile: lock", "args": [1]}"#, #"{"script": "mobile: lock", "args": [{}, {}]}"#,
            #"{"script": "mobile: lock", "args": [{"seconds": "soon"}]}"#,
            #"{"script": "mobile: lock", "args": [{"seconds": 1e300}]}"#,
            #"{"script": "mobile: launchApp", "args": [{}]}"#,
            #"{"script": "mobile: launchApp", "args": [{"bundleId": 1}]}"#,
            #"{"script": "mobile: launchApp", "args": [{"bundleId": "com.example.notes", "arguments": [1]}]}"#,
            #"{"script": "mobile: launchApp", "args": [{"bundleId": "com.example.notes", "environment": "A=1"}]}"#,
            #"{"script": "mobile: activateApp", "args": [{"bundleId": "com.example.nowhere"}]}"#,
            #"{"script": "mobile: backgroundApp", "args": [{"secs": 3}]}"#,
            #"{"script": "mobile: tap", "args": [{"x": 1000, "y": 1}]}"#,
            #"{"script": "mobile: pushNotification", "args": [{"bundleId": "com.example.notes", "payload": {}}]}"#,
            #"{"script": "mobile: setSimulatedLocation", "args": [{"latitude": 91, "longitude": 0}]}"#,
            #"{"script": "mobile: enableConditionInducer", "args": [{"conditionID": "a", "profileID": "b"}]}"#,
            #"{"script": "mobile: alert", "args": [{"action": "smile"}]}"#,
            #"{"script": "mobile: deepLink", "args": [{"url": "nobody://x"}]}"#,
            #"{"script": "greenroom: advance", "args": [{"minutes": 1}]}"#,
            #"{"script": "greenroom: explain", "args": [{"bundleID": "com.example.notes", "deep": true}]}"#,
            #"{"script": "greenroom: timeline", "args": [{"last": -1}]}"#,
            #"{"script": "greenroom: complete", "args": [{"sequence": "x"}]}"#,
            #"{"script": "greenroom: event", "args": [{"type": "device.shake"}]}"#,
        ]
    ) func scripts(body: String) async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            let answer = try await driver.send(.post, "/session/\(session)/execute/sync", body)
            #expect((answer.status, answer.error) == (400, "invalid argument"), "\(answer.message)")
        }
    }

    @Test("An event of the device is not given the app under test", arguments: ["audio.interrupt", "device.home"])
    func eventOfDevice(type: String) async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            let answer = try await driver.script(session, "greenroom: event", #"{"type": "\#(type)"}"#)
            #expect(answer.status == 200, "\(answer.message)")
        }
    }

    @Test("Scripts that are none, and scripts that mean nothing here") func unknownScripts() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            for name in ["return 1", "mobile: teleport", "greenroom: dance", ""] {
                #expect(try await driver.script(session, name).error == "unknown method")
            }
            let misspelt = try await driver.script(session, "mobile: lanchApp")
            #expect(misspelt.message.contains(#"Did you mean "mobile: launchApp"?"#))
            for name in ["mobile: swipe", "mobile:  shake", "mobile:keys"] {
                let answer = try await driver.script(session, name)
                #expect((answer.status, answer.error) == (500, "unsupported operation"))
                #expect(answer.message.contains("eave the step out") && answer.message.utf8.count < 300)
            }
            #expect(try await driver.script(session, "mobile: shake").message.contains("What does something: mobile: "))
        }
    }

    @Test(
        "What means nothing for processes is refused with what to do instead",
        arguments: [
            ("element/1/value", "'greenroom: action'"), ("touch/perform", "tap the responder"),
            ("back", "'mobile: pressButton'"), ("refresh", "'mobile: deepLink'"), ("appium/device/touch_id", "faceID"),
            ("appium/app/strings", "no files"), ("appium/start_recording_screen", "'greenroom: timeline'"),
            ("rotation", "/orientation"),
        ]
    ) func advice(path: String, instead: String) async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            let answer = try await driver.send(.post, "/session/\(session)/\(path)", "{}")
            #expect((answer.status, answer.error) == (500, "unsupported operation"))
            #expect(answer.message.contains(instead), "\(answer.message)")
        }
    }

    @Test("A swipe, a type that no responder has, and an alert that is not there are refused with what there is")
    func hints() async throws {
        try await DriverClient.run { driver in
            let id = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            let session = "/session/\(id)/"
            let swipe = #"""
                {"actions": [{"type": "pointer", "id": "a", "actions": [{"type": "pointerMove", "x": 1, "y": 1},
                    {"type": "pointerDown", "button": 0}, {"type": "pointerMove", "x": 1, "y": 9}]}]}
                """#
            #expect(try await driver.send(.post, session + "actions", swipe).message.contains("tap the responder"))
            let find = #"{"using": "class name", "value": "XCUIElementTypeButton"}"#
            let element = try await driver.send(.post, session + "element", find)
            #expect(element.error == "no such element" && element.message.contains("XCUIElementTypeOther"))
            let alert = try await driver.send(.get, session + "alert/text")
            #expect(alert.error == "no such alert" && alert.message.contains("'app.presentAlert'"))
        }
    }

    @Test(
        "What WebDriverAgent has and means nothing here is refused with what to do instead, and no script",
        arguments: [
            ("wda/swipe", "tap the responder"), ("wda/keys", "leave the step out"), ("rotation", "/orientation"),
            ("wda/touch_id", "What does something: POST /wda/"),
        ]
    ) func unsupportedRoute(path: String, instead: String) async throws {
        try await DriverClient.run(.wda) { driver in
            let answer = try await driver.send(.post, "/" + path)
            #expect((answer.status, answer.error) == (500, "unsupported operation"))
            #expect(answer.message.contains(instead), "\(answer.message)")
            #expect(!answer.message.contains("execute/sync") && !answer.message.contains("mobile:"))
        }
    }

    @Test("No message repeats more than a few bytes of a text, although it is a single letter with many accents")
    func longTexts() async throws {
        let text = "a" + String(repeating: "\u{301}", count: 2_000)
        let inPath = PercentEncoding.encode(text)
        try await DriverClient.run { driver in
            let session = try await driver.open()
            for name in [text, "mobile: \(text)", "greenroom: \(text)"] {
                #expect(try await driver.script(session, name).message.utf8.count < 1_000)
            }
            for path in ["/\(inPath)", "/session/\(inPath)/url", "/session/\(session)/element/\(inPath)/text"] {
                #expect(try await driver.send(.get, path).message.utf8.count < 1_000)
            }
            let bodies: [(String, String)] = [
                ("element", #"{"using": "\#(text)", "value": "x"}"#),
                ("element", #"{"using": "accessibility id", "value": "\#(text)"}"#),
                ("timeouts", #"{"type": "\#(text)", "ms": 1}"#), ("se/log", #"{"type": "\#(text)"}"#),
                ("url", #"{"url": "\#(text)://x"}"#), ("execute/sync", #"{"script": "\#(text)", "args": [{}, {}]}"#),
                ("execute/sync", #"{"script": "mobile: pressButton", "args": [{"name": "\#(text)"}]}"#),
                (
                    "execute/sync",
                    #"{"script": "mobile: alert", "args": [{"action": "accept", "buttonLabel": "\#(text)"}]}"#
                ),
                ("execute/sync", #"{"script": "mobile: launchApp", "args": [{"bundleId": "\#(text)"}]}"#),
                ("execute/sync", #"{"script": "mobile: lock", "args": [{"\#(text)": 1}]}"#),
            ]
            for (path, body) in bodies {
                let answer = try await driver.send(.post, "/session/\(session)/\(path)", body)
                #expect(answer.status >= 400 && answer.message.utf8.count < 1_000, "\(body.prefix(40))")
            }
            let capabilities = #"{"capabilities": {"alwaysMatch": {"\#(text)": 1, "appium:deviceName": "\#(text)"}}}"#
            #expect(try await driver.send(.post, "/session", capabilities).message.utf8.count < 1_000)
        }
    }

    @Test("Paths, methods and sessions that are none") func paths() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            let table: [(HTTPRequest.Method, String, Int, String)] = [
                (.get, "/nothing/here", 404, "unknown command"), (.get, "/v1/devices", 404, "unknown command"),
                (.post, "/status", 405, "unknown method"), (.delete, "/session", 405, "unknown method"),
                (.get, "/session/nope", 404, "invalid session id"),
                (.get, "/session/nope/url", 404, "invalid session id"),
                (.get, "/session/nope/nothing", 404, "unknown command"),
                (.post, "/session/\(session)/back", 500, "unsupported operation"),
                (.get, "/session/\(session)/cookie", 500, "unsupported operation"),
                (.post, "/session/\(session)/execute/async", 405, "unknown method"),
                (.get, "/session/\(session)/alert/text", 404, "no such alert"),
                (.get, "/session/\(session)/element/zz/text", 404, "no such element"),
                (.get, "/devices/phone/status", 404, "unknown command"),
            ]
            for (method, path, status, error) in table {
                let answer = try await driver.send(method, path)
                #expect((answer.status, answer.error) == (status, error), "\(method) \(path)")
            }
            #expect(try await driver.send(.get, "/wd/hub/status").status == 200)
            #expect(try await driver.send(.get, "/wd/hub/session/\(session)/").status == 200)
        }
    }

    @Test("A session of one dialect is none of the other, nor is one whose device is gone") func sessions() async throws
    {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            try await driver.core.registry.delete(DriverClient.phone)
            let answer = try await driver.script(session, "mobile: isLocked")
            #expect((answer.status, answer.error) == (404, "invalid session id"))
            #expect(try await driver.core.sessions.session(session, .wda, on: DriverClient.phone) == nil)
        }
    }

    @Test("A service that recovers is not ready, and says so") func starting() async throws {
        try await DriverClient.run(readiness: .starting) { driver in
            let status = try await driver.send(.get, "/status")
            #expect(status.value["ready"] == false)
            #expect(try await driver.openSession(#""platformName": "iOS""#).error == "unknown error")
        }
    }

    @Test("The token comes as a bearer, or as the password of the URL") func token() async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "secret-token"
        try await DriverClient.run(settings: settings) { driver in
            let accepted = ["Bearer secret-token", "basic dXNlcjpzZWNyZXQtdG9rZW4=", "Basic OnNlY3JldC10b2tlbg=="]
            for value in accepted {
                #expect(try await driver.send(.get, "/status", headers: [.authorization: value]).status == 200)
            }
            for value in ["Bearer wrong", "Basic c2VjcmV0LXRva2Vu", "Basic dXNlcjp3cm9uZw==", "Basic ???", ""] {
                let answer = try await driver.send(.get, "/status", headers: [.authorization: value])
                #expect((answer.status, answer.error) == (401, "unknown error"))
                #expect(answer.headers[.wwwAuthenticate] != nil)
            }
        }
    }

    @Test("A page of another site may change nothing") func origin() async throws {
        try await DriverClient.run { driver in
            let answer = try await driver.send(
                .post,
                "/session",
                #"{"capabilities": {"alwaysMatch": {"platformName": "iOS"}}}"#,
                headers: [.origin: "https://example.com"]
            )
            #expect(answer.error == "unknown error")
            #expect(answer.message.hasPrefix("cross-site"))
            #expect(driver.deviceCount == 1)
        }
    }
}
