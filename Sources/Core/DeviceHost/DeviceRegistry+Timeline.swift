import DeviceTokens
import LifecycleKernel

/// The part of a timeline that only the store has.
extension DeviceRegistry {
    /// Reads something from the store.
    ///
    /// - Throws: `storeUnreadable`.
    func readStore<Value: Sendable>(
        _ read: @Sendable (any DeviceStore) async throws -> Value
    ) async throws(HostError) -> Value {
        do {
            return try await read(store)
        } catch let error as HostError {
            throw error
        } catch {
            throw unreadable("\(error)")
        }
    }

    /// The error that the store cannot be read. It is counted, because the store or its disk is damaged.
    private func unreadable(_ reason: String) -> HostError {
        metrics.storeUnreadable()
        return .storeUnreadable(reason)
    }

    /// A page that begins with records that only the store has.
    ///
    /// Records in memory may be evicted while the store is read. So this reads from the store until the next record
    /// is in memory, or until it has read everything that existed at the beginning. A query for few of many records
    /// reads no more than `Self.bytesReadForPage` of the store; the page then ends early.
    ///
    /// - Throws: `recordsEvicted` if the store deletes the requested records meanwhile.
    func timeline(
        of id: DeviceID,
        _ query: TimelineQuery,
        beginningWith part: TimelinePart,
        in number: Int64
    ) async throws(HostError) -> TimelinePage {
        let end = part.page.sequence
        var part = part
        var found: [Record] = []
        var budget = SizeBudget(query.size)
        var reading = StepReading()
        var reached = query.after ?? part.page.oldest - 1
        while true {
            while reached + 1 < part.firstInMemory {
                guard reading.bytes < Self.bytesReadForPage else { return part.page.with(found, after: reached) }
                let steps = try await readStore { [reached, reading] store in
                    try await store.steps(of: number, withRecordsAfter: reached, limit: reading.stepsAtOnce)
                }
                reading.note(steps)
                guard !steps.isEmpty else { try await explainGap(after: reached, of: id, query) }
                for step in steps where reached + 1 < part.firstInMemory {
                    guard step.before <= reached else { try await explainGap(after: reached, of: id, query) }
                    for record in try records(of: CollectionOfOne(step), on: id)
                    where record.sequence > reached && record.sequence < part.firstInMemory && query.matches(record) {
                        guard !budget.isUsedUp else { return part.page.with(found, after: reached) }
                        budget.take(record.keptSize)
                        found.append(record)
                    }
                    reached = min(step.last, part.firstInMemory - 1)
                }
            }
            var rest = query
            rest.after = reached
            rest.limit = budget.left.count
            rest.bytes = budget.left.bytes
            part = try await partInMemory(of: id, rest)
            guard let again = part.earlier else { return part.page.preceded(by: found) }
            // Another device has the id now; the requested one was deleted.
            guard again == number else { throw .unknownDevice(id) }
            if reached >= end { return part.page.with(found, after: reached) }
        }
    }

    /// Throws the reason why the store has no step after a record.
    ///
    /// - Throws: `recordsEvicted` if the following records were deleted, `unknownDevice` if the device was deleted;
    ///   `storeUnreadable` if the records should be there.
    private func explainGap(
        after sequence: SequenceNumber,
        of id: DeviceID,
        _ query: TimelineQuery
    ) async throws(HostError) -> Never {
        var query = query
        query.after = sequence
        query.limit = 1
        _ = try await partInMemory(of: id, query)
        throw unreadable("the records of the device \(id) after \(sequence) are missing")
    }

    /// Returns the newest records where memory has too few of them.
    func timeline(
        newest query: TimelineQuery,
        before part: TimelinePart,
        in number: Int64
    ) async throws(HostError) -> TimelinePage {
        var page = part.page
        // The newest first.
        var earlier: [Record] = []
        var budget = SizeBudget(query.size)
        for record in page.records { budget.take(record.keptSize) }
        var reading = StepReading()
        let first = (query.after ?? 0) + 1
        var reached = part.firstInMemory
        while !budget.isUsedUp, reached > first {
            let steps = try await readStore { [reached, reading] store in
                try await store.steps(of: number, withRecordsUpTo: reached - 1, limit: reading.stepsAtOnce)
            }
            reading.note(steps)
            guard let newest = steps.first, let oldest = steps.last, oldest.before.next < reached else { break }
            guard newest.last.next >= reached else {
                throw unreadable("the records of the device \(part.page.device) before \(reached) are missing")
            }
            for step in steps where !budget.isUsedUp {
                for record in try records(of: CollectionOfOne(step), on: part.page.device).reversed()
                where record.sequence < reached && record.sequence >= first && query.matches(record) {
                    guard !budget.isUsedUp else { break }
                    budget.take(record.keptSize)
                    earlier.append(record)
                }
            }
            reached = oldest.before.next
        }
        page.records = earlier.reversed() + page.records
        return page
    }

    /// The records of a device up to one: the newest of them that are kept, as many as a device keeps in memory.
    ///
    /// - Parameter first: Only those after this one.
    /// - Throws: `unknownDevice`, `storeUnreadable`.
    func records(
        of id: DeviceID,
        after first: SequenceNumber = 0,
        upTo sequence: SequenceNumber
    ) async throws(HostError) -> [Record] {
        let capacity = limits.recordCapacity
        guard capacity.count > 0 else { return [] }
        let start = max(first, sequence - capacity.count)
        var query = TimelineQuery(after: start, limit: limits.pageSize)
        var records = RecordRing(capacity: capacity, after: start)
        while true {
            let page: TimelinePage
            do throws(HostError) {
                page = try await timeline(of: id, query)
            } catch .recordsEvicted(let oldest) {
                // What is left begins later.
                records = RecordRing(capacity: capacity, after: oldest - 1)
                query.after = oldest - 1
                continue
            }
            _ = records.append(page.records.filter { $0.sequence <= sequence })
            guard let next = page.next, next < sequence else { return Array(records.after(0)) }
            query.after = next
        }
    }

    /// How many bytes of the store are read for one page: few of its records may match the query.
    private static let bytesReadForPage = 8 * 1_024 * 1_024

    private func records(of steps: some Sequence<StoredStep>, on id: DeviceID) throws(HostError) -> [Record] {
        var records: [Record] = []
        do throws(StoreDamage) {
            for step in steps { records += try step.readRecords() }
        } catch {
            throw unreadable(error.description)
        }
        return records.namingTokens(on: id.description)
    }
}

extension TimelinePage {
    /// The page with other records, after which more follow.
    ///
    /// - Parameter reached: The sequence up to which all records that match are there.
    fileprivate func with(_ found: [Record], after reached: SequenceNumber) -> TimelinePage {
        var page = self
        page.records = found
        page.next = max(found.last?.sequence ?? 0, reached)
        return page
    }

    /// The page with earlier records prepended.
    fileprivate func preceded(by found: [Record]) -> TimelinePage {
        var page = self
        page.records = found + records
        page.next = next.map { records.isEmpty ? found.last?.sequence ?? $0 : $0 }
        return page
    }
}

/// How many steps are read from a store at once, so that they take about a megabyte.
private struct StepReading: Sendable {
    private(set) var stepsAtOnce = 4
    /// How many bytes were read.
    private(set) var bytes = 0

    /// Counts what was read.
    mutating func note(_ steps: [StoredStep]) {
        let size = steps.reduce(0) { $0 + $1.records.count }
        bytes += size
        let average = max(1, size / max(1, steps.count))
        stepsAtOnce = min(2 * stepsAtOnce, 64, max(1, 1_024 * 1_024 / average))
    }
}

// MARK: Streams

extension DeviceRegistry {
    /// Subscribes to a device: its records after a position, new records as they are written, and its deletion.
    ///
    /// Requires a running `FanOut`.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - scope: That of the event's id which has the sequence; nil for the device that has the id now. The sequence of another
    ///     device, or of an earlier era of a shared store, results in a gap, as one after the last record does.
    ///   - sequence: The sequence; nil begins with the oldest record that is kept.
    ///   - readsAll: Whether to begin with the oldest record in any case, if the sequence is one of the device.
    /// - Throws: `unknownDevice`; `overloaded` when there are too many subscribers.
    package func follow(
        _ id: DeviceID,
        in scope: String? = nil,
        after sequence: SequenceNumber? = nil,
        readsAll: Bool = false
    ) async throws(HostError) -> RecordSubscription {
        let log = try hub.enter(id)
        do throws(HostError) {
            let device = try await read(id) { (number: $0.number, last: $0.device.lastSequence) }.value
            // The device that was entered may have been deleted since.
            guard hub.isCurrent(log, of: id) else { throw .unknownDevice(id) }
            let wanted = sequence.map { StreamPosition($0.rawValue) }
            let isOfDevice = scope.map { $0 == hub.scope(of: device.number).name } ?? true
            let isKnown = isOfDevice && (sequence ?? 0) <= device.last
            return RecordSubscription(
                id,
                device.number,
                readingFrom: log,
                after: isKnown && !readsAll ? wanted : nil,
                unknown: isKnown ? nil : wanted,
                in: self
            )
        } catch {
            hub.leave(id, log)
            throw error
        }
    }

    /// Subscribes to all devices, including devices created later: their records as they are written.
    ///
    /// Requires a running `FanOut`.
    ///
    /// - Parameters:
    ///   - last: The id of the event after which to begin; nil for now. One that is not of this stream results in a gap.
    ///   - isStream: Whether a client reads, and not a part of the server itself: streams are counted, and limited.
    /// - Throws: `overloaded` when there are too many streams, or the server is being shut down.
    package func followAll(
        after last: StreamEventID? = nil,
        isStream: Bool = true
    ) throws(HostError) -> RecordSubscription {
        let isKnown = last.map(hub.isKnown) ?? true
        return RecordSubscription(
            nil,
            nil,
            readingFrom: try hub.enter(nil, isStream: isStream),
            after: isKnown ? last?.position : nil,
            unknown: isKnown ? nil : last?.position,
            isStream: isStream,
            in: self
        )
    }

    /// Finds out how far a shared store can be read, so that a reader of all devices who begins now begins there.
    package func lookAtLog() async {
        guard let sharing, let position = try? await sharing.store.readablePosition() else { return }
        hub.noteReadable(position)
    }

    /// Tells the readers of all devices how far they can read a shared store, whenever something may have been written to it, until
    /// the task is cancelled.
    package func followLog() async {
        for await _ in hub.logSignals where hub.keepsAll { await lookAtLog() }
    }

    /// Distributes what was published until now to the streams, which may have ended: whoever reads on then reads it.
    package func distributePublished() async {
        for shard in shards { await shard.publish() }
        hub.distribute().wakeAtOnce()
    }

    /// How many streams there are.
    package var streamCount: Int { hub.streamCount }
}
