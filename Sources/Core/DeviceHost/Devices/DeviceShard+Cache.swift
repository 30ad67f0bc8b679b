import LifecycleKernel
import Logging

// With a durable store, a shard has no more devices in memory than its share of `HostLimits.devicesInMemory`. Others
// are evicted, and loaded when somebody wants them. A device that was loaded is as if it had never been evicted:
// everything of it was durable, and the store has all of its records. `DeviceDirectory` and `DeviceTokenIndex` have all
// devices, and so have the counts by state.
extension DeviceShard {
    // MARK: Loading

    /// Calls a closure once a device is in memory. What the closure does in the shard cannot be interrupted by an
    /// eviction.
    ///
    /// - Throws: `storeUnreadable` if the device cannot be loaded; what the closure throws.
    func withDevice<Value: Sendable>(
        _ id: DeviceID,
        _ body: @Sendable (isolated DeviceShard) throws(HostError) -> Value
    ) async throws(HostError) -> Value {
        let found = sharing == nil ? nil : FoundDevices.current
        var request = RequestedDevice(number: found?[id])
        while try !isReady(id, &request) { try await prepare(id, &request) }
        if let number = request.number { found?[id] = number }
        return try body(self)
    }

    /// Whether there is a device that is not in memory.
    func isEvicted(_ id: DeviceID) -> Bool {
        evictedCount > 0 && slots.slot(of: id) == nil && setAside[id] == nil && directory.contains(id)
    }

    /// Loads a device, unless it is being loaded: then this waits for that. Look again afterwards whether it is in
    /// memory.
    ///
    /// - Throws: `storeUnreadable`.
    func load(_ id: DeviceID) async throws(HostError) {
        if let promise = waitingForLoad(of: id) {
            // Without the store, each of many that wait would otherwise try it again, one after another.
            if let error = await promise.value(whenCancelled: nil) { throw error }
            // Otherwise it would look again and again: a task that is cancelled waits for nothing.
            if Task.isCancelled { throw .storeUnreadable("the request was cancelled") }
        } else {
            try await load([id])
        }
    }

    /// A promise that is fulfilled when a device has been loaded, with the error if the store cannot be read; nil if nobody loads it.
    private func waitingForLoad(of id: DeviceID) -> Promise<HostError?>? {
        guard loads[id] != nil else { return nil }
        let promise = Promise<HostError?>()
        loads[id]?.append(promise)
        return promise
    }

    /// Loads evicted devices that nobody loads yet. Those that cannot be restored are set aside.
    ///
    /// Nothing changes a device meanwhile, in memory or in the store: it has to be loaded first, and only one load of
    /// it goes on at a time.
    ///
    /// - Parameter makesRoom: Whether others are evicted for them.
    /// - Throws: `storeUnreadable`.
    private func load(_ ids: [DeviceID], makesRoom: Bool = true) async throws(HostError) {
        try await loading(ids) { () async throws(HostError) in
            let origins: [DeviceOrigin]
            let found: [Result<RestoredDevice, StoreDamage>]
            do {
                origins = try await store.devices(named: ids)
                found = await Self.replayed(try await store.storedDevices(origins.map(\.number)))
            } catch {
                throw unreadable("\(error)")
            }
            guard origins.count == ids.count else {
                throw unreadable("\(ids.count - origins.count) of the evicted devices are missing in it")
            }
            for (origin, found) in zip(origins, found) {
                if makesRoom { makeRoomForDevice() }
                enter(origin, found)
            }
        }
    }

    /// Loads devices that nobody loads yet. Other requests for them wait meanwhile.
    ///
    /// If the store cannot be read, the others get the error, too. If that is because this request was cancelled, one of the others
    /// reads the store.
    ///
    /// - Throws: What the body throws.
    func loading(_ ids: [DeviceID], _ body: () async throws(HostError) -> Void) async throws(HostError) {
        for id in ids { loads[id] = [] }
        var failure: HostError?
        defer { for id in ids { for promise in loads.removeValue(forKey: id) ?? [] { promise.fulfill(failure) } } }
        do throws(HostError) {
            try await body()
        } catch {
            if case .storeUnreadable = error, !Task.isCancelled { failure = error }
            throw error
        }
    }

    /// A device as the store has it, and the state restored from that.
    struct RestoredDevice: Sendable {
        let stored: StoredDevice
        let state: RecoveredState
    }

    /// Restores the states of devices, outside of the shard, whose other devices do not wait meanwhile.
    nonisolated static func replayed(
        _ stored: [Result<StoredDevice, StoreDamage>]
    ) async -> [Result<RestoredDevice, StoreDamage>] {
        stored.map { stored in
            Result { () throws(StoreDamage) in
                let stored = try stored.get()
                return RestoredDevice(stored: stored, state: try stored.state())
            }
        }
    }

    /// The error that the store cannot be read. It is counted, unless the request was only cancelled.
    func unreadable(_ reason: String) -> HostError {
        if !Task.isCancelled { counters.countUnreadable() }
        return .storeUnreadable(reason)
    }

    /// Puts a device that was loaded into a slot, or sets it aside.
    private func enter(_ origin: DeviceOrigin, _ found: Result<RestoredDevice, StoreDamage>) {
        let resting = resting[origin.number]
        evictedCount -= 1
        self.resting.remove(origin.number)
        do throws(StoreDamage) {
            let found = try found.get()
            var (device, evicted) = hosted(origin, found.stored, found.state)
            if let resting {
                device.clock = DeviceClock(device.device.clock, showing: resting.anchor, at: resting.anchorWall)
            }
            // The total has them already.
            device.counts = found.state.device.stateCounts
            device.wasUsed = false
            let slot = assignSlot(to: device, evicted: evicted)
            if let expiry = resting?.expiry { expiries.set(slot, at: expiry) }
            counters.countLoadedDevice()
        } catch {
            // Its apps stay counted by their states, as nothing tells any more what these were.
            logger.error(settingAside: setAside(origin, error.description))
        }
    }

    // MARK: Several devices

    /// Calls a closure with each of some devices that there are, in memory one after the other. Devices that are loaded
    /// for it do not take the room of those in use.
    ///
    /// - Throws: `storeUnreadable`; what the closure throws.
    func withDevices(_ ids: [DeviceID], _ body: (DeviceID) throws(HostError) -> Void) async throws(HostError) {
        var rest = ids[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Self.devicesLoadedAtOnce)
            rest = rest.dropFirst(Self.devicesLoadedAtOnce)
            let missing = batch.filter { isEvicted($0) && loads[$0] == nil }
            if !missing.isEmpty { try await load(missing, makesRoom: false) }
            for id in batch {
                // Another request may load it, or it was evicted again.
                while isEvicted(id) { try await load(id) }
                try body(id)
            }
            let wall = wall.now
            for id in missing where slots.count > share {
                guard let slot = slots.slot(of: id), !slots.values[slot]!.wasUsed, isEvictable(slot, at: wall) else {
                    continue
                }
                evict(slot)
            }
        }
    }

    private static let devicesLoadedAtOnce = 64

    // MARK: Devices that rest

    /// Loads devices that have a deadline due, or that expire.
    ///
    /// - Returns: For how long the most overdue of them had been due, and whether there are more than one tick loads.
    func loadDue(at wall: WallInstant) async -> (lateness: Duration, isUnfinished: Bool) {
        var lateness = Duration.zero
        var left = Self.devicesLoadedAtOnce
        while left > 0, let (number, due) = resting.popDue(at: wall) {
            left -= 1
            lateness = max(lateness, wall - due)
            if await load(number: number) == nil { resting.postpone(number, until: wall + Self.pauseAfterFailure) }
        }
        return (lateness, left == 0)
    }

    /// How long after a failure a device that is due is loaded again.
    private static let pauseAfterFailure = Duration.seconds(1)

    /// Loads the device of a number in the store.
    ///
    /// - Returns: Its id; nil if it cannot be loaded.
    private func load(number: Int64) async -> DeviceID? {
        guard let origin = try? await store.devices(after: number - 1, limit: 1).first, origin.number == number else {
            return nil
        }
        if isEvicted(origin.id) { try? await load(origin.id) }
        return isEvicted(origin.id) ? nil : origin.id
    }

    /// Loads the next device whose clock may run, for its last snapshot.
    ///
    /// - Returns: Its slot; nil if there is no other one. A device that cannot be loaded is left out.
    func nextResting() async -> Int? {
        while let number = resting.first(after: lastRestingShutDown) {
            lastRestingShutDown = number
            if let id = await load(number: number), let slot = slots.slot(of: id) { return slot }
        }
        return nil
    }

    // MARK: Evicting

    /// How many devices there may be in memory.
    private var share: Int { max(1, limits.devicesInMemory / shardCount) }

    /// Evicts devices before one is added, if there is no room for it.
    ///
    /// Slots take turns. A device that was used since its last turn stays until the next one. So that an addition takes
    /// a bounded time, there are more devices than there may be where hardly any can be evicted; further turns are
    /// taken in each tick.
    func makeRoomForDevice() {
        guard log.policy.form == .text, slots.count >= share else { return }
        publish()
        let wall = wall.now
        var left = min(2 * slots.values.count, Self.slotsLookedThrough)
        while left > 0, slots.count >= share {
            left -= 1
            deviceEvictionSlot = (deviceEvictionSlot + 1) % slots.values.count
            guard slots.values[deviceEvictionSlot] != nil else { continue }
            if slots.values[deviceEvictionSlot]!.wasUsed {
                slots.values[deviceEvictionSlot]!.wasUsed = false
            } else if isEvictable(deviceEvictionSlot, at: wall) {
                evict(deviceEvictionSlot)
            }
        }
    }

    private static let slotsLookedThrough = 64

    /// A device that has a deadline within this time stays in memory.
    private static let shortestRest = Duration.seconds(60)

    /// Whether the store has all of a device, and nothing waits for it.
    private func isEvictable(_ slot: Int, at wall: WallInstant) -> Bool {
        guard slots.values[slot]!.cursor.commit == nil, waiters[slot] == nil, !beingRemoved.contains(slot),
            !needingReload.contains(slot),
            !hub.isFollowing(slots.values[slot]!.id)
        else { return false }
        // Any server handles what is due.
        guard sharing == nil else { return true }
        let due = [deadlines.deadline(of: slot), expiries.deadline(of: slot)].compactMap(\.self).min()
        return due.map { $0 > wall + Self.shortestRest } ?? true
    }

    private func evict(_ slot: Int) {
        guard sharing == nil else {
            counters.countEvictedDevice()
            return evictCopy(slot)
        }
        let expiry = expiries.deadline(of: slot)
        let nextTick = deadlines.deadline(of: slot)
        let device = removeFromMemory(slot)
        evictedCount += 1
        counters.countEvictedDevice()
        guard device.clock.isRunning || expiry != nil else { return }
        resting.insert(
            RestingDevices.Device(device.clock, nextTick: nextTick, expiry: expiry),
            as: device.cursor.number
        )
    }
}
