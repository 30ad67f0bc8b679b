import APNs
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A receiver on 127.0.0.1 that answers as a test wants, byte by byte.
final class TestReceiver: Sendable {
    /// What it does with a request.
    enum Script: Sendable {
        /// Answers with these bytes, and closes the connection.
        case answer(String)
        /// Begins with these bytes and then sends zeros, until the connection is closed.
        case endless(String)
        /// Never answers.
        case silent
        /// Closes the connection without an answer.
        case close
    }

    /// What it got.
    struct Received: Sendable {
        var line: String
        var headers: [String: String]
        var body: [UInt8]
    }

    private struct State {
        var received: [Received] = []
        var connections = 0
        var sentBytes = 0
        var closed = 0
    }

    /// Its port.
    let port: Int
    private let script: Script
    private let state = Mutex(State())

    private init(port: Int, _ script: Script) {
        self.port = port
        self.script = script
    }

    /// Every request that it got, in order.
    var received: [Received] { state.withLock { $0.received } }
    /// How many connections there have been.
    var connections: Int { state.withLock { $0.connections } }
    /// How many connections have ended.
    var closed: Int { state.withLock { $0.closed } }
    /// How many bytes it has sent.
    var sentBytes: Int { state.withLock { $0.sentBytes } }

    /// An answer without a body.
    static func status(_ status: Int, _ headers: String = "") -> Script {
        .answer("HTTP/1.1 \(status) Some\r\nContent-Length: 0\r\n\(headers)\r\n")
    }

    /// Runs one while the body runs.
    ///
    /// - Parameters:
    ///   - script: What it does with a request.
    ///   - port: Its port; 0 for a free one.
    ///   - tls: The context of TLS; nil for plain HTTP.
    static func run(
        _ script: Script,
        port: Int = 0,
        tls: NIOSSLContext? = nil,
        _ body: (TestReceiver) async throws -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let receiver = TestReceiver(port: server.channel.localAddress?.port ?? 0, script)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await receiver.serve(server) }
            defer { group.cancelAll() }
            try await body(receiver)
        }
    }

    /// A port that nothing listens on.
    static func unusedPort() async throws -> Int {
        var port = 0
        try await run(.close) { port = $0.port }
        return port
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
        defer { state.withLock { $0.closed += 1 } }
        try await client.executeThenClose { inbound, outbound in
            var bytes = ByteBuffer()
            for try await part in inbound {
                bytes.writeImmutableBuffer(part)
                guard let request = Received(bytes) else { continue }
                state.withLock { $0.received.append(request) }
                switch script {
                case .answer(let text):
                    try await outbound.write(ByteBuffer(string: text))
                    return
                case .endless(let text):
                    try await outbound.write(ByteBuffer(string: text))
                    while true {
                        let zeros = ByteBuffer(repeating: 0, count: 16_384)
                        try await outbound.write(zeros)
                        state.withLock { $0.sentBytes += zeros.readableBytes }
                    }
                case .close: return
                case .silent: bytes.clear()
                }
            }
        }
    }
}

extension TestReceiver.Received {
    /// Reads a request; nil until it is complete.
    fileprivate init?(_ bytes: ByteBuffer) {
        let text = String(buffer: bytes)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        line = lines[0]
        headers = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        body = Array(text[end.upperBound...].utf8)
        guard body.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return nil }
    }
}
