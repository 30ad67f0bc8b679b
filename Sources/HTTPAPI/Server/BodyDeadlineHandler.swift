import NIOCore

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
