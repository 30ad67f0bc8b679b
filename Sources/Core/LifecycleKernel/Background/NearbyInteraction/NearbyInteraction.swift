// Nearby Interaction: a session runs. With the background mode `nearby-interaction` it holds the process.

/// Sessions of Nearby Interaction. Source: facts 6.1 (`nearby-interaction`: while sessions run).
extension App {
    /// A session runs; with the mode it holds the process. Without, the system suspends it with the process, and the app has
    /// to run it again.
    mutating func startNearbyInteraction(in system: inout SystemState) {
        noteUse(of: .nearbyInteraction)
        if declares(.nearbyInteraction), !holds(.nearbyInteraction) { acquire(.nearbyInteraction, in: &system) }
    }
}
