import DeviceHost
import Fleet
import HTTPAPI

/// The servers that share the devices with this one, as its membership knows them. It must be closed.
package final class FleetPeers: Peers {
    /// What people call this server.
    package let name: String
    /// How long a request waits for a device that nobody reachable answers for.
    package let hold: Duration

    private let view: FleetView
    private let forwarder: Forwarder
    private let whenOutdated: @Sendable () -> Void

    /// How long a request waits unless said otherwise.
    package static let defaultHold = Duration.seconds(5)
    /// How long nothing may come in a stream of events of another server unless said otherwise: three times the usual heartbeat.
    package static let defaultSilence = Duration.seconds(45)

    /// Makes the peers of a server.
    ///
    /// - Parameters:
    ///   - view: What is known of the fleet.
    ///   - name: What people call this server.
    ///   - hold: How long a request waits for a device that nobody reachable answers for.
    ///   - longestSilence: How long nothing may come in a stream of events of another server, before it is asked for anew.
    ///   - whenOutdated: Called when another server has said that it does not own what the view takes it for the owner of.
    package init(
        _ view: FleetView,
        name: String,
        hold: Duration = defaultHold,
        longestSilence: Duration = defaultSilence,
        whenOutdated: @escaping @Sendable () -> Void = {}
    ) {
        self.view = view
        self.name = name
        self.hold = hold
        self.whenOutdated = whenOutdated
        forwarder = Forwarder(longestSilence: longestSilence)
    }

    /// Closes the connections to other servers. Nothing is forwarded after that.
    package func close() async { await forwarder.close() }

    /// Who owns what, as far as this server knows now.
    package var ownership: Ownership {
        let version = view.changes.count
        guard let membership = view.snapshot.membership, let table = membership.table else {
            return Ownership(version: version, partitionCount: 0, own: [], others: [:], members: [])
        }
        var others: [Int64: [Partition]] = [:]
        for row in table.partitions {
            guard let owner = row.owner, owner != membership.me.number else { continue }
            others[owner, default: []].append(row.partition)
        }
        return Ownership(
            version: version,
            partitionCount: table.partitions.count,
            own: membership.holdsLease(at: view.reading) ? membership.owned : [],
            others: others,
            members: table.members.map(\.number).filter { $0 != membership.me.number }
        )
    }

    /// The partition of a device.
    package func partition(of device: DeviceID) -> Partition {
        Partition.of(
            device.description,
            among: view.snapshot.membership?.table?.partitions.count ?? Partition.defaultCount
        )
    }

    /// What is to be done with a request for a device of a partition that has come before.
    package func verdict(for partition: Partition) -> Membership.Verdict { view.verdict(for: partition) }

    /// Waits until who owns what may have changed, or the task is cancelled.
    package func waitForChange(after version: UInt64) async { await view.changes.wait(after: version) }

    /// Called when a member has said that it does not own what this server takes it for the owner of.
    package func noteOutdated() { whenOutdated() }

    // MARK: Requests

    /// Sends a request to a member, signed.
    package func send(_ request: PeerRequest, to member: Int64) async throws(PeerFailure) -> PeerAnswer {
        let known = view.snapshot
        guard let membership = known.membership, let address = known.details[member]?.address else {
            throw .notSent("nothing is known of member \(member)")
        }
        let signature = FleetSignature(
            request.signed,
            from: membership.me.number,
            to: member,
            at: now(of: membership),
            secret: known.secret
        )
        return try await forwarder.send(request, to: address, signature: signature.header)
    }

    /// Whether a signature can be one of a member for this server at this time.
    package func isCurrent(signature: String) -> Bool {
        guard let membership = view.snapshot.membership, let signature = FleetSignature(signature) else { return false }
        return signature.to == membership.me.number && signature.isCurrent(at: now(of: membership))
    }

    /// Whether a member has signed a request.
    package func hasSigned(_ request: SignedRequest, with signature: String) -> Bool {
        FleetSignature(signature)?.isGenuine(for: request, secret: view.snapshot.secret) ?? false
    }

    /// Fleet time, in milliseconds since 1970.
    private func now(of membership: Membership) -> Int64 { membership.fleetTime(at: view.reading) / 1_000 }
}
