import Foundation

/// One line that tells how far something has come; only where a person looks on.
struct ProgressLine {
    private let count: Int
    private let isShown = isatty(STDERR_FILENO) == 1

    /// A line about so many things.
    init(count: Int) {
        self.count = count
    }

    /// Shows how many are done.
    func show(done: Int, failed: Int) {
        guard isShown, done < count else { return }
        write("\r\(done) of \(count)\(failed > 0 ? ", \(failed) failed" : "")")
    }

    /// Takes the line away, so that something else can stand there.
    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
