import AsyncHTTPClient
import DeviceHost
import Fleet
import HTTPAPI
import HTTPTypes
import HummingbirdTesting
import LifecycleKernel
import NIOCore
import NIOHTTP1
import TestKit
import Testing
import WireFormat

@Suite("Waits, streams and batches while devices move", .timeLimit(.minutes(1)))
struct MovingTests {
    private static let lock = #"{"type": "device.lock"}"#
    private static let unlock = #"{"type": "device.unlock"}"#

    @Test("A wait goes on at the next owner, with what happened between")
    func wait() async throws {
        try await TestFleet.run(3, hold: .seconds(20)) { fleet in
            fleet.assign { _ in 2 }
            try await fleet[2].make("phone")
            let body = #"{"until": {"record": {"kind": "input"}}, "timeoutSeconds": 30}"#
            async let answer = fleet[1].post("/v1/devices/phone/wait", body)
            await soon { await fleet[2].registry.waiting > 0 }
            // The device moves, and what is waited for happens before the front knows of it.
            try await fleet[3].take("phone", from: fleet[2])
            fleet.assign({ _ in 3 }, at: fleet[3])
            _ = try await fleet[3].post("/v1/devices/phone/events", Self.lock)
            fleet.assign { _ in 3 }
            let answered = try await answer
            #expect(answered.status == 200)
            #expect(answered["met"] == true, "\(answered.text)")
            #expect(answered.server == "s3")
            // The wait that the front has given up has ended.
            await soon { await fleet[2].registry.waiting == 0 }
        }
    }

    @Test("A wait goes on when the connection to the owner breaks off, as it changes nothing")
    func brokenWait() async throws {
        try await TestReceiver.run([.close]) { receiver in
            let port = receiver.port
            try await TestFleet.run(2, hold: .seconds(20)) { fleet in
                try await fleet[2].make("phone")
                fleet.assign { _ in 3 }
                fleet.add(3, at: port)
                let body = #"{"until": {"record": {"kind": "input"}}, "after": 0, "timeoutSeconds": 30}"#
                async let answer = fleet[1].post("/v1/devices/phone/wait", body)
                await soon { receiver.requests.count == 1 }
                fleet.assign { _ in 2 }
                _ = try await fleet[2].post("/v1/devices/phone/events", Self.lock)
                let answered = try await answer
                #expect(answered.status == 200 && answered["met"] == true, "\(answered.text)")
            }
        }
    }

    @Test("A stream goes on at the next owner, and the client sees one stream without a gap")
    func stream() async throws {
        try await TestFleet.run(3, hold: .seconds(20)) { fleet in
            fleet.assign { _ in 2 }
            try await fleet[2].make("phone")
            async let answer = fleet[1].get("/v1/devices/phone/timeline", headers: [.accept: "text/event-stream"])
            await soon { fleet[2].registry.waitingStreams > 0 }
            _ = try await fleet[2].post("/v1/devices/phone/events", Self.lock)
            try await fleet[3].take("phone", from: fleet[2])
            fleet.assign { _ in 3 }
            // Ends the stream there, as handing the partition over would.
            await fleet[2].registry.beginShutdown()
            await soon { fleet[3].registry.waitingStreams > 0 }
            _ = try await fleet[2].post("/v1/devices/phone/events", Self.unlock)
            #expect(try await fleet[3].send(.delete, "/v1/devices/phone").status == 204)
            let text = try await answer.text
            let lines = text.split(separator: "\n")
            let ids = lines.compactMap { $0.hasPrefix("id: ") ? Int($0.dropFirst(4)) : nil }
            #expect(ids == Array(1...ids.count), "\(text)")
            #expect(ids.count >= 2)
            #expect(lines.count { $0 == "event: open" } == 1)
            #expect(lines.count { $0 == "event: end" } == 1)
            #expect(text.contains(#""why":"deviceDeleted""#))
        }
    }

    @Test("A stream goes on at its front when that gets the device")
    func streamToFront() async throws {
        try await TestFleet.run(2, hold: .seconds(20)) { fleet in
            fleet.assign { _ in 2 }
            try await fleet[2].make("phone")
            async let answer = fleet[1].get("/v1/devices/phone/timeline", headers: [.accept: "text/event-stream"])
            await soon { fleet[2].registry.waitingStreams > 0 }
            _ = try await fleet[2].post("/v1/devices/phone/events", Self.lock)
            try await fleet[1].take("phone", from: fleet[2])
            fleet.assign { _ in 1 }
            await fleet[2].registry.beginShutdown()
            await soon { fleet[1].registry.waitingStreams > 0 }
            _ = try await fleet[2].post("/v1/devices/phone/events", Self.unlock)
            // The client of the first waits for the stream on its one connection.
            #expect(try await fleet[2].send(.delete, "/v1/devices/phone").status == 204)
            let lines = try await answer.text.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("id: ") } == 2)
            #expect(lines.count { $0 == "event: open" } == 1)
            #expect(lines.count { $0 == "event: end" } == 1)
            #expect(fleet[1].registry.waitingStreams == 0)
        }
    }

    @Test("A wait ends when the client has gone, at its front and at the owner", arguments: [1, 2])
    func disconnected(server: Int64) async throws {
        try await TestFleet.run(2) { fleet in
            fleet.assign { _ in 2 }
            try await fleet[2].make("phone")
            var request = HTTPClientRequest(
                url: "http://127.0.0.1:\(fleet[server].client.port!)/v1/devices/phone/wait"
            )
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(
                ByteBuffer(string: #"{"until": {"record": {"kind": "input"}}, "timeoutSeconds": 300}"#)
            )
            let client = Task { [request] in try await HTTPClient.shared.execute(request, timeout: .seconds(300)) }
            await soon { await fleet[2].registry.waiting == 1 }
            client.cancel()
            await soon { await fleet[2].registry.waiting == 0 }
            #expect(await fleet[2].registry.waiting == 0)
            // The connections between the servers still work.
            #expect(try await fleet[server].post("/v1/devices/phone/events", Self.lock).status == 200)
            await #expect(throws: (any Error).self) { try await client.value }
        }
    }

    @Test("A wait for what is so already is over at once, and one for what does not come ends in time")
    func present() async throws {
        try await TestFleet.run { fleet in
            fleet.assign { _ in 2 }
            try await fleet[2].make("phone")
            for number in 1...2 as ClosedRange<Int64> {
                let met = try await fleet[number].post(
                    "/v1/devices/phone/wait",
                    #"{"until": {"record": {"kind": "input"}}, "timeoutSeconds": 0.2}"#
                )
                #expect(met["met"] == false, "\(met.text)")
                #expect(
                    try await fleet[number].post(
                        "/v1/devices/nobody/wait",
                        #"{"until": {"record": {"kind": "input"}}}"#
                    ).status == 404
                )
                #expect(try await fleet[number].post("/v1/devices/phone/wait", "{}").status == 422)
            }
        }
    }

    @Test("The lines of a batch go to their owners, and the verdicts come in their order")
    func batch() async throws {
        try await TestFleet.run { fleet in
            fleet.assign(Halves.owner)
            try await fleet[1].make(Halves.first)
            try await fleet[2].make(Halves.second)
            var lines: [String] = []
            for round in 0..<40 {
                for id in [Halves.first, Halves.second] {
                    lines.append(
                        #"{"device": "\#(id)", "event": \#(round.isMultiple(of: 2) ? Self.lock : Self.unlock)}"#
                    )
                }
            }
            lines.append(#"{"device": "nobody", "event": \#(Self.lock)}"#)
            lines.append("{")
            for number in 1...2 as ClosedRange<Int64> {
                let answer = try await fleet[number].post(
                    "/v1/batch",
                    lines.joined(separator: "\n"),
                    headers: [.contentType: "application/x-ndjson"]
                )
                #expect(answer.status == 200)
                let verdicts = answer.text.split(separator: "\n").compactMap { try? JSONText.parse($0.utf8) }
                #expect(verdicts.map { $0["line"] } == lines.indices.map { .integer(Int64($0 + 1)) })
                #expect(verdicts.prefix(80).allSatisfy { $0["status"] == 200 }, "\(answer.text)")
                #expect(verdicts[80]["status"] == 404)
                #expect(verdicts[81]["status"] == 400)
                let sequences = verdicts.prefix(80).compactMap {
                    $0["sequence"].flatMap { if case .integer(let n) = $0 { n } else { nil } }
                }
                for offset in 0..<2 {
                    let ofDevice = stride(from: offset, to: 80, by: 2).map { sequences[$0] }
                    #expect(ofDevice == ofDevice.sorted(), "a device's lines keep their order")
                }
            }
        }
    }
}
