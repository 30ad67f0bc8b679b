import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@testable import HTTPAPI

@Suite("A client that sends nothing more")
struct DisconnectionTests {
    /// Makes the parts of a request of those that the decoder makes, as far as they are looked at.
    private final class Codec: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPRequestPart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch Self.unwrapInboundIn(data) {
            case .head:
                let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
                context.fireChannelRead(Self.wrapInboundOut(.head(head)))
            case .body(let bytes): context.fireChannelRead(Self.wrapInboundOut(.body(bytes)))
            case .end: context.fireChannelRead(Self.wrapInboundOut(.end(nil)))
            }
        }
    }

    private let handler = ConnectionHandler(Arrivals()) { ErrorDocument($0) }
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handlers: [ByteToMessageHandler(HTTPRequestDecoder()), Codec(), handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func request(_ version: String = "HTTP/1.1") throws {
        try channel.writeInbound(ByteBuffer(string: "GET / \(version)\r\nHost: localhost\r\n\r\n"))
    }

    private func closeInput() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }

    private func pass(_ milliseconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
    }

    /// The statuses that were sent since the last call.
    private func sent() throws -> [Int] {
        var statuses: [Int] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { statuses.append(head.status.code) }
        }
        return statuses
    }

    @Test("gets interim answers until it is answered, and has not gone before its connection is closed")
    func halfClosed() throws {
        try request()
        closeInput()
        pass(249)
        #expect(try sent() == [])
        pass(1)
        #expect(try sent() == [100])
        pass(15_000)
        #expect(try sent() == [100, 100, 100])
        #expect(!handler.disconnection.hasHappened)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        pass(3_600_000)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        pass(3_600_000)
        #expect(try sent() == [200])
        _ = try channel.finish()
        #expect(handler.disconnection.hasHappened)
    }

    @Test("after several requests gets them between the answers")
    func pipelined() throws {
        try request()
        try request()
        closeInput()
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        pass(250)
        #expect(try sent() == [200, 100])
    }

    @Test("has gone if it speaks HTTP/1.0, which has no interim answers")
    func old() throws {
        try request("HTTP/1.0")
        closeInput()
        #expect(handler.disconnection.hasHappened)
        pass(3_600_000)
        #expect(try sent() == [])
    }

    @Test("No client gets 100 Continue that has no request, speaks HTTP/1.0, or whose answer has begun")
    func continuation() throws {
        func ask() throws { try channel.triggerUserOutboundEvent(ConnectionHandler.ContinueEvent()).wait() }
        try ask()
        #expect(try sent() == [])
        try request()
        try ask()
        #expect(try sent() == [100])
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try ask()
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        try request("HTTP/1.0")
        try ask()
        #expect(try sent() == [200])
    }
}
