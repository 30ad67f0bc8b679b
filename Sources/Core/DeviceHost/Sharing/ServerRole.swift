import LifecycleKernel
import Logging
import Synchronization

/// Work about all devices, which only one of the servers that share a store does at a time.
///
/// The server that has the role renews it every second, and notes how far it has come. If that server ends, another one takes the
/// role and continues from there: at once if the role was given back, otherwise after three seconds.
package struct ServerRole: Sendable {
    /// The roles. A store keeps their texts.
    package enum Name: String, CaseIterable, Sendable {
        /// Makes messages from records, and sends them to webhooks.
        case webhooks
        /// Exports to the receiver of OTLP.
        case openTelemetry = "opentelemetry"
    }

    private let name: Name
    private let registry: DeviceRegistry
    private let store: any SharedStore
    private let logger: Logger

    /// How often a server renews the role, or tries to take it.
    private static let interval = Duration.seconds(1)
    /// How long a server has the role without renewing it.
    private static let length = Duration.seconds(3)

    /// Makes the role of a server; nil if it shares its store with no other.
    package init?(_ name: Name, in registry: DeviceRegistry, logger: Logger) {
        guard let sharing = registry.sharing else { return nil }
        self.name = name
        self.registry = registry
        store = sharing.store
        self.logger = logger
    }

    /// Works whenever this server has the role, until the task is cancelled or the server stops.
    ///
    /// - Parameters:
    ///   - work: Does the work from `start`, which says how far it has come and is empty at first. Ends when its task is cancelled
    ///     or the server stops. Returns how far it has come.
    ///   - reached: Returns how far the work has come by now; nil before it has begun.
    package func perform(
        _ work: @escaping @Sendable (_ start: String) async -> String,
        reached: @escaping @Sendable () -> String?
    ) async {
        while !Task.isCancelled, !registry.hub.isShuttingDown {
            let time = SafeTime(Self.length)
            if let start = try? await store.takeRole(name) {
                logger.notice("this server has a role now", metadata: ["role": "\(name.rawValue)"])
                let end = await hold(time, from: start, work, reached)
                _ = try? await store.renewRole(name, reached: end, isLast: true)
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Works as long as this server has the role.
    private func hold(
        _ time: SafeTime,
        from start: String,
        _ work: @escaping @Sendable (String) async -> String,
        _ reached: @escaping @Sendable () -> String?
    ) async -> String {
        await withTaskGroup(of: String?.self) { group in
            group.addTask { await work(start) }
            group.addTask {
                await keep(time) { reached() ?? start }
                return nil
            }
            group.addTask {
                await time.waitForEnd()
                return nil
            }
            var end = start
            for await part in group {
                if part == nil, !Task.isCancelled, !registry.hub.isShuttingDown, !group.isCancelled {
                    logger.warning("another server may have a role of this one", metadata: ["role": "\(name.rawValue)"])
                }
                end = part ?? end
                group.cancelAll()
            }
            return end
        }
    }

    /// Renews the role until another server has it, or the task is cancelled.
    private func keep(_ time: SafeTime, _ reached: @Sendable () -> String) async {
        let clock = ContinuousClock()
        while (try? await clock.sleep(for: Self.interval)) != nil {
            let sent = clock.now
            // If the store does not answer, the next round tries again while that time lasts.
            guard let isKept = try? await store.renewRole(name, reached: reached(), isLast: false) else { continue }
            guard isKept else { return }
            time.renew(at: sent)
        }
    }
}

/// The time in which no other server can have the role, by the clock of this server.
private final class SafeTime: Sendable {
    private let length: Duration
    private let end: Mutex<ContinuousClock.Instant>

    init(_ length: Duration) {
        self.length = length
        end = Mutex(.now + length)
    }

    func renew(at time: ContinuousClock.Instant) { end.withLock { $0 = time + length } }

    /// Waits until it has ended, or the task is cancelled.
    func waitForEnd() async {
        while case let end = end.withLock(\.self), end > .now {
            guard (try? await Task.sleep(until: end)) != nil else { return }
        }
    }
}

extension DeviceRegistry {
    /// The id of an event at the last position of the store when it was opened.
    package var firstEventID: StreamEventID {
        StreamEventID(scope: hub.run, position: StreamPosition(UInt64(max(0, history?.lastPosition ?? 0))))
    }
}
