import Foundation
import GRDB

/// The database of a store, or a backup, opened for reading only. A server may write to it meanwhile: a reading
/// transaction sees what had been committed when it began.
struct StoreFile {
    /// The database.
    let database: DatabaseQueue
    /// The newest migration that was applied to it: the version of its tables.
    let version: Int
    /// What the file beside it says of the last change that was acknowledged, as it was before the database was opened.
    let acknowledged: Result<PositionFile.Content, StoreFailure>?

    /// How many seconds to wait for a lock of a server, for example while it opens or closes the store.
    private static let patience = 10.0

    /// Opens a store.
    ///
    /// - Parameter path: The data directory of a server, or a file.
    /// - Throws: `StoreOpeningError`.
    init(_ path: String) throws(StoreOpeningError) {
        let file = Self.file(at: path)
        try Self.requireReadable(file, in: path)
        acknowledged = PositionFile.read(beside: file)
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(Self.patience)
            configuration.label = "greenroom.store.reading"
            let database = try DatabaseQueue(path: file.pathForSQLite, configuration: configuration)
            guard let version = try database.read({ db in try StoreSchema.version(of: db, path) }) else {
                throw StoreOpeningError.notAStore(path)
            }
            self.version = version
            self.database = database
        } catch let error as StoreOpeningError {
            throw error
        } catch let error as DatabaseError {
            throw StoreOpeningError(error, path)
        } catch {
            throw .damaged(path, "\(error)")
        }
    }

    /// Requires that there is a database which this process may read.
    ///
    /// - Parameter directory: The path that errors name.
    static func requireReadable(_ file: String, in directory: String) throws(StoreOpeningError) {
        guard access(file, R_OK) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw .unusable(directory, String(cString: strerror(errno)))
            }
            throw .noStore(directory)
        }
        guard FileSize.of(file) > 0 else { throw .noStore(directory) }
    }

    /// The database at a path.
    private static func file(at path: String) -> String {
        var isDirectory = ObjCBool(false)
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        return isThere && !isDirectory.boolValue ? path : path + "/" + SQLiteStore.fileName
    }

    /// Reads what is committed at one moment. If a statement meets damage, only this statement fails.
    func read<Value>(_ work: (Database) throws -> Value) throws -> Value { try database.readAtOneMoment(work) }

    /// Closes the database.
    func close() { try? database.close() }
}

extension DatabaseQueue {
    /// Reads in one transaction, which is rolled back: a commit fails after a statement that has met damage.
    func readAtOneMoment<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try unsafeRead { db in
            try db.execute(sql: "BEGIN")
            defer { try? db.execute(sql: "ROLLBACK") }
            return try work(db)
        }
    }
}
