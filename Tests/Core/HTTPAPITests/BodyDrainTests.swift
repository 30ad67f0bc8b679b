import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HTTPAPI

@Suite("A request that is answered before its body has come")
struct BodyDrainTests {
    /// Counts what the channel is asked to read.
    private final class Reads: ChannelOutboundHandler {
        typealias OutboundIn = Any
        var count = 0

        func read(context: ChannelHandlerContext) { count += 1 }
    }

    private let reads = Reads()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handlers: [reads, ConnectionHandler(Arrivals()) { ErrorDocument($0) }])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func receive(_ parts: HTTPRequestPart...) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    /// The head of a request, with `Content-Length` if that is given, and otherwise chunked.
    private func head(_ length: Int?, _ fields: HTTPFields = [:]) -> HTTPRequestPart {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: fields)
        head.headerFields[.contentLength] = length.map { String($0) }
        if length == nil { head.headerFields[.transferEncoding] = "chunked" }
        return .head(head)
    }

    private func body(_ count: Int) -> HTTPRequestPart { .body(ByteBuffer(repeating: 0, count: count)) }

    /// Writes an answer.
    ///
    /// - Returns: Its head as it was sent.
    private func answer(_ status: HTTPResponse.Status = .unauthorized, isStream: Bool = false) throws -> HTTPResponse {
        let fields: HTTPFields = isStream ? [:] : [.contentLength: "0"]
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status, headerFields: fields)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        guard case .head(let head)? = try channel.readOutbound(as: HTTPResponsePart.self) else {
            preconditionFailure("no head")
        }
        _ = try channel.readOutbound(as: HTTPResponsePart.self)
        return head
    }

    /// How many parts the next handlers have got since the last call.
    private func passed() throws -> Int {
        var count = 0
        while try channel.readInbound(as: HTTPRequestPart.self) != nil { count += 1 }
        return count
    }

    private func pass(_ milliseconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
    }

    @Test(
        "says that the connection is closed, unless the rest is known to be small",
        arguments: [
            (0, false), (1, false), (BodyDrain.keptBytes, false), (BodyDrain.keptBytes + 1, true), (nil, true),
        ] as [(Int?, Bool)]
    )
    func announcement(length: Int?, isClosed: Bool) throws {
        try receive(head(length))
        #expect(try answer().headerFields[.connection] == (isClosed ? "close" : nil))
        try receive(.end(nil))
        #expect(channel.isActive == !isClosed)
    }

    @Test("says nothing of it, and is not closed, when all of it has come or the answer is a stream")
    func noAnnouncement() throws {
        try receive(head(nil), body(1), .end(nil))
        #expect(try answer().headerFields[.connection] == nil)
        try receive(head(nil), body(1))
        #expect(try answer(isStream: true).headerFields[.connection] == nil)
        try receive(body(1), .end(nil))
        #expect(channel.isActive)
    }

    @Test(
        "closes the connection when its client has waited for 100 Continue in vain, and only then",
        arguments: [true, false]
    )
    func expectation(isContinued: Bool) throws {
        try receive(head(10, [.expect: "100-continue"]))
        if isContinued {
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .continue)))
            _ = try channel.readOutbound(as: HTTPResponsePart.self)
        }
        #expect(try answer().headerFields[.connection] == (isContinued ? nil : "close"))
    }

    @Test("is read to its end, of which nobody gets anything, and the next request is answered")
    func small() throws {
        try receive(head(30), body(10))
        #expect(try passed() == 2)
        _ = try answer()
        try receive(body(10), body(10))
        #expect(try passed() == 0)
        pass(2_999)
        try receive(.end(nil), head(nil), body(1))
        #expect(try passed() == 3)
        pass(3_600_000)
        #expect(channel.isActive)
        try receive(.end(nil))
        #expect(try answer(.ok).headerFields[.connection] == nil)
    }

    @Test("is read although the next handlers take nothing more")
    func heldBack() throws {
        try receive(head(1_000))
        let before = reads.count
        channel.pipeline.fireChannelReadComplete()
        #expect(reads.count == before)
        _ = try answer()
        #expect(reads.count == before + 1)
        channel.pipeline.fireChannelReadComplete()
        #expect(reads.count == before + 2)
        try receive(.end(nil))
        let after = reads.count
        channel.pipeline.fireChannelReadComplete()
        #expect(reads.count == after)
    }

    @Test("is not waited for longer than a while, whatever comes of it")
    func slow() throws {
        try receive(head(1_000))
        _ = try answer()
        for _ in 0..<29 {
            pass(100)
            try receive(body(1))
        }
        #expect(channel.isActive)
        pass(100)
        #expect(!channel.isActive)
    }

    @Test("is not read beyond a limit")
    func large() throws {
        try receive(head(nil))
        _ = try answer()
        let part = body(BodyDrain.drainedBytes / 16)
        for _ in 0..<16 { try receive(part) }
        #expect(channel.isActive)
        try receive(body(1))
        #expect(!channel.isActive)
    }

    @Test("is told from the request after it, whose beginning has come already")
    func pipelined() throws {
        try receive(head(1), body(1), .end(nil), head(BodyDrain.keptBytes + 1))
        #expect(try answer().headerFields[.connection] == nil)
        pass(3_600_000)
        #expect(channel.isActive)
        #expect(try answer().headerFields[.connection] == "close")
        pass(3_000)
        #expect(!channel.isActive)
    }
}
