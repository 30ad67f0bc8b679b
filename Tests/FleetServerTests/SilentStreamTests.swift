import FleetServer
import HTTPAPI
import HTTPTypes
import Hummingbird
import NIOCore
import TestKit
import Testing

@Suite("Streams of a server that has lost its machine", .timeLimit(.minutes(1)))
struct SilentStreamTests {
    private static let stream =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n: one\n\n\r\n"

    @Test("A stream without heartbeats breaks off, for the next owner to be asked; a wait goes on")
    func silence() async throws {
        try await TestReceiver.run([.stalled(Self.stream), .stalled(Self.stream)]) { receiver in
            let port = receiver.port
            try await TestFleet.run(1) { fleet in
                fleet.add(2, at: port)
                let peers = FleetPeers(fleet[1].view, name: "s1", longestSilence: .milliseconds(200))
                func answer(isStream: Bool) async throws -> PeerAnswer {
                    var request = PeerRequest(.get, "/", timeout: .seconds(5), staysOpen: true)
                    request.mayBeStream = isStream
                    return try await peers.send(request, to: 2)
                }
                var read = ""
                let broken = await #expect(throws: (any Error).self) {
                    for try await part in try await answer(isStream: true).body {
                        read += String(buffer: part)
                    }
                }
                #expect(broken != nil && read == ": one\n\n")
                await soon { receiver.closedConnections == 1 }
                let wait = try await answer(isStream: false)
                var parts = wait.body.makeAsyncIterator()
                #expect(try await parts.next().map { String(buffer: $0) } == ": one\n\n")
                #expect(receiver.closedConnections == 1)
                await peers.close()
            }
        }
    }
}
