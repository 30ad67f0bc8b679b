import NIOCore

/// Sends what has been written behind everything that the event loop is about to do, so that answers made in one turn
/// of the loop leave together.
///
/// Sent one by one, each would wake its reader, and on a small machine take the processor from those who make the next.
final class FlushBehindHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = Any

    private var isPlanned = false

    func flush(context: ChannelHandlerContext) {
        guard !isPlanned else { return }
        isPlanned = true
        context.eventLoop.assumeIsolated().execute { self.flushPlanned(context) }
    }

    /// What has been written leaves before the end does.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        flushPlanned(context)
        context.close(mode: mode, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isPlanned = false
    }

    func removeHandler(context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken) {
        flushPlanned(context)
        context.leavePipeline(removalToken: removalToken)
    }

    private func flushPlanned(_ context: ChannelHandlerContext) {
        guard isPlanned else { return }
        isPlanned = false
        context.flush()
    }
}
