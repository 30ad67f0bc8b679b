import Foundation
import GRDB

/// A copy of a store in one file, made while a server may write to it.
///
/// The copy shows one moment of the store. It has everything that was acknowledged before the backup began.
package struct StoreBackup: Sendable {
    /// How many devices the copy has.
    package let devices: Int
    /// The size of the copy in bytes.
    package let bytes: Int64

    /// Why there is no backup. No file is left then.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// There is a file of that name.
        case exists(String)
        /// The file cannot be written; what the system or SQLite says.
        case unwritable(String, String)
        /// The copy is damaged, because the store is; what SQLite says.
        case damaged(String)

        /// The failure as one line.
        package var description: String {
            switch self {
            case .exists(let file): "\(file) is there already, and is not overwritten"
            case .unwritable(let file, let reason): "\(file) cannot be written: \(reason)"
            case .damaged(let reason): "the copy is damaged, as the store is: \(reason)"
            }
        }
    }

    /// Makes a backup, checks its integrity, and gives it its name.
    ///
    /// Until the backup is complete, its file has another name. So a file at `path` is always a whole backup.
    ///
    /// - Parameters:
    ///   - directory: The data directory of a server.
    ///   - path: The file to make; only its owner can read and write it.
    /// - Throws: `StoreOpeningError`, `Failure`.
    package init(of directory: String, to path: String) throws {
        let store = try StoreFile(directory)
        defer { store.close() }
        guard !FileManager.default.fileExists(atPath: path) else { throw Failure.exists(path) }
        let partial = "\(path).partial-\(getpid())"
        try Self.make(partial, for: path)
        defer { for ending in ["", "-journal", "-wal", "-shm"] { unlink(partial + ending) } }
        do {
            let copy = try DatabaseQueue(path: partial.pathForSQLite)
            defer { try? copy.close() }
            try store.database.backup(to: copy)
            devices = try copy.writeWithoutTransaction { db in
                // The copy is one file, which can be read where nothing can be written.
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
                if let error = StoreInspection(db, store.acknowledged).errors.first { throw Failure.damaged(error) }
                return try Int.fetchOne(db, sql: "SELECT count(*) FROM device") ?? 0
            }
        } catch let error as DatabaseError {
            throw Failure.unwritable(path, StoreFailure(error).description)
        }
        bytes = FileSize.of(partial)
        try Self.publish(partial, as: path)
    }

    private static func make(_ partial: String, for path: String) throws(Failure) {
        let file = open(partial, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, PrivateFiles.fileMode)
        guard file >= 0 else { throw .unwritable(path, String(cString: strerror(errno))) }
        close(file)
    }

    /// Gives the file its name, unless there is one of that name by now.
    private static func publish(_ partial: String, as path: String) throws(Failure) {
        guard link(partial, path) != 0 else { return sync(directoryOf: path) }
        guard errno != EEXIST else { throw .exists(path) }
        // The file system has no links.
        guard !FileManager.default.fileExists(atPath: path) else { throw .exists(path) }
        guard rename(partial, path) == 0 else { throw .unwritable(path, String(cString: strerror(errno))) }
        sync(directoryOf: path)
    }

    /// Makes the name survive a loss of power. SQLite has done that for the content.
    private static func sync(directoryOf path: String) {
        let parent = URL(filePath: path).deletingLastPathComponent().relativePath
        let directory = open(parent, O_RDONLY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
