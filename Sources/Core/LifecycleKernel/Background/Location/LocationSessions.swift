/// A session of Core Location: an app asks for locations for as long as the session lasts. The system remembers it
/// beyond the process, and launches the app again for it. Source: facts 10.7.
public enum LocationSession: String, CaseIterable, Codable, Sendable {
    /// `CLBackgroundActivitySession`.
    case backgroundActivity
    /// `CLServiceSession(authorization: .always)`.
    case alwaysService
}

/// The sessions that a process holds, or that the system remembers of an app.
typealias LocationSessions = CaseSet<LocationSession, UInt8>

/// Sessions of Core Location: started in the foreground, remembered beyond the process, and lost when the next process
/// does not take them again. Source: facts 10.7.
extension App {
    /// Starts a session, or takes again one that an earlier process held.
    mutating func startLocationSession(_ session: LocationSession, in system: inout SystemState) {
        if let refusal = refusal(of: session, in: system) {
            write(.verdict(.location, .refused, refusal, session.rawValue), in: &system)
            return
        }
        noteUse(of: .location)
        background.locationSessions = (background.locationSessions ?? []).union(LocationSessions(session))
        process.work.locationSessions = (process.work.locationSessions ?? []).union(LocationSessions(session))
        write(.verdict(.location, .started, nil, session.rawValue), in: &system)
        if lapsingLocationSessions.isEmpty { cancelDeadlines(in: &system) { $0 == .locationSessionsLapse } }
        holdForUpdates(in: &system)
    }

    /// Ends a session. Only the process that holds it can.
    mutating func endLocationSession(_ session: LocationSession, in system: inout SystemState) {
        guard let held = process.work.locationSessions, held.contains(LocationSessions(session)) else { return }
        process.work.locationSessions = held.without(LocationSessions(session))
        background.locationSessions = background.locationSessions?.without(LocationSessions(session))
        write(.verdict(.location, .cancelled, .byTheApp, session.rawValue), in: &system)
        holdForUpdates(in: &system)
    }

    /// Called when the app loses the permission for locations: Core Location does not launch or wake it for them until it
    /// asks again.
    mutating func resetLocation(in system: inout SystemState) {
        guard !background.isBlank else { return }
        background.monitorsLocation = false
        background.wakes = background.wakes?.without(SystemWake.Reasons(.locationMonitor))
        for session in background.locationSessions?.all ?? [] {
            write(.verdict(.location, .cancelled, .byTheUser, session.rawValue), in: &system)
        }
        background.locationSessions = nil
    }

    /// Called when a process is launched: it has to take the sessions of the previous process again, or they lapse.
    mutating func awaitLocationSessions(in system: inout SystemState) {
        guard !background.isBlank, background.locationSessions != nil else { return }
        let time = system.rulebook.locationSessionRenewalSeconds ?? 0
        set(.locationSessionsLapse, at: system.now + time, in: &system)
    }

    /// Ends the sessions that the process has not taken again.
    mutating func locationSessionsLapse(in system: inout SystemState) {
        let lost = lapsingLocationSessions
        guard !lost.isEmpty else { return }
        background.locationSessions = background.locationSessions?.without(lost)
        for session in lost.all {
            write(.verdict(.location, .cancelled, .notRenewed, session.rawValue), in: &system)
            report(
                .locationSessionLost,
                """
                an earlier process held the session \(session.rawValue, as: "name"), and this one did not create it again
                """,
                evidence: [system.lastSequence],
                in: &system
            )
        }
    }

    /// Whether a location wakes the app. Without a session the app receives locations only while it runs.
    var isWokenForLocations: Bool { !background.isBlank && background.locationSessions != nil }

    /// Delivers the location that the process was woken for, if it has asked for updates.
    mutating func deliverLocation(in system: inout SystemState) -> AppEffect? {
        guard process.work.updatesLocation else {
            report(
                .wakeNotHeard,
                "the app was woken for a location, but this process had not started updates",
                evidence: [system.lastSequence],
                in: &system
            )
            return nil
        }
        return call(.didUpdateLocations, in: &system)
    }

    /// Its sessions, as programs outside see them.
    var locationSessionStatuses: [LocationSessionStatus] {
        guard !background.isBlank, let sessions = background.locationSessions else { return [] }
        let held = hasLaunched ? process.work.locationSessions ?? [] : []
        return sessions.all.map { LocationSessionStatus(session: $0, isHeld: held.contains(LocationSessions($0))) }
    }

    /// What Core Location wakes it for, as a sentence; nil when it holds no session.
    var locationSentence: Sentence? {
        guard !background.isBlank, let sessions = background.locationSessions else { return nil }
        let names = sessions.all.map(\.rawValue)
        guard hasLaunched else {
            return "Core Location launches it again for locations: it held \(.list(names), as: "names")"
        }
        let lapsing = lapsingLocationSessions.all.map(\.rawValue)
        return lapsing.isEmpty
            ? "it holds \(.list(names), as: "names"), so Core Location wakes it for locations"
            : """
            an earlier process held \(.list(lapsing), as: "names"), which is lost unless this process creates it again at \
            once
            """
    }

    /// The sessions that the system remembers and the process does not hold.
    private var lapsingLocationSessions: LocationSessions {
        (background.locationSessions ?? []).subtracting(process.work.locationSessions ?? [])
    }

    /// Returns why a session does not start; nil if it does.
    private func refusal(of session: LocationSession, in system: SystemState) -> Refusal? {
        guard system.rulebook.locationSessionRenewalSeconds != nil else {
            return Refusal(.unavailable, "this version of iOS does not have it")
        }
        guard declares(.location) else { return .missing(.location) }
        let isRejoined = background.locationSessions?.contains(LocationSessions(session)) == true
        guard isInForeground || isInFront(in: system) || isRejoined || process.work.locationSessions != nil else {
            return Refusal(.notInForeground, "a session starts in the foreground, or while another one is held")
        }
        return nil
    }
}
