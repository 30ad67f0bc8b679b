import LifecycleKernel

/// What a node of the state graph stands for: the abstract states of one class in which the target holds the same kinds of
/// assertions and the same apps are in front.
struct GraphKey: Hashable, Comparable, Sendable {
    /// Bits 0 to 15 are the kinds of assertions, 16 and 17 who is in front, 18 whether it stands for the others of its class,
    /// and those above are the class.
    private let bits: UInt32

    private static let frontShift: UInt32 = 16
    private static let othersBit: UInt32 = 1 << 18
    private static let classShift: UInt32 = 19

    /// The key of the state that a device is in.
    init(_ device: Device, target: BundleID) {
        bits =
            UInt32(StateClass(device, target: target).index) << Self.classShift
            | UInt32(device.front(of: target).ordinal) << Self.frontShift
            | UInt32(device.assertionKinds(of: target).rawValue)
    }

    private init(bits: UInt32) { self.bits = bits }

    var stateClass: StateClass { StateClass.all[Int(bits >> Self.classShift)] }
    /// The kinds of assertions that the target holds.
    var assertions: AssertionKinds { AssertionKinds(rawValue: UInt16(truncatingIfNeeded: bits)) }
    var front: Front { Front.allCases[Int(bits >> Self.frontShift) & 3] }
    /// Whether it stands for all others of its class, whatever the target holds.
    var isOthers: Bool { bits & Self.othersBit != 0 }

    var others: GraphKey { GraphKey(bits: (bits >> Self.classShift) << Self.classShift | Self.othersBit) }

    /// The key of a target that holds other assertions.
    func holding(_ kinds: AssertionKinds) -> GraphKey { GraphKey(bits: (bits & ~0xFFFF) | UInt32(kinds.rawValue)) }

    static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

extension Front {
    /// Its place in `allCases`.
    fileprivate var ordinal: Int {
        switch self {
        case .nobody: 0
        case .app: 1
        case .others: 2
        case .both: 3
        }
    }
}

/// The abstract states and transitions of a pass, counted by nodes of the state graph while it goes on.
///
/// It is filled where what the workers found is merged, in the order of the layers, so it is the same for any number of jobs.
/// Counting, with telling the nodes apart, takes about 1 % of a search.
struct GraphTable: Sendable {
    /// How often an input led from one node to another.
    struct Step: Hashable, Sendable {
        let to: GraphKey
        var count: Int
    }

    private let inputs: Int
    /// The node in which the pass begins.
    let start: GraphKey
    private var indices: [GraphKey: Int] = [:]
    private var keys: [GraphKey] = []
    private var abstractStates: [Int] = []
    /// For each node a list for each input, and one for passings of time. A list is short, so it is searched from its front.
    private var steps: [[Step]] = []

    /// The most nodes that are told apart while a pass goes on; what comes beyond counts for the others of its class.
    private static let mostNodes = 4_096

    init(inputs: Int, start: GraphKey) {
        self.inputs = inputs
        self.start = start
    }

    // MARK: Counting

    /// The index of a node, for `count`.
    mutating func index(of key: GraphKey) -> Int {
        if let index = indices[key] { return index }
        if keys.count >= Self.mostNodes, !key.isOthers { return index(of: key.others) }
        indices[key] = keys.count
        keys.append(key)
        abstractStates.append(0)
        steps.append(contentsOf: repeatElement([], count: inputs + 1))
        return keys.count - 1
    }

    /// Counts an abstract state that is met for the first time.
    mutating func countState(in key: GraphKey) { abstractStates[index(of: key)] += 1 }

    /// Counts an input that leads from the node at an index to another node.
    mutating func count(_ input: ExploredInput, from node: Int, to key: GraphKey) {
        let list = node * (inputs + 1) + slot(of: input)
        for index in steps[list].indices where steps[list][index].to == key {
            steps[list][index].count += 1
            return
        }
        steps[list].append(Step(to: key, count: 1))
    }

    private func slot(of input: ExploredInput) -> Int {
        switch input {
        case .input(let place): place
        case .time: inputs
        }
    }

    // MARK: Reading

    /// The nodes met, each with its abstract states. One that is only led to has none: its abstract state counts for the others.
    var nodes: [(key: GraphKey, abstractStates: Int)] { zip(keys, abstractStates).map { ($0, $1) } }

    /// How many abstract states were met.
    var abstractStateCount: Int { abstractStates.reduce(0, +) }

    /// Calls a function with each node and input, and where they lead; the input is nil for a passing of time.
    func forEachStep(_ body: (_ from: GraphKey, _ input: Int?, _ step: Step) -> Void) {
        for (list, steps) in steps.enumerated() {
            let input = list % (inputs + 1)
            for step in steps { body(keys[list / (inputs + 1)], input == inputs ? nil : input, step) }
        }
    }
}
