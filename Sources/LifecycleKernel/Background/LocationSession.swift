/// A session of Core Location, by which an app says that it goes on wanting locations. The system remembers it beyond the
/// process, and launches the app again for it. Source: facts 10.7.
public enum LocationSession: String, CaseIterable, Codable, Sendable {
    /// `CLBackgroundActivitySession`.
    case backgroundActivity
    /// `CLServiceSession(authorization: .always)`.
    case alwaysService
}

/// The sessions that a process holds, or that the system remembers of an app.
typealias LocationSessions = CaseSet<LocationSession, UInt8>
