import Explorer

/// Shows how far a search has come, on a terminal.
final class SearchProgress {
    private let line = StatusLine()
    private var next = ContinuousClock.now

    /// How often it is shown at most.
    private static let interval: Duration = .milliseconds(250)

    /// Shows how far a search has come.
    func show(_ progress: ExplorationProgress) {
        guard line.isShown, ContinuousClock.now >= next else { return }
        next = ContinuousClock.now + Self.interval
        let found = progress.signatures.isEmpty ? "" : ", \(progress.signatures.count) found"
        line.show(
            "\(progress.interruptions) interruptions, \(progress.inputs) inputs deep, "
                + "\(progress.situations) situations, \(Int(progress.share * 100)) %\(found)"
        )
    }

    /// Clears the line.
    func clear() { line.clear() }
}
