import LifecycleKernel

/// A whole search of one app: passes with more and more interruptions, then walks where they did not close.
struct Search {
    /// Who watches a search.
    struct Watch {
        /// Asked whether to stop.
        var isOver: () -> Bool
        /// Which part of the time that the search may take is used up.
        var usedTime: () -> Double
        /// Told how far the search has come.
        var progress: (ExplorationProgress) -> Void
        /// Told how to make the state graph as it is then.
        var graph: (() -> StateGraph) -> Void
    }

    /// The graph of the pass with the most situations.
    private struct PassGraph {
        var table: GraphTable
        var interruptions: Int
        var situations: Int
    }

    private let exploration: Exploration
    private let context: SearchContext
    /// How many transitions are left.
    private var left: Int
    /// The passes that have ended.
    private(set) var passes: [PassSummary] = []
    /// What the walks have come to; nil where every pass is closed, or no transition was left.
    private(set) var walks: WalkSummary?
    /// What was found.
    private(set) var failures = FailureTable()
    /// What was tried and reached.
    private(set) var coverage: Coverage
    private var widest: PassGraph?

    init(_ exploration: Exploration, _ context: SearchContext) {
        self.exploration = exploration
        self.context = context
        left = exploration.limits.transitions
        coverage = Coverage(letters: context.letters.count)
    }

    /// Searches until every pass has ended, or it is told to stop.
    mutating func run(_ watch: Watch) async {
        let bounds = Array(0...max(0, exploration.limits.interruptions))
        var frontier: [FrontierWay] = []
        for bound in bounds {
            var pass = SearchPass(context, interruptions: bound, limits: exploration.limits)
            let until = Self.share(through: bound, of: bounds.count)
            let summary = await pass.run(budget: budget(for: bound, of: bounds.count)) { summary, found, graph in
                watch.graph { self.graph(wider(graph, of: summary), found) }
                return goesOn(found, until: until, watch) { progress(of: summary, found) }
            }
            widest = wider(pass.graph, of: summary)
            left -= summary.transitions
            failures.merge(pass.failures)
            coverage.merge(pass.coverage)
            passes.append(summary)
            if !summary.isClosed { frontier = pass.frontier }
            if isOver(failures, watch) { return }
        }
        // Where every sequence as long as it may be was tried, walks would find nothing more.
        guard !passes.allSatisfy({ $0.isClosed || $0.inputs >= exploration.limits.depth }), left > 0 else { return }
        await walk(from: frontier, watch)
    }

    private mutating func walk(from frontier: [FrontierWay], _ watch: Watch) async {
        var search = WalkSearch(context, limits: exploration.limits, frontier: frontier)
        await search.run(budget: left) { summary, found in
            watch.graph { graph(widest, found) }
            return goesOn(found, until: 1, watch) { progress(of: summary, found) }
        }
        left -= search.summary.transitions
        failures.merge(search.failures)
        coverage.merge(search.coverage)
        walks = search.summary
    }

    private func goesOn(
        _ found: FailureTable,
        until share: Double,
        _ watch: Watch,
        _ progress: () -> ExplorationProgress
    ) -> Bool {
        watch.progress(progress())
        return !isOver(found, watch) && watch.usedTime() < share
    }

    /// Whether nothing more is to be searched: the user stops it, or the first failure that is bad enough is found.
    private func isOver(_ found: FailureTable, _ watch: Watch) -> Bool {
        watch.isOver() || exploration.isEnough(found)
    }

    // MARK: The state graph

    /// The state graph of the pass with the most situations, on which the failures are whose inputs are given.
    func graph(of failures: [(signature: String, inputs: [ExploredInput])]) -> StateGraph {
        graph(widest, failures)
    }

    /// The graph of a pass if it has no fewer situations than those before, otherwise theirs.
    private func wider(_ table: GraphTable, of summary: PassSummary) -> PassGraph {
        if let widest, widest.situations > summary.situations { return widest }
        return PassGraph(table: table, interruptions: summary.interruptions, situations: summary.situations)
    }

    private func graph(_ pass: PassGraph?, _ found: FailureTable) -> StateGraph {
        var all = failures
        all.merge(found)
        let wanted = all.found.filter { exploration.looksFor($0.broken) }
        return graph(pass, wanted.map { ($0.broken.signature(of: exploration.target), $0.inputs) })
    }

    private func graph(
        _ pass: PassGraph?,
        _ failures: [(signature: String, inputs: [ExploredInput])]
    ) -> StateGraph {
        guard let pass else { return StateGraph(of: exploration) }
        return StateGraph(
            pass.table,
            interruptions: pass.interruptions,
            of: exploration,
            context,
            failures: failures
        )
    }

    // MARK: Shares of the budget

    /// The shares of passes with 0, 1, 2 and more interruptions, and of walks.
    private static let passShares = [2, 3, 3, 3, 3]
    private static let walkShare = 2

    /// Which part of the budget is over at the end of a pass.
    static func share(through bound: Int, of passes: Int) -> Double {
        let all = passShares.prefix(passes).reduce(walkShare, +)
        return Double(passShares.prefix(bound + 1).reduce(0, +)) / Double(all)
    }

    /// How many of the transitions left a pass may take: what it leaves goes to those after it.
    private func budget(for bound: Int, of passes: Int) -> Int {
        Self.budget(of: left, for: bound, of: passes)
    }

    /// How many of a number of transitions a pass may take that follows on others.
    static func budget(of left: Int, for bound: Int, of passes: Int) -> Int {
        let rest = passShares.prefix(passes).dropFirst(bound).reduce(walkShare, +)
        return max(1, left / rest * passShares[bound])
    }

    // MARK: Progress

    private func progress(of summary: PassSummary, _ found: FailureTable) -> ExplorationProgress {
        progress(
            interruptions: summary.interruptions,
            inputs: summary.inputs,
            situations: summary.situations,
            transitions: summary.transitions,
            found
        )
    }

    private func progress(of summary: WalkSummary, _ found: FailureTable) -> ExplorationProgress {
        let last = passes.last
        return progress(
            interruptions: last?.interruptions ?? 0,
            inputs: last?.inputs ?? 0,
            situations: last?.situations ?? 0,
            transitions: summary.transitions,
            found
        )
    }

    private func progress(
        interruptions: Int,
        inputs: Int,
        situations: Int,
        transitions: Int,
        _ found: FailureTable
    ) -> ExplorationProgress {
        let all = exploration.limits.transitions
        let taken = all - left + transitions
        let broken = (failures.found + found.found).map(\.broken).filter(exploration.looksFor)
        return ExplorationProgress(
            interruptions: interruptions,
            inputs: inputs,
            situations: situations,
            transitions: taken,
            share: min(1, Double(taken) / Double(max(1, all))),
            passes: passes,
            signatures: Set(broken.map { $0.signature(of: exploration.target) }).sorted()
        )
    }
}
