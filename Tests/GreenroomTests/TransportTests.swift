import LifecycleKernel
import NIOCore
import NIOHTTP1
import TestKit
import Testing
import WireFormat

@testable import GreenroomClient

@Suite("The client's connection") struct TransportTests {
    private func connection(_ receiver: TestReceiver) -> ServerConnection {
        ServerConnection(address: "http://127.0.0.1:\(receiver.port)/below/", token: "open-sesame")
    }

    @Test("sends the method, the path below the address, the query, the fields and the body") func request()
        async throws
    {
        try await TestReceiver.run([.bytes("HTTP/1.1 201 Created\r\nContent-Length: 8\r\n\r\n{\"a\": 1}")]) {
            receiver in
            let server = connection(receiver)
            let answer = try await server.send(.POST, ["v1", "a b"], query: [("q", "x&y")], body: ["b": 2])
            #expect(answer.status == 201 && answer.body == ["a": 1])
            let sent = try #require(receiver.requests.first)
            #expect(sent.line == "POST /below/v1/a%20b?q=x%26y HTTP/1.1")
            #expect(sent.headers["host"] == "127.0.0.1:\(receiver.port)")
            #expect(sent.headers["authorization"] == "Bearer open-sesame")
            #expect(String(decoding: sent.body, as: UTF8.self) == #"{"b":2}"#)
        }
    }

    @Test(
        "ends with an error if the answer does not come, or not to its end",
        arguments: [
            (TestReceiver.Reply.close, RequestError.connectionClosed), (.stalled(""), .deadlineExceeded),
            (.stalled("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .deadlineExceeded),
        ]
    )
    func failure(reply: TestReceiver.Reply, error: RequestError) async throws {
        try await TestReceiver.run([reply]) { receiver in
            let server = connection(receiver)
            await #expect(throws: error) { _ = try await server.send(.GET, [], timeout: .milliseconds(200)) }
            await until { receiver.closedConnections == receiver.connections }
        }
    }

    @Test("an answer without end is not read to its end, and the connection is closed") func endless() async throws {
        try await TestReceiver.run([.endless("HTTP/1.1 200 OK\r\n\r\n")]) { receiver in
            let transport = try HTTPTransport("http://127.0.0.1:\(receiver.port)")
            let (_, body) = try await transport.send(
                ClientRequest(method: .GET, target: "/", headers: [:])
            )
            await #expect(throws: RequestError.answerTooLong) { _ = try await body.collect(upTo: 1_000_000) }
        }
    }

    @Test("a connection is used again, and one that the server has closed is not") func reuse() async throws {
        try await withServer { address, _ in
            let server = ServerConnection(address: address)
            for _ in 0..<20 { #expect(try await server.send(.GET, ["readyz"]).isSuccess) }
            // The scrape has a connection of its own.
            let text = try await metricsText(address)
            #expect(text.contains("greenroom_http_requests_total"))
        }
        try await TestReceiver.run([.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")]) { receiver in
            let server = connection(receiver)
            for _ in 0..<3 {
                let answer = try await server.send(.GET, [])
                #expect(answer.isSuccess)
                await until { receiver.closedConnections == receiver.connections }
            }
            #expect(receiver.requests.count == 3)
        }
    }

    @Test("only what may be carried out twice is sent again on a new connection")
    func repetition() {
        let methods = [HTTPMethod.GET, .HEAD, .PUT, .DELETE, .POST, .PATCH]
        let repeated = methods.filter { ClientRequest(method: $0, target: "/", headers: [:]).mayBeRepeated }
        #expect(repeated == [.GET, .HEAD, .PUT, .DELETE])
    }

    @Test("what is no URL of HTTP is refused", arguments: ["ftp://a", "http://", "http:// a"])
    func address(text: String) {
        #expect(throws: RequestError.badAddress) { _ = try HTTPTransport(text) }
    }
}
