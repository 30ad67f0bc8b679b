import LifecycleKernel
import WireFormat

/// What a search has found, and within which bounds it has looked.
public struct ExplorationReport: Sendable {
    /// What was explored.
    public internal(set) var exploration: Exploration
    /// The letters.
    public let alphabet: Alphabet
    /// How long before something is due inputs were tried.
    public let resolution: Milliseconds
    /// The passes, with more interruptions each.
    public let passes: [PassSummary]
    /// The walks beyond them; nil where every pass is closed, or the search ended before.
    public let walks: WalkSummary?
    /// The failures, the worst first.
    public let failures: [ExploredFailure]
    /// What was tried and reached, and what was not.
    public let coverage: CoverageReport
    /// The state graph of the pass with the most situations.
    public let graph: StateGraph
    /// The reports on the variants.
    public internal(set) var variants: [ExplorationReport] = []

    /// The report on a search.
    ///
    /// - Parameter isOver: Asked before each trial whether to stop making failures shorter.
    init(
        _ exploration: Exploration,
        _ context: SearchContext,
        _ alphabet: Alphabet,
        _ search: Search,
        isOver: @escaping () -> Bool
    ) async {
        self.exploration = exploration
        self.alphabet = alphabet
        resolution = context.resolution
        passes = search.passes
        walks = search.walks
        let wanted = search.failures.entries.filter { exploration.looksFor($0.broken) }
        failures = await ExploredFailure.failures(of: wanted, context, isOver: isOver)
        coverage = CoverageReport(search.coverage, alphabet, context)
        graph = search.graph(
            of: failures.map { ($0.main.signature(of: exploration.target), $0.steps.map(\.input)) }
        )
    }

    /// The report on an app that was played elsewhere. Its graph is empty: nothing of its ways can be made again here.
    init(_ exploration: Exploration, _ context: SearchContext, _ alphabet: Alphabet, _ outcome: SearchOutcome) {
        self.exploration = exploration
        self.alphabet = alphabet
        resolution = context.resolution
        passes = outcome.passes
        walks = outcome.walks
        failures = outcome.failures
        coverage = CoverageReport(outcome.coverage, alphabet, context)
        graph = StateGraph(of: exploration)
    }

    /// The report where these signatures are no failures, in place of those that were known before.
    public func knowing(_ signatures: [String]) -> ExplorationReport {
        var report = self
        report.exploration.known = signatures
        report.variants = variants.map { $0.knowing(signatures) }
        return report
    }
}

extension Exploration {
    /// Whether a property is among those that are looked for.
    func looksFor(_ broken: Breakage) -> Bool { properties.isEmpty || properties.contains(broken.property) }

    /// Whether what was found ends the search: the first failure that is bad enough.
    func isEnough(_ found: FailureTable) -> Bool {
        guard let severity = limits.stopsAt else { return false }
        return found.entries.contains { one in
            one.broken.severity.rank >= severity.rank && looksFor(one.broken)
                && !known.contains(one.broken.signature(of: target))
        }
    }
}
