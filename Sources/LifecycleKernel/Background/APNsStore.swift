/// What Apple's servers keep for an app while nothing can reach the device. Sources: facts 2.3; rules 4.24.
struct APNsStore: Hashable, Codable, Sendable {
    /// Notifications, oldest first: one for each app, unless a rule says more.
    var notifications: [HeldPush] = []
    /// PushKit pushes, oldest first: as many.
    var voipPushes: [HeldVoIPPush] = []
    /// ActivityKit pushes, oldest first: one for each token.
    var activityPushes: [ActivityPush] = []

    /// Whether nothing is kept.
    var isEmpty: Bool { notifications.isEmpty && voipPushes.isEmpty && activityPushes.isEmpty }
}

/// A PushKit push that waits with Apple's servers.
struct HeldVoIPPush: Hashable, Codable, Sendable {
    var push: VoIPPush
    /// The record of its verdict.
    var cause: SequenceNumber
}

/// A push that ActivityKit handles, on its way to the device. Source: facts 10.4.
enum ActivityPush: Hashable, Codable, Sendable {
    /// It starts the Live Activity of this identifier.
    case start(String)
    /// It ends that Live Activity.
    case end(String)
    /// It wakes the app for a token.
    case wake(SystemWake)

    /// Whether another one is sent to the same token: an app has one token to start activities, and each activity one
    /// for its updates and its end.
    func hasToken(of other: ActivityPush) -> Bool {
        switch (self, other) {
        case (.start, .start), (.wake, .wake): true
        case (.end(let one), .end(let other)): one == other
        case (.start, _), (.end, _), (.wake, _): false
        }
    }

    /// The record of what becomes of it.
    func verdict(_ decision: Verdict.Decision, _ refusal: Refusal) -> Record.Body {
        switch self {
        case .start(let identifier), .end(let identifier): .verdict(.liveActivity, decision, refusal, identifier)
        case .wake(let wake): .verdict(.wake, decision, refusal, wake.reason.rawValue)
        }
    }
}
