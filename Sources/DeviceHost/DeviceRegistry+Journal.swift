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
    /// Recovers every device in the journal, or none where several servers share it: those come with `load`. Must be called
    /// once, before any other method.
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
        if tenure == nil {
            journal.queue.numberDevices(after: try await journal.store.lastDevice)
            await creations.restore(try await journal.store.answers(of: 0))
        }
        // Before the devices: a token that an app has again is not retired.
        if let tokens { tokens.restore(try await items(.retiredToken, logger: logger, RetiredToken.init)) }
        guard tenure == nil else { return report }
        var devices = try await read(after: 0, from: journal.store)
        while let last = devices.last?.origin.number {
            try Task.checkCancellation()
            // The next devices are read while these are recovered.
            async let next = read(after: last, from: journal.store)
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

    static let devicesRecoveredAtOnce = 1_024

    /// Reads the next devices after a number, with what each is recovered from.
    private func read(after number: Int64, from journal: any Journal) async throws -> [RecoveredDevice] {
        let origins = try await journal.devices(after: number, limit: Self.devicesRecoveredAtOnce)
        guard let first = origins.first, let last = origins.last else { return [] }
        let kept = try await journal.keptDevices(origins.map(\.number))
        // A device whose answers cannot be read is recovered without them.
        let answers = (try? await journal.answers(of: first.number...last.number)) ?? [:]
        return recovered(origins, kept, answers)
    }

    /// Puts together what devices are recovered from.
    func recovered(
        _ origins: [DeviceOrigin],
        _ kept: [Result<KeptDevice, JournalDamage>],
        _ answers: [Int64: [KeyedAnswer]]
    ) -> [RecoveredDevice] {
        zip(origins, kept).map { origin, kept in
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
    func parts(_ devices: [RecoveredDevice]) -> [[RecoveredDevice]] {
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
    /// is in memory, or until it has read everything that existed at the beginning.
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
        var reached = query.after ?? part.page.oldest - 1
        while true {
            while reached + 1 < part.firstInMemory {
                let steps = try await readJournal { [reached] journal in
                    try await journal.steps(of: number, withRecordsAfter: reached, limit: Self.stepsReadAtOnce)
                }
                guard !steps.isEmpty else { try await explainGap(after: reached, of: id) }
                for step in steps where reached + 1 < part.firstInMemory {
                    guard step.before <= reached else { try await explainGap(after: reached, of: id) }
                    for record in try records(of: CollectionOfOne(step), on: id)
                    where record.sequence > reached && record.sequence < part.firstInMemory && query.matches(record) {
                        guard found.count < query.limit else { return part.page.with(found, after: reached) }
                        found.append(record)
                    }
                    reached = min(step.last, part.firstInMemory - 1)
                }
            }
            var rest = query
            rest.after = reached
            rest.limit = query.limit - found.count
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
        last: Int,
        _ query: TimelineQuery,
        before part: TimelinePart,
        in number: Int64
    ) async throws(HostError) -> TimelinePage {
        var page = part.page
        var earlier: [Record] = []
        let first = (query.after ?? 0) + 1
        var reached = part.firstInMemory
        while page.records.count + earlier.count < last, reached > first {
            let steps = try await readJournal { [reached] journal in
                try await journal.steps(of: number, withRecordsUpTo: reached - 1, limit: Self.stepsReadAtOnce)
            }
            guard let newest = steps.first, let oldest = steps.last, oldest.before.next < reached else { break }
            guard newest.last.next >= reached else {
                throw unreadable("what the device \(part.page.device) wrote before record \(reached) is missing")
            }
            let found = try records(of: steps.reversed(), on: part.page.device).filter {
                $0.sequence < reached && $0.sequence >= first && query.matches($0)
            }
            earlier = found + earlier
            reached = oldest.before.next
        }
        page.records = earlier.suffix(last - page.records.count) + page.records
        return page
    }

    /// The records of a device up to one: the newest of them that are kept.
    ///
    /// - Throws: `unknownDevice`, `journalUnreadable`.
    func records(of id: DeviceID, upTo sequence: SequenceNumber, atMost count: Int) async throws(HostError) -> [Record]
    {
        guard count > 0 else { return [] }
        var records: [Record] = []
        var query = TimelineQuery(after: sequence - count, limit: limits.pageSize)
        while true {
            let page: TimelinePage
            do throws(HostError) {
                page = try await timeline(of: id, query)
            } catch .recordsEvicted(let oldest) {
                // What is left begins later.
                records = []
                query.after = oldest - 1
                continue
            }
            records += page.records.prefix { $0.sequence <= sequence }
            guard let next = page.next, next < sequence else { return records }
            query.after = next
        }
    }

    private static let stepsReadAtOnce = 64

    private func records(of steps: some Sequence<JournalStep>, on id: DeviceID) throws(HostError) -> [Record] {
        var records: [Record] = []
        do throws(JournalDamage) {
            for step in steps { records += try RecordText.read(step.records) }
        } catch {
            throw unreadable(error.description)
        }
        return records.namingTokens(on: id.description)
    }
}

extension TimelinePage {
    /// The page with other records, after which more follow.
    ///
    /// - Parameter reached: The sequence at which the next page starts if there are no records.
    fileprivate func with(_ found: [Record], after reached: SequenceNumber) -> TimelinePage {
        var page = self
        page.records = found
        page.next = found.last?.sequence ?? reached
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
