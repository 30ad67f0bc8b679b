import Foundation
import Synchronization

/// Keeps other processes out of a directory for as long as this one lives, or gives it free.
final class DirectoryLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Takes a directory, and makes it if it is not there.
    ///
    /// - Throws: `JournalOpeningError` when another process has it, or it cannot be used.
    init(_ directory: String) throws(JournalOpeningError) {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw .unusable(directory, Self.lastError(orElse: error))
        }
        let file = open(directory + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw .unusable(directory, String(cString: strerror(errno))) }
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

    private static func lastError(orElse error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return cause.map { String(cString: strerror(Int32($0.code))) } ?? error.localizedDescription
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
