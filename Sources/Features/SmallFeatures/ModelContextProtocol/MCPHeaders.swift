import Foundation
import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The header fields of the Model Context Protocol, which repeat parts of a message for those who do not read bodies.
package enum MCPHeaders {
    static let revision = HTTPField.Name("MCP-Protocol-Version")!
    static let method = HTTPField.Name("Mcp-Method")!
    static let name = HTTPField.Name("Mcp-Name")!

    /// The member of `_meta` in which a request names its revision.
    static let revisionKey = "io.modelcontextprotocol/protocolVersion"
    /// The member of `_meta` with what the client can do.
    static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

    /// The header fields that a client sends with a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - agreed: The revision that the handshake has agreed upon, for a message that names none.
    package static func fields(of message: Value, agreed: String?) -> [(name: String, value: String)] {
        let params = message["params"] ?? [:]
        let declared = params["_meta"]?[revisionKey]?.text
        var fields: [(name: String, value: String)] = []
        if let text = declared ?? agreed { fields.append((revision.rawName, text)) }
        guard declared != nil, let asked = message["method"]?.text else { return fields }
        fields.append((method.rawName, asked))
        if let subject = subject(of: asked, params) { fields.append((name.rawName, encoded(subject))) }
        return fields
    }

    /// What a request is about, for those that have a header field for it: the name of a tool, the URI of a resource.
    private static func subject(of method: String, _ params: Value) -> String? {
        switch method {
        case "tools/call", "prompts/get": params["name"]?.text
        case "resources/read": params["uri"]?.text
        default: nil
        }
    }
}

// MARK: Checking

extension MCPHeaders {
    /// Finds the revision of a request, and checks that its header fields say what it says itself.
    ///
    /// - Throws: `headerMismatch`, `unsupportedRevision`, `invalidParams`.
    static func revision(of message: RPCMessage, in request: Request) throws(RPCError) -> ProtocolRevision {
        let declared = message.params["_meta"]?[revisionKey]
        // The handshake of earlier revisions, which agrees upon the revision, names none yet.
        if message.method == "initialize", declared == nil { return .offered }
        guard let header = request.header(revision) else {
            throw RPCError(
                .headerMismatch,
                "A header \(revision.rawName) is needed, such as \"\(ProtocolRevision.july2026.rawValue)\"."
            )
        }
        guard let named = ProtocolRevision(rawValue: header) else { throw .unsupported(revision: header) }
        if let declared { try check(revision, header, against: declared) }
        if !named.hasHandshake { try checkStateless(message, in: request, isDeclared: declared != nil) }
        return named
    }

    /// Checks the revision of a notification, if it names one.
    ///
    /// - Throws: `unsupportedRevision`.
    static func checkNotification(_ request: Request) throws(RPCError) {
        guard let header = request.header(revision), ProtocolRevision(rawValue: header) == nil else { return }
        throw .unsupported(revision: header)
    }

    private static func checkStateless(
        _ message: RPCMessage,
        in request: Request,
        isDeclared: Bool
    ) throws(RPCError) {
        guard isDeclared, case .object? = message.params["_meta"]?[capabilitiesKey] else {
            throw RPCError(.invalidParams, "The parameters need _meta with \(revisionKey) and \(capabilitiesKey).")
        }
        try check(method, request.header(method), against: .string(message.method))
        guard let subject = subject(of: message.method, message.params) else { return }
        try check(name, request.header(name).flatMap(decoded), against: .string(subject))
    }

    private static func check(_ field: HTTPField.Name, _ found: String?, against value: Value) throws(RPCError) {
        guard let found else { throw RPCError(.headerMismatch, "A header \(field.rawName) is needed.") }
        guard value == .string(found) else {
            throw RPCError(
                .headerMismatch,
                "\(field.rawName) is \(found.quotedBriefly), and the message says otherwise."
            )
        }
    }
}

// MARK: Values

extension MCPHeaders {
    private static let mark = (start: "=?base64?", end: "?=")

    /// The text as the value of a header field: in Base64 if it is not plain.
    private static func encoded(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.first != " " && text.last != " "
        if isPlain, !text.hasPrefix(mark.start) { return text }
        return mark.start + Data(text.utf8).base64EncodedString() + mark.end
    }

    /// The text that the value of a header field stands for; nil if its Base64 cannot be read.
    private static func decoded(_ value: String) -> String? {
        guard value.hasPrefix(mark.start), value.hasSuffix(mark.end) else { return value }
        let base64 = String(value.dropFirst(mark.start.count).dropLast(mark.end.count))
        let text = Data(base64Encoded: base64).flatMap { String(data: $0, encoding: .utf8) }
        return text.flatMap { $0.isStreamSafe ? $0 : nil }
    }
}

/// A revision of the Model Context Protocol that the server speaks, by its date.
package enum ProtocolRevision: String, CaseIterable, Sendable {
    /// Stateless: every request names its revision and the client's capabilities.
    case july2026 = "2026-07-28"
    case november2025 = "2025-11-25"
    case june2025 = "2025-06-18"

    /// The revision that a client is offered in the handshake if its own is none of these.
    static let offered = ProtocolRevision.november2025

    /// Whether a client begins with `initialize`.
    var hasHandshake: Bool { self != .july2026 }

    /// The names of all revisions, the newest first.
    static let names = allCases.map(\.rawValue)
}
