import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Outgoing

/// Sends the bodies of requests.
package protocol ExportSender: Sendable {
    /// Sends a body, and returns how that was answered.
    func send(_ body: [UInt8], of signal: Signal) async -> ExportAnswer

    /// Closes connections. Nothing is sent after that.
    func close() async
}

/// Sends data to a receiver of OTLP/HTTP, within limits of time and size.
///
/// It connects to nothing but the receiver: a redirect is an answer like any other, and is not followed, and no proxy is
/// asked.
package struct OTLPClient: ExportSender {
    private let endpoint: OTLPEndpoint
    private let headers: HTTPHeaders
    private let limits: RequestLimits
    private let client: HTTPClient

    /// Makes a client. It must be closed.
    ///
    /// - Parameters:
    ///   - endpoint: The receiver.
    ///   - headers: Header fields that it asks for.
    ///   - version: The version of the server.
    ///   - limits: What a request may take.
    package init(
        _ endpoint: OTLPEndpoint,
        headers: ExportHeaders = .none,
        version: String,
        limits: RequestLimits = RequestLimits(timeout: .seconds(10))
    ) {
        self.endpoint = endpoint
        self.limits = limits
        self.headers = HTTPHeaders(
            [("Content-Type", "application/json"), ("User-Agent", "Greenroom/\(version)")]
                + headers.fields.map { ($0.name, $0.value) }
        )
        client = .direct(limits)
    }

    /// Sends a body, and returns how that was answered.
    ///
    /// The status counts as soon as it is there: what goes wrong with the body of the answer does not matter.
    package func send(_ body: [UInt8], of signal: Signal) async -> ExportAnswer {
        var request = HTTPClientRequest(url: endpoint.url(signal))
        request.method = .POST
        request.headers = headers
        request.body = .bytes(ByteBuffer(bytes: body))
        do {
            let answer = try await client.answer(to: request, until: .now + limits.timeout, upTo: limits.answerBytes)
            return .status(
                answer.status,
                retryAfter: answer.headers.first(name: "Retry-After"),
                body: (try? answer.body.get()).map { Array($0.readableBytesView) } ?? []
            )
        } catch {
            return .none(reason: Self.reason(error))
        }
    }

    /// Closes connections.
    package func close() async {
        // Cuts off what is still being sent.
        try? await client.shutdown()
    }

    /// What an error says in a few words.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case is CancellationError: "the server stops"
        case let error as HTTPClientError: reason(error)
        case let error as IOError: String(cString: strerror(error.errnoCode))
        default: "\(type(of: error))"
        }
    }

    private static func reason(_ error: HTTPClientError) -> String {
        switch error {
        case .cancelled: "the server stops"
        case .connectTimeout, .deadlineExceeded, .readTimeout: "no answer in time"
        case .remoteConnectionClosed: "the connection was closed"
        default: error.shortDescription
        }
    }
}
