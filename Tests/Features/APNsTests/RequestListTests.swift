import DeviceHost
import HTTPTypes
import LifecycleKernel
import Testing

@testable import APNs
@testable import HTTPAPI

/// Requests of clients of APNs in the list of requests.
@Suite("Requests of APNs in the list", .timeLimit(.minutes(2)))
struct RequestListTests {
    private static let id = "8f3e9a62-6f50-4d0e-9d1c-0a1b2c3d4e5f"

    @Test("A request is listed with its device, and a refused one with Apple's reason and a sentence")
    func list() async throws {
        let log = RequestLog(capacity: 10)
        try await TestListener.run(requests: log) { listener in
            let token = try await listener.token()
            #expect(try await listener.push(["apns-id": Self.id]).status == 200)
            #expect(try await listener.push(["apns-id": Self.id, "apns-priority": "7"]).status == 400)
            #expect(try await listener.push(body: "{").status == 400)
            _ = try await listener.registry.apply(.uninstall(TestListener.notes), to: TestListener.phone)
            #expect(try await listener.push(to: token).status == 410)
            let all = log.requests(RequestQuery(listener: "apns")).page
            #expect(all.map(\.path) == Array(repeating: "/3/device/\(token)", count: 4))
            #expect(all.map(\.status.code) == [410, 400, 400, 200])
            #expect(all.map(\.device) == [TestListener.phone, TestListener.phone, nil, TestListener.phone])
            #expect(all.last?.id == Self.id && all.last?.refusal == nil)
            #expect(all.last?.body?.text == TestListener.alert)
        }
        let refused = log.requests(RequestQuery(isRefused: true)).page.compactMap(\.refusal)
        #expect(
            refused.dropFirst() == [
                "PayloadEmpty: The body is not a JSON object.",
                "BadPriority: The header apns-priority must be 10, 5 or 1.",
            ]
        )
        #expect(refused.first?.hasPrefix("Unregistered: ") == true)
    }
}
