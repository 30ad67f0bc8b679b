import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("Sessions that are opened at once") struct ConcurrentSessionTests {
    @Test("Of sessions that are opened at once on a device of WebDriverAgent one stays") func sessions() async throws {
        try await DriverClient.run(.wda) { driver in
            let body = #"{"capabilities": {"alwaysMatch": {"bundleId": "com.example.notes"}}}"#
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let answer = try await driver.send(.post, "/devices/phone/session", body)
                        return answer.value["sessionId"]?.text ?? ""
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            var valid: [String] = []
            for id in ids {
                if try await driver.send(.get, "/session/\(id)").status == 200 { valid.append(id) }
            }
            #expect(valid.count == 1)
            #expect(try await driver.core.sessions.all().map(\.id) == valid)
            #expect(try await driver.state() == .active)
        }
    }
}
