import DeviceTokens
import LifecycleKernel

extension DeviceShard {
    /// Advances a device's time to what its clock shows.
    ///
    /// Time does not advance while the journal cannot be written: a client must not see what cannot be made durable.
    ///
    /// - Parameter budget: How much is settled at most, for this device and for others that are read with it; what is settled is
    ///   taken off.
    /// - Returns: Whether the device has reached its clock's time; if not, more was due than the budget, or the journal has
    ///   no room.
    @discardableResult
    func catchUp(_ slot: Int, at wall: WallInstant, within budget: inout AdvanceLimits) -> Bool {
        let isCurrent = settleDue(slot, at: wall, within: &budget)
        slots.values[slot]!.isBehind = !isCurrent
        return isCurrent
    }

    private func settleDue(_ slot: Int, at wall: WallInstant, within budget: inout AdvanceLimits) -> Bool {
        let clock = slots.values[slot]!.clock
        let now = clock.now(at: wall)
        let (isCurrent, isDue) = slots.withDevice(slot) { hosted in
            guard hosted.device.now < now else { return (true, false) }
            return (false, hosted.device.nextDeadline.map { $0 < now } ?? false)
        }
        guard !isCurrent else { return true }
        switch log.availability {
        case .failed: return false
        case .full where isDue: return false
        case .full, .open: break
        }
        return settle(slot, before: now, within: &budget, clockBefore: clock)
    }

    /// Settles a device's deadlines before an instant, and finishes the step if they have written records.
    ///
    /// - Returns: Whether all of them were settled.
    private func settle(
        _ slot: Int,
        before instant: Instant,
        within budget: inout AdvanceLimits,
        clockBefore: DeviceClock
    ) -> Bool {
        let (isCurrent, reached, records) = slots.withDevice(slot) { hosted in
            let isCurrent = hosted.device.settle(before: instant, within: budget) == .reached
            return (isCurrent, isCurrent ? instant : hosted.device.now, hosted.device.takeRecords())
        }
        budget.take(records, isUsedUp: !isCurrent)
        if records.isEmpty {
            // There is nothing to journal.
            scheduleTick(slot)
        } else {
            let kind: JournalStep.Kind = isCurrent ? .time : .partOfTime
            finish(FinishedStep(kind: kind, at: reached, records: records, clockBefore: clockBefore), of: slot)
        }
        return isCurrent
    }

    /// Finishes a step: keeps its records, appends it to the journal, publishes it when it is durable, and schedules the
    /// device's next deadline.
    func finish(_ step: FinishedStep, of slot: Int) {
        let records = step.records.namingTokens(on: slots.values[slot]!.id.description)
        let (evicted, counts) = keeping(slot) { hosted in
            (hosted.records.append(records), hosted.device.stateCounts)
        }
        indexTokens(of: slot, after: records)
        counters.countEvictedRecords(evicted)
        let effects = StepEffects(records: records, counts: counts, conditionsMet: conditionsMet(slot, records))
        if let commit = append(step, of: slot) {
            let kind = UncommittedChange.Kind.step(slot: slot, effects, clockBefore: step.clockBefore)
            uncommitted.append(UncommittedChange(commit: commit, kind: kind))
        } else {
            publish(effects, of: slot)
        }
        makeRoomForRecords()
        scheduleTick(slot)
    }

    /// Appends a step to the log.
    ///
    /// - Returns: Its commit; nil if it is committed.
    private func append(_ step: FinishedStep, of slot: Int) -> Commit? {
        let change = slots.withDevice(slot) { $0.change(step, log.policy, limits.perAdvance) }
        guard let commit = log.append(change, from: number) else { return nil }
        slots.values[slot]!.cursor.commit = commit
        return commit
    }
}

extension AdvanceLimits {
    /// Takes off what was settled.
    ///
    /// The kernel does not report how many deadlines that were, so records are counted instead.
    ///
    /// - Parameter isUsedUp: Whether it has stopped at a limit: nothing is left then.
    fileprivate mutating func take(_ written: [Record], isUsedUp: Bool) {
        deadlines = isUsedUp ? 0 : max(0, deadlines - written.count)
        take(written)
    }

    /// Whether nothing more can be settled.
    var isUsedUp: Bool { deadlines == 0 || records == 0 || bytes == 0 }
}

// MARK: Records in memory

/// What is kept of the records of devices.
struct KeptRecords: Hashable, Sendable {
    /// How many records are kept.
    var records = 0
    /// About how many bytes they take.
    var bytes = 0

    static func += (left: inout KeptRecords, right: KeptRecords) {
        left.records += right.records
        left.bytes += right.bytes
    }

    static func -= (left: inout KeptRecords, right: KeptRecords) {
        left.records -= right.records
        left.bytes -= right.bytes
    }
}

extension HostedDevice {
    /// What is kept of its records.
    var kept: KeptRecords { KeptRecords(records: records.count, bytes: records.bytes) }
}

extension DeviceShard {
    /// Changes what is kept of the records of a device, and counts the change.
    func keeping<Result>(_ slot: Int, _ body: (inout HostedDevice) -> Result) -> Result {
        slots.withDevice(slot) { hosted in
            kept -= hosted.kept
            defer { kept += hosted.kept }
            return body(&hosted)
        }
    }

    /// Evicts records while all devices here together keep more than this shard's share.
    ///
    /// Devices take turns, and each loses the older half of its records: devices that write little keep some, and a turn
    /// costs no more than what was written since the last one.
    func makeRoomForRecords() {
        let share = SizeLimit(
            count: max(limits.recordsInTotal / shardCount, limits.recordsPerDevice),
            bytes: max(limits.recordBytesInTotal / shardCount, limits.recordBytesPerDevice)
        )
        var left = slots.values.count
        while share.isExceeded(count: kept.records, bytes: kept.bytes), left > 0 {
            recordEvictionSlot = (recordEvictionSlot + 1) % slots.values.count
            left -= 1
            guard slots.values[recordEvictionSlot] != nil else { continue }
            let evicted = keeping(recordEvictionSlot) { $0.records.dropOlderHalf() }
            counters.countEvictedRecords(evicted)
        }
    }
}

// MARK: Ticks

/// What a shard did in a tick.
struct ShardTick: Sendable {
    /// For how long the most overdue deadline had been due.
    var lateness: Duration
    /// Whether something is left for the next tick.
    var isUnfinished: Bool
    /// What the shard adds to the metrics of the host.
    var metrics: ShardMetrics
}

extension DeviceShard {
    /// Advances the time of devices that have a deadline due, and removes devices that have expired.
    ///
    /// Handles the earliest deadline first, and at most `deadlinesPerTick` of them; the others wait for the next tick. With
    /// nothing due it only reads the minimum of two heaps.
    func tick(at wall: WallInstant) async -> ShardTick {
        let loaded = await loadDue(at: wall)
        makeRoomForDevice()
        var budget = limits.deadlinesPerTick
        while budget > 0, let (slot, _) = expiries.popDue(at: wall) {
            budget -= 1
            // A device with waits or streams is in use.
            let isWanted = waiters[slot] != nil || hub.isFollowing(slots.values[slot]!.id)
            // If the removal cannot be journalled now, it is tried again after the same length of time.
            if isWanted || !tryToRemove(slot) { renewExpiry(of: slot, at: wall) }
        }
        var lateness = loaded.lateness
        var isLogFull = false
        while budget > 0, let (slot, deadline) = deadlines.popDue(at: wall) {
            lateness = max(lateness, wall - deadline)
            // Without room in the log the work would be discarded, and repeated in the next tick.
            isLogFull = !log.hasRoom
            if isLogFull {
                deadlines.set(slot, at: deadline)
                break
            }
            budget -= tick(slot, at: wall, limit: min(budget, Self.deadlinesPerDevice))
        }
        let isUnfinished = budget <= 0 || isLogFull || loaded.isUnfinished
        return ShardTick(lateness: lateness, isUnfinished: isUnfinished, metrics: takeMetrics())
    }

    /// Removes a device, if that can be journalled.
    private func tryToRemove(_ slot: Int) -> Bool {
        do throws(HostError) {
            try remove(slot)
            return true
        } catch {
            return false
        }
    }

    /// Deadlines settled for one device before the next device.
    private static let deadlinesPerDevice = 100

    /// Settles what is due on a device, up to a limit of deadlines and to what one advance may write.
    ///
    /// - Returns: How many deadlines this counts as. The kernel does not report the number, so records are counted instead.
    private func tick(_ slot: Int, at wall: WallInstant, limit: Int) -> Int {
        var budget = limits.perAdvance
        budget.deadlines = limit
        let before = slots.withDevice(slot) { $0.device.lastSequence }
        let isCurrent = catchUp(slot, at: wall, within: &budget)
        // `popDue` has removed it from the index, so it is scheduled again even if nothing was due.
        scheduleTick(slot)
        guard isCurrent else { return limit }
        return max(1, min(limit, slots.withDevice(slot) { $0.device.lastSequence }.count(after: before)))
    }
}
