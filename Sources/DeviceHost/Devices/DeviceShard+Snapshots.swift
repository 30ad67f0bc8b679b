import Fleet
import LifecycleKernel

extension DeviceShard {
    /// Appends snapshots of devices that have changed since their last one, at the end of the journal.
    ///
    /// - Returns: Whether to call this again once these are written.
    func takeFinalSnapshots() -> Bool {
        publish()
        let wall = shutdownAt ?? wall.now
        shutdownAt = wall
        slotsShutDown = takeFinalSnapshots(from: slotsShutDown, at: wall) { _ in true }
        return slotsShutDown < slots.values.count
    }

    /// Appends snapshots of devices of a partition that have changed since their last one, before it is released.
    ///
    /// - Parameters:
    ///   - slot: Where to begin: 0, then what the call before has returned.
    ///   - wall: What their clocks are brought to.
    /// - Returns: Where to go on once these are written; nil when there are no more.
    func takeFinalSnapshots(of partition: Partition, from slot: Int, at wall: WallInstant) -> Int? {
        guard let tenure else { return nil }
        let next = takeFinalSnapshots(from: slot, at: wall) { tenure.partition(of: $0) == partition }
        return next < slots.values.count ? next : nil
    }

    /// Appends snapshots of some devices, from a slot on.
    ///
    /// - Returns: The first slot that was not visited.
    private func takeFinalSnapshots(
        from first: Int,
        at wall: WallInstant,
        where isWanted: (DeviceID) -> Bool
    ) -> Int {
        var slot = first
        var left = Self.devicesAtOnce
        while slot < slots.values.count, left > 0 {
            defer { slot += 1 }
            guard let device = slots.values[slot], device.cursor != nil, isWanted(device.id),
                !beingRemoved.contains(slot), !needingReload.contains(slot)
            else { continue }
            left -= 1
            takeFinalSnapshot(slot, at: wall)
        }
        return slot
    }

    private static let devicesAtOnce = 1_000

    /// Appends a snapshot of a device, unless the journal has its state. A recovered clock continues from here.
    ///
    /// If the journal has no room for it, the next recovery replays more steps.
    private func takeFinalSnapshot(_ slot: Int, at wall: WallInstant) {
        let clock = slots.values[slot]!.clock
        let now = max(slots.values[slot]!.device.now, clock.now(at: wall))
        // A reading may have brought a running clock to now, which the journal does not have.
        let hasMoved = clock.isRunning || slots.values[slot]!.device.now < now
        guard hasMoved || slots.values[slot]!.cursor!.stepsSinceSnapshot > 0, journal?.hasRoom == true else { return }
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
