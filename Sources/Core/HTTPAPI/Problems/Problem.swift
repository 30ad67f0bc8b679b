import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// Why a request was refused, as a problem document (RFC 9457).
public struct Problem: Error, Hashable, Sendable {
    /// The stable name, for programs to switch on.
    public var code: ProblemCode
    /// What is wrong and what would have been right, for people.
    public var detail: Sentence
    /// The field, query parameter or header that is wrong.
    public var field: String?
    /// The state in which the request was refused.
    public var state: String?
    /// What would have been accepted.
    public var accepted: [String]
    /// The id of the request, if the log has details.
    public var requestID: String?
    /// The index of the refused input in the list of inputs, from 0.
    public var index: Int?
    /// Headers that belong to the answer, such as `Allow`.
    public var headers: HTTPFields

    /// Makes a problem.
    public init(
        _ code: ProblemCode,
        _ detail: Sentence,
        field: String? = nil,
        state: String? = nil,
        accepted: [String] = [],
        index: Int? = nil,
        requestID: String? = nil,
        headers: HTTPFields = [:]
    ) {
        self.code = code
        self.detail = detail
        self.field = field
        self.state = state
        self.accepted = accepted
        self.index = index
        self.requestID = requestID
        self.headers = headers
    }

    /// The problem that a rejection is.
    package init(_ rejection: Rejection, index: Int? = nil) {
        self.init(
            ProblemCode(rejection.code),
            rejection.detail,
            field: rejection.field,
            state: rejection.state,
            accepted: rejection.acceptedNames,
            index: index
        )
    }

    /// The HTTP status of the code.
    public var status: HTTPResponse.Status { code.status }
}

extension Problem: FieldWritable {
    /// Puts the members of the problem document, the texts for people in the language of the sink.
    package func write(to sink: inout some FieldSink) {
        sink.put("type", code.page)
        sink.put("title", code.title.text(in: sink.language))
        sink.put("status", Int64(status.code))
        sink.put("detail", detail)
        sink.put("code", code.rawValue)
        sink.put("parameters", parametersOf: detail)
        if let field { sink.put("field", field) }
        if let state { sink.put("state", state) }
        let listed = accepted.listed(with: detail)
        if !listed.isEmpty { sink.put("accepted", strings: listed) }
        if listed.count < accepted.count { sink.put("acceptedCount", Int64(accepted.count)) }
        if let index { sink.put("index", Int64(index)) }
        if let requestID { sink.put("requestID", requestID) }
    }
}

extension Problem {
    /// The header fields of an answer with this problem.
    package func answerHeaders(in language: Language = .english) -> HTTPFields {
        var fields = headers
        fields[.contentLanguage] = language.rawValue
        fields[.contentType] = MediaType.problem
        // Caches may keep answers of some statuses by default.
        fields[.cacheControl] = "no-store"
        return fields
    }
}

extension Problem: HTTPResponseError {
    /// The problem document in the language that the client prefers. A HEAD request gets only the head, because a body
    /// would be read as the next answer.
    public func response(from request: Request, context: some RequestContext) -> Response {
        let language = request.language
        let response = Response(status: status, headers: answerHeaders(in: language), body: .json(self, in: language))
        return request.method == .head ? response.createHeadResponse() : response
    }
}
