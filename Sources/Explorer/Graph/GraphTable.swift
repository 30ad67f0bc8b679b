import LifecycleKernel

/// The situations and transitions of a pass, counted by nodes of the state graph while it goes on.
///
/// It is filled where what the workers found is merged, in the order of the layers, so it is the same for any number of jobs.
/// Counting, with telling the nodes apart, takes about 1 % of a search.
struct GraphTable: Sendable {
    /// How often an input led from one node to another.
    struct Step: Hashable, Sendable {
        let to: GraphKey
        var count: Int
    }

    private let letters: Int
    /// The node in which the pass begins.
    let start: GraphKey
    private var indices: [GraphKey: Int] = [:]
    private var keys: [GraphKey] = []
    /// The situations of each node.
    private var situations: [Int] = []
    /// For each node a list for each letter, and one for passings of time. A list is short, so it is searched from its front.
    private var steps: [[Step]] = []

    /// The most nodes that are told apart while a pass goes on; what comes beyond counts for the others of its class.
    private static let mostNodes = 4_096

    init(letters: Int, start: GraphKey) {
        self.letters = letters
        self.start = start
    }

    // MARK: Counting

    /// The index of a node, for `count`.
    mutating func index(of key: GraphKey) -> Int {
        if let index = indices[key] { return index }
        if keys.count >= Self.mostNodes, !key.isOthers { return index(of: key.others) }
        indices[key] = keys.count
        keys.append(key)
        situations.append(0)
        steps.append(contentsOf: repeatElement([], count: letters + 1))
        return keys.count - 1
    }

    /// Counts a situation that is met for the first time.
    mutating func countSituation(in key: GraphKey) { situations[index(of: key)] += 1 }

    /// Counts an input that leads from the node at an index to another node.
    mutating func count(_ input: ExploredInput, from node: Int, to key: GraphKey) {
        let list = node * (letters + 1) + slot(of: input)
        for index in steps[list].indices where steps[list][index].to == key {
            steps[list][index].count += 1
            return
        }
        steps[list].append(Step(to: key, count: 1))
    }

    private func slot(of input: ExploredInput) -> Int {
        switch input {
        case .letter(let place): place
        case .time: letters
        }
    }

    // MARK: Reading

    /// The nodes met, each with its situations. One that is only led to has none: its situation counts for the others.
    var nodes: [(key: GraphKey, situations: Int)] { zip(keys, situations).map { ($0, $1) } }

    /// How many situations were met.
    var situationCount: Int { situations.reduce(0, +) }

    /// Tells of each node and input where it leads; the letter is nil for a passing of time.
    func forEachStep(_ body: (_ from: GraphKey, _ letter: Int?, _ step: Step) -> Void) {
        for (list, steps) in steps.enumerated() {
            let letter = list % (letters + 1)
            for step in steps { body(keys[list / (letters + 1)], letter == letters ? nil : letter, step) }
        }
    }
}
