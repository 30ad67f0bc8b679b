#if PostgreSQL
import DeviceHost
import Fleet
import JournalTestKit
import LifecycleKernel
import Synchronization
import TestKit
import Testing
import WireFormat

@testable import PostgresJournal

@Suite(
    "What several servers have written to PostgreSQL, in one order",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct FleetStreamTests {
    private let place = PostgresPlace()

    /// Two servers, each with the partition of a device that it has made: `a` of the first, `b` of the second.
    private func servers() async throws -> (first: TestServer, second: TestServer) {
        let first = try await place.join(named: "first")
        let second = try await place.join(named: "second")
        _ = try await first.claim(Partition.of("a").number)
        _ = try await second.claim(Partition.of("b").number)
        try await first.journal.write([.beginning(of: 1, id: "a")])
        try await second.journal.write([.beginning(of: 2, id: "b")])
        // These steps are not to be read.
        try place.run("UPDATE greenroom.step SET last = before")
        return (first, second)
    }

    private func step(of device: Int64, _ records: [Record]) -> JournalChange {
        var entry = JournalEntry.step(of: device)
        entry.step.before = records.first.map { $0.sequence - 1 } ?? 0
        entry.step.last = records.last?.sequence ?? 0
        entry.step.records = JSONText.write(all: records)
        return .stepped(entry)
    }

    private var newestPosition: Int64 {
        get throws {
            let tables = ["step", "snapshot", "departure"].map { "(SELECT max(position) FROM greenroom.\($0))" }
            let rows = try place.connect().query("SELECT greatest(\(tables.joined(separator: ", ")))")
            return try rows.first?.number(0) ?? 0
        }
    }

    /// Waits until the marks of both servers have reached everything that was written, and returns the lower one.
    private func mark(_ servers: (first: TestServer, second: TestServer)) async throws -> Int64 {
        let newest = try newestPosition
        var mark: Int64 = 0
        await until {
            mark = min(servers.first.journal.mark, servers.second.journal.mark)
            return mark >= newest
        }
        return mark
    }

    private func timeline(_ server: TestServer) -> FleetTimeline {
        var limits = FleetTimeline.Limits()
        limits.reading.entries = 3
        return FleetTimeline(registry: DeviceRegistry(), journal: server.journal, limits: limits)
    }

    private func read(_ subscription: FleetSubscription, upTo last: FleetPosition) async -> [FleetItem] {
        var found: [FleetItem] = []
        while found.last?.position != last {
            guard case .items(let items) = await subscription.next() else { break }
            found += items
        }
        return found
    }

    @Test("is the same for the subscribers of each server, and for who goes on at the other one")
    func order() async throws {
        let records = try await DeviceRegistry.someRecords()
        let servers = try await servers()
        let (first, second) = (timeline(servers.first), timeline(servers.second))
        let followers = (try first.follow(), try second.follow())
        try await first.advance(to: servers.first.journal.earliestTime - 1)
        try await second.advance(to: servers.second.journal.earliestTime - 1)
        for number in 0..<12 {
            let some = Array(records[number % 2...(number % 2 + number % 3)])
            try await servers.first.journal.write([step(of: 1, some), step(of: 1, some)])
            try await servers.second.journal.write([step(of: 2, some)])
            if number % 4 == 0 { try await first.advance(to: mark(servers)) }
        }
        let mark = try await mark(servers)
        try await first.advance(to: mark)
        try await second.advance(to: mark)
        let all = try await servers.first.journal.entries(
            after: FleetPosition(before: 0),
            upTo: mark,
            limit: FleetEntryLimit()
        )
        #expect(all.isComplete && all.entries.count == 36)
        let counts = (0..<12).map { $0 % 3 + 1 }.reduce(0, +) * 3
        let last = try #require(all.entries.last?.items.last?.position)
        let found = await read(followers.0, upTo: last)
        #expect(found.count == counts)
        #expect(found.map(\.position) == found.map(\.position).sorted())
        #expect(Set(found.map(\.position)).count == counts)
        #expect(await read(followers.1, upTo: last).map(\.position) == found.map(\.position))
        for start in [0, 7, 20, counts - 2] {
            let resumed = try second.follow(after: found[start].position)
            let rest = await read(resumed, upTo: last)
            #expect(rest.map(\.position) == found.dropFirst(start + 1).map(\.position))
        }
        await servers.first.close()
        await servers.second.close()
    }

    @Test("has the device, its labels and its partition with each step, and goes on in the midst of one")
    func entries() async throws {
        let records = try await DeviceRegistry.someRecords()
        let servers = try await servers()
        try place.run(#"UPDATE greenroom.device SET labels = '[["run","1"]]' WHERE id = 'b'"#)
        try await servers.second.journal.write([step(of: 2, Array(records.prefix(3)))])
        let journal = servers.first.journal
        let mark = try await mark(servers)
        func entries(
            after start: FleetPosition,
            _ limit: FleetEntryLimit = FleetEntryLimit()
        ) async throws -> FleetEntries {
            try await journal.entries(after: start, upTo: mark, limit: limit)
        }
        let entry = try #require(try await entries(after: FleetPosition(before: 0)).entries.first)
        #expect(entry.device == id("b") && entry.labels == [Label(key: "run", value: "1")])
        #expect(entry.partition == Partition.of("b").number)
        #expect(entry.items.map(\.position.index) == [1, 2, 3])
        for index in 1...4 {
            let start = FleetPosition(position: entry.position, partition: entry.partition, index: index)
            #expect(try await entries(after: start).entries.count == (index < 3 ? 1 : 0))
        }
        let other = FleetPosition(position: entry.position, partition: entry.partition + 1, index: 0)
        #expect(try await entries(after: other).entries.isEmpty)
        try await servers.second.journal.write([step(of: 2, records), step(of: 2, records), step(of: 2, records)])
        let newer = FleetEntryLimit(entries: 100, bytes: entry.bytes + 1)
        let end = try await self.mark(servers)
        let page = try await journal.entries(after: FleetPosition(before: 0), upTo: end, limit: newer)
        #expect(page.entries.count == 2 && !page.isComplete, "the second one is the first that is too much")
        await servers.first.close()
        await servers.second.close()
    }

    @Test("has the records that a server alone would stream, also of copies")
    func sameRecords() async throws {
        let journal = try await place.open { _ in }
        let (streamed, read) = try await withHost(journal) { registry in
            let subscription = try registry.followAll()
            let fanOut = FanOut(registry: registry)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await fanOut.run() }
                defer { group.cancelAll() }
                _ = try await registry.create(.manual("a"))
                _ = try await registry.apply(launchNotes, to: id("a"))
                _ = try await registry.fork(id("a"), as: id("copy"))
                _ = try await registry.apply(pressHome, to: id("copy"))
                _ = try await registry.apply(pressHome, to: id("a"))
                let last = try await registry.timeline(of: id("a")).sequence
                var found: [StreamedRecord] = []
                while !(found.last.map { $0.device == id("a") && $0.record.sequence == last } ?? false) {
                    guard case .items(let items, _) = await subscription.next() else { continue }
                    for case .record(let record) in items { found.append(record) }
                }
                let start = FleetPosition(before: 0)
                let page = try await journal.entries(after: start, upTo: .max, limit: FleetEntryLimit())
                let read = page.entries.flatMap(\.items).compactMap { item -> StreamedRecord? in
                    if case .record(let record) = item.item { record } else { nil }
                }
                return (found, read)
            }
        }
        func texts(_ records: [StreamedRecord]) -> [String] {
            records.map { "\($0.device) \(String(decoding: JSONText.write($0.record), as: UTF8.self))" }
        }
        #expect(texts(read) == texts(streamed))
        #expect(streamed.contains { $0.device == id("copy") })
        #expect(try place.connect().query("SELECT FROM greenroom.step WHERE inherited > 0").count == 1)
    }

    @Test("has deletions in place of what was deleted, for an hour")
    func deletions() async throws {
        let records = try await DeviceRegistry.someRecords()
        let servers = try await servers()
        try place.run(
            """
            INSERT INTO greenroom.departure VALUES (5, 1, 9, 'old', '[]'),
                ((extract(epoch FROM clock_timestamp()) * 1000000)::bigint - 3590000000, 1, 8, 'new', '[]')
            """
        )
        try await servers.first.journal.write([step(of: 1, Array(records.prefix(1))), .deleted(1)])
        try await servers.second.journal.write([step(of: 2, Array(records.prefix(1)))])
        let found = try await servers.second.journal.entries(
            after: FleetPosition(before: 0),
            upTo: mark(servers),
            limit: FleetEntryLimit()
        )
        #expect(found.entries.map(\.device.description) == ["new", "a", "b"])
        #expect(found.entries.map(\.isDeletion) == [true, true, false])
        #expect(found.entries[1].partition == Partition.of("a").number)
        // Its id is free, and another device may have it at once.
        try await servers.first.journal.write([.beginning(of: 3, id: "a"), .deleted(3), .beginning(of: 4, id: "a")])
        let more = try await servers.second.journal.entries(
            after: FleetPosition(before: 0),
            upTo: mark(servers),
            limit: FleetEntryLimit()
        )
        #expect(more.entries.map(\.device.description) == ["new", "a", "b", "a", "a"])
        await servers.first.close()
        await servers.second.close()
    }

    @Test("has no gap in what is kept of devices, and one where steps were deleted")
    func kept() async throws {
        let records = try await DeviceRegistry.someRecords()
        let servers = try await servers()
        let journal = servers.first.journal
        let start = try newestPosition
        try await journal.write([step(of: 1, Array(records.prefix(2)))])
        let middle = try newestPosition
        #expect(try await journal.keepsAll(after: start, upTo: middle, atMost: 2))
        #expect(try await !journal.keepsAll(after: start, upTo: middle, atMost: 1))
        guard case .stepped(var entry) = step(of: 1, [records[2]]) else { return }
        entry.snapshot = JournalSnapshot(
            device: 1,
            sequence: records[2].sequence,
            digest: 0,
            kernel: KernelVersion.current,
            hash: 0,
            state: []
        )
        entry.forgetsBefore = records[2].sequence
        try await journal.write([.stepped(entry)])
        let end = try newestPosition
        #expect(try await !journal.keepsAll(after: middle, upTo: end, atMost: 100))
        #expect(try await journal.keepsAll(after: end, upTo: end, atMost: 100))
        await servers.first.close()
        await servers.second.close()
    }

    @Test("is held by the mark of a server while it writes, or does not know whether it has written")
    func marks() async throws {
        let seen = Mutex<[Int64]>([])
        let journal = Mutex<PostgresJournal?>(nil)
        let server = try await place.join(named: "first") { settings in
            settings.didSend = { _ in
                guard let mark = journal.withLock({ $0 })?.mark else { return }
                seen.withLock { $0.append(mark) }
            }
        }
        journal.withLock { $0 = server.journal }
        _ = try await server.claim(Partition.of("a").number)
        let before = server.journal.mark
        try await server.journal.write([.beginning(of: 1, id: "a")])
        let position = try newestPosition
        #expect(seen.withLock { $0 }.allSatisfy { $0 >= before && $0 < position })
        #expect(seen.withLock { $0.count } == 1)
        await until { server.journal.mark >= position }
        for _ in 1...20 {
            let mark = server.journal.mark
            try await server.journal.write([.stepped(.step(of: 1))])
            #expect(try newestPosition > mark)
        }
        await server.close()
    }

    @Test("stands still at the mark before a batch in doubt, and goes on when that is settled")
    func doubt() async throws {
        struct Cut: Error {}
        let isCut = Mutex(false)
        let server = try await place.join(named: "first") { settings in
            settings.didSend = { _ in if isCut.withLock({ $0 }) { throw Cut() } }
        }
        _ = try await server.claim(Partition.of("a").number)
        try await server.journal.write([.beginning(of: 1, id: "a")])
        let number = server.number
        // Nobody can say what became of the batch while the server's row is locked.
        let other = try place.connect()
        try other.run("BEGIN")
        try other.query("SELECT FROM greenroom.member WHERE number = $1 FOR UPDATE", [.bigint(number)])
        isCut.withLock { $0 = true }
        await #expect(throws: JournalWriteError.self) { try await server.journal.write([.stepped(.step(of: 1))]) }
        let held = server.journal.mark
        let later = server.journal.earliestTime + 5_000
        await until { server.journal.earliestTime > later }
        #expect(server.journal.mark == held)
        isCut.withLock { $0 = false }
        try other.run("COMMIT")
        var isSettled = false
        while !isSettled { isSettled = (try? await server.journal.settle()) != nil }
        await until { server.journal.mark > later }
        #expect(try newestPosition <= server.journal.mark)
        await server.close()
    }
}

extension FleetEntry {
    fileprivate var isDeletion: Bool { if case .deletion = content { true } else { false } }

    fileprivate var bytes: Int { if case .step(let records, _) = content { records.count } else { 0 } }
}
#endif
