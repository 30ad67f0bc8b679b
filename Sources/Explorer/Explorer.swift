import LifecycleKernel
import WireFormat

/// Finds the sequences of events, actions and passings of time in which an app fails.
///
/// The search is a function of the exploration: it reads no clock and draws no random numbers, so the same exploration
/// gives the same report, on however many cores.
public enum Explorer {
    /// Searches.
    ///
    /// - Parameters:
    ///   - exploration: What is explored, and how far.
    ///   - isOver: Asked again and again whether to stop; the report says how far the search has come.
    /// - Throws: What is wrong with the device, an app, a letter or a step of the start.
    public static func run(
        _ exploration: Exploration,
        isOver: () -> Bool = { false }
    ) async throws(Rejection) -> ExplorationReport {
        let (context, alphabet) = try SearchContext.make(for: exploration)
        var failures = FailureTable()
        var passes: [PassSummary] = []
        var left = exploration.limits.transitions
        for bound in 0...max(0, exploration.limits.interruptions) {
            var pass = SearchPass(context, interruptions: bound, limits: exploration.limits)
            let summary = await pass.run(budget: share(of: left, bound, exploration.limits), isOver: isOver)
            left -= summary.transitions
            failures.merge(pass.failures)
            passes.append(summary)
            if isOver() { break }
        }
        return ExplorationReport(exploration, context, alphabet, passes: passes, failures: failures)
    }

    /// The letters that a search would try.
    ///
    /// - Throws: What is wrong with the device, an app, a letter or a step of the start.
    public static func alphabet(of exploration: Exploration) throws(Rejection) -> Alphabet {
        try SearchContext.make(for: exploration).alphabet
    }

    /// The share of the transitions left that a pass may use: what it leaves goes to the next.
    private static func share(of left: Int, _ bound: Int, _ limits: SearchLimits) -> Int {
        bound >= limits.interruptions ? left : left / (limits.interruptions - bound + 1)
    }
}
