import LifecycleKernel

extension DeviceShard {
    /// Waits until a condition is met: by the device as it is, or by a record after a sequence.
    ///
    /// - Parameters:
    ///   - after: The sequence; nil is the last one, so that only what is still to come counts.
    ///   - timeout: How long to wait in real time; 0 looks once.
    /// - Throws: `unknownDevice`, also when the device is deleted meanwhile; `recordsEvicted`; `overloaded` when too
    ///   many wait.
    func wait(
        on id: DeviceID,
        until condition: Condition,
        after: UInt64?,
        timeout: Duration
    ) async throws(HostError) -> WaitOutcome {
        try limits.check(condition)
        let (place, wall) = try await visit(id)
        let since = after ?? slots.values[place]!.device.lastSequence
        var waiter = waiter(for: .condition(condition, met: nil), after: since)
        let seen = Array(slots.values[place]!.records.after(since))
        if waiter.look(at: slots.values[place]!, records: seen) {
            return outcome(.met, of: condition, at: slots.values[place]!.moment(waiter.recordMet), on: id)
        }
        guard !slots.values[place]!.records.hasEvicted(after: since) else {
            throw .recordsEvicted(oldest: slots.values[place]!.records.oldestSequence)
        }
        let end = try await suspend(waiter, at: place, until: wall + longest(timeout))
        return try await outcome(end, of: condition, on: id)
    }

    /// The callbacks that an app is in, waited for while there are none.
    ///
    /// - Throws: `unknownDevice`; `rejected` for an app that is not installed; `overloaded` when too many wait.
    func callbacks(
        of bundleID: BundleID,
        on id: DeviceID,
        timeout: Duration
    ) async throws(HostError) -> Reading<[CallbackInFlight]> {
        let end = wall.now + longest(timeout)
        while true {
            // Everything is looked at again: the device may be another one by now.
            let (place, wall) = try await visit(id)
            guard slots.values[place]!.device.app(bundleID) != nil else { throw .unknownApp(bundleID, on: id) }
            if let callback = slots.values[place]!.callbackInFlight(of: bundleID) {
                return slots.values[place]!.reading([callback])
            }
            guard wall < end, !isShuttingDown else { return slots.values[place]!.reading([]) }
            switch try await suspend(waiter(for: .callback(bundleID)), at: place, until: end) {
            case .met, .deviceGone: continue
            case .timeout, .shutdown, .cancelled: return try await read(id) { _ in [] }
            }
        }
    }

    /// Ends all waiting now and from now on.
    func beginShutdown() {
        isShuttingDown = true
        for waiter in waiters.values.joined() { waiter.wakeUp.give(.shutdown) }
    }

    /// Shows new records to those who wait for a device.
    func wakeWaiters(_ place: Int, _ records: [Record]) {
        guard waiters[place] != nil else { return }
        for index in waiters[place]!.indices
        where waiters[place]![index].look(at: slots.values[place]!, records: records) {
            waiters[place]![index].wakeUp.give(.met(slots.values[place]!.moment(waiters[place]![index].recordMet)))
        }
    }

    // MARK: Suspending

    private func longest(_ timeout: Duration) -> Duration { min(timeout, .seconds(limits.waitSeconds)) }

    private func waiter(for interest: Waiter.Interest, after: UInt64 = 0) -> Waiter {
        lastWaiterNumber += 1
        return Waiter(number: lastWaiterNumber, interest: interest, after: after, wakeUp: WakeUp())
    }

    /// Waits until somebody ends it: new records, the clock, a deletion, a shutdown, or the cancellation of the task.
    private func suspend(
        _ waiter: Waiter,
        at place: Int,
        until deadline: WallInstant
    ) async throws(HostError) -> Waiter.End {
        guard !isShuttingDown else { return .shutdown }
        guard deadline > wall.now else { return .timeout }
        guard waiters[place, default: []].count < limits.waitersPerDevice, waiterCount.enter() else {
            throw .overloaded("Too many requests wait.")
        }
        waiters[place, default: []].append(waiter)
        let end = await end(of: waiter.wakeUp, deadline)
        // Another device may be at this place by now; the number still tells.
        waiters[place]?.removeAll { $0.number == waiter.number }
        if waiters[place]?.isEmpty == true { waiters[place] = nil }
        waiterCount.leave()
        return end
    }

    private func end(of wakeUp: WakeUp<Waiter.End>, _ deadline: WallInstant) async -> Waiter.End {
        let wall = wall
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // Cancelled when the waiting ended otherwise.
                guard (try? await wall.sleep(until: deadline)) != nil else { return }
                wakeUp.give(.timeout)
            }
            let end = await wakeUp.answer(whenCancelled: .cancelled)
            group.cancelAll()
            return end
        }
    }

    // MARK: What a wait comes to

    private func outcome(
        _ end: Waiter.End,
        of condition: Condition,
        on id: DeviceID
    ) async throws(HostError) -> WaitOutcome {
        switch end {
        case .met(let moment): return outcome(.met, of: condition, at: moment, on: id)
        case .deviceGone: throw .unknownDevice(id)
        case .timeout: return try await unmet(.timeout, condition, id)
        case .shutdown: return try await unmet(.shutdown, condition, id)
        case .cancelled: return try await unmet(.cancelled, condition, id)
        }
    }

    private func unmet(_ end: WaitEnd, _ condition: Condition, _ id: DeviceID) async throws(HostError) -> WaitOutcome {
        let place = try await visit(id).place
        let nearest = NearestRecords.find(condition.patterns, in: slots.values[place]!.records.after(0))
        return outcome(end, of: condition, at: slots.values[place]!.moment(nil), on: id, nearest: nearest)
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

extension HostError {
    /// The error for an app that is not on a device.
    static func unknownApp(_ bundleID: BundleID, on id: DeviceID) -> HostError {
        .rejected(Rejection(.unknownApp, "\(bundleID) is not installed on the device \(id)."), index: nil)
    }
}
