import LifecycleKernel

/// Takes the changes of devices, in the order in which shards make them.
///
/// The store in memory is one itself, and commits at once. For a store whose commits take time, `CommitQueue` is.
protocol ChangeLog: Sendable {
    /// Whether changes can be added.
    var availability: Availability { get }

    /// What is kept of the steps of a device.
    var policy: StepPolicy { get }

    /// A number for a new device: no other has had it.
    func nextDevice() -> Int64

    /// Checks that a change may be made. The caller then adds it.
    ///
    /// - Parameter isRemoval: Whether it is a removal that somebody asked for. That is tried also while nothing else can be
    ///   written, because it makes room in a store that is full.
    /// - Throws: `storeUnavailable`; `overloaded` when too much waits.
    func admit(isRemoval: Bool) throws(HostError)

    /// Adds a change that was made.
    ///
    /// - Parameter shard: The shard that publishes it once it is committed; nil if none does.
    /// - Returns: What has to be waited for before it is shown; nil if it is committed.
    @discardableResult
    func append(_ change: DeviceChange, from shard: Int?) -> Commit?
}

extension ChangeLog {
    /// Whether one more change would be admitted.
    var hasRoom: Bool { if case .open = availability { true } else { false } }
}

/// Whether changes can be added to a log.
enum Availability {
    case open
    /// Too much waits to be committed.
    case full
    /// Nothing can be committed, and why.
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
        /// So many states.
        case states(Int)
    }

    var form: Form
    /// After how many steps, bytes of them and records a state is kept.
    var steps: Int
    var bytes: Int
    var records: Int
    var span: Span
}

extension HostLimits {
    /// For a store of text.
    var textPolicy: StepPolicy {
        StepPolicy(
            form: .text,
            steps: stepsPerSnapshot,
            bytes: bytesPerSnapshot,
            records: .max,
            span: .records(storedRecordsPerDevice)
        )
    }

    /// For a store of values: between two states is half of what is kept.
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
