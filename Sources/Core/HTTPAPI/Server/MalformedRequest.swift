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
        self.init(status: problem.status, headers: problem.answerHeaders(), body: JSONText.write(problem))
    }
}

/// Whether a connection has got a request that cannot be parsed, or whose head has text that is not read.
///
/// Such a request reaches no endpoint: Hummingbird answers it with an empty 400 and closes the connection. A document that says
/// why is sent instead, with the id of a request and in the form of the listener's errors. A request whose body cannot be
/// parsed is answered by its endpoint; then nothing is sent instead of the empty 400.
struct MalformedRequest {
    /// What is done with a part of an answer.
    enum Action {
        /// It is sent.
        case pass
        /// It is not sent.
        case drop
        /// A document is sent instead.
        case replace(Problem)
    }

    /// Why nothing more is received: the parser has failed, or a head is not read.
    var problem: Problem?
    /// Whether an answer has been sent since then.
    private var hasAnswered = false
    /// Whether what is written belongs to the empty answer.
    private var isEmptyAnswer = false

    /// Notes an error of the connection, which may be the parser's.
    mutating func note(_ error: any Error) {
        if problem == nil { problem = (error as? HTTPParserError).map(Problem.malformedRequest) }
    }

    /// Takes a part of an answer.
    mutating func answer(_ part: HTTPResponsePart) -> Action {
        guard let problem else { return .pass }
        // Every answer of an endpoint has an id.
        if case .head(let head) = part { isEmptyAnswer = head.headerFields[.requestID] == nil }
        defer { hasAnswered = true }
        return isEmptyAnswer ? hasAnswered ? .drop : .replace(problem) : .pass
    }
}

extension ErrorDocument {
    /// The answer that it is, after which the connection is closed.
    var parts: [HTTPResponsePart] {
        let bytes = ByteBuffer(bytes: body)
        var head = HTTPResponse(status: status, headerFields: headers)
        head.headerFields[.contentLength] = String(bytes.readableBytes)
        head.headerFields[.connection] = "close"
        head.headerFields[.requestID] = RequestIDs.next()
        return [.head(head), .body(bytes), .end(nil)]
    }
}
