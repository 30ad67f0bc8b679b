import DeviceHost
import Fleet

/// Where marks come from. What a source has said once holds for ever.
package protocol MarkSource: Sendable {
    /// The newest marks; none where they cannot be had. They may be old, and be missing for any partition.
    func marks() async -> [Mark]
}

/// The marks that the owners have written with their renewals, as the table was read last: as old as two renewals at most.
///
/// A partition without an owner has the end of its last tenure.
package struct RenewedMarks: MarkSource {
    private let view: FleetView

    /// Makes the source.
    package init(view: FleetView) { self.view = view }

    /// The marks of all partitions.
    package func marks() async -> [Mark] {
        view.snapshot.marks.enumerated().map { Mark(position: $0.element, partitions: [Partition($0.offset)]) }
    }
}

/// The mark of this server as of now.
package struct LocalMark: MarkSource {
    private let view: FleetView
    private let journal: any FleetJournal

    /// Makes the source.
    package init(view: FleetView, journal: any FleetJournal) {
        self.view = view
        self.journal = journal
    }

    /// The mark, for the partitions that the server owns and does not release; none without a lease.
    package var current: Mark? {
        // Before it is looked at what the server owns: whoever owns it later begins behind the mark.
        let position = journal.mark
        guard let membership = view.snapshot.membership, membership.holdsLease(at: view.reading) else { return nil }
        return Mark(position: position, partitions: membership.owned.map(\.partition))
    }

    /// The mark, if there is one.
    package func marks() async -> [Mark] { current.map { [$0] } ?? [] }
}
