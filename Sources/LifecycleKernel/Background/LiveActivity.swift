/// A Live Activity, which the system shows and keeps whether its app runs or not. Source: facts 10.4.
struct LiveActivity: Hashable, Codable, Sendable {
    /// What the app calls it.
    var identifier: String
    /// When the system ends it.
    var endsAt: Instant
    /// The record of its start, which tells it from others of the same name.
    var startedBy: SequenceNumber
    /// The process that has its object and hears of its end; nil when none has looked for it yet.
    var holder: ProcessID?

    /// What ends it before or at its limit.
    enum End {
        case limit, app, push, user

        /// What is recorded.
        var verdict: (decision: Verdict.Decision, reason: Verdict.Reason?) {
            switch self {
            case .limit: (.expired, nil)
            case .app: (.finished, .byTheApp)
            case .push: (.finished, nil)
            case .user: (.cancelled, .byTheUser)
            }
        }

        /// Its `activityState` then.
        var state: String {
            switch self {
            case .limit, .app, .push: "ended"
            case .user: "dismissed"
            }
        }
    }
}

/// A change of an activity's state that the app hears of.
struct LiveActivityChange: Hashable, Codable, Sendable {
    var identifier: String
    var state: String

    /// The call.
    var step: Step {
        let arguments = [
            Value.Member("identifier", .string(identifier)), Value.Member("activityState", .string(state)),
        ]
        return .call(.activityStateUpdates, scene: 0, arguments: arguments)
    }
}
