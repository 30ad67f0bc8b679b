import HTTPTestKit
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HTTPAPI

@Suite("Requests that wait for a thread")
struct ArrivalTests {
    private let arrivals = Arrivals()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handler: ConnectionHandler(arrivals) { ErrorDocument($0) })
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func request(_ method: HTTPRequest.Method) throws {
        let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    private func answer(_ status: HTTPResponse.Status) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status)))
    }

    private func endAnswer() throws { try channel.writeOutbound(HTTPResponsePart.end(nil)) }

    @Test("are counted until their answer begins")
    func untilTheAnswer() throws {
        try request(.post)
        #expect(arrivals.count == 1)
        try answer(.continue)
        #expect(arrivals.count == 1)
        try answer(.ok)
        #expect(arrivals.count == 0)
        try endAnswer()
        #expect(arrivals.count == 0)
        _ = try channel.finish()
        #expect(arrivals.count == 0)
    }

    @Test("are not counted if they only read", arguments: [HTTPRequest.Method.get, .head, .options, .trace])
    func reads(method: HTTPRequest.Method) throws {
        try request(method)
        #expect(arrivals.count == 0)
        try answer(.ok)
        try endAnswer()
        #expect(arrivals.count == 0)
    }

    @Test("are counted each on its own where several follow each other on a connection")
    func pipelined() throws {
        try request(.post)
        try request(.get)
        try request(.put)
        #expect(arrivals.count == 2)
        try answer(.ok)
        try endAnswer()
        #expect(arrivals.count == 1)
        try answer(.ok)
        try endAnswer()
        #expect(arrivals.count == 1)
        try answer(.ok)
        #expect(arrivals.count == 0)
    }

    @Test("are not counted any more when their connection has closed")
    func closed() throws {
        try request(.post)
        try request(.delete)
        #expect(arrivals.count == 2)
        _ = try channel.finish()
        #expect(arrivals.count == 0)
    }

    @Test("use up the limit; what waits for something to happen does not")
    func limit() async throws {
        var settings = HTTPServerSettings()
        settings.requestLimit = 1
        let (router, arrivals) = try buildRouter(InternalAPI(.test(), settings: settings))
        arrivals.add(2)
        try await Application(router: router).test(.router) { client in
            let refused = try await client.post("/v1/devices", "{}")
            #expect(refused == "overloaded")
            let waiting = try await client.post("/v1/devices/phone/wait", "{}")
            #expect(waiting != "overloaded")
            #expect(arrivals.count == 2)
            arrivals.add(-1)
            let accepted = try await client.post("/v1/devices", "{}")
            #expect(accepted == nil)
        }
    }
}

extension TestClientProtocol {
    /// The code of the problem that a request gets; nil for none.
    fileprivate func post(_ path: String, _ body: String) async throws -> String? {
        let headers: HTTPFields = [.contentType: "application/json"]
        let response = try await execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
        return response.status.code < 300 ? nil : APIAnswer(response).code
    }
}
