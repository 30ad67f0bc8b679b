import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import WireFormat

/// Answers a request that cannot be parsed with a problem document.
///
/// Such a request reaches no endpoint: Hummingbird answers it with an empty 400 and closes the connection. This handler sends
/// a problem document with the id of a request instead. A request whose body cannot be parsed is answered by its endpoint;
/// then nothing is sent instead of the empty 400.
final class MalformedRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Why the parser has failed; after that nothing more is received.
    private var failure: HTTPParserError?
    /// Whether an answer has been sent since the parser failed.
    private var hasAnswered = false
    /// Whether what is written belongs to the empty answer, which is not sent.
    private var isReplacing = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if failure == nil { failure = error as? HTTPParserError }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let failure else { return context.write(data, promise: promise) }
        // Every answer of an endpoint has an id.
        if case .head(let head) = Self.unwrapOutboundIn(data) { isReplacing = head.headerFields[.requestID] == nil }
        if !isReplacing {
            hasAnswered = true
            context.write(data, promise: promise)
        } else if hasAnswered {
            promise?.succeed()
        } else {
            hasAnswered = true
            write(.malformedRequest(failure), context, promise)
        }
    }

    private func write(_ problem: Problem, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let body = ByteBuffer(bytes: JSONText.write(problem))
        var head = HTTPResponse(status: problem.status, headerFields: problem.answerHeaders)
        head.headerFields[.contentLength] = String(body.readableBytes)
        head.headerFields[.connection] = "close"
        head.headerFields[.requestID] = RequestIDs.next()
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(body)), promise: nil)
        context.write(Self.wrapOutboundOut(.end(nil)), promise: promise)
    }
}
