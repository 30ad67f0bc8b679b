import DequeModule
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

#if Outgoing
import NIOSSL
#endif

/// A request to a server.
package struct ClientRequest: Sendable {
    /// The method.
    package var method: HTTPMethod
    /// The path below the server's address, and the query.
    package var target: String
    /// The header fields, but for those about the connection and the length of the body.
    package var headers: HTTPHeaders
    /// The body; nil for none.
    package var body: ByteBuffer?

    /// Whether it may be sent again when nobody knows if it was carried out (RFC 9110, 9.2.2).
    var mayBeRepeated: Bool { [.GET, .HEAD, .PUT, .DELETE].contains(method) }
}

/// Why a request was not answered.
package enum RequestError: Error, Hashable, CustomStringConvertible {
    /// The server's address is no URL of HTTP.
    case badAddress
    /// The server has HTTPS, and this build has no TLS.
    case withoutTLS
    /// It took too long.
    case deadlineExceeded
    /// The server has closed the connection before the end of the answer.
    case connectionClosed
    /// The answer has more bytes than are read.
    case answerTooLong

    package var description: String {
        switch self {
        case .badAddress: "its address is no URL of HTTP or HTTPS"
        case .withoutTLS: "HTTPS needs Outgoing, which was left out of this build: make run FEATURES=all has it"
        case .deadlineExceeded: "deadline exceeded"
        case .connectionClosed: "the connection was closed"
        case .answerTooLong: "the answer is too long"
        }
    }
}

/// Sends requests to one server over HTTP/1.1, on connections that are kept for a while. It follows no redirect.
///
/// A server may close a connection that is kept just when it is used. A request that may be repeated is then sent again, on a new one.
struct HTTPTransport: Sendable {
    /// Where a server listens.
    private struct Endpoint: Hashable, Sendable {
        var host: String
        var port: Int
        var isSecure: Bool
    }

    private let endpoint: Endpoint
    private let hostField: String
    /// What paths begin with.
    private let prefix: String

    private static let connectTimeout = TimeAmount.seconds(10)

    /// Makes a transport; nothing is connected yet.
    ///
    /// - Parameter address: The URL of the server.
    /// - Throws: `badAddress`, `withoutTLS`.
    init(_ address: String) throws(RequestError) {
        guard let url = URLComponents(string: address), let host = url.host, !host.isEmpty,
            let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme)
        else { throw .badAddress }
        let isSecure = scheme == "https"
        #if !Outgoing
        guard !isSecure else { throw .withoutTLS }
        #endif
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        endpoint = Endpoint(host: bare, port: url.port ?? (isSecure ? 443 : 80), isSecure: isSecure)
        let name = bare.contains(":") ? "[\(bare)]" : bare
        hostField = url.port.map { "\(name):\($0)" } ?? name
        prefix = url.percentEncodedPath
    }

    /// Sends a request and waits for the head of the answer.
    ///
    /// - Throws: What keeps it from coming.
    func send(_ request: ClientRequest) async throws -> (head: HTTPResponseHead, body: ResponseBody) {
        if let idle = Self.idle.take(endpoint) {
            do {
                return try await send(request, on: idle)
            } catch RequestError.connectionClosed where request.mayBeRepeated {}
        }
        return try await send(request, on: try await connect())
    }

    private func send(
        _ request: ClientRequest,
        on connection: ClientConnection
    ) async throws -> (head: HTTPResponseHead, body: ResponseBody) {
        do {
            connection.write(head(of: request), request.body)
            guard case .head(let head) = try await connection.next() else { throw RequestError.connectionClosed }
            let body = ResponseBody(connection) { [endpoint] in
                if head.isKeepAlive { Self.idle.put(connection, endpoint) } else { connection.close() }
            }
            return (head, body)
        } catch {
            connection.close()
            throw error
        }
    }

    private func head(of request: ClientRequest) -> HTTPRequestHead {
        var headers = request.headers
        headers.replaceOrAdd(name: "Host", value: hostField)
        if let body = request.body {
            headers.replaceOrAdd(name: "Content-Length", value: String(body.readableBytes))
        } else if [.POST, .PUT, .PATCH].contains(request.method) {
            headers.replaceOrAdd(name: "Content-Length", value: "0")
        }
        return HTTPRequestHead(
            version: .http1_1,
            method: request.method,
            uri: prefix + request.target,
            headers: headers
        )
    }

    private func connect() async throws -> ClientConnection {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(Self.connectTimeout)
            .connect(host: endpoint.host, port: endpoint.port) { [endpoint] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    #if Outgoing
                    if endpoint.isSecure {
                        let context = try NIOSSLContext(configuration: .makeClientConfiguration())
                        let isAddress = (try? SocketAddress(ipAddress: endpoint.host, port: 0)) != nil
                        let name = isAddress ? nil : endpoint.host
                        try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
                    }
                    #endif
                    try pipeline.addHTTPClientHandlers()
                    let reader = ResponseReader()
                    try pipeline.addHandler(reader)
                    return ClientConnection(
                        channel: channel,
                        reader: NIOLoopBound(reader, eventLoop: channel.eventLoop)
                    )
                }
            }
    }

    // MARK: Idle connections

    private static let idle = IdleConnections()

    /// The connections that wait for a request.
    private final class IdleConnections: Sendable {
        private let connections = Mutex<[Endpoint: [(connection: ClientConnection, since: NIODeadline)]]>([:])

        /// How many are kept of a server, and for how long: a server closes one after a while, too.
        private static let limit = 16
        private static let age = TimeAmount.seconds(20)

        func take(_ endpoint: Endpoint) -> ClientConnection? {
            connections.withLock { connections in
                while let (connection, since) = connections[endpoint]?.popLast() {
                    if connection.isOpen, since + Self.age > .now() { return connection }
                    connection.close()
                }
                return nil
            }
        }

        func put(_ connection: ClientConnection, _ endpoint: Endpoint) {
            let surplus = connections.withLock { connections -> ClientConnection? in
                guard connections[endpoint, default: []].count < Self.limit else { return connection }
                connections[endpoint, default: []].append((connection, .now()))
                return nil
            }
            surplus?.close()
        }
    }
}

/// A connection to a server, for one request at a time.
struct ClientConnection: Sendable {
    fileprivate let channel: any Channel
    fileprivate let reader: NIOLoopBound<ResponseReader>

    var isOpen: Bool { channel.isActive }

    func close() { channel.close(promise: nil) }

    /// Sends a request. If that fails, `next` says so, once it has given what the server has answered before.
    fileprivate func write(_ head: HTTPRequestHead, _ body: ByteBuffer?) {
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        if let body { channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil) }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    }

    /// The next part of the answer. If the task is cancelled, the connection is closed.
    fileprivate func next() async throws -> HTTPClientResponsePart {
        try await withTaskCancellationHandler {
            do {
                return try await channel.eventLoop.flatSubmit { reader.value.next(on: channel.eventLoop) }.get()
            } catch {
                try Task.checkCancellation()
                throw error
            }
        } onCancel: {
            close()
        }
    }
}

/// The body of an answer, which is read once.
final class ResponseBody: Sendable {
    private let connection: ClientConnection
    private let whenRead: @Sendable () -> Void
    private let isRead = Mutex(false)

    fileprivate init(_ connection: ClientConnection, whenRead: @escaping @Sendable () -> Void) {
        self.connection = connection
        self.whenRead = whenRead
    }

    // What is not read to its end would be taken for the next answer.
    deinit { if !isRead.withLock({ $0 }) { connection.close() } }

    /// The next bytes; nil at the end.
    func next() async throws -> ByteBuffer? {
        guard !isRead.withLock({ $0 }) else { return nil }
        switch try await connection.next() {
        case .head: throw RequestError.connectionClosed
        case .body(let bytes): return bytes
        case .end:
            isRead.withLock { $0 = true }
            whenRead()
            return nil
        }
    }

    /// The whole body.
    ///
    /// - Throws: `answerTooLong`; what keeps the rest from coming.
    func collect(upTo limit: Int) async throws -> ByteBuffer {
        var whole = ByteBuffer()
        while let bytes = try await next() {
            guard whole.readableBytes + bytes.readableBytes <= limit else { throw RequestError.answerTooLong }
            whole.writeImmutableBuffer(bytes)
        }
        return whole
    }
}

/// Hands the parts of answers to who asks for them, and reads no more while many wait.
private final class ResponseReader: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private var parts: Deque<HTTPClientResponsePart> = []
    private var waiting: EventLoopPromise<HTTPClientResponsePart>?
    private var failure: (any Error)?
    private var context: ChannelHandlerContext?
    /// Whether a read was asked for and not begun.
    private var isHeld = false

    private static let capacity = 64

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// The next part, also after the connection was closed. Called on the event loop.
    func next(on loop: any EventLoop) -> EventLoopFuture<HTTPClientResponsePart> {
        if let part = parts.popFirst() {
            if isHeld, parts.count < Self.capacity {
                isHeld = false
                context?.read()
            }
            return loop.makeSucceededFuture(part)
        }
        if let failure { return loop.makeFailedFuture(failure) }
        guard context != nil else { return loop.makeFailedFuture(closed) }
        let promise = loop.makePromise(of: HTTPClientResponsePart.self)
        waiting = promise
        return promise.futureResult
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if let waiting {
            self.waiting = nil
            waiting.succeed(part)
        } else {
            parts.append(part)
        }
    }

    func read(context: ChannelHandlerContext) {
        if parts.count < Self.capacity { context.read() } else { isHeld = true }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A server that closes before it has read the request resets the connection.
        let isReset = (error as? IOError).map { [ECONNRESET, EPIPE].contains($0.errnoCode) } ?? false
        fail(isReset ? closed : error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(closed)
        context.fireChannelInactive()
    }

    private var closed: any Error { RequestError.connectionClosed }

    private func fail(_ error: any Error) {
        if failure == nil { failure = error }
        waiting.take()?.fail(error)
    }
}

/// Calls a function, and cancels its task if it has not returned by a deadline.
///
/// - Throws: `RequestError.deadlineExceeded`; `CancellationError`; what the function throws.
func withDeadline<Result: Sendable>(
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
        guard let result = try await group.next() ?? nil else { throw RequestError.deadlineExceeded }
        return result
    }
}
