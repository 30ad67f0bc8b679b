import LifecycleKernel

/// Which nodes a graph shows, and which are put together.
struct GraphPlan {
    private let table: GraphTable
    /// The nodes that are shown, in their order, and their abstract states.
    private var shown: [GraphKey] = []
    private var abstractStates: [Int] = []
    private var indices: [GraphKey: Int] = [:]
    /// How many nodes were put together.
    private(set) var merged = 0

    /// - Parameter ways: The nodes that the failures' sequences go through, which are kept where there are too many.
    init(_ table: GraphTable, ways: [[GraphKey]]) {
        self.table = table
        let ordered = Self.ordered(table, ways: ways)
        let most = StateGraph.mostNodes
        let kept = ordered.count <= most ? most : most - StateClass.all.count
        for entry in ordered.prefix(kept) { add(entry.key, entry.abstractStates) }
        for entry in ordered.dropFirst(kept) {
            merged += 1
            add(entry.key.others, entry.abstractStates)
            indices[entry.key] = indices[entry.key.others]
        }
    }

    private mutating func add(_ key: GraphKey, _ count: Int) {
        if let place = indices[key] {
            abstractStates[place] += count
            return
        }
        indices[key] = shown.count
        shown.append(key)
        abstractStates.append(count)
    }

    /// The start first, then nodes on the ways of failures where there are too many, then those with most abstract states.
    private static func ordered(
        _ table: GraphTable,
        ways: [[GraphKey]]
    ) -> [(key: GraphKey, abstractStates: Int)] {
        var counts = Dictionary(uniqueKeysWithValues: table.nodes.map { ($0.key, $0.abstractStates) })
        let marked = Set(ways.joined())
        for key in marked { counts[key, default: 0] += 0 }
        table.forEachStep { _, _, step in counts[step.to, default: 0] += 0 }
        let isCrowded = counts.count > StateGraph.mostNodes
        func rank(_ key: GraphKey) -> Int { key == table.start ? 0 : isCrowded && marked.contains(key) ? 1 : 2 }
        return counts.sorted { left, right in
            let (one, other) = (rank(left.key), rank(right.key))
            if one != other { return one < other }
            return left.value == right.value ? left.key < right.key : left.value > right.value
        }.map { ($0.key, $0.value) }
    }

    /// The place of the node that shows a key.
    func index(of key: GraphKey) -> Int { indices[key] ?? indices[key.others] ?? 0 }

    // MARK: What is shown

    /// The nodes, with the failures on whose way they lie.
    func nodes(marking ways: [StateGraph.Way]) -> [StateGraph.Node] {
        var nodes = zip(shown, abstractStates).map { StateGraph.Node($0, abstractStates: $1) }
        for way in ways {
            for place in Set(way.nodes) { nodes[place].onWayOf.append(way.signature) }
            if let last = way.nodes.last { nodes[last].breaks.append(way.signature) }
        }
        return nodes
    }

    /// The edges, by their nodes, with the inputs in the order of the alphabet.
    func edges(inputs: [String]) -> [StateGraph.Edge] {
        struct Ends: Hashable { var from, to: Int }
        var counts: [Ends: [Int: Int]] = [:]
        table.forEachStep { from, input, step in
            let ends = Ends(from: index(of: from), to: index(of: step.to))
            counts[ends, default: [:]][input ?? inputs.count, default: 0] += step.count
        }
        return counts.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }.map { ends, counts in
            let byInput = counts.sorted { $0.key < $1.key }.map { input, count in
                let name = input < inputs.count ? inputs[input] : StateGraph.timeName
                return StateGraph.InputCount(input: name, count: count)
            }
            let all = byInput.reduce(0) { $0 + $1.count }
            return StateGraph.Edge(from: ends.from, to: ends.to, count: all, inputs: byInput)
        }
    }
}

extension StateGraph.Node {
    fileprivate init(_ key: GraphKey, abstractStates: Int) {
        let kind = key.stateClass
        self.init(
            stateClass: kind.name,
            state: kind.state,
            isInHandler: kind.isInHandler,
            screen: kind.screen.rawValue,
            assertions: key.isOthers ? [] : key.assertions.kinds,
            front: key.isOthers ? nil : key.front.rawValue,
            isOthers: key.isOthers,
            abstractStates: abstractStates
        )
    }
}
