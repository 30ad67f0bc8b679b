import LifecycleKernel

extension DeviceShard {
    /// Appends snapshots of devices that have changed since their last one, at the end of the journal.
    ///
    /// - Returns: Whether to call this again once these are written.
    func takeFinalSnapshots() -> Bool {
        publish()
        let wall = shutdownAt ?? wall.now
        shutdownAt = wall
        var left = Self.devicesAtOnce
        while slotsShutDown < slots.values.count, left > 0 {
            let slot = slotsShutDown
            slotsShutDown += 1
            guard let device = slots.values[slot], device.cursor != nil, !beingRemoved.contains(slot),
                !needingReload.contains(slot)
            else { continue }
            left -= 1
            takeFinalSnapshot(slot, at: wall)
        }
        return slotsShutDown < slots.values.count
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
