import Synchronization

/// A reader of a log that waits. Fulfilled with the batch that it is woken in; nil outside of one.
typealias WaitingReader = Promise<WakeBatch?>

/// Readers that are woken together.
///
/// If a thousand readers were woken at once, every input that arrives meanwhile would have to wait for them. So a batch
/// has at most `size` readers. The next batch follows when all of them run, or after `timeout`: a reader that does not
/// get to run cannot delay the others.
final class WakeBatch: Sendable {
    /// How many readers are in one batch.
    static let size = 32

    /// How long the next batch waits for readers that do not run yet.
    static let timeout = Duration.milliseconds(20)

    /// How many readers have been woken and do not run yet, plus one until all have been woken.
    private let pending = Mutex(1)
    private let end = Promise<Void>()

    /// Wakes readers.
    func wake(_ readers: some Sequence<WaitingReader>) {
        for reader in readers {
            pending.withLock { $0 += 1 }
            // A reader that was woken before does not arrive in this batch.
            if !reader.fulfill(self) { arrive() }
        }
        arrive()
    }

    /// Called by a reader that was woken, once it runs.
    func arrive() {
        let isComplete = pending.withLock { pending in
            pending -= 1
            return pending == 0
        }
        if isComplete { end.fulfill(()) }
    }

    /// Waits until all readers run, but not longer than `timeout`.
    func waitForArrivals(_ wall: any WallClock) async {
        let deadline = wall.now + Self.timeout
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // Cancelled when all have arrived.
                if (try? await wall.sleep(until: deadline)) != nil { self.end.fulfill(()) }
            }
            await end.value()
            group.cancelAll()
        }
    }
}

extension [WaitingReader] {
    /// Wakes them, one batch after the other.
    ///
    /// Wakes all of them even in a task that is cancelled, because the log no longer has them.
    ///
    /// - Parameter wall: The clock of the timeout.
    func wakeInBatches(_ wall: any WallClock) async {
        for start in stride(from: 0, to: count, by: WakeBatch.size) {
            let batch = WakeBatch()
            batch.wake(self[start..<Swift.min(start + WakeBatch.size, count)])
            await batch.waitForArrivals(wall)
        }
    }

    /// Wakes them all at once.
    func wakeAtOnce() {
        for reader in self { reader.fulfill(nil) }
    }
}
