#if PostgreSQL
import Dispatch

/// Calls back when something can be read from a connection, until it is released.
final class SocketWatch {
    private let source: any DispatchSourceRead

    /// - Parameters:
    ///   - connection: The connection, which stays open as long as its socket is looked at.
    ///   - queue: Where the callback is called.
    ///   - callback: Called again and again while there is something to read, or the connection has ended.
    init(_ connection: Connection, on queue: DispatchQueue, _ callback: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeReadSource(fileDescriptor: connection.socket, queue: queue)
        source.setEventHandler(handler: callback)
        nonisolated(unsafe) let kept = connection
        source.setCancelHandler { withExtendedLifetime(kept) {} }
        source.activate()
    }

    deinit { source.cancel() }
}
#endif
