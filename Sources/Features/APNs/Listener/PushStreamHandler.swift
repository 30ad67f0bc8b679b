import NIOCore
import NIOHPACK
import NIOHTTP2

/// A request on its stream, which takes the answer.
struct PushExchange: Sendable {
    var request: PushRequest
    var stream: any Channel
    /// What must be answered without looking at the request; nil for most.
    var refusal: PushRefusal?
}

/// One stream of HTTP/2: collects a request and writes its answer.
///
/// An answer without a body is one HEADERS frame that ends the stream, and another one is HEADERS and one DATA frame that
/// ends it: clients parse every DATA frame as JSON.
final class PushStreamHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundIn = PushAnswer
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let limits: ListenerLimits
    private let requests: AsyncStream<PushExchange>.Continuation
    private let connection: PushConnectionHandler
    /// The request until it is complete.
    private var request: PushRequest?
    /// Whether the headers have come; what comes after them in the same form are trailers.
    private var hasHeaders = false
    /// Whether the answer must have no body.
    private var asksForHeadOnly = false
    /// Whether the request is being answered.
    private var isInProgress = false
    /// Whether the server stops.
    private var isStopping = false
    /// When the stream is reset: the client must send the rest of its request, or make room for the answer.
    private var deadline: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    init(
        limits: ListenerLimits,
        requests: AsyncStream<PushExchange>.Continuation,
        connection: PushConnectionHandler
    ) {
        self.connection = connection
        self.limits = limits
        self.requests = requests
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let headers):
            begin(context, headers.headers)
            if headers.endStream { complete(context) }
        case .data(let data):
            if case .byteBuffer(let bytes) = data.data { append(bytes, context) }
            if data.endStream { complete(context) }
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests are complete by now, and need no deadline.
        if request != nil, deadline == nil { resetLater(context, limits.bodyTimeout, .cancel) }
        context.fireChannelReadComplete()
    }

    /// The server stops: a request in progress is answered, and a client that does not go on is not waited for.
    func serverStops() {
        isStopping = true
        guard let context, !isInProgress else { return }
        // Nothing was done with a request that is not complete, so it may be sent again elsewhere.
        resetLater(context, limits.lastBodyTimeout, request == nil ? .cancel : .refusedStream)
    }

    /// Resets the stream after a while, unless it ends before.
    private func resetLater(_ context: ChannelHandlerContext, _ delay: TimeAmount, _ code: HTTP2ErrorCode) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { self.reset(context, code) }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let id = try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
        connection.streamCreated(self, id ?? .rootStream)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        deadline?.cancel()
        request = nil
        connection.streamClosed(self)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The connection has told the client what was wrong with the stream.
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let answer = unwrapOutboundIn(data)
        isInProgress = false
        let body = asksForHeadOnly ? nil : answer.body
        let head = HTTP2Frame.FramePayload.Headers(headers: answer.headers, endStream: body == nil)
        context.write(wrapOutboundOut(.headers(head)), promise: body == nil ? promise : nil)
        guard let body else { return }
        // It waits for the client's window.
        resetLater(context, isStopping ? limits.lastBodyTimeout : TimeAmount(limits.writeTimeout), .cancel)
        let last = HTTP2Frame.FramePayload.Data(data: .byteBuffer(body), endStream: true)
        guard answer.resets else { return context.write(wrapOutboundOut(.data(last)), promise: promise) }
        // A reset would overtake the answer.
        context.writeAndFlush(wrapOutboundOut(.data(last))).assumeIsolated().whenComplete { _ in
            self.reset(context, .noError)
        }
    }

    private func reset(_ context: ChannelHandlerContext, _ code: HTTP2ErrorCode) {
        request = nil
        context.writeAndFlush(wrapOutboundOut(.rstStream(code)), promise: nil)
    }

    private func begin(_ context: ChannelHandlerContext, _ headers: HPACKHeaders) {
        guard !hasHeaders else { return }
        hasHeaders = true
        guard headers.isRequest else { return reset(context, .protocolError) }
        guard connection.hasRoom else { return reset(context, .refusedStream) }
        let headers = headers.readable
        request = PushRequest(headers: headers)
        asksForHeadOnly = headers.first(name: ":method") == "HEAD"
    }

    /// Keeps as much of a body as a payload may have.
    private func append(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        guard request != nil else { return }
        var bytes = bytes
        request!.bodyLength += bytes.readableBytes
        let room = max(0, PushRequest.keptBytes - request!.body.readableBytes)
        if let kept = bytes.readSlice(length: min(room, bytes.readableBytes)) {
            request!.body.writeImmutableBuffer(kept)
        }
        // A client may wait for its window before it reads the answer, so a body is read to its end; but not any.
        if request!.bodyLength > limits.bodyLimit { complete(context, .bodyTooLarge(limits.bodyLimit)) }
    }

    private func complete(_ context: ChannelHandlerContext, _ refusal: PushRefusal? = nil) {
        guard let request = request.take() else { return }
        deadline?.cancel()
        guard refusal != nil || request.headers.announcesBody(of: request.bodyLength) else {
            return reset(context, .protocolError)
        }
        isInProgress = true
        requests.yield(PushExchange(request: request, stream: context.channel, refusal: refusal))
    }
}
