import Logging

/// Each message is one JSON object on one line, for programs that collect logs.
///
/// Its members are `time` (ISO 8601 in UTC, milliseconds), `level`, `label`, `message`, `error` where there is one,
/// and the metadata, sorted by key: what is logged as a number (`.stringConvertible`) is a number, dictionaries are flattened with dots, and a key with the name of one of the
/// members before it is written as `metadata.<key>`.
enum JSONLineFormat {
    private static let reserved: Set<String> = ["time", "level", "label", "message", "error"]

    /// The object and a line feed.
    static func line(_ message: LogLine) -> String {
        var line = JSONLine()
        line.member("time", message.time.iso8601)
        line.member("level", message.event.level.rawValue)
        line.member("label", message.label)
        line.member("message", message.event.message.description)
        if let error = message.event.error { line.member("error", String(describing: error)) }
        for (key, value) in message.metadata {
            line.member(reserved.contains(key) ? "metadata.\(key)" : key, value)
        }
        return line.text
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
        case .number(let digits): members += digits
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
