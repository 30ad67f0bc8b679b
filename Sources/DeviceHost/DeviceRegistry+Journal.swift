import LifecycleKernel
import Logging

/// A registry's journal.
struct JournalAccess: Sendable {
    /// Where what happens is kept.
    let store: any Journal
    /// What waits to be written.
    let queue: JournalQueue
}

/// What a recovery came to.
public struct RecoveryReport: Hashable, Sendable {
    /// How many devices live on.
    public var recovered = 0
    /// The devices that could not be recovered, and why.
    public var setAside: [String: String] = [:]
}

extension DeviceRegistry {
    /// Takes in every device that the journal has kept. To be called once, before anything else is asked.
    ///
    /// Clocks go on from their last journalled instant. A device that cannot be recovered is set aside: it answers
    /// `deviceSetAside`, and can only be deleted.
    ///
    /// - Parameter logger: Is told how it goes on, and which devices are set aside.
    /// - Throws: When the journal cannot be read at all; `CancellationError`, with part of the devices taken in.
    public func recover(logger: Logger) async throws -> RecoveryReport {
        var report = RecoveryReport()
        guard let journal else { return report }
        journal.queue.numberDevices(after: try await journal.store.lastDevice)
        await creations.restore(try await journal.store.answers(of: 0))
        var last: Int64 = 0
        while true {
            try Task.checkCancellation()
            let origins = try await journal.store.devices(after: last, limit: Self.devicesRecoveredAtOnce)
            guard let end = origins.last else { break }
            last = end.number
            var parts: [[RecoveredDevice]] = Array(repeating: [], count: shards.count)
            for origin in origins { parts[shardIndex(of: origin.id)].append(await read(origin, from: journal.store)) }
            for flaw in await recover(parts) {
                report.setAside[flaw.origin.id.description] = flaw.why
                logger.error(
                    "a device could not be recovered and is set aside",
                    metadata: ["device.id": "\(flaw.origin.id)", "why": "\(flaw.why)"]
                )
            }
            report.recovered = deviceCount - report.setAside.count
            logger.info("recovering devices", metadata: ["recovered": "\(report.recovered)"])
        }
        metrics.show(setAside: report.setAside.count)
        return report
    }

    private static let devicesRecoveredAtOnce = 1_024

    private func read(_ origin: DeviceOrigin, from journal: any Journal) async -> RecoveredDevice {
        do {
            let kept = try await journal.lastKnown(of: origin.number)
            let answers = try await journal.answers(of: origin.number)
            return RecoveredDevice(origin: origin, kept: .success(kept), answers: answers)
        } catch {
            return RecoveredDevice(origin: origin, kept: .failure(JournalDamage("\(error)")), answers: [])
        }
    }

    /// Lets all shards take their devices in at the same time.
    private func recover(_ parts: [[RecoveredDevice]]) async -> [SetAsideDevice] {
        await withTaskGroup(of: [SetAsideDevice].self) { group in
            for (shard, devices) in zip(shards, parts) where !devices.isEmpty {
                group.addTask { await shard.recover(devices) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Why nothing can be written to the journal; nil when all is well, or there is none.
    public var journalFailure: String? { journal?.queue.failure }

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
            throw .journalUnreadable("\(error)")
        }
    }

    // MARK: The timeline before what is in memory

    /// A page that begins with records that only the journal has.
    func timeline(
        of id: DeviceID,
        _ query: TimelineQuery,
        beginningWith part: TimelinePart,
        in number: Int64
    ) async throws(HostError) -> TimelinePage {
        var page = part.page
        var reached = query.after ?? part.page.oldest - 1
        while reached + 1 < part.firstInMemory {
            let steps = try await readJournal { [reached] journal in
                try await journal.steps(of: number, withRecordsAfter: reached, limit: Self.stepsReadAtOnce)
            }
            guard let last = steps.last else { break }
            for record in try Self.records(of: steps)
            where record.sequence > reached && record.sequence < part.firstInMemory && query.matches(record) {
                guard page.records.count < query.limit else {
                    page.next = page.records.last?.sequence ?? reached
                    return page
                }
                page.records.append(record)
            }
            reached = last.last
        }
        var rest = query
        rest.after = part.firstInMemory - 1
        rest.limit = query.limit - page.records.count
        let newest = try await shard(of: id).timeline(id, rest)
        page.records += newest.page.records
        page.next = newest.page.next.map { newest.page.records.isEmpty ? page.records.last?.sequence ?? $0 : $0 }
        return page
    }

    /// The newest records, when there are too few of them in memory.
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
            guard let oldest = steps.last, oldest.before + 1 < reached else { break }
            let found = try Self.records(of: steps.reversed()).filter {
                $0.sequence < reached && $0.sequence >= first && query.matches($0)
            }
            earlier = found + earlier
            reached = oldest.before + 1
        }
        page.records = earlier.suffix(last - page.records.count) + page.records
        return page
    }

    /// The records of a device up to one: the newest of them that are kept.
    ///
    /// - Throws: `unknownDevice`, `journalUnreadable`.
    func records(of id: DeviceID, upTo sequence: UInt64, atMost count: Int) async throws(HostError) -> [Record] {
        guard count > 0 else { return [] }
        var records: [Record] = []
        let first = sequence - min(sequence, UInt64(count))
        var query = TimelineQuery(after: first, limit: limits.pageSize)
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

    private static func records(of steps: some Sequence<JournalStep>) throws(HostError) -> [Record] {
        var records: [Record] = []
        do throws(JournalDamage) {
            for step in steps { records += try RecordText.read(step.records) }
        } catch {
            throw .journalUnreadable(error.description)
        }
        return records
    }
}
