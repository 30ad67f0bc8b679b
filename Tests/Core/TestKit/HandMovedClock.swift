import DeviceHost
import LifecycleKernel
import Synchronization

/// A real clock for tests that is moved by hand. Sleeping tasks are woken as if the time had passed.
public final class HandMovedClock: WallClock {
    private struct Sleeper {
        let id: Int
        let deadline: WallInstant
        /// Finished when the clock shows the deadline.
        let wakeUp: AsyncStream<Void>.Continuation
    }

    private struct State {
        var now = WallInstant(nanoseconds: 0)
        var date: Instant
        var sleepers: [Sleeper] = []
        var sleeps = 0
    }

    private let state: Mutex<State>

    /// Makes a clock at its start.
    ///
    /// - Parameter date: The date and time of day that it shows at first.
    public init(date: Instant = .manualStart) {
        state = Mutex(State(date: date))
    }

    /// What it shows.
    public var now: WallInstant { state.withLock { $0.now } }

    /// The date and time of day.
    public var date: Instant { state.withLock { $0.date } }

    /// How many tasks sleep on it.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Whether a task sleeps that is to be woken when so much time has passed.
    public func hasSleeper(for length: Duration) -> Bool {
        state.withLock { state in state.sleepers.contains { $0.deadline == state.now + length } }
    }

    /// Moves it forward and wakes the tasks whose deadline has passed.
    public func advance(by length: Duration) {
        let awake = state.withLock { state in
            let before = state.now
            state.now = before + length
            state.date = state.date + Milliseconds((state.now.nanoseconds - before.nanoseconds) / 1_000_000)
            let awake = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return awake
        }
        for sleeper in awake { sleeper.wakeUp.finish() }
    }

    /// Waits until the clock has been moved to a reading.
    public func sleep(until deadline: WallInstant) async throws {
        let (alarm, wakeUp) = AsyncStream.makeStream(of: Void.self)
        let id: Int? = state.withLock { state in
            if deadline <= state.now { return nil }
            state.sleeps += 1
            state.sleepers.append(Sleeper(id: state.sleeps, deadline: deadline, wakeUp: wakeUp))
            return state.sleeps
        }
        guard let id else { return try Task.checkCancellation() }
        // It ends when the task is cancelled, too.
        for await _ in alarm {}
        let isAsleep = state.withLock { state in
            let count = state.sleepers.count
            state.sleepers.removeAll { $0.id == id }
            return state.sleepers.count < count
        }
        if isAsleep { throw CancellationError() }
    }
}
