import DeviceHost
import Foundation
import GRDB
import StoreTestKit
import TestKit
import Testing

@testable import SQLiteStore

@Suite("The newest steps of devices")
struct ChainEndsTests {
    private let queue: DatabaseQueue

    /// A store with two devices, each of which has made one step.
    init() throws {
        queue = try DatabaseQueue()
        try StoreSchema.migrator.migrate(queue)
        try queue.write { db in
            for (number, id) in [(1, "a"), (2, "b")] { try db.insert([number, id, "[]", nil], into: .device) }
            for number in 1...2 as ClosedRange<Int64> { try db.addStep(at: number, of: number) }
        }
    }

    @Test("are those that were saved and those of later steps: an opening does not look through all steps")
    func savedAndLater() throws {
        let ends = try queue.read { try ChainEnds($0) }
        #expect((ends[1], ends[2], ends.last) == (1, 2, 2))
        try queue.writeWithoutTransaction { try ends.save(to: $0) }
        try queue.write { db in
            try db.addStep(at: 3, of: 1)
            // Whoever looks at the steps before the save finds a third device.
            try db.execute(sql: "UPDATE step SET device = 3 WHERE position = 2")
        }
        let again = try queue.read { try ChainEnds($0) }
        #expect((again[1], again[2], again[3], again.last) == (3, 2, 0, 3))
    }

    @Test("that were saved are refused where they are not as they were written, and found in the steps")
    func damaged() throws {
        let ends = try queue.read { try ChainEnds($0) }
        try queue.writeWithoutTransaction { try ends.save(to: $0) }
        let changes = [
            "UPDATE chainEnd SET position = 1 WHERE device = 2", "UPDATE counter SET value = 9223372036854775807",
            "DELETE FROM counter WHERE name = 'device'",
        ]
        for change in changes {
            try queue.writeWithoutTransaction { db in
                try db.inTransaction {
                    try db.execute(sql: change)
                    #expect(throws: StoreDamage.self) { try ChainEnds(db) }
                    let found = try ChainEnds(searching: db)
                    #expect((found[1], found[2], found.last, found.lastDevice) == (1, 2, 2, 2))
                    return .rollback
                }
            }
        }
    }

    @Test("count on behind a deletion: neither a position nor a number of a device is given again")
    func deletion() async throws {
        let directory = TemporaryDirectory()
        for round in 1...2 as ClosedRange<Int64> {
            let store = try SQLiteStore(directory: directory.path)
            #expect(store.reserveDeviceNumbers().lowerBound == round)
            let change = StepChange.beginning(of: round)
            let origin = DeviceOrigin(number: round, id: id("a"), labels: [], expiresAfter: nil)
            _ = try await store.commit([.created(origin, change), .deleted(round, at: nil)], as: CommitID())
            // Not closed, as after kill: nothing is saved.
            try FileManager.default.copyItem(atPath: directory.path, toPath: directory.path + "-\(round)")
            let copy = try SQLiteStore(directory: directory.path + "-\(round)")
            #expect(copy.reserveDeviceNumbers().lowerBound == round + 1)
            await copy.close()
            await store.close()
            try FileManager.default.removeItem(atPath: directory.path + "-\(round)")
        }
    }

    @Test("are saved when the store is closed")
    func closing() async throws {
        let directory = TemporaryDirectory()
        let store = try SQLiteStore(directory: directory.path)
        try await withHost(store) { registry in
            _ = try await registry.create(.manual("a"))
            _ = try await registry.apply(launchNotes, to: id("a"))
        }
        await store.close()
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
        try insert([position, 0, device, 1, 0, 1, 0, 0, 0, 0, 0, nil, Data("[]".utf8)], into: .step)
    }
}
