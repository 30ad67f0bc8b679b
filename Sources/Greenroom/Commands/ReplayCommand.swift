import ArgumentParser
import DeviceHost
import Logging
import SQLiteJournal

/// Replays a journal, and reports whether its records and states are the same.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Re-runs a journal and says whether every record and every state comes out as it was written.",
        discussion: """
            The server that writes the journal must have ended. Every input is applied again, from each device's oldest \
            snapshot on; what comes out is compared with what was written, and states by their hashes. What a kernel of \
            another version wrote is checked for damage only. Exit code 0 when all is as it was written, 1 when something \
            is not or the journal cannot be read.
            """
    )

    @Argument(
        help: "The directory that was given to the server as --data-dir, or the URL that was given as --journal.",
        completion: .directory
    )
    var dataDir: String

    func run() async throws {
        let replay: JournalReplay
        let integrityErrors: [String]
        do {
            let journal = try await openJournal()
            integrityErrors = journal.integrityErrors
            replay = try await JournalReplay(of: journal)
            await journal.close()
        } catch {
            throw Failure.exit("\(error)")
        }
        for error in integrityErrors { print("the journal: \(error)") }
        for difference in replay.differences { print("\(difference.device): \(difference.what)") }
        print(replay.summary)
        guard replay.differences.isEmpty, integrityErrors.isEmpty else { throw ExitCode(1) }
    }

    /// How long a database may not be there.
    private static let patience = Duration.seconds(10)

    private func openJournal() async throws -> any Journal {
        if DatabaseJournal.isURL(dataDir) {
            return try await DatabaseJournal.open(dataDir, patience: Self.patience, logger: Logger(label: "greenroom"))
                .journal
        }
        var settings = SQLiteJournal.Settings()
        settings.creates = false
        settings.acceptsDamage = true
        return try SQLiteJournal(directory: dataDir, settings)
    }
}

extension JournalReplay {
    /// The result, in one line.
    fileprivate var summary: String {
        var parts = ["\(devices) devices", "\(steps) steps", "\(records) records as they were written"]
        if stepsOfOtherKernels > 0 { parts.append("\(stepsOfOtherKernels) steps of other kernel versions undamaged") }
        parts.append("\(differences.count) devices with differences")
        return parts.joined(separator: ", ")
    }
}
