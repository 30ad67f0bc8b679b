import DeviceHost
import Foundation
import GRDB
import LifecycleKernel
import StoreTestKit
import TestKit
import Testing

@testable import SQLiteStore

@Suite("A damaged store", .timeLimit(.minutes(3)))
struct DamageTests {
    private let kept = KeptStore()

    private var file: URL { URL(fileURLWithPath: kept.directory.file) }

    private func open(acceptingDamage: Bool = false) throws -> SQLiteStore {
        var settings = SQLiteStore.Settings()
        settings.acceptsDamage = acceptingDamage
        return try SQLiteStore(directory: kept.path, settings)
    }

    /// Why a start is refused; nil if it is not.
    private func refusal(acceptingDamage: Bool = false) async -> StoreOpeningError? {
        do {
            await (try open(acceptingDamage: acceptingDamage)).close()
            return nil
        } catch {
            return error as? StoreOpeningError
        }
    }

    /// Overwrites the first page of a table or an index with zeros.
    private func destroy(_ name: String) async throws {
        let database = try DatabaseQueue(path: kept.directory.file)
        let page = try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [name])
        }
        try database.close()
        var bytes = try Data(contentsOf: file)
        let start = (try #require(page) - 1) * 4_096
        bytes.replaceSubrange(start..<start + 4_096, with: Data(count: 4_096))
        try bytes.write(to: file)
    }

    private static let parts: [(destroyed: String, table: String)] = [
        ("device", "device"), ("sqlite_autoindex_device_1", "device"), ("step", "step"), ("snapshot", "snapshot"),
        ("snapshotByDevice", "snapshot"), ("answer", "answer"), ("answerByDevice", "answer"), ("item", "item"),
        ("sqlite_autoindex_item_1", "item"), ("chainEnd", "chainEnd"), ("counter", "counter"),
    ]

    @Test("is refused at the start and by check, which name the damaged table, and left as it is", arguments: parts)
    func refused(part: (destroyed: String, table: String)) async throws {
        try await kept.write()
        try await destroy(part.destroyed)
        let before = try Data(contentsOf: file)
        guard case .damaged(_, let reason)? = await refusal() else {
            Issue.record("it was opened, or refused for another reason")
            return
        }
        #expect(reason.contains("the table \(part.table): "))
        #expect(try Data(contentsOf: file) == before)
        let problems = try ContentCheck(of: kept.path).problems
        #expect(problems.contains { $0.device == nil && $0.what.contains("the table \(part.table): ") })
    }

    @Test(
        "whose index is damaged can be looked at nevertheless: its errors are told, and what cannot be read is set aside"
    )
    func accepted() async throws {
        try await kept.write()
        try await destroy("snapshotByDevice")
        let store = try open(acceptingDamage: true)
        #expect(store.integrityErrors.contains { $0.hasPrefix("the table snapshot: ") })
        let report = try await DeviceRegistry(store: store).recover(logger: quietLogger)
        #expect(report.setAside.keys.sorted() == ["a", "b"])
        await store.close()
    }

    private static let firstSteps = ["a", "fork"]

    @Test(
        "that has other records in the first step of a device, or of a fork, is found by check and by replay",
        arguments: firstSteps
    )
    func firstStep(name: String) async throws {
        try await kept.write(withFork: true)
        try await kept.change(
            """
            UPDATE step SET records = CAST(replace(CAST(records AS TEXT), 'example', 'exbmple') AS BLOB)
                WHERE kind IN (0, 4) AND device = (SELECT number FROM device WHERE id = '\(name)')
            """,
            sealing: true
        )
        let check = try ContentCheck(of: kept.path)
        #expect(check.problems.compactMap(\.device) == [id(name)])
        #expect(check.problems.first?.what.contains("are not as they were written") == true)
        let store = try open()
        let replay = try await StoreReplay(of: store)
        await store.close()
        #expect(replay.differences.map(\.device) == [id(name)])
    }

    @Test("that has lost a step between two states is found by check")
    func lostStep() async throws {
        try await kept.write()
        try await kept.change(
            """
            UPDATE step SET previous = 0 WHERE position = (SELECT max(position) FROM step WHERE device = 1
                AND position < (SELECT max(position) FROM snapshot WHERE device = 1))
            """,
            sealing: true
        )
        #expect(
            try ContentCheck(of: kept.path).problems.contains { $0.device == id("a") && $0.what.contains("is missing") }
        )
    }

    /// Rows that were changed so that a calculation with them overflows, or a device, an answer or an item is not what
    /// was written.
    private static let changes: [(sql: String, told: String)] = [
        (
            "UPDATE snapshot SET sequence = sequence + 1 WHERE position = (SELECT max(position) FROM snapshot WHERE device = 1)",
            "of the table snapshot is not as it was written"
        ),
        (
            "UPDATE step SET position = 9223372036854775807 WHERE position = (SELECT max(position) FROM step WHERE device = 1)",
            "of the table step is not as it was written"
        ),
        (
            "UPDATE step SET last = 9223372036854775807 WHERE position = (SELECT max(position) FROM step WHERE device = 1)",
            "of the table step is not as it was written"
        ),
        ("UPDATE device SET labels = replace(labels, 'red', 'rad') WHERE id = 'a'", "the row 1 of the table device"),
        ("UPDATE device SET expiresAfter = 3600001 WHERE id = 'a'", "the row 1 of the table device"),
        ("UPDATE device SET id = '' WHERE id = 'a'", "the row 1 of the table device"),
        (
            "UPDATE answer SET key = 'key-77' WHERE device = 1 AND key = 'key-7'",
            "of the table answer is not as it was written"
        ),
        (
            "UPDATE answer SET device = 2 WHERE device = 1 AND key = 'key-7'",
            "of the table answer is not as it was written"
        ),
        ("UPDATE answer SET device = 77 WHERE device = 1 AND key = 'key-7'", "rows that belong to nothing: 1"),
        ("UPDATE item SET name = 'push-9' WHERE name = 'push-1'", "of the table item is not as it was written"),
        ("UPDATE item SET kind = 77 WHERE name = 'push-1'", "rows that belong to nothing: 1"),
    ]

    @Test("is found by check, and told in the log of a start, which leaves out what was changed", arguments: changes)
    func told(change: (sql: String, told: String)) async throws {
        try await kept.write()
        try await kept.change(change.sql)
        #expect(try ContentCheck(of: kept.path).problems.contains { $0.what.contains(change.told) })
        let log = LogText()
        let registry = DeviceRegistry(store: try open())
        _ = try await registry.recover(logger: log.logger)
        _ = try await registry.items(.push, logger: log.logger) { _ throws(Rejection) in 1 }
        // A start replays the newest steps.
        #expect(log.all.contains(change.told) || change.sql.contains("SET last"), "\(log.all)")
        #expect(try await registry.device(id("b")).sequence > 1)
    }

    /// Numbers with the right checksums, as from somebody who wants the server to trap.
    private static let forgeries = [
        "UPDATE snapshot SET sequence = sequence + 1, digest = 0 WHERE device = 1",
        "UPDATE snapshot SET sequence = 9223372036854775807 WHERE device = 1",
        "UPDATE step SET last = 9223372036854775807 WHERE device = 1",
        "UPDATE step SET last = last + 70000000000000 WHERE device = 1",
        "UPDATE step SET kind = 3, last = 100000000000 WHERE device = 1 AND kind = 1",
        "UPDATE step SET kind = 2, at = 253402300799999 WHERE device = 1 AND kind = 1",
        "UPDATE step SET at = -9223372036854775808 WHERE device = 1",
        "UPDATE step SET deadlines = -1 WHERE device = 1",
        "UPDATE step SET before = -1 WHERE device = 1",
        "UPDATE device SET labels = '[[\"a\"]]' WHERE id = 'a'",
        "UPDATE device SET labels = '[[\"\", \"b\"]]' WHERE id = 'a'",
        "UPDATE device SET expiresAfter = -9223372036854775808 WHERE id = 'a'",
        "UPDATE answer SET status = -1", "UPDATE answer SET status = 99999", "UPDATE answer SET status = 404",
        "UPDATE answer SET givenAt = 9223372036854775807", "UPDATE answer SET length = -1",
    ]

    @Test(
        "of numbers that cannot be, with right checksums, is found by check; the others are served",
        arguments: forgeries
    )
    func forged(sql: String) async throws {
        try await kept.write()
        try await kept.change(sql, sealing: true)
        let problems = try ContentCheck(of: kept.path).problems
        #expect(!problems.isEmpty)
        try await withHost(try open(), settingAside: true) { registry in
            _ = try await registry.apply(launchNotes, to: id("b"))
            _ = try? await registry.apply(launchNotes, to: id("a"))
            _ = try? await registry.timeline(of: id("a"), TimelineQuery(limit: 1_000))
        }
        let store = try open(acceptingDamage: true)
        let replay = try await StoreReplay(of: store)
        #expect(replay.devices + replay.differences.count == 2)
        try await expectStepsOfB(in: store)
    }

    /// Reads the steps of all devices: what cannot be read is passed, and said to be missing.
    private func expectStepsOfB(in store: SQLiteStore) async throws {
        var (steps, position): ([StoredStep], Int64) = ([], 0)
        while true {
            let page = try await store.steps(after: position, limit: SizeLimit(count: 7))
            guard page.end > position else { break }
            #expect(page.missingUpTo >= page.end || !page.steps.isEmpty)
            steps += page.steps.filter { $0.device == 2 }
            position = page.end
        }
        var own = try await store.steps(of: 2, after: 0, limit: 1_000)
        while let last = own.last, case let next = try await store.steps(of: 2, after: last.position, limit: 1_000),
            !next.isEmpty
        { own += next }
        #expect(own.count > 10)
        #expect(steps == own)
    }

    /// The position at which the store would continue.
    private static let counts = [
        "UPDATE chainEnd SET position = 9223372036854775807", "UPDATE counter SET value = 9223372036854775807",
        "UPDATE device SET number = -5 WHERE number = 2", "CREATE TRIGGER t AFTER INSERT ON step BEGIN SELECT 1; END",
        "DROP INDEX answerByDevice",
    ]

    @Test("that does not say where to count on is refused, and works where that is accepted", arguments: counts)
    func counted(sql: String) async throws {
        try await kept.write()
        for isSealed in sql.hasPrefix("UPDATE") ? [false, true] : [false] {
            try await kept.change(sql, sealing: isSealed)
            #expect(try !ContentCheck(of: kept.path).problems.isEmpty)
            guard case .damaged? = await refusal() else {
                Issue.record("it was opened, or refused for another reason")
                return
            }
        }
        try await withHost(try open(acceptingDamage: true), settingAside: true) { registry in
            _ = try await registry.apply(launchNotes, to: id("a"))
            _ = try await registry.create(.manual("c"))
        }
    }

    /// Everything that check compares: the records and states, and what ties them together.
    private func content() throws -> [String] {
        let database = try DatabaseQueue(path: kept.directory.file)
        defer { try? database.close() }
        return try database.readAtOneMoment { db in
            try [
                "SELECT device, last, digest, records FROM step ORDER BY position",
                "SELECT device, sequence, digest, hash, state FROM snapshot NOT INDEXED ORDER BY position",
                "SELECT * FROM device NOT INDEXED ORDER BY number",
                "SELECT * FROM answer NOT INDEXED ORDER BY position",
                "SELECT * FROM item NOT INDEXED ORDER BY position",
            ].flatMap { sql in try Row.fetchAll(db, sql: sql).map { "\($0)" } }
        }
    }

    @Test(
        "with a bit flipped anywhere is refused or found by check, or has what was written",
        arguments: [1, 2, 3] as [UInt64]
    )
    func flips(seed: UInt64) async throws {
        try await kept.write(withFork: true)
        let whole = try Data(contentsOf: file)
        let content = try content()
        var generator = SplitMix64(seed: seed)
        for _ in 0..<80 {
            var bytes = whole
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            bytes[place] ^= bit
            try bytes.write(to: file)
            // SQLite takes a file in the mode that the flipped header names; what is left beside it is not its.
            for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + ending) }
            let isFound = (try? ContentCheck(of: kept.path).problems.isEmpty) != true
            let isSame = (try? self.content()) == content
            #expect(isFound || isSame, "seed \(seed): bit \(bit) of byte \(place)")
            let refusal = await refusal()
            let isOpened = await self.refusal(acceptingDamage: true) == nil
            #expect(
                refusal == nil || isFound,
                "seed \(seed): bit \(bit) of byte \(place): \(String(describing: refusal))"
            )
            #expect(isOpened || refusal != nil, "seed \(seed): bit \(bit) of byte \(place)")
        }
    }
}
