import Logging

/// Writes each message as one JSON object on one line, for programs that collect logs.
///
/// Its members are `time` (ISO 8601 in UTC, milliseconds), `level`, `label`, `message`, `error` where there is one,
/// and the metadata, sorted by key: dictionaries are flattened with dots, and a key that is called like one of the
/// members before it is written as `metadata.<key>`.
public struct JSONLogHandler: LogHandler {
    /// Metadata of every message.
    public var metadata: Logger.Metadata = [:]
    /// Metadata that is asked for with each message.
    public var metadataProvider: Logger.MetadataProvider?
    /// The least level that is logged.
    public var logLevel: Logger.Level

    private let label: String
    private let sink: any LogSink
    private let now: @Sendable () -> LogTime

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - label: The logger's label.
    ///   - level: The least level that is logged.
    ///   - metadataProvider: Metadata that is asked for with each message.
    ///   - sink: Where lines go.
    ///   - now: What time it is.
    public init(
        label: String,
        level: Logger.Level = .info,
        metadataProvider: Logger.MetadataProvider? = nil,
        sink: any LogSink = StandardErrorSink(),
        now: @escaping @Sendable () -> LogTime = LogTime.now
    ) {
        self.label = label
        self.logLevel = level
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
        var line = JSONLine()
        line.member("time", now().iso8601)
        line.member("level", event.level.rawValue)
        line.member("label", label)
        line.member("message", event.message.description)
        if let error = event.error { line.member("error", String(describing: error)) }
        let reserved: Set<String> = ["time", "level", "label", "message", "error"]
        for (key, value) in LogMetadata.flattened(metadata, metadataProvider, event.metadata) {
            line.member(reserved.contains(key) ? "metadata.\(key)" : key, value)
        }
        sink.write(line.text)
    }
}

/// A JSON object on one line, written member by member.
private struct JSONLine {
    private var members = "{"

    /// The line, with its line feed.
    var text: String { members + "}\n" }

    mutating func member(_ name: String, _ value: String) {
        begin(name)
        string(value)
    }

    mutating func member(_ name: String, _ value: LogMetadata.Flat) {
        begin(name)
        write(value)
    }

    private mutating func begin(_ name: String) {
        if members.utf8.count > 1 { members += "," }
        string(name)
        members += ":"
    }

    private mutating func write(_ value: LogMetadata.Flat) {
        switch value {
        case .text(let text): string(text)
        case .list(let elements):
            members += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { members += "," }
                write(element)
            }
            members += "]"
        }
    }

    private mutating func string(_ text: String) {
        members += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": members += #"\""#
            case "\\": members += #"\\"#
            case "\n": members += #"\n"#
            case "\r": members += #"\r"#
            case "\t": members += #"\t"#
            // Line separators too: some readers take them for the end of the line.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                members += LogMetadata.escape(scalar)
            default: members.unicodeScalars.append(scalar)
            }
        }
        members += "\""
    }
}
