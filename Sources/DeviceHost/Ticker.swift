import Logging
import ServiceLifecycle

/// Lets time pass on devices that nobody asks anything: tells every shard the time, again and again.
///
/// A tick goes to an instant, it does not count: late ticks settle what more ticks would have, so after a stall there
/// is one, not a burst. What one tick leaves for the next is due at once and waits for the next interval.
package struct Ticker: Service {
    private let registry: DeviceRegistry
    private let interval: Duration
    private let logger: Logger

    /// A tick that finds something due for longer is worth a warning.
    private static let worrying = Duration.seconds(5)

    /// Makes a ticker.
    ///
    /// - Parameters:
    ///   - registry: The devices.
    ///   - interval: The time from one tick to the next; at least a millisecond.
    ///   - logger: Is told when devices fall behind their clocks.
    package init(registry: DeviceRegistry, interval: Duration = .milliseconds(20), logger: Logger) {
        self.registry = registry
        self.interval = max(interval, .milliseconds(1))
        self.logger = logger
    }

    /// Ticks until the shutdown begins or the task is cancelled.
    package func run() async throws {
        await cancelWhenGracefulShutdown { await tickUntilCancelled() }
    }

    private func tickUntilCancelled() async {
        let wall = registry.wall
        var next = wall.now + interval
        var wasBehind = false
        while (try? await wall.sleep(until: next)) != nil {
            let report = await registry.tick(at: wall.now)
            // Ticks that were missed are not made up for.
            next = max(next + interval, wall.now)
            let isBehind = report.lateness > Self.worrying
            if isBehind, !wasBehind { warn(of: report.lateness) }
            wasBehind = isBehind
        }
    }

    private func warn(of lateness: Duration) {
        logger.warning(
            "devices are behind their clocks",
            metadata: ["tick.lateness_ms": "\(lateness.wholeNanoseconds / 1_000_000)"]
        )
    }
}

/// What a tick found.
public struct TickReport: Hashable, Sendable {
    /// How long the latest thing that was due had been due.
    public var lateness = Duration.zero
    /// Whether a shard has left something for the next tick.
    public var isUnfinished = false
}
