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
