import Hummingbird
import Logging
import NIOCore

/// The main listener, ready to be run as a service.
///
/// - Parameters:
///   - api: The interface.
///   - commands: Carries out forwarded commands; nil where no other server forwards any.
///   - logger: What requests log to.
///   - onServerRunning: Called when it accepts connections, with the listening channel.
package func makeApplication(
    _ api: InternalAPI,
    commands: ForwardedCommandHandler? = nil,
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> Application<RouterResponder<APIRequestContext>> {
    makeApplication(
        buildRouter(api, commands: commands).buildResponder(),
        settings: api.settings,
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
///   - malformedAnswer: The answer to a request that cannot be parsed, which reaches no responder.
///   - logger: What requests log to.
///   - onServerRunning: Called when it accepts connections, with the listening channel.
package func makeApplication<Responder: HTTPResponder>(
    _ responder: Responder,
    settings: HTTPServerSettings,
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
                    BodyDeadlineHandler(), MalformedRequestHandler(malformedAnswer), BodyDrainHandler(),
                    DisconnectionHandler(),
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
