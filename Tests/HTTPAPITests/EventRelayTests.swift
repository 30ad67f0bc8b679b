import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import HTTPAPI

@Suite("Streams of several servers as one")
struct EventRelayTests {
    private static let first = "retry: 1000\nevent: open\ndata: {\"after\":0}\n\nid: 1\ndata: {\"a\":1}\n\n:\n"
    private static let later = "retry: 1000\nevent: open\nid: 1\ndata: {\"after\":1}\n\nid: 2\ndata: {}\n\n"

    private func end(_ reason: String) -> String { "event: end\ndata: {\"why\":\"\(reason)\"}\n\n" }

    @Test("Events are passed on whole, however the parts are cut", arguments: [1, 2, 7, 1_000])
    func parts(size: Int) async throws {
        let client = CollectedBody()
        let relay = EventRelay(client)
        relay.begin(isOfPeer: true)
        try await send(Self.first + end("moved"), in: size, to: relay)
        #expect(relay.hasMoved)
        #expect(!relay.hasEnded)
        #expect(relay.lastID == "1")
        // Half of an event is lost with its stream.
        try await send("id: 2\ndata: {", in: size, to: relay)
        relay.begin(isOfPeer: false)
        try await send(Self.later + end("deviceDeleted"), in: size, to: relay)
        #expect(relay.hasEnded)
        #expect(relay.lastID == "2")
        let wanted = Self.first + "id: 2\ndata: {}\n\n" + end("deviceDeleted")
        #expect(String(decoding: client.bytes, as: UTF8.self) == wanted)
    }

    @Test("A stream that has sent nothing goes on where it began")
    func nothingSent() async throws {
        let relay = EventRelay(CollectedBody())
        relay.begin(isOfPeer: true)
        try await send("retry: 1000\nevent: open\ndata: {\"after\":17}\n\n", in: 9, to: relay)
        #expect(relay.lastID == "17")
    }

    @Test("When this server stops, its streams end; when another one does, they go on")
    func shutdown() async throws {
        for isOfPeer in [true, false] {
            let relay = EventRelay(CollectedBody())
            relay.begin(isOfPeer: isOfPeer)
            try await send(Self.first + end("shutdown"), in: 100, to: relay)
            #expect(relay.hasEnded == !isOfPeer)
            #expect(relay.hasMoved == isOfPeer)
        }
    }

    @Test("While a stream does not go on, the client gets heartbeats between whole events")
    func heartbeats() async throws {
        let client = SharedBody()
        let relay = EventRelay(client)
        relay.begin(isOfPeer: true)
        try await send("retry: 1000\nevent: open\ndata: {\"after\":0}\n\nid: 1\ndata: {", in: 100, to: relay)
        let opened = client.text
        let value = try await relay.keepingAlive(every: .milliseconds(1)) {
            while client.text.count < opened.count + 4 { await Task.yield() }
            return 17
        }
        #expect(value == 17)
        #expect(client.text.hasPrefix(opened + ":\n:\n"))
        let quick = client.text
        #expect(try await relay.keepingAlive(every: .seconds(60)) { 18 } == 18)
        #expect(client.text == quick)
    }

    @Test("What is waited for is given up when the client has disconnected")
    func disconnected() async throws {
        for isNoted in [true, false] {
            let client = SharedBody()
            let relay = EventRelay(client)
            relay.begin(isOfPeer: true)
            if isNoted { relay.disconnection.note() } else { client.isBroken = true }
            await #expect(throws: CancellationError.self) {
                try await relay.keepingAlive(every: .milliseconds(1)) {
                    try await Task.sleep(for: .seconds(600))
                }
            }
            #expect(relay.failure is CancellationError)
        }
    }

    private func send(_ text: String, in size: Int, to relay: EventRelay) async throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try await relay.write(ByteBuffer(bytes: rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
    }
}

/// A body that other tasks may look at.
private final class SharedBody: ResponseBodyWriter, Sendable {
    private struct State {
        var text = ""
        var isBroken = false
    }

    private let state = Mutex(State())

    var text: String { state.withLock { $0.text } }

    var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }

    func write(_ buffer: ByteBuffer) async throws {
        try state.withLock { state in
            if state.isBroken { throw CancellationError() }
            state.text += String(buffer: buffer)
        }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
