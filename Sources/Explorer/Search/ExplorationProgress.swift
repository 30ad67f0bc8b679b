import LifecycleKernel

/// How far a search has come.
public struct ExplorationProgress: Hashable, Sendable {
    /// The most interruptions on a sequence of the pass that runs.
    public var interruptions: Int
    /// To how many inputs the pass has tried every sequence.
    public var inputs: Int
    /// How many situations the pass has met.
    public var situations: Int
    /// How many inputs were taken in all, those of the passes and of the variants before included.
    public var transitions: Int
    /// Which part of the transitions that the searches of the app and its variants may take were taken, from 0 to 1.
    public var share: Double
    /// The passes that have ended.
    public var passes: [PassSummary]
    /// What was found so far, by signature: each before it is shrunk and put together with others.
    public var signatures: [String]
}

extension ExplorationProgress {
    /// The progress of a search for one of several apps, the target and its variants, when those before have ended.
    func following(_ reports: [ExplorationReport], of count: Int) -> ExplorationProgress {
        guard count > 1 else { return self }
        var progress = self
        progress.transitions += reports.reduce(0) { $0 + $1.transitions }
        progress.share = (Double(reports.count) + share) / Double(count)
        return progress
    }
}
