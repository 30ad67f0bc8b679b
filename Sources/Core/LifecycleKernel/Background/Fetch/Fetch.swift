// Background fetch: the system wakes an app at intervals, not shorter than the minimum that the app has set.
//
// On systems that have `BGTaskScheduler`, apps that declare identifiers for it get no background fetches. The app ends
// a fetch by calling a completion handler; an app in the background that does not call it in time is ended. Sources:
// facts 2.3, 2.4, 6.2.
//
// Callbacks: `performFetch`. Records: `verdict` of `fetch`, `assertion` of `backgroundFetch`.

/// Whether the system lets an app fetch in the background: the first condition that applies decides. Sources: facts 2.3,
/// 2.4, 6.2.
enum FetchPolicy {
    /// What the decision depends on. The defaults are those that permit it.
    struct Facts: Hashable, Sendable {
        /// Whether the Info.plist declares the background mode `fetch`.
        var declaresMode = true
        /// Whether `BGTaskScheduler` replaces background fetch for the app.
        var usesBackgroundTasks = false
        /// Whether the user has ended the app in the switcher and not opened it since.
        var isForceQuit = false
        var isRefreshOn = true
        var isLowPowerMode = false
        /// Whether the app may be woken: false if it has to wait until the device is first unlocked after its start.
        var mayLaunch = true
    }

    /// Returns why the app may not fetch; nil if it may.
    static func refusal(_ facts: Facts) -> Verdict.Reason? {
        if !facts.declaresMode { return .missingBackgroundMode }
        if facts.usesBackgroundTasks { return .replacedByBackgroundTasks }
        if facts.isForceQuit { return .forceQuit }
        if !facts.isRefreshOn { return .backgroundRefreshOff }
        if facts.isLowPowerMode { return .lowPowerMode }
        return facts.mayLaunch ? nil : .beforeFirstUnlock
    }
}

/// Background fetch by an app's minimum interval. Sources: facts 2.3, 2.4, 6.2.
extension Installation {
    /// Returns why the system does not let an app fetch; nil if it does.
    ///
    /// - Parameters:
    ///   - facts: What is the same for all apps of the device.
    ///   - hasLaunched: Whether the app has a process. Such an app is woken before the first unlock, too.
    func refusalOfFetch(_ facts: FetchPolicy.Facts, hasLaunched: Bool) -> Verdict.Reason? {
        var facts = facts
        facts.declaresMode = declares(.fetch)
        facts.usesBackgroundTasks = facts.usesBackgroundTasks && manifest.infoPlist.permittedTaskIdentifiers != nil
        facts.isForceQuit = isForceQuit
        facts.isRefreshOn = facts.isRefreshOn && isRefreshOn
        facts.mayLaunch = facts.mayLaunch || hasLaunched
        return FetchPolicy.refusal(facts)
    }
}

extension Conditions {
    /// Whether the system lets apps fetch in these conditions.
    var allowFetches: Bool { network != .none && (isIdle || isCharging) }
}

extension SystemState {
    /// The facts of a fetch decision that are the same for all apps. The facts about a single app are set to permit the
    /// fetch.
    // It changes nothing, but is `mutating`, since its callers would otherwise copy the system's state.
    mutating func fetchFacts() -> FetchPolicy.Facts {
        FetchPolicy.Facts(
            usesBackgroundTasks: rulebook.profile.replacesFetchByTasks,
            isRefreshOn: conditions.isBackgroundRefreshOn,
            isLowPowerMode: conditions.isLowPowerMode,
            mayLaunch: mayLaunchApps(for: .backgroundFetch)
        )
    }
}

extension App {
    /// Begins a fetch, if it is allowed, and with it the interval until the next one.
    ///
    /// - Returns: The wake-up; nil if the fetch is not allowed, which a verdict says.
    mutating func beginFetch(in system: inout SystemState) -> WakeUp? {
        if let reason = installation.refusalOfFetch(system.fetchFacts(), hasLaunched: hasLaunched) {
            write(.verdict(.fetch, .refused, reason), in: &system)
            return nil
        }
        noteUse(of: .fetch)
        if let interval = background.fetches?.interval {
            // Even if the interval is zero, the app can finish one fetch before the next.
            let atLeast = max(interval, system.rulebook.backgroundFetchLimitSeconds)
            let next = system.now + atLeast + system.schedulerDelay()
            background.change { $0.fetches?.next = next }
        }
        return WakeUp(
            reason: .backgroundFetch,
            assertion: .backgroundFetch,
            length: system.rulebook.backgroundFetchLimitSeconds,
            verdict: Verdict(subject: .fetch, decision: .performed),
            step: .call(.performFetch)
        )
    }

    /// `setMinimumBackgroundFetchInterval(_:)`.
    ///
    /// - Parameter interval: The interval; nil for never, as before the first call.
    mutating func setFetchInterval(_ interval: Milliseconds?, in system: inout SystemState) {
        noteUse(of: .fetch)
        background.fetches = interval.map { interval in
            BackgroundFetches(
                interval: interval,
                next: system.now + interval + system.schedulerDelay(),
                cause: system.lastSequence
            )
        }
    }
}

/// The background fetches that an app has asked for.
struct BackgroundFetches: Hashable, Codable, Sendable {
    /// The minimum interval between them.
    var interval: Milliseconds
    /// When the next one may begin.
    var next: Instant
    /// The record of the request.
    var cause: SequenceNumber
}

extension BackgroundFetches: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("interval", interval)
        f.field("next", due: next)
        f.ignore("cause")  // The cause of a record.
    }
}

extension RuleProfile {
    /// Whether an app that uses `BGTaskScheduler` is no longer given background fetch.
    var replacesFetchByTasks: Bool {
        switch self {
        case .ios18, .ios26, .ios27, .simulator: true
        case .documents, .ios12: false
        }
    }
}
