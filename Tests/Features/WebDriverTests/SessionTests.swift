import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import WebDriver

@Suite("Sessions of Appium") struct SessionTests {
    private static let notes = #", "appium:bundleId": "com.example.notes""#

    @Test("A session without a udid makes a device of its own, deleted when it ends") func own() async throws {
        try await DriverClient.run { driver in
            let answer = try await driver.openSession(
                #"""
                "platformName": "iOS", "greenroom:clock": "manual", "appium:app": "/builds/com.example.fresh.ipa",
                "appium:newCommandTimeout": 120, "appium:deviceName": "iPad Air", "appium:platformVersion": "26.0"
                """#
            )
            let id = try #require(answer.value["sessionId"]?.text)
            let capabilities = try #require(answer.value["capabilities"])
            #expect(capabilities["appium:udid"] == .string("appium-\(id)"))
            #expect(capabilities["greenroom:createdDevice"] == true)
            #expect(capabilities["appium:platformVersion"] == "26.0" && capabilities["platformVersion"] == "26.0")
            #expect(capabilities["udid"] == capabilities["appium:udid"])
            #expect(capabilities["webSocketUrl"] == nil)
            let device = try await driver.core.registry.device(#require(DeviceID("appium-\(id)")))
            #expect(device.settings.model == .iPad)
            #expect(device.labels == [Label(key: "appium", value: id)])
            #expect(device.expiresAfter == 3_720_000)
            #expect(device.apps.map(\.state) == [.active])
            #expect(try await driver.send(.delete, "/session/\(id)").document == ["value": .null])
            #expect(driver.deviceCount == 1)
            #expect(try await driver.send(.get, "/session/\(id)").error == "invalid session id")
        }
    }

    @Test("A device that exists is found in any letter case, and stays") func existing() async throws {
        try await DriverClient.run { driver in
            let answer = try await driver.openSession(
                #""platformName": "iOS", "appium:udid": "PHONE", "appium:bundleId": "com.example.notes""#
            )
            let id = try #require(answer.value["sessionId"]?.text)
            #expect(try await driver.state() == .active)
            _ = try await driver.send(.delete, "/session/\(id)")
            #expect(try await driver.state() == .notRunning)
            let app = try await driver.core.registry.app(DriverClient.notes, on: DriverClient.phone).value
            #expect(app.lastExit?.reason == .simulatorHost)
        }
    }

    @Test("A session of a system app leaves the app as it is where it is installed") func systemApp() async throws {
        try await DriverClient.run { driver in
            let settings: BundleID = "com.apple.Preferences"
            func app() async throws -> AppStatus {
                try await driver.core.registry.app(settings, on: DriverClient.phone).value
            }
            let asked = #", "appium:bundleId": "com.apple.Preferences", "appium:noReset": true"#
            _ = try await driver.open(asked)
            let first = try await app()
            #expect((first.manifest.name, first.state, first.launchCount) == ("Settings", .active, 1))
            _ = try await driver.open(asked)
            let second = try await app()
            #expect((second.pid, second.launchCount) == (first.pid, 1))
            // Without noReset, a running app is ended, as any app is.
            _ = try await driver.open(#", "appium:bundleId": "com.apple.Preferences""#)
            #expect(try await app().launchCount == 2)
            let records = try await driver.core.registry.timeline(of: DriverClient.phone, TimelineQuery(limit: 1_000))
                .records
            let installations = records.count { record in
                if case .input(.install(let manifest)) = record.body { manifest.bundleID == settings } else { false }
            }
            #expect(installations == 1)
        }
    }

    @Test("A udid that names none is created if asked for, and stays") func created() async throws {
        try await DriverClient.run { driver in
            let asked = #""platformName": "iOS", "appium:udid": "Fresh-1""#
            #expect(try await driver.openSession(asked).message.contains("Unknown device or simulator UDID: 'Fresh-1'"))
            let answer = try await driver.openSession(asked + #", "greenroom:createDevice": true"#)
            let id = try #require(answer.value["sessionId"]?.text)
            _ = try await driver.send(.delete, "/session/\(id)")
            #expect(driver.deviceCount == 2)
        }
    }

    @Test("The only app of greenroom:apps is that of a path which does not name one; of two, neither is")
    func describedApp() async throws {
        try await DriverClient.run { driver in
            let path = #""platformName": "iOS", "appium:udid": "phone", "appium:app": "/builds/MyApp.ipa""#
            let fresh = #"{"bundleID": "com.example.fresh", "name": "Fresh"}"#
            let refused = try await driver.openSession(
                path + #", "greenroom:apps": [\#(fresh), {"bundleID": "com.example.other"}]"#
            )
            #expect(refused.error == "session not created" && refused.message.contains("describe this app alone"))
            let answer = try await driver.openSession(path + #", "greenroom:apps": [\#(fresh)]"#)
            #expect(answer.status == 200, "\(answer.message)")
            let app = try await driver.core.registry.app("com.example.fresh", on: DriverClient.phone).value
            #expect(app.state == .active && app.manifest.name == "Fresh")
        }
    }

    @Test("An app of the system that greenroom:apps describes is the one described")
    func describedSystemApp() async throws {
        try await DriverClient.run { driver in
            let store = #"{"bundleID": "com.apple.AppStore", "responders": [{"name": "search", "handles": ["touch"]}]}"#
            let session = try await driver.open(
                #", "appium:bundleId": "com.apple.AppStore", "greenroom:apps": [\#(store)]"#
            )
            let find = #"{"using": "accessibility id", "value": "search"}"#
            #expect(try await driver.send(.post, "/session/\(session)/element", find).status == 200)
        }
    }

    @Test(
        "Sessions are listed at the path of Appium 3 and at the one before",
        arguments: ["/appium/sessions", "/sessions"]
    )
    func list(path: String) async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(#", "appium:customDevice": "1""#)
            let listed = try await driver.send(.get, path).value.elements
            #expect(listed.compactMap { $0["id"]?.text } == [session])
            #expect(listed.first?["capabilities"]?["customDevice"] == "1")
        }
    }

    @Test(
        "What fails leaves nothing behind",
        arguments: [
            #", "appium:bundleId": "com.example.nowhere""#, #", "appium:app": "/builds/MyApp.ipa""#,
            #", "greenroom:apps": [{"name": "x"}]"#, #", "greenroom:clock": "sideways""#,
            #", "greenroom:rules": "ios1""#,
            #", "greenroom:clock": {"mode": "scaled"}"#, #", "appium:orientation": "SIDEWAYS""#,
            #", "greenroom:device": {"colour": "red"}"#, #", "appium:app": 1"#,
        ]
    ) func refused(more: String) async throws {
        try await DriverClient.run { driver in
            let answer = try await driver.openSession(#""platformName": "iOS""# + more)
            #expect((answer.status, answer.error) == (500, "session not created"))
            #expect(driver.deviceCount == 1)
            #expect(try await driver.core.sessions.all().isEmpty)
        }
    }

    @Test(
        "What can be checked is checked before anything is done to a device that exists",
        arguments: [
            #""appium:bundleId": "com.example.nowhere""#, #""appium:app": 1"#, #""appium:otherApps": ["/a"]"#,
            #""appium:orientation": "SIDEWAYS""#, #""appium:locale": """#,
            #""appium:bundleId": "com.example.notes", "appium:initialDeeplinkUrl": "nobody://x""#,
            #""appium:bundleId": "com.example.notes", "appium:initialDeeplinkUrl": """#,
        ]
    ) func nothingDone(more: String) async throws {
        try await DriverClient.run { driver in
            let before = try await driver.core.registry.device(DriverClient.phone)
            let answer = try await driver.openSession(
                #"""
                "platformName": "iOS", "appium:udid": "phone", "appium:language": "fr",
                "greenroom:apps": [{"bundleID": "com.example.fresh"}], \#(more)
                """#
            )
            #expect((answer.status, answer.error) == (500, "session not created"))
            let after = try await driver.core.registry.device(DriverClient.phone)
            #expect(after.sequence == before.sequence)
            #expect(after.apps == before.apps)
        }
    }

    @Test("A device that is switched off, or full, is left as it is") func notUsable() async throws {
        var limits = HostLimits()
        limits.appsPerDevice = 2
        try await DriverClient.run(limits: limits) { driver in
            let device = driver.core.driver(DriverClient.phone)
            let asked = #""platformName": "iOS", "appium:udid": "phone", "appium:language": "fr""#
            let full = try await driver.openSession(asked + #", "greenroom:apps": [{"bundleID": "com.example.fresh"}]"#)
            #expect(full.error == "session not created")
            #expect(full.message.contains("3 apps"))
            try await device.send(.powerOff)
            let before = try await device.situation().sequence
            let off = try await driver.openSession(
                #"""
                "platformName": "iOS", "appium:udid": "phone", "appium:bundleId": "com.example.notes",
                "greenroom:apps": [{"bundleID": "com.example.notes", "version": "2"}]
                """#
            )
            #expect(off.message.contains("switched off"))
            #expect(try await device.situation().sequence == before)
        }
    }

    @Test("A link is opened by an app that the session itself installs") func link() async throws {
        try await DriverClient.run { driver in
            let answer = try await driver.openSession(
                #"""
                "platformName": "iOS", "appium:udid": "phone", "appium:bundleId": "com.example.fresh",
                "appium:initialDeeplinkUrl": "fresh://x",
                "greenroom:apps": [{"bundleID": "com.example.fresh",
                    "infoPlist": {"CFBundleURLTypes": [{"CFBundleURLSchemes": ["Fresh"]}]}}]
                """#
            )
            #expect(answer.status == 200, "\(answer.message)")
        }
    }

    @Test("A device that exists cannot be given a clock, rules or settings") func ofNewDevices() async throws {
        try await DriverClient.run { driver in
            for name in SessionRequest.ofNewDevices {
                let answer = try await driver.openSession(
                    #""platformName": "iOS", "appium:udid": "phone", "\#(name)": {}"#
                )
                #expect(answer.error == "session not created")
                #expect(answer.message.contains(name))
            }
        }
    }

    @Test("noReset leaves a running process alone, also at the end; without it the app is launched anew")
    func noReset() async throws {
        try await DriverClient.run { driver in
            _ = try await driver.open(Self.notes)
            let pid = try await driver.core.registry.app(DriverClient.notes, on: DriverClient.phone).value.pid
            let second = try await driver.open(Self.notes + #", "appium:noReset": true"#)
            _ = try await driver.send(.delete, "/session/\(second)")
            #expect(try await driver.core.registry.app(DriverClient.notes, on: DriverClient.phone).value.pid == pid)
            _ = try await driver.open(Self.notes)
            #expect(try await driver.core.registry.app(DriverClient.notes, on: DriverClient.phone).value.pid != pid)
        }
    }

    @Test("A session without a command for as long as it may be ends; one in progress keeps it") func expiry()
        async throws
    {
        try await DriverClient.run(clock: ClockSettings(mode: .realtime)) { driver in
            let answer = try await driver.openSession(
                #""platformName": "iOS", "appium:udid": "phone", "appium:newCommandTimeout": 5"#
            )
            let session = try #require(answer.value["sessionId"]?.text)
            driver.wall.advance(by: .seconds(4))
            _ = try await driver.script(session, "mobile: isLocked")
            driver.wall.advance(by: .seconds(4))
            try await driver.core.expire()
            #expect(try await driver.core.sessions.all().count == 1)
            async let waiting = driver.script(session, "mobile: lock", #"{"seconds": 8}"#)
            await until { driver.wall.sleeperCount > 0 }
            driver.wall.advance(by: .seconds(6))
            try await driver.core.expire()
            #expect(try await driver.core.sessions.all().count == 1)
            driver.wall.advance(by: .seconds(6))
            #expect(try await waiting.status == 200)
            driver.wall.advance(by: .seconds(5))
            try await driver.core.expire()
            #expect(try await driver.core.sessions.all().isEmpty)
        }
    }

    @Test("What comes after a wait is not done once the session has ended") func ended() async throws {
        try await DriverClient.run(clock: ClockSettings(mode: .realtime)) { driver in
            let session = try await driver.open(Self.notes)
            async let waiting = driver.script(session, "mobile: lock", #"{"seconds": 8}"#)
            await until { driver.wall.sleeperCount > 0 }
            _ = try await driver.send(.delete, "/session/\(session)")
            driver.wall.advance(by: .seconds(9))
            #expect(try await waiting.status == 200)
            #expect(try await driver.core.registry.device(DriverClient.phone).isLocked)
        }
    }

    @Test("A key makes a request idempotent for half an hour, errors too") func idempotency() async throws {
        try await DriverClient.run { driver in
            let headers: HTTPFields = [HTTPField.Name("X-Idempotency-Key")!: "k1"]
            let body = #"{"capabilities": {"alwaysMatch": {"platformName": "iOS"}}}"#
            let first = try await driver.send(.post, "/session", body, headers: headers)
            let again = try await driver.send(.post, "/session", body, headers: headers)
            #expect(first.status == 200)
            #expect(first.document == again.document)
            #expect(driver.deviceCount == 2)
            let other = try await driver.send(.post, "/session/nope/url", "{}", headers: headers)
            #expect(other.error == "invalid session id")
            driver.wall.advance(by: .seconds(1_801))
            let later = try await driver.send(.post, "/session", body, headers: headers)
            #expect(later.value["sessionId"] != first.value["sessionId"])
        }
    }

    @Test("The app under test that has ended by itself is said to have crashed, until it runs again")
    func crash() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(Self.notes)
            _ = try await driver.script(session, "greenroom: event", #"{"type": "app.crash", "exception": "abort"}"#)
            for (name, arguments) in [("mobile: backgroundApp", #"{"seconds": 1}"#), ("mobile: activeAppInfo", "")] {
                let answer = try await driver.script(session, name, arguments)
                #expect(answer.error == "invalid element state")
                #expect(answer.message.contains("'com.example.notes' is not running, possibly crashed"))
                #expect(answer.value["data"]?["reason"] != nil)
            }
            #expect(try await driver.send(.get, "/session/\(session)/source").error == "invalid element state")
            _ = try await driver.script(session, "mobile: activateApp", #"{"bundleId": "com.example.notes"}"#)
            #expect(try await driver.send(.get, "/session/\(session)/source").status == 200)
            _ = try await driver.script(session, "mobile: terminateApp", #"{"bundleId": "com.example.notes"}"#)
            #expect(try await driver.send(.get, "/session/\(session)/source").status == 200)
        }
    }

    @Test("An app under test that is uninstalled by another client has crashed too") func uninstalled() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(Self.notes)
            _ = try await driver.core.registry.apply(.uninstall(DriverClient.notes), to: DriverClient.phone)
            let answer = try await driver.script(session, "mobile: activeAppInfo")
            #expect(answer.error == "invalid element state")
            #expect(answer.message.contains("possibly crashed"))
            #expect(answer.value["data"]?["reason"] != nil)
            let next = try await driver.open(#", "appium:bundleId": "com.example.mail""#)
            _ = try await driver.script(next, "mobile: removeApp", #"{"bundleId": "com.example.mail"}"#)
            #expect(try await driver.script(next, "mobile: activeAppInfo").status == 200)
        }
    }

    @Test("Timeouts are kept in the form of W3C WebDriver, and in the one from before") func timeouts() async throws {
        try await DriverClient.run { driver in
            let path = "/session/\(try await driver.open())/timeouts"
            _ = try await driver.send(.post, path, #"{"implicit": 1}"#)
            _ = try await driver.send(.post, path, #"{"type": "page load", "ms": 2}"#)
            _ = try await driver.send(.post, path, #"{"type": "script", "ms": "3"}"#)
            #expect(try await driver.send(.get, path).value == ["implicit": 1, "pageLoad": 2, "script": 3])
            for body in [#"{"type": "lunch", "ms": 1}"#, #"{"type": "implicit"}"#, #"{"type": "implicit", "ms": -1}"#] {
                #expect(try await driver.send(.post, path, body).error == "invalid argument")
            }
            #expect(try await driver.send(.get, path).value == ["implicit": 1, "pageLoad": 2, "script": 3])
        }
    }

    @Test(
        "A script whose second argument is wrong does not do the first",
        arguments: [
            ("mobile: configureLocalization", #"{"language": {"name": "fr"}, "locale": {"name": ""}}"#),
            ("mobile: configureLocalization", #"{"language": {"name": ""}}"#),
            (
                "mobile: setPermission",
                #"{"bundleId": "com.example.notes", "access": {"camera": "yes", "telepathy ": "yes", "": "no"}}"#
            ),
        ]
    ) func arguments(script: String, arguments: String) async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            let before = try await driver.core.registry.device(DriverClient.phone).sequence
            let answer = try await driver.script(session, script, arguments)
            #expect((answer.status, answer.error) == (400, "invalid argument"))
            #expect(try await driver.core.registry.device(DriverClient.phone).sequence == before)
        }
    }

    @Test("Sessions of both dialects are listed, with the command that ended last and without capabilities")
    func listing() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(Self.notes + #", "appium:password": "secret""#)
            let opened = try #require(try await driver.core.sessions.listed().first)
            #expect((opened.id, opened.dialect, opened.device) == (session, "appium", DriverClient.phone))
            #expect(opened.bundleID == DriverClient.notes)
            #expect((opened.lastCommand, opened.commandTimeout, opened.deletesDevice) == (nil, nil, false))
            _ = try await driver.script(session, "mobile: isLocked")
            let agent = try await driver.core.openAgentSession(
                Arguments(["capabilities": .object([])]),
                on: DriverClient.phone
            )
            let own = try await driver.openSession(#""platformName": "iOS", "appium:newCommandTimeout": 90"#)
            let listed = try await driver.core.sessions.listed()
            #expect(Set(listed.map(\.id)) == [session, agent.id, try #require(own.value["sessionId"]?.text)])
            #expect(listed.first { $0.id == session }?.lastCommand?.name == "mobile: isLocked")
            #expect(listed.first { $0.id == agent.id }?.dialect == "wda")
            let last = try #require(listed.first { $0.id == own.value["sessionId"]?.text })
            #expect((last.commandTimeout, last.deletesDevice) == (90_000, true))
        }
    }
}
