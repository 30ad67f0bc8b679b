import DequeModule
import LifecycleKernel

/// Where a device stands in the journal, and what it has done that is not durable yet.
struct JournalPlace {
    /// Its number in the journal.
    let number: Int64
    /// What has been handed to the journal.
    var books: JournalBooks
    /// What is not durable yet, oldest first.
    var ahead: Deque<AheadState> = []
    /// Whether its removal waits to be durable.
    var isLeaving = false
}

/// What has been handed to the journal for a device, durable or not.
struct JournalBooks {
    /// The sequence of the last record.
    var sequence: UInt64
    /// The digest of all records up to there.
    var digest: UInt64
    /// The sequence of the oldest record kept.
    var oldest: UInt64
    /// The sequences of this kernel's snapshots that are kept, oldest first.
    var snapshots: [UInt64]
    /// Steps and their bytes since the last snapshot.
    private(set) var stepsSinceSnapshot = 0
    private var bytesSinceSnapshot = 0

    init(sequence: UInt64, digest: UInt64, oldest: UInt64, snapshots: [UInt64]) {
        self.sequence = sequence
        self.digest = digest
        self.oldest = oldest
        self.snapshots = snapshots
    }

    /// Takes note of a step.
    mutating func add(_ step: JournalStep) {
        sequence = step.last
        digest = step.digest
        stepsSinceSnapshot += 1
        bytesSinceSnapshot += step.records.count
    }

    /// Whether it is time for a snapshot.
    func wantsSnapshot(_ limits: HostLimits) -> Bool {
        stepsSinceSnapshot >= limits.stepsPerSnapshot || bytesSinceSnapshot >= limits.bytesPerSnapshot
    }

    /// Takes note of a snapshot behind the last step.
    ///
    /// - Parameter kept: How many records are kept at least.
    /// - Returns: The sequence of the snapshot before which everything goes; nil when nothing does.
    mutating func addSnapshot(keeping kept: Int) -> UInt64? {
        stepsSinceSnapshot = 0
        bytesSinceSnapshot = 0
        if snapshots.last != sequence { snapshots.append(sequence) }
        guard let start = snapshots.lastIndex(where: { $0 + UInt64(kept) <= sequence }), start > 0 else { return nil }
        snapshots.removeFirst(start)
        oldest = snapshots[0] + 1
        return snapshots[0]
    }
}

/// A state of a device that nobody has seen: what has led to it is not durable yet.
///
/// A class, so that a device is not copied from place to place; used by its shard only.
final class AheadState {
    private(set) var device: Device
    let clock: DeviceClock
    /// What was written on the way from the state before.
    let records: [Record]
    /// Who waits until it is durable: the request that led to it, and those who came behind.
    private let request: WakeUp<HostError?>?
    private var waiting: [WakeUp<HostError?>] = []

    init(device: consuming Device, clock: DeviceClock, records: [Record], settling request: WakeUp<HostError?>? = nil) {
        self.device = device
        self.clock = clock
        self.records = records
        self.request = request
    }

    /// Makes its state the one that everybody sees; nobody looks for it here any more.
    func show(on hosted: inout HostedDevice) {
        // Exchanged, since a copy would name everything in it once more.
        swap(&hosted.device, &device)
        hosted.clock = clock
    }

    /// Gives a wake-up the outcome: nil when it is durable, else why it never will be.
    func whenSettled(_ wakeUp: WakeUp<HostError?>) { waiting.append(wakeUp) }

    /// Tells those who wait.
    func settle(_ error: HostError?) {
        request?.give(error)
        for wakeUp in waiting { wakeUp.give(error) }
        waiting = []
    }
}
