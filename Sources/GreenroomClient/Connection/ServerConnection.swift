import AsyncHTTPClient
import Foundation
import LifecycleKernel
import NIOCore
import NIOHTTP1
import WireFormat

/// Sends requests to a Greenroom server, and reads what it answers.
package struct ServerConnection: Sendable {
    /// The server's address, without a slash at the end.
    package let address: String
    /// The bearer token; nil when the server needs none.
    package let token: String?

    /// How long one request may take by default.
    package static let timeout = TimeAmount.seconds(60)
    /// Does not try again when the connection is refused: a command reports it at once.
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// How large an answer may be, in bytes.
    private static let maximumAnswer = 256 * 1_024 * 1_024

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - address: The server's address.
    ///   - token: The bearer token; white space around it, as at the end of a file, is no part of it.
    package init(address: String, token: String? = nil) {
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.token = token?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What a server answers.
    package struct Answer: Sendable {
        /// The status code.
        package var status: UInt
        /// The body; null when there is none.
        package var body: Value

        /// Whether the server did what it was asked.
        package var isSuccess: Bool { (200..<300).contains(status) }
    }

    /// Sends a request with a JSON body and reads the answer.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The parts of the path; each is escaped.
    ///   - query: What follows the question mark, by name.
    ///   - body: The body; nil sends none.
    ///   - timeout: How long it may take.
    /// - Throws: When the server cannot be reached, or what it answers is no JSON.
    package func send(
        _ method: HTTPMethod,
        _ path: [String],
        query: [(String, String)] = [],
        body: Value? = nil,
        timeout: TimeAmount = timeout
    ) async throws -> Answer {
        try await send(request(method, path, query, accepting: "application/json"), body.map(JSONText.write), timeout)
    }

    /// Sends a JSON text by POST and reads the answer, which may be empty.
    ///
    /// - Parameters:
    ///   - path: The parts of the path; each is escaped.
    ///   - body: The JSON text, sent as it is.
    ///   - headers: Further header fields.
    ///   - timeout: How long it may take.
    /// - Throws: When the server cannot be reached, or what it answers is no JSON.
    package func post(
        _ path: [String],
        _ body: [UInt8],
        headers: [(name: String, value: String)],
        timeout: TimeAmount = timeout
    ) async throws -> Answer {
        var request = request(.POST, path, accepting: "application/json, text/event-stream")
        for header in headers { request.headers.add(name: header.name, value: header.value) }
        return try await send(request, body, timeout)
    }

    private func send(_ request: HTTPClientRequest, _ body: [UInt8]?, _ timeout: TimeAmount) async throws -> Answer {
        var request = request
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let response = try await Self.http.execute(request, timeout: timeout)
        let bytes = try await response.body.collect(upTo: Self.maximumAnswer)
        let value = bytes.readableBytes == 0 ? Value.null : try JSONText.parse(bytes.readableBytesView)
        return Answer(status: response.status.code, body: value)
    }

    /// The server-sent events of a path, from after a sequence on, until the server or the device ends.
    package func events(
        _ path: [String],
        query: [(String, String)],
        after sequence: Int64
    ) -> AsyncThrowingStream<ServerEvent, any Error> {
        var request = request(.GET, path, query, accepting: "text/event-stream")
        request.headers.add(name: "Last-Event-ID", value: String(sequence))
        return AsyncThrowingStream { [request] continuation in
            let reading = Task {
                do {
                    // The answer ends when the client closes it.
                    let response = try await Self.http.execute(request, deadline: .distantFuture)
                    var reader = ServerEventReader()
                    for try await part in response.body {
                        for event in reader.events(in: part.readableBytesView) { continuation.yield(event) }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }

    /// Sends a request whose answer is text.
    ///
    /// - Returns: The whole body.
    /// - Throws: `Refusal` with the problem when the server refuses it, and what keeps the server from being reached.
    package func text(_ request: HTTPClientRequest, timeout: TimeAmount = timeout) async throws -> String {
        let response = try await Self.http.execute(request, timeout: timeout)
        let body = try await response.body.collect(upTo: Self.maximumAnswer)
        guard (200..<300).contains(response.status.code) else {
            let problem = try? JSONText.parse(body.readableBytesView)
            throw Refusal(problem: problem ?? .null, status: Int(response.status.code))
        }
        return String(buffer: body)
    }

    /// A request without a body.
    package func request(
        _ method: HTTPMethod,
        _ path: [String],
        _ query: [(String, String)] = [],
        accepting type: String
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url(path, query))
        request.method = method
        request.headers.add(name: "Accept", value: type)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        return request
    }

    private func url(_ path: [String], _ query: [(String, String)]) -> String {
        let pairs = query.map { "\(escaped($0.0))=\(escaped($0.1))" }
        let question = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
        return address + path.map { "/" + escaped($0) }.joined() + question
    }
}

/// The text with everything but the unreserved characters of RFC 3986 percent-encoded.
private func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            result.unicodeScalars.append(Unicode.Scalar(byte))
        default:
            result += byte < 16 ? "%0" : "%"
            result += String(byte, radix: 16, uppercase: true)
        }
    }
    return result
}
