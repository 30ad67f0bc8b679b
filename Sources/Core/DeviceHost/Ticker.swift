import Logging
import ServiceLifecycle

/// Advances the time of devices that get no requests, by calling every shard at an interval.
///
/// A tick advances to an instant and not by a length: a late tick does the work of the ticks that were missed, so after a
/// stall there is one tick and not a burst. Work that a tick leaves over is done in the next one.
package struct Ticker: Service {
    private let registry: DeviceRegistry
    private let interval: Duration
    private let logger: Logger

    /// A deadline that is overdue for longer than this is logged as a warning.
    private static let latenessThreshold = Duration.seconds(5)

    /// Makes a ticker.
    ///
    /// - Parameters:
    ///   - registry: The devices.
    ///   - interval: The time from one tick to the next; at least a millisecond.
    ///   - logger: Logs when devices fall behind their clocks.
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
            // Missed ticks are skipped.
            next = max(next + interval, wall.now)
            let isBehind = report.lateness > Self.latenessThreshold
            if isBehind, !wasBehind { warn(of: report.lateness) }
            wasBehind = isBehind
        }
    }

    private func warn(of lateness: Duration) {
        logger.warning(
            "devices are behind their clocks",
            metadata: ["tick.lateness_ms": .stringConvertible(lateness.wholeNanoseconds / 1_000_000)]
        )
    }
}

/// The result of a tick.
public struct TickReport: Hashable, Sendable {
    /// For how long the most overdue deadline had been due.
    public var lateness = Duration.zero
    /// Whether a shard has left work for the next tick.
    public var isUnfinished = false
}
