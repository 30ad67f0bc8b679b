import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A receiver of HTTP requests on 127.0.0.1 that answers as a test wants, byte by byte.
package final class TestReceiver: Sendable {
    /// What it does with a request.
    package enum Reply: Sendable {
        /// Answers with these bytes, and closes the connection.
        case bytes(String)
        /// Begins with these bytes and then sends zeros, until the connection is closed.
        case endless(String)
        /// Answers with these bytes, and with nothing after them. Without any it never answers.
        case stalled(String)
        /// Closes the connection without an answer.
        case close

        /// An answer without a body.
        package static func status(_ status: Int, _ headers: String = "") -> Reply {
            .bytes("HTTP/1.1 \(status) Some\r\nContent-Length: 0\r\n\(headers)\r\n")
        }
    }

    /// What it got.
    package struct Request: Sendable {
        package let line: String
        /// The fields of the head, their names in lower case.
        package let headers: [String: String]
        package let body: [UInt8]
    }

    private struct State {
        var replies: [Reply] = []
        var requests: [Request] = []
        var sentBytes = 0
        var connections = 0
        var closedConnections = 0
    }

    /// Its port.
    package let port: Int
    private let state: Mutex<State>

    private init(port: Int, _ replies: [Reply]) {
        self.port = port
        state = Mutex(State(replies: replies))
    }

    /// Every request that it got, in order.
    package var requests: [Request] { state.withLock { $0.requests } }
    /// How many connections there have been.
    package var connections: Int { state.withLock { $0.connections } }
    /// How many connections have ended.
    package var closedConnections: Int { state.withLock { $0.closedConnections } }
    /// How many bytes it has sent of a body without end.
    package var sentBytes: Int { state.withLock { $0.sentBytes } }

    /// Runs one while the body runs.
    ///
    /// - Parameters:
    ///   - replies: What it does with one request after another; the last of them with all that follow.
    ///   - port: Its port; 0 for a free one.
    ///   - tls: The context of TLS; nil for plain HTTP.
    package static func run<Answer>(
        _ replies: [Reply],
        port: Int = 0,
        tls: NIOSSLContext? = nil,
        _ body: (TestReceiver) async throws -> Answer
    ) async throws -> Answer {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let receiver = TestReceiver(port: server.channel.localAddress?.port ?? 0, replies)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await receiver.serve(server) }
            defer { group.cancelAll() }
            return try await body(receiver)
        }
    }

    /// A port that nothing listens on.
    package static func unusedPort() async throws -> Int {
        try await run([.close]) { $0.port }
    }

    private func serve(_ server: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>) async throws {
        try await server.executeThenClose { clients in
            try await withThrowingDiscardingTaskGroup { tasks in
                for try await client in clients {
                    tasks.addTask { try? await self.serve(client) }
                }
            }
        }
    }

    private func serve(_ client: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        state.withLock { $0.connections += 1 }
        defer { state.withLock { $0.closedConnections += 1 } }
        try await client.executeThenClose { inbound, outbound in
            var bytes = ByteBuffer()
            for try await part in inbound {
                bytes.writeImmutableBuffer(part)
                guard let request = Request(bytes) else { continue }
                bytes.clear()
                switch reply(to: request) {
                case .bytes(let text):
                    try await outbound.write(ByteBuffer(string: text))
                    return
                case .endless(let text): try await sendWithoutEnd(text, to: outbound)
                case .close: return
                case .stalled(let text): try await outbound.write(ByteBuffer(string: text))
                }
            }
        }
    }

    private func reply(to request: Request) -> Reply {
        state.withLock { state in
            state.requests.append(request)
            return state.replies.count > 1 ? state.replies.removeFirst() : state.replies.first ?? .close
        }
    }

    private func sendWithoutEnd(_ text: String, to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws {
        try await outbound.write(ByteBuffer(string: text))
        while true {
            let zeros = ByteBuffer(repeating: 0, count: 16_384)
            try await outbound.write(zeros)
            state.withLock { $0.sentBytes += zeros.readableBytes }
        }
    }
}

extension TestReceiver.Request {
    /// Reads a request; nil until it is complete.
    fileprivate init?(_ bytes: ByteBuffer) {
        let text = String(buffer: bytes)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let body = Array(text[end.upperBound...].utf8)
        guard body.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return nil }
        self.init(line: lines[0], headers: headers, body: body)
    }
}
