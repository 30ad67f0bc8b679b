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

    @Test("Answers are kept up to a number of bytes, the newest ones") func answers() async throws {
        let cache = AnswerCache(wall: HandMovedClock())
        let text = String(repeating: "x", count: 1_000_000)
        func ask(_ key: Int, _ text: String) async -> DriverAnswer {
            await cache.answer(AnswerCache.Key(key: "\(key)", method: "POST", path: "/session")) {
                DriverAnswer(.success(.text(text)), in: .appium, session: nil)
            }
        }
        let full = await ask(0, text)
        for key in 1..<60 { _ = await ask(key, text) }
        #expect(await cache.byteCount <= AnswerCache.byteLimit)
        #expect(await ask(59, "again") == full)
        #expect(await ask(0, "again") != full)
    }

    @Test("An answer that is larger than all may be is given, and not kept") func large() async throws {
        let cache = AnswerCache(wall: HandMovedClock())
        let key = AnswerCache.Key(key: "k", method: "POST", path: "/session")
        let text = String(repeating: "x", count: AnswerCache.byteLimit)
        let answer = await cache.answer(key) { DriverAnswer(.success(.text(text)), in: .appium, session: nil) }
        #expect(answer.body.count == AnswerCache.byteLimit)
        #expect(await cache.byteCount == 0)
    }
}
