import LifecycleKernel

/// What a shard has counted since `take`: plain numbers, so that counting costs next to nothing.
struct ShardCounters: Sendable {
    /// The kinds of inputs, as the label `kind` names them.
    enum InputKind: String, CaseIterable, Sendable {
        case event, action, completion, install, uninstall, clock, advance

        init(_ input: Input) {
            self =
                switch input {
                case .event: .event
                case .action: .action
                case .completion: .completion
                case .install: .install
                case .uninstall: .uninstall
                case .clock: .clock
                case .advance: .advance
                }
        }
    }

    /// A change from one state to another.
    struct Transition: Hashable, Sendable {
        var from: ProcessState
        var to: ProcessState
    }

    /// Inputs applied, by kind.
    private(set) var inputs: [InputKind: Int] = [:]
    /// Processes that went from one state to another.
    private(set) var transitions: [Transition: Int] = [:]
    /// Processes that ended, by reason.
    private(set) var exits: [TerminationReason: Int] = [:]
    /// Records that were evicted.
    private(set) var evicted = 0
    /// Inputs refused because of a limit of the device.
    private(set) var limitsReached = 0
    /// Devices that were evicted from memory, and that were loaded from the store.
    private(set) var evictedDevices = 0
    private(set) var loadedDevices = 0
    /// Times that a device could not be loaded, as the store could not be read.
    private(set) var unreadable = 0

    /// Devices of which the database had lost a change.
    private(set) var lostDevices = 0

    /// Whether nothing was counted.
    var isEmpty: Bool {
        inputs.isEmpty && transitions.isEmpty && exits.isEmpty && evicted == 0 && limitsReached == 0
            && evictedDevices == 0 && loadedDevices == 0 && unreadable == 0 && lostDevices == 0
    }

    /// Counts records that were evicted.
    mutating func countEvictedRecords(_ count: Int) { evicted += count }

    /// Counts the inputs, transitions and exits among records.
    mutating func count(_ records: [Record]) {
        for record in records {
            if case .input(let input) = record.body {
                inputs[InputKind(input), default: 0] += 1
            } else if case .process(let change) = record.body {
                transitions[Transition(from: change.from, to: change.to), default: 0] += 1
            } else if case .exit(let exit) = record.body {
                exits[exit.reason, default: 0] += 1
            }
        }
    }

    /// Counts a device that was evicted.
    mutating func countEvictedDevice() { evictedDevices += 1 }

    /// Counts a device that was loaded.
    mutating func countLoadedDevice() { loadedDevices += 1 }

    /// Counts a failure to read the store.
    mutating func countUnreadable() { unreadable += 1 }

    /// Counts a device of which the database had lost a change.
    mutating func countLostDevice() { lostDevices += 1 }

    /// Counts an error, if it is about a limit of the device.
    mutating func count(_ error: HostError) {
        if case .limitReached = error { limitsReached += 1 }
        if case .rejected(let rejection, _) = error, rejection.code == .limitReached { limitsReached += 1 }
    }

    /// Returns what was counted, and starts again at zero.
    mutating func take() -> ShardCounters {
        defer { self = ShardCounters() }
        return self
    }
}
