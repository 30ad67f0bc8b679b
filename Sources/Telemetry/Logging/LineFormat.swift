import Logging

/// What the line of a message looks like.
public enum LineFormat: Sendable {
    /// A JSON object, for programs that collect logs.
    case json
    /// Text for people at a terminal; levels are coloured with ANSI escapes if asked for.
    case text(isColored: Bool)

    /// The line, which ends in a line feed and contains no other.
    func line(_ message: LogLine) -> String {
        switch self {
        case .json: JSONLineFormat.line(message)
        case .text(let isColored): TextLineFormat(isColored: isColored).line(message)
        }
    }
}

/// A message and all that is to be said with it.
struct LogLine {
    /// When it was logged.
    let time: LogTime
    /// The logger's label.
    let label: String
    /// The message.
    let event: LogEvent
    /// The metadata of all origins, sorted by key.
    let metadata: [(key: String, value: LogMetadata.Flat)]
}
