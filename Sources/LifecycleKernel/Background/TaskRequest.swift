/// A request for time in the background that an app gives to `BGTaskScheduler`. Source: facts 6.2.
public struct TaskRequest: Hashable, Codable, Sendable {
    /// The kind of the task.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        case appRefresh, processing, continuedProcessing
    }

    /// Names the task; one that is pending under the same name is replaced.
    public var identifier: String
    /// The kind of the task.
    public var kind: Kind
    /// How long it waits at least.
    public var earliestBeginAfter: Milliseconds
    /// Whether it waits for a network.
    public var requiresNetworkConnectivity: Bool
    /// Whether it waits for a charger.
    public var requiresExternalPower: Bool
    /// What becomes of a request for continued processing that cannot be run at once; nil for `queue`.
    public var strategy: Strategy?
    /// Whether continued processing uses the graphics processor; nil for no.
    public var requiresGPU: Bool?

    /// What becomes of a request for continued processing that cannot be run at once.
    public enum Strategy: String, CaseIterable, Codable, Sendable {
        /// It waits until it can.
        case queue
        /// It is refused.
        case fail
    }

    /// Makes a request.
    public init(
        identifier: String,
        kind: Kind,
        earliestBeginAfter: Milliseconds = 0,
        requiresNetworkConnectivity: Bool = false,
        requiresExternalPower: Bool = false,
        strategy: Strategy? = nil,
        requiresGPU: Bool? = nil
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

/// A request that waits for its time.
struct PendingRequest: Hashable, Codable, Sendable {
    var request: TaskRequest
    /// When its earliest date is reached, including the random delay of the scheduler's policy.
    var earliest: Instant
    /// The record of its acceptance.
    var cause: SequenceNumber
}

/// A task that runs.
struct RunningTask: Hashable, Codable, Sendable {
    var identifier: String
    var kind: TaskRequest.Kind
    /// The assertion that holds the process for it.
    var assertion: AssertionID
    /// The record of its launch.
    var launchedBy: SequenceNumber
    /// The record of the call of its launch handler, or of its expiration handler; nil before the app has been given it.
    var handler: SequenceNumber?
    /// Whether it was requested for a device on external power; nil for no.
    var requiresExternalPower: Bool?
    /// When it was launched; nil for kinds that do not report progress.
    var launchedAt: Instant?
    /// How much of it is done as far as it has said, in thousandths.
    var progress: Int?
    /// Whether it may use the graphics processor in the background; nil for no.
    var usesGPU: Bool?
    /// Whether its expiration handler has been called.
    var hasExpired = false
    /// The reason for which it expired, where that is not the end of its time.
    var expiry: Expiry?

    /// A reason for which a task expires before its time is over.
    enum Expiry: String, Codable, Sendable {
        /// It has not reported progress for too long.
        case stall
        /// The user has cancelled it.
        case user
    }
}

/// A launch handler that a process registered.
struct RegisteredTask: Hashable, Codable, Sendable {
    var identifier: String
    var hasExpirationHandler: Bool
}
