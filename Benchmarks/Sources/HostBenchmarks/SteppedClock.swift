import DeviceHost
import LifecycleKernel
import Synchronization

/// A real clock that moves when it is told to. Nobody sleeps on it: the benchmark ticks by itself.
final class SteppedClock: WallClock {
    private let reading = Mutex(WallInstant(nanoseconds: 0))

    var now: WallInstant { reading.withLock { $0 } }

    var date: Instant { .manualStart + Milliseconds(now.nanoseconds / 1_000_000) }

    /// Moves it forward.
    func advance(by length: Duration) { reading.withLock { $0 = $0 + length } }

    func sleep(until deadline: WallInstant) async throws {
        preconditionFailure("nobody sleeps on a stepped clock, and something sleeps until \(deadline)")
    }
}
