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
package struct RecoveryReport: Hashable, Sendable {
    /// How many devices live on.
    package var recovered = 0
    /// The devices that could not be recovered, and why.
    package var setAside: [String: String] = [:]
}

extension DeviceRegistry {
    /// Takes in every device that the journal has kept. To be called once, before anything else is asked.
    ///
    /// Clocks go on from their last journalled instant. A device that cannot be recovered is set aside: it answers
    /// `deviceSetAside`, and can only be deleted.
    ///
    /// - Parameter logger: Is told how it goes on, and which devices are set aside.
    /// - Throws: When the journal cannot be read at all; `CancellationError`, with part of the devices taken in.
    package func recover(logger: Logger) async throws -> RecoveryReport {
        var report = RecoveryReport()
        guard let journal else { return report }
        journal.queue.numberDevices(after: try await journal.store.lastDevice)
        await creations.restore(try await journal.store.answers(of: 0))
        var devices = try await read(after: 0, from: journal.store)
        while let last = devices.last?.origin.number {
            try Task.checkCancellation()
            // The next ones are read while these are taken in.
            async let next = read(after: last, from: journal.store)
            var parts: [[RecoveredDevice]] = Array(repeating: [], count: shards.count)
            for device in devices { parts[shardIndex(of: device.origin.id)].append(device) }
            for device in await recover(parts) {
                report.setAside[device.origin.id.description] = device.reason
                logger.error(settingAside: device)
            }
            report.recovered = deviceCount - report.setAside.count
            logger.info("recovering devices", metadata: ["recovered": "\(report.recovered)"])
            devices = try await next
        }
        metrics.show(setAside: report.setAside.count)
        return report
    }

    private static let devicesRecoveredAtOnce = 1_024

    /// Reads the next devices behind a number, with what each is recovered from.
    private func read(after number: Int64, from journal: any Journal) async throws -> [RecoveredDevice] {
        let origins = try await journal.devices(after: number, limit: Self.devicesRecoveredAtOnce)
        guard let first = origins.first, let last = origins.last else { return [] }
        let kept = try await journal.lastKnown(of: origins.map(\.number))
        // A device lives on without its answers where those cannot be read.
        let answers = (try? await journal.answers(of: first.number...last.number)) ?? [:]
        return zip(origins, kept).map { origin, kept in
            RecoveredDevice(origin: origin, kept: kept, answers: answers[origin.number] ?? [])
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
            throw .journalUnreadable("\(error)")
        }
    }

    // MARK: The timeline before what is in memory

    /// A page that begins with records that only the journal has.
    ///
    /// What is in memory may be evicted while the journal is read: it goes on there until memory answers from where it
    /// has come to, or everything is read that was there when it was asked.
    ///
    /// - Throws: `recordsEvicted` when the journal forgets meanwhile what is asked for.
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
                    for record in try Self.records(of: CollectionOfOne(step))
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
            guard let again = part.earlier else { return part.page.behind(found) }
            // Another device has the name now; the one that was asked for is gone.
            guard again == number else { throw .unknownDevice(id) }
            if reached >= end { return part.page.with(found, after: reached) }
        }
    }

    /// Says why the journal does not go on behind a record.
    ///
    /// - Throws: `recordsEvicted` when it has forgotten what follows, `unknownDevice` when the device is gone;
    ///   `journalUnreadable` when it should be there.
    private func explainGap(after sequence: UInt64, of id: DeviceID) async throws(HostError) -> Never {
        _ = try await partInMemory(of: id, TimelineQuery(after: sequence, limit: 1))
        throw .journalUnreadable("what the device \(id) wrote behind record \(sequence) is missing")
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
            guard let newest = steps.first, let oldest = steps.last, oldest.before + 1 < reached else { break }
            guard newest.last + 1 >= reached else {
                throw .journalUnreadable(
                    "what the device \(part.page.device) wrote before record \(reached) is missing"
                )
            }
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

extension TimelinePage {
    /// The page with other records, behind which more follows.
    ///
    /// - Parameter reached: Where to go on when there are none.
    fileprivate func with(_ found: [Record], after reached: UInt64) -> TimelinePage {
        var page = self
        page.records = found
        page.next = found.last?.sequence ?? reached
        return page
    }

    /// The page behind records that come before it.
    fileprivate func behind(_ found: [Record]) -> TimelinePage {
        var page = self
        page.records = found + records
        page.next = next.map { records.isEmpty ? found.last?.sequence ?? $0 : $0 }
        return page
    }
}
