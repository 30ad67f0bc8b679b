import LifecycleKernel
import StateCoding
import WireFormat

// A report as bytes, for servers that did not search themselves.
extension ExplorationReport {
    /// What a search has found, without what follows from its exploration.
    private struct Kept: Codable {
        var resolution: Milliseconds
        var passes: [PassSummary]
        var randomRuns: RandomRunSummary?
        var failures: [ExploredFailure]
        var coverage: CoverageReport
        var graph: StateGraph
        var variants: [Kept]

        init(_ report: ExplorationReport) {
            resolution = report.resolution
            passes = report.passes
            randomRuns = report.randomRuns
            failures = report.failures
            coverage = report.coverage
            graph = report.graph
            variants = report.variants.map(Kept.init(_:))
        }
    }

    /// The report without its exploration.
    package func encoded() -> [UInt8] { KeptBytes.encode(Kept(self)) }

    /// Reads what `encoded` has returned.
    ///
    /// - Parameter exploration: What was explored.
    /// - Throws: Why the report cannot be read.
    package init(encoded: [UInt8], of exploration: Exploration) throws {
        try self.init(KeptBytes.decode(Kept.self, from: encoded), of: exploration)
        guard variants.count == exploration.variants.count else {
            throw StateCodingError.notUnderstood(reason: "it has other variants", offset: 0)
        }
    }

    private init(_ kept: Kept, of exploration: Exploration) throws {
        self.exploration = exploration
        alphabet = try Explorer.alphabet(of: exploration)
        resolution = kept.resolution
        passes = kept.passes
        randomRuns = kept.randomRuns
        failures = kept.failures
        coverage = kept.coverage
        graph = kept.graph
        variants = try zip(kept.variants, exploration.variants.map(exploration.exploring)).map { kept, exploration in
            try ExplorationReport(kept, of: exploration)
        }
    }
}

/// A record as JSON has it.
extension Record: Codable {
    public init(from decoder: any Decoder) throws { try self.init(Value(from: decoder), at: "") }

    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Finding.Severity: Codable {}
extension Rejection.Code: Codable {}
