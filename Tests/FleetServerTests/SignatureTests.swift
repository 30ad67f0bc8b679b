import DeviceHost
import Fleet
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import NIOCore
import Testing

@testable import FleetServer

@Suite("Signatures between servers", .timeLimit(.minutes(1)))
struct SignatureTests {
    private static let name = HTTPField.Name("Greenroom-Fleet")!
    private static let path = "/v1/devices/tablet/events"
    private static let body = #"{"type": "device.lock"}"#

    /// A signature of a POST to the device `tablet`, as the first server would make it.
    private func signature(
        _ fleet: TestFleet,
        to: Int64 = 2,
        target: String = path,
        body: String = body,
        seconds: Int64 = 0,
        secret: [UInt8] = TestFleet.secret
    ) -> FleetSignature {
        let membership = fleet[1].view.snapshot.membership!
        let now = membership.fleetTime(at: fleet[1].view.reading) / 1_000
        return FleetSignature(
            SignedRequest(method: .post, target: target, body: ByteBuffer(string: body)),
            from: 1,
            to: to,
            at: now + seconds * 1_000,
            secret: secret
        )
    }

    private func fleet(_ test: @escaping @Sendable (TestFleet) async throws -> Void) async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "right"
        try await TestFleet.run(settings: settings) { fleet in
            fleet.assign(Halves.owner)
            try await fleet[2].make(Halves.second)
            try await fleet[1].make(Halves.first)
            try await test(fleet)
        }
    }

    @Test("With a signature no token, origin or known name is asked for")
    func genuine() async throws {
        try await fleet { fleet in
            for seconds in [-29, 0, 29] as [Int64] {
                let answer = try await fleet[2].post(
                    Self.path,
                    Self.body,
                    headers: [Self.name: signature(fleet, seconds: seconds).header, .origin: "https://example.com"]
                )
                #expect(answer.status == 200 || answer.status == 409)
            }
        }
    }

    @Test("A signature that is not one is refused, with the right token, too")
    func forged() async throws {
        try await fleet { fleet in
            var code = signature(fleet).header
            code.replaceSubrange(code.index(before: code.endIndex)..., with: code.last == "0" ? "1" : "0")
            for header in [
                "", "v1", "v1;1;2;3", "v2" + signature(fleet).header.dropFirst(2), code,
                signature(fleet, to: 1).header, signature(fleet, target: "/v1/devices/tablet").header,
                signature(fleet, body: "{}").header, signature(fleet, seconds: 31).header,
                signature(fleet, seconds: -31).header, signature(fleet, secret: []).header,
                signature(fleet, secret: Array("another".utf8)).header,
                "v1;1;2;-9223372036854775808;" + String(repeating: "0", count: 64),
            ] {
                let answer = try await fleet[2].post(
                    Self.path,
                    Self.body,
                    headers: [Self.name: header, .authorization: "Bearer right"]
                )
                #expect(answer.status == 401, "\(header)")
                #expect(answer["field"] == "Greenroom-Fleet")
            }
            // To another server than it is for, and with another body.
            let header = signature(fleet).header
            #expect(try await fleet[1].post(Self.path, Self.body, headers: [Self.name: header]).status == 401)
            #expect(try await fleet[2].post(Self.path, "{}", headers: [Self.name: header]).status == 401)
            #expect(try await fleet[2].post(Self.path + "?a=b", Self.body, headers: [Self.name: header]).status == 401)
        }
    }

    @Test("A signed request is not forwarded again: the server says that it is not the owner, and in which epoch it is")
    func misdirected() async throws {
        try await fleet { fleet in
            let target = "/v1/devices/phone/events"
            let answer = try await fleet[2].post(
                target,
                Self.body,
                headers: [Self.name: signature(fleet, target: target).header]
            )
            #expect(answer.status == 421)
            #expect(answer.code == "not-owner")
        }
    }

    @Test("What a client says in the name of a server is not believed")
    func clientHeaders() async throws {
        try await fleet { fleet in
            let headers: HTTPFields = [
                .authorization: "Bearer right", HTTPField.Name("Greenroom-Wait-Milliseconds")!: "0",
                HTTPField.Name("Greenroom-Wait-After")!: "0",
            ]
            for id in [Halves.first, Halves.second] {
                let answer = try await fleet[1].post(
                    "/v1/devices/\(id)/wait",
                    #"{"until": {"record": {"kind": "input"}}, "after": 9223372036854775807, "timeoutSeconds": 0}"#,
                    headers: headers
                )
                #expect(answer.status == 200, "\(answer.text)")
            }
        }
    }

    @Test("The front enforces tokens")
    func tokens() async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "right"
        settings.readOnlyToken = "read"
        try await TestFleet.run(settings: settings) { fleet in
            fleet.assign { _ in 2 }
            try await fleet[2].make("phone")
            let path = "/v1/devices/phone"
            #expect(try await fleet[1].get(path).status == 401)
            #expect(try await fleet[1].get(path, headers: [.authorization: "Bearer read"]).status == 200)
            let write = try await fleet[1].post(path + "/events", Self.body, headers: [.authorization: "Bearer read"])
            #expect(write.code == "read-only-token")
            let written = try await fleet[1].post(
                path + "/events",
                Self.body,
                headers: [.authorization: "Bearer right"]
            )
            #expect(written.status == 200)
        }
    }
}
