import LifecycleKernel
import Synchronization

/// A real clock for tests: it moves when it is told to, and wakes who sleeps as if the time had passed.
public final class HandMovedClock: WallClock {
    private struct State {
        var now: WallInstant
        var date: Instant
        var sleepers: [(deadline: WallInstant, wakeUp: WakeUp<Bool>)] = []
    }

    private let state: Mutex<State>

    /// Makes a clock that stands at its start.
    ///
    /// - Parameter date: The date and time of day that it shows at first.
    public init(date: Instant = .manualStart) {
        state = Mutex(State(now: WallInstant(nanoseconds: 0), date: date))
    }

    /// What it shows.
    public var now: WallInstant { state.withLock { $0.now } }

    /// The date and time of day.
    public var date: Instant { state.withLock { $0.date } }

    /// How many tasks sleep on it.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves it forward and wakes the tasks whose time has come.
    public func advance(by length: Duration) {
        let awake = state.withLock { state in
            state.now = state.now + length
            state.date = state.date + length.wholeNanoseconds / 1_000_000
            let awake = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return awake
        }
        for sleeper in awake { sleeper.wakeUp.give(true) }
    }

    /// Waits until the clock has been moved to a reading.
    public func sleep(until deadline: WallInstant) async throws {
        let wakeUp = WakeUp<Bool>()
        let isOver = state.withLock { state in
            if deadline <= state.now { return true }
            state.sleepers.append((deadline, wakeUp))
            return false
        }
        if isOver { return try Task.checkCancellation() }
        let isAwake = await wakeUp.answer(whenCancelled: false)
        if isAwake { return }
        state.withLock { $0.sleepers.removeAll { $0.wakeUp === wakeUp } }
        throw CancellationError()
    }
}
