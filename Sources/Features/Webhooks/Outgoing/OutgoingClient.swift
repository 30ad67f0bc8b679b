import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Outgoing

/// Sends requests to somebody else's servers, each on a connection of its own, within limits of time and size.
///
/// The name in a URL is resolved once for each request. The addresses are checked, and exactly those that passed are
/// connected to, so that a name that leads elsewhere a moment later changes nothing. The name stays that of the URL in
/// the TLS handshake and in `Host`; SwiftNIO accepts a certificate of the address, too. A redirect is an answer like any
/// other, and is not followed.
package struct OutgoingClient: RequestSender {
    /// How many addresses of a host are tried, one after another, while nothing accepts connections there.
    private static let addresses = 4

    private let limits: RequestLimits
    private let resolver: NameResolver
    private let tls: TLSConfiguration
    private let allows: @Sendable (_ address: IPAddress, _ host: String) -> Bool

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - limits: What a request may take, from the resolution of the name on.
    ///   - resolver: Finds the addresses of a host.
    ///   - tls: What is trusted.
    ///   - allows: Whether a host may be connected to at an address.
    package init(
        limits: RequestLimits = RequestLimits(timeout: .seconds(15)),
        resolver: NameResolver = .system,
        tls: TLSConfiguration = .makeClientConfiguration(),
        allowing allows: @escaping @Sendable (_ address: IPAddress, _ host: String) -> Bool
    ) {
        self.limits = limits
        self.resolver = resolver
        self.tls = tls
        self.allows = allows
    }

    /// Sends a request, and waits for the status of the answer and the end of its body, but not for long.
    ///
    /// The status counts as soon as it is there: what goes wrong with the body does not matter.
    package func send(_ request: OutgoingRequest) async -> Result<OutgoingAnswer, OutgoingFailure> {
        do {
            return .success(try await answer(to: request, until: .now + limits.timeout))
        } catch {
            return .failure(OutgoingFailure(error))
        }
    }

    /// Sends a request to the first address that accepts a connection.
    private func answer(
        to request: OutgoingRequest,
        until deadline: ContinuousClock.Instant
    ) async throws -> OutgoingAnswer {
        let host = request.url.host
        let known = try await withDeadline(deadline) { await resolver.addresses(host) }
        try Task.checkCancellation()
        var addresses = known.filter { allows($0, host) }.prefix(Self.addresses)
        guard var address = addresses.popFirst() else {
            throw known.isEmpty ? OutgoingFailure.nameNotFound : .addressNotAllowed
        }
        while true {
            do {
                return try await answer(to: request, at: address, until: deadline)
            } catch {
                guard OutgoingFailure(error) == .notReachable, let next = addresses.popFirst() else { throw error }
                address = next
            }
        }
    }

    private func answer(
        to request: OutgoingRequest,
        at address: IPAddress,
        until deadline: ContinuousClock.Instant
    ) async throws -> OutgoingAnswer {
        let addresses = request.url.address == nil ? [request.url.host: address.description] : [:]
        let client = HTTPClient.direct(limits, tls: tls, addresses: addresses)
        // Not waited for: a connection that is only being made ends after `connectTimeout`, and no later.
        defer { client.shutdown { _ in } }
        let answer = try await client.answer(to: request.message, until: deadline, upTo: limits.answerBytes)
        return OutgoingAnswer(status: answer.status, retryAfter: answer.headers.first(name: "Retry-After"))
    }
}

extension OutgoingRequest {
    fileprivate var message: HTTPClientRequest {
        var message = HTTPClientRequest(url: url.text)
        message.method = .POST
        for header in headers { message.headers.add(name: header.name, value: header.value) }
        message.body = .bytes(ByteBuffer(bytes: body))
        return message
    }
}

extension OutgoingFailure {
    /// What an error of the client means.
    init(_ error: any Error) {
        switch error {
        case let failure as OutgoingFailure: self = failure
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
        case .deadlineExceeded: self = .timeout
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
