import LifecycleKernel

/// A part of the host's devices, and everything that waits for them.
///
/// A device lives on one shard for all its life, and nothing crosses between two devices, so whatever concerns a
/// device is decided here without asking anybody else. Devices are values in plain storage; an index by real time
/// says which of them have something due.
///
/// `+Inputs` applies inputs, `+Reading` answers questions, `+Waiting` lets requests wait, `+Ticking` lets time pass,
/// `+Idempotency` remembers answers.
actor DeviceShard {
    let limits: HostLimits
    let wall: any WallClock
    let directory: DeviceDirectory
    let manifests: ManifestPool
    let waiterCount: WaiterCount
    let hub: RecordHub
    /// How many shards share what is limited in total.
    let shardCount: Int

    var slots = DeviceSlots()
    /// When each place has something due, in real time.
    var deadlines = DeadlineIndex()
    /// When each place is forgotten unless it is asked something before.
    var expiries = DeadlineIndex()
    /// Who waits, by the place of the device.
    var waiters: [Int: [Waiter]] = [:]
    var lastWaiterNumber: UInt64 = 0
    /// The apps of all devices here, by state.
    var counts = StateCounts.zero
    var tally = Tally()
    /// The records kept for all devices here, and the place of the device that made room last.
    var recordCount = 0
    var evictionHand = 0
    var isShuttingDown = false

    init(
        limits: HostLimits,
        wall: any WallClock,
        directory: DeviceDirectory,
        manifests: ManifestPool,
        waiterCount: WaiterCount,
        hub: RecordHub,
        shardCount: Int
    ) {
        self.limits = limits
        self.wall = wall
        self.directory = directory
        self.manifests = manifests
        self.waiterCount = waiterCount
        self.hub = hub
        self.shardCount = shardCount
    }

    /// Takes a device in.
    ///
    /// - Throws: `deviceExists`, `tooManyDevices`.
    func insert(_ device: HostedDevice) throws(HostError) -> DeviceDocument {
        try directory.add(device.id, labels: device.labels)
        let place = slots.insert(device)
        let wall = wall.now
        renew(place, at: wall)
        _ = commit(place, at: wall)
        return slots.values[place]!.document()
    }

    /// Removes a device with all that is on it.
    func remove(_ id: DeviceID, expecting expected: UInt64?) throws(HostError) {
        guard let place = slots.place(of: id) else { throw .unknownDevice(id) }
        try checkSequence(place, expected)
        remove(place)
    }

    /// Removes those of some devices that are still there.
    ///
    /// - Returns: How many there were.
    func removeAll(_ ids: [DeviceID]) -> Int {
        let places = ids.compactMap(slots.place(of:))
        for place in places { remove(place) }
        return places.count
    }

    /// Removes the device at a place; whoever waits for it is told.
    func remove(_ place: Int) {
        let device = slots.remove(place)
        directory.remove(device.id, labels: device.labels)
        deadlines.set(place, at: nil)
        expiries.set(place, at: nil)
        counts -= device.counts
        recordCount -= device.records.count
        hub.publishDeletion(of: device.id, labels: device.labels)
        device.answers?.wakeAll()
        for waiter in waiters.removeValue(forKey: place) ?? [] { waiter.wakeUp.give(.deviceGone) }
    }

    /// Comes to a device because something is asked of it: its life is prolonged, and its time comes to its clock's.
    ///
    /// - Returns: Its place, and the reading of the real clock that holds for all of the question.
    func visit(_ id: DeviceID) throws(HostError) -> (place: Int, wall: WallInstant, isCurrent: Bool) {
        guard let place = slots.place(of: id) else { throw .unknownDevice(id) }
        let wall = wall.now
        renew(place, at: wall)
        return (place, wall, catchUp(place, at: wall, limit: limits.deadlinesPerAdvance))
    }

    /// Lets a device's time come to what its clock shows.
    ///
    /// - Returns: Whether it did; if not, so many deadlines were due that the rest waits.
    func catchUp(_ place: Int, at wall: WallInstant, limit: Int) -> Bool {
        let now = slots.values[place]!.clock.now(at: wall)
        guard slots.values[place]!.device.now < now else { return true }
        let isCurrent = slots.values[place]!.device.settle(before: now, limit: limit)
        _ = commit(place, at: wall)
        return isCurrent
    }

    /// Does what is to be done after a device may have changed: keeps its records, counts, wakes who waits, tells
    /// who follows, and notes when something is due next.
    ///
    /// - Returns: The new records.
    func commit(_ place: Int, at wall: WallInstant) -> [Record] {
        let records = slots.values[place]!.device.takeRecords()
        if !records.isEmpty {
            let evicted = slots.values[place]!.records.append(records)
            recordCount += records.count - evicted
            tally.count(records, evicted: evicted)
            recount(place)
            wakeWaiters(place, records)
            hub.publish(records, of: slots.values[place]!.id, labels: slots.values[place]!.labels)
            makeRoomForRecords()
        }
        scheduleTick(place)
        return records
    }

    private func recount(_ place: Int) {
        let now = StateCounts(of: slots.values[place]!.device)
        counts -= slots.values[place]!.counts
        counts += now
        slots.values[place]!.counts = now
    }

    /// What is due at an instant is settled by a tick once the instant is over, a millisecond later: an input may
    /// still come in at it, and goes first. The last instant that can be written is never over.
    func scheduleTick(_ place: Int) {
        guard slots.values[place]!.clock.isRunning, let next = slots.values[place]!.device.nextDeadline,
            next < .latest
        else {
            deadlines.set(place, at: nil)
            return
        }
        deadlines.set(place, at: slots.values[place]!.clock.reading(showing: next + 1))
    }

    /// Prolongs the life of a device that is forgotten when nobody asks for it.
    func renew(_ place: Int, at wall: WallInstant) {
        guard let length = slots.values[place]!.expiresAfter else { return }
        expiries.set(place, at: wall + length)
    }
}
