import LifecycleKernel
import WireFormat

extension DeviceShard {
    /// Reads a value from a device, after advancing its time to what its clock shows.
    ///
    /// - Throws: `unknownDevice`.
    func read<Value: Sendable>(
        _ id: DeviceID,
        _ value: @Sendable (borrowing HostedDevice) -> Value
    ) throws(HostError) -> Held<Reading<Value>> {
        let slot = try touch(id).slot
        return held(slots.withDevice(slot) { hosted in hosted.reading(value(hosted)) }, slot)
    }

    /// A device as it is shown.
    ///
    /// - Throws: `unknownDevice`.
    func document(of id: DeviceID) throws(HostError) -> Held<DeviceDocument> {
        let slot = try touch(id).slot
        return held(document(slot), slot)
    }

    /// The documents of some devices, without those that no longer exist. Does not renew their expiry.
    ///
    /// - Parameters:
    ///   - wall: The reading to use for all of them.
    ///   - budget: How much is settled at most to bring all of them to what their clocks show.
    /// - Returns: Those, and what is left of the budget.
    /// - Throws: `storeUnreadable` if one cannot be loaded.
    func documents(
        of ids: [DeviceID],
        at wall: WallInstant,
        within budget: AdvanceLimits
    ) async throws(HostError) -> (Held<[DeviceDocument]>, left: AdvanceLimits) {
        try await collect(from: ids, at: wall, within: budget, into: []) { documents, slot in
            documents.append(document(slot))
        }
    }

    /// The processes on some devices that match a query, by device.
    ///
    /// - Parameters:
    ///   - wall: The reading to use for all of them.
    ///   - budget: How much is settled at most to bring all of them to what their clocks show.
    /// - Returns: Those, and what is left of the budget.
    /// - Throws: `storeUnreadable` if one cannot be loaded.
    func processes(
        on ids: [DeviceID],
        _ query: ProcessQuery,
        at wall: WallInstant,
        within budget: AdvanceLimits
    ) async throws(HostError) -> (Held<[DeviceID: [ProcessStatus]]>, left: AdvanceLimits) {
        try await collect(from: ids, at: wall, within: budget, into: [:]) { found, slot in
            guard query.wants(slots.values[slot]!.labels), mayHave(query.state, slot) else { return }
            let processes = slots.withDevice(slot) { $0.device.processes.filter(query.matches) }
            if !processes.isEmpty { found[slots.values[slot]!.id] = processes }
        }
    }

    /// Collects values from some devices, without those that no longer exist, after advancing their time to what their clocks show.
    private func collect<Collection>(
        from ids: [DeviceID],
        at wall: WallInstant,
        within budget: AdvanceLimits,
        into collection: Collection,
        _ add: (inout Collection, Int) -> Void
    ) async throws(HostError) -> (Held<Collection>, left: AdvanceLimits) {
        var left = budget
        var collected = Held(value: collection, commit: nil)
        try await withDevices(ids) { id in
            guard let slot = try? slot(of: id) else { return }
            catchUp(slot, at: wall, within: &left)
            add(&collected.value, slot)
            collected.commit = .newest(collected.commit, slots.values[slot]!.cursor.commit)
        }
        return (collected, left)
    }

    private func document(_ slot: Int) -> DeviceDocument {
        let oldest = oldestSequence(slot)
        return slots.withDevice(slot) { $0.document(oldest: oldest) }
    }

    /// The sequence of the oldest record of a device that is kept, in memory or in the store.
    private func oldestSequence(_ slot: Int) -> SequenceNumber {
        let inMemory = slots.values[slot]!.records.oldestSequence
        return slots.values[slot]!.cursor.oldest.map { min($0, inMemory) } ?? inMemory
    }

    /// Whether a device may have processes in a state. The counts leave out ended processes and changes that are not
    /// durable.
    private func mayHave(_ state: ProcessState?, _ slot: Int) -> Bool {
        guard let state, state != .terminated, slots.values[slot]!.cursor.commit == nil else { return true }
        return slots.values[slot]!.counts[state] > 0
    }

    /// Part of a device's timeline, as far as it is in memory.
    ///
    /// - Throws: `unknownDevice`, or `recordsEvicted` when a record after `query.after` is no longer kept.
    func timeline(_ id: DeviceID, _ query: TimelineQuery) throws(HostError) -> Held<TimelinePart> {
        let slot = try touch(id).slot
        let records = slots.values[slot]!.records
        let oldest = oldestSequence(slot)
        if let after = query.after, after < oldest - 1 { throw .recordsEvicted(oldest: oldest) }
        let beginsInMemory = !records.hasEvicted(after: query.after ?? oldest - 1)
        let isInMemory = beginsInMemory || query.last != nil
        let page = isInMemory ? records.page(query) : (records: [], next: nil)
        let part = TimelinePart(
            page: TimelinePage(
                device: id,
                records: page.records,
                oldest: oldest,
                sequence: records.lastSequence,
                time: slots.withDevice(slot) { $0.device.now },
                rules: slots.withDevice(slot) { $0.device.rulebook },
                next: page.next
            ),
            earlier: beginsInMemory ? nil : slots.values[slot]!.cursor.number,
            firstInMemory: records.oldestSequence
        )
        return held(part, slot)
    }

    /// The shard's part of the metrics of the host. Resets the counters.
    func takeMetrics() -> ShardMetrics {
        publish()
        return ShardMetrics(
            counters: counters.take(),
            kept: kept,
            counts: counts,
            devices: slots.count + evictedCount,
            devicesInMemory: slots.count,
            setAside: setAside.count
        )
    }

    /// How many apps there are in each state, and devices.
    func totals() -> StoreTotals {
        publish()
        return StoreTotals(devices: slots.count + evictedCount, apps: counts)
    }

    /// How many of some devices there still are, and how many apps they have in each state.
    ///
    /// - Throws: `storeUnreadable` if one cannot be loaded.
    func totals(of ids: [DeviceID]) async throws(HostError) -> StoreTotals {
        publish()
        var totals = StoreTotals(devices: 0, apps: .zero)
        try await withDevices(ids) { id in
            guard let slot = try? slot(of: id) else { return }
            totals += StoreTotals(devices: 1, apps: slots.values[slot]!.counts)
        }
        return totals
    }
}

/// A shard's part of the metrics of the host.
struct ShardMetrics: Sendable {
    /// What was counted since the last time.
    var counters = ShardCounters()
    /// What is kept of records.
    var kept = KeptRecords()
    /// The apps by state.
    var counts = StateCounts.zero
    /// How many devices there are.
    var devices = 0
    /// How many of them are in memory.
    var devicesInMemory = 0
    /// How many devices are set aside.
    var setAside = 0

    /// Adds those of another shard, except the counters.
    mutating func add(_ other: ShardMetrics) {
        kept += other.kept
        counts += other.counts
        devices += other.devices
        devicesInMemory += other.devicesInMemory
        setAside += other.setAside
    }
}

// MARK: Forks

/// What a fork is made from.
struct ForkSource: Sendable {
    /// Where the state comes from.
    enum State: Sendable {
        /// The present state of the device.
        case present(Device)
        /// A state that the store restores, by the number of the device.
        case stored(Int64)
    }

    /// Where the state comes from.
    var state: State
    /// The requested sequence.
    var sequence: SequenceNumber
    /// The sequence of the device's last record.
    var last: SequenceNumber
    /// What the device's clock shows now.
    var now: Instant
    /// The device's labels.
    var labels: [Label]
    /// How long the device is kept without requests.
    var expiresAfter: Duration?
}

extension DeviceShard {
    /// Finds what a device is forked from.
    ///
    /// - Parameter sequence: The record after which the fork begins; nil for the last one.
    /// - Throws: `unknownDevice`; `rejected` for a sequence after the last record; `stateEvicted`.
    func forkSource(_ id: DeviceID, at sequence: SequenceNumber?) throws(HostError) -> Held<ForkSource> {
        let slot = try touch(id).slot
        let device = slots.values[slot]!.device
        let sequence = sequence ?? device.lastSequence
        guard sequence <= device.lastSequence else {
            let detail: Sentence = """
                The device \(id, as: "device") has no record \(sequence, as: "sequence") yet; its last one is \
                \(device.lastSequence, as: "last").
                """
            throw .rejected(
                Rejection(.invalidValue, detail, field: "at", accepted: [String(device.lastSequence)]),
                index: nil
            )
        }
        let source = ForkSource(
            state: try state(slot, device, at: sequence),
            sequence: sequence,
            last: device.lastSequence,
            now: device.now,
            labels: slots.values[slot]!.labels,
            expiresAfter: slots.values[slot]!.expiresAfter
        )
        return held(source, slot)
    }

    private func state(_ slot: Int, _ device: Device, at sequence: SequenceNumber) throws(HostError) -> ForkSource.State
    {
        guard sequence < device.lastSequence else { return .present(device) }
        let cursor = slots.values[slot]!.cursor
        // There is no state yet while a device of another kernel version is being taken over.
        let oldest = cursor.snapshots.first ?? device.lastSequence
        guard sequence >= oldest else { throw .stateEvicted(oldest: oldest) }
        return .stored(cursor.number)
    }
}

// MARK: Waits

extension DeviceShard {
    /// Waits until a condition is met: by the device as it is, or by a record after a sequence.
    ///
    /// - Parameters:
    ///   - progress: How far the wait has come. Its records are forgotten when there is no more need of them.
    ///   - deadline: When to stop waiting, in real time; if it is not after now, the condition is checked once.
    /// - Throws: `unknownDevice`, also when the device is deleted meanwhile; `recordsEvicted` when records between those of `progress`
    ///   and those in memory are missing; `overloaded` when too many wait.
    func wait(
        on id: DeviceID,
        _ request: inout RequestedDevice,
        until condition: Condition,
        progress: inout WaitProgress,
        deadline: WallInstant
    ) async throws(HostError) -> Held<WaitOutcome> {
        try limits.check(condition)
        request.askAgain()
        // What was seen of the device before another server changed it.
        var left: Waiter.View?
        var hasWaitedForCommit = false
        while true {
            while try !isReady(id, &request) { try await prepare(id, &request) }
            // Everything is checked again: the device may have been rolled back.
            let slot = try touch(id).slot
            let (number, last) = slots.withDevice(slot) { ($0.number, $0.device.lastSequence) }
            let since = progress.after ?? last
            if var missing = left, missing.device.number == number, missing.device.device.lastSequence < last {
                let lastShown = missing.device.device.lastSequence
                let commit = slots.values[slot]!.cursor.commit
                if let moment = await showMissedSteps(to: &missing, after: since) {
                    return Held(value: outcome(.met, of: condition, at: moment, on: id), commit: nil)
                }
                left = missing
                let isUnchanged = missing.device.device.lastSequence == lastShown
                if isUnchanged, let commit, !hasWaitedForCommit {
                    // What is missing may not be in the store yet.
                    _ = await commit.outcome()
                    hasWaitedForCommit = true
                } else {
                    hasWaitedForCommit = false
                    if isUnchanged {
                        // The next step cannot be replayed. Only its records are looked at.
                        progress = WaitProgress(after: lastShown, interest: missing.interest)
                        left = nil
                    }
                }
                // The device may have been changed meanwhile.
                request.askAgain()
                continue
            }
            let resumed = left.take()
            var waiter = waiter(for: resumed?.interest ?? progress.interest, after: since)
            let oldest = slots.values[slot]!.records.oldestSequence
            let before = progress.earlier.prefix { $0.sequence < oldest }
            let isComplete =
                resumed != nil || !slots.values[slot]!.records.hasEvicted(after: before.last?.sequence ?? since)
            var seen = RecordMatching(
                resumed != nil ? [] : (isComplete ? Array(before) : []) + slots.values[slot]!.records.after(since)
            )
            let moment = slots.withDevice(slot) { hosted in
                waiter.observe(hosted, records: &seen) ? hosted.moment(waiter.recordMet) : nil
            }
            if let moment {
                return held(outcome(.met, of: condition, at: moment, on: id), slot)
            }
            guard isComplete else { throw .recordsEvicted(oldest: oldest) }
            guard deadline > wall.now else { return try outcome(.timeout, of: condition, on: id) }
            progress.earlier = []
            if sharing != nil {
                waiter.durable =
                    slots.values[slot]!.cursor.commit == nil ? waiter.view(of: slots.values[slot]!) : resumed
            }
            switch try await suspend(&waiter, at: slot, until: deadline) {
            case .met(let moment): return Held(value: outcome(.met, of: condition, at: moment, on: id), commit: nil)
            case .deviceRemoved: throw .unknownDevice(id)
            case .rolledBack: request.askAgain()
            case .superseded(let view):
                left = view
                request.askAgain()
            case .timeout:
                guard sharing != nil else { return try await unmet(.timeout, condition, id) }
                // What other servers have done counts, although this one has not heard of it yet.
                left = waiter.durable
                request.askAgain()
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
        var request = RequestedDevice()
        while true {
            while try !isReady(id, &request) { try await prepare(id, &request) }
            // Everything is checked again: this may be another device of the same id.
            let (slot, wall, _) = try touch(id)
            let reading = try slots.withDevice(slot) { hosted throws(HostError) in
                guard let app = hosted.device.app(bundleID) else { throw .unknownApp(bundleID, on: id) }
                process = process ?? app.pid
                return hosted.reading(try hosted.device.poll(bundleID, since: process, on: id))
            }
            isOver = isOver || wall >= deadline || isShuttingDown
            guard reading.value.isEmpty, !isOver else { return held(reading, slot) }
            var waiter = waiter(for: .callback(bundleID, process: process))
            switch try await suspend(&waiter, at: slot, until: deadline) {
            case .met, .deviceRemoved, .rolledBack, .superseded: request.askAgain()
            case .timeout, .shutdown, .cancelled:
                isOver = true
                request.askAgain()
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
    ///
    /// - Parameter waiter: What waits; afterwards with what it has seen meanwhile.
    private func suspend(
        _ waiter: inout Waiter,
        at slot: Int,
        until deadline: WallInstant
    ) async throws(HostError) -> Waiter.End {
        guard !isShuttingDown else { return .shutdown }
        let waiting = waiters[slot, default: []]
        let parts = waiting.reduce(waiter.partCount) { $0 + $1.partCount }
        guard waiting.count < limits.waitersPerDevice, parts <= limits.conditionPartsPerDevice, waiterCount.enter()
        else {
            throw .overloaded("Too many requests are waiting for this device, or their conditions have too many parts.")
        }
        waiters[slot, default: []].append(waiter)
        let end = await waiter.promise.value(by: deadline, on: wall, orElse: .timeout, whenCancelled: .cancelled)
        // Another device may be in the slot by now, but numbers are unique.
        if let index = waiters[slot]?.firstIndex(where: { $0.number == waiter.number }) {
            waiter = waiters[slot]!.remove(at: index)
        }
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
        .rejected(
            Rejection(
                .unknownApp,
                "\(bundleID, as: "bundleID") is not installed on the device \(id, as: "device")."
            ),
            index: nil
        )
    }
}
