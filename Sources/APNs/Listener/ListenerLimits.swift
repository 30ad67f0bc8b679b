import NIOCore
import NIOHTTP2

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
