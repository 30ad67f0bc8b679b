/// What holds a process in the background: it runs there only while at least one assertion does.
///
/// The mechanism is RunningBoard's. An assertion has a kind, a start, perhaps an end, and a policy for that end.
/// Source: facts 2.2.
public struct Assertion: Hashable, Codable, Sendable {
    /// What an assertion is held for.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// The grace after entering the background.
        case transition
        /// A task begun with `beginBackgroundTask`.
        case backgroundTask
        /// A silent push, until it is completed.
        case remoteNotification
        /// A background fetch, until it is completed.
        case backgroundFetch
        /// A task of `BGTaskScheduler`, until it is completed.
        case backgroundTaskScheduler
        /// The events of a background URL session, until they are completed.
        case urlSessionEvents
        /// Audio plays.
        case audio
        /// Audio would play, but for a call or another interruption.
        case audioInterruption
        /// Location updates are delivered.
        case location
        /// A Bluetooth event.
        case bluetooth
        /// A VoIP push, until the call is reported.
        case voip
        /// A VoIP call that was reported, until it ends.
        case voipCall
        /// A session of Nearby Interaction runs.
        case nearbyInteraction
    }

    /// What it is held for.
    public var kind: Kind
    /// Tells it from the others of its process.
    var number: UInt32
    /// When it ends by itself; nil when something else decides.
    var endsAt: Instant?
    /// The record that tells of its acquisition.
    var acquiredBy: UInt64
}

extension Assertion.Kind {
    /// What the system does about an assertion.
    private struct Policy {
        var leavesTaskClockRunning = false
        var reasonAtEnd: TerminationReason?
    }

    private var policy: Policy {
        switch self {
        case .transition: Policy(leavesTaskClockRunning: true)
        case .backgroundTask: Policy(leavesTaskClockRunning: true, reasonAtEnd: .backgroundTaskAssertionTimeout)
        case .backgroundTaskScheduler: Policy(reasonAtEnd: .backgroundTaskAssertionTimeout)
        case .remoteNotification, .backgroundFetch: Policy(reasonAtEnd: .backgroundFetchTimeout)
        case .urlSessionEvents: Policy(reasonAtEnd: .backgroundURLSessionTimeout)
        case .voip: Policy(reasonAtEnd: .voipNotReported)
        case .audio, .audioInterruption, .location, .bluetooth, .voipCall, .nearbyInteraction: Policy()
        }
    }

    /// Whether the background task allowance is used up while one of this kind is held. Source: facts 2.2,
    /// "delayed relative": it counts only while it is the reason why the process runs.
    var leavesTaskClockRunning: Bool { policy.leavesTaskClockRunning }

    /// With what the process ends when an assertion of this kind reaches its end; nil when it only no longer holds it.
    var reasonAtEnd: TerminationReason? { policy.reasonAtEnd }
}

/// A task begun with `beginBackgroundTask` and not ended.
///
/// While its process runs it holds an assertion under the same number; it stays open in a process that the system
/// suspended all the same, and holds one again when that is woken.
struct BackgroundTask: Hashable, Codable, Sendable {
    var number: UInt32
    var name: String
    var hasExpirationHandler: Bool
    /// The record that tells of its beginning.
    var begunBy: UInt64
    /// The callback of its expiration handler; 0 when that has not been called.
    var expiredBy: UInt64 = 0
    /// Whether the app's code wanted to end it while the process was suspended.
    var endIsDue = false
}

/// The clock of the background task allowance: one for a process, not one for a task.
///
/// Source: facts 2.2, "clock per app, not per task".
struct TaskClock: Hashable, Codable, Sendable {
    /// What was used before `runningSince`.
    private(set) var used: Milliseconds = 0
    /// Since when it runs; nil while it stands still.
    private(set) var runningSince: Instant?
    /// Whether the tasks that were open have been warned.
    var hasWarned = false

    /// Whether it stands at zero, and nobody was warned.
    var isReset: Bool { used == 0 && runningSince == nil && !hasWarned }

    /// What has been used up to an instant.
    func used(at now: Instant) -> Milliseconds { used + (runningSince.map { now - $0 } ?? 0) }

    mutating func start(at now: Instant) { runningSince = now }

    /// Stands still and keeps its value.
    mutating func stop(at now: Instant) {
        used = used(at: now)
        runningSince = nil
    }
}
