import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// What a request to another server may take.
package struct RequestLimits: Sendable {
    /// How long it may take in all, up to the end of the answer.
    package var timeout: Duration
    /// How long a connection may take to be made.
    package var connectTimeout = TimeAmount.seconds(5)
    /// How many bytes the body of the answer may have. Of a longer one the rest is not read, and the connection is closed.
    package var answerBytes = 65_536

    /// Makes limits: 64 KiB, and 5 seconds for a connection.
    package init(timeout: Duration) { self.timeout = timeout }
}

/// The answer to a request, with its body.
package struct WholeAnswer: Sendable {
    /// The status code.
    package let status: Int
    /// The header fields.
    package let headers: HTTPHeaders
    /// The body, or why it could not be read to its end: the status counts all the same.
    package let body: Result<ByteBuffer, any Error>
}

extension HTTPClient {
    /// Makes a client for the servers of others: it speaks HTTP/1.1, follows no redirect, asks no proxy, and does not try again
    /// where nothing accepts the connection. It must be shut down.
    ///
    /// - Parameters:
    ///   - limits: What a request may take.
    ///   - tls: Which certificates are trusted; nil for those that the system trusts.
    ///   - addresses: The addresses of hosts, by their names, in place of what the system says.
    package static func direct(
        _ limits: RequestLimits,
        tls: TLSConfiguration? = nil,
        addresses: [String: String] = [:]
    ) -> HTTPClient {
        var configuration = Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout.connect = limits.connectTimeout
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        configuration.dnsOverride = addresses
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a request and reads the answer to its end.
    ///
    /// - Parameters:
    ///   - deadline: When to give up. `execute(_:deadline:)` has a deadline for the head of the answer alone; this one is for
    ///     the body, too.
    ///   - bytes: The most bytes of the body.
    /// - Throws: `HTTPClientError.deadlineExceeded`, and what else keeps the head from coming.
    package func answer(
        to request: HTTPClientRequest,
        until deadline: ContinuousClock.Instant,
        upTo bytes: Int
    ) async throws -> WholeAnswer {
        let response = try await withDeadline(deadline) { try await self.execute(request, deadline: .distantFuture) }
        let body: Result<ByteBuffer, any Error>
        do {
            body = .success(try await withDeadline(deadline) { try await response.body.collect(upTo: bytes) })
        } catch {
            body = .failure(error)
        }
        return WholeAnswer(status: Int(response.status.code), headers: response.headers, body: body)
    }
}

/// Calls a function, and cancels its task if it has not returned by a deadline.
///
/// - Throws: `HTTPClientError.deadlineExceeded`; `CancellationError`; what the function throws.
package func withDeadline<Result: Sendable>(
    _ deadline: ContinuousClock.Instant,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(until: deadline, clock: .continuous)
            return nil
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() ?? nil else { throw HTTPClientError.deadlineExceeded }
        return result
    }
}
