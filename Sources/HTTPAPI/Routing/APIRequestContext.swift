import Hummingbird
import Logging
import NIOCore

/// What goes with a request on its way: Hummingbird's own storage, the connection, and nothing more, for it is copied
/// often.
public struct APIRequestContext: RequestContext {
    /// Hummingbird's own storage.
    public var coreContext: CoreRequestContextStorage
    /// The connection that the request came on.
    private let channel: any Channel

    /// Makes the context of a request.
    public init(source: Source) {
        self.coreContext = .init(source: source)
        self.channel = source.channel
    }

    /// The address of the client, or of the proxy in front of the server.
    var clientAddress: SocketAddress? { channel.remoteAddress }

    /// The logger for what is said of a request, without Hummingbird's own name of it: it has an id.
    var requestLogger: Logger {
        var logger = logger
        logger[metadataKey: "hb.request.id"] = nil
        return logger
    }

    /// The route's template, for metrics and the log; the same for all paths that there are no routes for.
    var routeLabel: String {
        guard let path = endpointPath, path.first == "/" else { return "unknown" }
        return path
    }
}
