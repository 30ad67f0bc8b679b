import LifecycleKernel

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
    func tick(at wall: WallInstant) -> ShardTick {
        var budget = limits.deadlinesPerTick
        while budget > 0, let (slot, _) = expiries.popDue(at: wall) {
            budget -= 1
            // A device with waits or streams is in use.
            let isWanted = waiters[slot] != nil || hub.isFollowing(slots.values[slot]!.id)
            // If the removal cannot be journalled now, it is tried again after the same length of time.
            if isWanted || !tryToRemove(slot) { renewExpiry(of: slot, at: wall) }
        }
        var lateness = Duration.zero
        dropOldAnswers(at: wall)
        var isJournalFull = false
        while budget > 0, let (slot, deadline) = deadlines.popDue(at: wall) {
            lateness = max(lateness, wall - deadline)
            // Without room in the journal the work would be discarded, and repeated in the next tick.
            isJournalFull = journal?.hasRoom == false
            if isJournalFull {
                deadlines.set(slot, at: deadline)
                break
            }
            budget -= tick(slot, at: wall, limit: min(budget, Self.deadlinesPerDevice))
        }
        return ShardTick(lateness: lateness, isUnfinished: budget <= 0 || isJournalFull, metrics: takeMetrics())
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
