import DequeModule
import LifecycleKernel

/// A part of the host's devices, and everything that waits for them.
///
/// A device lives on one shard for all its life, and nothing crosses between two devices, so whatever concerns a
/// device is decided here without asking anybody else. Devices are values in plain storage; an index by real time
/// tells which of them have something due.
///
/// There is one state of each device, which every input changes in place. With a journal, a change is durable only when
/// its commit is. Until then everything that depends on it is held back: what a method returns is `Held` with the commit,
/// and what subscribers, waiting requests and metrics learn of it is kept in `uncommitted`. `publish` releases what has
/// become durable; `rollBack` undoes what has failed. Without a journal everything is published at once.
///
/// `+Devices` creates and removes devices, `+Inputs` applies inputs, `+Steps` finishes what they and time have done,
/// `+Publishing` releases and rolls back, `+Snapshots` ends the journal, `+Recovery` takes in what the journal has kept,
/// `+Reading` answers questions, `+Waiting` lets requests wait, `+Ticking` lets time pass, `+Idempotency` remembers
/// answers, `+Forking` finds what a device is forked from.
actor DeviceShard {
    /// Which of the shards it is.
    let number: Int
    let limits: HostLimits
    let wall: any WallClock
    let directory: DeviceDirectory
    let manifests: ManifestPool
    let waiterCount: WaiterCount
    let hub: RecordHub
    let claimNumbers: ClaimNumbers
    /// How many shards share what is limited in total.
    let shardCount: Int
    /// The changes that wait to be written to the journal; nil when nothing outlives the process.
    let journal: JournalQueue?

    var slots = DeviceSlots()
    /// When the device in each slot has something due, in real time.
    var deadlines = DeadlineIndex()
    /// When the device in each slot is forgotten unless it is asked something before.
    var expiries = DeadlineIndex()
    /// The requests that wait, by the slot of the device.
    var waiters: [Int: [Waiter]] = [:]
    var lastWaiterNumber: UInt64 = 0
    /// The apps of all devices here, by state.
    var counts = StateCounts.zero
    var tally = Tally()
    /// The records kept for all devices here, and the slot of the device that made room last.
    var recordCount = 0
    var evictionHand = 0
    /// About how many bytes the answers kept for all devices here take, and the slot of the device that made room last.
    var answerBytes = 0
    var answerHand = 0
    var isShuttingDown = false
    /// The changes whose commits have not ended, oldest first.
    var uncommitted: Deque<UncommittedChange> = []
    /// The slots of devices whose removal is not durable yet: they are there for nobody any more.
    var beingRemoved: Set<Int> = []
    /// The slots of devices that were rolled back and could not be reloaded yet, as the journal could not be read.
    var needingReload: Set<Int> = []
    /// When the shutdown began to take snapshots, and how many slots it has gone through.
    var shutdownAt: WallInstant?
    var slotsShutDown = 0
    /// Devices that could not be recovered.
    var setAside: [DeviceID: SetAsideDevice] = [:]

    init(
        number: Int,
        limits: HostLimits,
        wall: any WallClock,
        directory: DeviceDirectory,
        manifests: ManifestPool,
        waiterCount: WaiterCount,
        hub: RecordHub,
        claimNumbers: ClaimNumbers,
        shardCount: Int,
        journal: JournalQueue?
    ) {
        self.number = number
        self.limits = limits
        self.wall = wall
        self.directory = directory
        self.manifests = manifests
        self.waiterCount = waiterCount
        self.hub = hub
        self.claimNumbers = claimNumbers
        self.shardCount = shardCount
        self.journal = journal
    }

    /// The slot of a device.
    ///
    /// - Throws: `unknownDevice`; `deviceSetAside`; `journalUnavailable` while a device that was rolled back cannot be
    ///   reloaded.
    func slot(of id: DeviceID) throws(HostError) -> Int {
        guard let slot = slots.slot(of: id), !beingRemoved.contains(slot) else {
            if let device = setAside[id] { throw .deviceSetAside(id, device.reason) }
            throw .unknownDevice(id)
        }
        guard !needingReload.contains(slot) else {
            throw .journalUnavailable(journal?.failure ?? "the device \(id) is being reloaded")
        }
        return slot
    }

    /// Looks a device up because something is asked of it: its life is prolonged, and its time comes to its clock's.
    ///
    /// - Returns: Its slot, the reading of the real clock that holds for all of the question, and whether its time could
    ///   come to its clock's.
    func touch(_ id: DeviceID) throws(HostError) -> (slot: Int, wall: WallInstant, isCurrent: Bool) {
        let slot = try slot(of: id)
        let wall = wall.now
        renew(slot, at: wall)
        return (slot, wall, catchUp(slot, at: wall, limit: limits.deadlinesPerAdvance))
    }

    /// Holds something that was read from a device until all of the device is durable.
    func held<Value>(_ value: Value, _ slot: Int) -> Held<Value> {
        Held(value: value, commit: slots.values[slot]!.cursor?.commit)
    }

    /// Prolongs the life of a device that is forgotten when nobody asks for it.
    func renew(_ slot: Int, at wall: WallInstant) {
        guard let length = slots.values[slot]!.expiresAfter else { return }
        expiries.set(slot, at: wall + length)
    }

    /// What is due at an instant is settled by a tick once the instant is over, a millisecond later: an input may
    /// still come in at it, and goes first. The last instant that can be written is never over.
    func scheduleTick(_ slot: Int) {
        let clock = slots.values[slot]!.clock
        guard clock.isRunning, !beingRemoved.contains(slot), let nextDeadline = slots.values[slot]!.device.nextDeadline,
            nextDeadline < .latest
        else {
            deadlines.set(slot, at: nil)
            return
        }
        deadlines.set(slot, at: clock.reading(showing: nextDeadline + 1))
    }
}
