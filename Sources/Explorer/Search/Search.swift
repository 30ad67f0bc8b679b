import LifecycleKernel

/// A whole search: passes with more and more interruptions.
struct Search {
    private let exploration: Exploration
    private let context: SearchContext
    /// The passes that have ended.
    private(set) var passes: [PassSummary] = []
    /// What was found.
    private(set) var failures = FailureTable()

    init(_ exploration: Exploration, _ context: SearchContext) {
        self.exploration = exploration
        self.context = context
    }

    /// Searches until every pass has ended, or it is told to stop.
    mutating func run(isOver: () -> Bool, progress: (ExplorationProgress) -> Void) async {
        let limits = exploration.limits
        var left = limits.transitions
        for bound in 0...max(0, limits.interruptions) {
            var pass = SearchPass(context, interruptions: bound, limits: limits)
            let summary = await pass.run(budget: share(of: left, bound)) { summary, found in
                progress(self.progress(of: summary, found, left: left))
                return !isOver()
            }
            left -= summary.transitions
            failures.merge(pass.failures)
            passes.append(summary)
            if isOver() { break }
        }
    }

    /// The share of the transitions left that a pass may use: what it leaves goes to the next.
    private func share(of left: Int, _ bound: Int) -> Int {
        let limits = exploration.limits
        return bound >= limits.interruptions ? left : left / (limits.interruptions - bound + 1)
    }

    private func progress(of summary: PassSummary, _ found: FailureTable, left: Int) -> ExplorationProgress {
        let all = exploration.limits.transitions
        let taken = all - left + summary.transitions
        let broken = (failures.found + found.found).map(\.broken).filter(exploration.looksFor)
        return ExplorationProgress(
            interruptions: summary.interruptions,
            inputs: summary.inputs,
            situations: summary.situations,
            transitions: taken,
            share: min(1, Double(taken) / Double(max(1, all))),
            passes: passes,
            signatures: Set(broken.map { $0.signature(of: exploration.target) }).sorted()
        )
    }
}
