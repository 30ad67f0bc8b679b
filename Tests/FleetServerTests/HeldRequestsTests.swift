import DeviceHost
import Fleet
import HTTPTypes
import LifecycleKernel
import NIOCore
import NIOHPACK
import TestKit
import Testing
import WireFormat

@testable import APNs
@testable import HTTPAPI

@Suite("The requests that wait for an owner", .timeLimit(.minutes(1)))
struct HeldRequestsTests {
    private static let push = PushRequest(
        headers: [
            ":method": "POST", ":path": "/3/device/\(String(repeating: "0", count: 64))",
            "apns-topic": CommandFleet.notes, "authorization": "bearer secret",
        ]
    )

    @Test("count towards one limit, whichever listener they came to")
    func limit() async throws {
        try await CommandFleet.run(hold: .seconds(20), heldRequests: 1) { servers in
            let server = servers.fleet[1]
            try await servers.fleet[2].makePhone("phone")
            let session = try await servers.open(1, #", "appium:udid": "phone""#)
            servers.fleet.assign { _ in nil }
            async let held = servers.script(1, session, "mobile: isLocked")
            await soon { server.routing.held.current == 1 }
            let request = try await server.get("/v1/devices/phone")
            #expect((request.status, request.code) == (503, "overloaded"))
            #expect(request["detail"]?.text?.hasPrefix("1 requests wait") == true, "\(request.text)")
            var push = Self.push
            push.body.writeString(#"{"aps": {"alert": "hi"}}"#)
            push.bodyLength = push.body.readableBytes
            let refused = await server.pushes.answer(push, on: ProviderConnection(), nil)
            #expect(refused.reason == .serviceUnavailable)
            // None of them has waited for as long as the first may.
            #expect(server.routing.held.current == 1)
            servers.fleet.assign { _ in 2 }
            #expect(try await held.value == false)
            #expect(server.routing.held.current == 0)
        }
    }
}
