import LifecycleKernel

/// What the journal has of a device, including steps that are appended and not durable yet.
struct JournalCursor: Sendable {
    /// The device's number in the journal.
    let number: Int64
    /// The sequence of the last record.
    private(set) var sequence: SequenceNumber
    /// The digest of all records up to there.
    private(set) var digest: UInt64
    /// The sequence of the oldest record kept.
    private(set) var oldest: SequenceNumber
    /// The sequences of this kernel's snapshots that are kept, oldest first.
    private(set) var snapshots: [SequenceNumber]
    /// Steps and their bytes since the last snapshot.
    private(set) var stepsSinceSnapshot = 0
    private var bytesSinceSnapshot = 0
    /// The commit of the device's newest change, until that is published.
    var commit: Commit?

    init(number: Int64, sequence: SequenceNumber, digest: UInt64, oldest: SequenceNumber, snapshots: [SequenceNumber]) {
        self.number = number
        self.sequence = sequence
        self.digest = digest
        self.oldest = oldest
        self.snapshots = snapshots
    }

    /// Adds a step.
    mutating func add(_ step: JournalStep) {
        sequence = step.last
        digest = step.digest
        stepsSinceSnapshot += 1
        bytesSinceSnapshot += step.records.count
    }

    /// Whether the next step should have a snapshot.
    func wantsSnapshot(_ limits: HostLimits) -> Bool {
        stepsSinceSnapshot >= limits.stepsPerSnapshot || bytesSinceSnapshot >= limits.bytesPerSnapshot
    }

    /// Adds a snapshot after the last step.
    ///
    /// - Parameter kept: The minimum number of records to keep.
    /// - Returns: The sequence of the snapshot before which everything is deleted; nil if nothing is.
    mutating func addSnapshot(keeping kept: Int) -> SequenceNumber? {
        stepsSinceSnapshot = 0
        bytesSinceSnapshot = 0
        if snapshots.last != sequence { snapshots.append(sequence) }
        guard let start = snapshots.lastIndex(where: { $0 + kept <= sequence }), start > 0 else { return nil }
        snapshots.removeFirst(start)
        oldest = snapshots[0].next
        return snapshots[0]
    }
}
