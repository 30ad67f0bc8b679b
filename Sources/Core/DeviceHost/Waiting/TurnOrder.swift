import DequeModule
import Synchronization

/// Lets tasks with the same key take turns, in the order in which they have entered. Those with different keys run side by side.
package final class TurnOrder<Key: Hashable & Sendable>: Sendable {
    /// The turns that have not ended, by key; the first of each may go on. Each is of a request in progress, so that their limit
    /// is that of requests.
    private let turns = Mutex<[Key: Deque<Turn>]>([:])

    /// An order of no tasks.
    package init() {}

    /// Adds a turn behind all others with the same key.
    package func enter(for key: Key) -> Turn {
        let turn = Turn(key, in: self)
        let isFirst = turns.withLock { turns in
            turns[key, default: []].append(turn)
            return turns[key]?.count == 1
        }
        if isFirst { turn.mayBegin.fulfill(()) }
        return turn
    }

    /// Carries something out once all that has entered before with the same key has ended.
    package func take<Result, Failure>(
        for key: Key,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let turn = enter(for: key)
        defer { turn.end() }
        await turn.begin()
        return try await body()
    }

    /// Takes a turn out, and lets the one behind it begin if it was the first.
    private func remove(_ turn: Turn) {
        let next: Turn? = turns.withLock { turns in
            guard let index = turns[turn.key]?.firstIndex(where: { $0 === turn }) else { return nil }
            turns[turn.key]?.remove(at: index)
            guard let first = turns[turn.key]?.first else {
                turns[turn.key] = nil
                return nil
            }
            return index == 0 ? first : nil
        }
        next?.mayBegin.fulfill(())
    }

    /// The place of a task in the order.
    package final class Turn: Sendable {
        fileprivate let key: Key
        fileprivate let mayBegin = Promise<Void>()
        private let order: TurnOrder
        private let hasEnded = Atomic(false)

        fileprivate init(_ key: Key, in order: TurnOrder) {
            self.key = key
            self.order = order
        }

        /// Waits until the turns before it have ended.
        package func begin(isolation: isolated (any Actor)? = #isolation) async { await mayBegin.value() }

        /// Lets those behind it begin. Does nothing the second time.
        package func end() {
            if !hasEnded.exchange(true, ordering: .relaxed) { order.remove(self) }
        }
    }
}
