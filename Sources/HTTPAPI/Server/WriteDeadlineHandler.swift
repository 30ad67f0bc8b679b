import NIOCore

/// Closes a connection whose reader takes nothing any more: what waits to be sent must become less in a while, in a short
/// while once the server is being shut down.
///
/// Otherwise a reader that stops reading a stream would keep its place in it for ever, and hold a shutdown up for as long
/// as that may take. A slow reader is none the worse: whatever it takes counts.
final class WriteDeadlineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    /// How long a reader may take nothing.
    private let patience: TimeAmount
    private var isShuttingDown = false
    /// The next look at what waits to be sent; nil while the reader keeps up.
    private var nextLook: Scheduled<Void>?

    /// How long a reader may take nothing while the server is being shut down.
    static let shutdownPatience = TimeAmount.seconds(1)

    init(patience: TimeAmount) {
        self.patience = patience
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        watch(context)
        context.fireChannelWritabilityChanged()
    }

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

    /// Begins to watch when there is more to send than the reader has taken, and stops when there is not.
    private func watch(_ context: ChannelHandlerContext) {
        stopWatching()
        guard !context.channel.isWritable else { return }
        let waiting = Self.bytesWaiting(context)
        let delay = isShuttingDown ? min(patience, Self.shutdownPatience) : patience
        nextLook = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { self.look(context, waiting) }
    }

    private func look(_ context: ChannelHandlerContext, _ before: Int) {
        guard Self.bytesWaiting(context) >= before else { return watch(context) }
        stopWatching()
        context.close(promise: nil)
    }

    private func stopWatching() {
        nextLook?.cancel()
        nextLook = nil
    }

    private static func bytesWaiting(_ context: ChannelHandlerContext) -> Int {
        // Both kinds of channels that there are tell it; one that did not would have taken nothing.
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
