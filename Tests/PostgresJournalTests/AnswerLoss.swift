#if PostgreSQL
import Synchronization

/// Ends the connection of a batch once, behind the sending and before the answer.
final class AnswerLoss: Sendable {
    struct Injected: Error {}

    private let state = Mutex(false)

    /// Whether the next answer is lost.
    var isLosing: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// - Throws: `Injected`, once after `isLosing` was set.
    func loseNext() throws {
        let loses = state.withLock { isLosing in
            defer { isLosing = false }
            return isLosing
        }
        if loses { throw Injected() }
    }
}
#endif
