import LifecycleKernel

/// Takes changes for a store, in the order in which shards make them.
///
/// `MemoryStore` is a log itself, and commits at once. The log of a durable store is a `CommitQueue`.
protocol ChangeLog: Sendable {
    /// Whether changes can be added.
    var availability: Availability { get }

    /// What is kept of the steps of a device.
    var policy: StepPolicy { get }

    /// A number for a new device, which no other device has had.
    func nextDevice() -> Int64

    /// Checks that a change may be made. The caller then adds it.
    ///
    /// - Parameter isRemoval: Whether it is a removal that somebody asked for. It is tried even while nothing else can
    ///   be written, because it makes room in a full store.
    /// - Throws: `storeUnavailable`; `overloaded` when too many changes wait.
    func admit(isRemoval: Bool) throws(HostError)

    /// Adds a change that was made.
    ///
    /// - Parameter shard: The shard that publishes it once it is committed; nil if none does.
    /// - Returns: The commit to wait for before the change is shown; nil if it is committed already.
    @discardableResult
    func append(_ change: DeviceChange, from shard: Int?) -> Commit?

    /// Takes the changes of devices out of everything that waits. Called by the shard of the devices when it has undone them: changes
    /// that it makes from then on belong to other commits.
    func refuse(_ devices: [Int64: Refusal])
}

extension ChangeLog {
    /// Whether one more change would be admitted.
    var hasRoom: Bool { if case .open = availability { true } else { false } }
}

/// Whether changes can be added to a log.
enum Availability {
    case open
    /// Too many changes wait to be committed.
    case full
    /// Nothing can be committed, with the reason.
    case failed(String)

    /// Whether nothing can be committed.
    var hasFailed: Bool { if case .failed = self { true } else { false } }
}

/// What is kept of the steps of a device, and when its state is kept with them.
struct StepPolicy: Sendable {
    /// How steps are kept.
    enum Form: Sendable {
        /// As text: all records, and states as bytes.
        case text
        /// As values: inputs, and states. The records follow from them.
        case values
        /// Not at all.
        case none
    }

    /// What is kept for how long.
    enum Span: Sendable {
        /// At least so many records, with the state before them.
        case records(Int)
        /// So many states, with the inputs after the oldest.
        case states(Int)
    }

    var form: Form
    /// After how many steps, bytes of them and records a state is kept.
    var steps: Int
    var bytes: Int
    var records: Int
    var span: Span
    /// Whether each change has the state after it, and the revision that it follows: for a store that others may change.
    var keepsNewestState = false
    /// The format of states.
    var format = StateFormat.newest
}

extension HostLimits {
    /// The policy of a store that keeps text.
    var textPolicy: StepPolicy {
        StepPolicy(
            form: .text,
            steps: stepsPerSnapshot,
            bytes: bytesPerSnapshot,
            records: .max,
            span: .records(storedRecordsPerDevice)
        )
    }

    /// The policy of a store that keeps values: half of the inputs kept are between two states.
    var valuePolicy: StepPolicy {
        StepPolicy(
            form: inputsPerDevice > 0 ? .values : .none,
            steps: (inputsPerDevice + 1) / 2,
            bytes: inputBytesPerDevice / 2,
            records: recordsPerAdvance,
            span: .states(2)
        )
    }
}
