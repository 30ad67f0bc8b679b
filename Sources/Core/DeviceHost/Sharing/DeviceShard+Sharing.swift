import DeviceTokens
import LifecycleKernel
import Logging

/// What the shards of a server need if other servers change the same devices. A class, so that one comparison tells each request
/// whether the store is shared.
final class Sharing: Sendable {
    /// The store that is shared.
    let store: any SharedStore
    /// Checks whether devices in memory are as the store has them.
    let checks: RevisionChecks

    init(store: any SharedStore, checks: RevisionChecks) {
        self.store = store
        self.checks = checks
    }
}

/// The device that a request is for, and what the request knows about it.
///
/// A request may use a device in memory if the store had the same revision at some time after the request arrived. A request keeps
/// the number of the device that it has found: another device that gets the id later is not the one that the request is for.
struct RequestedDevice {
    /// Its number; nil before the request has found it.
    var number: Int64?
    /// Whether the request counts as a use of the device, which puts off its expiry.
    var isUse = true
    /// The revision that the store had; nil before the request has asked.
    fileprivate var revision: Revision?
    /// How many changes of the device in memory were committed when the request asked, as far as the shard knew.
    fileprivate var committed: Int64 = 0
    /// The commit to wait for before the request asks again.
    fileprivate var commit: Commit?
    /// The revision of the device in memory, if the store has another one.
    fileprivate var old: Revision?
    /// Whether there is nothing to load: no device, or one that cannot be restored.
    fileprivate var isMissing = false

    /// Clears what the store answered, so that the request asks again.
    mutating func askAgain() { self = RequestedDevice(number: number, isUse: isUse) }

    init(number: Int64? = nil, isUse: Bool = true) {
        self.number = number
        self.isUse = isUse
    }
}

// With a shared store, any server may change any device. A device in memory is a copy: the shard compares it with the store before
// it is used, loads it again if it is old, and evicts it if that is simpler than to update it.
extension DeviceShard {
    /// Whether a request may go on: with the device as it is in memory, or with the answer that there is none. Otherwise the
    /// request has to call `prepare`, and then this again.
    ///
    /// - Throws: `unknownDevice` if another device has the id by now.
    func isReady(_ id: DeviceID, _ request: inout RequestedDevice) throws(HostError) -> Bool {
        guard sharing != nil else { return !isEvicted(id) }
        publish()
        guard let slot = slots.slot(of: id) else { return request.isMissing }
        request.isMissing = false
        let cursor = slots.values[slot]!.cursor
        guard request.number == nil || request.number == cursor.number else {
            guard let commit = cursor.commit else { throw .unknownDevice(id) }
            // A device that is being created here under the same id. Its creation succeeds only if the other device is gone.
            request.commit = commit
            return false
        }
        if beingRemoved.contains(slot), let commit = cursor.commit {
            // If another server changes the device at the same time, the removal fails, and the device still exists.
            request.askAgain()
            request.commit = commit
            return false
        }
        guard let stored = request.revision, let own = cursor.revision else { return false }
        // The device may be newer than that, by changes of this server. If another server came first, their commit is a conflict.
        if stored == own || stored.count < own.count && stored.count >= request.committed {
            unshared.noteCurrent(cursor.number)
            return true
        }
        request.askAgain()
        if let commit = cursor.commit {
            request.commit = commit
        } else {
            if stored.count <= own.count { noteLoss(of: id, own.count, stored.count) }
            unshared.noteChanges([cursor.number])
            request.old = own
        }
        return false
    }

    /// Calls a closure that changes a device, once the device is in memory.
    ///
    /// If no other server seems to change the device, this does not ask the store first: the commit compares the revision in any
    /// case. If the closure throws, its error counts only if the copy is as the store has it.
    ///
    /// - Throws: As `withDevice`.
    func changingDevice<Value: Sendable>(
        _ id: DeviceID,
        _ body: @Sendable (isolated DeviceShard) throws(HostError) -> Held<Value>
    ) async throws(HostError) -> Held<Value> {
        guard seemsCurrent(id) else { return try await withDevice(id, body) }
        do throws(HostError) {
            return try body(self)
        } catch {
            let refused = revision(of: id)
            return try await withDevice(id) { shard throws(HostError) in
                guard shard.revision(of: id) != refused else { throw error }
                return try body(shard)
            }
        }
    }

    /// The revision of a device in memory; nil if there is none.
    private func revision(of id: DeviceID) -> Revision? {
        slots.slot(of: id).flatMap { slots.values[$0]!.cursor.revision }
    }

    /// Whether a device in memory is probably as the store has it.
    private func seemsCurrent(_ id: DeviceID) -> Bool {
        guard sharing != nil else { return false }
        publish()
        guard let slot = slots.slot(of: id), !beingRemoved.contains(slot) else { return false }
        // A use of a device that expires is noted when the store is asked.
        guard slots.values[slot]!.expiresAfter == nil else { return false }
        let number = slots.values[slot]!.number
        return unshared.contains(number) && FoundDevices.current?[id] ?? number == number
    }

    /// Asks the store what a request has to know about a device, and loads the device if it is not in memory.
    ///
    /// - Throws: `unknownDevice` if another device has the id by now; `storeUnreadable`.
    func prepare(_ id: DeviceID, _ request: inout RequestedDevice) async throws(HostError) {
        guard let sharing else { return try await load(id) }
        guard let slot = slots.slot(of: id) else { return try await load(id, from: sharing.store, &request) }
        if let commit = request.commit.take() {
            _ = await commit.outcome()
            return
        }
        if let old = request.old.take() {
            let seen = waiters[slot] == nil ? nil : await showSteps(of: id, since: old, in: sharing.store)
            if let slot = slots.slot(of: id), slots.values[slot]!.cursor.revision == old { evictCopy(slot, seen) }
            return
        }
        let cursor = slots.values[slot]!.cursor
        let isUsed = request.isUse && slots.values[slot]!.expiresAfter != nil
        request.committed = cursor.commit == nil ? cursor.revision?.count ?? 0 : 0
        request.revision = try await sharing.checks.revision(of: cursor.number, isUsed: isUsed)
        guard request.revision == nil else {
            // Not set before: the creation here may still fail, since another server has created a device with the same id.
            request.number = cursor.number
            return
        }
        publish()
        guard let slot = slots.slot(of: id), slots.values[slot]!.number == cursor.number else { return }
        if let commit = slots.values[slot]!.cursor.commit {
            // It is being created, or removed.
            request.commit = commit
        } else if request.committed > 0 {
            // Another server has removed it.
            drop(slot)
        }
    }

    /// Shows each step that other servers have made to the requests that wait for the device: a state that they wait for may be
    /// over already.
    ///
    /// - Returns: The device as they have seen it last; nil if it has another revision by now.
    private func showSteps(
        of id: DeviceID,
        since revision: Revision,
        in store: any SharedStore
    ) async -> HostedDevice? {
        guard let slot = slots.slot(of: id) else { return nil }
        var hosted = slots.values[slot]!
        var isSame = true
        await replaySteps(of: &hosted, in: store) { hosted, records in
            isSame = slots.slot(of: id) == slot && slots.values[slot]?.cursor.revision == revision
            if isSame { show(hosted, records, toWaitersOf: slot) }
            return isSame
        }
        return isSame ? hosted : nil
    }

    /// Shows a request the steps that the store has and that it has not seen.
    ///
    /// - Parameters:
    ///   - view: What the request has seen of the device.
    ///   - after: Only records after this sequence count.
    /// - Returns: The moment at which its condition was met; nil if it was not.
    func showMissedSteps(to view: inout Waiter.View, after: SequenceNumber) async -> Waiter.Moment? {
        guard let sharing else { return nil }
        var moment: Waiter.Moment?
        var interest = view.interest
        await replaySteps(of: &view.device, in: sharing.store) { hosted, records in
            var matching = RecordMatching(records)
            if interest.observe(hosted, records: &matching, after: after) { moment = hosted.moment(interest.recordMet) }
            return moment == nil
        }
        view.interest = interest
        return moment
    }

    /// Replays the steps of other servers on a copy of a device.
    ///
    /// Steps of another kernel version are not replayed. Requests look at the state after them.
    ///
    /// - Parameter show: Called after each step with the device and the records. Returns whether to go on.
    private func replaySteps(
        of hosted: inout HostedDevice,
        in store: any SharedStore,
        _ show: (HostedDevice, [Record]) -> Bool
    ) async {
        var position: SequenceNumber?
        while position != hosted.device.lastSequence {
            position = hosted.device.lastSequence
            let steps = try? await store.steps(
                of: hosted.number,
                withRecordsAfter: hosted.device.lastSequence,
                limit: Self.stepsShownAtOnce
            )
            for step in steps ?? [] {
                // On a copy: the device may be further in time than the step, which then writes something else.
                var next = hosted
                guard step.before == hosted.device.lastSequence, let again = try? DeviceStep(step),
                    (try? next.device.replay(again)) != nil
                else { return }
                let records = next.device.takeRecords()
                guard RecordText.write(records) == step.records else { return }
                hosted = next
                guard show(hosted, records.namingTokens(on: hosted.id.description)) else { return }
            }
        }
    }

    private static let stepsShownAtOnce = 64

    private func show(_ hosted: borrowing HostedDevice, _ records: [Record], toWaitersOf slot: Int) {
        guard var waiting = waiters.removeValue(forKey: slot) else { return }
        var matching = RecordMatching(records)
        for index in waiting.indices where waiting[index].observe(hosted, records: &matching) {
            waiting[index].promise.fulfill(.met(hosted.moment(waiting[index].recordMet)))
        }
        waiters[slot] = waiting
    }

    private func load(
        _ id: DeviceID,
        from store: any SharedStore,
        _ request: inout RequestedDevice
    ) async throws(HostError) {
        if loads[id] != nil { return try await load(id) }
        try await loading([id]) { () async throws(HostError) in try await read(id, from: store, &request) }
    }

    private func read(
        _ id: DeviceID,
        from store: any SharedStore,
        _ request: inout RequestedDevice
    ) async throws(HostError) {
        let conflict = conflicts.removeValue(forKey: id)
        let found: FoundDevice?
        do {
            found = try await store.device(id)
            if request.isUse, let origin = found?.origin, origin.expiresAfter != nil {
                try await store.noteUses(of: [origin.number])
            }
        } catch {
            throw unreadable("\(error)")
        }
        guard let found else {
            setAside[id] = nil
            request.isMissing = true
            return
        }
        guard request.number == nil || request.number == found.origin.number else { throw .unknownDevice(id) }
        request.number = found.origin.number
        let restored = await Self.replayed([found.stored])[0]
        // It was created here meanwhile.
        guard slots.slot(of: id) == nil else { return }
        do throws(StoreDamage) {
            let restored = try restored.get()
            if let conflict, conflict.number == found.origin.number, let stored = restored.stored.revision?.count,
                stored < conflict.acknowledged
            {
                noteLoss(of: id, conflict.acknowledged, stored)
            }
            enter(found.origin, restored.stored, restored.state)
            request.revision = restored.stored.revision
        } catch {
            guard !error.isOfOtherVersion else { throw unreadable(error.description) }
            logger.error(settingAside: setAside(found.origin, error.description))
            request.isMissing = true
        }
    }

    /// Puts a device that was loaded into a slot.
    private func enter(_ origin: DeviceOrigin, _ stored: StoredDevice, _ state: RecoveredState) {
        makeRoomForDevice()
        setAside[origin.id] = nil
        directory.enter(origin.id)
        let (device, evicted) = hosted(origin, stored, state)
        let slot = assignSlot(to: device, evicted: evicted)
        publish(StepEffects(records: [], counts: state.device.stateCounts), of: slot)
        counters.countLoadedDevice()
        hub.noteReached(state.device.lastSequence, of: origin.id)
        if !stored.isOfThisKernel { begin(slot) }
    }

    /// Evicts a device that the store has in another state. Requests that wait for it go on from what they have seen.
    ///
    /// - Parameter seen: The device as they have seen it last; nil if what they saw may have been undone.
    func evictCopy(_ slot: Int, _ seen: HostedDevice? = nil) {
        let device = freeSlot(slot)
        directory.evict(device.id, labels: device.labels)
        for waiter in waiters[slot] ?? [] {
            let view = seen.map(waiter.view) ?? waiter.durable
            waiter.promise.fulfill(view.map(Waiter.End.superseded) ?? .rolledBack)
        }
    }

    /// Notes that the store has lost the last change of a device, which it had acknowledged.
    private func noteLoss(of id: DeviceID, _ own: Int64, _ stored: Int64) {
        counters.countLostDevice()
        logger.error(
            "the database has lost acknowledged changes of a device",
            metadata: ["device.id": "\(id)", "revision": "\(own)", "stored": "\(stored)"]
        )
    }

    // MARK: What other servers change

    /// Updates the devices in memory that requests wait for or streams follow.
    ///
    /// - Parameter devices: The numbers of devices that have changed; nil if any may have.
    func noteChanges(_ devices: Set<Int64>?) async {
        if let devices { unshared.noteChanges(devices) } else { unshared.look() }
        var watched = hub.followedDevices.filter { $0.shardIndex(among: shardCount) == number }
        for slot in waiters.keys { if let device = slots.values[slot] { watched.insert(device.id) } }
        let changed = watched.filter { id in
            guard let devices, let slot = slots.slot(of: id) else { return true }
            return devices.contains(slots.values[slot]!.number)
        }
        await withDiscardingTaskGroup { group in
            for id in changed { group.addTask { await self.bringUpToDate(id) } }
        }
    }

    /// Loads a device again if another server has changed it. A call for a device that is being loaded has that done once more.
    private func bringUpToDate(_ id: DeviceID) async {
        guard updates.updateValue(true, forKey: id) == nil else { return }
        while updates[id] == true {
            updates[id] = false
            await loadIfChanged(id)
        }
        updates[id] = nil
    }

    private func loadIfChanged(_ id: DeviceID) async {
        var request = RequestedDevice(isUse: false)
        do throws(HostError) {
            while try !isReady(id, &request) { try await prepare(id, &request) }
        } catch {
            // The next notice comes within a second.
            return
        }
        guard let slot = slots.slot(of: id) else {
            // The device was removed while it was not in memory.
            if setAside[id] == nil { hub.publishDeletion(of: id, number: 0, labels: []) }
            return
        }
        if slots.values[slot]!.cursor.commit == nil { hub.noteReached(slots.values[slot]!.device.lastSequence, of: id) }
    }

    // MARK: Devices that are due

    /// The result of work on a claimed device.
    struct ClaimEnd: Sendable {
        /// Ends the claim, once the commit has ended; nil to let it run out.
        var settled: SettledDevice?
        /// The commit of what was written. It ends the claim by itself only if it changes the deadline.
        var commit: Commit?
    }

    /// Lets the time of a due device pass, or removes the device if it has expired.
    func settle(_ claimed: ClaimedDevices.Device) async -> ClaimEnd {
        var request = RequestedDevice(number: claimed.number, isUse: false)
        let slot: Int
        do throws(HostError) {
            while try !isReady(claimed.id, &request) { try await prepare(claimed.id, &request) }
            slot = try self.slot(of: claimed.id)
        } catch {
            return ClaimEnd()
        }
        guard log.hasRoom else { return ClaimEnd() }
        if claimed.isExpired, waiters[slot] == nil, !hub.isFollowing(claimed.id) {
            _ = try? remove(slot, ifExpired: true)
            return ClaimEnd()
        }
        _ = tick(slot, at: wall.now, limit: Self.deadlinesPerDevice)
        let device = slots.values[slot]!
        guard let revision = device.cursor.revision else { return ClaimEnd() }
        return ClaimEnd(
            settled: SettledDevice(number: device.number, revision: revision, deadline: device.nextTick),
            commit: device.cursor.commit
        )
    }

    /// Finds out whether a device in memory is due, and takes the shard's part of the metrics.
    ///
    /// The store decides which server handles a due device. This only says that it is time to ask.
    func lookForDue(at wall: WallInstant) -> (isDue: Bool, metrics: ShardMetrics) {
        makeRoomForDevice()
        var isDue = false
        while deadlines.popDue(at: wall) != nil { isDue = true }
        return (isDue, takeMetrics())
    }

    /// The devices with an expiry that are in use, because requests wait for them or streams follow them.
    func expiringDevicesInUse() -> [Int64] {
        let followed = hub.followedDevices.compactMap { slots.slot(of: $0) }
        return Set(followed).union(waiters.keys).compactMap { slot in
            slots.values[slot].flatMap { $0.expiresAfter == nil ? nil : $0.number }
        }
    }
}
