import NIOCore

/// A handler that watches a connection, more strictly once the server is being shut down, and gives up at a deadline.
protocol DeadlineHandler: ChannelInboundHandler, RemovableChannelHandler {
    /// Whether the server is being shut down.
    var isShuttingDown: Bool { get set }
    /// What happens next unless the client makes progress; nil while nothing is expected of it.
    var deadline: Scheduled<Void>? { get set }

    /// Begins to watch anew.
    func watch(_ context: ChannelHandlerContext)
}

extension DeadlineHandler {
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isShuttingDown = true
            watch(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopWatching()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stopWatching()
    }

    /// Cancels the deadline.
    func stopWatching() {
        deadline?.cancel()
        deadline = nil
    }
}

/// Ends what a connection receives once its client has sent nothing for a while and the server is being shut down: a
/// request whose body is not complete is answered with an error.
///
/// Otherwise a client that stops in the middle of a body would delay the shutdown until the idle timeout. A slow client is
/// not affected, because any progress counts, and neither is a request that has been received and is being answered.
final class BodyDeadlineHandler: DeadlineHandler {
    typealias InboundIn = Any

    /// How long a client may send nothing while the server is being shut down.
    static let timeout = WriteDeadlineHandler.shutdownTimeout

    var isShuttingDown = false
    var deadline: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isShuttingDown { watch(context) }
        context.fireChannelRead(data)
    }

    func watch(_ context: ChannelHandlerContext) {
        stopWatching()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: Self.timeout) {
            // Whoever waits for more of a body gets this error, and it becomes the answer.
            context.fireErrorCaught(Problem(notReady: .stopping))
        }
    }
}

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
