// Live Activities.
//
// An active scene or a push starts an activity, and the system shows it whether the app runs or not. The app, a push or
// the user ends it; otherwise the system ends it after the longest time that a rule allows. The process that started an
// activity holds it and is notified of its end. A new process has to look for the activities of earlier ones. Source:
// facts 10.4.
//
// Callbacks: `activityStateUpdates`, and `pushTokenUpdates` for one that a push has started. Records: `verdict` of
// `liveActivity`.

/// A Live Activity, which the system shows and keeps whether its app runs or not. It ends at the deadline
/// `liveActivityEnds` at the latest. Source: facts 10.4.
struct LiveActivity: Hashable, Codable, Sendable {
    /// The identifier that the app gave it.
    var identifier: String
    /// The record of its start, which identifies it.
    var startedBy: SequenceNumber
    /// The process that has its object and is notified of its end; nil when none has looked for it yet.
    var holder: ProcessID?

    /// What ends it before or at its limit.
    enum End {
        case limit, app, push, user

        var verdict: (decision: Verdict.Decision, reason: Verdict.Reason?) {
            switch self {
            case .limit: (.expired, nil)
            case .app: (.finished, .byTheApp)
            case .push: (.finished, nil)
            case .user: (.cancelled, .byTheUser)
            }
        }

        /// The `activityState` that it then has.
        var state: String {
            switch self {
            case .limit, .app, .push: "ended"
            case .user: "dismissed"
            }
        }
    }
}

extension LiveActivity: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("identifier", identifier)
        f.field("startedBy", ordinal: startedBy, of: .liveActivity)
        f.field("holder", holder)
    }
}

/// A change of an activity's state that the app is notified of.
struct LiveActivityChange: Hashable, Codable, Sendable {
    var identifier: String
    var state: String

    var step: Step {
        let arguments: CallbackArguments = [
            Value.Member("identifier", .string(identifier)), Value.Member("activityState", .string(state)),
        ]
        return .call(.activityStateUpdates, arguments: arguments)
    }
}

extension LiveActivityChange: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("identifier", identifier)
        f.field("state", state)
    }
}

/// The end of Live Activities that have lasted as long as they may. Source: facts 10.4.
extension Device {
    /// Ends an activity that has lasted as long as it may.
    mutating func liveActivityEnds(startedBy record: SequenceNumber) {
        for index in apps.indices {
            guard let activity = apps[index].shownActivity(startedBy: record) else { continue }
            apps[index].end(activity, by: .limit, in: &system)
            return pump(index)
        }
    }
}

/// Live Activities: started from an active scene, kept by the system when the process ends, and found again by the next one.
/// Source: facts 10.4.
extension App {
    /// `Activity.request`.
    mutating func requestLiveActivity(_ identifier: String, in system: inout SystemState) {
        let refusal =
            refusalOfLiveActivity(identifier, in: system) ?? (isVisible(in: system) ? nil : Self.notVisible)
        if let refusal {
            write(.verdict(.liveActivity, .refused, refusal, identifier), in: &system)
            return
        }
        startLiveActivity(identifier, holder: process.pid, in: &system)
    }

    private mutating func startLiveActivity(_ identifier: String, holder: ProcessID?, in system: inout SystemState) {
        write(.verdict(.liveActivity, .started, nil, identifier), in: &system)
        let activity = LiveActivity(
            identifier: identifier,
            startedBy: system.lastSequence,
            holder: holder
        )
        background.liveActivities = (background.liveActivities ?? []) + [activity]
        let (cause, limit) = (activity.startedBy, system.rulebook.liveActivityLimitSeconds ?? 0)
        system.deadlines.set(.liveActivityEnds(startedBy: cause), at: system.now + limit, cause: cause)
    }

    /// `end(_:dismissalPolicy:)`.
    mutating func endLiveActivity(_ identifier: String, in system: inout SystemState) {
        guard let activity = shownActivity(identifier) else {
            write(.verdict(.liveActivity, .refused, .unknownActivity, identifier), in: &system)
            return
        }
        end(activity, by: .app, in: &system)
    }

    fileprivate func shownActivity(_ identifier: String) -> LiveActivity? {
        shownActivities.first { $0.identifier == identifier }
    }

    /// The activity that began with a record, if it is shown.
    fileprivate func shownActivity(startedBy record: SequenceNumber) -> LiveActivity? {
        shownActivities.first { $0.startedBy == record }
    }

    private var shownActivities: [LiveActivity] { background.isBlank ? [] : background.liveActivities ?? [] }

    /// Ends an activity, and notifies the process that holds it, if that process runs.
    mutating func end(_ activity: LiveActivity, by end: LiveActivity.End, in system: inout SystemState) {
        let rest = (background.liveActivities ?? []).filter { $0 != activity }
        background.liveActivities = rest.isEmpty ? nil : rest
        system.deadlines.cancel(.liveActivityEnds(startedBy: activity.startedBy))
        let verdict = end.verdict
        write(.verdict(.liveActivity, verdict.decision, verdict.reason, activity.identifier), in: &system)
        discardStoredEnd(of: activity.identifier, in: &system)
        guard hasLaunched, activity.holder == process.pid else { return }
        let change = LiveActivityChange(identifier: activity.identifier, state: end.state)
        if process.state == .suspended {
            keepMissed(change, in: &system)
        } else {
            enqueue([change.step])
        }
    }

    /// Keeps a change for a suspended process, in place of the oldest if there are too many.
    private mutating func keepMissed(_ change: LiveActivityChange, in system: inout SystemState) {
        var changes = process.work.missedActivityChanges
        if changes.count >= BackgroundLimits.missedActivityChanges {
            let oldest = changes.removeFirst()
            write(.verdict(.liveActivity, .dropped, .tooManyWaiting, oldest.identifier), in: &system)
        }
        process.work.missedActivityChanges = changes + [change]
    }

    /// Iterates `Activity.activities` and `activityUpdates`: from now on the process holds all activities.
    mutating func observeLiveActivities() {
        process.work.observesLiveActivities = true
        guard !background.isBlank, let activities = background.liveActivities else { return }
        background.liveActivities = activities.map { activity in
            var held = activity
            held.holder = process.pid
            return held
        }
    }

    /// Notifies the process of the activities that ended while it was suspended.
    mutating func deliverMissedActivityChanges() {
        let changes = process.work.missedActivityChanges
        guard !changes.isEmpty else { return }
        process.work.missedActivityChanges = []
        enqueue(changes.map(\.step))
    }

    mutating func removeLiveActivities(in system: inout SystemState) {
        for activity in background.liveActivities ?? [] {
            system.deadlines.cancel(.liveActivityEnds(startedBy: activity.startedBy))
            write(.verdict(.liveActivity, .cancelled, .appRemoved, activity.identifier), in: &system)
        }
        if background.liveActivities != nil { background.liveActivities = nil }
    }

    /// Reports activities of earlier processes that the process has not looked for by the end of its launch.
    mutating func auditLiveActivities(in system: inout SystemState) {
        for activity in shownActivities where activity.holder != process.pid {
            report(
                .liveActivityOrphaned,
                """
                the Live Activity \(activity.identifier, as: "name") of an earlier process is shown until \
                \(end(of: activity, in: system), as: "time"), and this one has not looked for it
                """,
                evidence: [activity.startedBy],
                in: &system
            )
        }
    }

    /// When a shown activity ends at the latest.
    private func end(of activity: LiveActivity, in system: SystemState) -> Instant {
        system.deadlines.instant(of: .liveActivityEnds(startedBy: activity.startedBy)) ?? system.now
    }

    /// The app's activities that are shown, as programs outside see them.
    func liveActivityStatuses(in system: SystemState) -> [LiveActivityStatus] {
        shownActivities.map { activity in
            LiveActivityStatus(
                identifier: activity.identifier,
                startedBy: activity.startedBy,
                endsAt: end(of: activity, in: system),
                isHeld: hasLaunched && activity.holder == process.pid
            )
        }
    }

    /// The app's activities that are shown, as a sentence; nil for none.
    func liveActivitySentence(in system: SystemState) -> Sentence? {
        let activities = shownActivities
        guard !activities.isEmpty else { return nil }
        let names = activities.map { activity -> Sentence in
            "\(activity.identifier, as: "name") until \(end(of: activity, in: system), as: "time")"
        }
        let isOrphaned = !hasLaunched || activities.contains { $0.holder != process.pid }
        return isOrphaned
            ? "the system shows its Live Activity \(.all(names), as: "activities"), which no process holds"
            : "the system shows its Live Activity \(.all(names), as: "activities")"
    }

    /// Returns why no activity of this identifier may start, by the app or by a push; nil if one may.
    private func refusalOfLiveActivity(_ identifier: String, in system: SystemState) -> Refusal? {
        if let refusal = refusalOfLiveActivities(in: system) { return refusal }
        if shownActivity(identifier) != nil { return Refusal(.identifierInUse) }
        let shown = shownActivities
        guard shown.count < min(system.rulebook.liveActivitiesPerApp ?? 0, BackgroundLimits.liveActivities) else {
            return Refusal(
                .tooManyActivities,
                "targetMaximumExceeded: \(shown.count, as: "count") Live Activities are shown for the app"
            )
        }
        return nil
    }

    /// Returns why the app can have no activities; nil if it can.
    private func refusalOfLiveActivities(in system: SystemState) -> Refusal? {
        guard system.rulebook.liveActivityLimitSeconds != nil else {
            return Refusal(.unavailable, "this version of iOS does not have it")
        }
        return manifest.infoPlist.supportsLiveActivities ? nil : Refusal(.unsupported)
    }

    /// Returns why no push can start an activity; nil if the app has a token for that.
    func refusalOfStartToken(in system: SystemState) -> Refusal? {
        if let refusal = refusalOfLiveActivities(in: system) { return refusal }
        return launchCount > 0
            ? nil : Refusal(.notRegistered, "the app was never launched, so it has no token to start one")
    }

    private static let notVisible = Refusal(.visibility, "a Live Activity is requested from a scene that is active")

    /// Whether the app may start one: from an active scene, or in an intent.
    private func isVisible(in system: SystemState) -> Bool {
        if process.runLoop.inFlight?.name == .performIntent { return true }
        return system.rulebook.liveActivityNeedsActiveScene == true ? process.state == .active : isInForeground
    }

    // MARK: Ended and started by others

    /// A push that has come to the device starts an activity, whether the app runs or not, and wakes the app for the token
    /// by which it is updated.
    mutating func startLiveActivityByPush(_ identifier: String, in system: inout SystemState) -> AppEffect? {
        if let refusal = refusalOfLiveActivity(identifier, in: system) {
            write(.verdict(.liveActivity, .dropped, refusal, identifier), in: &system)
            return nil
        }
        let isObserved = hasLaunched && process.work.observesLiveActivities
        startLiveActivity(identifier, holder: isObserved ? pid : nil, in: &system)
        return receive(SystemWake(.liveActivityToken), in: &system)
    }

    /// A push that has come to the device ends an activity, if it is still shown.
    mutating func endLiveActivityByPush(_ identifier: String, in system: inout SystemState) -> AppEffect? {
        guard let activity = shownActivity(identifier) else { return nil }
        end(activity, by: .push, in: &system)
        return .runMainThread
    }
}
