import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Follows the requests of a connection and their answers.
///
/// - Counts the requests that may change something (`UnansweredRequests`).
/// - Reads the rest of a body whose request has been answered (`BodyDrain`).
/// - Says why a request cannot be parsed (`MalformedRequest`).
/// - Notices that the client has disconnected, and sends `100 Continue`.
/// - Closes the connection after an answer once the server is stopping.
///
/// One handler does all of it, so that each part of a request is passed on and looked at once.
///
/// A client that sends nothing more may have gone, or may wait for its answer: the server cannot tell from what it receives.
/// While such a client has an unanswered request, it gets `100 Continue` from time to time, which clients ignore. The system of
/// a client that has gone resets the connection then. A client of HTTP/1.0 must not get interim answers (RFC 9110, 15.2), and
/// counts as gone.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Whether the client has disconnected.
    let disconnection = Disconnection()
    private let version = RequestVersionHandler()
    private let document: @Sendable (Problem) -> ErrorDocument
    private let isStopping: @Sendable () -> Bool
    private var unanswered: UnansweredRequests
    private var drain = BodyDrain()
    private var malformed = MalformedRequest()
    /// Whether the answer to the first unanswered request has begun.
    private var isAnswering = false
    /// Whether the connection is closed after the answer, as the server is stopping.
    private var closesAfterAnswer = false
    private var sendsNothingMore = false
    /// The next interim answer to a client that sends nothing more.
    private var probe: Scheduled<Void>?
    /// Until when the rest of a body is read.
    private var drainDeadline: Scheduled<Void>?

    /// When the first of the interim answers is sent; most requests are answered before.
    static let firstProbe = TimeAmount.milliseconds(250)
    /// The time from one to the next.
    static let probeInterval = TimeAmount.seconds(5)

    /// Asks for `100 Continue`, because the body of the first unanswered request is about to be read. It is sent if the client
    /// may get it and the answer has not begun.
    struct ContinueEvent: Sendable {}

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - arrivals: Where requests are counted.
    ///   - isStopping: Whether clients should connect to another server for their next requests.
    ///   - document: The form that problems have on the listener.
    init(
        _ arrivals: Arrivals,
        isStopping: @escaping @Sendable () -> Bool = { false },
        document: @escaping @Sendable (Problem) -> ErrorDocument
    ) {
        unanswered = UnansweredRequests(arrivals)
        self.isStopping = isStopping
        self.document = document
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // There is no decoder in tests of this handler alone.
        let pipeline = context.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        try? pipeline.addHandler(version, position: .after(decoder))
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        disconnection.note()
        context.fireChannelInactive()
    }

    private func end() {
        stopProbing()
        stopDraining()
        unanswered.removeAll()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard malformed.problem == nil else { return }
        let part = unwrapInboundIn(data)
        if case .head(let head) = part, let problem = head.textProblem {
            malformed.problem = problem
            // As if the parser had refused it, so that Hummingbird does not look at it either, and ends the connection.
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        let action = drain.receive(part)
        if !drain.isDraining { stopDraining() }
        switch action {
        case .pass:
            if case .head(let head) = part { unanswered.append(head) }
            context.fireChannelRead(data)
        case .drop: break
        case .close: context.close(promise: nil)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // The next handlers hold reads back while nobody takes what they have.
        if drain.isDraining { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        malformed.note(error)
        context.fireErrorCaught(error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            sendsNothingMore = true
            if version.allowsInterimAnswers { probeLater(context, Self.firstProbe) } else { disconnection.note() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        switch part {
        case .head(let head) where head.status.kind != .informational:
            unanswered.beginAnswer()
            isAnswering = true
            stopProbing()
        case .end:
            unanswered.endAnswer()
            isAnswering = false
            if sendsNothingMore { probeLater(context, Self.firstProbe) }
        case .head, .body: break
        }
        send(part, as: data, context, promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ContinueEvent else { return context.triggerUserOutboundEvent(event, promise: promise) }
        sendContinue(context, promise)
    }

    private func send(
        _ part: HTTPResponsePart,
        as data: NIOAny,
        _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>?
    ) {
        var data = data
        switch part {
        case .head(var head):
            closesAfterAnswer = isStopping() && head.status.kind != .informational
            if drain.answer(head) || closesAfterAnswer {
                head.headerFields[.connection] = "close"
                data = wrapOutboundOut(.head(head))
            }
        case .body: break
        case .end:
            if drain.endAnswer() { startDraining(context) }
            if closesAfterAnswer, !drain.isDraining, malformed.problem == nil {
                context.writeAndFlush(data, promise: promise)
                return context.close(promise: nil)
            }
        }
        switch malformed.answer(part) {
        case .pass: context.write(data, promise: promise)
        case .drop: promise?.succeed()
        case .replace(let problem):
            let parts = document(problem).parts
            for part in parts.dropLast() { context.write(wrapOutboundOut(part), promise: nil) }
            context.write(wrapOutboundOut(parts[parts.count - 1]), promise: promise)
        }
    }

    private func sendContinue(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        guard !unanswered.isEmpty, !isAnswering, version.allowsInterimAnswers else {
            promise?.succeed()
            return
        }
        let part = HTTPResponsePart.head(HTTPResponse(status: .continue))
        send(part, as: wrapOutboundOut(part), context, promise)
        context.flush()
    }

    // MARK: Timers

    private func probeLater(_ context: ChannelHandlerContext, _ delay: TimeAmount) {
        stopProbing()
        guard !unanswered.isEmpty, version.allowsInterimAnswers else { return }
        probe = context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
            self.sendContinue(context, nil)
            self.probeLater(context, Self.probeInterval)
        }
    }

    private func stopProbing() {
        probe?.cancel()
        probe = nil
    }

    private func startDraining(_ context: ChannelHandlerContext) {
        stopDraining()
        drainDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: BodyDrain.timeout) {
            context.close(promise: nil)
        }
        context.read()
    }

    private func stopDraining() {
        drainDeadline?.cancel()
        drainDeadline = nil
    }
}

/// Notes which version of HTTP a client speaks, which `HTTPRequest` does not say.
final class RequestVersionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// Whether the client of the last request may get interim answers.
    private(set) var allowsInterimAnswers = true

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            allowsInterimAnswers = (head.version.major, head.version.minor) >= (1, 1)
        }
        context.fireChannelRead(data)
    }
}
