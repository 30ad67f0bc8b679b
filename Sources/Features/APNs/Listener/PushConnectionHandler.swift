import NIOCore
import NIOHTTP2
import NIOSSL

/// Ends a connection: with a GOAWAY when the server stops, when nothing is sent for too long or a fault asks for it; without
/// when the client does not read, or breaks the protocol.
///
/// The handlers of streams tell it of them: SwiftNIO's own delegate is not told of streams that the client creates. While
/// answers wait for the client to read, nothing more is read from it.
final class PushConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame
    typealias OutboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let limits: ListenerLimits
    private let requests: AsyncStream<PushExchange>.Continuation
    private let metrics: PushMetrics
    /// Called before the first request: the client has shown who it is.
    private let onFirstStream: () -> Void
    private var context: ChannelHandlerContext?
    private var streams: [ObjectIdentifier: PushStreamHandler] = [:]
    private var lastStream = HTTP2StreamID.rootStream
    private var isLeaving = false
    private var isLingering = false
    private var idleDeadline: Scheduled<Void>?
    private var writeDeadline: Scheduled<Void>?

    init(
        limits: ListenerLimits,
        requests: AsyncStream<PushExchange>.Continuation,
        metrics: PushMetrics,
        onFirstStream: @escaping () -> Void
    ) {
        self.limits = limits
        self.requests = requests
        self.metrics = metrics
        self.onFirstStream = onFirstStream
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        metrics.addConnections(1)
        watchIdleness(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        metrics.addConnections(-1)
        idleDeadline?.cancel()
        writeDeadline?.cancel()
        requests.finish()
    }

    func channelInactive(context: ChannelHandlerContext) {
        requests.finish()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            leave(.shutdown)
            for stream in streams.values { stream.serverStops() }
        }
        if let event = event as? LeaveEvent { leave(event.reason) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // To SwiftNIO a request that comes after the last answer is an error, too.
        // So is a window that it wants to tell of after the last stream, which is before that one has ended here.
        guard !isLingering, !(isLeaving && error is NIOHTTP2Errors.IOOnClosedConnection) else { return }
        guard !error.mayEndOneStream else { return }
        context.close(promise: nil)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        try? context.channel.syncOptions?.setOption(.autoRead, value: isWritable)
        // One that lingers is closed soon, whether its client reads or not.
        if !isLingering { watchWriting(context, isWritable: isWritable) }
        context.fireChannelWritabilityChanged()
    }

    private func watchWriting(_ context: ChannelHandlerContext, isWritable: Bool) {
        writeDeadline?.cancel()
        writeDeadline = nil
        guard !isWritable else { return }
        let delay = isLeaving ? Self.lastWriteTimeout : TimeAmount(limits.writeTimeout)
        writeDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { context.close(promise: nil) }
    }

    /// How long a client may read nothing once the connection ends.
    private static let lastWriteTimeout = TimeAmount.seconds(1)

    // MARK: Streams

    /// Whether there are no more streams than clients are told.
    var hasRoom: Bool { streams.count <= ListenerLimits.streams }

    /// A stream was created.
    func streamCreated(_ stream: PushStreamHandler, _ id: HTTP2StreamID) {
        if lastStream == .rootStream { onFirstStream() }
        streams[ObjectIdentifier(stream)] = stream
        lastStream = max(lastStream, id)
        idleDeadline?.cancel()
        idleDeadline = nil
    }

    /// A stream was closed.
    func streamClosed(_ stream: PushStreamHandler) {
        streams[ObjectIdentifier(stream)] = nil
        guard streams.isEmpty, let context else { return }
        guard isLeaving else { return watchIdleness(context) }
        // The last answer is sent first.
        context.eventLoop.assumeIsolated().execute {
            context.flush()
            self.linger(context)
        }
    }

    /// Leaves it to the client to close the connection, for a while. A request that it sent before it read the GOAWAY is
    /// sent again on another connection; on a closed one it would fail. Source: RFC 9113, 6.8.
    private func linger(_ context: ChannelHandlerContext) {
        isLingering = true
        writeDeadline?.cancel()
        writeDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: limits.closingTimeout) {
            context.close(promise: nil)
        }
    }

    private func watchIdleness(_ context: ChannelHandlerContext) {
        idleDeadline?.cancel()
        let delay = TimeAmount(limits.idleTimeout)
        idleDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { self.leave(.idleTimeout) }
    }

    // MARK: Leaving

    /// Ends the connection once the requests in progress are answered; no more are accepted.
    private func leave(_ reason: Reason) {
        guard !isLeaving, let context else { return }
        isLeaving = true
        let text = PushAnswer(PushRefusal(reason, ""), apnsID: "").body
        let payload = HTTP2Frame.FramePayload.goAway(lastStreamID: lastStream, errorCode: .noError, opaqueData: text)
        let frame = HTTP2Frame(streamID: .rootStream, payload: payload)
        let isDone = streams.isEmpty
        context.writeAndFlush(wrapOutboundOut(frame)).assumeIsolated().whenComplete { _ in
            if isDone { context.close(promise: nil) }
        }
        // A client that has not finished the handshake, or does not read, is not waited for.
        guard isDone || !context.channel.isWritable else { return }
        writeDeadline?.cancel()
        writeDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lastWriteTimeout) {
            context.close(mode: .all, promise: nil)
        }
    }

    /// Asks a connection to end, with a reason.
    struct LeaveEvent: Sendable {
        var reason: Reason
    }
}

extension Error {
    /// Whether it may be one of a stream, which SwiftNIO has reset: the other pushes of the connection are answered.
    ///
    /// SwiftNIO reports some errors of connections with the same types, after it has sent a GOAWAY. Such a connection ends when
    /// its client closes it, or by the timeout of idle ones. Source: RFC 9113, 5.1, 5.4.2, 6.9.1, 8.1.
    fileprivate var mayEndOneStream: Bool {
        switch self {
        case is NIOHTTP2Errors.StreamError, is NIOHTTP2Errors.TrailersWithoutEndStream,
            is NIOHTTP2Errors.BadStreamStateTransition, is NIOHTTP2Errors.StreamClosed, is NIOHTTP2Errors.NoSuchStream,
            is NIOHTTP2Errors.FlowControlViolation, is NIOHTTP2Errors.InvalidFlowControlWindowSize,
            is NIOHTTP2Errors.InvalidWindowIncrementSize:
            true
        default:
            false
        }
    }
}
