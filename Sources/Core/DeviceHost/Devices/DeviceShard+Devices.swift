import DeviceTokens
import LifecycleKernel

extension DeviceShard {
    // MARK: Creating

    /// Adds a new device.
    ///
    /// - Parameters:
    ///   - device: The device. Its ring has the records of a device that it was forked from; its new records are still
    ///     in `device.device`.
    ///   - isMadeAgain: Whether tokens of an earlier device of its name are retired, so that its own must be others.
    ///   - claim: That of the request, when it has an idempotency key.
    /// - Throws: `deviceExists`, `tooManyDevices`; `overloaded` or `storeUnavailable` when it cannot be stored.
    func insert(
        _ device: HostedDevice,
        isMadeAgain: Bool,
        under claim: AnswerClaim?
    ) throws(HostError) -> Held<DeviceDocument> {
        // The limit of a shared store is checked by the registry, and its ids by the commit.
        try directory.add(device.id, labels: device.labels, isNew: sharing == nil)
        do throws(HostError) {
            try log.admit(isRemoval: false)
        } catch {
            directory.remove(device.id, labels: device.labels)
            throw error
        }
        makeRoomForDevice()
        var device = device
        let new = log.nextDevice()
        if isMadeAgain { device.device.incarnation = UInt32(truncatingIfNeeded: new) }
        let isCopy = device.records.count > 0
        let records = device.device.takeRecords()
        let evicted = device.records.append(records)
        let document = device.document()
        let creation = device.creation(new, isCopy: isCopy, under: claim, log.policy, limits.perAdvance)
        device.cursor.append(in: log.append(creation, from: number))
        let effects = StepEffects(records: records, counts: device.device.stateCounts)
        let slot = assignSlot(to: device, evicted: evicted)
        let held = held(document, slot)
        if let commit = held.commit {
            uncommitted.append(UncommittedChange(commit: commit, kind: .creation(slot: slot, effects)))
        } else {
            publish(effects, of: slot)
        }
        return held
    }

    /// Assigns a slot to a device.
    ///
    /// - Parameter evicted: How many of its records were evicted from its ring.
    /// - Returns: The slot.
    func assignSlot(to device: HostedDevice, evicted: Int) -> Int {
        let slot = slots.insert(device)
        kept += device.kept
        counters.countEvictedRecords(evicted)
        renewExpiry(of: slot, at: wall.now)
        indexTokens(of: slot)
        makeRoomForRecords()
        scheduleTick(slot)
        return slot
    }

    // MARK: Removing

    /// Removes a device with all its apps.
    ///
    /// - Throws: `unknownDevice`, `preconditionFailed`; `overloaded` or `storeUnavailable` when that cannot be
    ///   stored.
    func remove(_ id: DeviceID, expecting expected: SequenceNumber?) throws(HostError) -> Held<Void> {
        if let device = setAside[id] {
            return Held(value: (), commit: try remove(setAside: device), device: device.origin.number)
        }
        let slot = try slot(of: id)
        try checkSequence(slot, expected)
        let number = slots.values[slot]!.cursor.number
        return Held(value: (), commit: try remove(slot, isRequested: true), device: number)
    }

    /// Removes some devices, ignoring those that no longer exist.
    ///
    /// - Returns: The removals.
    /// - Throws: `overloaded` or `storeUnavailable` if a removal cannot be stored, `storeUnreadable` if a device cannot
    ///   be loaded; some may have been removed.
    func remove(_ ids: [DeviceID]) async throws(HostError) -> [Held<Void>] {
        var removed: [Held<Void>] = []
        try await withDevices(ids) { id throws(HostError) in
            guard let slot = try? slot(of: id) else { return }
            let number = slots.values[slot]!.cursor.number
            removed.append(Held(value: (), commit: try remove(slot, isRequested: true), device: number))
        }
        return removed
    }

    /// Removes the device in a slot. It is no longer found from now on; its slot is freed when the removal is durable.
    ///
    /// - Parameters:
    ///   - isRequested: Whether a client asked for it.
    ///   - ifExpired: Whether it is a conflict if another server has used the device since, as it is if one has changed it.
    /// - Throws: `overloaded` or `storeUnavailable` when that cannot be stored.
    @discardableResult
    func remove(
        _ slot: Int,
        isRequested: Bool = false,
        ifExpired: Bool = false
    ) throws(HostError) -> Commit? {
        try log.admit(isRemoval: isRequested)
        retireTokens(of: slots.values[slot]!.id)
        let cursor = slots.values[slot]!.cursor
        let change = DeviceChange.deleted(cursor.number, at: cursor.revision, ifExpired: ifExpired)
        guard let commit = log.append(change, from: number) else {
            drop(slot)
            return nil
        }
        slots.values[slot]!.cursor.append(in: commit)
        beingRemoved.insert(slot)
        // No step may follow the removal.
        deadlines.set(slot, at: nil)
        expiries.set(slot, at: nil)
        uncommitted.append(UncommittedChange(commit: commit, kind: .removal(slot: slot)))
        return commit
    }

    private func remove(setAside device: SetAsideDevice) throws(HostError) -> Commit? {
        try log.admit(isRemoval: true)
        guard let commit = log.append(.deleted(device.origin.number, at: nil), from: number) else { return nil }
        uncommitted.append(UncommittedChange(commit: commit, kind: .removalOfSetAside(device.origin.id)))
        return commit
    }

    /// Drops a device whose removal is durable, and ends the waits and streams of it.
    func drop(_ slot: Int) {
        let device = freeSlot(slot)
        retireTokens(of: device.id)
        directory.remove(device.id, labels: device.labels)
        hub.publishDeletion(of: device.id, number: device.number, labels: device.labels)
        for waiter in waiters.removeValue(forKey: slot) ?? [] { waiter.promise.fulfill(.deviceRemoved) }
    }

    /// Frees the slot of a device that is gone.
    ///
    /// - Returns: The device that was in it.
    func freeSlot(_ slot: Int) -> HostedDevice {
        let device = removeFromMemory(slot)
        counts -= device.counts
        return device
    }

    /// Frees a slot. The states of the device's apps stay counted.
    ///
    /// - Returns: The device that was in it.
    func removeFromMemory(_ slot: Int) -> HostedDevice {
        let device = slots.remove(slot)
        beingRemoved.remove(slot)
        needingReload.remove(slot)
        deadlines.set(slot, at: nil)
        expiries.set(slot, at: nil)
        kept -= device.kept
        return device
    }
}

extension HostedDevice {
    /// What the store keeps of it apart from its state.
    ///
    /// - Parameter number: Its number in the store.
    func origin(_ number: Int64) -> DeviceOrigin {
        DeviceOrigin(
            number: number,
            id: id,
            labels: labels,
            expiresAfter: expiresAfter.map(\.wholeMilliseconds)
        )
    }
}

// MARK: Device tokens

extension DeviceShard {
    /// Enters the device tokens of the apps in a slot in the index, and retires those of apps that are no longer there.
    func indexTokens(of slot: Int) {
        guard let tokens else { return }
        let owned = slots.withDevice(slot) { $0.tokens }
        keep(tokens.set(owned, of: slots.values[slot]!.id, at: wall.date))
    }

    /// Enters the device tokens in a slot in the index after a step that installed or removed an app.
    func indexTokens(of slot: Int, after records: [Record]) {
        guard tokens != nil, records.changeInstallations else { return }
        indexTokens(of: slot)
    }

    /// Retires the device tokens of a device that is removed.
    func retireTokens(of device: DeviceID) {
        guard let tokens else { return }
        keep(tokens.set([], of: device, at: wall.date))
    }

    /// Appends the tokens that were retired to the log. They go before the change that retires them: if only they are
    /// written, the app still has its token, and that is what counts after a start.
    private func keep(_ items: [ServerItem]) {
        for item in items { log.append(.kept(item), from: nil) }
    }
}

extension [Record] {
    /// Whether an app was installed, updated or removed.
    var changeInstallations: Bool {
        contains { record in
            guard case .input(let input) = record.body else { return false }
            return switch input {
            case .install, .uninstall: true
            case .event, .action, .completion, .clock, .advance: false
            }
        }
    }
}
