import LifecycleKernel

extension DeviceShard {
    /// Reads something from a device, after its time has come to what its clock shows.
    ///
    /// - Throws: `unknownDevice`.
    func read<Value: Sendable>(
        _ id: DeviceID,
        _ value: @Sendable (borrowing HostedDevice) -> Value
    ) throws(HostError) -> Reading<Value> {
        let place = try visit(id).place
        return slots.values[place]!.reading(value(slots.values[place]!))
    }

    /// Some of the devices, those that are still there; only looked at, so that a list prolongs nobody's life.
    func documents(of ids: [DeviceID]) -> [DeviceDocument] {
        let wall = wall.now
        return ids.compactMap { id in
            guard let place = slots.place(of: id) else { return nil }
            _ = catchUp(place, at: wall, limit: limits.deadlinesPerAdvance)
            return slots.values[place]!.document()
        }
    }

    /// The processes on some of the devices that are asked for, by device.
    func processes(on ids: [DeviceID], _ query: ProcessQuery) -> [DeviceID: [ProcessStatus]] {
        let wall = wall.now
        var found: [DeviceID: [ProcessStatus]] = [:]
        for id in ids {
            guard let place = slots.place(of: id) else { continue }
            _ = catchUp(place, at: wall, limit: limits.deadlinesPerAdvance)
            guard mayHave(query.state, place) else { continue }
            let processes = slots.values[place]!.device.processes.filter(query.matches)
            if !processes.isEmpty { found[id] = processes }
        }
        return found
    }

    /// Whether a device may have processes in a state; ended ones are not counted.
    private func mayHave(_ state: ProcessState?, _ place: Int) -> Bool {
        guard let state, state != .terminated else { return true }
        return slots.values[place]!.counts[state] > 0
    }

    /// Part of a device's timeline.
    ///
    /// - Throws: `unknownDevice`, or `recordsEvicted` when a record after `query.after` is no longer kept.
    func timeline(_ id: DeviceID, _ query: TimelineQuery) throws(HostError) -> TimelinePage {
        let place = try visit(id).place
        let records = slots.values[place]!.records
        if let after = query.after, records.hasEvicted(after: after) {
            throw .recordsEvicted(oldest: records.oldestSequence)
        }
        let page = records.page(query, limit: min(max(0, query.limit), limits.pageSize))
        return TimelinePage(
            device: id,
            records: page.records,
            oldest: records.oldestSequence,
            sequence: records.lastSequence,
            time: slots.values[place]!.device.now,
            next: page.next
        )
    }

    /// How many apps there are in each state, and devices.
    func summary() -> (counts: StateCounts, devices: Int) { (counts, slots.count) }

    /// What was counted since the last tick.
    func takeTally() -> Tally { tally.take() }
}
