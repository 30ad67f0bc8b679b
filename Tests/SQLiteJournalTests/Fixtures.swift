import DeviceHost
import Foundation
import JournalTestKit
import SQLiteJournal
import TestKit

/// Returns a copy of a journal that is kept beside the tests: opening a journal writes to it.
///
/// - Parameter name: The name of the file in `Recorded`, without its ending.
func recordedJournal(_ name: String) throws -> TemporaryDirectory {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Recorded/\(name).sqlite")
    let directory = TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: file, to: URL(fileURLWithPath: directory.file))
    return directory
}

extension TemporaryDirectory {
    /// Opens the journal that is in it. A host closes it at its end.
    func openJournal() throws -> SQLiteJournal {
        var settings = SQLiteJournal.Settings()
        settings.creates = false
        return try SQLiteJournal(directory: path, settings)
    }

    /// Replays the journal that is in it.
    func replay() async throws -> JournalReplay {
        let journal = try openJournal()
        let replay = try await JournalReplay(of: journal)
        await journal.close()
        return replay
    }
}
