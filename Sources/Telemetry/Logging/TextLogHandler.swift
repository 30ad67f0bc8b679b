import Logging

/// Writes each message as one short line, for people at a terminal: the time of day in UTC, the level, the label, the
/// message, and the metadata as `key=value`.
public struct TextLogHandler: LogHandler {
    /// Metadata of every message.
    public var metadata: Logger.Metadata = [:]
    /// Metadata that is asked for with each message.
    public var metadataProvider: Logger.MetadataProvider?
    /// The least level that is logged.
    public var logLevel: Logger.Level

    private let label: String
    private let isColored: Bool
    private let sink: any LogSink
    private let now: @Sendable () -> LogTime

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - label: The logger's label.
    ///   - level: The least level that is logged.
    ///   - isColored: Whether levels are coloured with ANSI escapes.
    ///   - metadataProvider: Metadata that is asked for with each message.
    ///   - sink: Where lines go.
    ///   - now: What time it is.
    public init(
        label: String,
        level: Logger.Level = .info,
        isColored: Bool = false,
        metadataProvider: Logger.MetadataProvider? = nil,
        sink: any LogSink = StandardErrorSink(),
        now: @escaping @Sendable () -> LogTime = LogTime.now
    ) {
        self.label = label
        self.logLevel = level
        self.isColored = isColored
        self.metadataProvider = metadataProvider
        self.sink = sink
        self.now = now
    }

    /// One entry of the metadata of every message.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one line.
    public func log(event: LogEvent) {
        var line = "\(now().timeOfDay) \(levelText(event.level)) \(printable(label)): "
        line += printable(event.message.description)
        for (key, value) in LogMetadata.flattened(metadata, metadataProvider, event.metadata) {
            line += " \(printable(key))=\(quoted(value.description))"
        }
        if let error = event.error { line += " error=\(quoted(String(describing: error)))" }
        sink.write(line + "\n")
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
