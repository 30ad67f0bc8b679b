import Foundation
import LifecycleKernel
import NIOCore
import NIOHPACK
import NIOPosix
import NIOSSL

@testable import APNs

/// A client that sends bytes as they are said, and reads frames of HTTP/2.
final class RawConnection {
    /// A frame as it came.
    struct Frame: Hashable {
        var type: Kind
        var flags: UInt8
        var stream: UInt32
        var payload: [UInt8]

        /// Whether it ends its stream.
        var endsStream: Bool { flags & 1 != 0 }
    }

    /// The types of frames (RFC 9113, 6).
    enum Kind: UInt8 {
        case data, headers, priority, resetStream, settings, pushPromise, ping, goAway, windowUpdate, continuation
    }

    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var received = ByteBuffer()
    private var encoder = HPACKEncoder(allocator: ByteBufferAllocator())

    private init(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// Connects to a listener and closes the connection at the end.
    ///
    /// - Parameters:
    ///   - protocols: What the client offers in ALPN; nothing by default.
    ///   - isSecure: Whether it speaks TLS.
    static func open(
        _ listener: TestListener,
        protocols: [String] = [],
        isSecure: Bool = true,
        _ body: (RawConnection) async throws -> Void
    ) async throws {
        var tls = try TestListener.tls(trusting: listener.identity)
        tls.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: tls)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: listener.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if isSecure {
                        let handler = try NIOSSLClientHandler(context: context, serverHostname: "localhost")
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        var result = Result<Void, any Error>.success(())
        // The server may have closed it already, which is what some tests are about.
        try? await channel.executeThenClose { inbound, outbound in
            do { try await body(RawConnection(inbound, outbound)) } catch { result = .failure(error) }
        }
        try result.get()
    }

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Sends the preface and empty settings.
    func begin() async throws {
        try await send(Self.preface + Self.frame(.settings, 0, 0, []))
    }

    /// Sends bytes; what the server no longer takes is no error.
    func send(_ bytes: [UInt8]) async throws {
        try? await outbound.write(ByteBuffer(bytes: bytes))
    }

    /// The bytes of a frame.
    static func frame(_ type: Kind, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16 & 0xff), UInt8(length >> 8 & 0xff), UInt8(length & 0xff), type.rawValue, flags]
            + bigEndian(stream) + payload
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] {
        [UInt8(number >> 24), UInt8(number >> 16 & 0xff), UInt8(number >> 8 & 0xff), UInt8(number & 0xff)]
    }

    /// A header block of a push.
    func block(to token: String, _ more: [(String, String)] = []) throws -> [UInt8] {
        var headers = HPACKHeaders([
            (":method", "POST"), (":scheme", "https"), (":path", "/3/device/\(token)"), ("host", "localhost"),
            ("authorization", "bearer \(TestProvider.shared.token())"),
            ("apns-topic", TestListener.notes.rawValue), ("apns-push-type", "alert"),
        ])
        headers.add(contentsOf: more)
        var buffer = ByteBuffer()
        try encoder.encode(headers: headers, to: &buffer)
        return Array(buffer.readableBytesView)
    }

    /// A header block of these fields.
    func block(_ fields: [(String, String)]) throws -> [UInt8] {
        var buffer = ByteBuffer()
        try encoder.encode(headers: HPACKHeaders(fields), to: &buffer)
        return Array(buffer.readableBytesView)
    }

    /// Sends a whole push on a stream.
    func push(_ stream: UInt32, to token: String, body: String = TestListener.alert) async throws {
        let block = try block(to: token)
        try await send(Self.frame(.headers, 0x4, stream, block) + Self.frame(.data, 0x1, stream, Array(body.utf8)))
    }

    /// The next frame; nil at the end of the connection.
    func next() async throws -> Frame? {
        while true {
            if let frame = readFrame() { return frame }
            guard var bytes = try? await inbound.next() else { return nil }
            received.writeBuffer(&bytes)
        }
    }

    /// The first frame that is as wanted; nil if the connection ends before.
    func first(where isWanted: (Frame) -> Bool) async throws -> Frame? {
        while let frame = try await next() {
            if isWanted(frame) { return frame }
        }
        return nil
    }

    private func readFrame() -> Frame? {
        guard let head = received.getBytes(at: received.readerIndex, length: 9) else { return nil }
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        guard received.readableBytes >= 9 + length else { return nil }
        received.moveReaderIndex(forwardBy: 9)
        let payload = received.readBytes(length: length) ?? []
        let stream = UInt32(head[5]) << 24 | UInt32(head[6]) << 16 | UInt32(head[7]) << 8 | UInt32(head[8])
        guard let type = Kind(rawValue: head[3]) else { return nil }
        return Frame(type: type, flags: head[4], stream: stream, payload: payload)
    }
}

extension RawConnection.Frame {
    /// The error code of a GOAWAY or RST_STREAM.
    var errorCode: UInt32? {
        let bytes = type == .goAway ? payload.dropFirst(4).prefix(4) : type == .resetStream ? payload.prefix(4) : []
        return bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    /// The text at the end of a GOAWAY.
    var debugText: String { String(decoding: payload.dropFirst(8), as: UTF8.self) }
}
