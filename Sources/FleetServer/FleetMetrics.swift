import DeviceHost
import Fleet
import LifecycleKernel
import Metrics

/// The instruments of a server's part in its fleet.
package struct FleetMetrics: Sendable {
    private let members: Gauge
    private let partitions: [PartitionState: Gauge]
    private let unowned: Gauge
    private let leaseRemaining: Gauge
    private let renewals: Metrics.Timer
    private let fences: Counter
    private let moves: [FleetMove.Reason: Counter]
    private let unownedTimes: Metrics.Timer
    private let missedNotifications: Counter
    private let clockOffset: Gauge
    private let databaseUp: Gauge

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
        moves = Dictionary(
            uniqueKeysWithValues: FleetMove.Reason.allCases.map { reason in
                let why = [("why", "\(reason)")]
                return (reason, Counter(label: "greenroom.fleet.moves", dimensions: why, factory: factory))
            }
        )
        unownedTimes = Metrics.Timer(label: "greenroom.fleet.unowned", factory: factory)
        missedNotifications = Counter(label: "greenroom.fleet.missed.notifications", factory: factory)
        clockOffset = Gauge(label: "greenroom.fleet.clock.offset.seconds", factory: factory)
        databaseUp = Gauge(label: "greenroom.database.up", factory: factory)
        record(databaseIsUp: false)
    }

    /// Records what is known of the fleet.
    ///
    /// - Parameter date: The machine's date.
    func record(_ membership: Membership?, at reading: Duration, date: Instant) {
        guard let membership, let table = membership.table else { return }
        members.record(table.members.count)
        for (state, gauge) in partitions {
            gauge.record(
                table.partitions.count { $0.state == state && ($0.owner == membership.me.number || state == .free) }
            )
        }
        unowned.record(table.partitions.count { $0.owner == nil })
        leaseRemaining.record(max(0, (membership.leaseEnds - reading) / .seconds(1)))
        let fleetTime = Double(membership.fleetTime(at: reading)) / 1_000_000
        clockOffset.record(fleetTime - Double(date.milliseconds) / 1_000)
    }

    /// Records how long a renewal took.
    func renewed(took duration: Duration) { renewals.recordNanoseconds(duration.wholeNanoseconds) }

    /// This server has claimed a partition.
    func claimed(_ reason: FleetMove.Reason) { moves[reason]?.increment() }

    /// This server answers for a partition for which nobody answered for some microseconds.
    func answers(afterUnowned microseconds: Int64) { unownedTimes.recordMicroseconds(microseconds) }

    /// A change was found that no notification had told.
    func missedNotification() { missedNotifications.increment() }

    /// Records whether the database answers.
    func record(databaseIsUp isUp: Bool) { databaseUp.record(isUp ? 1 : 0) }

    /// This server has lost its place.
    func fenced() { fences.increment() }
}
