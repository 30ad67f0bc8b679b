import DeviceHost
import LifecycleKernel

/// What the next requests get that would be accepted, so that the retries of a back end can be tested.
package struct Fault: Sendable {
    /// The reason of the refusal; nil to accept them, late.
    package var reason: Reason?
    /// How many requests get it.
    package var times: Int
    /// The status, if it is not that of the reason.
    package var status: Int?
    /// Only pushes for this app; of this kind alone if the topic has a suffix.
    package var topic: PushTopic?
    /// Only pushes for this token.
    package var token: String?
    /// Only pushes for this device.
    package var device: DeviceID?
    /// How long the push waits, and its answer with it.
    package var delay: Duration
    /// Whether the connection ends after it.
    package var goAway: Bool

    /// Makes a fault.
    package init(
        reason: Reason?,
        times: Int = 1,
        status: Int? = nil,
        topic: PushTopic? = nil,
        token: String? = nil,
        device: DeviceID? = nil,
        delay: Duration = .zero,
        goAway: Bool = false
    ) {
        self.reason = reason
        self.times = times
        self.status = status
        self.topic = topic
        self.token = token
        self.device = device
        self.delay = delay
        self.goAway = goAway
    }

    /// Whether it has these conditions; those that are nil do not count.
    func hasConditions(topic: String?, token: String?, device: DeviceID?) -> Bool {
        (topic == nil || self.topic?.text == topic) && (device == nil || self.device == device)
            && (token == nil || self.token?.lowercased() == token?.lowercased())
    }

    /// Whether a push gets it.
    func fits(_ headers: PushHeaders, on device: DeviceID) -> Bool {
        (topic.map { $0.includes(headers.topic) } ?? true) && (self.device.map { $0 == device } ?? true)
            && (token.map { DeviceTokenKey(hexadecimal: $0) == headers.token } ?? true)
    }
}
