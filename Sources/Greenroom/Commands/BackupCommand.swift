import ArgumentParser
import SQLiteJournal

/// Copies a journal into a file.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the journal of a data directory into a file, also while a server runs.",
        discussion: """
            The copy is one moment of the journal: everything that was acknowledged before the backup began is in it. Its \
            integrity is checked, and only its owner can read it. To restore it, copy it into an empty directory as \
            journal.sqlite, and start a server with that directory. Exit code 0 when the backup is complete, 1 when the \
            journal cannot be read, or the copy cannot be written or is damaged (no file is left then), 64 when the file \
            is there already.
            """
    )

    @Argument(help: "The directory that was given to the server as --data-dir.", completion: .directory)
    var dataDir: String
    @Argument(help: "The file to make; it must not be there yet.", completion: .file())
    var file: String

    func run() throws {
        try DatabaseJournal.requireDirectory(dataDir)
        do {
            let backup = try JournalBackup(of: dataDir, to: file)
            print("\(file): \(backup.devices) devices in \(backup.bytes) bytes")
        } catch let failure as JournalBackup.Failure {
            if case .exists = failure { throw Failure.exit("\(failure)", code: Failure.usage) }
            throw Failure.exit("\(failure)")
        } catch {
            throw Failure.exit("\(error)")
        }
    }
}
