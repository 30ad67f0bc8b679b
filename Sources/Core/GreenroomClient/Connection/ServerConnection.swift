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

    /// How long a request may take by default, up to the end of the answer.
    package static let timeout = TimeAmount.seconds(60)
    /// How long a text may take, which may be long.
    package static let textTimeout = TimeAmount.minutes(10)
    /// How large an answer may be, in bytes.
    private static let maximumAnswer = 256 * 1_024 * 1_024

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - address: The server's address, such as `http://127.0.0.1:8080`; without a scheme it is one of HTTP.
    ///   - token: The bearer token; white space around it, as at the end of a file, is no part of it.
    package init(address: String, token: String? = nil) {
        let url = address.contains("://") ? address : "http://" + address
        self.address = url.hasSuffix("/") ? String(url.dropLast()) : url
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

    private func send(_ request: ClientRequest, _ body: [UInt8]?, _ timeout: TimeAmount) async throws -> Answer {
        var request = request
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = ByteBuffer(bytes: body)
        }
        let (status, bytes) = try await read(request, timeout)
        let value = bytes.readableBytes == 0 ? Value.null : try JSONText.parse(bytes.readableBytesView)
        return Answer(status: UInt(status), body: value)
    }

    private func read(
        _ request: ClientRequest,
        _ timeout: TimeAmount
    ) async throws -> (status: Int, body: ByteBuffer) {
        let transport = try HTTPTransport(address)
        return try await withDeadline(.now + Duration(timeout)) {
            let (head, body) = try await transport.send(request)
            return (Int(head.status.code), try await body.collect(upTo: Self.maximumAnswer))
        }
    }

    /// Sends a request without a body to clean up: even if the task has been cancelled, and whatever comes of it.
    package func sendRegardless(_ method: HTTPMethod, _ path: [String]) async {
        // The cancellation of a task does not reach another one.
        await Task { _ = try? await read(request(method, path, accepting: "application/json"), Self.timeout) }.value
    }

    /// The server-sent events of a path, until the server or the device ends.
    package func events(_ path: [String], query: [(String, String)] = []) -> ServerEvents {
        let request = request(.GET, path, query, accepting: "text/event-stream")
        // The answer ends when the client closes it.
        return ServerEvents { [address] in try await HTTPTransport(address).send(request).body }
    }

    /// Sends a request whose answer is text.
    ///
    /// - Returns: The whole body.
    /// - Throws: `Refusal` with the problem when the server refuses it, and what keeps the server from being reached.
    package func text(_ request: ClientRequest, timeout: TimeAmount = textTimeout) async throws -> String {
        let (status, body) = try await read(request, timeout)
        guard (200..<300).contains(status) else {
            throw Refusal(problem: (try? JSONText.parse(body.readableBytesView)) ?? .null, status: status)
        }
        return String(buffer: body)
    }

    /// A request without a body.
    package func request(
        _ method: HTTPMethod,
        _ path: [String],
        _ query: [(String, String)] = [],
        accepting type: String
    ) -> ClientRequest {
        var request = ClientRequest(method: method, target: target(path, query), headers: ["Accept": type])
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        return request
    }

    private func target(_ path: [String], _ query: [(String, String)]) -> String {
        let pairs = query.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
        let question = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
        return path.map { "/" + PercentEncoding.encode($0) }.joined() + question
    }
}
