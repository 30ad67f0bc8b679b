import Foundation

/// A file that a command writes its results to.
enum ResultsFile {
    /// Writes into what is at the path, which may be a device, a pipe or a link.
    ///
    /// - Throws: What ends the command: it cannot be written there.
    static func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw Failure.exit("\(path): the results cannot be written there")
        }
    }
}
