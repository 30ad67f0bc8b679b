import LifecycleKernel

/// All devices of a server: the way in for everybody outside.
///
/// It routes to the shard that has the device, and puts together what concerns several. It holds no device itself, so
/// that any number of requests go through it at once.
///
/// A device's time comes to what its clock shows whenever it is asked something, and, when nobody asks, in ticks: see
/// `Ticker`. Both give the same timeline.
public final class DeviceRegistry: Sendable {
    /// How much the host takes on.
    public let limits: HostLimits
    /// Real time.
    let wall: any WallClock
    let shards: [DeviceShard]
    let directory: DeviceDirectory
    let creations: CreationAnswers
    let hub: RecordHub
    private let manifests: ManifestPool
    private let waiterCount: WaiterCount
    let metrics: HostMetrics
    let journal: JournalAccess?

    /// Makes a host without devices, and without a journal.
    ///
    /// - Parameters:
    ///   - limits: How much it takes on.
    ///   - wall: Real time.
    public convenience init(limits: HostLimits = HostLimits(), wall: any WallClock = SystemWallClock()) {
        self.init(limits: limits, wall: wall, journal: nil)
    }

    /// Makes a host without devices.
    ///
    /// - Parameters:
    ///   - limits: How much it takes on.
    ///   - wall: Real time.
    ///   - metrics: Where it shows what it does.
    ///   - journal: Where what happens is kept, so that it outlives the process; a `JournalService` must run then, and
    ///     nothing is done before it does. Nil when nothing outlives the process.
    package init(
        limits: HostLimits = HostLimits(),
        wall: any WallClock = SystemWallClock(),
        metrics: HostMetrics = HostMetrics(),
        journal: (any Journal)?
    ) {
        let directory = DeviceDirectory(limit: limits.devices)
        let manifests = ManifestPool(capacity: limits.sharedManifests)
        let waiterCount = WaiterCount(limit: limits.waiters)
        let hub = RecordHub(limits: limits)
        self.limits = limits
        self.wall = wall
        self.directory = directory
        self.manifests = manifests
        self.waiterCount = waiterCount
        self.hub = hub
        self.metrics = metrics
        let queue = journal.map { _ in JournalQueue(limits: limits) }
        self.journal = journal.map { JournalAccess(store: $0, queue: queue!) }
        let claimNumbers = ClaimNumbers()
        self.creations = CreationAnswers(
            limits: limits,
            wall: wall,
            numbers: claimNumbers,
            waiterCount: waiterCount
        )
        let shardCount = min(limits.shards.roundedUpToPowerOfTwo, HostLimits.maximumShards)
        self.shards = (0..<shardCount).map { index in
            DeviceShard(
                number: index,
                limits: limits,
                wall: wall,
                directory: directory,
                manifests: manifests,
                waiterCount: waiterCount,
                hub: hub,
                claimNumbers: claimNumbers,
                shardCount: shardCount,
                journal: queue
            )
        }
    }

    /// The shard that has a device, now and always.
    func shard(of id: DeviceID) -> DeviceShard { shards[shardIndex(of: id)] }

    func shardIndex(of id: DeviceID) -> Int { Int(truncatingIfNeeded: id.stableHash) & (shards.count - 1) }

    // MARK: Devices

    /// Creates a device with its apps, or nothing.
    ///
    /// - Parameters:
    ///   - new: What it is created with.
    ///   - answer: The answer to the request, when it has an idempotency key.
    /// - Throws: `rejected` when the settings or an app are refused, `deviceExists`, `tooManyDevices`, `limitReached`;
    ///   `overloaded`, `journalUnavailable`.
    public func create(
        _ new: NewDevice,
        answer: AnswerRecipe<DeviceDocument>? = nil
    ) async throws(HostError) -> DeviceDocument {
        while true {
            let id = new.id ?? .random()
            let device = try HostedDevice.make(new, id: id, limits: limits, wall: wall, manifests: manifests)
            do throws(HostError) {
                return try await shard(of: id).insert(device, answer: answer).whenDurable()
            } catch .deviceExists where new.id == nil {
                continue
            }
        }
    }

    /// A device.
    ///
    /// - Throws: `unknownDevice`.
    public func device(_ id: DeviceID) async throws(HostError) -> DeviceDocument {
        try await committed { () async throws(HostError) in try await shard(of: id).document(of: id) }
    }

    /// Deletes a device with all that is on it.
    ///
    /// - Parameter expected: The sequence that the device must be at; nil when that does not matter.
    /// - Throws: `unknownDevice`, `preconditionFailed`; `overloaded`, `journalUnavailable`.
    public func delete(_ id: DeviceID, expecting expected: UInt64? = nil) async throws(HostError) {
        let shard = shard(of: id)
        try await shard.remove(id, expecting: expected).whenDurable()
        // Whoever is told that it is deleted can use its id again.
        await shard.publish()
    }

    /// How many devices there are.
    public var deviceCount: Int { directory.count }

    // MARK: Time

    /// Tells every shard the time; see `Ticker`.
    ///
    /// Shards take their turns one after another, so that a busy tick leaves the other cores to requests.
    ///
    /// - Returns: What the tick found.
    @discardableResult
    public func tick(at wall: WallInstant) async -> TickReport {
        let start = self.wall.now
        var report = TickReport()
        var figures = ShardFigures()
        for shard in shards {
            let tick = await shard.tick(at: wall)
            metrics.add(tick.figures.tally)
            figures.add(tick.figures)
            report.lateness = max(report.lateness, tick.lateness)
            report.isUnfinished = report.isUnfinished || tick.isUnfinished
        }
        metrics.ticked(took: self.wall.now - start, lag: report.lateness)
        await show(figures)
        return report
    }

    /// Brings every metric up to date; called before they are read.
    package func publishMetrics() async {
        var figures = ShardFigures()
        for shard in shards {
            let ofShard = await shard.takeFigures()
            metrics.add(ofShard.tally)
            figures.add(ofShard)
        }
        await show(figures)
        let streamed = hub.takeCounts()
        metrics.addStreamed(records: streamed.records, gaps: streamed.gaps)
        // The file system is asked: not in each tick.
        if let journal { metrics.show(journalBytes: journal.store.size) }
    }

    /// Shows what all shards together have.
    private func show(_ figures: ShardFigures) async {
        metrics.show(
            figures.counts,
            devices: figures.devices,
            waiters: waiterCount.current,
            subscribers: hub.subscriberCount
        )
        metrics.show(answerBytes: figures.answerBytes + (await creations.dropOld()))
        metrics.show(setAside: figures.setAside)
        showJournal()
    }

    private func showJournal() {
        guard let journal else { return }
        metrics.showJournal(
            waiting: journal.queue.count,
            refused: journal.queue.takeRefusals(),
            isUp: journal.queue.failure == nil
        )
    }

    /// Ends all waiting and all streams at once, with an answer that says so; from now on nobody waits any more.
    ///
    /// Everything else goes on until the HTTP server stops.
    package func beginShutdown() async {
        hub.finish()
        for shard in shards { await shard.beginShutdown() }
    }
}
