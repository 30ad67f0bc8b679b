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

    /// Forgets the deadline.
    func stopWatching() {
        deadline?.cancel()
        deadline = nil
    }
}
