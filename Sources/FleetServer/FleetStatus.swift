import DeviceHost
import Fleet
import HTTPAPI
import LifecycleKernel

extension FleetView {
    /// The servers and what they own, as `GET /v1/fleet` shows it; nil before the table was read.
    package var document: FleetDocument? {
        let snapshot = snapshot
        guard let membership = snapshot.membership, let table = membership.table else { return nil }
        let token = snapshot.details[membership.me.number]?.tokenDigest
        func name(_ number: Int64) -> String { snapshot.details[number]?.name ?? String(number) }
        return FleetDocument(
            server: name(membership.me.number),
            mode: .fleet,
            lease: milliseconds(membership.me.lease),
            members: table.members.map { member in
                let details = snapshot.details[member.number]
                return FleetDocument.Member(
                    server: name(member.number),
                    number: member.number,
                    address: details?.address,
                    isLeaving: member.isLeaving,
                    version: details?.version ?? "",
                    kernelVersion: member.kernel,
                    joinedAt: instant(details?.joinedAt ?? 0),
                    leaseRemaining: leaseRemaining(of: member, details, in: membership),
                    partitions: table.count(of: member.number),
                    devices: details?.figures.devices ?? 0,
                    hasSameToken: details.map { $0.tokenDigest == token } ?? true
                )
            },
            partitions: table.partitions.map { row in
                FleetDocument.Partition(
                    number: row.partition.number,
                    epoch: row.epoch,
                    server: row.owner.map(name),
                    state: row.state.rawValue
                )
            },
            moves: snapshot.moves.map(Self.shown)
        )
    }

    private static func shown(_ move: FleetMove) -> FleetDocument.Move {
        FleetDocument.Move(
            at: instant(move.at),
            partition: move.partition.number,
            epoch: move.epoch,
            from: move.from,
            to: move.to,
            reason: "\(move.reason)",
            unowned: move.unowned.map { Milliseconds($0 / 1_000) },
            devices: move.devices
        )
    }

    private func instant(_ microseconds: Int64) -> Instant { Self.instant(microseconds) }

    private static func instant(_ microseconds: Int64) -> Instant { Instant(milliseconds: microseconds / 1_000) }

    private func milliseconds(_ duration: Duration) -> Milliseconds {
        Milliseconds(duration.wholeNanoseconds / 1_000_000)
    }

    /// How long a member may still answer, by the database's clock.
    private func leaseRemaining(
        of member: MemberRow,
        _ details: MemberDetails?,
        in membership: Membership
    ) -> Milliseconds? {
        let reading = reading
        if member.number == membership.me.number {
            return milliseconds(max(.zero, membership.leaseEnds - reading))
        }
        guard let details else { return nil }
        let end = details.renewedAt + member.lease.wholeNanoseconds / 1_000
        return Milliseconds(max(0, end - membership.fleetTime(at: reading)) / 1_000)
    }
}
