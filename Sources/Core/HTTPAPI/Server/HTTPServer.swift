import Hummingbird
import Logging
import NIOCore

/// The main listener, ready to be run as a service.
///
/// - Parameters:
///   - api: The interface.
///   - logger: The logger of requests.
///   - onServerRunning: Called when it accepts connections, with the listening channel.
package func makeApplication(
    _ api: InternalAPI,
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> Application<RouterResponder<APIRequestContext>> {
    let (router, arrivals) = buildRouter(api)
    return makeApplication(
        router.buildResponder(),
        settings: api.settings,
        arrivals: arrivals,
        malformedAnswer: { ErrorDocument($0) },
        logger: logger,
        onServerRunning: onServerRunning
    )
}

/// An HTTP server of any routes, with the limits of its connections.
///
/// - Parameters:
///   - responder: What answers the requests.
///   - settings: How it listens, and its limits.
///   - arrivals: Where its connections count their requests.
///   - malformedAnswer: The answer to a request that cannot be parsed, which reaches no responder.
///   - logger: What requests log to.
///   - onServerRunning: Called when it accepts connections, with the listening channel.
package func makeApplication<Responder: HTTPResponder>(
    _ responder: Responder,
    settings: HTTPServerSettings,
    arrivals: Arrivals,
    malformedAnswer: @escaping @Sendable (Problem) -> ErrorDocument,
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void
) -> Application<Responder> where Responder.Context == APIRequestContext {
    Application(
        responder: responder,
        server: .http1(
            configuration: .init(
                additionalChannelHandlers: [
                    FlushCoalescingHandler(), WriteDeadlineHandler(timeout: TimeAmount(settings.writeTimeout)),
                    BodyDeadlineHandler(),
                    ConnectionHandler(arrivals, isStopping: settings.isStopping, document: malformedAnswer),
                ],
                idleTimeout: TimeAmount(settings.idleTimeout)
            )
        ),
        configuration: ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port),
            serverName: nil,
            backlog: settings.backlog,
            availableConnectionsDelegate: .maximum(settings.maximumConnections, logger: logger)
        ),
        onServerRunning: onServerRunning,
        logger: logger
    )
}

/// How the HTTP server listens, and the limits of what it reads.
public struct HTTPServerSettings: Sendable {
    /// The address to listen on: a name or a number.
    public var host = "127.0.0.1"
    /// Whether the server is stopping: then a connection is closed after each answer, so that clients go to another server.
    package var isStopping: @Sendable () -> Bool = { false }
    /// The names by which clients may call the server, besides `host` and the loopback ones; `*` for any. IP addresses are
    /// always allowed.
    public var allowedHosts: [String] = []
    /// The pages of other origins that may use the interface from a browser.
    public var allowedOrigins = AllowedOrigins.none
    /// The port to listen on; 0 takes any that is free.
    public var port = 8080
    /// How long a connection may be idle before it is closed. A request being answered is not idle.
    public var idleTimeout: Duration = .seconds(60)
    /// How long a client may read nothing of an answer before its connection is closed.
    public var writeTimeout: Duration = .seconds(45)
    /// How many connections are open at most; more wait until one closes.
    public var maximumConnections = 4_096
    /// How many connections may wait to be accepted.
    public var backlog = 1_024
    /// How many requests are answered at once, without those that wait for something to happen; more are refused.
    public var requestLimit = 2_000
    /// The largest body of a request, in bytes. A batch has no limit as a whole, only one for each line.
    public var bodyLimit = 1_048_576
    /// The longest line of a batch, in bytes.
    public var batchLineLimit = 65_536
    /// How many inputs one request may carry.
    public var inputLimit = 1_000
    /// The token that requests must carry; nil when none is needed.
    public var bearerToken: String?
    /// A second token, with which nothing can be changed; nil for none.
    public var readOnlyToken: String?

    /// The defaults.
    public init() {}
}

/// Delays a flush to the end of the event loop's tick, so that all answers of one tick are sent together.
///
/// Sent one by one, each would wake its reader, which on a small machine takes processor time from the next answers.
final class FlushCoalescingHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = Any

    private var isPlanned = false

    func flush(context: ChannelHandlerContext) {
        guard !isPlanned else { return }
        isPlanned = true
        context.eventLoop.assumeIsolated().execute { self.flushPlanned(context) }
    }

    /// Flushes before the connection is closed.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        flushPlanned(context)
        context.close(mode: mode, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isPlanned = false
    }

    func removeHandler(context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken) {
        flushPlanned(context)
        context.leavePipeline(removalToken: removalToken)
    }

    private func flushPlanned(_ context: ChannelHandlerContext) {
        guard isPlanned else { return }
        isPlanned = false
        context.flush()
    }
}
