import DeviceHost
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Notices that the client of a connection has disconnected, and sends `100 Continue`.
///
/// A client that sends nothing more may have gone, or may wait for its answer: the server cannot tell from what it receives.
/// While such a client has an unanswered request, it gets `100 Continue` from time to time, which clients ignore. The system of
/// a client that has gone resets the connection then. A client of HTTP/1.0 must not get interim answers (RFC 9110, 15.2), and
/// counts as gone.
final class DisconnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Whether it has.
    let disconnection = Disconnection()
    private let version = RequestVersionHandler()
    /// The requests whose answer has not ended.
    private var unanswered = 0
    /// Whether the answer to the first of them has begun.
    private var isAnswering = false
    private var sendsNothingMore = false
    /// The next interim answer to a client that sends nothing more.
    private var probe: Scheduled<Void>?

    /// When the first of these interim answers is sent; most requests are answered before.
    static let firstProbe = TimeAmount.milliseconds(250)
    /// The time from one to the next.
    static let probeInterval = TimeAmount.seconds(5)

    /// Asks for `100 Continue`, because the body of the first unanswered request is about to be read. It is sent if the client
    /// may get it and the answer has not begun.
    struct ContinueEvent: Sendable {}

    func handlerAdded(context: ChannelHandlerContext) {
        // There is no decoder in tests of this handler alone.
        let pipeline = context.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        try? pipeline.addHandler(version, position: .after(decoder))
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stopProbing()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = Self.unwrapInboundIn(data) { unanswered += 1 }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch Self.unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            isAnswering = true
            stopProbing()
        case .end:
            unanswered -= 1
            isAnswering = false
            if sendsNothingMore { probeLater(context, Self.firstProbe) }
        case .head, .body: break
        }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            sendsNothingMore = true
            if version.allowsInterimAnswers { probeLater(context, Self.firstProbe) } else { disconnection.note() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ContinueEvent else { return context.triggerUserOutboundEvent(event, promise: promise) }
        writeContinue(context, promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopProbing()
        disconnection.note()
        context.fireChannelInactive()
    }

    private func probeLater(_ context: ChannelHandlerContext, _ delay: TimeAmount) {
        stopProbing()
        guard unanswered > 0, version.allowsInterimAnswers else { return }
        probe = context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
            self.writeContinue(context, nil)
            self.probeLater(context, Self.probeInterval)
        }
    }

    private func stopProbing() {
        probe?.cancel()
        probe = nil
    }

    private func writeContinue(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        guard unanswered > 0, !isAnswering, version.allowsInterimAnswers else {
            promise?.succeed()
            return
        }
        context.writeAndFlush(Self.wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: promise)
    }
}

/// Notes which version of HTTP a client speaks, which `HTTPRequest` does not say.
private final class RequestVersionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// Whether the client of the last request may get interim answers.
    private(set) var allowsInterimAnswers = true

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = Self.unwrapInboundIn(data) {
            allowsInterimAnswers = (head.version.major, head.version.minor) >= (1, 1)
        }
        context.fireChannelRead(data)
    }
}

/// Whether a client has disconnected.
struct Disconnection: Sendable {
    private let changes = ChangeCounter()

    /// Whether it has.
    var hasHappened: Bool { changes.count > 0 }

    /// It has.
    func note() { changes.increment() }

    /// Waits until it has, or the task is cancelled.
    func wait() async { await changes.wait(after: 0) }
}

extension Route {
    /// Answers requests; where they may wait for something, the task is cancelled when the client disconnects.
    ///
    /// The connection goes on to be used for further requests, which it does not where Hummingbird watches it.
    var watchedHandler: Handler {
        guard waits else { return handler }
        return { request, context in
            guard let disconnection = await context.disconnection else { return try await handler(request, context) }
            return try await withThrowingTaskGroup(of: Response?.self) { group in
                group.addTask { try await handler(request, context) }
                group.addTask {
                    await disconnection.wait()
                    return nil
                }
                defer { group.cancelAll() }
                if let response = try await group.next() ?? nil { return response }
                group.cancelAll()
                guard let response = try? await group.next() ?? nil else { throw Problem.disconnected }
                return response
            }
        }
    }
}

extension Problem {
    /// The client has disconnected before its request was answered. Nobody reads it but the log.
    static var disconnected: Problem { Problem(.clientClosedRequest, "The client has disconnected.") }
}
