import DequeModule
import Fleet
import LifecycleKernel

extension DeviceShard {
    // MARK: Checking

    /// Checks that this server answers for a device at a reading.
    ///
    /// - Returns: The claim under which it owns the device's partition; nil where it has all devices.
    /// - Throws: `notOwner`.
    @discardableResult
    func checkOwner(of id: DeviceID, at wall: WallInstant) throws(HostError) -> Claim? {
        guard let tenure else { return nil }
        return try tenure.claim(on: id, at: wall)
    }

    /// Whether this server answers for a device at a reading.
    func owns(_ id: DeviceID, at wall: WallInstant) -> Bool {
        guard let tenure else { return true }
        return (try? tenure.claim(on: id, at: wall)) != nil
    }

    /// Whether this server answers for the device in a slot at a reading.
    func owns(_ slot: Int, at wall: WallInstant) -> Bool {
        guard let tenure, let claim = claim(of: slot) else { return true }
        return tenure.answers(claim, at: wall)
    }

    /// The claim under which this server owns the device in a slot; nil where it has all devices.
    func claim(of slot: Int) -> Claim? {
        guard let tenure, let id = slots.values[slot]?.id else { return nil }
        return Claim(tenure.partition(of: id), epoch: epochs[slot])
    }

    /// Sets the epoch of the partition of the device in a slot.
    func setEpoch(of slot: Int, _ epoch: Int64) {
        while epochs.count <= slot { epochs.append(0) }
        epochs[slot] = epoch
    }

    // MARK: Taking in

    /// Adds devices of a partition that is being loaded.
    ///
    /// - Returns: The devices set aside.
    /// - Throws: `notOwner` if the partition was dropped meanwhile.
    func admit(_ devices: [RecoveredDevice], _ takeover: Takeover) throws(HostError) -> [SetAsideDevice] {
        guard let tenure, tenure.hosts(takeover.claim) else { throw .notOwner(takeover.claim.partition) }
        return recover(devices, takeover)
    }

    // MARK: Forgetting

    /// Forgets the devices of partitions at once, without a word to the journal, unless they are in memory in other epochs now.
    func forget(_ claims: Set<Claim>) {
        guard let tenure else { return }
        forget(Set(claims.lazy.filter { !tenure.hostsOther(than: $0) }.map(\.partition)))
    }

    /// Forgets the devices of partitions at once, without a word to the journal: what is not durable yet is not published.
    /// Waits and streams of them end in a way that lets them go on at the new owner.
    func forget(_ partitions: Set<Partition>) {
        guard let tenure, !partitions.isEmpty else { return }
        publish()
        func isIn(_ id: DeviceID) -> Bool { partitions.contains(tenure.partition(of: id)) }
        let slotsHere = slots.values.indices.filter { slot in slots.values[slot].map { isIn($0.id) } ?? false }
        let forgotten = Set(slotsHere)
        uncommitted.removeAll { change in
            if case .removalOfSetAside(let id) = change.kind { return isIn(id) }
            return change.slot.map(forgotten.contains) ?? false
        }
        for slot in slotsHere { forget(slot, tenure) }
        for (id, device) in setAside where isIn(id) {
            setAside[id] = nil
            directory.remove(id, labels: device.origin.labels)
        }
    }

    private func forget(_ slot: Int, _ tenure: Tenure) {
        let device = freeSlot(slot)
        tokens?.forget(device.id)
        directory.remove(device.id, labels: device.labels)
        hub.publishMove(of: device.id)
        let end = Waiter.End.moved(tenure.partition(of: device.id))
        for waiter in waiters.removeValue(forKey: slot) ?? [] { waiter.promise.fulfill(end) }
    }
}
