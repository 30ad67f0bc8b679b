import Foundation
import Synchronization

/// A directory of its own that goes with the value. It is not made: only its path is.
package final class TemporaryDirectory: Sendable {
    /// Its path.
    package let path: String

    package init() {
        path = NSTemporaryDirectory() + "/greenroom-" + UUID().uuidString
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The database of a store in it.
    package var file: String { path + "/greenroom.sqlite" }
}

/// Files that are there until the tests have ended.
package enum TemporaryFile {
    private static let paths = Mutex<[String]>([])
    // Registered with the first file.
    private static let removal: Void = {
        atexit { TemporaryFile.paths.withLock { for path in $0 { try? FileManager.default.removeItem(atPath: path) } } }
    }()

    /// Makes a file with a text.
    ///
    /// - Returns: Its path.
    package static func lasting(_ text: String) -> String {
        _ = removal
        let path = NSTemporaryDirectory() + "/greenroom-" + UUID().uuidString
        try? Data(text.utf8).write(to: URL(fileURLWithPath: path))
        paths.withLock { $0.append(path) }
        return path
    }
}
