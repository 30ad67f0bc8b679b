import Foundation

/// A line that shows progress; only on a terminal.
struct ProgressLine {
    private let count: Int
    private let isShown = isatty(STDERR_FILENO) == 1

    /// A line for a number of items.
    init(count: Int) {
        self.count = count
    }

    /// Shows how many are done.
    func show(done: Int, failed: Int) {
        guard isShown, done < count else { return }
        write("\r\(done) of \(count)\(failed > 0 ? ", \(failed) failed" : "")")
    }

    /// Clears the line, so that something else can be printed there.
    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
