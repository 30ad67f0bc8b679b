import Hummingbird
import Logging
import NIOCore

/// The context of a request: Hummingbird's own storage and the connection. Kept small, because it is copied often.
public struct APIRequestContext: RequestContext {
    /// Hummingbird's own storage.
    public var coreContext: CoreRequestContextStorage
    /// The connection of the request; nil for one that comes from inside of the server.
    package let channel: (any Channel)?
    /// Whether the client may change something; only where a route checks that for itself can it be false.
    package var mayChange = true

    /// Makes the context of a request.
    public init(source: Source) {
        self.coreContext = .init(source: source)
        self.channel = source.channel
    }

    /// Makes the context of a request that comes from inside of the server, through no connection.
    package init(logger: Logger) {
        self.coreContext = .init(source: InternalSource(logger: logger))
        self.channel = nil
    }

    private struct InternalSource: RequestContextSource {
        let logger: Logger
    }

    /// The address of the client, or of the proxy in front of the server.
    package var clientAddress: SocketAddress? { channel?.remoteAddress }

    /// Whether the client has disconnected; nil for a request that comes through no connection of a server.
    var disconnection: Disconnection? {
        get async {
            guard let channel, channel.isActive else { return nil }
            let found = channel.eventLoop.submit {
                try channel.pipeline.syncOperations.handler(type: ConnectionHandler.self).disconnection
            }
            return try? await found.get()
        }
    }

    /// The logger of a request, without Hummingbird's own request id, which differs from ours.
    package var requestLogger: Logger {
        var logger = logger
        logger[metadataKey: "hb.request.id"] = nil
        return logger
    }

    /// The route's template, for metrics and the log; the same for all unknown paths.
    package var routeLabel: String {
        guard let path = endpointPath, path.first == "/" else { return "unknown" }
        return path
    }
}
