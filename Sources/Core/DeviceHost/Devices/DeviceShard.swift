import DequeModule
import LifecycleKernel
import Logging

/// A part of the host's devices, and the requests that wait for them.
///
/// A device stays on one shard, and devices do not affect one another, so a shard needs no other shard to serve a
/// device. Devices are values in plain storage; an index by real time tells which of them have a deadline due.
///
/// There is one state of each device, which every input changes in place. With a durable store, a change becomes
/// durable when its commit ends. Until then everything that depends on it is held back: methods return `Held` values
/// with the commit, and the effects on subscribers, waiting requests and metrics are kept in `uncommitted`. `publish`
/// releases what has become durable; `rollBack` undoes what has failed. Without a durable store everything is published
/// at once.
///
/// `+Devices` creates and removes devices and keeps the index of device tokens current, `+Inputs` applies inputs,
/// finishes a step of inputs or time, and lets time pass, `+Reading` reads devices, finds the state to fork from, and
/// lets requests wait, `+Cache` evicts devices and loads them again, `+Recovery` restores devices at a start and after
/// a failed commit, and publishes commits that have ended. `+Sharing` is about devices that other servers change, too.
actor DeviceShard {
    /// Which of the shards it is.
    let number: Int
    let limits: HostLimits
    let wall: any WallClock
    let directory: DeviceDirectory
    let waiterCount: WaiterCount
    let hub: RecordHub
    /// How many shards share what is limited in total.
    let shardCount: Int
    /// The device tokens of all apps; nil where nothing looks them up.
    let tokens: DeviceTokenIndex?
    /// Takes the changes of devices for the store.
    let log: any ChangeLog
    /// What devices are loaded from.
    let store: any DeviceStore
    /// What there is where other servers change the same devices; nil for an exclusive store.
    let sharing: Sharing?
    let logger: Logger

    var slots = DeviceSlots()
    /// When the device in each slot has its next deadline, in real time.
    var deadlines = DeadlineIndex()
    /// When the device in each slot expires unless it gets a request before.
    var expiries = DeadlineIndex()
    /// The requests that wait, by the slot of the device.
    var waiters: [Int: [Waiter]] = [:]
    /// The devices that are being brought up to date, and whether that has to be done again.
    var updates: [DeviceID: Bool] = [:]
    var lastWaiterNumber: UInt64 = 0
    /// The apps of all devices here, by state.
    var counts = StateCounts.zero
    var counters = ShardCounters()
    /// What is kept of the records of all devices here, and the slot whose records were evicted last.
    var kept = KeptRecords()
    var recordEvictionSlot = 0
    var isShuttingDown = false
    /// The changes whose commits have not ended, oldest first.
    var uncommitted: Deque<UncommittedChange> = []
    /// The slots of devices whose removal is not durable yet; requests no longer find them.
    var beingRemoved: Set<Int> = []
    /// The slots of devices that were rolled back and could not be reloaded yet, as the store could not be read.
    var needingReload: Set<Int> = []
    /// When the shutdown began to take snapshots, the slots that it has not visited, and the last device that it has
    /// loaded.
    var shutdownAt: WallInstant?
    var slotsToShutDown = 0..<0
    var lastRestingShutDown: Int64 = 0
    /// Devices that could not be recovered.
    var setAside: [DeviceID: SetAsideDevice] = [:]
    /// How many devices are not in memory, and what there is of those whose time goes on.
    var evictedCount = 0
    var resting = RestingDevices()
    /// The devices that are being loaded, each with what waits for it.
    var loads: [DeviceID: [Promise<HostError?>]] = [:]
    /// The devices that no other server changes, as it seems.
    var unshared = UnsharedDevices()
    /// The devices that were dropped after a conflict, each with its number and how many changes of it were acknowledged.
    var conflicts: [DeviceID: (number: Int64, acknowledged: Int64)] = [:]
    /// The slot whose device was considered last when one had to be evicted.
    var deviceEvictionSlot = 0

    init(
        number: Int,
        limits: HostLimits,
        wall: any WallClock,
        directory: DeviceDirectory,
        waiterCount: WaiterCount,
        hub: RecordHub,
        shardCount: Int,
        tokens: DeviceTokenIndex?,
        log: any ChangeLog,
        store: any DeviceStore,
        sharing: Sharing?,
        logger: Logger
    ) {
        self.number = number
        self.limits = limits
        self.wall = wall
        self.directory = directory
        self.waiterCount = waiterCount
        self.hub = hub
        self.shardCount = shardCount
        self.tokens = tokens
        self.log = log
        self.store = store
        self.sharing = sharing
        self.logger = logger
    }

    /// The slot of a device that is in memory; see `withDevice`.
    ///
    /// - Throws: `unknownDevice`; `deviceSetAside`; `storeUnavailable` while a device that was rolled back cannot be
    ///   reloaded.
    func slot(of id: DeviceID) throws(HostError) -> Int {
        guard let slot = slots.slot(of: id), !beingRemoved.contains(slot) else {
            if let device = setAside[id] { throw .deviceSetAside(id, device.reason) }
            throw .unknownDevice(id)
        }
        guard !needingReload.contains(slot) else {
            if case .failed(let reason) = log.availability { throw .storeUnavailable(reason) }
            throw .storeUnavailable("the device \(id) is being reloaded")
        }
        return slot
    }

    /// Finds the device of a request, renews its expiry, and advances its time to what its clock shows.
    ///
    /// - Returns: Its slot, the reading of the real clock to use for the whole request, and whether the device has
    ///   reached its clock's time.
    /// - Throws: As `slot`; `storeUnavailable` if other servers change the device and its time would have to stand still, as nothing
    ///   can be committed: others may let it pass.
    func touch(_ id: DeviceID) throws(HostError) -> (slot: Int, wall: WallInstant, isCurrent: Bool) {
        let wall = wall.now
        let slot = try slot(of: id)
        slots.values[slot]!.wasUsed = true
        renewExpiry(of: slot, at: wall)
        var budget = limits.perAdvance
        let isCurrent = catchUp(slot, at: wall, within: &budget)
        if sharing != nil, !isCurrent, case .failed(let reason) = log.availability { throw .storeUnavailable(reason) }
        return (slot, wall, isCurrent)
    }

    /// Holds a value that was read from a device until all changes of the device are durable.
    func held<Value>(_ value: Value, _ slot: Int) -> Held<Value> {
        slots.withDevice(slot) { Held(value: value, commit: $0.cursor.commit, device: $0.number) }
    }

    /// Renews the expiry of a device that has one. A shared store keeps that itself.
    func renewExpiry(of slot: Int, at wall: WallInstant) {
        guard sharing == nil, let length = slots.values[slot]!.expiresAfter else { return }
        expiries.set(slot, at: wall + length)
    }

    /// Schedules the tick that handles the device's next deadline.
    func scheduleTick(_ slot: Int) {
        let nextTick = slots.withDevice(slot) { $0.nextTick }
        deadlines.set(slot, at: beingRemoved.contains(slot) ? nil : nextTick)
    }
}
