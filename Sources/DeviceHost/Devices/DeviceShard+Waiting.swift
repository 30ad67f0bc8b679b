import LifecycleKernel

extension DeviceShard {
    /// Waits until a condition is met: by the device as it is, or by a record after a sequence.
    ///
    /// - Parameters:
    ///   - after: The sequence; nil for the last one, so that only new records count.
    ///   - deadline: When to stop waiting, in real time; if it is not after now, the condition is checked once.
    /// - Throws: `unknownDevice`, also when the device is deleted meanwhile; `recordsEvicted`; `overloaded`
    ///   when too many wait.
    func wait(
        on id: DeviceID,
        until condition: Condition,
        after: SequenceNumber?,
        deadline: WallInstant
    ) async throws(HostError) -> Held<WaitOutcome> {
        try limits.check(condition)
        while true {
            if isEvicted(id) {
                try await load(id)
                continue
            }
            // Everything is checked again: the device may have been rolled back.
            let slot = try touch(id).slot
            let since = after ?? slots.withDevice(slot) { $0.device.lastSequence }
            var waiter = waiter(for: .condition(condition, met: nil), after: since)
            var seen = RecordMatching(Array(slots.values[slot]!.records.after(since)))
            let moment = slots.withDevice(slot) { hosted in
                waiter.observe(hosted, records: &seen) ? hosted.moment(waiter.recordMet) : nil
            }
            if let moment {
                return held(outcome(.met, of: condition, at: moment, on: id), slot)
            }
            guard !slots.values[slot]!.records.hasEvicted(after: since) else {
                throw .recordsEvicted(oldest: slots.values[slot]!.records.oldestSequence)
            }
            switch try await suspend(waiter, at: slot, until: deadline) {
            case .met(let moment): return Held(value: outcome(.met, of: condition, at: moment, on: id), commit: nil)
            case .deviceRemoved: throw .unknownDevice(id)
            case .rolledBack: continue
            case .timeout: return try await unmet(.timeout, condition, id)
            case .shutdown: return try await unmet(.shutdown, condition, id)
            case .cancelled: return try await unmet(.cancelled, condition, id)
            }
        }
    }

    /// The callbacks of an attached app that wait for the program that plays it. Waits while there are none, unless the
    /// process ends that the app has at first.
    ///
    /// - Parameter deadline: When to stop waiting, in real time; if it is not after now, the app is checked once.
    /// - Throws: `unknownDevice`; `rejected` if the app is not installed or not attached; `overloaded` when too many wait.
    func callbacks(
        of bundleID: BundleID,
        on id: DeviceID,
        deadline: WallInstant
    ) async throws(HostError) -> Held<Reading<CallbackPoll>> {
        var process: ProcessID?
        var isOver = false
        while true {
            if isEvicted(id) {
                try await load(id)
                continue
            }
            // Everything is checked again: this may be another device of the same id.
            let (slot, wall, _) = try touch(id)
            let reading = try slots.withDevice(slot) { hosted throws(HostError) in
                guard let app = hosted.device.app(bundleID) else { throw .unknownApp(bundleID, on: id) }
                process = process ?? app.pid
                return hosted.reading(try hosted.device.poll(bundleID, since: process, on: id))
            }
            isOver = isOver || wall >= deadline || isShuttingDown
            guard reading.value.isEmpty, !isOver else { return held(reading, slot) }
            let waiter = waiter(for: .callback(bundleID, process: process))
            switch try await suspend(waiter, at: slot, until: deadline) {
            case .met, .deviceRemoved, .rolledBack: continue
            case .timeout, .shutdown, .cancelled: isOver = true
            }
        }
    }

    /// Ends all waits; later requests do not wait.
    func beginShutdown() {
        isShuttingDown = true
        for waiter in waiters.values.joined() { waiter.promise.fulfill(.shutdown) }
    }

    /// The requests at a device whose condition is met by new records, or by the state of the device after them.
    func conditionsMet(
        _ slot: Int,
        _ records: [Record]
    ) -> [(promise: Promise<Waiter.End>, moment: Waiter.Moment)] {
        guard var waiting = waiters.removeValue(forKey: slot) else { return [] }
        defer { waiters[slot] = waiting }
        var records = RecordMatching(records)
        return slots.withDevice(slot) { hosted in
            waiting.indices.compactMap { index in
                guard waiting[index].observe(hosted, records: &records) else { return nil }
                return (waiting[index].promise, hosted.moment(waiting[index].recordMet))
            }
        }
    }

    // MARK: Suspending

    private func waiter(for interest: Waiter.Interest, after: SequenceNumber = 0) -> Waiter {
        lastWaiterNumber += 1
        return Waiter(number: lastWaiterNumber, interest: interest, after: after, promise: Promise())
    }

    /// Waits until the condition is met, the deadline has passed, the device is removed, the server is shut down, or the
    /// task is cancelled.
    private func suspend(
        _ waiter: Waiter,
        at slot: Int,
        until deadline: WallInstant
    ) async throws(HostError) -> Waiter.End {
        guard !isShuttingDown else { return .shutdown }
        guard deadline > wall.now else { return .timeout }
        let waiting = waiters[slot, default: []]
        let parts = waiting.reduce(waiter.partCount) { $0 + $1.partCount }
        guard waiting.count < limits.waitersPerDevice, parts <= limits.conditionPartsPerDevice, waiterCount.enter()
        else {
            throw .overloaded("Too many requests wait, or for too many things.")
        }
        waiters[slot, default: []].append(waiter)
        let end = await waiter.promise.value(by: deadline, on: wall, orElse: .timeout, whenCancelled: .cancelled)
        // Another device may be in the slot by now, but numbers are unique.
        waiters[slot]?.removeAll { $0.number == waiter.number }
        if waiters[slot]?.isEmpty == true { waiters[slot] = nil }
        waiterCount.leave()
        return end
    }

    // MARK: Outcomes

    private func unmet(
        _ end: WaitEnd,
        _ condition: Condition,
        _ id: DeviceID
    ) async throws(HostError) -> Held<WaitOutcome> {
        try await withDevice(id) { shard throws(HostError) in try shard.outcome(end, of: condition, on: id) }
    }

    /// The outcome of a wait that has ended without its condition.
    private func outcome(
        _ end: WaitEnd,
        of condition: Condition,
        on id: DeviceID
    ) throws(HostError) -> Held<WaitOutcome> {
        let slot = try touch(id).slot
        let nearest = NearestRecords.find(condition.patterns, in: slots.values[slot]!.records.after(0))
        let moment = slots.withDevice(slot) { $0.moment(nil) }
        return held(outcome(end, of: condition, at: moment, on: id, nearest: nearest), slot)
    }

    private func outcome(
        _ end: WaitEnd,
        of condition: Condition,
        at moment: Waiter.Moment,
        on id: DeviceID,
        nearest: [Record] = []
    ) -> WaitOutcome {
        let named = condition.apps
        return WaitOutcome(
            device: id,
            end: end,
            sequence: moment.sequence,
            time: moment.time,
            record: moment.record,
            nearest: nearest,
            apps: moment.apps.filter { named.contains($0.bundleID) }
        )
    }
}

extension Device {
    /// Whether a process is one of those that have ended.
    func hasEnded(_ pid: ProcessID) -> Bool { process(pid)?.endedAt != nil }

    /// What a poll for the callbacks of an attached app finds.
    ///
    /// - Parameter process: The process that the app had when the poll began.
    fileprivate func poll(
        _ bundleID: BundleID,
        since process: ProcessID?,
        on id: DeviceID
    ) throws(HostError) -> CallbackPoll {
        do throws(Rejection) {
            return CallbackPoll(
                callbacks: try callbacksInFlight(of: bundleID).map { $0.namingToken(on: id) },
                ended: process.flatMap(self.process).flatMap { process in
                    process.exit.map { CallbackPoll.EndedProcess(pid: process.pid, exit: $0) }
                }
            )
        } catch {
            throw .rejected(error, index: nil)
        }
    }
}

extension HostError {
    /// The error for an app that is not on a device.
    static func unknownApp(_ bundleID: BundleID, on id: DeviceID) -> HostError {
        .rejected(Rejection(.unknownApp, "\(bundleID) is not installed on the device \(id)."), index: nil)
    }
}
