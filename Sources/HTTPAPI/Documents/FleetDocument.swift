import LifecycleKernel
import WireFormat

/// The servers that share the devices, as `GET /v1/fleet` shows them.
package struct FleetDocument: Sendable {
    /// What this server is called.
    package var server: String
    /// Whether it shares the devices with others, or has them alone.
    package var mode: Mode
    /// How long after a renewal this server may answer; nil where it is alone.
    package var lease: Milliseconds?
    /// The servers, in the order in which they joined.
    package var members: [Member]
    /// The partitions, by their numbers.
    package var partitions: [Partition]
    /// The newest changes of owners, newest first.
    package var moves: [Move] = []

    /// How devices are hosted.
    package enum Mode: String, Sendable {
        /// By this server alone.
        case embedded
        /// By several servers, which share a database.
        case fleet
    }

    /// A server.
    package struct Member: Sendable {
        /// What people call it.
        package var server: String
        /// Its number; every run of a server has another.
        package var number: Int64
        /// Where other servers reach it; nil where there are none.
        package var address: String?
        /// Whether it hands over what it has.
        package var isLeaving: Bool
        /// Its version.
        package var version: String
        /// The version of its kernel.
        package var kernelVersion: String
        /// When it joined.
        package var joinedAt: Instant
        /// How long it may still answer unless it renews its lease, as far as this server knows; nil where it is alone.
        package var leaseRemaining: Milliseconds?
        /// How many partitions it owns.
        package var partitions: Int
        /// How many devices it has, as it said last.
        package var devices: Int
        /// Whether it asks for the same token as the server that answers.
        package var hasSameToken: Bool

        /// Makes a member.
        package init(
            server: String,
            number: Int64,
            address: String?,
            isLeaving: Bool = false,
            version: String,
            kernelVersion: String,
            joinedAt: Instant,
            leaseRemaining: Milliseconds?,
            partitions: Int,
            devices: Int,
            hasSameToken: Bool = true
        ) {
            self.server = server
            self.number = number
            self.address = address
            self.isLeaving = isLeaving
            self.version = version
            self.kernelVersion = kernelVersion
            self.joinedAt = joinedAt
            self.leaseRemaining = leaseRemaining
            self.partitions = partitions
            self.devices = devices
            self.hasSameToken = hasSameToken
        }
    }

    /// A part of all devices.
    package struct Partition: Sendable {
        /// Its number.
        package var number: Int
        /// Grows at every change of owner.
        package var epoch: Int64
        /// What the server is called that owns it; nil if none does.
        package var server: String?
        /// What its owner does with it.
        package var state: String

        /// Makes a partition.
        package init(number: Int, epoch: Int64, server: String?, state: String) {
            self.number = number
            self.epoch = epoch
            self.server = server
            self.state = state
        }
    }

    /// A change of a partition's owner.
    package struct Move: Sendable {
        /// When the new owner claimed it.
        package var at: Instant
        /// The partition.
        package var partition: Int
        /// The new epoch.
        package var epoch: Int64
        /// What the owner before is called; nil if there was none.
        package var from: String?
        /// What the new owner is called.
        package var to: String
        /// Why it moved.
        package var reason: String
        /// How long nobody answered for it; nil while the new owner loads it.
        package var unowned: Milliseconds?
        /// How many devices it had; nil while the new owner loads it.
        package var devices: Int?

        /// Makes a move.
        package init(
            at: Instant,
            partition: Int,
            epoch: Int64,
            from: String?,
            to: String,
            reason: String,
            unowned: Milliseconds?,
            devices: Int?
        ) {
            self.at = at
            self.partition = partition
            self.epoch = epoch
            self.from = from
            self.to = to
            self.reason = reason
            self.unowned = unowned
            self.devices = devices
        }
    }

    /// Makes the document.
    package init(
        server: String,
        mode: Mode,
        lease: Milliseconds?,
        members: [Member],
        partitions: [Partition],
        moves: [Move] = []
    ) {
        self.server = server
        self.mode = mode
        self.lease = lease
        self.members = members
        self.partitions = partitions
        self.moves = moves
    }

    /// Whether every partition is owned, and the members that stay own equally many, but for one.
    package var isSettled: Bool {
        let counts = members.filter { !$0.isLeaving }.map(\.partitions)
        return partitions.allSatisfy { $0.state == "owned" && $0.server != nil }
            && !members.contains { $0.isLeaving && $0.partitions > 0 }
            && (counts.max() ?? 0) - (counts.min() ?? 0) <= 1
    }
}

extension FleetDocument: FieldWritable {
    /// Puts every field.
    package func write(to sink: inout some FieldSink) {
        sink.put("server", server)
        sink.put("mode", mode.rawValue)
        sink.put("leaseSeconds", secondsOrNull: lease)
        sink.put("partitionCount", Int64(partitions.count))
        sink.put("settled", isSettled)
        sink.put("members", list: members)
        sink.put("partitions", list: partitions)
        sink.put("moves", list: moves)
    }
}

extension FleetDocument.Member: FieldWritable {
    /// Puts every field.
    package func write(to sink: inout some FieldSink) {
        sink.put("server", server)
        sink.put("number", number)
        sink.put("address", textOrNull: address)
        sink.put("state", isLeaving ? "leaving" : "live")
        sink.put("version", version)
        sink.put("kernelVersion", kernelVersion)
        sink.put("joinedAt", instant: joinedAt)
        sink.put("leaseRemainingSeconds", secondsOrNull: leaseRemaining)
        sink.put("partitions", Int64(partitions))
        sink.put("devices", Int64(devices))
        sink.put("sameToken", hasSameToken)
    }
}

extension FleetDocument.Partition: FieldWritable {
    /// Puts every field.
    package func write(to sink: inout some FieldSink) {
        sink.put("partition", Int64(number))
        sink.put("epoch", epoch)
        sink.put("server", textOrNull: server)
        sink.put("state", state)
    }
}

extension FleetDocument.Move: FieldWritable {
    /// Puts every field.
    package func write(to sink: inout some FieldSink) {
        sink.put("at", instant: at)
        sink.put("partition", Int64(partition))
        sink.put("epoch", epoch)
        sink.put("from", textOrNull: from)
        sink.put("to", to)
        sink.put("why", reason)
        sink.put("unownedSeconds", secondsOrNull: unowned)
        if let devices { sink.put("devices", Int64(devices)) } else { sink.putNull("devices") }
    }
}
