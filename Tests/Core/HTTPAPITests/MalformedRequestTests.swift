import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@testable import HTTPAPI

@Suite("A request that cannot be parsed")
struct MalformedRequestTests {
    /// Keeps the errors from the end of the pipeline, where the channel would throw them.
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = Any
        var errors = 0

        func errorCaught(context: ChannelHandlerContext, error: any Error) { errors += 1 }
    }

    private let listener = Listener()
    private let channel: EmbeddedChannel

    init() { channel = EmbeddedChannel(handlers: [ConnectionHandler(Arrivals()) { ErrorDocument($0) }, listener]) }

    private func fail() { channel.pipeline.fireErrorCaught(HTTPParserError.invalidVersion) }

    /// Writes what Hummingbird answers by itself.
    private func writeEmptyAnswer() throws {
        let head = HTTPResponse(status: .badRequest, headerFields: [.connection: "close", .contentLength: "0"])
        try channel.writeOutbound(HTTPResponsePart.head(head))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// Writes what an endpoint answers.
    private func writeAnswer(_ status: HTTPResponse.Status) throws {
        let head = HTTPResponse(status: status, headerFields: [.requestID: "mine"])
        try channel.writeOutbound(HTTPResponsePart.head(head))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// The heads, and what else was sent.
    private func sent() throws -> (heads: [HTTPResponse], bodies: [String], ends: Int) {
        var sent: (heads: [HTTPResponse], bodies: [String], ends: Int) = ([], [], 0)
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            switch part {
            case .head(let head): sent.heads.append(head)
            case .body(let body): sent.bodies.append(String(buffer: body))
            case .end: sent.ends += 1
            }
        }
        return sent
    }

    @Test("is answered with a problem document and an id")
    func problem() throws {
        fail()
        try writeEmptyAnswer()
        let sent = try sent()
        let head = try #require(sent.heads.first)
        #expect(sent.heads.count == 1)
        #expect(head.status == .badRequest)
        #expect(head.headerFields[.contentType] == "application/problem+json")
        #expect(head.headerFields[.connection] == "close")
        #expect(head.headerFields[.requestID] != nil)
        let body = try #require(sent.bodies.first)
        #expect(head.headerFields[.contentLength] == String(body.utf8.count))
        #expect(body.contains(#""code":"malformed-request""#))
        #expect(body.contains("invalid HTTP version"))
        #expect(sent.ends == 1)
        #expect(listener.errors == 1)
    }

    @Test("is answered once, by the endpoint that reads its body")
    func endpoint() throws {
        fail()
        try writeAnswer(.badRequest)
        try writeEmptyAnswer()
        let sent = try sent()
        #expect(sent.heads.map { $0.headerFields[.requestID] } == ["mine"])
        #expect(sent.bodies.isEmpty)
        #expect(sent.ends == 1)
    }

    @Test("comes after the answers to those before it")
    func pipelined() throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.requestID: "mine"])))
        fail()
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        try writeAnswer(.noContent)
        let sent = try sent()
        #expect(sent.heads.map(\.status) == [.ok, .noContent])
        #expect(sent.ends == 2)
    }

    private static let marks = "a" + String(repeating: "\u{301}\u{316}", count: 16)
    private static let encodedMarks = "a" + String(repeating: "%CC%81%cc%96", count: 16)

    static let unreadable: [(path: String, host: String, header: String, field: String?)] = [
        ("/v1/\(marks)", "a", "b", nil), ("/v1/\(encodedMarks)", "a", "b", nil), ("/?\(encodedMarks)=1", "a", "b", nil),
        ("/?a=%\(encodedMarks)&%", "a", "b", nil), ("/", marks, "b", "Host"), ("/", "a", marks, "Origin"),
    ]

    @Test(
        "A head with a long run of combining marks is answered so, and reaches nothing else",
        arguments: unreadable.indices
    )
    func marks(index: Int) throws {
        let (path, host, header, field) = Self.unreadable[index]
        let request = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: host,
            path: path,
            headerFields: [.accept: "*/*", .origin: header]
        )
        try channel.writeInbound(HTTPRequestPart.head(request))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
        #expect(listener.errors == 1)
        try writeEmptyAnswer()
        let sent = try sent()
        let body = try #require(sent.bodies.first)
        #expect(sent.heads.map(\.status) == [.unprocessableContent])
        #expect(body.contains("at most 30 combining marks in a row"))
        #expect(body.contains(#""field":"\#(field ?? "")""#) == (field != nil))
    }

    @Test("Other text beyond ASCII is read")
    func readable() throws {
        let request = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "a",
            path: "/Tiếng/%CC%81%CC%96/\(String(repeating: "e%CC%81", count: 100))",
            headerFields: [.userAgent: "Grün \(String(repeating: "e\u{301}", count: 100))"]
        )
        try channel.writeInbound(HTTPRequestPart.head(request))
        guard case .head(request)? = try channel.readInbound(as: HTTPRequestPart.self) else {
            Issue.record("the head is not passed on")
            return
        }
        #expect(listener.errors == 0)
    }
}
