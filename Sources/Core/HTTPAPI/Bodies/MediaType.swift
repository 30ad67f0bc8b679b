import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The media types of the interface.
package enum MediaType {
    /// JSON (RFC 8259).
    package static let json = "application/json"
    /// A change of a JSON document (RFC 7396).
    package static let mergePatch = "application/merge-patch+json"
    /// A problem document (RFC 9457).
    package static let problem = "application/problem+json"
    /// JSON values, one a line.
    package static let jsonLines = "application/x-ndjson"
    /// Server-sent events.
    package static let eventStream = "text/event-stream"
    /// The Prometheus text format.
    package static let prometheus = "text/plain; version=0.0.4; charset=utf-8"
    /// Text for people.
    package static let text = "text/plain; charset=utf-8"
    /// A page.
    package static let html = "text/html; charset=utf-8"
    /// YAML, under its usual names.
    package static let yaml = ["application/yaml", "application/x-yaml", "text/yaml"]

    /// The type of a `Content-Type` or of one entry of `Accept`, in small letters, without its parameters.
    package static func essence(_ header: some StringProtocol) -> String {
        let type = header.prefix { $0 != ";" }
        return String(type.filter { $0 != " " && $0 != "\t" }).lowercased()
    }

    /// Whether the parameters of a `Content-Type` name no other charset than UTF-8.
    package static func isUTF8(_ header: String) -> Bool {
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
    package func mediaType(oneOf accepted: [String]) throws(Problem) -> String? {
        guard let header = header(.contentType) else { return nil }
        // The spelling of nearly every client.
        if header == accepted.first { return header }
        let type = MediaType.essence(header)
        guard accepted.contains(type), MediaType.isUTF8(header) else {
            throw Problem(
                .unsupportedMediaType,
                "The body must be \(.oneOf(accepted), as: "types") in UTF-8, and is \"\(header.shortened, as: "found")\".",
                field: "Content-Type",
                accepted: accepted
            )
        }
        return type
    }

    /// The media type that the client prefers of those offered (RFC 9110, 12.5.1).
    ///
    /// Types of equal weight are ordered as in the header, and those of one range as offered.
    ///
    /// - Throws: `not-acceptable` if the client accepts none of them.
    package func preferredType(of offered: [String]) throws(Problem) -> String {
        guard let header = header(.accept), let first = offered.first else { return offered.first ?? MediaType.json }
        let ranges = header.split(separator: ",").compactMap(MediaRange.init)
        if ranges.isEmpty { return first }
        var best: (type: String, weight: Int, index: Int)?
        for type in offered {
            guard let (index, range) = ranges.best(for: type), range.weight > 0 else { continue }
            if let best, (best.weight, -best.index) >= (range.weight, -index) { continue }
            best = (type, range.weight, index)
        }
        if let best { return best.type }
        throw Problem(
            .notAcceptable,
            """
            The server can answer with \(.oneOf(offered), as: "types"), and "\(header.shortened, as: "found")" accepts \
            none of them.
            """,
            field: "Accept",
            accepted: offered
        )
    }
}

/// One entry of `Accept`: a media type or a range of them, and its weight.
private struct MediaRange {
    let type: String
    /// From 0, which means not at all, to 1,000.
    let weight: Int

    /// Reads an entry; nil if its weight is malformed.
    init?(_ entry: Substring) {
        guard let weight = EntryWeight.of(entry) else { return nil }
        type = MediaType.essence(entry)
        self.weight = weight
    }

    /// How closely the range describes a type: 3 for the type itself, 1 for any type; nil when it is not in the range.
    func closeness(to type: String) -> Int? {
        if self.type == type { return 3 }
        if self.type == "*/*" { return 1 }
        return self.type.hasSuffix("/*") && type.hasPrefix(self.type.dropLast()) ? 2 : nil
    }
}

extension [MediaRange] {
    /// The most specific entry for a type, and its index in the list.
    fileprivate func best(for type: String) -> (index: Int, range: MediaRange)? {
        var best: (index: Int, range: MediaRange, closeness: Int)?
        for (index, range) in enumerated() {
            guard let closeness = range.closeness(to: type), closeness > best?.closeness ?? 0 else { continue }
            best = (index, range, closeness)
        }
        return best.map { ($0.index, $0.range) }
    }
}

extension Problem {
    /// The body has no media type.
    package static func withoutMediaType(_ accepted: [String]) -> Problem {
        Problem(
            .unsupportedMediaType,
            "A request with a body needs the header \"Content-Type: \(accepted.first ?? MediaType.json, as: "type")\".",
            field: "Content-Type",
            accepted: accepted
        )
    }
}

/// The weights of the entries of `Accept` and `Accept-Language` (RFC 9110, 12.4.2).
package enum EntryWeight {
    /// The weight of an entry: from 0, which means not at all, to 1,000; nil if it is malformed.
    package static func of(_ entry: Substring) -> Int? {
        var weight = 1_000
        for parameter in entry.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { !" \t".contains($0) } }
            guard parts.first?.lowercased() == "q" else { continue }
            guard parts.count == 2, let read = read(parts[1]) else { return nil }
            weight = read
        }
        return weight
    }

    /// Reads a weight from 0 to 1 with up to three decimals.
    private static func read(_ text: String) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? parts[1] : ""
        guard parts[0] == "0" || parts[0] == "1", decimals.utf8.count <= 3,
            decimals.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let thousandths = Int(decimals + String(repeating: "0", count: 3 - decimals.utf8.count)) ?? 0
        let weight = (parts[0] == "1" ? 1_000 : 0) + thousandths
        return weight <= 1_000 ? weight : nil
    }
}
