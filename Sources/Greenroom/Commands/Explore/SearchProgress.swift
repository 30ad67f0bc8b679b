import Explorer
import Foundation
import UnixSignals

/// Shows how far a search has come, on a terminal.
final class SearchProgress {
    private let isShown = isatty(STDERR_FILENO) == 1
    private var next = ContinuousClock.now

    /// How often it is shown at most.
    private static let interval: Duration = .milliseconds(250)

    /// Shows how far a search has come.
    func show(_ progress: ExplorationProgress) {
        guard isShown, ContinuousClock.now >= next else { return }
        next = ContinuousClock.now + Self.interval
        let found = progress.signatures.isEmpty ? "" : ", \(progress.signatures.count) found"
        write(
            "\r\u{1B}[K\(progress.interruptions) interruptions, \(progress.inputs) inputs deep, "
                + "\(progress.situations) situations, \(Int(progress.share * 100)) %\(found)"
        )
    }

    /// Clears the line.
    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
