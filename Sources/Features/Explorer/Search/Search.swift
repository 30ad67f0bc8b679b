import LifecycleKernel

/// A whole search of one app: passes with more and more interruptions, then random runs where they did not close.
struct Search {
    struct Watch {
        /// Returns whether to stop. All workers call it.
        var isOver: @Sendable () -> Bool
        /// Returns which part of the search's time is used up, from 0 to 1. All workers call it.
        var usedTime: @Sendable () -> Double
        /// Receives the progress of the search.
        var progress: (ExplorationProgress) -> Void
        /// Receives a function that makes the state graph of that moment.
        var graph: (() -> StateGraph) -> Void

        /// Returns a function that says whether to stop: because the user wants it, or because this part of the time is over.
        func isOver(after share: Double) -> @Sendable () -> Bool {
            { [isOver, usedTime] in isOver() || usedTime() >= share }
        }
    }

    /// The graph of the pass with the most abstract states.
    private struct PassGraph {
        var table: GraphTable
        var interruptions: Int
        var abstractStates: Int
    }

    private let exploration: Exploration
    private let context: SearchContext
    /// How many transitions are left.
    private var left: Int
    private(set) var passes: [PassSummary] = []
    /// The result of the random runs; nil if every pass is closed, or no transition was left.
    private(set) var randomRuns: RandomRunSummary?
    private(set) var failures = FailureTable()
    /// What was tried and reached.
    private(set) var coverage: Coverage
    /// What the passes that have begun have found so far. When they have ended, `failures` has the same.
    private var begun = FailureTable()
    private var widest: PassGraph?
    /// How many inputs were taken and not counted, because the search was stopped.
    private(set) var discarded = 0

    init(_ exploration: Exploration, _ context: SearchContext) {
        self.exploration = exploration
        self.context = context
        left = exploration.limits.transitions
        coverage = Coverage(inputs: context.alphabet.count)
    }

    /// Searches until every pass has ended, or it is told to stop.
    mutating func run(_ watch: Watch) async {
        let bounds = 0...max(0, exploration.limits.interruptions)
        var open = bounds.map { bound in
            SearchPass(
                context,
                interruptions: bound,
                limits: exploration.limits,
                isOver: watch.isOver(after: Self.share(through: bound, of: bounds.count))
            )
        }
        var isOver = await begin(&open, watch)
        var frontier: [FrontierWay] = []
        for bound in bounds where !isOver || open[bound].hasBegun {
            let summary = await advance(&open, bound, watch)
            takeUp(open[bound], summary)
            if !summary.isClosed { frontier = open[bound].frontier }
            isOver = isOver || self.isOver(failures, watch)
        }
        // Where every sequence as long as it may be was tried, random runs would find nothing more.
        let isWhole = passes.allSatisfy { $0.isClosed || $0.inputs >= exploration.limits.depth }
        if !isOver, !isWhole, left > 0 { await run(from: frontier, watch) }
    }

    /// Begins each pass before the first of them takes its whole share. So the search soon finds a failure that needs few
    /// inputs and an interruption. The final results of the passes do not depend on this.
    ///
    /// - Returns: Whether the search is over.
    private mutating func begin(_ open: inout [SearchPass], _ watch: Watch) async -> Bool {
        let beginning = exploration.limits.beginning
        // A beginning may be longer by a block.
        guard beginning > 0, open.count > 1, budget(for: 0, of: open.count) >= 2 * beginning else { return false }
        for bound in open.indices {
            _ = await advance(&open, bound, pausingAfter: beginning, watch)
            begun.merge(open[bound].failures)
            if isOver(open[bound].failures, watch) { return true }
        }
        return false
    }

    /// Continues a pass until it has taken its whole share, or until it pauses.
    private mutating func advance(
        _ open: inout [SearchPass],
        _ bound: Int,
        pausingAfter pause: Int = .max,
        _ watch: Watch
    ) async -> PassSummary {
        let until = Self.share(through: bound, of: open.count)
        // What it has taken, and those after it, is part of what they may take.
        let later = open.dropFirst(bound + 1).reduce(0) { $0 + $1.transitions }
        left += open[bound].transitions
        let budget = Self.budget(of: left + later, for: bound, of: open.count)
        let summary = await open[bound].run(budget: budget, pausingAfter: pause) { summary, found, graph in
            watch.graph { self.graph(wider(graph, of: summary), found) }
            return goesOn(found, until: until, watch) { progress(of: summary, found) }
        }
        left -= summary.transitions
        return summary
    }

    /// Takes up what a pass has come to that has ended.
    private mutating func takeUp(_ pass: SearchPass, _ summary: PassSummary) {
        widest = wider(pass.graph, of: summary)
        discarded += pass.discarded
        failures.merge(pass.failures)
        coverage.merge(pass.coverage)
        passes.append(summary)
    }

    private mutating func run(from frontier: [FrontierWay], _ watch: Watch) async {
        var search = RandomRunSearch(
            context,
            limits: exploration.limits,
            frontier: frontier,
            isOver: watch.isOver(after: 1)
        )
        await search.run(budget: left) { summary, found in
            watch.graph { graph(widest, found) }
            return goesOn(found, until: 1, watch) { progress(of: summary, found) }
        }
        left -= search.summary.transitions
        discarded += search.discarded
        failures.merge(search.failures)
        coverage.merge(search.coverage)
        randomRuns = search.summary
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

    /// Whether nothing more is to be searched: the user stops it, the time is over, or the first failure that is bad enough is
    /// found.
    private func isOver(_ found: FailureTable, _ watch: Watch) -> Bool {
        watch.isOver() || watch.usedTime() >= 1 || exploration.isEnough(found)
    }

    // MARK: The state graph

    /// The state graph of the pass with the most abstract states, on which the failures are whose inputs are given.
    func graph(of failures: [(signature: String, inputs: [ExploredInput])]) -> StateGraph {
        graph(widest, failures)
    }

    /// The graph of a pass if it has no fewer abstract states than those before, otherwise theirs.
    private func wider(_ table: GraphTable, of summary: PassSummary) -> PassGraph {
        if let widest, widest.abstractStates > summary.abstractStates { return widest }
        return PassGraph(table: table, interruptions: summary.interruptions, abstractStates: summary.abstractStates)
    }

    private func graph(_ pass: PassGraph?, _ found: FailureTable) -> StateGraph {
        var all = failures
        all.merge(begun)
        all.merge(found)
        let wanted = all.entries.filter { exploration.looksFor($0.broken) }
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

    /// The shares of passes with 0, 1, 2 and more interruptions, and of random runs.
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
            abstractStates: summary.abstractStates,
            transitions: summary.transitions,
            found
        )
    }

    private func progress(of summary: RandomRunSummary, _ found: FailureTable) -> ExplorationProgress {
        let last = passes.last
        return progress(
            interruptions: last?.interruptions ?? 0,
            inputs: last?.inputs ?? 0,
            abstractStates: last?.abstractStates ?? 0,
            transitions: summary.transitions,
            found
        )
    }

    private func progress(
        interruptions: Int,
        inputs: Int,
        abstractStates: Int,
        transitions: Int,
        _ found: FailureTable
    ) -> ExplorationProgress {
        let all = exploration.limits.transitions
        let taken = all - left + transitions
        let broken = (failures.entries + begun.entries + found.entries).map(\.broken).filter(exploration.looksFor)
        return ExplorationProgress(
            interruptions: interruptions,
            inputs: inputs,
            abstractStates: abstractStates,
            transitions: taken,
            share: min(1, Double(taken) / Double(max(1, all))),
            passes: passes,
            signatures: Set(broken.map { $0.signature(of: exploration.target) }).sorted()
        )
    }
}
