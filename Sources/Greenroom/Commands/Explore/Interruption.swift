import Synchronization
import UnixSignals

/// Whether the user has asked to stop, with Control-C.
final class Interruption: Sendable {
    /// The exit code of a command that was stopped by SIGINT, as shells give it.
    static let exitCode: Int32 = 130

    private let asked = Atomic(false)

    /// Whether it was asked for.
    var isAsked: Bool { asked.load(ordering: .relaxed) }

    /// Does something that ends itself when the user asks for it: SIGINT does not end the process meanwhile.
    static func watched<Result>(_ body: (Interruption) async throws -> Result) async throws -> Result {
        let interruption = Interruption()
        let signals = await UnixSignalsSequence(trapping: .sigint)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in signals { interruption.asked.store(true, ordering: .relaxed) }
            }
            defer { group.cancelAll() }
            return try await body(interruption)
        }
    }
}
