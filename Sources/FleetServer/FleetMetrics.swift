import DeviceHost
import Fleet
import Metrics

/// The instruments of a server's part in its fleet.
package struct FleetMetrics: Sendable {
    private let members: Gauge
    private let partitions: [PartitionState: Gauge]
    private let unowned: Gauge
    private let leaseRemaining: Gauge
    private let renewals: Metrics.Timer
    private let fences: Counter

    /// Makes the instruments.
    package init(factory: any MetricsFactory = MetricsSystem.factory) {
        members = Gauge(label: "greenroom.fleet.members", factory: factory)
        partitions = Dictionary(
            uniqueKeysWithValues: PartitionState.allCases.map { state in
                let gauge = Gauge(
                    label: "greenroom.fleet.partitions",
                    dimensions: [("state", state.rawValue)],
                    factory: factory
                )
                return (state, gauge)
            }
        )
        unowned = Gauge(label: "greenroom.fleet.unowned.partitions", factory: factory)
        leaseRemaining = Gauge(label: "greenroom.fleet.lease.remaining.seconds", factory: factory)
        renewals = Metrics.Timer(label: "greenroom.fleet.renewal.duration", factory: factory)
        fences = Counter(label: "greenroom.fleet.fenced", factory: factory)
    }

    /// Records what is known of the fleet.
    func record(_ membership: Membership?, at reading: Duration) {
        guard let membership, let table = membership.table else { return }
        members.record(table.members.count)
        for (state, gauge) in partitions {
            gauge.record(
                table.partitions.count { $0.state == state && ($0.owner == membership.me.number || state == .free) }
            )
        }
        unowned.record(table.partitions.count { $0.owner == nil })
        leaseRemaining.record(max(0, (membership.leaseEnds - reading) / .seconds(1)))
    }

    /// Records how long a renewal took.
    func renewed(took duration: Duration) { renewals.recordNanoseconds(duration.wholeNanoseconds) }

    /// This server has lost its place.
    func fenced() { fences.increment() }
}
