import DeviceHost
import Foundation
import GRDB
import LifecycleKernel

/// A durable store: an SQLite database, in a directory that one process uses at a time.
///
/// A commit is one transaction of the only writing connection. It waits for the disk, so the actor has a thread of its
/// own. Other connections read concurrently (WAL).
package actor SQLiteStore: StepHistory {
    /// What an acknowledged change survives: the end of the process, or also that of the machine.
    package enum Durability: String, CaseIterable, Sendable {
        /// Survives the end of the process, even by kill. SQLite's `synchronous = NORMAL`.
        case process
        /// Survives a loss of power as well: every batch is flushed to the disk. `synchronous = FULL`.
        case power
    }

    /// How a store is opened.
    package struct Settings: Sendable {
        /// What an acknowledged change survives.
        package var durability = Durability.process
        /// The maximum size of the database, in bytes; nil for no limit. Beyond it, writing fails as on a full disk.
        package var maximumBytes: Int64?
        /// How many answers under idempotency keys are kept for a device, and for creations.
        package var answersKept = 1_000
        /// How many bytes one change may take. A larger one is refused, and its device is set aside. SQLite has a limit
        /// of its own, and other changes must not wait for one that is never written.
        package var maximumChangeBytes = 256 * 1_024 * 1_024
        /// Whether a store is created in a directory without one; otherwise opening it fails.
        package var creates = true
        /// Whether a damaged store is opened; otherwise opening it fails.
        package var acceptsDamage = false
        /// Called before a batch is committed; an error that it throws fails the batch. Used by tests to inject faults.
        package var willCommit: @Sendable () throws -> Void = {}

        /// The defaults.
        package init() {}
    }

    /// The file in the directory.
    static let fileName = "greenroom.sqlite"

    /// What was found wrong with the file when it was opened.
    package nonisolated let integrityErrors: [String]
    /// What was lost when the machine stopped, as the durability allows; nil if nothing was.
    package nonisolated let loss: String?

    private nonisolated let pool: DatabasePool
    private nonisolated let ends: ChainEnds
    private let position: PositionFile
    private let lock: DirectoryLock
    private nonisolated let files: [String]
    private var isClosed = false
    private let settings: Settings
    private nonisolated let executor = BlockingExecutor(label: "greenroom.store")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the store in a directory. Creates both if they do not exist.
    ///
    /// - Throws: `StoreOpeningError`; nothing is changed then.
    package init(directory: String, _ settings: Settings = Settings()) throws {
        let path = directory + "/" + Self.fileName
        if !settings.creates { try StoreFile.requireReadable(path, in: directory) }
        lock = try DirectoryLock(directory)
        self.settings = settings
        files = [path, path + "-wal"]
        do {
            let found = try Self.inspect(path, in: directory)
            integrityErrors = found.errors + found.strays
            loss = found.loss
            if let error = found.errors.first, !settings.acceptsDamage {
                let others = found.errors.count > 1 ? " (and \(found.errors.count - 1) more)" : ""
                throw StoreOpeningError.damaged(directory, error + others)
            }
            try Self.close(path)
            pool = try Self.open(path, settings)
            try StoreSchema.migrator.migrate(pool)
            // Moves the tables of a new store into its file, so that the file is known as a store without its log.
            if found.ends == nil { _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
            try Self.compact(pool)
            let ends = try found.ends ?? pool.read { try ChainEnds($0) }
            if found.endsWereSearched { try pool.writeWithoutTransaction { try ends.save(to: $0, replacing: true) } }
            self.ends = ends
            position = try PositionFile(beside: path)
            // What another server has written may have been flushed or not.
            position.write(ends.last, survivesPowerLoss: false)
        } catch let error as DatabaseError {
            throw StoreOpeningError(error, directory)
        } catch let error as StoreDamage {
            throw StoreOpeningError.damaged(directory, error.description)
        } catch let error as PrivateFiles.Failure {
            throw StoreOpeningError.unusable(directory, "\(error)")
        }
    }

    /// Protects a database from other users. Files that SQLite creates beside it get the mode of its file.
    private static func close(_ path: String) throws(PrivateFiles.Failure) {
        try PrivateFiles.makeFile(path)
        for ending in ["", "-wal", "-shm", "-journal"] { try PrivateFiles.closeFile(path + ending) }
    }

    private static func open(_ path: String, _ settings: Settings) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.maximumReaderCount = 2
        configuration.label = "greenroom.store"
        let pool = try DatabasePool(path: path.pathForSQLite, configuration: configuration)
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

    /// Inspects a file before anything writes to it.
    ///
    /// - Throws: `StoreOpeningError` for a database that is not a store, or of another version.
    private static func inspect(_ path: String, in directory: String) throws -> StoreInspection {
        let acknowledged = PositionFile.read(beside: path)
        guard FileSize.of(path) > 0 else { return StoreInspection(nothingWith: acknowledged) }
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(path: path.pathForSQLite, configuration: configuration)
        defer { try? database.close() }
        return try database.readAtOneMoment { db in
            guard try StoreSchema.version(of: db, directory) != nil else {
                return StoreInspection(nothingWith: acknowledged)
            }
            return StoreInspection(db, acknowledged)
        }
    }

    /// Returns unused pages to the file system, if they are most of the file.
    ///
    /// Only at the opening, because it takes a while; later, new rows reuse the pages of deleted ones.
    private static func compact(_ pool: DatabasePool) throws {
        try pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            guard pages >= pagesWorthCompacting, free > pages / 2 else { return }
            // Without disk space for a copy the file stays as it is.
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

    /// Begins a run. It is saved with its first change.
    package nonisolated func beginRun() -> [StoreRun] { ends.beginRun() }
    package nonisolated var lastPosition: Int64 { ends.last }

    /// Commits changes in their order, in one transaction. Leaves out changes that SQLite never takes, and all others
    /// of their devices.
    ///
    /// - Throws: A `StoreFailure` if nothing was written.
    package func commit(_ changes: [DeviceChange], as id: CommitID) async throws -> [CommitResult] {
        var refused: [Int64: String] = [:]
        while true {
            do {
                return try commit(changes, refusing: refused)
            } catch let refusal as Refusal {
                refused[refusal.device] = refusal.reason
            } catch {
                throw StoreFailure(error)
            }
        }
    }

    private func commit(_ changes: [DeviceChange], refusing refused: [Int64: String]) throws -> [CommitResult] {
        var results: [CommitResult] = []
        results.reserveCapacity(changes.count)
        var writer = BatchWriter(ends, answersKept: settings.answersKept, changes: changes.count)
        try inTransaction { db in
            for change in changes {
                if !refused.isEmpty, let reason = change.device.flatMap({ refused[$0] }) {
                    results.append(.refused(reason))
                } else {
                    try write(change, with: &writer, to: db)
                    results.append(.committed(at: writer.last))
                }
            }
            try writer.writeCounters(to: db)
        }
        writer.finish()
        position.write(writer.last, survivesPowerLoss: settings.durability == .power)
        saveEnds()
        return results
    }

    /// A change that SQLite refuses whenever it is tried.
    private struct Refusal: Error {
        var device: Int64
        var reason: String
    }

    private func write(_ change: DeviceChange, with writer: inout BatchWriter, to db: Database) throws {
        let reason: String
        if change.size > settings.maximumChangeBytes {
            reason = "a change of it has \(change.size) bytes, and may have at most \(settings.maximumChangeBytes)"
        } else {
            do {
                return try writer.write(change, to: db)
            } catch let error as DatabaseError where error.isRefusal {
                reason = StoreFailure(error).description
            }
        }
        throw change.device.map { Refusal(device: $0, reason: reason) } ?? StoreFailure(reason)
    }

    /// Saves the ends of chains, if that is due. Ends that could not be saved are found by the next opening.
    private func saveEnds() {
        if ends.wantSaving { try? pool.writeWithoutTransaction { try ends.save(to: $0) } }
    }

    /// Checks that writing works, with a row that is inserted and deleted.
    package func probe() async throws {
        do {
            try inTransaction { db in try db.probe() }
        } catch {
            throw StoreFailure(error)
        }
    }

    private func inTransaction(_ work: (Database) throws -> Void) throws {
        try pool.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try work(db)
                try settings.willCommit()
                return .commit
            }
        }
    }

    /// Moves everything from the log into the file of the database, and closes it. Further calls have no effect.
    package func close() async {
        guard !isClosed else { return }
        isClosed = true
        // If this fails, the next opening reads the log.
        try? moveIntoFile()
        try? pool.close()
        lock.release()
    }

    private func moveIntoFile() throws {
        try pool.writeWithoutTransaction { db in
            try ends.save(to: db)
            try db.checkpoint(.truncate)
        }
        position.write(ends.last, survivesPowerLoss: true)
        position.flush()
    }

    /// How many bytes the database and its log take.
    package nonisolated var size: Int64 {
        files.reduce(0) { $0 + FileSize.of($1) }
    }

    /// How many bytes of the database are in use. Pages of deleted rows are used again before it becomes larger, so
    /// they do not count.
    package nonisolated var usedBytes: Int64 {
        get async throws {
            try await read { db in
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT (page_count - freelist_count) * page_size
                        FROM pragma_page_count, pragma_freelist_count, pragma_page_size
                        """
                )
                return row?[0] ?? 0
            }
        }
    }

    // MARK: Reading

    private nonisolated func read<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.read(work)
        } catch {
            throw StoreFailure(error)
        }
    }

    /// True: a directory is used by one process at a time.
    package nonisolated var isExclusive: Bool { true }

    /// All numbers after the largest that a device has ever had.
    package nonisolated func reserveDeviceNumbers() -> ClosedRange<Int64> {
        ends.lastDevice + 1...StoreBounds.numbers.upperBound
    }

    /// None: nobody else changes a device.
    package nonisolated func revisions(of devices: [Int64]) -> [Int64: Revision] { [:] }

    /// The devices that have not been deleted, in the order of their numbers.
    package nonisolated func devices(after number: Int64, limit: Int) async throws -> [DeviceOrigin] {
        try await read { db in try db.devices(after: number, limit: limit) }
    }

    /// The devices with these ids that have not been deleted.
    package nonisolated func devices(named ids: [DeviceID]) async throws -> [DeviceOrigin] {
        try await read { db in try db.devices(named: ids) }
    }

    /// The items of a kind that can be read, in the order in which they were last written.
    package nonisolated func items(_ kind: ServerItem.Kind) async throws -> PartlyRead<[ServerItem]> {
        try await read { db in try db.items(kind) }
    }

    /// What devices are recovered from, read in one transaction.
    package nonisolated func storedDevices(_ devices: [Int64]) async throws -> [Result<StoredDevice, StoreDamage>] {
        let ends = devices.map { self.ends[$0] }
        return try await read { db in
            zip(devices, ends).map { device, end in
                Result { try db.storedDevice(device, endingAt: end) }.mapError {
                    StoreDamage("\(StoreFailure($0))")
                }
            }
        }
    }

    /// The answers given under the idempotency keys of devices that can be read, oldest first; of creations for device
    /// 0.
    package nonisolated func answers(of devices: ClosedRange<Int64>) async throws -> PartlyRead<[Int64: [KeyedAnswer]]>
    {
        try await read { db in try db.answers(of: devices) }
    }

    /// Returns the steps from which an earlier state of a device is restored.
    package nonisolated func replay(of device: Int64, to sequence: SequenceNumber) async throws -> DeviceReplay {
        try await stepsToReplay(of: device, to: sequence)
    }

    /// The oldest snapshot of a device.
    package nonisolated func firstSnapshot(of device: Int64) async throws -> StoredSnapshot? {
        try await read { db in try db.snapshot(of: device, "ORDER BY sequence, position LIMIT 1") }
    }

    /// The newest snapshot of a device that was taken at a sequence or before.
    package nonisolated func snapshot(of device: Int64, upTo sequence: SequenceNumber) async throws -> StoredSnapshot? {
        try await read { db in
            try db.snapshot(
                of: device,
                "AND sequence <= ? ORDER BY sequence DESC, position DESC LIMIT 1",
                [sequence]
            )
        }
    }

    /// The steps of a device after a position, in order.
    package nonisolated func steps(of device: Int64, after position: Int64, limit: Int) async throws -> [StoredStep] {
        let end = ends[device]
        return try await read { db in try db.steps(of: device, after: position, endingAt: end, limit: limit) }
    }

    /// The steps of a device with records after a sequence, in order.
    package nonisolated func steps(
        of device: Int64,
        withRecordsAfter sequence: SequenceNumber,
        limit: Int
    ) async throws -> [StoredStep] {
        let end = ends[device]
        return try await read { db in
            try db.steps(of: device, withRecordsAfter: sequence, endingAt: end, limit: limit)
        }
    }

    /// The steps of a device with records up to a sequence, the last one first.
    package nonisolated func steps(
        of device: Int64,
        withRecordsUpTo sequence: SequenceNumber,
        limit: Int
    ) async throws -> [StoredStep] {
        let end = ends[device]
        return try await read { db in
            try db.steps(of: device, withRecordsUpTo: sequence, endingAt: end, limit: limit)
        }
    }

    /// The steps of all devices after a position, in order.
    package nonisolated func steps(after position: Int64, limit: SizeLimit) async throws -> StepPage {
        let last = ends.last
        return try await read { db in try db.steps(after: position, upTo: last, limit: limit) }
    }
}

extension DatabaseError {
    /// Whether SQLite refuses the change whenever it is tried.
    fileprivate var isRefusal: Bool {
        [.SQLITE_TOOBIG, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_RANGE].contains(resultCode)
    }
}
