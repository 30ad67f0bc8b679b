import Foundation
import Synchronization

/// Keeps other processes out of a directory for as long as this one lives, or gives it free.
final class DirectoryLock: Sendable {
    /// The file in the directory that is locked.
    static let fileName = "lock"

    private let descriptor: Mutex<Int32?>

    /// Takes a directory, and makes it if it is not there.
    ///
    /// - Throws: `JournalOpeningError` when another process has it, or it cannot be used, or others could read it.
    init(_ directory: String) throws(JournalOpeningError) {
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
        // The system gives the lock free when the process ends, however it ends.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            Foundation.close(file)
            throw .inUse(directory)
        }
        descriptor = Mutex(file)
    }

    deinit { release() }

    /// Lets others in.
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
