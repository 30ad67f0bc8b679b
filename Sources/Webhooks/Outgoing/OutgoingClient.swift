import AsyncHTTPClient
import DeviceHost
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sends requests to somebody else's servers, each on a connection of its own, within limits of time and size.
///
/// The name in a URL is resolved once for each request. The addresses are checked, and exactly those that passed are
/// connected to, so that a name that leads elsewhere a moment later changes nothing. The name stays that of the URL in
/// the TLS handshake and in `Host`; SwiftNIO accepts a certificate of the address, too. A redirect is an answer like any
/// other, and is not followed.
package struct OutgoingClient: RequestSender {
    /// What a request may take.
    package struct Limits: Sendable {
        /// How long it may take in all, from the name to the end of the answer.
        package var timeout = Duration.seconds(15)
        /// How long a connection may take to be made.
        package var connectTimeout = TimeAmount.seconds(5)
        /// How many bytes of the answer's body are read before the connection is closed.
        package var answerBytes = 65_536
        /// How many addresses of a host are tried, one after another, while nothing accepts connections there.
        package var addresses = 4

        /// The defaults.
        package init() {}
    }

    private let limits: Limits
    private let resolver: NameResolver
    private let wall: any WallClock
    private let tls: TLSConfiguration
    private let allows: @Sendable (_ address: IPAddress, _ host: String) -> Bool

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - limits: What a request may take.
    ///   - resolver: Finds the addresses of a host.
    ///   - wall: The clock of the time limit.
    ///   - tls: What is trusted.
    ///   - allows: Whether a host may be connected to at an address.
    package init(
        limits: Limits = Limits(),
        resolver: NameResolver = .system,
        wall: any WallClock = SystemWallClock(),
        tls: TLSConfiguration = .makeClientConfiguration(),
        allowing allows: @escaping @Sendable (_ address: IPAddress, _ host: String) -> Bool
    ) {
        self.limits = limits
        self.resolver = resolver
        self.wall = wall
        self.tls = tls
        self.allows = allows
    }

    /// Sends a request, and waits for the status of the answer and the end of its body, but not for long.
    ///
    /// The status counts as soon as it is there: what goes wrong with the body does not matter.
    package func send(_ request: OutgoingRequest) async -> Result<OutgoingAnswer, OutgoingFailure> {
        let status = Promise<OutgoingAnswer?>()
        let deadline = wall.now + limits.timeout
        let failure = await withTaskGroup(of: OutgoingFailure?.self) { group in
            group.addTask { (try? await wall.sleep(until: deadline)) == nil ? .cancelled : .timeout }
            group.addTask {
                do throws(OutgoingFailure) {
                    try await perform(request) { status.fulfill($0) }
                    return nil
                } catch {
                    return error
                }
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        status.fulfill(nil)
        if let answer = await status.value() { return .success(answer) }
        return .failure(failure ?? .connectionLost)
    }

    // MARK: One request

    /// Sends a request to the first address that accepts a connection.
    ///
    /// - Parameter whenAnswered: Called with the head of the answer.
    private func perform(
        _ request: OutgoingRequest,
        _ whenAnswered: (OutgoingAnswer) -> Void
    ) async throws(OutgoingFailure) {
        let known = await resolver.addresses(request.url.host)
        let addresses = known.filter { allows($0, request.url.host) }.prefix(limits.addresses)
        guard !addresses.isEmpty else { throw known.isEmpty ? .nameNotFound : .addressNotAllowed }
        for (index, address) in addresses.enumerated() {
            do throws(OutgoingFailure) {
                return try await perform(request, at: address, whenAnswered)
            } catch .notReachable where index + 1 < addresses.count {
                continue
            }
        }
    }

    private func perform(
        _ request: OutgoingRequest,
        at address: IPAddress,
        _ whenAnswered: (OutgoingAnswer) -> Void
    ) async throws(OutgoingFailure) {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration(request.url, address))
        // Not waited for: a connection that is only being made ends after `connectTimeout`, and no later.
        defer { client.shutdown { _ in } }
        do {
            let response = try await client.execute(request.message, deadline: .distantFuture)
            whenAnswered(OutgoingAnswer(status: Int(response.status.code), retryAfter: response.retryAfter))
            var read = 0
            for try await part in response.body {
                read += part.readableBytes
                if read >= limits.answerBytes { return }
            }
        } catch {
            throw OutgoingFailure(error)
        }
    }

    private func configuration(_ url: WebhookURL, _ address: IPAddress) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout.connect = limits.connectTimeout
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        if url.address == nil { configuration.dnsOverride = [url.host: address.description] }
        return configuration
    }
}

extension OutgoingRequest {
    /// The request as the client takes it.
    fileprivate var message: HTTPClientRequest {
        var message = HTTPClientRequest(url: url.text)
        message.method = .POST
        for header in headers { message.headers.add(name: header.name, value: header.value) }
        message.body = .bytes(ByteBuffer(bytes: body))
        return message
    }
}

extension HTTPClientResponse {
    fileprivate var retryAfter: String? { headers.first(name: "Retry-After") }
}

extension OutgoingFailure {
    /// What an error of the client means.
    init(_ error: any Error) {
        switch error {
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError: self.init(error)
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .tlsFailed
        case let error as IOError where Self.noConnection.contains(error.errnoCode): self = .notReachable
        case is HTTPParserError: self = .badAnswer
        default: self = .connectionLost
        }
    }

    private init(_ error: HTTPClientError) {
        switch error {
        case .cancelled: self = .cancelled
        case .connectTimeout: self = .notReachable
        case .tlsHandshakeTimeout: self = .tlsFailed
        default: self = .connectionLost
        }
    }

    /// The numbers of errors that come before there is a connection, and only then.
    private static let noConnection: Set<CInt> = [
        ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL, EAFNOSUPPORT, ENETDOWN, EHOSTDOWN, EACCES, EPERM,
    ]
}
