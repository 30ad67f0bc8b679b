/// A decision of the system about a request, a push or another delivery.
public struct Verdict: Hashable, Sendable {
    /// What was decided about.
    public var subject: Subject
    public var decision: Decision
    /// The reason, if the decision has one.
    public var reason: Reason?
    /// Identifies what was decided about, among other things of the same subject.
    public var identifier: String?
    /// The explanation of the decision: its own detail, or else that of its reason; nil if it has neither.
    public var detail: Sentence? { ownDetail ?? reason.map { Sentence(verbatim: $0.explanation) } }
    /// What is special about the decision; nil if its reason says everything.
    package internal(set) var ownDetail: Sentence? {
        get { extras.first?.detail }
        set { extras = Extras(detail: newValue, apnsID: apnsID, taskDescription: taskDescription).list }
    }
    /// The header `apns-id` of the push that was decided about.
    public var apnsID: String? { extras.first?.apnsID }
    /// What tells the transfer from others of its session, if the app has said it.
    public var taskDescription: String? { extras.first?.taskDescription }

    // An array of one or none, so that records do not grow by what few of them have. (`Box` would express that better,
    // but Swift 6.3 crashes on it where records are consumed.)
    private var extras: [Extras]

    /// Fields that few verdicts have.
    private struct Extras: Hashable, Sendable {
        var detail: Sentence?
        var apnsID: String?
        var taskDescription: String?

        /// A list with these fields as its only element; an empty list if no field is set.
        var list: [Extras] { detail == nil && apnsID == nil && taskDescription == nil ? [] : [self] }
    }

    package init(
        subject: Subject,
        decision: Decision,
        reason: Reason? = nil,
        identifier: String? = nil,
        detail: Sentence? = nil,
        apnsID: String? = nil,
        taskDescription: String? = nil
    ) {
        self.subject = subject
        self.decision = decision
        self.reason = reason
        self.identifier = identifier
        let saysMore = detail != nil && detail != reason.map { Sentence(verbatim: $0.explanation) }
        extras = Extras(detail: saysMore ? detail : nil, apnsID: apnsID, taskDescription: taskDescription).list
    }

    /// The bytes of the fields that few verdicts have.
    var extrasSize: Int {
        extras.reduce(0) { size, extra in
            size + (extra.detail?.description.utf8.count ?? 0) + (extra.apnsID?.utf8.count ?? 0)
                + (extra.taskDescription?.utf8.count ?? 0)
        }
    }

    /// What is decided about.
    public enum Subject: String, CaseIterable, Sendable {
        case push, taskRequest, fetch, transfer, request, location, bluetooth, voip, sceneSession, backgroundTask
        case stateRestoration, activity, permission, completionHandler, wake, liveActivity, notificationService
    }

    public enum Decision: String, CaseIterable, Sendable {
        case shown, delivered, held, replaced, throttled, dropped, accepted, refused, launched, completed, failed
        case expired, cancelled, performed, started, finished
    }

    public enum Reason: Hashable, Sendable {
        case malformed, expired, forceQuit, missingBackgroundMode, backgroundRefreshOff, notRegistered, noNetwork
        case beforeFirstUnlock, lowPowerMode, hourlyBudgetSpent, replacedByBackgroundTasks, notPermitted
        case tooManyPendingTaskRequests, unavailable, processNotRunning, notMonitoring, appRemoved, callInProgress
        case replaced, byTheApp, multipleScenesNotSupported, unknownSession, tooManyScenes, appNotInFront, unknownTask
        case tooManyActivities, crashAtLaunch, suspended, terminating, lowPriority, notInForeground, notCompleted
        case tooManyTransfers, tooManyRegisteredTasks, tooManyWaiting, resumeRateLimiter, immediateRunIneligible
        case byTheUser, noProgress, notRenewed, visibility, unknownActivity, notMutable, noAlert, extensionBusy
        case alertStored, unsupported, identifierInUse, poweredOff, collapsed, unsupportedPushType
        case deviceLocked, notActive, notPlaying, tooManyUnreportedCalls, newerPush
        /// The process for which something was held has ended.
        case processEnded(TerminationReason)

        /// The reason why something ended with its process.
        package init(endOfProcess reason: TerminationReason) {
            switch reason {
            case .userForceQuit: self = .forceQuit
            case .appRemoved: self = .appRemoved
            default: self = .processEnded(reason)
            }
        }
    }
}

/// A reason is identified by its name, and the end of a process by the name of its termination reason.
extension Verdict.Reason: CaseIterable, CustomStringConvertible {
    /// The name and the meaning of every reason but the end of a process.
    private static let table: [(reason: Self, name: String, explanation: String)] = [
        (.malformed, "malformed", "the request or the payload is not in the required format"),
        (.expired, "expired", "its expiration date has passed"),
        (.forceQuit, "forceQuit", "the user force-quit the app, and has not opened it since"),
        (
            .missingBackgroundMode, "missingBackgroundMode",
            "UIBackgroundModes in the Info.plist does not contain the mode that it needs"
        ),
        (.backgroundRefreshOff, "backgroundRefreshOff", "Background App Refresh is off"),
        (.notRegistered, "notRegistered", "the app has not registered for remote notifications"),
        (.noNetwork, "noNetwork", "the device has no network"),
        (.beforeFirstUnlock, "beforeFirstUnlock", "the device has not been unlocked since it started"),
        (.lowPowerMode, "lowPowerMode", "Low Power Mode is on"),
        (.hourlyBudgetSpent, "hourlyBudgetSpent", "the system's limit for one hour is reached"),
        (
            .replacedByBackgroundTasks, "replacedByBackgroundTasks",
            "an app that uses BGTaskScheduler is given no background fetch"
        ),
        (
            .notPermitted, "notPermitted",
            "BGTaskSchedulerPermittedIdentifiers in the Info.plist does not contain the identifier"
        ),
        (
            .tooManyPendingTaskRequests, "tooManyPendingTaskRequests",
            "the limit of pending requests of its kind is reached"
        ),
        (.unavailable, "unavailable", "the system does not have it, or it is switched off"),
        (.processNotRunning, "processNotRunning", "the app has no process, and is not launched for it"),
        (.notMonitoring, "notMonitoring", "the app has not asked for it"),
        (.appRemoved, "appRemoved", "the app was removed"),
        (.callInProgress, "callInProgress", "a call is in progress"),
        (.replaced, "replaced", "a newer one took its place"),
        (.byTheApp, "byTheApp", "the app asked for it"),
        (
            .multipleScenesNotSupported, "multipleScenesNotSupported",
            "UIApplicationSupportsMultipleScenes in the Info.plist is not true"
        ),
        (.unknownSession, "unknownSession", "the app has no scene session of this number"),
        (.tooManyScenes, "tooManyScenes", "the app has as many scene sessions as it may have"),
        (.appNotInFront, "appNotInFront", "the app is not in front"),
        (.unknownTask, "unknownTask", "nothing of this name or number is open"),
        (.tooManyActivities, "tooManyActivities", "the limit of activities in the process is reached"),
        (.crashAtLaunch, "crashAtLaunch", "the app crashed at launch, and its preserved state may be the cause"),
        (.suspended, "suspended", "the process is suspended, and is told when it runs again"),
        (.terminating, "terminating", "the process is terminating"),
        (.lowPriority, "lowPriority", "a notification of the lowest priority wakes no app"),
        (.notInForeground, "notInForeground", "the app is not in the foreground"),
        (.notCompleted, "notCompleted", "the app did not complete it"),
        (.tooManyTransfers, "tooManyTransfers", "the app has as many transfers as it may have"),
        (
            .tooManyRegisteredTasks, "tooManyRegisteredTasks",
            "the process has registered as many launch handlers as it may"
        ),
        (.tooManyWaiting, "tooManyWaiting", "the limit of what can wait for the main thread is reached"),
        (
            .resumeRateLimiter, "resumeRateLimiter",
            "the system has woken the app for transfers before, and each wake-up delays the next transfer"
        ),
        (.immediateRunIneligible, "immediateRunIneligible", "it cannot run at once, and must not wait"),
        (.byTheUser, "byTheUser", "the user asked for it"),
        (.noProgress, "noProgress", "the task reported no progress for too long"),
        (.notRenewed, "notRenewed", "an earlier process held it, and this one did not create it again"),
        (.visibility, "visibility", "the app has no scene that is active"),
        (.unknownActivity, "unknownActivity", "no Live Activity of this identifier is shown"),
        (.notMutable, "notMutable", "aps in the payload has no mutable-content: 1, so the extension is not asked"),
        (.noAlert, "noAlert", "no alert is shown, and the extension is asked about alerts only"),
        (.extensionBusy, "extensionBusy", "the notification service extension handles another notification"),
        (
            .alertStored, "alertStored",
            "Apple's servers keep one notification for an app, and keep the alert that waits"
        ),
        (.unsupported, "unsupported", "NSSupportsLiveActivities in the Info.plist is not true"),
        (.identifierInUse, "identifierInUse", "a Live Activity of this identifier is shown"),
        (.poweredOff, "poweredOff", "the device is switched off"),
        (.collapsed, "collapsed", "a newer notification with the same apns-collapse-id took its place"),
        (.unsupportedPushType, "unsupportedPushType", "nothing in the app takes a push of this type"),
        (.deviceLocked, "deviceLocked", "the device is locked"),
        (.notActive, "notActive", "the app is not active"),
        (.notPlaying, "notPlaying", "the app is not active, plays no audio, and was not the last app to play audio"),
        (
            .tooManyUnreportedCalls, "tooManyUnreportedCalls",
            "the app has failed to report calls too often, and gets no VoIP pushes until it is installed again"
        ), (.newerPush, "newerPush", "a newer push for the app took its place while it waited"),
    ]

    public static let allCases: [Self] =
        table.map(\.reason)
        + TerminationReason.allCases.map { Self(endOfProcess: $0) }.filter { $0.endOfProcess != nil }

    private static let reasonsByName = Dictionary(uniqueKeysWithValues: allCases.map { (ExactText($0.name), $0) })

    /// The reason with a name; nil if there is none.
    package init?(named name: String) {
        guard let reason = Self.reasonsByName[ExactText(name)] else { return nil }
        self = reason
    }

    public var name: String { endOfProcess?.rawValue ?? row.name }

    public var description: String { name }

    /// What the reason says, in words.
    package var explanation: String {
        endOfProcess.map { "its process ended: \($0.row.explanation)" } ?? row.explanation
    }

    /// How the process ended, if that is the reason.
    private var endOfProcess: TerminationReason? { if case .processEnded(let reason) = self { reason } else { nil } }

    private var row: (reason: Self, name: String, explanation: String) {
        for index in Self.table.indices where Self.table[index].reason == self { return Self.table[index] }
        preconditionFailure("a reason has no row in the table")
    }
}

/// A reason is encoded as its name.
extension Verdict.Reason: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let reason = Self(named: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no reason of a verdict")
        }
        self = reason
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

/// Why the system refuses or defers something.
struct Refusal {
    var reason: Verdict.Reason
    /// What is special about it; nil if its reason says everything.
    var detail: Sentence?

    init(_ reason: Verdict.Reason, _ detail: Sentence? = nil) {
        self.reason = reason
        self.detail = detail
    }

    /// A background mode is not declared.
    static func missing(_ mode: BackgroundMode) -> Refusal {
        Refusal(
            .missingBackgroundMode,
            "UIBackgroundModes in the Info.plist does not contain \(mode.rawValue, as: "mode")"
        )
    }

    /// The user force-quit the app.
    static let forceQuit = Refusal(.forceQuit)

    /// The launched process ended at once.
    static let processEnded = Refusal(.processNotRunning, "the process ended before it was notified")
}

extension Record.Body {
    static func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ reason: Verdict.Reason?,
        _ identifier: String? = nil,
        detail: Sentence? = nil
    ) -> Record.Body {
        .verdict(Verdict(subject: subject, decision: decision, reason: reason, identifier: identifier, detail: detail))
    }

    /// The record of a decision against something.
    static func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ refusal: Refusal,
        _ identifier: String? = nil
    ) -> Record.Body {
        .verdict(subject, decision, refusal.reason, identifier, detail: refusal.detail)
    }
}

extension Verdict {
    /// What this verdict becomes if the process ended before the delivery.
    var withoutProcess: Verdict {
        var verdict = self
        verdict.decision = subject == .fetch ? .refused : .dropped
        verdict.reason = Refusal.processEnded.reason
        verdict.ownDetail = Refusal.processEnded.detail
        return verdict
    }
}
