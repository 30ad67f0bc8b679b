import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import WireFormat

/// An error as a listener's clients read it.
package struct ErrorDocument: Sendable {
    /// The status.
    package var status: HTTPResponse.Status
    /// The fields of the head that say what the body is.
    package var headers: HTTPFields
    /// The body.
    package var body: [UInt8]

    /// Makes a document.
    package init(status: HTTPResponse.Status, headers: HTTPFields, body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A problem document.
    init(_ problem: Problem) {
        self.init(status: problem.status, headers: problem.answerHeaders, body: JSONText.write(problem))
    }
}

/// Answers a request that cannot be parsed, or whose head has text that is not read, with a document that says why.
///
/// Such a request reaches no endpoint: Hummingbird answers it with an empty 400 and closes the connection. This handler sends
/// a document with the id of a request instead, in the form of the listener's errors. A request whose body cannot be parsed
/// is answered by its endpoint; then nothing is sent instead of the empty 400.
final class MalformedRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let document: @Sendable (Problem) -> ErrorDocument
    /// Why nothing more is received: the parser has failed, or a head is not read.
    private var failure: Problem?
    /// Whether an answer has been sent since then.
    private var hasAnswered = false
    /// Whether what is written belongs to the empty answer, which is not sent.
    private var isReplacing = false

    /// Makes a handler.
    ///
    /// - Parameter document: The form that problems have on the listener.
    init(_ document: @escaping @Sendable (Problem) -> ErrorDocument) {
        self.document = document
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if failure == nil { failure = (error as? HTTPParserError).map(Problem.malformedRequest) }
        context.fireErrorCaught(error)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard failure == nil else { return }
        guard case .head(let head) = Self.unwrapInboundIn(data), let problem = head.textProblem else {
            return context.fireChannelRead(data)
        }
        failure = problem
        // As if the parser had refused it, so that Hummingbird does not look at it either, and ends the connection.
        context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
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
            write(failure, context, promise)
        }
    }

    private func write(_ problem: Problem, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let document = document(problem)
        let body = ByteBuffer(bytes: document.body)
        var head = HTTPResponse(status: document.status, headerFields: document.headers)
        head.headerFields[.contentLength] = String(body.readableBytes)
        head.headerFields[.connection] = "close"
        head.headerFields[.requestID] = RequestIDs.next()
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(body)), promise: nil)
        context.write(Self.wrapOutboundOut(.end(nil)), promise: promise)
    }
}
