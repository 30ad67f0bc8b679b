import NIOCore
import Outgoing
import TestKit
import Testing

@testable import OpenTelemetryExport

/// Requests to a receiver that is well, down, slow or hostile.
@Suite("A receiver of OTLP", .timeLimit(.minutes(1)))
struct ClientTests {
    private func send(
        to port: Int,
        path: String = "",
        headers: String = "",
        _ change: (inout RequestLimits) -> Void = { _ in }
    ) async throws -> ExportAnswer {
        var limits = RequestLimits(timeout: .seconds(10))
        change(&limits)
        let client = OTLPClient(
            try #require(OTLPEndpoint("http://127.0.0.1:\(port)\(path)")),
            headers: try ExportHeaders(headers),
            version: "1.2.3",
            limits: limits
        )
        let answer = await client.send(Array(#"{"x": 1}"#.utf8), of: .traces)
        await client.close()
        return answer
    }

    @Test("gets JSON below its path, with the header fields that it asks for")
    func request() async throws {
        let body = #"{"partialSuccess": {"rejectedSpans": "1"}}"#
        let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nRetry-After: 3\r\n\r\n\(body)"
        try await TestReceiver.run([.bytes(reply)]) { receiver in
            let answer = try await send(to: receiver.port, path: "/otel/", headers: "Authorization: Bearer open-sesame")
            #expect(answer == .status(200, retryAfter: "3", body: Array(body.utf8)))
            let request = try #require(receiver.requests.first)
            #expect(request.line == "POST /otel/v1/traces HTTP/1.1" && request.body == Array(#"{"x": 1}"#.utf8))
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.headers["authorization"] == "Bearer open-sesame")
            #expect(request.headers["user-agent"] == "Greenroom/1.2.3")
        }
    }

    @Test("that is down answers nothing, at once")
    func down() async throws {
        let answer = try await send(to: try await TestReceiver.unusedPort())
        guard case .none(let reason) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(!reason.isEmpty && answer.meaning == .retry)
    }

    @Test("that never answers is given up")
    func silent() async throws {
        try await TestReceiver.run([.stalled("")]) { receiver in
            let answer = try await send(to: receiver.port) { $0.timeout = .milliseconds(200) }
            #expect(answer == .none(reason: "no answer in time"))
        }
    }

    @Test("that closes the connection is asked again later")
    func close() async throws {
        try await TestReceiver.run([.close]) { receiver in
            let answer = try await send(to: receiver.port)
            #expect(answer.meaning == .retry)
        }
    }

    @Test("that sends an answer without end is read up to a limit, and its status counts")
    func endless() async throws {
        let start = "HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n"
        try await TestReceiver.run([.endless(start)]) { receiver in
            let answer = try await send(to: receiver.port)
            #expect(answer == .status(200))
            // What was on its way when the connection was closed, not all of it.
            #expect(receiver.sentBytes < 64_000_000)
        }
    }

    @Test("whose answer does not end in time has the data all the same")
    func slowBody() async throws {
        let start = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"
        try await TestReceiver.run([.stalled(start)]) { receiver in
            let answer = try await send(to: receiver.port) { $0.timeout = .seconds(3) }
            #expect(answer.meaning == .accepted(rejected: 0, message: nil))
        }
    }

    @Test("that sends elsewhere is not followed", arguments: [301, 302, 307, 308])
    func redirect(status: Int) async throws {
        try await TestReceiver.run([.status(200)]) { other in
            let location = "Location: http://127.0.0.1:\(other.port)/v1/traces\r\n"
            try await TestReceiver.run([.status(status, location)]) { receiver in
                let answer = try await send(to: receiver.port)
                #expect(answer == .status(status))
            }
            #expect(other.requests.isEmpty)
        }
    }

    static let endpoints: [(String, String?)] = [
        ("http://localhost:4318", "http://localhost:4318/v1/logs"),
        ("http://localhost:4318/", "http://localhost:4318/v1/logs"),
        ("https://otel.example.com/tenant//", "https://otel.example.com/tenant/v1/logs"),
        ("HTTP://127.0.0.1", "HTTP://127.0.0.1/v1/logs"), ("http://[::1]:4318", "http://[::1]:4318/v1/logs"),
        ("", nil), ("localhost:4318", nil), ("grpc://localhost:4317", nil), ("http://", nil), ("http:///v1", nil),
        ("http://user:secret@example.com", nil), ("http://example.com?x=1", nil), ("http://example.com/#x", nil),
        ("http://example.com:0", nil), ("http://example.com:70000", nil), ("http://exa mple.com", nil),
        ("http://example.com/\r\nX: y", nil), ("file:///etc/passwd", nil),
    ]

    @Test("has a base URL of HTTP or HTTPS", arguments: endpoints)
    func endpoint(text: String, url: String?) {
        #expect(OTLPEndpoint(text)?.url(.logs) == url)
    }

    @Test("asks for header fields in a file of lines")
    func headers() throws {
        let text = "# a comment\nAuthorization: Bearer a:b c \r\n\nX-Scope-OrgID:\tx\n"
        let fields = try ExportHeaders(text).fields.map { [$0.name, $0.value] }
        #expect(fields == [["Authorization", "Bearer a:b c"], ["X-Scope-OrgID", "x"]])
        let none = try ExportHeaders("")
        #expect(none == .none)
    }

    @Test(
        "A line that is no header field is refused, and what stands in it is not repeated",
        arguments: ["secret", "secret value: x", ": secret", "secret:", "secret: ü", "secret: a\u{0}b"]
    )
    func badHeader(line: String) throws {
        let error = #expect(throws: ExportHeaders.LineError.self) { try ExportHeaders("A: b\n" + line) }
        #expect(error?.line == 2 && error?.description.contains("secret") == false)
    }

    @Test("Header fields of the client's own cannot be given", arguments: ["Host", "content-type", "Content-Length"])
    func reserved(name: String) {
        #expect(throws: ExportHeaders.LineError.self) { try ExportHeaders("\(name): x") }
    }
}
