import DeviceHost
import Fleet
import FleetServer
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite("Requests that came to the wrong server", .timeLimit(.minutes(1)))
struct ForwardingTests {
    private static let home = #"{"type": "device.home"}"#
    private static let lock = #"{"type": "device.lock"}"#

    @Test("Each server answers for each device, and says who has it")
    func anyServer() async throws {
        try await TestFleet.run { fleet in
            fleet.assign(Halves.owner)
            for id in [Halves.first, Halves.second] {
                let made = try await fleet[1].post("/v1/devices", #"{"id": "\#(id)", "clock": {"mode": "manual"}}"#)
                #expect(made.status == 201)
                #expect(made.headers[.location] == "/v1/devices/\(id)")
            }
            #expect(fleet[1].registry.deviceCount == 1)
            #expect(fleet[2].registry.deviceCount == 1)
            for number in 1...2 as ClosedRange<Int64> {
                for (id, owner) in [(Halves.first, "s1"), (Halves.second, "s2")] {
                    let answer = try await fleet[number].get("/v1/devices/\(id)")
                    #expect(answer.status == 200)
                    #expect(answer["id"] == .string(id))
                    #expect(answer.server == owner)
                    #expect(answer.headers[values: .init("X-Request-Id")!].count == 1)
                    #expect(answer.headers[values: .date].count <= 1)
                    let sent = try await fleet[number].post("/v1/devices/\(id)/events", Self.lock)
                    #expect(sent.status == 200 || sent.status == 409)
                }
            }
        }
    }

    @Test("A device without a name is made by the server that is asked, or by any that owns something")
    func unnamed() async throws {
        try await TestFleet.run { fleet in
            fleet.assign(Halves.owner)
            for number in 1...2 as ClosedRange<Int64> {
                for _ in 0..<4 {
                    let made = try await fleet[number].post("/v1/devices", "{}")
                    #expect(made.status == 201)
                    #expect(made.server == "s\(number)")
                    let id = try #require(made["id"]?.text)
                    #expect(Halves.owner(Partition.of(id)) == number)
                }
            }
            fleet.assign { _ in 2 }
            let made = try await fleet[1].post("/v1/devices", "{}")
            #expect(made.status == 201)
            #expect(made.server == "s2")
        }
    }

    @Test("Entity tags, preconditions and repetitions are the owner's")
    func conditions() async throws {
        try await TestFleet.run { fleet in
            fleet.assign { _ in 2 }
            let made = try await fleet[1].post("/v1/devices", #"{"id": "phone", "clock": {"mode": "manual"}}"#)
            let tag = try #require(made.headers[.eTag])
            let read = try await fleet[1].get("/v1/devices/phone", headers: [.ifNoneMatch: tag])
            #expect(read.status == 304)
            #expect(read.headers[.eTag] == tag)
            let key = HTTPField.Name("Idempotency-Key")!
            let first = try await fleet[1].post(
                "/v1/devices/phone/events",
                Self.lock,
                headers: [key: "k", .ifMatch: tag]
            )
            #expect(first.status == 200)
            let again = try await fleet[1].post("/v1/devices/phone/events", Self.lock, headers: [key: "k"])
            #expect(again.text == first.text)
            #expect(again.headers[HTTPField.Name("Idempotency-Replayed")!] == "true")
            let direct = try await fleet[2].post("/v1/devices/phone/events", Self.lock, headers: [key: "k"])
            #expect(direct.text == first.text)
            let refused = try await fleet[1].post("/v1/devices/phone/events", Self.home, headers: [.ifMatch: tag])
            #expect(refused.status == 412)
            #expect(refused.headers[.eTag] == first.headers[.eTag])
            let head = try await fleet[1].send(.head, "/v1/devices/phone")
            #expect(head.status == 200)
            #expect(head.text == "")
            #expect(head.headers[.eTag] != nil)
        }
    }

    @Test("What is wrong is told by the owner, with the same words")
    func refusals() async throws {
        var settings = HTTPServerSettings()
        settings.bodyLimit = 10_000
        try await TestFleet.run(settings: settings) { fleet in
            fleet.assign { _ in 2 }
            try await fleet[2].make("phone")
            for (path, status) in [
                ("/v1/devices/nobody", 404), ("/v1/devices/UPPER", 404), ("/v1/devices/%ZZ", 404),
                ("/v1/devices/phone?x=%7C", 422), ("/v1/devices/phone/apps/a%2Fb", 404),
                ("/v1/devices/phone/timeline?after=99999999999999999999", 422), ("/v1/devices/a%20b", 404),
                ("/v1/devices/phone/apps/%zz", 404), ("/v1/devices/phone?", 200),
            ] {
                let front = try await fleet[1].get(path)
                let owner = try await fleet[2].get(path)
                #expect(front.status == status, "\(path)")
                #expect(front.text == owner.text, "\(path)")
            }
            let wrong = try await fleet[1].post("/v1/devices/phone/events", "{")
            #expect(wrong.code == "malformed-body")
            let large = try await fleet[1].post("/v1/devices/phone/events", String(repeating: " ", count: 20_000))
            #expect(large.code == "too-large")
            let untyped = try await fleet[1].post(
                "/v1/devices/phone/events",
                "{}",
                headers: [.contentType: "text/plain"]
            )
            #expect(untyped.code == "unsupported-media-type")
        }
    }

    @Test("A request waits until somebody owns the device, but not for ever")
    func held() async throws {
        try await TestFleet.run { fleet in
            fleet.assign { _ in nil }
            let refused = try await fleet[1].get("/v1/devices/phone")
            #expect(refused.status == 503)
            #expect(refused.code == "owner-unavailable")
            #expect(refused.headers[.retryAfter] == "1")
        }
        try await TestFleet.run(hold: .seconds(20)) { fleet in
            fleet.assign { _ in nil }
            try await fleet[2].make("phone")
            async let held = fleet[1].get("/v1/devices/phone")
            async let written = fleet[1].post("/v1/devices/phone/events", Self.lock)
            fleet.assign { _ in 2 }
            #expect(try await held.status == 200)
            #expect(try await written.status == 200)
        }
    }

    @Test("A server that does not own the device says so, and the request goes on to the one that does")
    func outdated() async throws {
        try await TestFleet.run(3, hold: .seconds(20)) { fleet in
            try await fleet[3].make("phone")
            // The first does not know yet that the device has moved from the second to the third.
            fleet.assign({ _ in 3 }, at: fleet[2])
            fleet.assign({ _ in 3 }, at: fleet[3])
            fleet.assign({ _ in 2 }, at: fleet[1])
            async let answer = fleet[1].post("/v1/devices/phone/events", Self.lock)
            await soon { fleet[1].outdated.count > 0 }
            fleet.assign({ _ in 3 }, at: fleet[1])
            let answered = try await answer
            #expect(answered.status == 200)
            #expect(answered.server == "s3")
        }
    }

    @Test("With nobody at the owner's address, a request waits for the next owner")
    func unreachable() async throws {
        try await TestFleet.run(hold: .seconds(20)) { fleet in
            try await fleet[2].make("phone")
            fleet.assign { _ in 3 }
            fleet[1].view.update { snapshot in
                var details = snapshot.details[2]!
                details.address = "http://127.0.0.1:1"
                snapshot.details[3] = details
            }
            async let answer = fleet[1].post("/v1/devices/phone/events", Self.lock)
            fleet.assign { _ in 2 }
            let answered = try await answer
            #expect(answered.status == 200, "\(answered.text)")
        }
    }

    @Test("Large bodies and large answers pass")
    func large() async throws {
        try await TestFleet.run { fleet in
            fleet.assign { _ in 2 }
            try await fleet[2].make("phone")
            let events = "[" + Array(repeating: Self.home, count: 1_000).joined(separator: ",") + "]"
            for _ in 0..<3 {
                let sent = try await fleet[1].post(
                    "/v1/devices/phone/events",
                    events + String(repeating: " ", count: 500_000)
                )
                #expect(sent.status == 200)
            }
            let front = try await fleet[1].get("/v1/devices/phone/timeline?limit=1000")
            let owner = try await fleet[2].get("/v1/devices/phone/timeline?limit=1000")
            #expect(front.text == owner.text)
            #expect(front.text.utf8.count > 100_000)
        }
    }
}
