import Fleet
import LifecycleKernel
import WireFormat

/// What an owner promises: every step of these partitions at or below a position is durable, or never will be.
package struct Mark: Hashable, Sendable {
    /// The position in the journal.
    package var position: Int64
    /// The partitions.
    package var partitions: [Partition]

    /// Makes a mark.
    package init(position: Int64, partitions: [Partition]) {
        self.position = position
        self.partitions = partitions
    }
}

// Servers of a fleet ask each other for it.
extension Mark: FieldWritable {
    /// Puts the position and the numbers of the partitions.
    package func write(to sink: inout some FieldSink) {
        sink.put("position", position)
        sink.put("partitions", value: .array(partitions.map { .integer(Int64($0.number)) }))
    }

    /// Reads what `write` has put; nil for anything else.
    package init?(_ document: Value) {
        guard case .integer(let position)? = document["position"], (0..<Int64.max).contains(position),
            case .array(let numbers)? = document["partitions"]
        else {
            return nil
        }
        var partitions: [Partition] = []
        for number in numbers {
            guard case .integer(let number) = number, let number = Int(exactly: number), number >= 0 else { return nil }
            partitions.append(Partition(number))
        }
        self.init(position: position, partitions: partitions)
    }
}
