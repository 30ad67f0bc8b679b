import DeviceHost
import Fleet
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@Suite("Copies of devices of other servers", .timeLimit(.minutes(1)))
struct CopyTests {
    private static let lock = #"{"type": "device.lock"}"#
    private static let unlock = #"{"type": "device.unlock"}"#
    private static let fork = "/v1/devices/tablet/fork"

    /// Runs a test against two servers, of which the second has a device.
    private func run(
        hold: Duration = .milliseconds(300),
        _ test: @escaping @Sendable (TestFleet) async throws -> Void
    ) async throws {
        try await TestFleet.run(hold: hold) { fleet in
            fleet.assign(Halves.owner)
            try await fleet[2].make(Halves.second, labels: ["run": "1"])
            for event in [Self.lock, Self.unlock, Self.lock] {
                #expect(try await fleet[2].post("/v1/devices/tablet/events", event).status == 200)
            }
            try await test(fleet)
        }
    }

    @Test("A copy without a name is made where the device is")
    func unnamed() async throws {
        try await run { fleet in
            let copy = try await fleet[1].post(Self.fork, "{}")
            #expect(copy.status == 201)
            #expect(copy.server == "s2")
            #expect(copy["id"]?.text.map { Partition.of($0) } == Partition.of("tablet"))
        }
    }

    @Test("A copy is made by the owner of its id, with state, timeline and labels", arguments: [1, 2])
    func named(front: Int64) async throws {
        try await run { fleet in
            let device = try await fleet[2].get("/v1/devices/tablet")
            let copy = try await fleet[front].post(Self.fork, #"{"id": "phone"}"#)
            #expect(copy.status == 201, "\(copy.text)")
            #expect(copy.server == "s1")
            #expect(copy.headers[.location] == "/v1/devices/phone")
            #expect(fleet[1].registry.deviceCount == 1)
            for name in ["sequence", "labels", "locked", "apps", "rules", "clock"] {
                #expect(copy[name] == device[name], "\(name)")
            }
            let hash = try await fleet[1].registry.stateHash(of: DeviceID("phone")!).value
            #expect(try await fleet[2].registry.stateHash(of: DeviceID("tablet")!).value == hash)
            let timelines = (
                try await fleet[front].get("/v1/devices/phone/timeline"),
                try await fleet[front].get("/v1/devices/tablet/timeline")
            )
            #expect(timelines.0["records"] == timelines.1["records"])
            #expect(timelines.0["records"]?.elements.count == 3)
            // They are independent.
            #expect(try await fleet[front].post("/v1/devices/phone/events", Self.unlock).status == 200)
            #expect(try await fleet[2].get("/v1/devices/tablet")["sequence"] == device["sequence"])
        }
    }

    @Test("A copy is of the device as it was at a sequence")
    func earlier() async throws {
        try await run { fleet in
            let here = try await fleet[2].post(Self.fork, #"{"at": 2}"#)
            let copy = try await fleet[1].post(Self.fork, #"{"id": "phone", "at": 2}"#)
            #expect(copy.status == 201)
            #expect(copy["sequence"] == here["sequence"])
            #expect(copy["locked"] == here["locked"])
            let now = try await fleet[2].get("/v1/devices/tablet")
            #expect(copy["sequence"] != now["sequence"])
        }
    }

    @Test("What is wrong is told as by a server that has both")
    func refusals() async throws {
        try await run { fleet in
            try await fleet[1].make("phone")
            // The first would have the copy with the first id, the second that with the second one.
            #expect([Halves.owner(Partition.of("copy-1")), Halves.owner(Partition.of("x"))] == [1, 2])
            for (path, body, status) in [
                (Self.fork, #"{"id": "phone"}"#, 409), (Self.fork, #"{"id": "ID", "at": 1000000}"#, 422),
                ("/v1/devices/nobody/fork", #"{"id": "ID"}"#, 404), (Self.fork, #"{"id": "ID", "at": -1}"#, 422),
                (Self.fork, #"{"id": "ID", "other": 1}"#, 422), (Self.fork, #"{"id": "UPPER"}"#, 422),
                (Self.fork, "{", 400), ("/v1/devices/UPPER/fork", #"{"id": "ID"}"#, 404),
            ] {
                let far = try await fleet[1].post(path, body.replacing("ID", with: "copy-1"))
                #expect(far.status == status, "\(path) \(body): \(far.text)")
                guard body != #"{"id": "phone"}"# else { continue }
                let near = try await fleet[2].post(path, body.replacing("ID", with: "x"))
                #expect(far.text == near.text, "\(path) \(body)")
            }
            #expect(fleet[1].registry.deviceCount == 1)
        }
    }

    @Test("A key makes one copy, whichever server is asked")
    func key() async throws {
        try await run { fleet in
            let key = HTTPField.Name("Idempotency-Key")!
            let first = try await fleet[1].post(Self.fork, #"{"id": "phone"}"#, headers: [key: "k"])
            #expect(first.status == 201)
            let again = try await fleet[2].post(Self.fork, #"{"id": "phone"}"#, headers: [key: "k"])
            #expect(again.status == 201)
            #expect(again.text == first.text)
            #expect(again.headers[HTTPField.Name("Idempotency-Replayed")!] == "true")
        }
    }

    @Test("The state of a large device passes")
    func large() async throws {
        try await run { fleet in
            let events = "[" + Array(repeating: #"{"type": "device.home"}"#, count: 1_000).joined(separator: ",") + "]"
            #expect(try await fleet[2].post("/v1/devices/tablet/events", Self.unlock).status == 200)
            for _ in 0..<12 { #expect(try await fleet[2].post("/v1/devices/tablet/events", events).status == 200) }
            #expect(try await fleet[2].registry.copy(of: DeviceID("tablet")!).encoded().count > 1_048_576)
            let copy = try await fleet[1].post(Self.fork, #"{"id": "phone"}"#)
            #expect(copy.status == 201, "\(copy.text)")
            let device = try await fleet[2].get("/v1/devices/tablet")
            #expect(copy["oldest"] == device["oldest"])
        }
    }

    @Test("A copy waits until somebody owns the device, but not for ever")
    func held() async throws {
        try await run { fleet in
            fleet.assign { Halves.owner($0) == 1 ? 1 : nil }
            let copy = try await fleet[1].post(Self.fork, #"{"id": "phone"}"#)
            #expect(copy.status == 503)
            #expect(copy.code == "owner-unavailable")
            #expect(fleet[1].registry.deviceCount == 0)
        }
        try await run(hold: .seconds(20)) { fleet in
            fleet.assign { Halves.owner($0) == 1 ? 1 : nil }
            async let copy = fleet[1].post(Self.fork, #"{"id": "phone"}"#)
            fleet.assign(Halves.owner)
            let made = try await copy
            #expect(made.status == 201)
        }
    }

    @Test("What another server sends that is no copy, or one of another kernel, is refused")
    func unusable() async throws {
        let copy = try await ofOwner { try await $0.registry.copy(of: DeviceID("tablet")!).encoded() }
        let text = String(decoding: copy.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        for (body, status, code) in [
            ("", 503, "owner-unavailable"), ("{}", 503, "owner-unavailable"), (text, 503, "owner-unavailable"),
            (text.replacing("\"kernel\":\"", with: "\"kernel\":\"x"), 409, "not-possible-now"),
            (text + "\nrest", 503, "owner-unavailable"),
        ] {
            let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            try await TestReceiver.run([.bytes(reply)]) { receiver in
                let port = receiver.port
                try await run { fleet in
                    fleet.assign { Halves.owner($0) == 1 ? 1 : 3 }
                    fleet.add(3, at: port)
                    let copy = try await fleet[1].post(Self.fork, #"{"id": "phone"}"#)
                    #expect(copy.status == status, "\(body): \(copy.text)")
                    #expect(copy.code == code, "\(body)")
                    #expect(fleet[1].registry.deviceCount == 0)
                }
            }
        }
    }

    /// What the second server has.
    private func ofOwner<Result: Sendable>(
        _ read: @escaping @Sendable (TestServer) async throws -> Result
    ) async throws -> Result {
        try await TestFleet.run { fleet in
            fleet.assign(Halves.owner)
            try await fleet[2].make(Halves.second)
            return try await read(fleet[2])
        }
    }

    @Test("A client gets nothing of what servers ask each other for")
    func clients() async throws {
        try await run { fleet in
            for path in ["/internal/v1/devices/tablet/state", "/internal/v1/mark"] {
                for number in 1...2 as ClosedRange<Int64> {
                    let answer = try await fleet[number].get(path)
                    #expect(answer.status == 401, "\(path)")
                }
            }
        }
    }
}
