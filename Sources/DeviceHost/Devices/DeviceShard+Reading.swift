import LifecycleKernel

extension DeviceShard {
    /// Reads something from a device, after its time has come to what its clock shows.
    ///
    /// - Throws: `unknownDevice`.
    func read<Value: Sendable>(
        _ id: DeviceID,
        _ value: @Sendable (borrowing HostedDevice) -> Value
    ) async throws(HostError) -> Reading<Value> {
        let place = try await visit(id).place
        return slots.values[place]!.reading(value(slots.values[place]!))
    }

    /// A device as it is shown.
    ///
    /// - Throws: `unknownDevice`.
    func document(of id: DeviceID) async throws(HostError) -> DeviceDocument {
        document(try await visit(id).place)
    }

    /// Some of the devices, those that are still there; only looked at, so that a list prolongs nobody's life.
    func documents(of ids: [DeviceID]) -> [DeviceDocument] {
        ids.compactMap { id in (try? place(of: id)).map(document) }
    }

    /// The processes on some of the devices that are asked for, by device.
    func processes(on ids: [DeviceID], _ query: ProcessQuery) -> [DeviceID: [ProcessStatus]] {
        var found: [DeviceID: [ProcessStatus]] = [:]
        for id in ids {
            guard let place = try? place(of: id), mayHave(query.state, place) else { continue }
            let processes = slots.values[place]!.device.processes.filter(query.matches)
            if !processes.isEmpty { found[id] = processes }
        }
        return found
    }

    /// Lets the time of devices come to what their clocks show.
    ///
    /// - Returns: Tells when everything handed to the journal so far is durable, or has failed; nil when nothing is.
    func bringUpToDate(_ ids: [DeviceID]) -> WakeUp<HostError?>? {
        let wall = wall.now
        for id in ids {
            guard let place = try? place(of: id) else { continue }
            _ = catchUp(place, at: wall, limit: limits.deadlinesPerAdvance)
        }
        return pending.last.map { settlement(of: $0.ahead) }
    }

    private func document(_ place: Int) -> DeviceDocument {
        slots.values[place]!.document(oldest: oldestSequence(place))
    }

    /// The sequence of the oldest record of a device that is kept, in memory or in the journal.
    private func oldestSequence(_ place: Int) -> UInt64 {
        let inMemory = slots.values[place]!.records.oldestSequence
        return slots.journalled[place].map { min($0.books.oldest, inMemory) } ?? inMemory
    }

    /// Whether a device may have processes in a state; ended ones are not counted.
    private func mayHave(_ state: ProcessState?, _ place: Int) -> Bool {
        guard let state, state != .terminated else { return true }
        return slots.values[place]!.counts[state] > 0
    }

    /// Part of a device's timeline, as far as it is in memory.
    ///
    /// - Throws: `unknownDevice`, or `recordsEvicted` when a record after `query.after` is no longer kept.
    func timeline(_ id: DeviceID, _ query: TimelineQuery) async throws(HostError) -> TimelinePart {
        let place = try await visit(id).place
        let records = slots.values[place]!.records
        let oldest = oldestSequence(place)
        if let after = query.after, after < oldest - 1 { throw .recordsEvicted(oldest: oldest) }
        let beginsInMemory = !records.hasEvicted(after: query.after ?? oldest - 1)
        let isInMemory = beginsInMemory || query.last != nil
        let page = isInMemory ? records.page(query, limit: query.limit) : (records: [], next: nil)
        return TimelinePart(
            page: TimelinePage(
                device: id,
                records: page.records,
                oldest: oldest,
                sequence: records.lastSequence,
                time: slots.values[place]!.device.now,
                next: page.next
            ),
            earlier: beginsInMemory ? nil : slots.journalled[place]?.number,
            firstInMemory: records.oldestSequence
        )
    }

    /// How many apps there are in each state, and devices.
    func summary() -> (counts: StateCounts, devices: Int) { (counts, slots.count) }

    /// What was counted since the last tick, and about how many bytes the answers kept under idempotency keys take.
    func takeTally() -> (tally: Tally, answerBytes: Int) { (tally.take(), answerBytes) }
}
