import Foundation
import Synchronization

/// A lock that keeps other processes from using a directory, until it is released or this process ends.
final class DirectoryLock: Sendable {
    /// The name of the locked file in the directory.
    static let fileName = "lock"

    private let descriptor: Mutex<Int32?>

    /// Locks a directory, which is created if it does not exist.
    ///
    /// - Throws: `StoreOpeningError` if another process has locked it, it cannot be used, or other users could read it.
    init(_ directory: String) throws(StoreOpeningError) {
        do {
            try PrivateFiles.makeDirectory(directory)
            try PrivateFiles.closeDirectory(directory)
        } catch {
            throw .unusable(directory, "\(error)")
        }
        let path = directory + "/" + Self.fileName
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, PrivateFiles.fileMode)
        guard file >= 0 else { throw .unusable(directory, String(cString: strerror(errno))) }
        do {
            try PrivateFiles.closeFile(path)
        } catch {
            Foundation.close(file)
            throw .unusable(directory, "\(error)")
        }
        // The system releases the lock when the process ends, however it ends.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            Foundation.close(file)
            throw .inUse(directory)
        }
        descriptor = Mutex(file)
    }

    deinit { release() }

    /// Releases the lock.
    func release() {
        descriptor.withLock { descriptor in
            if let file = descriptor { Foundation.close(file) }
            descriptor = nil
        }
    }
}

/// The size of a file.
enum FileSize {
    /// How many bytes a file has; 0 when it is not there.
    static func of(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
