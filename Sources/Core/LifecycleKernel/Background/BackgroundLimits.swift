/// Limits on the lists that the system keeps of what an app does in the background.
///
/// The kernel refuses an event beyond a limit with `limit-reached`. An action of the app's own code beyond a limit gets
/// the verdict `refused`. iOS itself limits the pending requests of `BGTaskScheduler` (facts 6.2). The rule
/// `maximumBackgroundTasks` limits background tasks, and the rule `backgroundPushesPerHour` limits the pushes delivered
/// in the last hour.
enum BackgroundLimits {
    /// Transfers of an app that run, or that have ended and are not delivered yet.
    static let transfers = 1_000
    /// Requests of a process that wait for their answers.
    static let requests = 1_000
    /// Launch handlers that a process may register, since a pattern in the Info.plist permits any number of
    /// identifiers.
    static let registeredTasks = 1_000
    /// Live Activities of an app that are shown, whatever the rule `liveActivitiesPerApp` permits.
    static let liveActivities = 100
    /// Ends of Live Activities that a suspended process is not notified of yet; beyond the limit, the oldest are
    /// dropped.
    static let missedActivityChanges = 1_000
    /// Pushes of a kind that Apple's servers keep for an app, whatever the rule `pushesStoredPerApp` permits.
    static let storedPushes = 100
    /// Assertions that one process may hold for wake-ups. RunningBoard ends a process that holds about this many (facts
    /// 2.2).
    static let wakeAssertions = 1_000
}

extension App {
    /// Throws if the process holds the maximum number of wake assertions.
    func checkMayWake() throws(Rejection) {
        guard isAtWakeLimit else { return }
        throw Rejection(
            .limitReached,
            """
            \(manifest.bundleID, as: "bundleID") holds \(BackgroundLimits.wakeAssertions, as: "limit") assertions for \
            wake-ups, which is the limit, so it cannot be woken again
            """,
            state: state.rawValue
        )
    }

    /// Whether the process holds the maximum number of wake assertions.
    var isAtWakeLimit: Bool {
        guard hasProcess,
            process.assertions.held.count >= BackgroundLimits.wakeAssertions
        else { return false }
        let tasks = process.assertions.held.count { $0.kind == .backgroundTask }
        return process.assertions.held.count - tasks >= BackgroundLimits.wakeAssertions
    }
}
