import DeviceTokens
import LifecycleKernel
import Logging

/// A registry's journal.
struct JournalAccess: Sendable {
    /// The journal that changes are written to.
    let store: any Journal
    /// What waits to be written.
    let queue: JournalQueue
}

/// The result of a recovery.
package struct RecoveryReport: Hashable, Sendable {
    /// How many devices were recovered.
    package var recovered = 0
    /// The devices that could not be recovered, and why.
    package var setAside: [String: String] = [:]
}

extension DeviceRegistry {
    /// Recovers every device in the journal. Must be called once, before any other method.
    ///
    /// Clocks continue at their last journalled instant. A device that cannot be recovered is set aside: it answers
    /// `deviceSetAside`, and can only be deleted.
    ///
    /// - Parameter logger: Logs the progress, and which devices are set aside.
    /// - Throws: An error if the journal cannot be read at all; `CancellationError`, with only some devices recovered.
    package func recover(logger: Logger) async throws -> RecoveryReport {
        var report = RecoveryReport()
        guard let journal else { return report }
        let errors = journal.store.integrityErrors
        metrics.record(journalErrors: errors.count)
        for error in errors { logger.error("the journal is damaged", metadata: ["why": "\(error)"]) }
        if let loss = journal.store.loss {
            logger.warning("the machine has stopped, and the newest changes are lost", metadata: ["why": "\(loss)"])
        }
        journal.queue.numberDevices(after: try await journal.store.lastDevice)
        let answers = try await journal.store.answers(of: 0...0)
        for damage in answers.damage { logger.error(leavingOut: damage) }
        await creations.restore(answers.value[0] ?? [])
        // Before the devices: a token that an app has again is not retired.
        if let tokens { tokens.restore(try await items(.retiredToken, logger: logger, RetiredToken.init)) }
        var devices = try await read(after: 0, from: journal.store, logger)
        while let last = devices.last?.origin.number {
            try Task.checkCancellation()
            // The next devices are read while these are recovered.
            async let next = read(after: last, from: journal.store, logger)
            for device in await recover(devices) {
                report.setAside[device.origin.id.description] = device.reason
                logger.error(settingAside: device)
            }
            report.recovered = deviceCount - report.setAside.count
            logger.info("recovering devices", metadata: ["recovered": .stringConvertible(report.recovered)])
            devices = try await next
        }
        metrics.record(setAside: report.setAside.count)
        return report
    }

    private static let devicesRecoveredAtOnce = 1_024

    /// Reads the next devices after a number, with what each is recovered from.
    private func read(
        after number: Int64,
        from journal: any Journal,
        _ logger: Logger
    ) async throws -> [RecoveredDevice] {
        let origins = try await journal.devices(after: number, limit: Self.devicesRecoveredAtOnce)
        guard let first = origins.first, let last = origins.last else { return [] }
        let kept = try await journal.keptDevices(origins.map(\.number))
        // A device whose answers cannot be read is recovered without them.
        var answers: [Int64: [KeyedAnswer]] = [:]
        do {
            let found = try await journal.answers(of: first.number...last.number)
            for damage in found.damage { logger.error(leavingOut: damage) }
            answers = found.value
        } catch {
            logger.error(leavingOut: JournalDamage("answers under idempotency keys: \(error)"))
        }
        return zip(origins, kept).map { origin, kept in
            RecoveredDevice(origin: origin, kept: kept, answers: answers[origin.number] ?? [])
        }
    }

    /// Has all shards recover their devices at the same time.
    ///
    /// - Returns: The devices set aside.
    private func recover(_ devices: [RecoveredDevice]) async -> [SetAsideDevice] {
        await withTaskGroup(of: [SetAsideDevice].self) { group in
            for (shard, devices) in zip(shards, parts(devices)) where !devices.isEmpty {
                group.addTask { await shard.recover(devices) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Devices by shard, in the order of the shards.
    private func parts(_ devices: [RecoveredDevice]) -> [[RecoveredDevice]] {
        var parts: [[RecoveredDevice]] = Array(repeating: [], count: shards.count)
        for device in devices { parts[shardIndex(of: device.origin.id)].append(device) }
        return parts
    }

    /// Why nothing can be written to the journal; nil if it works, or there is none.
    package var journalFailure: String? { journal?.queue.failure }

    /// Reads something from the journal.
    ///
    /// - Throws: `journalUnreadable`.
    func readJournal<Value: Sendable>(
        _ read: @Sendable (any Journal) async throws -> Value
    ) async throws(HostError) -> Value {
        guard let journal else { throw .journalUnreadable("there is none") }
        do {
            return try await read(journal.store)
        } catch {
            throw unreadable("\(error)")
        }
    }

    /// The error that the journal cannot be read, which is counted: it is damaged, or its disk is.
    private func unreadable(_ reason: String) -> HostError {
        metrics.journalUnreadable()
        return .journalUnreadable(reason)
    }

    // MARK: The timeline before what is in memory

    /// A page that begins with records that only the journal has.
    ///
    /// Records in memory may be evicted while the journal is read. So this reads from the journal until the next record
    /// is in memory, or until it has read everything that existed at the beginning. A query for few of many records reads no
    /// more than `Self.bytesReadForPage` of the journal; the page then ends early.
    ///
    /// - Throws: `recordsEvicted` if the journal deletes the requested records meanwhile.
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
                let steps = try await readJournal { [reached, reading] journal in
                    try await journal.steps(of: number, withRecordsAfter: reached, limit: reading.stepsAtOnce)
                }
                reading.note(steps)
                guard !steps.isEmpty else { try await explainGap(after: reached, of: id) }
                for step in steps where reached + 1 < part.firstInMemory {
                    guard step.before <= reached else { try await explainGap(after: reached, of: id) }
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

    /// Throws the reason why the journal has no step after a record.
    ///
    /// - Throws: `recordsEvicted` if the following records were deleted, `unknownDevice` if the device was deleted;
    ///   `journalUnreadable` if the records should be there.
    private func explainGap(after sequence: SequenceNumber, of id: DeviceID) async throws(HostError) -> Never {
        _ = try await partInMemory(of: id, TimelineQuery(after: sequence, limit: 1))
        throw unreadable("what the device \(id) wrote after record \(sequence) is missing")
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
            let steps = try await readJournal { [reached, reading] journal in
                try await journal.steps(of: number, withRecordsUpTo: reached - 1, limit: reading.stepsAtOnce)
            }
            reading.note(steps)
            guard let newest = steps.first, let oldest = steps.last, oldest.before.next < reached else { break }
            guard newest.last.next >= reached else {
                throw unreadable("what the device \(part.page.device) wrote before record \(reached) is missing")
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
    /// - Throws: `unknownDevice`, `journalUnreadable`.
    func records(of id: DeviceID, upTo sequence: SequenceNumber) async throws(HostError) -> [Record] {
        let capacity = limits.recordCapacity
        guard capacity.count > 0 else { return [] }
        var query = TimelineQuery(after: sequence - capacity.count, limit: limits.pageSize)
        var records = RecordRing(capacity: capacity, after: sequence - capacity.count)
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

    /// How many bytes of the journal are read for one page: few of its records may match the query.
    private static let bytesReadForPage = 8 * 1_024 * 1_024

    private func records(of steps: some Sequence<JournalStep>, on id: DeviceID) throws(HostError) -> [Record] {
        var records: [Record] = []
        do throws(JournalDamage) {
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

/// How many steps are read from a journal at once, so that they take about a megabyte.
private struct StepReading: Sendable {
    private(set) var stepsAtOnce = 4
    /// How many bytes were read.
    private(set) var bytes = 0

    /// Counts what was read.
    mutating func note(_ steps: [JournalStep]) {
        let size = steps.reduce(0) { $0 + $1.records.count }
        bytes += size
        let average = max(1, size / max(1, steps.count))
        stepsAtOnce = min(2 * stepsAtOnce, 64, max(1, 1_024 * 1_024 / average))
    }
}
