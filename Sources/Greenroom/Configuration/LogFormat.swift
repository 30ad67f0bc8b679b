/// How log lines are written to standard error.
enum LogFormat: String, CaseIterable, Sendable {
    /// Lines for people.
    case text
    /// One JSON object a line, for programs.
    case json
}
