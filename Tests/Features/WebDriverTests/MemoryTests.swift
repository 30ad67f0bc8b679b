import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import WebDriver

@Suite("What sessions and keys keep has a limit") struct MemoryTests {
    @Test("Settings beyond it are refused whole, at once and little by little") func settings() async throws {
        try await DriverClient.run(.wda) { driver in
            let id = try await driver.send(.post, "/session", #"{"capabilities": {}}"#).value["sessionId"]?.text ?? ""
            let path = "/session/\(id)/appium/settings"
            let half = String(repeating: "x", count: Session.settingsLimit / 2)
            let first = try await driver.send(.post, path, #"{"settings": {"a": "\#(half)"}}"#)
            #expect(first.status == 200)
            for settings in [#"{"b": "\#(half)"}"#, #"{"a": "\#(half + half)"}"#] {
                let answer = try await driver.send(.post, path, #"{"settings": \#(settings)}"#)
                #expect((answer.status, answer.error) == (400, "invalid argument"))
                #expect(answer.message.contains("\(Session.settingsLimit) bytes"))
            }
            #expect(try await driver.send(.get, path).value == first.value)
            #expect(try await driver.send(.post, path, #"{"settings": {"a": 1}}"#).value == ["a": 1])
        }
    }

    @Test("Capabilities beyond it are refused before anything is done", arguments: Dialect.allCases)
    func capabilities(dialect: Dialect) async throws {
        try await DriverClient.run(dialect) { driver in
            let devices = driver.deviceCount
            let long = String(repeating: "x", count: Capabilities.byteLimit)
            for more in [#""other:thing": "\#(long)""#, #""arguments": ["\#(long)"]"#] {
                let answer = try await driver.openSession(#""platformName": "iOS", \#(more)"#)
                #expect((answer.status, answer.error) == (500, "session not created"))
                #expect(answer.message.contains("\(Capabilities.byteLimit) bytes"))
            }
            #expect(driver.deviceCount == devices)
            #expect(try await driver.core.sessions.all().isEmpty)
        }
    }

    @Test("So are too many capabilities, and too many entries to choose from") func number() async throws {
        let many = (0...Capabilities.countLimit).map { #""a:\#($0)": 1"# }.joined(separator: ", ")
        let entries = Array(repeating: "{}", count: Capabilities.entryLimit + 1).joined(separator: ", ")
        try await DriverClient.run { driver in
            for capabilities in [
                #"{"alwaysMatch": {"platformName": "iOS", \#(many)}}"#,
                #"{"alwaysMatch": {"platformName": "iOS"}, "firstMatch": [{"appium:options": {\#(many)}}]}"#,
                #"{"alwaysMatch": {"platformName": "iOS"}, "firstMatch": [\#(entries)]}"#,
            ] {
                let answer = try await driver.send(.post, "/session", #"{"capabilities": \#(capabilities)}"#)
                #expect((answer.status, answer.error) == (500, "session not created"))
                #expect(answer.message.contains("may have"))
            }
        }
    }

    @Test("What processes were launched with is kept up to it, while they live") func launches() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            let half = String(repeating: "x", count: Session.launchLimit / 2)
            func launch(_ app: BundleID, _ environment: String) async throws -> DriverReply {
                let arguments = #"{"bundleId": "\#(app)", "environment": {"A": "\#(environment)"}}"#
                return try await driver.script(session, "mobile: launchApp", arguments)
            }
            #expect(try await launch(DriverClient.notes, half).status == 200)
            let refused = try await launch(DriverClient.mail, half)
            #expect((refused.status, refused.error) == (400, "invalid argument"))
            #expect(refused.message.contains("\(Session.launchLimit) bytes"))
            #expect(try await driver.state(DriverClient.mail) == .notRunning)
            _ = try await driver.script(session, "mobile: terminateApp", #"{"bundleId": "com.example.notes"}"#)
            #expect(try await launch(DriverClient.mail, half).status == 200)
        }
    }

    @Test("Arguments of a launch have the limits of the interface", arguments: [65, 1]) func arguments(
        count: Int
    )
        async throws
    {
        let argument = String(repeating: "x", count: count == 1 ? 8_193 : 1)
        let list = Array(repeating: #""\#(argument)""#, count: count).joined(separator: ", ")
        try await DriverClient.run { driver in
            let session = try await driver.open()
            let launch = #"{"bundleId": "com.example.notes", "arguments": [\#(list)]}"#
            #expect(try await driver.script(session, "mobile: launchApp", launch).error == "invalid argument")
            #expect(try await driver.state() == .notRunning)
            let before = try await driver.core.registry.device(DriverClient.phone).sequence
            let opened = try await driver.openSession(
                #"""
                "platformName": "iOS", "appium:udid": "phone", "appium:bundleId": "com.example.notes",
                "appium:processArguments": {"args": [\#(list)]}
                """#
            )
            #expect(opened.error == "session not created")
            #expect(try await driver.core.registry.device(DriverClient.phone).sequence == before)
        }
    }

    @Test("The name of an event of the client's own has one too") func events() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            // One character of many scalars.
            let event = "e" + String(repeating: "\u{301}", count: SessionEvents.nameLimit)
            let body = #"{"vendor": "a", "event": "\#(event)"}"#
            let answer = try await driver.send(.post, "/session/\(session)/appium/log_event", body)
            #expect((answer.status, answer.error) == (400, "invalid argument"))
        }
    }

    @Test("Answers are kept up to a number of bytes, the newest ones") func answers() async throws {
        let cache = AnswerCache(in: DeviceRegistry(wall: HandMovedClock()))
        let text = String(repeating: "x", count: 1_000_000)
        func ask(_ key: Int, _ text: String) async throws -> DriverAnswer {
            try await cache.answer(AnswerCache.Key(dialect: .appium, key: "\(key)", method: "POST", path: "/session")) {
                DriverAnswer(.success(.text(text)), in: .appium, session: nil)
            }
        }
        let full = try await ask(0, text)
        for key in 1..<60 { _ = try await ask(key, text) }
        #expect(cache.byteCount <= AnswerCache.byteLimit)
        #expect(try await ask(59, "again") == full)
        #expect(try await ask(0, "again") != full)
    }

    @Test("Those who ask while an answer is made get it, too, and so do those who come later")
    func repeated() async throws {
        let cache = AnswerCache(in: DeviceRegistry(wall: HandMovedClock()))
        let key = AnswerCache.Key(dialect: .appium, key: "k", method: "POST", path: "/session")
        let begun = Promise<Void>()
        let ending = Promise<Void>()
        async let first = cache.answer(key) {
            begun.fulfill(())
            await ending.value()
            return Self.answer("first")
        }
        await begun.value()
        async let second = cache.answer(key) { Self.answer("second") }
        ending.fulfill(())
        let answers = try await [first, second]
        #expect(answers == [Self.answer("first"), Self.answer("first").repeated])
        #expect(try await cache.answer(key) { Self.answer("third") } == answers[1])
    }

    private static func answer(_ text: String) -> DriverAnswer {
        var answer = DriverAnswer(.success(.text(text)), in: .appium, session: nil)
        answer.command = CommandOutcome(name: "test", error: nil)
        return answer
    }

    @Test("An answer that is larger than all may be is given, and not kept") func large() async throws {
        let cache = AnswerCache(in: DeviceRegistry(wall: HandMovedClock()))
        let key = AnswerCache.Key(dialect: .appium, key: "k", method: "POST", path: "/session")
        let text = String(repeating: "x", count: AnswerCache.byteLimit)
        let answer = try await cache.answer(key) { DriverAnswer(.success(.text(text)), in: .appium, session: nil) }
        #expect(answer.body.count == AnswerCache.byteLimit)
        #expect(cache.byteCount == 0)
    }
}
