import DequeModule
import LifecycleKernel

/// A part of the host's devices, and everything that waits for them.
///
/// A device lives on one shard for all its life, and nothing crosses between two devices, so whatever concerns a
/// device is decided here without asking anybody else. Devices are values in plain storage; an index by real time
/// says which of them have something due.
///
/// With a journal that outlives the process, what is done to a device is done to a state ahead of it (`AheadState`),
/// which nobody sees before the journal has it; the device in `slots` is always the durable one. Without such a journal
/// there are no states ahead, and nothing waits.
///
/// `+Inputs` applies inputs, `+Reading` answers questions, `+Waiting` lets requests wait, `+Ticking` lets time pass,
/// `+Idempotency` remembers answers, `+Journal` hands steps to the journal and shows what is durable, `+Recovery` takes
/// in what the journal has kept, `+Forking` finds what a device is forked from.
actor DeviceShard {
    /// Which of the shards it is.
    let index: Int
    let limits: HostLimits
    let wall: any WallClock
    let directory: DeviceDirectory
    let manifests: ManifestPool
    let waiterCount: WaiterCount
    let hub: RecordHub
    let claimNumbers: ClaimNumbers
    /// How many shards share what is limited in total.
    let shardCount: Int
    /// What waits to be written to the journal; nil when nothing outlives the process.
    let journal: JournalQueue?

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
    /// About how many bytes the answers kept for all devices here take, and the place of the device that made room last.
    var answerBytes = 0
    var answerHand = 0
    var isShuttingDown = false
    /// What is not durable yet, in the order in which it was handed to the journal.
    var pending: Deque<PendingChange> = []
    /// The journal's epoch in which everything pending was handed over.
    var epoch: UInt64 = 0
    /// When the shutdown closed the books, and the places that have been gone through then.
    var closingAt: WallInstant?
    var placesClosed = 0
    /// Devices that could not be recovered.
    var setAside: [DeviceID: SetAsideDevice] = [:]

    init(
        index: Int,
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
        self.index = index
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

    /// Takes a device in.
    ///
    /// - Parameters:
    ///   - device: The device. What its ring holds was written before; what it has written since is still in it.
    ///   - answer: The answer to the request, when it has an idempotency key.
    /// - Throws: `deviceExists`, `tooManyDevices`; `overloaded` or `journalUnavailable` when it cannot be journalled.
    func insert(_ device: HostedDevice, answer: AnswerRecipe<DeviceDocument>?) async throws(HostError) -> DeviceDocument
    {
        try directory.add(device.id, labels: device.labels)
        var device = device
        let records = device.device.takeRecords()
        let evicted = device.records.append(records)
        let document = device.document()
        if journal == nil {
            takeIn(device, records, evicted: evicted)
        } else {
            do throws(HostError) {
                let creation = try beginCreation(
                    device,
                    records,
                    evicted,
                    answer?.keyed(document, within: limits, on: wall.date)
                )
                try await settled(creation)
            } catch {
                directory.remove(device.id, labels: device.labels)
                throw error
            }
        }
        return document
    }

    /// Gives a device a place.
    ///
    /// - Parameter records: What was written when it was made.
    @discardableResult
    func takeIn(_ device: HostedDevice, _ records: [Record], evicted: Int) -> Int {
        let place = slots.insert(device)
        recordCount += device.records.count
        answerBytes += device.answers?.bytes ?? 0
        renew(place, at: wall.now)
        tally.count(records, evicted: evicted)
        recount(place)
        hub.publish(records, of: device.id, labels: device.labels)
        makeRoomForRecords()
        makeRoomForAnswers()
        scheduleTick(place)
        return place
    }

    /// Removes a device with all that is on it.
    func remove(_ id: DeviceID, expecting expected: UInt64?) async throws(HostError) {
        if setAside[id] != nil { return try await removeSetAside(id) }
        let place = try place(of: id)
        try checkSequence(place, expected)
        guard journal != nil else { return remove(place) }
        try await settled(try beginRemoval(place))
    }

    /// Removes those of some devices that are still there.
    ///
    /// - Returns: How many there were; and what tells when they are gone, when that has to be waited for.
    /// - Throws: `overloaded` or `journalUnavailable` when that cannot be journalled; some may be gone then.
    func beginRemovals(
        _ ids: [DeviceID]
    ) throws(HostError) -> (count: Int, settlement: WakeUp<HostError?>?) {
        let places = ids.compactMap { try? place(of: $0) }
        guard journal != nil else {
            for place in places { remove(place) }
            return (places.count, nil)
        }
        var last: AheadState?
        for place in places { last = try beginRemoval(place) }
        return (places.count, last.map { settlement(of: $0) })
    }

    /// Removes the device at a place; whoever waits for it is told.
    func remove(_ place: Int) {
        let device = slots.remove(place)
        directory.remove(device.id, labels: device.labels)
        deadlines.set(place, at: nil)
        expiries.set(place, at: nil)
        counts -= device.counts
        recordCount -= device.records.count
        answerBytes -= device.answers?.bytes ?? 0
        hub.publishDeletion(of: device.id, labels: device.labels)
        device.answers?.wakeAll()
        for waiter in waiters.removeValue(forKey: place) ?? [] { waiter.wakeUp.give(.deviceGone) }
    }

    /// The place of a device.
    ///
    /// - Throws: `unknownDevice`; `deviceSetAside`.
    func place(of id: DeviceID) throws(HostError) -> Int {
        guard let place = slots.place(of: id), slots.journalled[place]?.isLeaving != true else {
            if let flaw = setAside[id] { throw .deviceSetAside(id, flaw.why) }
            throw .unknownDevice(id)
        }
        return place
    }

    /// Comes to a device because something is asked of it: its life is prolonged, and its time comes to its clock's.
    ///
    /// With a journal, what that caused is ahead of the device; see `visit`.
    ///
    /// - Returns: Its place, and the reading of the real clock that holds for all of the question.
    func come(to id: DeviceID) throws(HostError) -> (place: Int, wall: WallInstant, isCurrent: Bool) {
        let place = try place(of: id)
        let wall = wall.now
        renew(place, at: wall)
        return (place, wall, catchUp(place, at: wall, limit: limits.deadlinesPerAdvance))
    }

    /// Comes to a device to look at it: everything that came in before is durable, or has failed.
    ///
    /// - Returns: As `come`.
    func visit(_ id: DeviceID) async throws(HostError) -> (place: Int, wall: WallInstant) {
        let (place, wall, _) = try come(to: id)
        guard journal != nil, let ahead = slots.journalled[place]?.ahead.last else { return (place, wall) }
        // A failure is no reason not to show what is durable.
        try? await settled(ahead)
        // Another device may be at the place by now.
        return (try self.place(of: id), wall)
    }

    /// Lets a device's time come to what its clock shows.
    ///
    /// - Returns: Whether it did; if not, so many deadlines were due that the rest waits.
    func catchUp(_ place: Int, at wall: WallInstant, limit: Int) -> Bool {
        guard journal == nil else { return catchUpAhead(place, at: wall, limit: limit) }
        let now = slots.values[place]!.clock.now(at: wall)
        guard slots.values[place]!.device.now < now else { return true }
        let isCurrent = slots.values[place]!.device.settle(before: now, limit: limit)
        _ = commit(place)
        return isCurrent
    }

    /// Does what is to be done after a device may have changed: keeps its records, counts, wakes who waits, tells
    /// who follows, and notes when something is due next.
    ///
    /// - Returns: The new records.
    func commit(_ place: Int) -> [Record] {
        let records = slots.values[place]!.device.takeRecords()
        keep(records, at: place)
        scheduleTick(place)
        return records
    }

    /// Shows records that a device has written: from here on everybody sees them.
    func keep(_ records: [Record], at place: Int) {
        guard !records.isEmpty else { return }
        let evicted = slots.values[place]!.records.append(records)
        recordCount += records.count - evicted
        tally.count(records, evicted: evicted)
        recount(place)
        wakeWaiters(place, records)
        hub.publish(records, of: slots.values[place]!.id, labels: slots.values[place]!.labels)
        makeRoomForRecords()
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
        let (clock, nextDeadline) = latest(place) { device, clock in (clock, device.nextDeadline) }
        let isLeaving = slots.journalled[place]?.isLeaving == true
        guard clock.isRunning, !isLeaving, let nextDeadline, nextDeadline < .latest else {
            deadlines.set(place, at: nil)
            return
        }
        deadlines.set(place, at: clock.reading(showing: nextDeadline + 1))
    }

    /// Looks at a device as it is with everything that came in, durable or not yet.
    func latest<Answer>(
        _ place: Int,
        _ look: (borrowing Device, DeviceClock) throws(HostError) -> Answer
    ) throws(HostError) -> Answer {
        if let ahead = slots.journalled[place]?.ahead.last { return try look(ahead.device, ahead.clock) }
        return try look(slots.values[place]!.device, slots.values[place]!.clock)
    }

    /// As above, where nothing is refused.
    func latest<Answer>(_ place: Int, _ look: (borrowing Device, DeviceClock) -> Answer) -> Answer {
        if let ahead = slots.journalled[place]?.ahead.last { return look(ahead.device, ahead.clock) }
        return look(slots.values[place]!.device, slots.values[place]!.clock)
    }

    /// Prolongs the life of a device that is forgotten when nobody asks for it.
    func renew(_ place: Int, at wall: WallInstant) {
        guard let length = slots.values[place]!.expiresAfter else { return }
        expiries.set(place, at: wall + length)
    }
}
