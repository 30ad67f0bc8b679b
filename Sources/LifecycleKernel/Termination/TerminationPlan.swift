/// How a process terminates on request, and what is delivered to it before.
struct TerminationPlan: Hashable, Codable, Sendable {
    var reason: TerminationReason
    /// When it was requested; nil in states of the kernel's first version.
    var requestedAt: Instant?
    /// Whether it leaves the screen first, with the callbacks of that.
    var leavesScreen = true
    /// Whether its scenes disconnect.
    var disconnectsScenes = false
    /// Whether its scenes disconnect without having entered the background; nil for no.
    var skipsBackground: Bool?
    /// Whether it is notified that its sessions are discarded; nil for no.
    var notifiesDiscardedSessions: Bool?
    /// Whether the expiration handlers of its open tasks are called.
    var expiresTasks = false
    /// Whether `applicationWillTerminate(_:)` is called.
    var callsWillTerminate = false
    /// Whether it was in the foreground when the user ended it; nil for no.
    var wasInForeground: Bool?

    /// Whether it ends without having been told that it enters the background.
    var hidesLeaving: Bool { skipsBackground == true && wasInForeground == true }

    private enum CodingKeys: String, CodingKey {
        case reason, requestedAt, leavesScreen, disconnectsScenes, skipsBackground
        case notifiesDiscardedSessions = "tellsDiscardedSessions"
        case expiresTasks, callsWillTerminate, wasInForeground
    }
}
