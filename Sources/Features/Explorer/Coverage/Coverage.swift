import LifecycleKernel

/// What a search has tried, and what it has reached.
struct Coverage: Sendable {
    private let inputs: Int
    /// A cell for each class of abstract state and each input.
    private var cells: [CoverageReport.Cell]
    /// The least inputs to what was reached.
    private(set) var reached: [Feature: Int] = [:]

    init(inputs: Int) {
        self.inputs = inputs
        cells = Array(repeating: CoverageReport.Cell(), count: StateClass.all.count * inputs)
    }

    /// What became of an input in the abstract states of a class.
    func cell(_ stateClass: StateClass, input: Int) -> CoverageReport.Cell {
        cells[stateClass.index * inputs + input]
    }

    /// What became of an input in all abstract states.
    func total(ofInput input: Int) -> CoverageReport.Cell {
        StateClass.all.reduce(into: CoverageReport.Cell()) { $0.add(cell($1, input: input)) }
    }

    /// Writes down what became of an input.
    mutating func note(_ outcome: ExploredState.Outcome, of input: Int, in stateClass: StateClass) {
        let place = stateClass.index * inputs + input
        switch outcome {
        case .taken: cells[place].tried += 1
        case .guarded: cells[place].guarded += 1
        case .refused(let code): cells[place].refused[code, default: 0] += 1
        }
    }

    /// Writes down what was reached with so many inputs.
    mutating func note(_ features: [Feature], inputs: Int) {
        for feature in features { reached[feature] = min(reached[feature] ?? inputs, inputs) }
    }

    /// Takes up what another part of the search has tried and reached.
    mutating func merge(_ other: Coverage) {
        for place in cells.indices { cells[place].add(other.cells[place]) }
        reached.merge(other.reached) { min($0, $1) }
    }
}

/// What a record says, apart from when and of what number: what a search counts as reached.
enum Feature: Hashable, Sendable {
    case callback(CallbackName, ProcessState)
    case verdict(Verdict.Subject, Verdict.Decision, Verdict.Reason?)
    case exit(TerminationReason)
    case finding(Finding.Code)
    case assertion(Assertion.Kind, AssertionChange.Change)

    /// The feature of a record; nil where its kind has none.
    init?(_ record: Record) {
        switch record.body {
        case .callback(let callback): self = .callback(callback.name, callback.applicationState)
        case .verdict(let verdict): self = .verdict(verdict.subject, verdict.decision, verdict.reason)
        case .exit(let exit): self = .exit(exit.reason)
        case .finding(let finding): self = .finding(finding.code)
        case .assertion(let change): self = .assertion(change.kind, change.change)
        default: return nil
        }
    }
}

/// What is written down of inputs that are taken, besides what they break.
struct Notes: Sendable {
    /// The records of the target; nil where nobody wants them.
    var records: [Record]?
    /// The features met before; nil where nobody wants to know which are new.
    var known: Set<Feature>?
    /// The features met first.
    var features: [Feature] = []
    /// How many records were written since this was asked last: what inputs cost.
    var written = 0

    /// Notes that so many records were written.
    mutating func count(_ records: Int) { written += records }

    /// Returns how many were written since the last call.
    mutating func takeCount() -> Int {
        defer { written = 0 }
        return written
    }

    /// Writes down what a record says.
    mutating func read(_ record: Record) {
        records?.append(record)
        guard known != nil, let feature = Feature(record), known?.insert(feature).inserted == true else { return }
        features.append(feature)
    }
}

/// What people tell abstract states apart by: the state of the target, whether it is in a handler, and what is on the screen.
struct StateClass: Hashable, Sendable {
    enum Screen: String, CaseIterable, Sendable {
        case free, covered, locked
    }

    var state: ProcessState
    var isInHandler: Bool
    var screen: Screen

    /// The class of the abstract state that a device is in.
    init(_ device: Device, target: BundleID) {
        let glance = device.glance(at: target)
        state = glance?.state ?? .notRunning
        isInHandler = glance?.isInHandler ?? false
        screen = device.isLocked ? .locked : device.overlays.isEmpty ? .free : .covered
    }

    private init(index: Int) {
        let screens = Screen.allCases.count
        state = ProcessState.allCases[index / screens / 2]
        isInHandler = index / screens % 2 == 1
        screen = Screen.allCases[index % screens]
    }

    /// Every class, in the order of their indices.
    static let all = (0..<ProcessState.allCases.count * 2 * Screen.allCases.count).map(StateClass.init(index:))

    /// Its place in `all`.
    var index: Int {
        let screens = Screen.allCases.count
        return (state.ordinal * 2 + (isInHandler ? 1 : 0)) * screens + (Screen.allCases.firstIndex(of: screen) ?? 0)
    }

    /// Its name, such as `active, in a handler, covered`.
    var name: String {
        [state.rawValue, isInHandler ? "in a handler" : nil, screen == .free ? nil : screen.rawValue]
            .compactMap(\.self).joined(separator: ", ")
    }
}
