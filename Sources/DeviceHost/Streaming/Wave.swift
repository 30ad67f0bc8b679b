import Synchronization

/// A subscriber that waits; the answer is the wave that it is woken with, nil outside of one.
typealias Sleeper = WakeUp<Wave?>

/// Subscribers that are woken together.
///
/// A thousand subscribers woken at once would stand in front of every input that comes meanwhile. Of a wave at most
/// `size` do, and the next one follows when all of them have got a thread.
final class Wave: Sendable {
    /// How many subscribers are in one wave.
    static let size = 32

    /// How many are on their way; the wave itself counts as one until it has been sent out.
    private let underway = Mutex(1)
    private let end = WakeUp<Void>()

    /// Wakes subscribers.
    func wake(_ sleepers: some Sequence<Sleeper>) {
        for sleeper in sleepers {
            underway.withLock { $0 += 1 }
            // Who has been woken otherwise does not come with this wave.
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

    /// Waits until all of them have.
    func pass() async { await end.answer() }
}

extension [Sleeper] {
    /// Wakes them, one wave after the other.
    ///
    /// It ends only when all are awake, also in a task that is cancelled: nobody else knows of them any more.
    func wakeInWaves() async {
        for start in stride(from: 0, to: count, by: Wave.size) {
            let wave = Wave()
            wave.wake(self[start..<Swift.min(start + Wave.size, count)])
            await wave.pass()
        }
    }

    /// Wakes them all at once.
    func wakeAtOnce() {
        for sleeper in self { sleeper.give(nil) }
    }
}
