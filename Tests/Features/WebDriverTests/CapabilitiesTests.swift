import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("Capabilities") struct CapabilitiesTests {
    private static func merge(_ json: String) throws -> Value {
        try Capabilities(Arguments(try JSONText.parse(json.utf8))).merged
    }

    private static func refusal(_ json: String) throws -> DriverError? {
        let body = Arguments(try JSONText.parse(json.utf8))
        do {
            _ = try SessionRequest(try Capabilities(body))
            return nil
        } catch {
            return DriverError(describing: error)
        }
    }

    private static func request(_ members: String) throws -> SessionRequest {
        let json = #"{"capabilities": {"alwaysMatch": {"platformName": "ios"\#(members)}}}"#
        return try SessionRequest(try Capabilities(Arguments(try JSONText.parse(json.utf8))))
    }

    @Test("The first entry of firstMatch that merges and fits counts") func firstMatch() throws {
        let merged = try Self.merge(
            #"""
            {"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:udid": null}, "firstMatch": [
                {"platformName": "iOS"}, {"browserName": "Safari"}, {"appium:noReset": true}, {"appium:fullReset": true}]}}
            """#
        )
        #expect(merged == ["platformName": "iOS", "appium:noReset": true])
    }

    @Test("appium:options is unfolded, with the prefix where there is none") func options() throws {
        let merged = try Self.merge(
            #"{"capabilities": {"firstMatch": [{"platformName": "IOS", "appium:options": {"udid": "a", "greenroom:clock": "manual"}}]}}"#
        )
        #expect(merged["appium:udid"] == "a")
        #expect(merged["greenroom:clock"] == "manual")
        #expect(merged["appium:options"] == nil)
    }

    @Test("A standard capability may have Appium's prefix; of both, the one without it counts") func standard() throws {
        let merged = try Self.merge(
            #"{"capabilities": {"alwaysMatch": {"appium:platformName": "iOS", "appium:browserName": "", "appium:noReset": true}}}"#
        )
        #expect(merged == ["platformName": "iOS", "browserName": "", "appium:noReset": true])
        let both = #"{"capabilities": {"alwaysMatch": {"appium:platformName": "Android", "platformName": "iOS"}}}"#
        #expect(try Self.merge(both) == ["platformName": "iOS"])
        let options = #"{"capabilities": {"firstMatch": [{"appium:options": {"platformName": "iOS"}}]}}"#
        #expect(try Self.merge(options) == ["platformName": "iOS"])
    }

    @Test("A browser is refused with what to do instead") func browser() throws {
        let json = #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "browserName": "Safari"}}}"#
        let message = try #require(try Self.refusal(json)?.message)
        #expect(message.contains("'appium:bundleId' to 'com.apple.mobilesafari'"))
    }

    @Test(
        "What cannot be had is refused as a session that is not created",
        arguments: [
            #"{}"#, #"{"capabilities": 1}"#, #"{"capabilities": {"alwaysMatch": []}}"#,
            #"{"capabilities": {"firstMatch": []}}"#, #"{"capabilities": {"firstMatch": [1]}}"#,
            #"{"capabilities": {"firstMatch": {}}}"#, #"{"capabilities": {}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "Android"}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "udid": "a"}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:automationName": "UiAutomator2"}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "browserName": "Safari"}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "greenroom:clocks": "manual"}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:noReset": true, "appium:fullReset": "true"}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:newCommandTimeout": -1}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:newCommandTimeout": "soon"}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:processArguments": "-a"}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:bundleId": 7}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:platformVersion": "latest"}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:platformVersion": ""}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:platformVersion": "18."}}}"#,
            #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "greenroom:device": {"id": "a"}}}}"#,
        ]
    ) func refused(json: String) throws {
        #expect(try Self.refusal(json)?.kind == .sessionNotCreated)
    }

    @Test("Unknown capabilities of Appium are taken, as suites carry dozens") func unknown() throws {
        #expect(try Self.request(#", "appium:wdaLaunchTimeout": 60000, "other:thing": {}"#).bundleID == nil)
        // The address of a WebDriverAgent: nothing is connected to.
        let agent = #", "appium:webDriverAgentUrl": "http://192.0.2.1:8100""#
        #expect(try Self.request(agent) == Self.request(""))
    }

    @Test("Numbers and booleans may be strings, as Robot Framework sends them") func strings() throws {
        let request = try Self.request(#", "appium:noReset": "true", "appium:newCommandTimeout": "5""#)
        #expect(!request.isForced && !request.endsApp)
        #expect(request.commandTimeout == 5_000)
    }

    @Test("Arguments of the process may be an object or its text") func processArguments() throws {
        for text in [#"{"args": ["-a"], "env": {"B": "1"}}"#, #""{\"args\": [\"-a\"], \"env\": {\"B\": \"1\"}}""#] {
            let request = try Self.request(#", "appium:processArguments": \#(text)"#)
            #expect(request.arguments == ["-a"])
            #expect(request.environment == ["B": "1"])
        }
    }

    @Test(
        "The rules of a new device follow from the version",
        arguments: [
            (#""12.4""#, "ios12"), (#""9""#, "ios12"), (#""13.0""#, "ios18"), (#""18.2""#, "ios18"),
            (#""19""#, "ios26"),
            (#""26.1""#, "ios26"), (#""27.0""#, "ios27"), (#""18.3.1""#, "ios18"), ("26", "ios26"), ("18.5", "ios18"),
        ]
    ) func rules(version: String, profile: String) throws {
        #expect(try Self.request(#", "appium:platformVersion": \#(version)"#).newDevice["rules"]?.text == profile)
    }

    @Test("A new device is made of the name, greenroom:device, greenroom:rules and greenroom:clock, the later counting")
    func newDevice() throws {
        let request = try Self.request(
            #"""
            , "appium:deviceName": "iPad Air", "greenroom:device": {"rules": "ios26", "memoryBytes": 1, "clock": {"mode": "realtime"}},
            "greenroom:rules": "documents", "greenroom:clock": "manual"
            """#
        )
        #expect(
            request.newDevice == ["model": "iPad", "rules": "documents", "memoryBytes": 1, "clock": ["mode": "manual"]]
        )
    }

    @Test("The apps to install are a list or the text of a list; anything else is refused") func apps() throws {
        for given in [#"[{"bundleID": "a.b"}]"#, #""[{\"bundleID\": \"a.b\"}]""#] {
            #expect(try Self.request(#", "greenroom:apps": \#(given)"#).apps == [["bundleID": "a.b"]])
        }
        for given in [#"{"bundleID": "a.b"}"#, #""a.b""#, #""[""#, #""{}""#, "1", "true"] {
            let json =
                #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "greenroom:apps": \#(given)}}}"#
            #expect(try Self.refusal(json)?.kind == .sessionNotCreated, "\(given)")
            #expect(try Self.refusal(json)?.message.contains("greenroom:apps") == true)
        }
    }

    @Test("Other apps are one, a list, or the text of a list") func otherApps() throws {
        for (given, count) in [
            (#""/a/com.example.a.app""#, 1), (#"["/a.b.ipa", "/c.d.ipa"]"#, 2), (#""[\"/a.b\"]""#, 1),
        ] {
            #expect(try Self.request(#", "appium:otherApps": \#(given)"#).otherApps.count == count)
        }
    }
}
