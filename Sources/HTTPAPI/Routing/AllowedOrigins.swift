import LifecycleKernel

/// The pages, besides the server's own, that may use the interface from a browser.
public enum AllowedOrigins: Hashable, Sendable {
    /// Those of these origins.
    case origins(Set<PageOrigin>)
    /// Those of every origin.
    case any

    /// No other page.
    public static let none = Self.origins([])

    /// The origin of a page, as a setting names it.
    public struct PageOrigin: Hashable, Sendable {
        let origin: Origin

        /// Reads an origin: scheme, host, and the port unless it is the scheme's own; nil for anything else, such as a
        /// URL with a path.
        init?(_ text: String) {
            // A colon without a port is not how browsers write an origin.
            guard let origin = Origin(text), text.last != ":" else { return nil }
            self.origin = origin
        }
    }

    /// Reads origins separated by commas, or `*`; nil if one of them is no origin.
    public init?(_ text: String) {
        if text == "*" {
            self = .any
            return
        }
        let texts = text.split(separator: ",", omittingEmptySubsequences: false)
        let origins = texts.compactMap { PageOrigin(String($0.withoutBlanks)) }
        guard origins.count == texts.count else { return nil }
        self = .origins(Set(origins))
    }

    /// Whether a page may use the interface.
    ///
    /// - Parameter origin: Its `Origin` header.
    func allows(_ origin: String) -> Bool {
        switch self {
        case .any: true
        case .origins(let origins): PageOrigin(origin).map(origins.contains) ?? false
        }
    }
}
