import NIOCore

/// Delays a flush to the end of the event loop's tick, so that all answers of one tick are sent together.
///
/// Sent one by one, each would wake its reader, which on a small machine takes processor time from the next answers.
final class FlushCoalescingHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = Any

    private var isPlanned = false

    func flush(context: ChannelHandlerContext) {
        guard !isPlanned else { return }
        isPlanned = true
        context.eventLoop.assumeIsolated().execute { self.flushPlanned(context) }
    }

    /// Flushes before the connection is closed.
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
