/// A session of Core Location, by which an app says that it goes on wanting locations. The system remembers it beyond the
/// process, and launches the app again for it. Source: facts 10.7.
public enum LocationSession: String, CaseIterable, Codable, Sendable {
    /// `CLBackgroundActivitySession`.
    case backgroundActivity
    /// `CLServiceSession(authorization: .always)`.
    case alwaysService
}

/// The sessions that a process holds, or that the system remembers of an app: a bit for each.
struct LocationSessions: OptionSet, Hashable, Codable, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One session.
    init(_ session: LocationSession) {
        switch session {
        case .backgroundActivity: rawValue = 1 << 0
        case .alwaysService: rawValue = 1 << 1
        }
    }

    /// The sessions, in the order of their bits.
    var all: [LocationSession] { LocationSession.allCases.filter { contains(LocationSessions($0)) } }
}
