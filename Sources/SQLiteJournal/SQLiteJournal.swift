import DeviceHost
import Foundation
import GRDB
import LifecycleKernel
import Synchronization

/// The journal in an SQLite database, in a directory that one process uses at a time.
///
/// Every batch is one transaction of the one connection that writes; others read beside it (WAL).
package final class SQLiteJournal: Journal {
    /// What is acknowledged survives the end of the process; whether it also survives the machine's is a choice.
    package enum Durability: String, CaseIterable, Sendable {
        /// Survives the end of the process, by kill as well. SQLite's `synchronous = NORMAL`.
        case process
        /// Survives a loss of power as well: every batch is flushed to the disk. `synchronous = FULL`.
        case power
    }

    /// How a journal is opened.
    package struct Settings: Sendable {
        /// What is acknowledged survives.
        package var durability = Durability.process
        /// How large the database may become, in bytes; nil for as large as the disk lets it. What does not fit is
        /// refused as on a full disk.
        package var maximumBytes: Int64?
        /// How many answers under idempotency keys are kept for a device, and for creations.
        package var answersKept = 1_000
        /// Whether a directory without a journal gets one; else it is refused.
        package var creates = true
        /// Called before a batch is committed; what it throws fails the batch. Faults come in here.
        package var willCommit: @Sendable () throws -> Void = {}

        /// The defaults.
        package init() {}
    }

    /// The file in the directory.
    static let fileName = "journal.sqlite"

    private let pool: DatabasePool
    private let ends: ChainEnds
    private let lock: DirectoryLock
    private let files: [String]
    private let isClosed = Atomic<Bool>(false)
    private let settings: Settings

    /// Opens the journal in a directory, and makes both if they are not there.
    ///
    /// - Throws: `JournalOpeningError`; nothing is changed then.
    package init(directory: String, _ settings: Settings = Settings()) throws {
        let path = directory + "/" + Self.fileName
        if !settings.creates, !FileManager.default.fileExists(atPath: path) {
            throw JournalOpeningError.noJournal(directory)
        }
        lock = try DirectoryLock(directory)
        self.settings = settings
        files = [path, path + "-wal"]
        do {
            try Self.inspect(path, in: directory)
            try Self.close(path)
            pool = try Self.open(path, settings)
            try JournalSchema.migrator.migrate(pool)
            try Self.compact(pool)
            ends = try pool.read(ChainEnds.init)
        } catch let error as DatabaseError {
            throw JournalOpeningError(error, directory)
        } catch let error as RowDecodingError {
            throw JournalOpeningError.damaged(directory, "\(error)")
        } catch let error as PrivateFiles.Failure {
            throw JournalOpeningError.unusable(directory, "\(error)")
        }
    }

    /// Keeps other users from a database. What SQLite makes beside it gets the rights of its file.
    private static func close(_ path: String) throws(PrivateFiles.Failure) {
        try PrivateFiles.makeFile(path)
        for ending in ["", "-wal", "-shm", "-journal"] { try PrivateFiles.closeFile(path + ending) }
    }

    private static func open(_ path: String, _ settings: Settings) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.maximumReaderCount = 2
        configuration.label = "greenroom.journal"
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // Only after the pool is open: opening it sets NORMAL.
            try db.execute(sql: "PRAGMA synchronous = \(settings.durability == .power ? "FULL" : "NORMAL")")
            if let maximumBytes = settings.maximumBytes {
                let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096
                try db.execute(sql: "PRAGMA max_page_count = \(max(1, maximumBytes / pageSize))")
            }
        }
        return pool
    }

    /// Looks at a file before anything writes to it.
    ///
    /// - Throws: `JournalOpeningError` for a database of somebody else, or of a later version.
    private static func inspect(_ path: String, in directory: String) throws {
        guard FileSize.of(path) > 0 else { return }
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(path: path, configuration: configuration)
        let migrator = JournalSchema.migrator
        let isNewer = try database.read { db in
            let isForeign = try !migrator.hasBeenStarted(db) && db.hasTables()
            guard !isForeign else { throw JournalOpeningError.notAJournal(directory) }
            return try migrator.hasBeenSuperseded(db)
        }
        try database.close()
        guard !isNewer else { throw JournalOpeningError.newer(directory) }
    }

    /// Gives room that nothing stands in any more back to the disk, when that is most of the file.
    ///
    /// Only here: it takes a while, and what was deleted leaves room for what comes next anyway.
    private static func compact(_ pool: DatabasePool) throws {
        try pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            guard pages >= pagesWorthCompacting, free > pages / 2 else { return }
            // Without room for a copy it stays as it is.
            guard (try? db.execute(sql: "VACUUM")) != nil else { return }
            try db.checkpoint(.truncate)
        }
    }

    private static let pagesWorthCompacting = 256

    /// SQLite's setting of the same name: 1 for NORMAL, 2 for FULL.
    var synchronous: Int? {
        get async throws {
            try await pool.writeWithoutTransaction { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") }
        }
    }

    // MARK: Writing

    /// Writes changes in order, all or nothing. Blocks the thread meanwhile.
    package func write(_ changes: [JournalChange]) async throws {
        var writer = BatchWriter(ends, answersKept: settings.answersKept, changes: changes.count)
        try inTransaction { db in
            for change in changes { try writer.write(change, to: db) }
        }
        writer.finish()
        saveEnds()
    }

    /// Saves the newest steps of devices, when that is due. What cannot be saved is looked for at the next opening.
    private func saveEnds() {
        if ends.wantSaving { try? pool.writeWithoutTransaction(ends.save) }
    }

    /// Tries whether writing works: with a row that is written and taken back. Blocks the thread meanwhile.
    package func probe() async throws {
        try inTransaction { db in try db.probe() }
    }

    /// Does something in one transaction, on the caller's thread: going to another one and back would take as long as a
    /// small batch.
    private func inTransaction(_ work: (Database) throws -> Void) throws {
        do {
            try pool.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    try work(db)
                    try settings.willCommit()
                    return .commit
                }
            }
        } catch {
            throw JournalFailure(error)
        }
    }

    /// Moves everything into the database's one file and closes it, the first time.
    package func close() async {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            pool.asyncWriteWithoutTransaction { [ends] db in
                try? ends.save(to: db)
                // What stays in the log is read from there the next time.
                _ = try? db.checkpoint(.truncate)
                done.resume()
            }
        }
        try? pool.close()
        lock.release()
    }

    /// How many bytes the database and its log take.
    package var size: Int64 {
        files.reduce(0) { $0 + FileSize.of($1) }
    }

    // MARK: Reading

    private func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await pool.read(work)
        } catch {
            throw JournalFailure(error)
        }
    }

    /// The largest number that a device has ever had.
    package var lastDevice: Int64 {
        get async throws { try await read { db in try db.lastDevice() } }
    }

    /// The devices that are there, in the order of their numbers.
    package func devices(after number: Int64, limit: Int) async throws -> [DeviceOrigin] {
        try await read { db in try db.devices(after: number, limit: limit) }
    }

    /// What a device is recovered from.
    package func keptDevice(_ device: Int64) async throws -> KeptDevice {
        let end = ends[device]
        return try await read { db in try db.keptDevice(device, endingAt: end) }
    }

    /// What devices are recovered from, all read at once.
    package func keptDevices(_ devices: [Int64]) async throws -> [Result<KeptDevice, JournalDamage>] {
        let ends = devices.map { self.ends[$0] }
        return try await read { db in
            zip(devices, ends).map { device, end in
                Result { try db.keptDevice(device, endingAt: end) }.mapError {
                    JournalDamage("\(JournalFailure($0))")
                }
            }
        }
    }

    /// The answers given under the idempotency keys of devices, oldest first.
    package func answers(of devices: ClosedRange<Int64>) async throws -> [Int64: [KeyedAnswer]] {
        try await read { db in try db.answers(of: devices) }
    }

    /// The answers given under the idempotency keys of a device, oldest first.
    package func answers(of device: Int64) async throws -> [KeyedAnswer] {
        try await read { db in try db.answers(of: device) }
    }

    /// The oldest snapshot of a device.
    package func firstSnapshot(of device: Int64) async throws -> JournalSnapshot? {
        try await read { db in try db.snapshot(of: device, "ORDER BY sequence, position LIMIT 1") }
    }

    /// The newest snapshot of a device that was taken at a sequence or before.
    package func snapshot(of device: Int64, upTo sequence: UInt64) async throws -> JournalSnapshot? {
        try await read { db in
            try db.snapshot(
                of: device,
                "AND sequence <= \(Int64(clamping: sequence)) ORDER BY sequence DESC, position DESC LIMIT 1"
            )
        }
    }

    /// The steps of a device behind a position, in order.
    package func steps(of device: Int64, after position: Int64, limit: Int) async throws -> [JournalStep] {
        let end = ends[device]
        return try await read { db in try db.steps(of: device, after: position, endingAt: end, limit: limit) }
    }

    /// The steps of a device with records after a sequence, in order.
    package func steps(of device: Int64, withRecordsAfter sequence: UInt64, limit: Int) async throws -> [JournalStep] {
        let end = ends[device]
        return try await read { db in
            try db.steps(of: device, withRecordsAfter: Int64(clamping: sequence), endingAt: end, limit: limit)
        }
    }

    /// The steps of a device with records up to a sequence, the last one first.
    package func steps(of device: Int64, withRecordsUpTo sequence: UInt64, limit: Int) async throws -> [JournalStep] {
        let end = ends[device]
        return try await read { db in
            try db.steps(of: device, withRecordsUpTo: Int64(clamping: sequence), endingAt: end, limit: limit)
        }
    }
}

extension Database {
    /// Whether there are tables.
    fileprivate func hasTables() throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master)") ?? false
    }
}

extension DatabaseMigrator {
    /// Whether a database has been made by this migrator, or a later one.
    fileprivate func hasBeenStarted(_ db: Database) throws -> Bool { try !appliedIdentifiers(db).isEmpty }
}
