import DequeModule
import DeviceTokens
import LifecycleKernel

/// A device that could not be recovered. Nothing can be done with it but to delete it.
struct SetAsideDevice: Sendable {
    /// Its number, id and labels.
    var origin: DeviceOrigin
    /// Why it could not be recovered.
    var reason: String
}

/// A device as it was read from the store.
struct RecoveredDevice: Sendable {
    /// Its number, id and labels.
    var origin: DeviceOrigin
    /// What is stored of it, or why that cannot be used.
    var stored: Result<StoredDevice, StoreDamage>
    /// The answers given under idempotency keys.
    var answers: [KeyedAnswer]
}

extension DeviceShard {
    /// Recovers devices from the store; those that cannot be recovered are set aside.
    ///
    /// - Returns: The devices set aside.
    func recover(_ devices: [RecoveredDevice]) -> [SetAsideDevice] {
        var failed: [SetAsideDevice] = []
        for device in devices {
            do throws(StoreDamage) {
                try enter(device.origin)
            } catch {
                // The device that has the id is served.
                failed.append(SetAsideDevice(origin: device.origin, reason: error.description))
                continue
            }
            do throws(StoreDamage) {
                try recover(device, from: try device.stored.get())
            } catch {
                failed.append(setAside(device.origin, error.description))
            }
        }
        return failed
    }

    /// Adds a device to the directory, where it stays even if it is set aside afterwards: its id is taken.
    private func enter(_ origin: DeviceOrigin) throws(StoreDamage) {
        do throws(HostError) {
            try directory.add(origin.id, labels: origin.labels, isNew: false)
        } catch {
            throw StoreDamage("its id is used twice")
        }
    }

    private func recover(_ recovered: RecoveredDevice, from stored: StoredDevice) throws(StoreDamage) {
        let state = try stored.state()
        makeRoomForDevice()
        let (device, evicted) = hosted(recovered.origin, stored, state)
        let slot = assignSlot(to: device, evicted: evicted)
        publish(StepEffects(records: [], counts: state.device.stateCounts), of: slot)
        if !stored.isOfThisKernel { begin(slot) }
    }

    /// Begins a device that another kernel has written until now: the steps from here on are this kernel's.
    func begin(_ slot: Int) {
        let (now, clock) = slots.withDevice(slot) { ($0.device.now, $0.clock) }
        let beginning = FinishedStep(
            kind: .beginning,
            at: now,
            records: [],
            clockBefore: clock,
            takesSnapshot: true
        )
        finish(beginning, of: slot)
    }

    /// Makes a device in memory from what the store has of it.
    ///
    /// - Returns: It, and how many of its records do not fit into memory.
    func hosted(
        _ origin: DeviceOrigin,
        _ stored: StoredDevice,
        _ state: RecoveredState
    ) -> (device: HostedDevice, evicted: Int) {
        HostedDevice.make(origin, stored, state, limits, at: wall.now)
    }
}

extension HostedDevice {
    /// Makes a device from what a store has of it. Its clock continues from here, unless the store is shared: then it has never
    /// stood still.
    ///
    /// - Returns: It, and how many of its records do not fit into memory.
    static func make(
        _ origin: DeviceOrigin,
        _ stored: StoredDevice,
        _ state: RecoveredState,
        _ limits: HostLimits,
        at wall: WallInstant
    ) -> (device: HostedDevice, evicted: Int) {
        var records = RecordRing(capacity: limits.recordCapacity, after: state.ringStart)
        let evicted = records.append(state.records.namingTokens(on: origin.id.description))
        let device = HostedDevice(
            id: origin.id,
            labels: origin.labels,
            expiresAfter: origin.expiresAfter.map { .milliseconds($0) },
            device: state.device,
            clock: DeviceClock(
                state.device.clock,
                showing: stored.clock?.shows ?? state.device.now,
                at: stored.clock?.at ?? wall
            ),
            records: records,
            cursor: StoreCursor(stored, state, as: origin.number)
        )
        return (device, evicted)
    }
}

// MARK: The end of the server

extension DeviceShard {
    /// Appends the last snapshots, of devices that have changed since their last one, before the store is closed.
    ///
    /// - Returns: Whether to call this again once these are written.
    func takeFinalSnapshots() async -> Bool {
        publish()
        if shutdownAt == nil { slotsToShutDown = slots.values.indices }
        let wall = shutdownAt ?? wall.now
        shutdownAt = wall
        for _ in 0..<Self.devicesAtOnce {
            guard let slot = await nextToShutDown() else { return false }
            takeFinalSnapshot(slot, at: wall)
        }
        return true
    }

    /// The next slot whose device may need a last snapshot: the ones in memory first, because loading one evicts
    /// another.
    private func nextToShutDown() async -> Int? {
        if let slot = slotsToShutDown.popFirst() { return slot }
        return await nextResting()
    }

    private static let devicesAtOnce = 1_000

    /// Appends a snapshot of a device, unless the store has its state. A recovered clock continues from here.
    ///
    /// If the store has no room for it, the next recovery replays more steps.
    private func takeFinalSnapshot(_ slot: Int, at wall: WallInstant) {
        guard slots.values[slot] != nil, !beingRemoved.contains(slot), !needingReload.contains(slot) else {
            return
        }
        let clock = slots.values[slot]!.clock
        let now = max(slots.values[slot]!.device.now, clock.now(at: wall))
        // A reading may have brought a running clock to a later time than the store has.
        let hasMoved = clock.isRunning || slots.values[slot]!.device.now < now
        guard hasMoved || slots.values[slot]!.cursor.stepsSinceSnapshot > 0, log.hasRoom else { return }
        let isCurrent = slots.values[slot]!.device.settle(before: now, within: limits.perAdvance) == .reached
        finish(
            FinishedStep(
                kind: isCurrent ? .time : .partOfTime,
                at: slots.values[slot]!.device.now,
                records: slots.values[slot]!.device.takeRecords(),
                clockBefore: clock,
                takesSnapshot: true
            ),
            of: slot
        )
    }
}

// MARK: Commits

/// The result of a rollback.
struct RollBackReport: Sendable {
    /// The devices that could not be restored, and are set aside.
    var setAside: [SetAsideDevice] = []
    /// Why the store could not be read; nil if it could. Devices that need it are unavailable until a later attempt
    /// succeeds.
    var error: (any Error)?
}

extension DeviceShard {
    // MARK: Publishing

    /// Publishes every change that has become durable.
    func publish() {
        while let change = uncommitted.first, change.commit.isDurable {
            uncommitted.removeFirst()
            switch change.kind {
            case .creation(let slot, let effects), .step(let slot, let effects, _):
                publish(effects, of: slot)
                guard slots.values[slot]!.cursor.commit === change.commit else { continue }
                slots.values[slot]!.cursor.commit = nil
                if sharing != nil { noteDurable(slot) }
            case .removal(let slot):
                drop(slot)
            case .removalOfSetAside(let id):
                guard let origin = setAside.removeValue(forKey: id)?.origin else { continue }
                directory.remove(id, labels: origin.labels)
                hub.publishDeletion(of: id, number: origin.number, labels: origin.labels)
            }
        }
    }

    /// Notes that the store has all that requests have seen of a device.
    private func noteDurable(_ slot: Int) {
        guard var waiting = waiters.removeValue(forKey: slot) else { return }
        for index in waiting.indices { waiting[index].durable = waiting[index].view(of: slots.values[slot]!) }
        waiters[slot] = waiting
    }

    /// Publishes a step: to metrics, requests that wait, and subscribers.
    func publish(_ effects: StepEffects, of slot: Int) {
        counters.count(effects.records)
        counts -= slots.values[slot]!.counts
        counts += effects.counts
        slots.values[slot]!.counts = effects.counts
        for condition in effects.conditionsMet { condition.promise.fulfill(.met(condition.moment)) }
        let (id, number, labels) = (slots.values[slot]!.id, slots.values[slot]!.number, slots.values[slot]!.labels)
        hub.publish(effects.records, of: id, number: number, labels: labels)
    }

    // MARK: Taking out changes

    /// Undoes the changes of devices that the store has not committed. A device that was to be created is gone, one that another
    /// server has changed is loaded again when it is wanted, and one whose changes can never be written is set aside.
    ///
    /// - Parameter devices: Their numbers, each with the reason.
    /// - Returns: Those that are set aside.
    func refuse(_ devices: [Int64: Refusal]) -> [SetAsideDevice] {
        // What is durable stays.
        publish()
        var slotsHere: [Int: Refusal] = [:]
        for slot in uncommitted.compactMap(\.slot) {
            if let reason = devices[slots.values[slot]!.number] { slotsHere[slot] = reason }
        }
        guard !slotsHere.isEmpty else { return [] }
        // Before anybody makes another change of them.
        log.refuse(Dictionary(uniqueKeysWithValues: slotsHere.map { (slots.values[$0]!.number, $1) }))
        var affected: Set<Int> = []
        var kept: Deque<UncommittedChange> = []
        var undone: [UncommittedChange] = []
        for change in uncommitted {
            if let slot = change.slot, slotsHere[slot] != nil { undone.append(change) } else { kept.append(change) }
        }
        uncommitted = kept
        var found: [SetAsideDevice] = []
        for change in undone.reversed() { undo(change, &affected) }
        for slot in affected.sorted() {
            if case .damage(let reason) = slotsHere[slot] {
                found.append(moveAside(slot, reason))
                restartWaits(slot)
            } else {
                noteConflict(slot, undone.count { $0.slot == slot })
                evictCopy(slot)
            }
        }
        return found
    }

    /// Notes that another server has changed a device.
    ///
    /// - Parameter undone: How many changes of this server were undone.
    private func noteConflict(_ slot: Int, _ undone: Int) {
        let device = slots.values[slot]!
        unshared.noteChanges([device.number])
        if let revision = device.cursor.revision {
            conflicts[device.id] = (device.number, revision.count - Int64(undone))
        }
    }

    /// Sets the device in a slot aside.
    private func moveAside(_ slot: Int, _ reason: String) -> SetAsideDevice {
        let device = freeSlot(slot)
        return setAside(device.origin(device.cursor.number), reason)
    }

    /// Sets a device aside that is in no slot.
    func setAside(_ origin: DeviceOrigin, _ reason: String) -> SetAsideDevice {
        let device = SetAsideDevice(origin: origin, reason: reason)
        setAside[origin.id] = device
        return device
    }

    // MARK: Rolling back

    /// Undoes every change whose commit has failed: devices are reloaded from the store as they are at a start.
    ///
    /// No change is made meanwhile, because the queue admits none. Whatever depends on an undone change is held until
    /// the failed commits end, after the rollback.
    func rollBack(to store: any DeviceStore) async -> RollBackReport {
        publish()
        var affected = needingReload
        for change in uncommitted.reversed() { undo(change, &affected) }
        uncommitted = []
        needingReload = []
        var report = RollBackReport()
        guard sharing == nil else {
            for slot in affected { evictCopy(slot) }
            return report
        }
        let all = affected.sorted().map { (slot: $0, number: slots.values[$0]!.cursor.number) }
        for start in stride(from: 0, to: all.count, by: Self.devicesReloadedAtOnce) {
            let batch = all[start..<min(start + Self.devicesReloadedAtOnce, all.count)]
            do {
                let stored = try await store.storedDevices(batch.map(\.number))
                for (device, stored) in zip(batch, stored) { reload(device.slot, stored, &report) }
            } catch {
                report.error = error
                needingReload.formUnion(all[start...].map(\.slot))
                break
            }
        }
        return report
    }

    private static let devicesReloadedAtOnce = 1_024

    /// Undoes the parts of a change that a reload does not restore.
    ///
    /// - Parameter affected: The slots to be reloaded.
    private func undo(_ change: UncommittedChange, _ affected: inout Set<Int>) {
        switch change.kind {
        case .creation(let slot, _):
            affected.remove(slot)
            let device = freeSlot(slot)
            retireTokens(of: device.id)
            directory.remove(device.id, labels: device.labels)
            restartWaits(slot)
        case .step(let slot, _, let clockBefore):
            slots.values[slot]!.clock = clockBefore
            affected.insert(slot)
        case .removal(let slot):
            beingRemoved.remove(slot)
            affected.insert(slot)
        case .removalOfSetAside: break
        }
    }

    /// Restores a device from the store; sets it aside if what the store has cannot be used.
    private func reload(_ slot: Int, _ stored: Result<StoredDevice, StoreDamage>, _ report: inout RollBackReport) {
        do throws(StoreDamage) {
            let stored = try stored.get()
            let state = try stored.state()
            keeping(slot) { _ = $0.records.removeAll(after: state.device.lastSequence) }
            slots.values[slot]!.cursor = StoreCursor(stored, state, as: slots.values[slot]!.cursor.number)
            slots.values[slot]!.device = state.device
            indexTokens(of: slot)
            scheduleTick(slot)
            renewExpiry(of: slot, at: wall.now)
        } catch {
            report.setAside.append(moveAside(slot, error.description))
        }
        restartWaits(slot)
    }

    /// Has every request that waits at a device look at it again, because what it saw may have been undone.
    func restartWaits(_ slot: Int) {
        for waiter in waiters[slot] ?? [] { waiter.promise.fulfill(.rolledBack) }
    }
}
