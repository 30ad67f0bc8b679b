import DeviceHost
import Fleet
import FleetServer
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import WebDriver

@Suite("Sessions whose devices move, and servers that go away", .timeLimit(.minutes(1)))
struct MovingSessionTests {
    private static let key = HTTPField.Name("X-Idempotency-Key")!
    private let clock = HandMovedClock()

    /// Runs a test against servers that share a journal, so that devices can move.
    private func moving(_ test: @escaping @Sendable (CommandFleet, [SharingHost]) async throws -> Void) async throws {
        try await withFleet(of: 3, MemoryJournal(), clock) { hosts in
            try await CommandFleet.run(hold: .seconds(20), registry: { hosts[$0].registry }) { servers in
                try await test(servers, hosts)
            }
        }
    }

    @Test("A partition that is handed over ends the sessions of its devices, and does nothing to the devices")
    func handover() async throws {
        try await moving { servers, hosts in
            let claims = try await hosts[1].take(Partition.all)
            let id = try await servers.open(1, #", "appium:app": "\#(CommandFleet.notes)""#)
            let device = try #require(DeviceID("appium-\(id)"))
            let claim = try #require(claims.first { $0.partition == Partition.of(id) })
            let sequence = try await hosts[1].registry.device(device).sequence
            try await hosts[1].release(claim)
            try await hosts[2].take([claim.partition])
            servers.fleet.assign { $0 == claim.partition ? 3 : 2 }
            for number in 1...3 as ClosedRange<Int64> {
                let gone = try await servers.send(number, .get, "/session/\(id)/timeouts")
                #expect((gone.status, gone.error) == (404, "invalid session id"))
                #expect(gone.server == "s3")
                #expect(try await servers.fleet[number].get("/v1/webdriver/sessions")["count"] == 0)
            }
            await servers.fleet[2].facades.core.expire()
            #expect(servers.fleet[2].facades.core.sessions.all.isEmpty)
            #expect(try await hosts[2].registry.device(device).sequence >= sequence)
            #expect(try await hosts[2].registry.app(BundleID(CommandFleet.notes), on: device).value.pid != nil)
        }
    }

    @Test("A command that waits when its device moves is told that its session has ended") func waiting() async throws {
        try await moving { servers, hosts in
            let claims = try await hosts[1].take(Partition.all)
            let id = try await servers.open(1)
            let claim = try #require(claims.first { $0.partition == Partition.of(id) })
            async let answer = servers.script(
                3,
                id,
                "greenroom: wait",
                #"{"until": {"record": {"kind": "exit"}}, "timeoutSeconds": 300}"#
            )
            await soon { await hosts[1].registry.waiting > 0 }
            try await hosts[1].release(claim)
            let answered = try await answer
            #expect((answered.status, answered.error) == (404, "invalid session id"), "\(answered.text)")
        }
    }

    @Test("A command is held until somebody owns the device, but not for ever") func held() async throws {
        try await CommandFleet.run { servers in
            try await servers.fleet[2].makePhone("phone")
            let id = try await servers.open(1, #", "appium:udid": "phone""#)
            servers.fleet.assign { _ in nil }
            for path in ["/session/\(id)/url", "/session/\(id)/timeouts"] {
                let refused = try await servers.send(1, .get, path)
                #expect((refused.status, refused.error) == (500, "unknown error"))
                #expect(refused.message.hasPrefix("owner-unavailable: "))
                #expect(refused.value["data"]?["code"] == "owner-unavailable")
            }
            // Nobody is at the owner's address.
            servers.fleet.assign { _ in 2 }
            servers.fleet[1].view.update { $0.details[2]!.address = "http://127.0.0.1:1" }
            let refused = try await servers.script(1, id, "mobile: lock")
            #expect(refused.message.hasPrefix("owner-unavailable: "))
        }
        try await CommandFleet.run(hold: .seconds(20)) { servers in
            let id = try await servers.open(1)
            servers.fleet.assign { _ in nil }
            async let held = servers.script(1, id, "mobile: isLocked")
            servers.fleet.assign { _ in 2 }
            #expect(try await held.value == false)
        }
    }

    @Test("A command that breaks off is sent again if it changes nothing or has a key, and else nobody knows")
    func broken() async throws {
        try await CommandFleet.run(hold: .seconds(20)) { servers in
            let id = try await servers.open(2)
            let owner = servers.fleet[1].view.snapshot.details[2]!.address
            func through(_ receiver: TestReceiver) {
                servers.fleet[1].view.update { $0.details[2]!.address = "http://127.0.0.1:\(receiver.port)" }
            }
            try await TestReceiver.run([.close]) { receiver in
                through(receiver)
                let answer = try await servers.script(1, id, "mobile: lock")
                #expect((answer.status, answer.error) == (500, "unknown error"))
                #expect(answer.message.hasPrefix("outcome-unknown: "))
                #expect(answer.message.contains("X-Idempotency-Key"))
                #expect(receiver.requests.count == 1)
            }
            for repeated in [false, true] {
                try await TestReceiver.run([.close]) { receiver in
                    through(receiver)
                    async let answer =
                        if repeated {
                            try await servers.script(1, id, "mobile: isLocked", headers: [Self.key: "k"])
                        } else {
                            try await servers.send(1, .get, "/session/\(id)/timeouts")
                        }
                    await soon { receiver.requests.count > 1 }
                    servers.fleet[1].view.update { $0.details[2]!.address = owner }
                    #expect(try await answer.status == 200)
                }
            }
        }
    }

    @Test("The route between servers is no client's, and errors of the main listener become those of the dialect")
    func route() async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "right"
        try await CommandFleet.run(settings: settings) { servers in
            let path = "/internal/v1/driver?dialect=appium&method=GET&path=%2Fstatus&query="
            for headers in [[:], [.authorization: "Bearer right"]] as [HTTPFields] {
                #expect(try await servers.fleet[2].get(path, headers: headers).status == 401)
                #expect(try await servers.fleet[2].post(path, "", headers: headers).status == 401)
            }
            let refused = try await servers.send(1, .get, "/session/x/url")
            #expect(refused.status == 401)
            #expect(refused.server == "s1")
            let basic = [.authorization: "Basic dTpyaWdodA=="] as HTTPFields
            let admitted = try await servers.send(1, .get, "/session/x/url", headers: basic)
            #expect((admitted.status, admitted.error) == (404, "invalid session id"))
            #expect(admitted.server == "s2")
            // As a server of an older version answers, which has no such route.
            let text = #"{"code": "unknown-path", "detail": "There is nothing at this path."}"#
            try await TestReceiver.run([
                .bytes(
                    "HTTP/1.1 404 No\r\nContent-Type: application/problem+json\r\n"
                        + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
                )
            ]) { receiver in
                servers.fleet[1].view.update { $0.details[2]!.address = "http://127.0.0.1:\(receiver.port)" }
                let answer = try await servers.send(1, .get, "/session/x/url", headers: basic)
                #expect((answer.status, answer.error) == (404, "unknown command"))
            }
        }
    }

    @Test("A session is not ended for want of commands while nobody knows who has its device") func expiry()
        async throws
    {
        try await moving { servers, hosts in
            try await hosts[1].take(Partition.all)
            let id = try await servers.open(1)
            let core = servers.fleet[2].facades.core
            let body = CommandFleet.capabilities().replacing("Timeout\": 0", with: "Timeout\": 0.001")
            let made = try await servers.send(1, .post, "/session", body)
            let forgotten = try #require(made.value["sessionId"]?.text, "\(made.text)")
            await soon { core.sessions.all.contains { $0.isForgotten(at: core.wall.now) } }
            let owned = hosts[1].registry.hostedClaims
            hosts[1].own([])
            await core.expire()
            #expect(Set(core.sessions.all.map(\.id)) == [id, forgotten])
            hosts[1].own(owned)
            await core.expire()
            #expect(core.sessions.all.map(\.id) == [id])
            #expect(hosts[1].registry.deviceCount == 1)
        }
    }
}
