import LifecycleKernel
import WireFormat

/// What a search has found, and within which bounds it has looked.
public struct ExplorationReport: Sendable {
    /// What was explored.
    public let exploration: Exploration
    /// The letters.
    public let alphabet: Alphabet
    /// How long before something is due inputs were tried.
    public let resolution: Milliseconds
    /// The passes, with more interruptions each.
    public let passes: [PassSummary]
    /// The failures, the worst first.
    public let failures: [ExploredFailure]

    init(
        _ exploration: Exploration,
        _ context: SearchContext,
        _ alphabet: Alphabet,
        passes: [PassSummary],
        failures: FailureTable
    ) {
        self.exploration = exploration
        self.alphabet = alphabet
        resolution = context.resolution
        self.passes = passes
        let wanted = failures.found.filter { exploration.looksFor($0.broken) }
        self.failures = ExploredFailure.failures(of: wanted, context)
    }
}

extension Exploration {
    /// Whether a property is among those that are looked for.
    func looksFor(_ broken: Breakage) -> Bool { properties.isEmpty || properties.contains(broken.property) }
}
