/// A wake-up by a framework that needs no background mode: HealthKit, WatchConnectivity and others.
///
/// A reason has defaults for everything else, which an event may override. Source: facts 10.3, 10.4.
public struct SystemWake: Hashable, Codable, Sendable {
    /// The framework, or `systemWake` for any other. New ones come last: `Reasons` has a bit for each, in this order.
    public enum Reason: String, CaseIterable, Codable, Sendable {
        case healthKit, watchConnectivity, appIntent, liveActivityToken, pushToTalk, homeKit, systemWake
        case locationMonitor
    }

    /// What the app is called with.
    public enum Handler: String, CaseIterable, Codable, Sendable {
        case updateHandler
        case didReceiveMessage = "session(_:didReceiveMessage:)"
        case didReceiveUserInfo = "session(_:didReceiveUserInfo:)"
        case performIntent = "perform()"
        case pushTokenUpdates
        case incomingPushResult = "incomingPushResult(channelManager:channelUUID:pushPayload:)"
        case didUpdateValue = "accessory(_:service:didUpdateValueFor:)"
        case systemWakeHandler
        case monitorEvents
    }

    /// Why the app is woken.
    public var reason: Reason
    /// What is called; that of the reason unless given.
    public var handler: Handler?
    /// How long the wake-up holds the process; a rule of the reason says it unless given.
    public var limit: Milliseconds?
    /// Whether an app without a process is launched; the reason says it unless given. One that is launched is also
    /// resumed.
    public var launches: Bool?
    /// Whether that goes for an app that the user ended in the app switcher; the reason says it unless given.
    public var survivesForceQuit: Bool?

    /// Creates a wake-up with the defaults of its reason for what is not given.
    public init(
        _ reason: Reason,
        handler: Handler? = nil,
        limit: Milliseconds? = nil,
        launches: Bool? = nil,
        survivesForceQuit: Bool? = nil
    ) {
        self.reason = reason
        self.handler = handler
        self.limit = limit
        self.launches = launches
        self.survivesForceQuit = survivesForceQuit
    }
}

extension SystemWake.Handler {
    /// Its name among the callbacks.
    package var callback: CallbackName {
        switch self {
        case .updateHandler: .updateHandler
        case .didReceiveMessage: .sessionDidReceiveMessage
        case .didReceiveUserInfo: .sessionDidReceiveUserInfo
        case .performIntent: .performIntent
        case .pushTokenUpdates: .pushTokenUpdates
        case .incomingPushResult: .incomingPushResult
        case .didUpdateValue: .accessoryDidUpdateValue
        case .systemWakeHandler: .systemWakeHandler
        case .monitorEvents: .monitorEvents
        }
    }
}

extension SystemWake {
    /// What an app or a process has registered for.
    typealias Reasons = CaseSet<Reason, UInt16>
}
