import LifecycleKernel
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
            throw RPCError(.parseError, error.detail)
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
        default: throw RPCError(.invalidRequest, "An id is a string or a whole number.")
        }
    }
}
