import Foundation

/// Where data is sent: the base URL of a receiver of OTLP/HTTP, as `OTEL_EXPORTER_OTLP_ENDPOINT` has it.
package struct OTLPEndpoint: Hashable, Sendable {
    /// The URL without a slash at its end.
    private let base: String

    /// Reads an absolute URL of HTTP or HTTPS; nil for any other text, and for one with a user, a query or a fragment.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ (33...126).contains($0) }), text.utf8.count <= Self.longest,
            let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(), let host = url.host,
            !host.isEmpty, scheme == "http" || scheme == "https",
            url.user == nil, url.password == nil, url.query == nil, url.fragment == nil,
            url.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        var base = text
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
    }

    /// No URL is longer.
    private static let longest = 2_048

    /// The URL for a signal.
    func url(_ signal: Signal) -> String { base + signal.path }
}
