import LifecycleKernel

/// What a shard did in a tick.
struct ShardTick: Sendable {
    /// How long the latest thing that the tick found had been due.
    var lateness: Duration
    /// Whether something is left for the next tick.
    var isUnfinished: Bool
    /// What was counted since the last tick.
    var tally: Tally
    /// About how many bytes the answers kept under idempotency keys take.
    var answerBytes: Int
    /// The apps by state.
    var counts: StateCounts
    /// How many devices there are.
    var devices: Int
}

extension DeviceShard {
    /// Lets time pass for the devices that have something due, and forgets those that nobody has asked for long.
    ///
    /// The earliest due comes first. At most `deadlinesPerTick` deadlines are settled; the rest waits for the next
    /// tick. With nothing due it looks at the top of two heaps.
    func tick(at wall: WallInstant) -> ShardTick {
        var budget = limits.deadlinesPerTick
        while budget > 0, let (place, _) = expiries.popDue(at: wall) {
            budget -= 1
            // Who waits for a device or follows it asks for it all the time.
            let isWanted = waiters[place] != nil || hub.isFollowing(slots.values[place]!.id)
            if isWanted { renew(place, at: wall) } else { expire(place, at: wall) }
        }
        var lateness = Duration.zero
        dropOldAnswers(at: wall)
        var isHeldUp = false
        while budget > 0, let (place, deadline) = deadlines.popDue(at: wall) {
            lateness = max(lateness, wall - deadline)
            // What the journal has no room for now would be worked out in vain, and once more in the next tick.
            isHeldUp = journal?.hasRoom == false
            if isHeldUp {
                deadlines.set(place, at: deadline)
                break
            }
            budget -= settleSome(place, at: wall, limit: min(budget, Self.deadlinesPerVisit))
        }
        return ShardTick(
            lateness: lateness,
            isUnfinished: budget <= 0 || isHeldUp,
            tally: tally.take(),
            answerBytes: answerBytes,
            counts: counts,
            devices: slots.count
        )
    }

    /// Deadlines settled for one device before another one gets its turn.
    private static let deadlinesPerVisit = 100

    /// Settles what is due on a device, up to a limit.
    ///
    /// - Returns: How many deadlines it counts for. The kernel does not tell, so records stand for them.
    private func settleSome(_ place: Int, at wall: WallInstant, limit: Int) -> Int {
        let before = latest(place) { device, _ in device.lastSequence }
        let isCurrent = catchUp(place, at: wall, limit: limit)
        // Taken out of the index, it has to be put back also when there was nothing to do.
        scheduleTick(place)
        guard isCurrent else { return limit }
        return max(1, min(limit, Int(latest(place) { device, _ in device.lastSequence } - before)))
    }

    /// Removes a device that nobody has asked for long.
    private func expire(_ place: Int, at wall: WallInstant) {
        guard journal != nil else { return remove(place) }
        // When it cannot be journalled now, it is tried again as long afterwards.
        if (try? beginRemoval(place)) == nil { renew(place, at: wall) }
    }
}
