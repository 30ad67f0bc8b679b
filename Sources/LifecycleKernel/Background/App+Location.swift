/// Location updates, significant changes and regions. Sources: facts 2.3, 2.4, 6.1.
extension App {
    mutating func startLocation(in system: inout SystemState) {
        settleEnergy(in: &system)
        process.work.updatesLocation = true
        noteUse(of: .location)
        if declares(.location), holdingForUpdates == nil { acquire(.location, in: &system) }
    }

    mutating func stopLocation(in system: inout SystemState) {
        settleEnergy(in: &system)
        process.work.updatesLocation = false
        if let assertion = holdingForUpdates { end(assertion, .released, in: &system) }
    }

    /// A resumed process receives updates again, and those that waited.
    mutating func resumeLocation(in system: inout SystemState) {
        if process.work.updatesLocation, declares(.location) { acquire(.location, in: &system) }
        guard process.work.awaitsLocation else { return }
        process.work.awaitsLocation = false
        write(.verdict(.location, .delivered, nil), in: &system)
        enqueue([.call(.didUpdateLocations, scene: 0, arguments: [])])
    }

    /// The process ends, and with it what waited for it.
    mutating func dropAwaitedLocation(in system: inout SystemState) {
        if process.work.awaitsLocation {
            write(.verdict(.location, .dropped, .processNotRunning), in: &system)
        }
    }

    /// What holds a process for its updates; a single event holds it with an end.
    private var holdingForUpdates: Assertion? {
        process.assertions.held.first { $0.kind == .location && $0.endsAt == nil }
    }
}
