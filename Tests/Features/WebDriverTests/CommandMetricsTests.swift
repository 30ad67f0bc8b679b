import HTTPTypes
import MetricsTestKit
import Testing

@testable import WebDriver

@Suite("Metrics of commands") struct CommandMetricsTests {
    @Test("A command that fails is counted under its route, whatever was wrong with it") func failures() async throws {
        let metrics = TestMetrics()
        try await DriverClient.run(metrics: metrics) { driver in
            let session = try await driver.open()
            _ = try await driver.send(.get, "/session/nope/url")
            _ = try await driver.send(.post, "/session/\(session)/url", "{")
            _ = try await driver.send(.post, "/session/\(session)/url", "[]")
            _ = try await driver.send(.post, "/session", "{}")
            _ = try await driver.send(.post, "/session", "{}", headers: [.origin: "https://example.com"])
            _ = try await driver.script(session, "mobile: teleport")
            _ = try await driver.script(session, "mobile: queryAppState")
            _ = try await driver.send(.post, "/session/\(session)/back")
            _ = try await driver.send(.get, "/nothing/here")
            _ = try await driver.send(.put, "/status")
        }
        let url = "/session/{session}/url"
        #expect(try metrics.commands("GET \(url)", "invalid session id") == 1)
        #expect(try metrics.commands("POST \(url)", "invalid argument") == 2)
        #expect(try metrics.commands("POST /session", "session not created") == 1)
        #expect(try metrics.commands("POST /session", "unknown error") == 1)
        #expect(try metrics.commands("POST /session", "") == 1)
        #expect(try metrics.commands("POST /session/{session}/execute/sync", "unknown method") == 1)
        #expect(try metrics.commands("mobile: queryAppState", "invalid argument") == 1)
        #expect(try metrics.commands("POST /session/{session}/back", "unsupported operation") == 1)
        #expect(try metrics.commands("other", "unknown command") == 1)
        #expect(try metrics.commands("other", "unknown method") == 1)
        #expect(try metrics.commands("other", "") == 0)
    }
}

extension TestMetrics {
    /// How many commands of Appium were counted.
    func commands(_ command: String, _ error: String) throws -> Int64 {
        let labels = [("dialect", "appium"), ("command", command), ("error", error)]
        return try expectCounter("greenroom.webdriver.commands", labels).totalValue
    }
}
