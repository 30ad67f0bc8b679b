import Logging

/// Each message is one short line, for people at a terminal: the time of day in UTC, the level, the label, the
/// message, and the metadata as `key=value`.
struct TextLineFormat {
    /// Whether levels are coloured with ANSI escapes.
    let isColored: Bool

    /// The line.
    func line(_ message: LogLine) -> String {
        let event = message.event
        var line = "\(message.time.timeOfDay) \(levelText(event.level)) \(printable(message.label)): "
        line += printable(event.message.description)
        for (key, value) in message.metadata {
            line += " \(printable(key))=\(quoted(value.description))"
        }
        if let error = event.error { line += " error=\(quoted(String(describing: error)))" }
        return line + "\n"
    }

    private func levelText(_ level: Logger.Level) -> String {
        let name = level.rawValue
        let padding = String(repeating: " ", count: max(Self.levelWidth - name.count, 0))
        return isColored ? "\u{1B}[\(color(level))m\(name)\u{1B}[0m\(padding)" : name + padding
    }

    private static let levelWidth = Logger.Level.allCases.map(\.rawValue.count).max() ?? 0

    /// The ANSI colour of a level.
    private func color(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 90
        case .info, .notice: 36
        case .warning: 33
        case .error, .critical: 31
        }
    }

    /// The value, in quotes when it would not read as one word.
    private func quoted(_ value: String) -> String {
        let isWord = !value.isEmpty && !value.unicodeScalars.contains { $0 == " " || $0 == "\"" || $0 == "=" }
        if isWord { return printable(value) }
        let parts = value.split(separator: "\"", omittingEmptySubsequences: false)
        return "\"" + printable(parts.joined(separator: #"\""#)) + "\""
    }

    /// The text without what would break the line or steer the terminal.
    private func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += #"\n"#
            case "\t": result += #"\t"#
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": result += LogMetadata.escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
