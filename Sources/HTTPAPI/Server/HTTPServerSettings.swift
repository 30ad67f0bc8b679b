/// How the HTTP server listens, and the limits of what it reads.
public struct HTTPServerSettings: Sendable {
    /// The address to listen on: a name or a number.
    public var host = "127.0.0.1"
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
    /// The time between two heartbeats of a stream that is passed on from another server while that does not go on.
    package var streamHeartbeat: Duration = .seconds(15)
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
