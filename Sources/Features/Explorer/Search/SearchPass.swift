import LifecycleKernel

/// One pass of a search: breadth first, with a limit on the interruptions of a sequence.
///
/// Layer n holds the abstract states that n inputs lead to and fewer do not, so the first layer with a failure has its
/// shortest sequence.
struct SearchPass {
    private struct Entry: Sendable {
        var way: Int32
        var abstractState: AbstractState
        var node: GraphKey
        var interruptions: Int
        var afterTime: Bool
        /// The state; nil for one that is made again from its way.
        var state: KeptState?
    }

    private let context: SearchContext
    private let bound: Int
    private let limits: SearchLimits
    private let isOver: @Sendable () -> Bool
    private var ways = Ways()
    /// The least interruptions with which an abstract state was met.
    private var known = KnownStates()
    /// How many inputs were taken in some abstract state.
    private(set) var transitions = 0
    /// How many inputs were taken and not counted, because the search was stopped before their block was complete.
    private(set) var discarded = 0
    private(set) var failures = FailureTable()
    private(set) var coverage: Coverage
    /// The abstract states met and the inputs taken, by nodes of the state graph.
    private(set) var graph: GraphTable
    /// The layer that is expanded, how many of its entries were, and what those lead to.
    private var layer: [Entry] = []
    private var expanded = 0
    private var next: [Entry] = []
    /// How many inputs lead to the layer.
    private var depth = 0
    /// Whether the start was taken up.
    private(set) var hasBegun = false
    /// What it has come to, when it has ended.
    private var ended: PassSummary?
    /// The features met so far.
    private var features: Set<Feature> = []
    /// The layer at which the pass was cut, as the inputs that lead to it; empty when it is closed.
    private(set) var frontier: [FrontierWay] = []
    /// What has the most values in the states of the last layer.
    private var growing: GrowingPart?

    /// Makes a pass.
    ///
    /// - Parameter isOver: Returns whether to stop. Every worker calls it again and again. The pass then drops the block that
    ///   is being expanded, so that its result does not depend on the number of workers.
    init(
        _ context: SearchContext,
        interruptions: Int,
        limits: SearchLimits,
        isOver: @escaping @Sendable () -> Bool = { false }
    ) {
        self.context = context
        self.limits = limits
        self.isOver = isOver
        bound = interruptions
        coverage = Coverage(inputs: context.alphabet.count)
        graph = GraphTable(
            inputs: context.alphabet.count,
            start: GraphKey(context.start.device, target: context.target)
        )
    }

    /// How many entries of a layer are expanded at once, before what they lead to is merged.
    private static let block = 256

    /// Searches until no abstract state is new, or a limit is reached; a pass that has paused goes on.
    ///
    /// - Parameters:
    ///   - budget: The most transitions.
    ///   - pause: After how many transitions it pauses, once a block is complete.
    ///   - goesOn: Receives the progress of the pass between blocks, and returns whether to go on.
    mutating func run(
        budget: Int,
        pausingAfter pause: Int = .max,
        goesOn: (PassSummary, FailureTable, GraphTable) -> Bool
    ) async -> PassSummary {
        if let ended { return ended }
        begin()
        while !layer.isEmpty, depth < limits.depth {
            while expanded < layer.count {
                if transitions >= pause { return summary() }
                let block = layer[expanded..<min(expanded + Self.block, layer.count)]
                guard canGoOn(budget), goesOn(summary(), failures, graph), await take(block, budget: budget) else {
                    return end()
                }
                expanded += block.count
            }
            (layer, next, expanded) = (next, [], 0)
            depth += 1
        }
        return end()
    }

    /// Adds the start to the first layer, unless that was done before.
    private mutating func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        let abstraction = Abstraction(rules: context.rules, options: context.options)
        let start = context.abstractState(of: context.start, abstraction)
        _ = known.note(start, interruptions: 0)
        graph.countState(in: graph.start)
        layer = [
            Entry(
                way: Ways.start,
                abstractState: start,
                node: graph.start,
                interruptions: 0,
                afterTime: false,
                state: KeptState(context.start)
            )
        ]
    }

    private func canGoOn(_ budget: Int) -> Bool { transitions < budget && known.count < limits.abstractStates }

    /// Expands the entries of a block, and takes up what they lead to.
    ///
    /// - Returns: Whether all of them were taken up before the limit was reached, or the search was stopped.
    private mutating func take(_ block: ArraySlice<Entry>, budget: Int) async -> Bool {
        guard let expanded = await expand(block) else { return false }
        for (entry, edges) in zip(block, expanded) {
            guard transitions < budget else { return false }
            merge(edges, of: entry)
        }
        return true
    }

    /// Ends the pass. It is closed, or it is cut in a layer, which is kept for random runs.
    private mutating func end() -> PassSummary {
        frontier = layer.prefix(Self.mostKept).map {
            FrontierWay(inputs: ways.inputs(to: $0.way), interruptions: $0.interruptions)
        }
        if !layer.isEmpty {
            growing = GrowingPart(of: layer.lazy.compactMap(\.state?.state), target: context.target)
        }
        let summary = summary(isClosed: layer.isEmpty)
        ended = summary
        // Other passes need the memory.
        (layer, next, known, ways) = ([], [], KnownStates(), Ways())
        return summary
    }

    /// How many entries of the layer at which a pass was cut are kept for random runs.
    private static let mostKept = 10_000

    private func summary(isClosed: Bool = false) -> PassSummary {
        PassSummary(
            interruptions: bound,
            isClosed: isClosed,
            inputs: depth,
            abstractStates: known.count,
            transitions: transitions,
            growing: growing
        )
    }

    /// The result of a worker for its share of a block.
    private struct Expanded: Sendable {
        var edges: [[Edge]] = []
        var coverage: Coverage
        /// Whether the worker has expanded its whole share.
        var isWhole: Bool
    }

    /// The edges of each entry, in the order of the entries whatever the number of workers; nil when the search is stopped
    /// before all of them are known.
    private mutating func expand(_ block: ArraySlice<Entry>) async -> [[Edge]]? {
        let jobs = max(1, min(limits.jobs, block.count))
        let share = (block.count + jobs - 1) / jobs
        let work = self
        let results = await withTaskGroup(of: (Int, Expanded).self) { group in
            for job in 0..<jobs {
                let entries = block.dropFirst(job * share).prefix(share)
                group.addTask { (job, work.expanding(entries)) }
            }
            var results = [Expanded?](repeating: nil, count: jobs)
            for await (job, expanded) in group { results[job] = expanded }
            return results.compactMap(\.self)
        }
        guard results.allSatisfy(\.isWhole) else {
            discarded += results.reduce(0) { $0 + $1.edges.reduce(0) { $0 + $1.count } }
            return nil
        }
        for result in results { coverage.merge(result.coverage) }
        features.formUnion(coverage.reached.keys)
        return results.flatMap(\.edges)
    }

    private func expanding(_ entries: ArraySlice<Entry>) -> Expanded {
        // One for all entries: a new one for each would copy what was noted.
        var expansion = Expansion(context, known: known, features: features, isOver: isOver)
        let edges = entries.map { entry -> [Edge] in
            guard !expansion.stop.isStopped, let state = state(of: entry, &expansion) else { return [] }
            return expansion.edges(
                from: state,
                in: entry.abstractState,
                afterTime: entry.afterTime,
                interruptions: entry.interruptions,
                mayInterrupt: entry.interruptions < bound
            )
        }
        expansion.coverage.note(expansion.notes.features, inputs: depth + 1)
        return Expanded(edges: edges, coverage: expansion.coverage, isWhole: !expansion.stop.isStopped)
    }

    /// The state of an entry: the one that was kept, or one made again from its way.
    private func state(of entry: Entry, _ expansion: inout Expansion) -> ExploredState? {
        if let kept = entry.state { return kept.state }
        let inputs = ways.inputs(to: entry.way)
        expansion.stop.count(inputs.count)
        return context.replay(inputs)
    }

    private mutating func merge(_ edges: [Edge], of entry: Entry) {
        transitions += edges.count
        let node = graph.index(of: entry.node)
        for edge in edges {
            graph.count(edge.input, from: node, to: edge.node)
            let interruptions = entry.interruptions + (edge.isInterruption ? 1 : 0)
            for broken in edge.broken {
                failures.note(broken, depth: depth + 1, interruptions: interruptions) {
                    ways.inputs(to: entry.way) + [edge.input]
                }
            }
            guard let state = edge.state else { continue }
            switch known.note(edge.abstractState, interruptions: interruptions) {
            case .known: continue
            case .new: graph.countState(in: edge.node)
            case .withFewer: break
            }
            next.append(
                Entry(
                    way: ways.add(edge.input, after: entry.way),
                    abstractState: edge.abstractState,
                    node: edge.node,
                    interruptions: interruptions,
                    afterTime: edge.input.isTime,
                    state: next.count < limits.keptStates ? state : nil
                )
            )
        }
    }
}
