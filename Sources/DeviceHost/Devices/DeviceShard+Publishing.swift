import DequeModule
import LifecycleKernel

/// The result of a roll back.
struct RollBackReport: Sendable {
    /// The devices that could not be restored, and are set aside.
    var setAside: [SetAsideDevice] = []
    /// Why the journal could not be read; the devices that need it are unavailable until a later attempt succeeds.
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
                if slots.values[slot]!.cursor.commit === change.commit { slots.values[slot]!.cursor.commit = nil }
            case .removal(let slot):
                drop(slot)
            case .removalOfSetAside(let id):
                guard let device = setAside.removeValue(forKey: id) else { continue }
                directory.remove(id, labels: device.origin.labels)
            }
        }
    }

    /// Publishes a step: to metrics, requests that wait, and subscribers.
    func publish(_ effects: StepEffects, of slot: Int) {
        counters.count(effects.records)
        counts -= slots.values[slot]!.counts
        counts += effects.counts
        slots.values[slot]!.counts = effects.counts
        for condition in effects.conditionsMet { condition.promise.fulfill(.met(condition.moment)) }
        hub.publish(effects.records, of: slots.values[slot]!.id, labels: slots.values[slot]!.labels)
    }

    // MARK: Setting aside

    /// Sets devices aside whose changes the journal refuses, and forgets these changes; a device that was to be created is
    /// gone.
    ///
    /// - Parameter devices: Their numbers, each with the reason.
    /// - Returns: Those that were here.
    func refuse(_ devices: [Int64: String]) -> [SetAsideDevice] {
        var slotsHere: [Int: String] = [:]
        for (slot, device) in slots.values.enumerated() {
            if let number = device?.cursor.number, let reason = devices[number] { slotsHere[slot] = reason }
        }
        guard !slotsHere.isEmpty else { return [] }
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
            let device = moveAside(slot, slotsHere[slot] ?? "")
            restartWaits(slot)
            found.append(device)
        }
        return found
    }

    /// Sets the device in a slot aside.
    private func moveAside(_ slot: Int, _ reason: String) -> SetAsideDevice {
        let device = freeSlot(slot)
        let origin = device.origin(device.cursor.number)
        let unreadable = SetAsideDevice(origin: origin, reason: reason)
        setAside[device.id] = unreadable
        return unreadable
    }

    // MARK: Rolling back

    /// Undoes every change whose commit has failed: devices are reloaded from the journal as they are at a start.
    ///
    /// No change is made meanwhile, because the journal accepts none. Whatever depends on an undone change is held until the
    /// failed commits end, after the roll back.
    func rollBack(to journal: any Journal) async -> RollBackReport {
        publish()
        var affected = needingReload
        for change in uncommitted.reversed() { undo(change, &affected) }
        uncommitted = []
        needingReload = []
        var report = RollBackReport()
        let all = affected.sorted().map { (slot: $0, number: slots.values[$0]!.cursor.number) }
        for start in stride(from: 0, to: all.count, by: Self.devicesReloadedAtOnce) {
            let some = all[start..<min(start + Self.devicesReloadedAtOnce, all.count)]
            do {
                let kept = try await journal.keptDevices(some.map(\.number))
                for (device, kept) in zip(some, kept) { reload(device.slot, kept, &report) }
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

    /// Restores a device from the journal; sets it aside if what the journal has cannot be used.
    private func reload(_ slot: Int, _ kept: Result<KeptDevice, JournalDamage>, _ report: inout RollBackReport) {
        do throws(JournalDamage) {
            let kept = try kept.get()
            let state = try kept.state()
            keeping(slot) { _ = $0.records.dropAll(after: state.device.lastSequence) }
            slots.values[slot]!.cursor = JournalCursor(kept, state, as: slots.values[slot]!.cursor.number)
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
    private func restartWaits(_ slot: Int) {
        for waiter in waiters[slot] ?? [] { waiter.promise.fulfill(.rolledBack) }
    }
}
