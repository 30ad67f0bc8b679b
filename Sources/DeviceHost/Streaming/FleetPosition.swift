/// A position in the stream of all devices of several servers, valid on each of them: after a record, or after a deletion.
///
/// The order is that of the steps in the journal that the servers share, then that of the partitions, then that of the records
/// of a step.
package struct FleetPosition: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// The position of the step or the deletion in the journal: microseconds since 1970.
    package var position: Int64
    /// The partition of the device.
    package var partition: Int
    /// Which record of the step it is, from 1 on; 0 before the first. A deletion is 1.
    package var index: Int

    /// Makes a position.
    package init(position: Int64, partition: Int, index: Int) {
        self.position = position
        self.partition = partition
        self.index = index
    }

    /// Before everything at a position in the journal, and after everything before it.
    package init(before position: Int64) { self.init(position: position, partition: 0, index: 0) }

    /// Reads `position-partition-index`; nil for anything else.
    package init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let position = Int64(parts[0]), let partition = Int(parts[1]), let index = Int(parts[2])
        else { return nil }
        self.init(position: position, partition: partition, index: index)
        guard self.description == description else { return nil }
    }

    /// `position-partition-index`.
    package var description: String { "\(position)-\(partition)-\(index)" }

    /// By position, partition and index.
    package static func < (left: FleetPosition, right: FleetPosition) -> Bool {
        (left.position, left.partition, left.index) < (right.position, right.partition, right.index)
    }
}
