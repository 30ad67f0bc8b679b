import LifecycleKernel

/// What the store has of a device, with the steps that were added and are not committed yet.
struct StoreCursor: Sendable {
    /// The device's number; 0 before it has one.
    let number: Int64
    /// The sequence of the last record.
    private(set) var sequence: SequenceNumber
    /// The digest of all records up to there, if they are kept as text.
    private(set) var digest: UInt64 = FNV1a.start
    /// The sequence of the oldest record kept; nil if none is.
    private(set) var oldest: SequenceNumber?
    /// The sequences of this kernel's states that are kept, oldest first.
    private(set) var snapshots: [SequenceNumber] = []
    /// Steps, bytes and records since the last of them.
    private(set) var stepsSinceSnapshot = 0
    private var bytesSinceSnapshot = 0
    private var recordsSinceSnapshot = 0
    /// The revision that the device has when all changes are committed; nil in an exclusive store.
    private(set) var revision: Revision?
    /// The commit of the device's newest change, until that is published.
    var commit: Commit?

    /// The cursor of a device that is not in the store yet.
    ///
    /// - Parameters:
    ///   - sequence: The sequence of the record before the first that is added.
    ///   - keepsRecords: Whether records are kept.
    ///   - isShared: Whether others may change it.
    init(
        number: Int64 = 0,
        after sequence: SequenceNumber = 0,
        keepsRecords: Bool = false,
        isShared: Bool = false
    ) {
        self.number = number
        revision = isShared ? Revision.none : nil
        self.sequence = sequence
        oldest = keepsRecords ? sequence.next : nil
    }

    /// The cursor of a device that is in a store that keeps text.
    ///
    /// - Parameter stored: What is stored of it. Its steps are added afterwards.
    init(_ stored: StoredDevice, as number: Int64, sequence: SequenceNumber, digest: UInt64) {
        self.number = number
        self.sequence = sequence
        self.digest = digest
        oldest = stored.oldest
        snapshots = stored.isOfThisKernel ? stored.snapshots : []
        stepsSinceSnapshot = stored.stepsSinceSnapshot
        bytesSinceSnapshot = stored.bytesSinceSnapshot
        revision = stored.revision
    }

    /// Notes the commit of a change that was added to the log.
    mutating func append(in commit: Commit?) {
        self.commit = commit
        if let commit { revision = revision?.next(in: commit.id) }
    }

    /// Adds a step.
    ///
    /// - Parameter bytes: How many bytes of it are kept; nil if nothing is.
    mutating func add(_ step: StoredStep, bytes: Int?) {
        recordsSinceSnapshot += step.last.count(after: sequence)
        sequence = step.last
        digest = step.digest
        guard let bytes else { return }
        stepsSinceSnapshot += 1
        bytesSinceSnapshot += bytes
    }

    /// Whether the state after the last step is to be kept.
    func wantsSnapshot(_ policy: StepPolicy) -> Bool {
        stepsSinceSnapshot >= policy.steps || bytesSinceSnapshot >= policy.bytes
            || recordsSinceSnapshot >= policy.records
    }

    /// Adds the state after the last step.
    ///
    /// - Returns: The sequence of the state before which everything is deleted; nil if nothing is.
    mutating func addSnapshot(_ policy: StepPolicy) -> SequenceNumber? {
        (stepsSinceSnapshot, bytesSinceSnapshot, recordsSinceSnapshot) = (0, 0, 0)
        if snapshots.last != sequence { snapshots.append(sequence) }
        let first =
            switch policy.span {
            case .records(let kept): snapshots.lastIndex { $0 + kept <= sequence }
            case .states(let kept): snapshots.count - kept
            }
        guard let first, first > 0 else { return nil }
        snapshots.removeFirst(first)
        if oldest != nil { oldest = snapshots[0].next }
        return snapshots[0]
    }
}
