import DeviceHost
import Fleet

/// How far the stream of all devices is complete: to the lowest mark of all partitions.
struct StreamHorizon: Sendable {
    private var marks: [Int64]

    /// A horizon without marks.
    ///
    /// - Parameter partitionCount: How many partitions there are.
    init(partitionCount: Int) { marks = Array(repeating: 0, count: partitionCount) }

    /// How many partitions there are.
    var partitionCount: Int { marks.count }

    /// Takes over a mark, which never takes back what an earlier one has said.
    mutating func raise(_ mark: Mark) {
        for partition in mark.partitions where marks.indices.contains(partition.number) {
            marks[partition.number] = max(marks[partition.number], mark.position)
        }
    }

    /// The lowest mark; nil while there is none of a partition.
    var position: Int64? { marks.min().flatMap { $0 > 0 ? $0 : nil } }
}
