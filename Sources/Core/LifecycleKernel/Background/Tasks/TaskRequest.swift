/// A request for time in the background that an app gives to `BGTaskScheduler`. Source: facts 6.2.
public struct TaskRequest: Hashable, Codable, Sendable {
    public enum Kind: String, CaseIterable, Codable, Sendable {
        case appRefresh, processing, continuedProcessing
    }

    /// Identifies the task. A pending request with the same identifier is replaced.
    public var identifier: String
    public var kind: Kind
    /// How long it waits at least before it is launched.
    public var earliestBeginAfter: Milliseconds
    /// Whether it waits for a network.
    public var requiresNetworkConnectivity: Bool
    /// Whether it waits for a charger.
    public var requiresExternalPower: Bool
    /// What the system does with a request for continued processing that cannot run at once; nil for `queue`.
    public var strategy: Strategy?
    /// Whether continued processing uses the graphics processor; nil for no.
    public var requiresGPU: Bool

    /// What the system does with a request for continued processing that cannot run at once.
    public enum Strategy: String, CaseIterable, Codable, Sendable {
        /// It waits until it can.
        case queue
        /// It is refused.
        case fail
    }

    public init(
        identifier: String,
        kind: Kind,
        earliestBeginAfter: Milliseconds = 0,
        requiresNetworkConnectivity: Bool = false,
        requiresExternalPower: Bool = false,
        strategy: Strategy? = nil,
        requiresGPU: Bool = false
    ) {
        self.identifier = identifier
        self.kind = kind
        self.earliestBeginAfter = earliestBeginAfter
        self.requiresNetworkConnectivity = requiresNetworkConnectivity
        self.requiresExternalPower = requiresExternalPower
        self.strategy = strategy
        self.requiresGPU = requiresGPU
    }
}

extension TaskRequest: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("identifier", identifier)
        f.field("kind", kind)
        f.field("earliestBeginAfter", earliestBeginAfter)
        f.field("requiresNetworkConnectivity", requiresNetworkConnectivity)
        f.field("requiresExternalPower", requiresExternalPower)
        f.field("strategy", strategy)
        f.field("requiresGPU", requiresGPU)
    }
}

/// A request that waits for its time.
struct PendingRequest: Hashable, Codable, Sendable {
    var request: TaskRequest
    /// When its earliest date is reached, including the random delay of the scheduler's policy.
    var earliest: Instant
    /// The record of its acceptance.
    var cause: SequenceNumber
}

extension PendingRequest: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("request", request)
        f.field("earliest", due: earliest)
        f.ignore("cause")  // Only the cause of a record.
    }
}

struct RunningTask: Hashable, Codable, Sendable {
    var identifier: String
    var kind: TaskRequest.Kind
    /// The assertion that holds the process for it.
    var assertion: AssertionID
    var launchedBy: SequenceNumber
    /// The record of the call of its launch handler, or later of its expiration handler; nil before the app has been
    /// given the task.
    var handler: SequenceNumber?
    /// Whether it was requested for a device on external power.
    var requiresExternalPower = false
    /// When it was launched; nil for kinds that do not report progress.
    var launchedAt: Instant?
    /// The progress that the app has reported, in thousandths.
    var progress: Int?
    /// Whether it may use the graphics processor in the background.
    var usesGPU = false
    /// Whether its expiration handler has been called.
    var hasExpired = false
    /// Why it expired, if not at the end of its time.
    var expiry: Expiry?

    /// Why a task expires before its time is over.
    enum Expiry: String, Codable, Sendable {
        /// It has not reported progress for too long.
        case stall
        /// The user has cancelled it.
        case user
    }
}

extension RunningTask: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("identifier", identifier)
        f.field("kind", kind)
        f.field("assertion", assertion)
        f.ignore("launchedBy")  // Evidence of findings.
        f.field("handler", ordinal: handler, of: .callback)
        f.field("requiresExternalPower", requiresExternalPower)
        f.field("launchedAt", launchedAt)
        f.field("progress", progress)
        f.field("usesGPU", usesGPU)
        f.field("hasExpired", hasExpired)
        f.field("expiry", expiry)
    }
}

/// A launch handler that a process registered.
struct RegisteredTask: Hashable, Codable, Sendable {
    var identifier: String
    var hasExpirationHandler: Bool
}

extension RegisteredTask: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("identifier", identifier)
        f.field("hasExpirationHandler", hasExpirationHandler)
    }
}

/// Whether the system would launch a task of `BGTaskScheduler` now, regardless of its earliest date. Sources: facts
/// 2.3, 6.2.
enum TaskPolicy {
    /// What the decision depends on. The defaults are those that permit it.
    struct Facts: Hashable, Sendable {
        /// Whether the system schedules by itself, and not only on an event.
        var schedulesAutomatically = true
        /// Whether the app may be woken: false if it has to wait until the device is first unlocked after its start.
        var mayLaunch = true
        /// Whether the process is terminating.
        var isEnding = false
        var isInFront = false
        /// Whether the process holds the maximum number of wake assertions.
        var isAtWakeLimit = false
        /// Whether the user has ended the app in the switcher and not opened it since.
        var isForceQuit = false
        var isRefreshOn = true
        var isLowPowerMode = false
        var hasNetwork = true
        var isCharging = true
        /// Whether nobody uses the device.
        var isIdle = true
        /// Whether the system's limit of running continued processing tasks is reached.
        var isAtContinuedLimit = false
        /// Whether a processing task is launched for an app that was force-quit.
        var processesAfterForceQuit = false
    }

    /// What keeps a request waiting.
    enum Obstacle: Sendable {
        case onlyOnEvents, beforeFirstUnlock, ending, wakeLimit, noNetwork, noPower, inFront
        case refreshOff, lowPowerMode, forceQuit, deviceInUse, continuedLimit

        /// What it is, as the end of the sentence "it waits: ...".
        var sentence: Sentence {
            switch self {
            case .onlyOnEvents: "the scheduler launches tasks on events only (schedulerPolicy)"
            case .beforeFirstUnlock: "the device has not been unlocked since it started"
            case .ending: "its process is ending"
            case .wakeLimit: "its process holds as many assertions as it may hold"
            case .noNetwork: "it needs a network"
            case .noPower: "it needs external power"
            case .inFront: "the app is in front"
            case .refreshOff: "Background App Refresh is off"
            case .lowPowerMode: "the device is in Low Power Mode"
            case .forceQuit: "the user has ended the app in the app switcher"
            case .deviceInUse: "the device is in use"
            case .continuedLimit: "the system's limit of running continued processing tasks is reached"
            }
        }
    }

    static func launches(_ request: TaskRequest, _ facts: Facts) -> Bool { obstacle(to: request, facts) == nil }

    /// The first obstacle that keeps a request waiting, regardless of its earliest date; nil if there is none.
    static func obstacle(to request: TaskRequest, _ facts: Facts) -> Obstacle? {
        if !facts.schedulesAutomatically { return .onlyOnEvents }
        if !facts.mayLaunch { return .beforeFirstUnlock }
        if facts.isEnding { return .ending }
        if facts.isAtWakeLimit { return .wakeLimit }
        if request.requiresNetworkConnectivity, !facts.hasNetwork { return .noNetwork }
        if request.requiresExternalPower, !facts.isCharging { return .noPower }
        switch request.kind {
        case .appRefresh:
            if facts.isInFront { return .inFront }
            if !facts.isRefreshOn { return .refreshOff }
            if facts.isLowPowerMode { return .lowPowerMode }
            return facts.isForceQuit ? .forceQuit : nil
        case .processing:
            if facts.isInFront { return .inFront }
            if facts.isForceQuit, !facts.processesAfterForceQuit { return .forceQuit }
            return facts.isIdle ? nil : .deviceInUse
        case .continuedProcessing:
            if facts.isForceQuit { return .forceQuit }
            return facts.isAtContinuedLimit ? .continuedLimit : nil
        }
    }
}
