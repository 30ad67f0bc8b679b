import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

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
    /// What a request may take.
    package struct Limits: Sendable {
        /// How long it may take in all, up to the end of the answer.
        package var timeout = Duration.seconds(10)
        /// How long a connection may take to be made.
        package var connectTimeout = TimeAmount.seconds(5)
        /// How many bytes of the answer's body are read before the connection is closed.
        package var answerBytes = 65_536

        /// The defaults.
        package init() {}
    }

    private let endpoint: OTLPEndpoint
    private let headers: HTTPHeaders
    private let limits: Limits
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
        limits: Limits = Limits()
    ) {
        self.endpoint = endpoint
        self.limits = limits
        self.headers = HTTPHeaders(
            [("Content-Type", "application/json"), ("User-Agent", "Greenroom/\(version)")]
                + headers.fields.map { ($0.name, $0.value) }
        )
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = limits.connectTimeout
        // The queue tries again, later.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a body, and returns how that was answered.
    ///
    /// The status counts as soon as it is there: what goes wrong with the body of the answer does not matter.
    package func send(_ body: [UInt8], of signal: Signal) async -> ExportAnswer {
        var request = HTTPClientRequest(url: endpoint.url(signal))
        request.method = .POST
        request.headers = headers
        request.body = .bytes(ByteBuffer(bytes: body))
        let deadline = ContinuousClock.now + limits.timeout
        do {
            let response = try await client.execute(request, timeout: TimeAmount(limits.timeout))
            return .status(
                Int(response.status.code),
                retryAfter: response.headers.first(name: "Retry-After"),
                body: await read(response.body, until: deadline)
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

    /// The body of an answer; empty if it is too large or does not end in time. The client's own limit of time is only about
    /// the head.
    private func read(_ body: HTTPClientResponse.Body, until deadline: ContinuousClock.Instant) async -> [UInt8] {
        await withTaskGroup(of: [UInt8].self) { group in
            group.addTask { await read(body) }
            group.addTask {
                try? await Task.sleep(until: deadline, clock: .continuous)
                return []
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? []
        }
    }

    private func read(_ body: HTTPClientResponse.Body) async -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await part in body {
                guard bytes.count + part.readableBytes <= limits.answerBytes else { return [] }
                bytes += part.readableBytesView
            }
        } catch {
            return []
        }
        return bytes
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
