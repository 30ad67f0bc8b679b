import DeviceHost
import Fleet
import Synchronization

/// What this server knows of its fleet, for the requests that it answers. Written by `FleetDriver`.
package final class FleetView: Sendable {
    /// What is known at an instant.
    package struct Snapshot: Sendable {
        /// The membership; nil before the server has joined, and while it comes back as a new member.
        package var membership: Membership?
        /// What else is known of the members, by their numbers.
        package var details: [Int64: MemberDetails] = [:]
        /// For each partition, a position at or below which every step of it is durable, or never will be, as the table was read
        /// last; empty before.
        package var marks: [Int64] = []
        /// The newest changes of owners, newest first.
        package var moves: [FleetMove] = []
        /// What the servers of the fleet sign their requests to each other with.
        package var secret: [UInt8] = []
    }

    /// Grows with every update.
    package let changes = ChangeCounter()
    private let state = Mutex(Snapshot())
    private let wall: any WallClock

    /// A view that knows nothing yet.
    package init(wall: any WallClock) { self.wall = wall }

    /// What is known now.
    package var snapshot: Snapshot { state.withLock { $0 } }

    /// The reading that a membership's rules are asked with.
    package var reading: Duration { .nanoseconds(wall.now.nanoseconds) }

    /// Takes over what is known, and resumes who waits for a change.
    package func update(_ change: (inout Snapshot) -> Void) {
        state.withLock { change(&$0) }
        changes.increment()
    }

    /// What is to be done with a request for a device of a partition.
    package func verdict(for partition: Partition) -> Membership.Verdict {
        let reading = reading
        return state.withLock { $0.membership?.verdict(for: partition, at: reading) } ?? .unavailable
    }

    /// Whether the server may answer from memory, and knows who owns what.
    package var holdsLease: Bool {
        let reading = reading
        return state.withLock { snapshot in
            snapshot.membership.map { $0.holdsLease(at: reading) && $0.table != nil } ?? false
        }
    }
}
