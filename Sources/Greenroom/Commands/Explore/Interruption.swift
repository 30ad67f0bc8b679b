import Synchronization
import UnixSignals

/// Whether the user has asked to stop, with Control-C.
final class Interruption: Sendable {
    /// The exit code of a command that was stopped by SIGINT, as shells give it.
    static let exitCode: Int32 = 130

    private let asked = Atomic(false)

    /// Listens for SIGINT from now on.
    init() {
        Task.detached { [self] in
            for await _ in await UnixSignalsSequence(trapping: .sigint) { asked.store(true, ordering: .relaxed) }
        }
    }

    /// Whether it was asked for.
    var isAsked: Bool { asked.load(ordering: .relaxed) }
}
