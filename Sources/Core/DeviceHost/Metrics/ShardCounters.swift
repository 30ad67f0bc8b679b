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
    private(set) var inputs = Tally<InputKind>()
    /// Processes that went from one state to another.
    private(set) var transitions = Tally<Transition>()
    /// Processes that ended, by reason.
    private(set) var exits = Tally<TerminationReason>()
    /// Findings, by code.
    private(set) var findings = Tally<Finding.Code>()
    /// Verdicts on pushes.
    private(set) var pushVerdicts = Tally<Verdict.Decision>()
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
        inputs.counts.isEmpty && transitions.counts.isEmpty && exits.counts.isEmpty && findings.counts.isEmpty
            && pushVerdicts.counts.isEmpty && evicted == 0 && limitsReached == 0 && evictedDevices == 0
            && loadedDevices == 0 && unreadable == 0 && lostDevices == 0
    }

    /// Counts records that were evicted.
    mutating func countEvictedRecords(_ count: Int) { evicted += count }

    /// Counts the inputs, transitions, exits, findings and verdicts on pushes among records.
    mutating func count(_ records: [Record]) {
        // By index: otherwise each record would be copied.
        for index in records.indices {
            if case .input(let input) = records[index].body {
                inputs.count(InputKind(input))
            } else if case .process(let change) = records[index].body {
                transitions.count(Transition(from: change.from, to: change.to))
            } else if case .exit(let exit) = records[index].body {
                exits.count(exit.reason)
            } else if case .finding(let finding) = records[index].body {
                findings.count(finding.code)
            } else if case .verdict(let verdict) = records[index].body, verdict.subject == .push {
                pushVerdicts.count(verdict.decision)
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

/// How often there was each of a few things.
struct Tally<Key: Equatable & Sendable>: Sendable {
    /// In a list, because a key is compared with all of a few sooner than it is hashed.
    private(set) var counts: [(key: Key, count: Int)] = []

    /// Counts one more.
    mutating func count(_ key: Key) {
        if let index = counts.firstIndex(where: { $0.key == key }) {
            counts[index].count += 1
        } else {
            counts.append((key, 1))
        }
    }
}
