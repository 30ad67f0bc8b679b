import DeviceHost
import GRDB
import JournalTestKit
import TestKit
import Testing

@testable import SQLiteJournal

@Suite("The newest steps of devices")
struct ChainEndsTests {
    private let queue: DatabaseQueue

    /// A journal with two devices, each of which has made one step.
    init() throws {
        queue = try DatabaseQueue()
        try JournalSchema.migrator.migrate(queue)
        try queue.write { db in
            try db.execute(sql: "INSERT INTO device (number, id, labels) VALUES (1, 'a', '[]'), (2, 'b', '[]')")
            for number in 1...2 as ClosedRange<Int64> { try db.addStep(at: number, of: number) }
        }
    }

    @Test("are those that were saved and those of later steps: an opening does not look through all steps")
    func savedAndLater() throws {
        let ends = try queue.read(ChainEnds.init)
        #expect((ends[1], ends[2], ends.last) == (1, 2, 2))
        try queue.writeWithoutTransaction(ends.save)
        try queue.write { db in
            try db.addStep(at: 3, of: 1)
            // Whoever looks at the steps before the save finds a third device.
            try db.execute(sql: "UPDATE step SET device = 3 WHERE position = 2")
        }
        let again = try queue.read(ChainEnds.init)
        #expect((again[1], again[2], again[3], again.last) == (3, 2, 0, 3))
    }

    @Test("are saved when the journal is closed")
    func closing() async throws {
        let directory = TemporaryDirectory()
        let journal = try SQLiteJournal(directory: directory.path)
        try await withHost(journal) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.apply(launchNotes, to: id("a"))
        }
        await journal.close()
        let saved = try await DatabaseQueue(path: directory.file).read { db in
            try Int64.fetchOne(
                db,
                sql: "SELECT position FROM chainEnd WHERE device = 1 AND position = (SELECT max(position) FROM step)"
            )
        }
        #expect(saved != nil)
    }
}

extension Database {
    fileprivate func addStep(at position: Int64, of device: Int64) throws {
        try execute(
            sql: """
                INSERT INTO step (position, previous, device, kind, before, last, at, deadlines, digest, records)
                VALUES (?, 0, ?, 1, 0, 1, 0, 0, 0, x'5b5d')
                """,
            arguments: [position, device]
        )
    }
}
