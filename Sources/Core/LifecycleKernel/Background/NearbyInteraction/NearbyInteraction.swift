// Nearby Interaction: while a session runs, it holds the process, if the app declares the background mode
// `nearby-interaction`.
//
// Callbacks: none. Records: `assertion` of `nearbyInteraction`.

/// Sessions of Nearby Interaction. Source: facts 6.1 (`nearby-interaction`: while sessions run).
extension App {
    /// Runs a session. With the background mode it holds the process. Without it, the system suspends the session with
    /// the process, and the app has to run it again.
    mutating func startNearbyInteraction(in system: inout SystemState) {
        noteUse(of: .nearbyInteraction)
        if declares(.nearbyInteraction), !process.assertions.holds(.nearbyInteraction) {
            acquire(.nearbyInteraction, in: &system)
        }
    }
}
