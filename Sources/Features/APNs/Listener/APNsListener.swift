import HTTPAPI
import Logging
import NIOCore
import NIOExtras
import NIOHTTP2
import NIOPosix
import NIOSSL
import ServiceLifecycle
import Synchronization

/// The listener for clients of APNs: HTTP/2 on TLS.
///
/// At the shutdown every connection gets a GOAWAY, and requests in progress are answered.
package struct APNsListener: Service {
    private let service: PushService
    private let identity: @Sendable () async throws -> ServerIdentity?
    private let host: String
    private let port: Int
    private let limits: ListenerLimits
    private let requests: RequestLog
    private let logger: Logger
    private let onRunning: @Sendable (_ channel: any Channel, _ identity: ServerIdentity) -> Void

    private static let backlog: Int32 = 1_024

    /// Makes a listener, ready to be run.
    ///
    /// - Parameters:
    ///   - service: What answers the requests.
    ///   - identity: The certificate that it presents. It listens as soon as it has that, and not at all without.
    ///   - host: The address to listen on.
    ///   - port: The port; 0 takes a free one.
    ///   - limits: The limits of connections.
    ///   - requests: Where requests are listed.
    ///   - onRunning: Called when it accepts connections, with the listening channel and the certificate.
    package init(
        _ service: PushService,
        identity: @escaping @Sendable () async throws -> ServerIdentity?,
        host: String,
        port: Int,
        limits: ListenerLimits = ListenerLimits(),
        requests: RequestLog = RequestLog(capacity: 0),
        logger: Logger,
        onRunning: @escaping @Sendable (_ channel: any Channel, _ identity: ServerIdentity) -> Void
    ) {
        self.service = service
        self.identity = identity
        self.host = host
        self.port = port
        self.limits = limits
        self.requests = requests
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Listens until the shutdown.
    ///
    /// - Throws: If it cannot listen.
    package func run() async throws {
        guard let identity = try await identity() else { return }
        let group = MultiThreadedEventLoopGroup.singleton
        let quiescing = ServerQuiescingHelper(group: group)
        var configuration = try identity.tls(askingForCertificates: service.authorization.takesCertificates)
        configuration.shutdownTimeout = limits.closingTimeout
        let tls = try NIOSSLContext(configuration: configuration)
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .bind(host: host, port: port) { [limits, service] channel in
                channel.eventLoop.makeCompletedFuture {
                    try PushConnection(channel, tls: tls, limits: limits, metrics: service.metrics)
                }
            }
        onRunning(server.channel, identity)
        try await withGracefulShutdownHandler {
            try await server.executeThenClose { try await serve($0) }
        } onGracefulShutdown: {
            quiescing.initiateShutdown(promise: nil)
        }
    }

    /// Serves connections, as many at once as there may be: one more is taken when another one has ended.
    private func serve(_ connections: NIOAsyncChannelInboundStream<PushConnection>) async throws {
        await withTaskGroup(of: Void.self) { group in
            var open = 0
            do {
                for try await connection in connections {
                    if open == limits.connections, await group.next() != nil { open -= 1 }
                    open += 1
                    group.addTask { await connection.serve(service, requests) }
                }
            } catch {
                logger.error("the listener of APNs ended", metadata: ["error": "\(error)"])
            }
        }
    }
}

/// The limits of the listener.
package struct ListenerLimits: Sendable {
    /// How many connections are open at most; more wait until one closes.
    package var connections = 4_096
    /// How long a connection may be without a stream.
    package var idleTimeout = Duration.seconds(60)
    /// How long a client may read nothing of what waits for it, or leave no room in its window for an answer.
    package var writeTimeout = Duration.seconds(45)
    /// The largest body that is read to its end, in bytes; more of it is not read.
    package var bodyLimit = 1_048_576
    /// How long the body of a request may take.
    var bodyTimeout = TimeAmount.seconds(30)
    /// How long a client has for the rest of a body, or to read its answer, when the server stops.
    var lastBodyTimeout = TimeAmount.seconds(1)

    /// How long a client has to close a connection after the last answer on it, and then to say in TLS that it is closed.
    var closingTimeout = TimeAmount.seconds(1)

    /// The defaults.
    package init() {}

    /// Streams of a connection at once: Apple has 500 to 1,000 (openradar 27870881), and some clients open as many before
    /// they know.
    static let streams = 1_000
    /// At which the connection ends: a client that goes on when its streams are refused.
    private static let refusedStreams = 2_000
    private static let headerListBytes = 16_384
    /// How far a client may send ahead: some do not wait for a window, but give up.
    private static let windowBytes = 8 * 1_024 * 1_024

    /// How HTTP/2 is spoken.
    var connectionConfiguration: NIOHTTP2Handler.ConnectionConfiguration {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: Self.refusedStreams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: Self.headerListBytes),
        ]
        configuration.targetWindowSize = Self.windowBytes
        // `PushStreamHandler` checks both.
        configuration.headerBlockValidation = .disabled
        configuration.contentLengthValidation = .disabled
        // What a client had sent on a stream before it read that this is reset is thrown away. All may be reset at once.
        configuration.maximumRecentlyResetStreams = Self.refusedStreams
        return configuration
    }

    /// How a stream is treated.
    var streamConfiguration: NIOHTTP2Handler.StreamConfiguration { NIOHTTP2Handler.StreamConfiguration() }
}

/// Where the listener accepts connections, and the certificate by which clients trust it.
package final class ListeningState: Sendable {
    private struct State {
        var address: String?
        var authority: String?
    }

    private let state = Mutex(State())

    /// The address; nil while nothing listens.
    package var address: String? { state.withLock { $0.address } }

    /// The certificate of the authority in PEM; nil while nothing listens.
    package var authority: String? { state.withLock { $0.authority } }

    /// The listener accepts connections.
    package func begin(at address: String, authority: String) {
        state.withLock { $0 = State(address: address, authority: authority) }
    }
}
