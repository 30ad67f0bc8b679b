import Logging
import NIOCore
import NIOExtras
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// The listener for clients of APNs: HTTP/2 on TLS.
///
/// At the shutdown every connection gets a GOAWAY, and requests in progress are answered.
package struct APNsListener: Service {
    private let service: PushService
    private let identity: ServerIdentity
    private let host: String
    private let port: Int
    private let limits: ListenerLimits
    private let logger: Logger
    private let onRunning: @Sendable (_ channel: any Channel) -> Void

    private static let backlog: Int32 = 1_024

    /// Makes a listener, ready to be run.
    ///
    /// - Parameters:
    ///   - service: What answers the requests.
    ///   - identity: The certificate that it presents.
    ///   - host: The address to listen on.
    ///   - port: The port; 0 takes a free one.
    ///   - limits: The limits of connections.
    ///   - onRunning: Called when it accepts connections, with the listening channel.
    package init(
        _ service: PushService,
        identity: ServerIdentity,
        host: String,
        port: Int,
        limits: ListenerLimits = ListenerLimits(),
        logger: Logger,
        onRunning: @escaping @Sendable (_ channel: any Channel) -> Void
    ) {
        self.service = service
        self.identity = identity
        self.host = host
        self.port = port
        self.limits = limits
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Listens until the shutdown.
    ///
    /// - Throws: If it cannot listen.
    package func run() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let quiescing = ServerQuiescingHelper(group: group)
        var configuration = try identity.tls
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
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .bind(host: host, port: port) { [limits, service] channel in
                channel.eventLoop.makeCompletedFuture {
                    try PushConnection(channel, tls: tls, limits: limits, metrics: service.metrics)
                }
            }
        onRunning(server.channel)
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
                    group.addTask { await connection.serve(service) }
                }
            } catch {
                logger.error("the listener of APNs ended", metadata: ["error": "\(error)"])
            }
        }
    }
}
