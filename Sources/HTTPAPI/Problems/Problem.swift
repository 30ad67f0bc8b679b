import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// Why a request was refused, as a problem document (RFC 9457).
public struct Problem: Error, Hashable, Sendable {
    /// The stable name, for programs to switch on.
    public var code: ProblemCode
    /// The HTTP status: the code's, but for the few that come with two.
    public var status: HTTPResponse.Status
    /// A sentence for people: what is wrong and what would have been right.
    public var detail: String
    /// The field, query parameter or header that is wrong.
    public var field: String?
    /// The state that the request met.
    public var state: String?
    /// What would have been accepted.
    public var accepted: [String]
    /// The place in the list of inputs of the one that was refused, from 0.
    public var index: Int?
    /// Headers that belong to the answer, such as `Allow`.
    public var headers: HTTPFields

    /// Makes a problem.
    public init(
        _ code: ProblemCode,
        _ detail: String,
        status: HTTPResponse.Status? = nil,
        field: String? = nil,
        state: String? = nil,
        accepted: [String] = [],
        index: Int? = nil,
        headers: HTTPFields = [:]
    ) {
        self.code = code
        self.status = status ?? code.status
        self.detail = detail
        self.field = field
        self.state = state
        self.accepted = accepted
        self.index = index
        self.headers = headers
    }

    /// The problem that a rejection is.
    init(_ rejection: Rejection, index: Int? = nil) {
        self.init(
            ProblemCode(rejection.code),
            rejection.detail,
            field: rejection.field,
            state: rejection.state,
            accepted: rejection.accepted,
            index: index
        )
    }
}

extension Problem: FieldWritable {
    /// Where a problem's type stands, as a reference relative to the service.
    private static let typePrefix = "/problems/"

    /// Puts the members of the problem document.
    public func write(to sink: inout some FieldSink) {
        sink.put("type", Self.typePrefix + code.rawValue)
        sink.put("title", code.title)
        sink.put("status", Int64(status.code))
        sink.put("detail", detail)
        sink.put("code", code.rawValue)
        if let field { sink.put("field", field) }
        if let state { sink.put("state", state) }
        if !accepted.isEmpty { sink.put("accepted", strings: accepted) }
        if let index { sink.put("index", Int64(index)) }
    }
}

extension Problem: HTTPResponseError {
    /// The problem document. A HEAD request gets its head only: a body there would be read as the next answer.
    public func response(from request: Request, context: some RequestContext) -> Response {
        var headers = headers
        headers[.contentType] = MediaType.problem
        let response = Response(status: status, headers: headers, body: .json(self))
        return request.method == .head ? response.createHeadResponse() : response
    }
}
