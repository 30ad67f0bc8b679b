import LifecycleKernel
import StateCoding

/// One pass of a search: breadth first, with at most so many interruptions on a sequence.
///
/// Layer n holds the situations that n inputs lead to and fewer do not, so the first layer with a failure has its
/// shortest sequence.
struct SearchPass {
    /// An entry of a layer.
    private struct Entry: Sendable {
        var way: Int32
        var situation: Situation
        var node: GraphKey
        var interruptions: Int
        var afterTime: Bool
        /// The state; nil for one that is made again from its way.
        var state: KeptState?
    }

    private let context: SearchContext
    private let bound: Int
    private let limits: SearchLimits
    private var ways = Ways()
    /// The least interruptions with which a situation was met.
    private var known = KnownSituations()
    private var transitions = 0
    private(set) var failures = FailureTable()
    private(set) var coverage: Coverage
    /// The situations met and the inputs taken, by nodes of the state graph.
    private(set) var graph: GraphTable
    /// The features met so far.
    private var features: Set<Feature> = []
    /// The layer at which the pass was cut, as the inputs that lead to it; empty when it is closed.
    private(set) var frontier: [FrontierWay] = []
    /// What has the most values in the states of the last layer.
    private var growing: GrowingPart?

    init(_ context: SearchContext, interruptions: Int, limits: SearchLimits) {
        self.context = context
        self.limits = limits
        bound = interruptions
        coverage = Coverage(letters: context.letters.count)
        graph = GraphTable(
            letters: context.letters.count,
            start: GraphKey(context.start.device, target: context.target)
        )
    }

    /// How many entries of a layer are expanded at once, before what they lead to is merged.
    private static let block = 256

    /// Searches until no situation is new, or a limit is reached.
    ///
    /// - Parameters:
    ///   - budget: The most transitions.
    ///   - goesOn: Told between blocks how far the pass has come, and asked whether to go on.
    mutating func run(
        budget: Int,
        goesOn: (PassSummary, FailureTable, GraphTable) -> Bool
    ) async -> PassSummary {
        let encoder = SituationEncoder(rules: context.rules, options: context.options)
        let start = context.situation(of: context.start, encoder)
        _ = known.note(start, interruptions: 0)
        graph.countSituation(in: graph.start)
        var layer = [
            Entry(
                way: Ways.start,
                situation: start,
                node: graph.start,
                interruptions: 0,
                afterTime: false,
                state: KeptState(context.start)
            )
        ]
        var depth = 0
        while !layer.isEmpty, depth < limits.depth {
            var next: [Entry] = []
            for start in stride(from: 0, to: layer.count, by: Self.block) {
                let block = layer[start..<min(start + Self.block, layer.count)]
                guard canGoOn(budget), goesOn(summary(depth: depth, isClosed: false), failures, graph),
                    await take(block, depth: depth + 1, budget: budget, into: &next)
                else { return cut(layer, depth: depth) }
            }
            layer = next
            depth += 1
        }
        return layer.isEmpty ? summary(depth: depth, isClosed: true) : cut(layer, depth: depth)
    }

    private func canGoOn(_ budget: Int) -> Bool { transitions < budget && known.count < limits.situations }

    /// Expands the entries of a block, and takes up what they lead to.
    ///
    /// - Returns: Whether all of them were taken up before the limit was reached.
    private mutating func take(
        _ block: ArraySlice<Entry>,
        depth: Int,
        budget: Int,
        into next: inout [Entry]
    ) async -> Bool {
        for (entry, edges) in zip(block, await expand(block, depth: depth)) {
            guard transitions < budget else { return false }
            merge(edges, of: entry, depth: depth, into: &next)
        }
        return true
    }

    /// What a pass has come to that is cut in a layer.
    private mutating func cut(_ layer: [Entry], depth: Int) -> PassSummary {
        frontier = layer.prefix(Self.mostKept).map {
            FrontierWay(inputs: ways.inputs(to: $0.way), interruptions: $0.interruptions)
        }
        growing = GrowingPart(of: layer.lazy.compactMap(\.state?.state), target: context.target)
        return summary(depth: depth, isClosed: false)
    }

    /// How many entries of the layer at which a pass was cut are kept for walks.
    private static let mostKept = 10_000

    private func summary(depth: Int, isClosed: Bool) -> PassSummary {
        PassSummary(
            interruptions: bound,
            isClosed: isClosed,
            inputs: depth,
            situations: known.count,
            transitions: transitions,
            growing: growing
        )
    }

    /// The edges of each entry, in the order of the entries whatever the number of workers.
    private mutating func expand(_ block: ArraySlice<Entry>, depth: Int) async -> [[Edge]] {
        let jobs = max(1, min(limits.jobs, block.count))
        let share = (block.count + jobs - 1) / jobs
        let work = self
        let results = await withTaskGroup(of: (Int, [[Edge]], Coverage).self) { group in
            for job in 0..<jobs {
                let entries = block.dropFirst(job * share).prefix(share)
                group.addTask { work.expand(entries, job: job, depth: depth) }
            }
            var results = [(edges: [[Edge]], coverage: Coverage)?](repeating: nil, count: jobs)
            for await (job, edges, coverage) in group { results[job] = (edges, coverage) }
            return results.compactMap(\.self)
        }
        for result in results { coverage.merge(result.coverage) }
        features.formUnion(coverage.reached.keys)
        return results.flatMap(\.edges)
    }

    private func expand(_ entries: ArraySlice<Entry>, job: Int, depth: Int) -> (Int, [[Edge]], Coverage) {
        // One for all entries: a new one for each would copy what was noted.
        var expansion = Expansion(context, known: known, features: features)
        let edges = entries.map { entry -> [Edge] in
            guard let state = entry.state?.state ?? context.replay(ways.inputs(to: entry.way)) else { return [] }
            return expansion.edges(
                from: state,
                in: entry.situation,
                afterTime: entry.afterTime,
                interruptions: entry.interruptions,
                mayInterrupt: entry.interruptions < bound
            )
        }
        expansion.coverage.note(expansion.notes.features, inputs: depth)
        return (job, edges, expansion.coverage)
    }

    private mutating func merge(_ edges: [Edge], of entry: Entry, depth: Int, into next: inout [Entry]) {
        transitions += edges.count
        let node = graph.place(of: entry.node)
        for edge in edges {
            graph.count(edge.input, from: node, to: edge.node)
            let interruptions = entry.interruptions + (edge.isInterruption ? 1 : 0)
            for broken in edge.broken {
                failures.note(broken, depth: depth, interruptions: interruptions) {
                    ways.inputs(to: entry.way) + [edge.input]
                }
            }
            guard let state = edge.state else { continue }
            switch known.note(edge.situation, interruptions: interruptions) {
            case .known: continue
            case .new: graph.countSituation(in: edge.node)
            case .withFewer: break
            }
            next.append(
                Entry(
                    way: ways.add(edge.input, after: entry.way),
                    situation: edge.situation,
                    node: edge.node,
                    interruptions: interruptions,
                    afterTime: edge.input.isTime,
                    state: next.count < limits.keptStates ? state : nil
                )
            )
        }
    }
}

extension ExploredInput {
    /// Whether time passes.
    var isTime: Bool { if case .time = self { true } else { false } }
}

/// A way to where a pass was cut.
struct FrontierWay: Sendable {
    var inputs: [ExploredInput]
    var interruptions: Int
}

/// The ways to situations: each is an input after another way.
struct Ways: Sendable {
    /// The way without an input.
    static let start: Int32 = -1
    private var steps: [(previous: Int32, input: ExploredInput)] = []

    mutating func add(_ input: ExploredInput, after previous: Int32) -> Int32 {
        steps.append((previous, input))
        return Int32(steps.count - 1)
    }

    /// The inputs of a way, in order.
    func inputs(to way: Int32) -> [ExploredInput] {
        var inputs: [ExploredInput] = []
        var way = way
        while way != Self.start {
            inputs.append(steps[Int(way)].input)
            way = steps[Int(way)].previous
        }
        return inputs.reversed()
    }
}

/// What a pass of a search has come to.
public struct PassSummary: Hashable, Sendable {
    /// The most interruptions on a sequence.
    public var interruptions: Int
    /// Whether no sequence leads to a new situation any more: every sequence of any length has been tried.
    public var isClosed: Bool
    /// To how many inputs every sequence has been tried.
    public var inputs: Int
    /// How many situations were met.
    public var situations: Int
    /// How many inputs were taken in some situation.
    public var transitions: Int
    /// Of a pass that is not closed, what has the most values in its last layer; nil where nothing differs.
    public var growing: GrowingPart?
}
