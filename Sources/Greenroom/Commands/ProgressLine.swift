/// A line that shows progress; only on a terminal.
struct ProgressLine {
    private let count: Int
    private let line = StatusLine()

    /// A line for a number of items.
    init(count: Int) {
        self.count = count
    }

    /// Shows how many are done.
    func show(done: Int, failed: Int) {
        guard done < count else { return }
        line.show("\(done) of \(count)\(failed > 0 ? ", \(failed) failed" : "")")
    }

    /// Clears the line, so that something else can be printed there.
    func clear() { line.clear() }
}
