import DeviceHost
import HTTPAPI
import LifecycleKernel
import Logging
import Metrics
import Synchronization

/// What the Apple Push Notification service is here: the keys of providers, the faults that were asked for, and the pushes
/// that came. Their listener is `APNsListener`; what the interface shows of it reads this.
package final class PushService: Sendable {
    /// How it treats requests.
    package struct Settings: Sendable {
        /// How provider tokens are looked at.
        package var check = ProviderTokenCheck.shape
        /// How many pushes a device token may get in a minute; nil for any number.
        package var rate: Int?
        /// Whether provider tokens may not be renewed too often.
        package var limitsTokenUpdates = false
        /// How many requests are answered at once; more are refused.
        package var requestLimit = 2_000

        /// The defaults.
        package init() {}
    }

    /// How it treats requests.
    package let settings: Settings
    /// The keys of providers.
    package let keys: ProviderKeys
    /// The faults that were asked for.
    package let faults: Faults
    /// What the listener presents, and where; nil where there is none.
    package let listening: ListeningState
    let registry: DeviceRegistry
    let wall: any WallClock
    let authorization: ProviderAuthorization
    let rate: PushRate
    let history: PushHistory
    package let metrics: PushMetrics
    let logger: Logger
    /// How many requests are being answered.
    let inProgress = Atomic<Int>(0)
    /// Whether devices can be changed: they have been recovered, and the store can be written.
    let isServing: @Sendable () -> Bool

    /// Makes the service; nothing listens yet.
    package init(
        _ registry: DeviceRegistry,
        settings: Settings = Settings(),
        history: PushHistory? = nil,
        isServing: @escaping @Sendable () -> Bool = { true },
        wall: any WallClock = SystemWallClock(),
        metricsFactory: any MetricsFactory = MetricsSystem.factory,
        logger: Logger
    ) {
        self.registry = registry
        self.settings = settings
        self.isServing = isServing
        self.wall = wall
        self.logger = logger
        keys = ProviderKeys(registry, logger: logger)
        faults = Faults(in: registry, logger: logger)
        authorization = ProviderAuthorization(
            check: settings.check,
            keys: keys,
            updates: settings.limitsTokenUpdates ? TokenUpdates(wall: wall) : nil,
            wall: wall
        )
        rate = PushRate(limit: settings.rate, wall: wall)
        self.history = history ?? PushHistory(registry, logger: logger)
        metrics = PushMetrics(factory: metricsFactory)
        listening = ListeningState()
    }

    /// Reads the keys that the store keeps. Must be called once, before it serves.
    ///
    /// - Throws: An error if the store cannot be read.
    package func restore() async throws {
        try await keys.restore()
    }
}
