import DeviceTokens
import LifecycleKernel
import WireFormat

extension DeviceShard {
    /// Applies one input.
    ///
    /// - Parameters:
    ///   - expected: The sequence that the device must be at; nil for any.
    ///   - claim: That of the request, when it has an idempotency key.
    /// - Throws: `unknownDevice`, `preconditionFailed`, `limitReached`, `rejected`; `overloaded` when the device is
    ///   too far behind its clock, or too much waits to be written; `storeUnavailable`.
    func apply(
        _ input: Input,
        to id: DeviceID,
        expecting expected: SequenceNumber?,
        under claim: AnswerClaim?
    ) throws(HostError) -> Held<InputOutcome> {
        try apply(input, to: id, touch(id), expecting: expected, under: claim)
    }

    /// Applies one input if the newest change of the device in memory belongs to a commit, which has not ended as far as the shard
    /// knows. When a change is undone, the next one belongs to another commit.
    ///
    /// - Returns: Nil if that is not so, or the input is refused.
    func apply(_ input: Input, to id: DeviceID, rightAfter commit: Commit) -> Held<InputOutcome>? {
        guard let slot = try? slot(of: id), slots.values[slot]!.cursor.commit === commit else { return nil }
        return try? apply(input, to: id, expecting: nil, under: nil)
    }

    /// Applies one input to a device that was found.
    private func apply(
        _ input: Input,
        to id: DeviceID,
        _ touched: (slot: Int, wall: WallInstant, isCurrent: Bool),
        expecting expected: SequenceNumber?,
        under claim: AnswerClaim?
    ) throws(HostError) -> Held<InputOutcome> {
        let (slot, wall) = try prepare(id, touched, for: [input], isList: false, expecting: expected)
        return try change(slot, at: wall, under: claim) { device, limits throws(HostError) in
            do throws(Rejection) {
                let stopped = try device.apply(input, at: device.now, within: limits)
                return if case .advance = input { stopped } else { nil }
            } catch {
                throw .rejected(error, index: nil)
            }
        }
    }

    /// Applies one input that depends on the device's present time.
    ///
    /// - Throws: As for one input.
    func apply(
        to id: DeviceID,
        _ input: @Sendable (_ now: Instant) -> Input
    ) throws(HostError) -> Held<InputOutcome> {
        let touched = try touch(id)
        let now = slots.withDevice(touched.slot) { $0.device.now }
        return try apply(input(now), to: id, touched, expecting: nil, under: nil)
    }

    /// Applies several inputs at one instant, all or nothing.
    ///
    /// - Throws: As for one input; a refusal names the index of the input in the list.
    func apply(
        _ inputs: [Input],
        to id: DeviceID,
        expecting expected: SequenceNumber?,
        under claim: AnswerClaim?
    ) throws(HostError) -> Held<InputOutcome> {
        let (slot, wall) = try prepare(id, touch(id), for: inputs, isList: true, expecting: expected)
        return try change(slot, at: wall, under: claim) { device, limits throws(HostError) in
            do throws(BatchRejection) {
                try device.apply(inputs, at: device.now, within: limits, causing: self.limits.bytesPerRequest)
                return nil
            } catch {
                throw .rejected(error.rejection, index: error.index)
            }
        }
    }

    /// Installs or updates an app.
    func install(
        _ manifest: AppManifest,
        on id: DeviceID,
        expecting expected: SequenceNumber?
    ) throws(HostError) -> Held<InstallOutcome> {
        let slot = try slot(of: id)
        let isNew = !has(manifest.bundleID, slot)
        let applied = try apply(.install(manifest), to: id, expecting: expected, under: nil)
        guard let app = slots.withDevice(slot, { $0.device.app(manifest.bundleID) }) else {
            throw .unknownApp(manifest.bundleID, on: id)
        }
        let named = app.namingTokens(on: id.description)
        let outcome = InstallOutcome(outcome: applied.value, app: named, isNew: isNew)
        return Held(value: outcome, commit: applied.commit, device: applied.device)
    }

    /// Checks whether inputs may be applied to a device that was found.
    private func prepare(
        _ id: DeviceID,
        _ touched: (slot: Int, wall: WallInstant, isCurrent: Bool),
        for inputs: [Input],
        isList: Bool,
        expecting expected: SequenceNumber?
    ) throws(HostError) -> (slot: Int, wall: WallInstant) {
        let availability = log.availability
        let (slot, wall, isCurrent) = touched
        // While nothing can be committed, the device's time stands still.
        guard isCurrent || availability.hasFailed else {
            if !log.hasRoom { throw CommitQueue.full }
            throw .overloaded(
                """
                The device \(id, as: "device") is behind its clock: more of its deadlines are due than the server settles \
                for one request.
                """
            )
        }
        try checkSequence(slot, expected)
        try checkLimits(slot, inputs)
        for case .advance(let advance) in inputs {
            if let condition = advance.condition { try limits.check(condition) }
        }
        for (index, input) in inputs.enumerated() {
            guard let problem = rateProblem(slot, input) else { continue }
            throw .rejected(problem, index: isList ? index : nil)
        }
        switch availability {
        case .open: break
        case .full: try check(slot, inputs, isList: isList)
        case .failed(let reason):
            try check(slot, inputs, isList: isList)
            throw .storeUnavailable(reason)
        }
        return (slot, wall)
    }

    /// Checks the first input, so that an impossible one gets its rejection even if the log takes no change.
    ///
    /// A later input of a list is not checked: whether it is refused depends on those before it, which would have to be
    /// applied and undone. Nothing of the list is applied, and if it is sent again it gets its rejection.
    private func check(_ slot: Int, _ inputs: [Input], isList: Bool) throws(HostError) {
        guard let input = inputs.first else { return }
        do throws(Rejection) {
            try slots.withDevice(slot) { hosted throws(Rejection) in try hosted.device.check(input) }
        } catch {
            let error = HostError.rejected(error, index: isList ? 0 : nil)
            counters.count(error)
            throw error
        }
    }

    /// Checks that a device is at the sequence that the caller expects.
    func checkSequence(_ slot: Int, _ expected: SequenceNumber?) throws(HostError) {
        guard let expected else { return }
        let sequence = slots.withDevice(slot) { $0.device.lastSequence }
        guard expected == sequence else { throw .preconditionFailed(expected: expected, sequence: sequence) }
    }

    private func checkLimits(_ slot: Int, _ inputs: [Input]) throws(HostError) {
        guard inputs.count <= limits.inputsPerRequest else {
            throw .tooComplex(what: "inputs in one request", limit: limits.inputsPerRequest)
        }
        var added = 0
        for case .install(let manifest) in inputs where !has(manifest.bundleID, slot) { added += 1 }
        guard added == 0 || slots.withDevice(slot, { $0.device.appCount }) + added <= limits.appsPerDevice else {
            throw counted(.limitReached(what: "apps on a device", limit: limits.appsPerDevice))
        }
        guard sizeOfApps(slot, after: inputs) <= limits.appBytesPerDevice else {
            throw counted(.limitReached(what: "bytes of apps on a device", limit: limits.appBytesPerDevice))
        }
    }

    private func counted(_ error: HostError) -> HostError {
        counters.count(error)
        return error
    }

    /// About how many bytes the manifests of a device's apps take after inputs; 0 if these install none.
    private func sizeOfApps(_ slot: Int, after inputs: [Input]) -> Int {
        var installed: [BundleID: Int] = [:]
        for case .install(let manifest) in inputs { installed[manifest.bundleID] = manifest.keptSize }
        guard !installed.isEmpty else { return 0 }
        for app in slots.withDevice(slot, { $0.device.appStatuses }) where installed[app.manifest.bundleID] == nil {
            installed[app.manifest.bundleID] = app.manifest.keptSize
        }
        return installed.values.reduce(0, +)
    }

    private func has(_ bundleID: BundleID, _ slot: Int) -> Bool {
        slots.withDevice(slot) { $0.device.app(bundleID) != nil }
    }

    private func rateProblem(_ slot: Int, _ input: Input) -> Rejection? {
        guard case .clock(let change) = input else { return nil }
        var settings = slots.values[slot]!.device.clock
        settings.rate = change.rate ?? settings.rate
        return settings.rateProblem(field: "rate")
    }

    /// Applies inputs and finishes the step.
    ///
    /// - Parameter body: Applies them within limits, or throws and changes nothing. Returns why an advance stopped.
    private func change(
        _ slot: Int,
        at wall: WallInstant,
        under claim: AnswerClaim?,
        _ body: (inout Device, AdvanceLimits) throws(HostError) -> AdvanceStop?
    ) throws(HostError) -> Held<InputOutcome> {
        // The request was for a device that was deleted meanwhile; this is another one under its id.
        if claim?.isOver == true { throw .unknownDevice(slots.values[slot]!.id) }
        try log.admit(isRemoval: false)
        let perAdvance = limits.perAdvance
        let (at, clockBefore) = slots.withDevice(slot) { ($0.device.now, $0.clock) }
        var outcome: InputOutcome
        do throws(HostError) {
            outcome = try slots.withDevice(slot) { hosted throws(HostError) in
                try hosted.apply(within: perAdvance, at: wall, body)
            }
        } catch {
            counters.count(error)
            throw error
        }
        // The store has what the kernel says, and the answer what a client sees.
        let records = outcome.records
        if log.policy.form == .text { outcome.recordText = RecordText.write(records) }
        let recordText = outcome.recordText
        outcome.nameTokens()
        if recordText != nil, records.contains(where: \.dependsOnLanguage) { outcome.recordText = nil }
        let step = FinishedStep(
            kind: .inputs,
            at: at,
            records: records,
            recordText: recordText,
            clockBefore: clockBefore,
            claim: claim
        )
        finish(step, of: slot)
        return held(outcome, slot)
    }
}

extension HostedDevice {
    /// Applies inputs, and sets the clock to the device's time and settings after them.
    ///
    /// - Parameter body: Applies them within limits, or throws and changes nothing. Returns why an advance stopped.
    fileprivate mutating func apply(
        within limits: AdvanceLimits,
        at wall: WallInstant,
        _ body: (inout Device, AdvanceLimits) throws(HostError) -> AdvanceStop?
    ) throws(HostError) -> InputOutcome {
        let stopped = try body(&device, limits)
        clock.update(to: device.clock, showing: device.now, at: wall)
        let records = device.takeRecords()
        return device.outcome(of: id, records, stopped: stopped)
    }
}

extension DeviceClock {
    /// Sets the clock to the device's time and settings after inputs.
    mutating func update(to settings: ClockSettings, showing now: Instant, at wall: WallInstant) {
        if self.settings != settings { change(to: settings, at: wall) }
        if self.now(at: wall) != now { move(to: now, at: wall) }
    }
}

// MARK: Steps

extension DeviceShard {
    /// Advances a device's time to what its clock shows.
    ///
    /// Time does not advance while the store cannot be written: a client must not see what cannot be made durable.
    ///
    /// - Parameter budget: How much is settled at most, for this device and for others that are read with it; what is
    ///   settled is taken off.
    /// - Returns: Whether the device has reached its clock's time; if not, more was due than the budget, or the log
    ///   takes no change.
    @discardableResult
    func catchUp(_ slot: Int, at wall: WallInstant, within budget: inout AdvanceLimits) -> Bool {
        let isCurrent = settleDue(slot, at: wall, within: &budget)
        slots.values[slot]!.isBehind = !isCurrent
        return isCurrent
    }

    private func settleDue(_ slot: Int, at wall: WallInstant, within budget: inout AdvanceLimits) -> Bool {
        let (clock, now, isCurrent, isDue) = slots.withDevice(slot) { hosted in
            let now = hosted.clock.now(at: wall)
            let isDue = hosted.device.nextDeadline.map { $0 < now } ?? false
            return (hosted.clock, now, hosted.device.now >= now, isDue)
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
            // There is nothing to store.
            scheduleTick(slot)
        } else {
            let kind: StoredStep.Kind = isCurrent ? .time : .partOfTime
            finish(FinishedStep(kind: kind, at: reached, records: records, clockBefore: clockBefore), of: slot)
        }
        return isCurrent
    }

    /// Finishes a step: keeps its records, appends it to the log, publishes it when it is durable, and schedules the
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
        // Such a log has no use for the change.
        if case .none = log.policy.form { return nil }
        let change = slots.withDevice(slot) { $0.change(step, log.policy, limits.perAdvance) }
        guard let commit = log.append(change, from: number) else { return nil }
        slots.values[slot]!.cursor.append(in: commit)
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
    /// Devices take turns, and each loses the older half of its records: devices that write little keep some, and a
    /// turn costs no more than what was written since the last one.
    func makeRoomForRecords() {
        let share = SizeLimit(
            count: max(limits.recordsInTotal / shardCount, limits.recordsPerDevice),
            bytes: max(limits.recordBytesInTotal / shardCount, limits.recordBytesPerDevice)
        )
        // Ends when nothing is left to evict.
        var left = slots.values.count
        while share.isExceeded(count: kept.records, bytes: kept.bytes), left > 0 {
            recordEvictionSlot = (recordEvictionSlot + 1) % slots.values.count
            left -= 1
            guard slots.values[recordEvictionSlot] != nil else { continue }
            let evicted = keeping(recordEvictionSlot) { $0.records.evictOlderHalf() }
            if evicted > 0 { left = slots.values.count }
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
    /// Handles the earliest deadline first, and at most `deadlinesPerTick` of them; the others wait for the next tick.
    /// With nothing due it only reads the minimum of two heaps.
    func tick(at wall: WallInstant) async -> ShardTick {
        let loaded = await loadDue(at: wall)
        makeRoomForDevice()
        var budget = limits.deadlinesPerTick
        while budget > 0, let (slot, _) = expiries.popDue(at: wall) {
            budget -= 1
            // A device with waits or streams is in use.
            let isWanted = waiters[slot] != nil || hub.isFollowing(slots.values[slot]!.id)
            // If the removal cannot be stored now, it is tried again after the same length of time.
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
            budget -= tick(slot, at: wall, limit: min(budget, Self.deadlinesPerDevice)).count
        }
        let isUnfinished = budget <= 0 || isLogFull || loaded.isUnfinished
        return ShardTick(lateness: lateness, isUnfinished: isUnfinished, metrics: takeMetrics())
    }

    /// Removes a device, if that can be stored.
    private func tryToRemove(_ slot: Int) -> Bool {
        do throws(HostError) {
            try remove(slot)
            return true
        } catch {
            return false
        }
    }

    /// Deadlines settled for one device before the next device.
    static let deadlinesPerDevice = 100

    /// Settles what is due on a device, up to a limit of deadlines and to what one advance may write.
    ///
    /// - Returns: How many deadlines this counts as, and whether all were settled. The kernel does not report the number, so records
    ///   are counted instead.
    func tick(_ slot: Int, at wall: WallInstant, limit: Int) -> (count: Int, isCurrent: Bool) {
        var budget = limits.perAdvance
        budget.deadlines = limit
        let before = slots.withDevice(slot) { $0.device.lastSequence }
        let isCurrent = catchUp(slot, at: wall, within: &budget)
        // `popDue` has removed it from the index, so it is scheduled again even if nothing was due.
        scheduleTick(slot)
        guard isCurrent else { return (limit, false) }
        return (max(1, min(limit, slots.withDevice(slot) { $0.device.lastSequence }.count(after: before))), true)
    }
}
