import LifecycleKernel
import Logging

/// All devices of a server: the interface of this module.
///
/// It routes each request to the shard of its device, and combines the results of requests about several devices. It
/// holds no device itself, so that any number of requests can use it at once.
///
/// A device's time advances to what its clock shows whenever the device is read or gets an input, and otherwise in ticks;
/// see `Ticker`. Both give the same timeline.
public final class DeviceRegistry: Sendable {
    /// The limits of the host.
    public let limits: HostLimits
    /// Real time.
    let wall: any WallClock
    let shards: [DeviceShard]
    let directory: DeviceDirectory
    let answers: IdempotencyStore
    let hub: RecordHub
    let manifests: ManifestPool
    let waiterCount: WaiterCount
    let metrics: HostMetrics
    /// Keeps the devices.
    package let store: any Journal
    /// Takes changes.
    let log: any ChangeLog
    /// What waits to be committed; nil if the store commits at once.
    let queue: JournalQueue?
    /// The store, if it is in memory.
    private let memory: MemoryStore?
    /// The device tokens of all apps; nil where nothing looks them up.
    package let tokens: DeviceTokenIndex?

    /// Makes a host without devices, and without a journal.
    ///
    /// - Parameters:
    ///   - limits: The limits of the host.
    ///   - wall: The source of real time.
    public convenience init(limits: HostLimits = HostLimits(), wall: any WallClock = SystemWallClock()) {
        self.init(limits: limits, wall: wall, journal: nil)
    }

    /// Makes a host without devices.
    ///
    /// - Parameters:
    ///   - limits: The limits of the host.
    ///   - wall: The source of real time.
    ///   - metrics: The instruments to record to.
    ///   - journal: Keeps the devices beyond the end of the process. Requires a running `JournalService`: until it runs,
    ///     no change is acknowledged. Nil to keep devices in memory only.
    ///   - tokens: Where the device tokens of all apps are kept; nil where nothing looks them up.
    ///   - logger: Logs which devices are set aside when they are loaded.
    package init(
        limits: HostLimits = HostLimits(),
        wall: any WallClock = SystemWallClock(),
        metrics: HostMetrics = HostMetrics(),
        journal: (any Journal)?,
        tokens: DeviceTokenIndex? = nil,
        logger: Logger = Logger(label: "greenroom", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
        let waiterCount = WaiterCount(limit: limits.waiters)
        let answers = IdempotencyStore(limits: limits, wall: wall, waiterCount: waiterCount)
        let directory = DeviceDirectory(limit: limits.devices, answers: answers)
        let manifests = ManifestPool(capacity: limits.sharedManifests)
        let hub = RecordHub(limits: limits)
        self.limits = limits
        self.wall = wall
        self.answers = answers
        self.directory = directory
        self.manifests = manifests
        self.waiterCount = waiterCount
        self.hub = hub
        self.metrics = metrics
        self.tokens = tokens
        if let journal {
            let queue = JournalQueue(limits: limits)
            (self.store, self.log, self.queue, self.memory) = (journal, queue, queue, nil)
        } else {
            let memory = MemoryStore(limits: limits)
            (self.store, self.log, self.queue, self.memory) = (memory, memory, nil, memory)
        }
        let (store, log) = (self.store, self.log)
        let shardCount = min(limits.shards.roundedUpToPowerOfTwo, HostLimits.maximumShards)
        self.shards = (0..<shardCount).map { index in
            DeviceShard(
                number: index,
                limits: limits,
                wall: wall,
                directory: directory,
                waiterCount: waiterCount,
                hub: hub,
                shardCount: shardCount,
                tokens: tokens,
                log: log,
                store: store,
                logger: logger
            )
        }
    }

    /// The shard that has a device, now and always.
    func shard(of id: DeviceID) -> DeviceShard { shards[shardIndex(of: id)] }

    func shardIndex(of id: DeviceID) -> Int { Int(truncatingIfNeeded: id.stableHash) & (shards.count - 1) }

    // MARK: Devices

    /// Creates a device with its apps, or nothing.
    ///
    /// - Parameter new: What it is created with.
    /// - Throws: `rejected` when the settings or an app are refused, `deviceExists`, `tooManyDevices`, `limitReached`;
    ///   `overloaded`, `journalUnavailable`.
    public func create(_ new: NewDevice) async throws(HostError) -> DeviceDocument {
        try await begin(new).whenDurable()
    }

    /// Creates a device with its apps, without waiting until it is durable.
    ///
    /// - Parameter claim: That of the request, when it has an idempotency key.
    /// - Returns: The device. Call `whenDurable` before showing it.
    /// - Throws: As `create`, except for errors of the commit.
    package func begin(
        _ new: NewDevice,
        under claim: AnswerClaim? = nil
    ) async throws(HostError) -> Held<DeviceDocument> {
        while true {
            let id = new.id ?? .random()
            let device = try HostedDevice.make(new, id: id, limits: limits, wall: wall, manifests: manifests)
            do throws(HostError) {
                return try await shard(of: id).insert(device, under: claim)
            } catch .deviceExists where new.id == nil {
                continue
            }
        }
    }

    /// A device.
    ///
    /// - Throws: `unknownDevice`.
    public func device(_ id: DeviceID) async throws(HostError) -> DeviceDocument {
        try await committed { () async throws(HostError) in
            try await shard(of: id).withDevice(id) { shard throws(HostError) in try shard.document(of: id) }
        }
    }

    /// Deletes a device with all that is on it.
    ///
    /// - Parameter expected: The sequence that the device must be at; nil when that does not matter.
    /// - Throws: `unknownDevice`, `preconditionFailed`; `overloaded`, `journalUnavailable`.
    public func delete(_ id: DeviceID, expecting expected: SequenceNumber? = nil) async throws(HostError) {
        let shard = shard(of: id)
        try await shard.withDevice(id) { shard throws(HostError) in try shard.remove(id, expecting: expected) }
            .whenDurable()
        // Once the deletion is acknowledged, its id can be used again.
        await shard.publish()
    }

    /// How many devices there are.
    public var deviceCount: Int { directory.count }

    // MARK: Time

    /// Tells every shard the time; see `Ticker`.
    ///
    /// Calls the shards one after another, so that a busy tick leaves the other cores to requests.
    ///
    /// - Returns: What the tick found.
    @discardableResult
    public func tick(at wall: WallInstant) async -> TickReport {
        let start = self.wall.now
        var report = TickReport()
        var totals = ShardMetrics()
        for shard in shards {
            let tick = await shard.tick(at: wall)
            metrics.add(tick.metrics.counters)
            totals.add(tick.metrics)
            report.lateness = max(report.lateness, tick.lateness)
            report.isUnfinished = report.isUnfinished || tick.isUnfinished
        }
        metrics.ticked(took: self.wall.now - start, lag: report.lateness)
        record(totals)
        return report
    }

    /// Brings every metric up to date; called before they are read.
    package func publishMetrics() async {
        var totals = ShardMetrics()
        for shard in shards {
            let shardMetrics = await shard.takeMetrics()
            metrics.add(shardMetrics.counters)
            totals.add(shardMetrics)
        }
        record(totals)
        let streamed = hub.takeCounts()
        metrics.addStreamed(records: streamed.records, gaps: streamed.gaps)
        // This calls the file system, so it is not done in each tick.
        guard queue != nil else { return }
        metrics.record(journalBytes: store.size)
        // Where it cannot be read, it stays what it was.
        if let used = try? await store.usedBytes { metrics.record(journalUsedBytes: used) }
    }

    /// Records the totals of all shards.
    private func record(_ totals: ShardMetrics) {
        metrics.record(
            totals.counts,
            devices: totals.devices,
            waiters: waiterCount.current,
            subscribers: hub.subscriberCount
        )
        let (bytes, evicted) = answers.evictOld()
        metrics.record(answerBytes: bytes, evicted: evicted)
        metrics.record(totals.kept, inputBytes: memory?.bytes ?? 0, streamBytes: hub.all.bytes)
        metrics.record(setAside: totals.setAside)
        metrics.record(devicesInMemory: totals.devicesInMemory)
        recordJournal()
    }

    private func recordJournal() {
        guard let queue else { return }
        metrics.recordJournal(waiting: queue.count, refused: queue.takeRefusals(), isUp: queue.failure == nil)
    }

    /// Ends all waits and streams at once with the reason `shutdown`; later requests do not wait.
    ///
    /// Everything else continues until the HTTP server stops.
    package func beginShutdown() async {
        hub.finish()
        for shard in shards { await shard.beginShutdown() }
    }
}
