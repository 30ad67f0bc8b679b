import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Synchronization
import Testing
import WireFormat

@testable import WebDriver

@Suite("Turns about a device") struct DeviceTurnsTests {
    @Test("One task has its turn at a time, and an error passes it on") func turns() async throws {
        struct Refusal: Error {}
        let turns = DeviceTurns()
        let occupancy = Occupancy()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try? await turns.take(on: DriverClient.phone) {
                        #expect(occupancy.change(by: 1) == 1)
                        await Task.yield()
                        #expect(occupancy.change(by: -1) == 0)
                        if number.isMultiple(of: 3) { throw Refusal() }
                    }
                }
            }
        }
        #expect(occupancy.change(by: 0) == 0)
    }

    /// How many tasks have their turn.
    private final class Occupancy: Sendable {
        private let count = Mutex(0)

        func change(by difference: Int) -> Int {
            count.withLock { count in
                count += difference
                return count
            }
        }
    }

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
            #expect(driver.core.sessions.all.map(\.id) == valid)
            #expect(try await driver.state() == .active)
        }
    }
}
