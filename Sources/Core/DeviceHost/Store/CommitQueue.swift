import DequeModule
import LifecycleKernel
import Synchronization
import WireFormat

/// The changes that wait to be written to a durable store. Shards append them, and the `CommitService` writes them.
///
/// Changes are grouped into batches as they are appended, and each batch is one commit. When a commit fails, every
/// later one fails with it, because its changes build on those that are lost. The queue then refuses changes until all
/// shards have rolled back and the store can be written again.
///
/// `CommitQueue+Writing.swift` has what the service uses.
final class CommitQueue: ChangeLog {
    /// Changes that are written together.
    struct Batch: Sendable {
        /// Their commit.
        let commit: Commit
        var changes: [DeviceChange] = []
        /// The shards that the changes come from.
        var shards: Set<Int> = []
        /// About how many bytes its changes take.
        var bytes = 0
        /// Whether no change is added any more.
        var isClosed = false

        /// Takes the changes of devices out of it.
        mutating func refuse(_ devices: [Int64: Refusal]) {
            commit.refuse(devices)
            changes.removeAll { change in change.device.map { devices[$0] != nil } ?? false }
        }
    }

    struct State {
        /// The batches to write, oldest first.
        var batches: Deque<Batch> = []
        var count = 0
        var bytes = 0
        /// Changes refused because the queue was full, since `takeRefusals`.
        var refusals = 0
        var lastCommit: UInt64 = 0
        /// The numbers for new devices that are left, and those that were reserved to follow them.
        var numbers = StoreBounds.numbers
        var reserved: ClosedRange<Int64>?
        /// How often changes were taken out of batches.
        var exclusions: UInt64 = 0
        /// Why nothing can be written; nil when all is well.
        var failure: String?
        /// The commits that have failed and have not ended yet: shards still roll back.
        var failed: [Commit] = []
        /// The one among them of which nobody knows whether it was carried out.
        var unknown: Commit?
        /// Whether shards roll back: from the failure of changes until their commits end.
        var isRollingBack = false
        /// Whether nothing is written any more.
        var isClosed = false
        /// Fulfilled when a change is appended.
        var waitingWriter: Promise<Void>?

        mutating func makeCommit() -> Commit {
            lastCommit += 1
            return Commit(number: lastCommit)
        }

        func availability(_ limits: HostLimits) -> Availability {
            if let failure { return .failed(failure) }
            return hasRoom(limits) ? .open : .full
        }

        /// Whether a removal is tried although nothing else can be written.
        var triesRemovals: Bool { !isRollingBack && !isClosed }

        func hasRoom(_ limits: HostLimits) -> Bool {
            count < limits.commitQueueLength && bytes < limits.commitQueueBytes
        }
    }

    let state: Mutex<State>
    private let limits: HostLimits
    private let ownPolicy: StepPolicy
    /// The format in which states are written for other servers.
    private let format = Mutex(StateFormat.newest)

    /// An empty queue.
    ///
    /// - Parameter isExclusive: Whether nobody else changes the store.
    init(limits: HostLimits, isExclusive: Bool) {
        self.limits = limits
        var policy = limits.textPolicy
        policy.keepsNewestState = !isExclusive
        ownPolicy = policy
        state = Mutex(State())
    }

    var policy: StepPolicy {
        guard ownPolicy.keepsNewestState else { return ownPolicy }
        var policy = ownPolicy
        policy.format = format.withLock(\.self)
        return policy
    }

    /// Has states written in a format from now on.
    func write(in format: StateFormat) { self.format.withLock { $0 = format } }

    func admit(isRemoval: Bool) throws(HostError) {
        try state.withLock { state throws(HostError) in
            switch state.availability(limits) {
            case .open: break
            case .failed where isRemoval && state.triesRemovals && state.hasRoom(limits): break
            case .failed(let reason): throw .storeUnavailable(reason)
            case .full:
                state.refusals += 1
                throw Self.full
            }
        }
    }

    /// Appends a change that was made.
    ///
    /// The queue never refuses it: each shard may exceed the limits by one change. If the store has failed since the
    /// change was admitted, the change belongs to the commits that have failed.
    @discardableResult
    func append(_ change: DeviceChange, from shard: Int?) -> Commit? {
        let size = change.size
        let (commit, writer) = state.withLock { state -> (Commit, Promise<Void>?) in
            guard state.failure == nil || change.isRemoval && state.triesRemovals else {
                if state.failed.isEmpty { state.failed.append(state.makeCommit()) }
                return (state.failed[state.failed.count - 1], nil)
            }
            if state.batches.last.map({ $0.isClosed || $0.changes.count >= limits.commitBatchLength }) ?? true {
                state.batches.append(Batch(commit: state.makeCommit()))
            }
            let last = state.batches.count - 1
            state.batches[last].changes.append(change)
            if let shard { state.batches[last].shards.insert(shard) }
            state.batches[last].bytes += size
            state.count += 1
            state.bytes += size
            return (state.batches[last].commit, state.waitingWriter.take())
        }
        writer?.fulfill(())
        return commit
    }

    func refuse(_ devices: [Int64: Refusal]) {
        state.withLock { state in
            state.exclusions += 1
            for index in state.batches.indices {
                let before = state.batches[index].changes.count
                state.batches[index].refuse(devices)
                state.batches[index].isClosed = true
                state.count -= before - state.batches[index].changes.count
            }
        }
    }

    var availability: Availability { state.withLock { $0.availability(limits) } }

    /// Why nothing can be written; nil when all is well.
    var failure: String? { state.withLock { $0.failure } }

    /// The error for a change for which there is no room.
    static let full = HostError.overloaded("Too many changes are waiting to be written to the store.")

    /// How many changes were refused because the queue was full, since the last call.
    func takeRefusals() -> Int {
        state.withLock { state in
            defer { state.refusals = 0 }
            return state.refusals
        }
    }

    /// How many changes wait.
    var count: Int { state.withLock { $0.count } }

    /// How often changes of devices were taken out of the queue. If this changes while several
    /// devices are read, they have to be read again.
    var exclusions: UInt64 { state.withLock { $0.exclusions } }

    func nextDevice() -> Int64 {
        state.withLock { state in
            let (next, last) = (state.numbers.lowerBound, state.numbers.upperBound)
            // They are never all used: more are reserved before that. If they were, the store would refuse the device.
            state.numbers = next < last ? next + 1...last : state.reserved.take() ?? state.numbers
            return next
        }
    }

    /// Whether numbers for new devices have to be reserved before the next commit. A commit uses far fewer than are left.
    var needsNumbers: Bool {
        state.withLock { $0.reserved == nil && $0.numbers.upperBound - $0.numbers.lowerBound < Self.numbersLeft }
    }

    private static let numbersLeft: Int64 = 1 << 19

    /// Adds numbers for new devices.
    ///
    /// - Parameter isFirst: Whether they replace those of an empty queue.
    func addNumbers(_ numbers: ClosedRange<Int64>, isFirst: Bool = false) {
        state.withLock { state in
            if isFirst { state.numbers = numbers } else { state.reserved = numbers }
        }
    }
}
