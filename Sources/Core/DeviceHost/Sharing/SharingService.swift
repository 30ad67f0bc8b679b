import Logging
import ServiceLifecycle
import Synchronization

/// What a server does all the time because others share its store: it follows their changes, corrects its clock, reports that it is
/// running, and counts totals of the store.
package struct SharingService: Service {
    private let registry: DeviceRegistry
    private let store: any SharedStore
    private let clock: SharedWallClock
    private let followItems: @Sendable (_ revisions: ItemRevisions) async throws -> Void
    private let logger: Logger

    /// How often a server reports that it is running, and measures its clock.
    private static let interval = Duration.seconds(2)
    /// How long after the last answer of the store a server stops being ready.
    private static let silenceLimit = Duration.seconds(5)
    /// How often totals are counted.
    private static let countingInterval = Duration.seconds(10)
    /// How often the service notes that devices are in use because requests wait for them or streams follow them.
    private static let usesInterval = Duration.seconds(1)

    /// Creates the service of a registry; nil if no other server shares its store.
    ///
    /// - Parameters:
    ///   - registry: The registry.
    ///   - clock: The clock of the registry.
    ///   - logger: The logger of the service.
    ///   - followItems: Called every two seconds, and when another server has changed items, with `SharedStore.itemRevisions`.
    package init?(
        registry: DeviceRegistry,
        clock: SharedWallClock?,
        logger: Logger,
        followItems: @escaping @Sendable (_ revisions: ItemRevisions) async throws -> Void = { _ in }
    ) {
        guard let sharing = registry.sharing, let clock else { return nil }
        self.registry = registry
        self.store = sharing.store
        self.clock = clock
        self.logger = logger
        self.followItems = followItems
    }

    /// Runs until the shutdown begins or the task is cancelled.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                let (notices, notice) = AsyncStream.makeStream(of: Set<Int64>?.self)
                group.addTask { await store.followChanges { notice.yield($0) } }
                group.addTask {
                    // One after the other would let a device that waits for a commit delay all others.
                    await withDiscardingTaskGroup { group in
                        for await devices in notices { group.addTask { await noteChanges(devices) } }
                    }
                }
                group.addTask { await registry.followLog() }
                group.addTask { await every(Self.interval) { await beThere() } }
                group.addTask { await every(.milliseconds(500)) { noteSilence() } }
                group.addTask { await every(Self.interval) { await lookAtItems() } }
                group.addTask { await every(Self.countingInterval) { try? await registry.count(store) } }
                group.addTask { await every(Self.usesInterval) { try? await noteUses() } }
            }
        }
    }

    private func noteChanges(_ devices: Set<Int64>?) async {
        registry.hub.noteEra()
        registry.hub.lookAtLog()
        await withDiscardingTaskGroup { group in
            for shard in registry.shards { group.addTask { await shard.noteChanges(devices) } }
            if devices?.contains(0) == true { group.addTask { await lookAtItems() } }
        }
    }

    /// Reads the items again that other servers have changed. If that fails, a later call tries again.
    private func lookAtItems() async {
        if let revisions = try? await store.itemRevisions() { try? await followItems(revisions) }
    }

    /// Reports that the server is running, and corrects its clock. If that fails, or the database's time is doubtful, the server is
    /// not ready.
    private func beThere() async {
        do {
            try await clock.correct(by: store)
            let format = try await registry.noteServer(in: store)
            registry.lastAnswer.withLock { $0 = .now }
            let obstacle =
                if format == nil {
                    "a server of another version knows no format of states that this one knows"
                } else {
                    clock.isDoubtful ? "its clock has jumped by more than a second" : nil
                }
            registry.noteObstacle(obstacle, logger)
        } catch {
            registry.noteObstacle("\(error)", logger)
        }
    }

    /// Notes that the store does not answer. Without this, the server would stay ready until a query is given up.
    private func noteSilence() {
        guard registry.lastAnswer.withLock({ $0 + Self.silenceLimit < .now }) else { return }
        registry.noteObstacle("it does not answer", logger)
    }

    private func noteUses() async throws {
        var devices: [Int64] = []
        for shard in registry.shards { devices += await shard.expiringDevicesInUse() }
        if !devices.isEmpty { try await store.noteUses(of: devices.sorted()) }
    }

    /// Does something again and again, until the task is cancelled.
    private func every(_ interval: Duration, _ body: @Sendable () async -> Void) async {
        let clock = ContinuousClock()
        var next = clock.now
        while !Task.isCancelled {
            await body()
            next = max(next + interval, clock.now)
            guard (try? await clock.sleep(until: next)) != nil else { return }
        }
    }
}
