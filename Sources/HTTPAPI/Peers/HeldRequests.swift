import DeviceHost
import Metrics
import Synchronization

/// Counts the requests that wait for an owner of their device.
final class HeldRequests: Sendable {
    /// How many may wait at once.
    let limit: Int

    private let count = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// How many wait.
    var current: Int { count.load(ordering: .relaxed) }

    /// Counts one more.
    ///
    /// - Returns: Whether there is room for it.
    func enter() -> Bool {
        guard count.add(1, ordering: .relaxed).newValue <= limit else {
            count.subtract(1, ordering: .relaxed)
            return false
        }
        return true
    }

    /// One has ended.
    func leave() { count.subtract(1, ordering: .relaxed) }
}

/// The instruments of what goes between the servers of a fleet.
struct PeerMetrics: Sendable {
    /// What became of a request that was sent to another server.
    enum Outcome: String, CaseIterable {
        /// It was answered.
        case answered
        /// It was not carried out there.
        case refused
        /// Nothing was sent.
        case unsent
        /// It broke off after something was sent.
        case broken
        /// It was given up, because the device got another owner.
        case moved
    }

    private let forwarded: [Outcome: Counter]
    private let duration: Metrics.Timer
    private let held: Meter
    private let servedForOthers: Counter

    init(factory: any MetricsFactory) {
        forwarded = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.map { outcome in
                let dimensions = [("outcome", outcome.rawValue)]
                return (
                    outcome,
                    Counter(label: "greenroom.forwarded.requests", dimensions: dimensions, factory: factory)
                )
            }
        )
        duration = Metrics.Timer(
            label: "greenroom.forward.duration",
            preferredDisplayUnit: .seconds,
            factory: factory
        )
        held = Meter(label: "greenroom.held.requests", factory: factory)
        servedForOthers = Counter(label: "greenroom.served.for.others", factory: factory)
    }

    /// An attempt to forward a request has ended.
    func forwarded(_ outcome: Outcome, after length: Duration) {
        forwarded[outcome]?.increment()
        duration.recordNanoseconds(length.wholeNanoseconds)
    }

    /// A request begins to wait for an owner, or ends to.
    func held(_ change: Int) { change > 0 ? held.increment() : held.decrement() }

    /// A request of another server's client was answered.
    func served() { servedForOthers.increment() }
}
