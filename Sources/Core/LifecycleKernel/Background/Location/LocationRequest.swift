/// The settings of location updates that decide whether the updates keep an app running. Source: facts 10.7.
public struct LocationRequest: Hashable, Codable, Sendable {
    /// `desiredAccuracy`; nil for `kCLLocationAccuracyBest`.
    public var desiredAccuracyMeters: Int?
    /// `distanceFilter`; nil or 0 for `kCLDistanceFilterNone`.
    public var distanceFilterMeters: Int?
    /// `showsBackgroundLocationIndicator`.
    public var showsIndicator: Bool

    public init(desiredAccuracyMeters: Int? = nil, distanceFilterMeters: Int? = nil, showsIndicator: Bool = false) {
        self.desiredAccuracyMeters = desiredAccuracyMeters
        self.distanceFilterMeters = distanceFilterMeters
        self.showsIndicator = showsIndicator
    }

    /// Whether an app that asks like this may be suspended between locations.
    func isImprecise(_ rulebook: Rulebook) -> Bool {
        guard !showsIndicator else { return false }
        return (desiredAccuracyMeters ?? 0) >= rulebook.coarseLocationMeters || (distanceFilterMeters ?? 0) > 0
    }
}

extension LocationRequest: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("desiredAccuracyMeters", desiredAccuracyMeters)
        f.field("distanceFilterMeters", distanceFilterMeters)
        f.field("showsIndicator", showsIndicator)
    }
}

/// Updates that do not keep an app running: it is suspended between locations, and each location wakes it. Source: facts
/// 10.7.
extension App {
    /// Whether its updates may hold the process: it has requested them, declares the mode, and is not suspended between
    /// locations.
    func isKeptRunningByUpdates(in system: SystemState) -> Bool {
        process.work.updatesLocation && declares(.location) && !isSuspendedBetweenLocations(in: system)
    }

    /// Whether the process is in the background, and each location wakes it for a length of time.
    func isWokenForEachLocation(in system: SystemState) -> Bool {
        guard hasLaunched, !process.state.isForeground, !process.isEnding, !isInFront(in: system) else { return false }
        return process.work.updatesLocation && declares(.location) && isSuspendedBetweenLocations(in: system)
    }

    /// Why it may be suspended although it has requested updates, as a sentence; nil if that is not the case.
    func locationRequestSentence(in system: SystemState) -> Sentence? {
        isWokenForEachLocation(in: system)
            ? "its location updates do not keep it running; each location wakes it for a while" : nil
    }

    /// A session with a background activity shows the indicator.
    private func isSuspendedBetweenLocations(in system: SystemState) -> Bool {
        guard let request = process.work.locationRequest, request.isImprecise(system.rulebook) else { return false }
        let sessions = process.work.locationSessions ?? []
        guard !sessions.contains(LocationSessions(.backgroundActivity)) else { return false }
        return switch system.rulebook.impreciseLocationSuspends {
        case .never: false
        case .withSignificantChanges: background.monitorsLocation
        case .always: true
        }
    }
}
