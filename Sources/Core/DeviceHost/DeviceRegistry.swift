import DeviceTokens
import LifecycleKernel
import Logging
import Synchronization

/// All devices of a server: the interface of this module.
///
/// It routes each request to the shard of its device, and combines the results of requests about several devices. It
/// holds no device itself, so that any number of requests can use it at once.
///
/// A device's time advances to what its clock shows whenever the device is read or gets an input, and otherwise in
/// ticks; see `Ticker`. Both give the same timeline.
public final class DeviceRegistry: Sendable {
    /// The limits of the host.
    public let limits: HostLimits
    /// Real time.
    package let wall: any WallClock
    let shards: [DeviceShard]
    let directory: DeviceDirectory
    let answers: IdempotencyStore
    let hub: RecordHub
    let manifests: ManifestPool
    let waiterCount: WaiterCount
    let metrics: HostMetrics
    /// Where the devices are kept.
    package let store: any DeviceStore
    /// Takes changes for the store.
    let log: any ChangeLog
    /// The log, if changes wait in it to be written to a durable store.
    let queue: CommitQueue?
    /// The store, if it is durable.
    let history: (any StepHistory)?
    /// The store, if it is in memory.
    private let memory: MemoryStore?
    /// What there is where other servers change the same devices; nil for an exclusive store.
    let sharing: Sharing?
    /// What a shared store was found to have in total.
    let totals = Mutex<StoreTotals?>(nil)
    /// Why a shared store cannot be reached; nil if it can.
    let obstacle = Mutex<String?>(nil)
    /// When to look for devices of a shared store that are due, if no earlier deadline becomes known; never before the recovery.
    let nextLook = Mutex(WallInstant(nanoseconds: .max))
    /// When a shared store has answered last.
    let lastAnswer = Mutex(ContinuousClock.now)
    let logger: Logger
    /// The device tokens of all apps; nil where nothing looks them up.
    package let tokens: DeviceTokenIndex?

    /// Makes a host without devices that keeps its devices in memory only.
    ///
    /// - Parameters:
    ///   - limits: The limits of the host.
    ///   - wall: The source of real time.
    public convenience init(limits: HostLimits = HostLimits(), wall: any WallClock = SystemWallClock()) {
        self.init(limits: limits, wall: wall, store: nil)
    }

    /// Makes a host without devices.
    ///
    /// - Parameters:
    ///   - limits: The limits of the host.
    ///   - wall: The source of real time.
    ///   - metrics: The instruments to record to.
    ///   - store: The durable store; nil to keep devices in memory only. Requires a running `CommitService`: until it
    ///     runs, no change is acknowledged.
    ///   - tokens: Where the device tokens of all apps are kept; nil where nothing looks them up.
    ///   - logger: Logs which devices are set aside when they are loaded.
    package init(
        limits: HostLimits = HostLimits(),
        wall: any WallClock = SystemWallClock(),
        metrics: HostMetrics = HostMetrics(),
        store: (any StepHistory)?,
        tokens: DeviceTokenIndex? = nil,
        logger: Logger = Logger(label: "greenroom", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
        let waiterCount = WaiterCount(limit: limits.waiters)
        let answers = IdempotencyStore(limits: limits, wall: wall, waiterCount: waiterCount)
        let shared = store as? any SharedStore
        let directory = DeviceDirectory(limit: limits.devices, answers: answers, isShared: shared != nil)
        let manifests = ManifestPool(capacity: limits.sharedManifests)
        let hub = RecordHub(limits: limits, runs: store?.beginRun(), last: store?.lastPosition ?? 0, sharing: shared)
        let sharing = shared.map { Sharing(store: $0, checks: RevisionChecks($0)) }
        self.sharing = sharing
        self.logger = logger
        self.limits = limits
        self.wall = wall
        self.answers = answers
        self.directory = directory
        self.manifests = manifests
        self.waiterCount = waiterCount
        self.hub = hub
        self.metrics = metrics
        self.tokens = tokens
        if let store {
            let queue = CommitQueue(limits: limits, isExclusive: store.isExclusive)
            (self.store, self.log, self.queue, history, self.memory) = (store, queue, queue, store, nil)
        } else {
            let memory = MemoryStore(limits: limits)
            (self.store, self.log, self.queue, history, self.memory) = (memory, memory, nil, nil, memory)
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
                sharing: sharing,
                logger: logger
            )
        }
    }

    /// The shard that has a device, now and always.
    func shard(of id: DeviceID) -> DeviceShard { shards[shardIndex(of: id)] }

    func shardIndex(of id: DeviceID) -> Int { id.shardIndex(among: shards.count) }

    // MARK: Devices

    /// Creates a device with its apps, or nothing.
    ///
    /// - Parameter new: What it is created with.
    /// - Throws: `rejected` when the settings or an app are refused, `deviceExists`, `tooManyDevices`, `limitReached`;
    ///   `overloaded`, `storeUnavailable`.
    public func create(_ new: NewDevice) async throws(HostError) -> DeviceDocument {
        try await changing { () async throws(HostError) in try await begin(new) }
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
        try await insert(as: new.id, under: claim) { id throws(HostError) in
            try HostedDevice.make(new, id: id, limits: limits, wall: wall, manifests: manifests)
        }
    }

    /// Adds a device.
    ///
    /// - Parameters:
    ///   - wanted: Its id; nil for a generated one.
    ///   - claim: That of the request, when it has an idempotency key.
    ///   - make: Makes the device.
    private func insert(
        as wanted: DeviceID?,
        under claim: AnswerClaim?,
        _ make: (DeviceID) throws(HostError) -> HostedDevice
    ) async throws(HostError) -> Held<DeviceDocument> {
        if let count = totals.withLock({ $0?.devices }), count >= limits.devices {
            throw .tooManyDevices(limit: limits.devices)
        }
        while true {
            let id = wanted ?? .random()
            let device = try make(id)
            let isMadeAgain = wanted == nil ? false : await hasRetiredTokens(id)
            do throws(HostError) {
                return try await shard(of: id).insert(device, isMadeAgain: isMadeAgain, under: claim)
            } catch .deviceExists where wanted == nil {
                continue
            } catch .deviceExists where sharing != nil {
                // Another server may have removed it.
                guard await isMissing(id) else { throw .deviceExists(id) }
            }
        }
    }

    /// Whether tokens of an earlier device of the name are retired. If the store cannot be read, it may be so.
    private func hasRetiredTokens(_ id: DeviceID) async -> Bool {
        guard let sharing else { return tokens?.hasRetired(of: id) ?? false }
        // Other servers have retired tokens, too.
        return (try? await readStore { _ in try await sharing.store.hasRetiredTokens(of: id) }) ?? true
    }

    /// Whether no device has an id any more.
    private func isMissing(_ id: DeviceID) async -> Bool {
        do throws(HostError) {
            try await shard(of: id).withDevice(id) { shard throws(HostError) in _ = try shard.slot(of: id) }
            return false
        } catch .unknownDevice {
            return true
        } catch {
            return false
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
    /// - Throws: `unknownDevice`, `preconditionFailed`; `overloaded`, `storeUnavailable`.
    public func delete(_ id: DeviceID, expecting expected: SequenceNumber? = nil) async throws(HostError) {
        let shard = shard(of: id)
        try await changing { () async throws(HostError) in
            try await shard.withDevice(id) { shard throws(HostError) in try shard.remove(id, expecting: expected) }
        }
        // Once the deletion is acknowledged, its id can be used again.
        await shard.publish()
    }

    /// Whether other servers change the same devices.
    package var isShared: Bool { sharing != nil }

    /// How many devices there are; in a shared store, how many there were when they were last counted.
    public var deviceCount: Int { totals.withLock { $0?.devices } ?? directory.count }

    // MARK: Time

    /// Tells every shard the time; see `Ticker`.
    ///
    /// Calls the shards one after another, so that a busy tick leaves the other cores to requests.
    ///
    /// - Returns: What the tick found.
    @discardableResult
    public func tick(at wall: WallInstant) async -> TickReport {
        if let sharing { return await tick(at: wall, sharing) }
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
        metrics.record(storeBytes: store.size)
        // Where it cannot be read, it stays what it was.
        if let used = try? await store.usedBytes { metrics.record(storeUsedBytes: used) }
    }

    /// Records the totals of all shards.
    func record(_ totals: ShardMetrics) {
        let all = self.totals.withLock(\.self)
        metrics.record(
            all?.apps ?? totals.counts,
            devices: all?.devices ?? totals.devices,
            waiters: waiterCount.current,
            subscribers: hub.streamCount
        )
        let (bytes, evicted) = answers.evictOld()
        metrics.record(answerBytes: bytes, evicted: evicted)
        let streamBytes = hub.all.bytes + hub.pages.withLock(\.bytes)
        metrics.record(totals.kept, inputBytes: memory?.bytes ?? 0, streamBytes: streamBytes)
        metrics.record(setAside: totals.setAside)
        metrics.record(devicesInMemory: totals.devicesInMemory)
        recordQueue()
    }

    private func recordQueue() {
        guard let queue else { return }
        metrics.recordStore(waiting: queue.count, refused: queue.takeRefusals(), isUp: storeFailure == nil)
    }

    /// Ends all waits and streams at once with the reason `shutdown`; later requests do not wait.
    ///
    /// Everything else continues until the HTTP server stops.
    package func beginShutdown() async {
        // Streams end after what was acknowledged.
        for shard in shards { await shard.publish() }
        await lookAtLog()
        hub.finish()
        for shard in shards { await shard.beginShutdown() }
    }
}

// MARK: Forks

extension DeviceRegistry {
    /// Makes a copy of a device in the state it had after writing a record. The two devices are independent afterwards.
    ///
    /// A state exists only between two inputs or deadlines, so the copy has the state after the input or deadline that
    /// wrote the record. It has the device's labels, and the part of its timeline that is kept in memory or in the
    /// store, as much as a device keeps in memory. Its clock has the device's settings and starts at that state's time.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - copy: The id of the copy; nil for a generated one.
    ///   - sequence: The record; nil is the last one.
    /// - Throws: `unknownDevice`; `rejected` for a sequence after the last record; `stateEvicted` for one that is no
    ///   longer kept; `deviceExists`, `tooManyDevices`, `overloaded`, `storeUnavailable`, `storeUnreadable`.
    package func fork(
        _ id: DeviceID,
        as copy: DeviceID? = nil,
        at sequence: SequenceNumber? = nil
    ) async throws(HostError) -> DeviceDocument {
        try await changing { () async throws(HostError) in try await beginFork(of: id, as: copy, at: sequence) }
    }

    /// Makes a copy of a device without waiting until it is durable.
    ///
    /// - Parameter claim: That of the request, when it has an idempotency key.
    /// - Returns: The copy. Call `whenDurable` before showing it.
    /// - Throws: As `fork`, except for errors of the commit.
    package func beginFork(
        of id: DeviceID,
        as copy: DeviceID?,
        at sequence: SequenceNumber?,
        under claim: AnswerClaim? = nil
    ) async throws(HostError) -> Held<DeviceDocument> {
        let (source, device) = try await source(of: id, at: sequence)
        return try await beginAdoption(
            of: device,
            with: try await records(of: id, upTo: device.lastSequence),
            as: copy,
            labels: source.labels,
            expiresAfter: source.expiresAfter,
            under: claim
        )
    }

    /// The state that a fork would have, without making one.
    ///
    /// - Throws: As `fork`, for what is not about the copy.
    package func state(of id: DeviceID, at sequence: SequenceNumber?) async throws(HostError) -> Device {
        try await source(of: id, at: sequence).device
    }

    /// Makes a device of a state that came about elsewhere. Its clock has the state's settings and starts at its time.
    ///
    /// - Parameters:
    ///   - device: The state, its records taken.
    ///   - records: Its newest records, up to its last one; at most `limits.recordsPerDevice` are kept.
    ///   - wanted: The id; nil for a generated one.
    ///   - claim: That of the request, when it has an idempotency key.
    /// - Returns: The device. Call `whenDurable` before showing it.
    /// - Throws: `deviceExists`, `tooManyDevices`, `overloaded`, `storeUnavailable`.
    package func beginAdoption(
        of device: Device,
        with records: [Record],
        as wanted: DeviceID?,
        labels: [Label] = [],
        expiresAfter: Duration? = nil,
        under claim: AnswerClaim? = nil
    ) async throws(HostError) -> Held<DeviceDocument> {
        try await insert(as: wanted, under: claim) { id in
            var ring = RecordRing(
                capacity: limits.recordCapacity,
                after: records.first.map { $0.sequence - 1 } ?? device.lastSequence
            )
            _ = ring.append(records.namingTokens(on: id.description))
            return HostedDevice(
                id: id,
                labels: labels,
                expiresAfter: expiresAfter,
                device: device,
                clock: DeviceClock(device.clock, showing: device.now, at: wall.now),
                records: ring
            )
        }
    }

    private func source(
        of id: DeviceID,
        at sequence: SequenceNumber?
    ) async throws(HostError) -> (source: ForkSource, device: Device) {
        let source = try await committed { () async throws(HostError) in
            try await shard(of: id).withDevice(id) { shard throws(HostError) in try shard.forkSource(id, at: sequence) }
        }
        return (source, try await device(from: source, of: id))
    }

    /// Restores the device that the fork starts from.
    private func device(from source: ForkSource, of id: DeviceID) async throws(HostError) -> Device {
        let number: Int64
        switch source.state {
        case .present(let device): return device
        case .stored(let stored): number = stored
        }
        let replay: DeviceReplay
        do throws(HostError) {
            replay = try await readStore { store in try await store.replay(of: number, to: source.sequence) }
        } catch .stateEvicted(let oldest) {
            // The present state is always there.
            throw .stateEvicted(oldest: min(oldest, source.last))
        }
        do throws(Rejection) {
            return try replay.device(at: source.sequence, now: source.now)
        } catch {
            throw .deviceSetAside(id, "one of its inputs is refused in the replay: \(error.detail)")
        }
    }
}
