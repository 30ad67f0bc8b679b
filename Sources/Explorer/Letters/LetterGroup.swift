/// What letters have in common, and are asked for or left out by.
enum LetterGroup: String, CaseIterable, Sendable {
    case user, code, system, interrupt, memory, push, fetch, tasks, needs, calls, audio, wakes, payloads, windows
    case overlays, conditions, power, harsh

    /// Whether its letters are tried unless they are left out.
    var isDefault: Bool {
        switch self {
        case .user, .code, .system, .interrupt, .memory, .push, .fetch, .tasks, .needs, .calls, .audio, .wakes,
            .payloads, .windows:
            true
        case .overlays, .conditions, .power, .harsh: false
        }
    }
}
