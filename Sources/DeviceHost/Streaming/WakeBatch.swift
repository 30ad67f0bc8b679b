import Synchronization

/// A subscriber that waits; the answer is the batch that it is woken with, nil outside of one.
typealias Sleeper = WakeUp<WakeBatch?>

/// Subscribers that are woken together.
///
/// A thousand subscribers woken at once would stand in front of every input that comes meanwhile. Of a batch at most
/// `size` do, and the next one follows when all of them have got a thread, or after a while: those whose threads are busy
/// for long hold up nobody else.
final class WakeBatch: Sendable {
    /// How many subscribers are in one batch.
    static let size = 32

    /// How long the next batch waits for those who have not got a thread.
    static let patience = Duration.milliseconds(20)

    /// How many are on their way; the batch itself counts as one until it has been sent out.
    private let underway = Mutex(1)
    private let end = WakeUp<Void>()

    /// Wakes subscribers.
    func wake(_ sleepers: some Sequence<Sleeper>) {
        for sleeper in sleepers {
            underway.withLock { $0 += 1 }
            // Who has been woken otherwise does not come with this batch.
            if !sleeper.give(self) { arrive() }
        }
        arrive()
    }

    /// One of those who were woken has got a thread.
    func arrive() {
        let isOver = underway.withLock { underway in
            underway -= 1
            return underway == 0
        }
        if isOver { end.give(()) }
    }

    /// Waits until all of them have, but not longer than a while.
    func pass(_ wall: any WallClock) async {
        let deadline = wall.now + Self.patience
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // Cancelled when all have arrived.
                if (try? await wall.sleep(until: deadline)) != nil { self.end.give(()) }
            }
            await end.answer()
            group.cancelAll()
        }
    }
}

extension [Sleeper] {
    /// Wakes them, one batch after the other.
    ///
    /// It ends only when all have been woken, also in a task that is cancelled: nobody else knows of them any more.
    ///
    /// - Parameter wall: The clock that tells how long a batch has been waited for.
    func wakeInBatches(_ wall: any WallClock) async {
        for start in stride(from: 0, to: count, by: WakeBatch.size) {
            let batch = WakeBatch()
            batch.wake(self[start..<Swift.min(start + WakeBatch.size, count)])
            await batch.pass(wall)
        }
    }

    /// Wakes them all at once.
    func wakeAtOnce() {
        for sleeper in self { sleeper.give(nil) }
    }
}
