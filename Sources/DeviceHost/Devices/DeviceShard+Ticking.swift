import LifecycleKernel

/// What a shard did in a tick.
struct ShardTick: Sendable {
    /// How long the latest thing that the tick found had been due.
    var lateness: Duration
    /// Whether something is left for the next tick.
    var isUnfinished: Bool
    /// What the shard adds to the figures of the host.
    var figures: ShardFigures
}

extension DeviceShard {
    /// Lets time pass for the devices that have something due, and forgets those that nobody has asked for long.
    ///
    /// The earliest due comes first. At most `deadlinesPerTick` deadlines are settled; the rest waits for the next
    /// tick. With nothing due it looks at the top of two heaps.
    func tick(at wall: WallInstant) -> ShardTick {
        var budget = limits.deadlinesPerTick
        while budget > 0, let (slot, _) = expiries.popDue(at: wall) {
            budget -= 1
            // Who waits for a device or follows it asks for it all the time.
            let isWanted = waiters[slot] != nil || hub.isFollowing(slots.values[slot]!.id)
            // When the removal cannot be journalled now, it is tried again as long afterwards.
            if isWanted || !tryToRemove(slot) { renew(slot, at: wall) }
        }
        var lateness = Duration.zero
        dropOldAnswers(at: wall)
        var isHeldUp = false
        while budget > 0, let (slot, deadline) = deadlines.popDue(at: wall) {
            lateness = max(lateness, wall - deadline)
            // What the journal has no room for now would be worked out in vain, and once more in the next tick.
            isHeldUp = journal?.hasRoom == false
            if isHeldUp {
                deadlines.set(slot, at: deadline)
                break
            }
            budget -= settleSome(slot, at: wall, limit: min(budget, Self.deadlinesPerDevice))
        }
        return ShardTick(lateness: lateness, isUnfinished: budget <= 0 || isHeldUp, figures: takeFigures())
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

    /// Deadlines settled for one device before another one gets its turn.
    private static let deadlinesPerDevice = 100

    /// Settles what is due on a device, up to a limit.
    ///
    /// - Returns: How many deadlines it counts for. The kernel does not tell, so records stand for them.
    private func settleSome(_ slot: Int, at wall: WallInstant, limit: Int) -> Int {
        let before = slots.values[slot]!.device.lastSequence
        let isCurrent = catchUp(slot, at: wall, limit: limit)
        // Taken out of the index, it has to be put back also when there was nothing to do.
        scheduleTick(slot)
        guard isCurrent else { return limit }
        return max(1, min(limit, Int(slots.values[slot]!.device.lastSequence - before)))
    }
}
