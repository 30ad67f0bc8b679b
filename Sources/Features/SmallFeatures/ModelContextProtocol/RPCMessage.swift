import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// A message of a client: a request of JSON-RPC 2.0, or a notification, which has no id and gets no answer.
struct RPCMessage: Sendable {
    /// The id of a request, a string or a whole number; nil for a notification.
    let id: Value?
    /// What is asked for.
    let method: String
    /// The parameters, by name; an object without members when there are none.
    let params: Value

    /// Reads a message.
    ///
    /// - Throws: `parseError` for what is no JSON, `invalidRequest` for what is no message.
    init(_ bytes: [UInt8]) throws(RPCError) {
        let value: Value
        do {
            value = try JSONText.parse(bytes)
        } catch {
            throw RPCError(.parseError, "\(error.detail)")
        }
        try self.init(value)
    }

    private init(_ value: Value) throws(RPCError) {
        guard case .object = value else {
            throw RPCError(.invalidRequest, "The body must be one message of JSON-RPC, an object.")
        }
        id = try Self.id(of: value)
        guard value["jsonrpc"] == "2.0", let method = value["method"]?.text else {
            throw RPCError(.invalidRequest, "A message has \"jsonrpc\": \"2.0\" and a method.", id: id)
        }
        self.method = method
        switch value["params"] {
        case nil, .null?: params = [:]
        case .object(let members)?: params = .object(members)
        default: throw RPCError(.invalidParams, "The parameters must be an object.", id: id)
        }
    }

    private static func id(of value: Value) throws(RPCError) -> Value? {
        switch value["id"] {
        case nil: nil
        case .string(let text)?: .string(text)
        case .integer(let number)?: .integer(number)
        default: throw RPCError(.invalidRequest, "An id must be a string or a whole number.")
        }
    }
}

/// Why a message is answered with an error of JSON-RPC: it could not be read, or asks for what there is not.
///
/// A tool that refuses its arguments is none: that is a result, which a model can read.
struct RPCError: Error, Sendable {
    /// The codes of JSON-RPC and of the Model Context Protocol.
    enum Code: Int64, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case internalError = -32603
        /// There is no such resource, up to the revision of November 2025; `invalidParams` afterwards.
        case resourceNotFound = -32002
        /// A header field is missing, or says something else than the message.
        case headerMismatch = -32020
        /// The server does not speak the revision.
        case unsupportedRevision = -32022
    }

    let code: Code
    let message: String
    var data: Value?
    /// The id of the request, where the error was found before the request could be read as a whole.
    var id: Value?

    init(_ code: Code, _ message: String, data: Value? = nil, id: Value? = nil) {
        self.code = code
        self.message = message
        self.data = data
        self.id = id
    }

    /// The server does not speak a revision.
    static func unsupported(revision: String) -> RPCError {
        RPCError(
            .unsupportedRevision,
            "The revision \(revision.quotedBriefly) of the protocol is not spoken here.",
            data: [
                "supported": .array(ProtocolRevision.names.map { .string($0) }),
                "requested": .string(revision),
            ]
        )
    }

    /// The HTTP status of an answer with this error.
    private var status: HTTPResponse.Status {
        switch code {
        case .methodNotFound: .notFound
        case .internalError: .internalServerError
        case .parseError, .invalidRequest, .invalidParams, .resourceNotFound, .headerMismatch, .unsupportedRevision:
            .badRequest
        }
    }

    /// The answer to a request.
    ///
    /// - Parameter id: The id of the request; nil if it is not known.
    func response(to id: Value?) -> Response {
        var error: Value = ["code": .integer(code.rawValue), "message": .string(message)]
        if let data { error = error.setting("data", to: data) }
        return .message(["jsonrpc": "2.0", "id": id ?? self.id ?? .null, "error": error], status: status)
    }
}

extension Response {
    /// An answer that is one message of JSON-RPC.
    static func message(_ message: Value, status: HTTPResponse.Status = .ok) -> Response {
        var headers = HTTPFields(type: MediaType.json)
        headers[.cacheControl] = "no-store"
        return Response(
            status: status,
            headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: JSONText.write(message)))
        )
    }
}
