import GRDB
import LifecycleKernel
import Synchronization
import Testing

@testable import SQLiteStore

@Suite("The queries of the store")
struct QueryTextTests {
    /// A statement is kept for each text: texts with values in them would be kept one for each value that was ever
    /// asked for, and each would be prepared anew.
    @Test("have the same text whatever they ask for")
    func sameTextWhateverIsAsked() throws {
        let few = try textsOfQueries(asking: 1...2)
        let many = try textsOfQueries(asking: 1...50)
        #expect(!few.isEmpty)
        #expect(many == few)
    }

    /// The texts of all that is sent to SQLite when steps of the numbers are asked for, and deleted.
    private func textsOfQueries(asking numbers: ClosedRange<Int64>) throws -> Set<String> {
        let texts = Mutex<Set<String>>([])
        let queue = try DatabaseQueue()
        try StoreSchema.migrator.migrate(queue)
        try queue.write { db in
            db.trace { event in
                if case .statement(let statement) = event { _ = texts.withLock { $0.insert(statement.sql) } }
            }
            for number in numbers {
                _ = try db.allSteps(of: number, after: number, endingAt: number + 1)
                _ = try db.steps(of: number, after: number, endingAt: number + 1, limit: Int(number))
                _ = try db.steps(
                    of: number,
                    withRecordsAfter: SequenceNumber(rawValue: UInt64(number)),
                    endingAt: number + 1,
                    limit: Int(number)
                )
                _ = try db.steps(
                    of: number,
                    withRecordsUpTo: SequenceNumber(rawValue: UInt64(number)),
                    endingAt: number + 1,
                    limit: Int(number)
                )
                try db.deleteSteps(backFrom: number)
            }
            db.trace(options: [])
        }
        return texts.withLock { $0 }
    }
}
