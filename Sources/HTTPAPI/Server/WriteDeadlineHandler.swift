import NIOCore

/// Closes a connection whose client has stopped reading: the bytes that wait to be sent must decrease within a timeout,
/// which is short once the server is being shut down.
///
/// Otherwise a client that stops reading a stream would keep it open for ever, and delay a shutdown. A slow client is not
/// affected, because any progress counts.
final class WriteDeadlineHandler: DeadlineHandler {
    typealias InboundIn = Any

    /// How long a client may read nothing.
    private let timeout: TimeAmount
    var isShuttingDown = false
    /// The next check of the bytes that wait to be sent; nil while the client keeps up.
    var deadline: Scheduled<Void>?

    /// How long a client may read nothing while the server is being shut down.
    static let shutdownTimeout = TimeAmount.seconds(1)

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        watch(context)
        context.fireChannelWritabilityChanged()
    }

    /// Schedules a check if bytes wait to be sent, and cancels it otherwise.
    func watch(_ context: ChannelHandlerContext) {
        stopWatching()
        guard !context.channel.isWritable else { return }
        let waiting = Self.bytesWaiting(context)
        let delay = isShuttingDown ? min(timeout, Self.shutdownTimeout) : timeout
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { self.check(context, waiting) }
    }

    private func check(_ context: ChannelHandlerContext, _ before: Int) {
        guard Self.bytesWaiting(context) >= before else { return watch(context) }
        stopWatching()
        context.close(promise: nil)
    }

    private static func bytesWaiting(_ context: ChannelHandlerContext) -> Int {
        // Both kinds of channels in use have this option.
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
