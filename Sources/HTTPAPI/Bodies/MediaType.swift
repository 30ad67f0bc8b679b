import HTTPTypes
import Hummingbird

/// The media types that the interface speaks.
enum MediaType {
    /// JSON (RFC 8259).
    static let json = "application/json"
    /// A problem document (RFC 9457).
    static let problem = "application/problem+json"
    /// JSON values, one a line.
    static let jsonLines = "application/x-ndjson"
    /// Server-sent events.
    static let eventStream = "text/event-stream"
    /// The Prometheus text format.
    static let prometheus = "text/plain; version=0.0.4; charset=utf-8"
    /// Text for people.
    static let text = "text/plain; charset=utf-8"
    /// YAML, under the names that are in use for it.
    static let yaml = ["application/yaml", "application/x-yaml", "text/yaml"]

    /// The type of a `Content-Type` or of one entry of `Accept`, in small letters, without its parameters.
    static func essence(_ header: some StringProtocol) -> String {
        let type = header.prefix { $0 != ";" }
        return String(type.filter { $0 != " " && $0 != "\t" }).lowercased()
    }

    /// Whether the parameters of a `Content-Type` name no other charset than UTF-8.
    static func isUTF8(_ header: String) -> Bool {
        for parameter in header.lowercased().split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { !" \t\"".contains($0) } }
            if parts.first == "charset", parts.last != "utf-8", parts.last != "utf8" { return false }
        }
        return true
    }
}

extension Request {
    /// The media type of the body; nil when the request names none.
    ///
    /// - Throws: `unsupported-media-type` when it is not one of these, or is in another charset than UTF-8.
    @discardableResult
    func mediaType(oneOf accepted: [String]) throws(Problem) -> String? {
        guard let header = header(.contentType) else { return nil }
        // As nearly every client writes it.
        if header == accepted.first { return header }
        let type = MediaType.essence(header)
        guard accepted.contains(type), MediaType.isUTF8(header) else {
            throw Problem(
                .unsupportedMediaType,
                "The body must be \(accepted.joined(separator: " or ")) in UTF-8, and is \(header.quotedBriefly).",
                field: "Content-Type",
                accepted: accepted
            )
        }
        return type
    }

    /// The first of several media types that the client takes, in the order in which the service prefers them.
    ///
    /// Weights are not read: a client that names a type gets it.
    ///
    /// - Throws: `not-acceptable` when it takes none of them.
    func preferredType(of offered: [String]) throws(Problem) -> String {
        guard let header = header(.accept), let first = offered.first else { return offered.first ?? MediaType.json }
        let wanted = header.split(separator: ",").map { MediaType.essence($0) }
        if wanted.isEmpty { return first }
        for type in wanted {
            if let match = offered.first(where: { $0 == type }) { return match }
            if type == "*/*" { return first }
            if type.hasSuffix("/*"), let match = offered.first(where: { $0.hasPrefix(type.dropLast()) }) {
                return match
            }
        }
        throw Problem(
            .notAcceptable,
            "The answer comes as \(offered.joined(separator: " or ")), and \(header.quotedBriefly) takes none of them.",
            field: "Accept",
            accepted: offered
        )
    }
}
