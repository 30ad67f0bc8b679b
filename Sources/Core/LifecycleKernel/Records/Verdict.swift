/// A decision of the system about a request, a push or another delivery.
public struct Verdict: Hashable, Sendable {
    /// What was decided about.
    public var subject: Subject
    public var decision: Decision
    /// The reason, if the decision has one.
    public var reason: Reason?
    /// Identifies what was decided about among others of its subject.
    public var identifier: String?
    /// The decision explained in words: what is special about this one, or else what its reason says; nil if it has no
    /// reason and needs no explanation.
    public var detail: String? {
        get { extras.first?.detail ?? reason?.explanation }
        set { extras = Extras(detail: newValue == reason?.explanation ? nil : newValue, apnsID: apnsID).list }
    }
    /// The header `apns-id` of the push that was decided about.
    public var apnsID: String? { extras.first?.apnsID }

    // An array of one or none, so that records do not grow by what few of them have. (`Box` would say so better; Swift
    // 6.3 crashes over it where records are consumed.)
    private var extras: [Extras]

    /// What few verdicts have.
    private struct Extras: Hashable, Sendable {
        /// What is special about this one; nil where that is what its reason says.
        var detail: String?
        var apnsID: String?

        /// A list of it, which is empty where it says nothing.
        var list: [Extras] { detail == nil && apnsID == nil ? [] : [self] }
    }

    package init(
        subject: Subject,
        decision: Decision,
        reason: Reason? = nil,
        identifier: String? = nil,
        detail: String? = nil,
        apnsID: String? = nil
    ) {
        self.subject = subject
        self.decision = decision
        self.reason = reason
        self.identifier = identifier
        extras = Extras(detail: detail == reason?.explanation ? nil : detail, apnsID: apnsID).list
    }

    /// The bytes of what few verdicts have.
    var extrasSize: Int {
        extras.reduce(0) { $0 + ($1.detail?.utf8.count ?? 0) + ($1.apnsID?.utf8.count ?? 0) }
    }

    /// What is decided about.
    public enum Subject: String, CaseIterable, Sendable {
        case push, taskRequest, fetch, transfer, location, bluetooth, voip, sceneSession, backgroundTask
        case stateRestoration, activity, permission, completionHandler, wake, liveActivity, notificationService
    }

    public enum Decision: String, CaseIterable, Sendable {
        case shown, delivered, held, replaced, throttled, dropped, accepted, refused, launched, completed, failed
        case expired, cancelled, performed, started, finished
    }

    public enum Reason: String, CaseIterable, Codable, Sendable {
        case malformed, expired, forceQuit, missingBackgroundMode, backgroundRefreshOff, notRegistered
        case noNetwork, beforeFirstUnlock, lowPowerMode, hourlyBudgetSpent
        case replacedByBackgroundTasks, notPermitted, tooManyPendingTaskRequests, unavailable
        case processNotRunning, notMonitoring, appRemoved, callInProgress, replaced, byTheApp
        case multipleScenesNotSupported, unknownSession, tooManyScenes, appNotInFront, unknownTask
        case tooManyActivities
        case crashAtLaunch, suspended
        case terminating, lowPriority, notInForeground, notCompleted, tooManyTransfers, tooManyRegisteredTasks
        case tooManyWaiting
        case resumeRateLimiter, immediateRunIneligible, byTheUser, noProgress, notRenewed, visibility, unknownActivity
        case notMutable, noAlert, extensionBusy, alertStored
        case unsupported, identifierInUse
        case poweredOff, collapsed, unsupportedPushType
        // How the process ended that something was held for; `appRemoved` and `forceQuit` stand above.
        case normal, memoryPressure, memoryResourceLimit, appWatchdog, backgroundTaskAssertionTimeout
        case backgroundFetchTimeout, backgroundURLSessionTimeout, suspendedWithLockedFile, cpuResourceLimit, thermal
        case voipNotReported, tooManyBackgroundTasks, longIdleExit, abnormal, badAccess, busError
        case illegalInstruction, breakpoint
        case diskSpace, permissionChanged, languageChanged, backgroundRendering, system, simulatorHost
        case exitsOnSuspend, appUpdate, reboot, osUpgrade

        /// The reason why something ended with its process: the reason of the process's exit, under the same name.
        package init(endOfProcess reason: TerminationReason) {
            self = reason == .userForceQuit ? .forceQuit : Reason(rawValue: reason.rawValue) ?? .processNotRunning
        }
    }
}

extension Verdict.Reason {
    /// What the reason says, in words.
    var explanation: String {
        switch self {
        case .malformed: "the request or the payload is not as it must be"
        case .expired: "its expiration date has passed"
        case .forceQuit: "the user force-quit the app, and has not opened it since"
        case .missingBackgroundMode: "UIBackgroundModes in the Info.plist does not contain the mode that it needs"
        case .backgroundRefreshOff: "Background App Refresh is off"
        case .notRegistered: "the app has not registered for remote notifications"
        case .noNetwork: "the device has no network"
        case .beforeFirstUnlock: "the device has not been unlocked since it started"
        case .lowPowerMode: "Low Power Mode is on"
        case .hourlyBudgetSpent: "as many were delivered within an hour as the system allows"
        case .replacedByBackgroundTasks: "an app that uses BGTaskScheduler is given no background fetch"
        case .notPermitted: "BGTaskSchedulerPermittedIdentifiers in the Info.plist does not contain the identifier"
        case .tooManyPendingTaskRequests: "as many requests of its kind are pending as may be"
        case .unavailable: "the system does not have it, or it is switched off"
        case .processNotRunning: "the app has no process, and is not launched for it"
        case .notMonitoring: "the app has not asked for it"
        case .appRemoved: "the app was removed"
        case .callInProgress: "a call is in progress"
        case .replaced: "a newer one took its place"
        case .byTheApp: "the app asked for it"
        case .byTheUser: "the user asked for it"
        case .multipleScenesNotSupported: "UIApplicationSupportsMultipleScenes in the Info.plist is not true"
        case .unknownSession: "the app has no scene session of this number"
        case .tooManyScenes: "the app has as many scene sessions as it may have"
        case .appNotInFront: "the app is not in front"
        case .unknownTask: "nothing of this name or number is open"
        case .tooManyActivities: "as many activities run in the process as may run"
        case .crashAtLaunch: "the app crashed at launch, and its preserved state may be the cause"
        case .suspended: "the process is suspended, and is told when it runs again"
        case .terminating: "the process is terminating"
        case .lowPriority: "a notification of the lowest priority wakes no app"
        case .notInForeground: "the app is not in the foreground"
        case .notCompleted: "the app did not complete it"
        case .tooManyTransfers: "the app has as many transfers as it may have"
        case .tooManyRegisteredTasks: "the process has registered as many launch handlers as it may"
        case .tooManyWaiting: "as much waits for the main thread as may wait"
        case .resumeRateLimiter: "the app was woken for transfers before, and each time delays the next one"
        case .immediateRunIneligible: "it cannot run at once, and is not to wait"
        case .noProgress: "the task reported no progress for too long"
        case .notRenewed: "an earlier process held it, and this one has not taken it again"
        case .visibility: "the app has no scene that is active"
        case .notMutable: "aps in the payload has no mutable-content: 1, so the extension is not asked"
        case .noAlert: "no alert is shown, and the extension is asked about alerts only"
        case .extensionBusy: "the notification service extension handles another notification"
        case .alertStored: "Apple's servers keep one notification for an app, and keep the alert that waits"
        case .unsupported: "NSSupportsLiveActivities in the Info.plist is not true"
        case .poweredOff: "the device is switched off"
        case .collapsed: "a newer notification with the same apns-collapse-id took its place"
        case .unsupportedPushType: "nothing in the app takes a push of this type"
        case .identifierInUse: "a Live Activity of this identifier is shown"
        case .unknownActivity: "no Live Activity of this identifier is shown"
        case .normal, .memoryPressure, .memoryResourceLimit, .appWatchdog, .backgroundTaskAssertionTimeout,
            .backgroundFetchTimeout, .backgroundURLSessionTimeout, .suspendedWithLockedFile, .cpuResourceLimit,
            .thermal, .voipNotReported, .tooManyBackgroundTasks, .longIdleExit, .abnormal, .badAccess, .busError,
            .illegalInstruction, .breakpoint, .diskSpace, .permissionChanged, .languageChanged, .backgroundRendering,
            .system, .simulatorHost, .exitsOnSuspend, .appUpdate, .reboot, .osUpgrade:
            "its process ended: \(TerminationReason(rawValue: rawValue)?.row.explanation ?? rawValue)"
        }
    }
}

/// The reason for which the system refuses or defers something.
struct Refusal {
    var reason: Verdict.Reason
    /// Further detail in words; nil where there is none.
    var detail: String?

    init(_ reason: Verdict.Reason, _ detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    /// A background mode is not declared.
    static func missing(_ mode: BackgroundMode) -> Refusal {
        Refusal(.missingBackgroundMode, "UIBackgroundModes in the Info.plist does not contain \(mode.rawValue)")
    }

    /// The user force-quit the app.
    static let forceQuit = Refusal(.forceQuit)

    /// The launched process ended at once.
    static let processEnded = Refusal(.processNotRunning, "the process did not live to be told")
}

extension Record.Body {
    static func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ reason: Verdict.Reason?,
        _ identifier: String? = nil,
        detail: String? = nil
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
    /// The verdict for a process that ended before it could be delivered.
    var withoutProcess: Verdict {
        var verdict = self
        verdict.decision = subject == .fetch ? .refused : .dropped
        verdict.reason = Refusal.processEnded.reason
        verdict.detail = Refusal.processEnded.detail
        return verdict
    }
}
