import Foundation

/// A line on standard error that is written anew again and again; only on a terminal.
struct StatusLine {
    /// Whether anybody sees it.
    let isShown = isatty(STDERR_FILENO) == 1

    /// Shows a text in place of the one before.
    func show(_ text: String) {
        if isShown { write("\r\u{1B}[K\(text)") }
    }

    /// Clears the line, so that something else can be printed there.
    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
