import ArgumentParser
import DeviceHost
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
        do {
            let backup = try JournalBackup(of: dataDir, to: file)
            print("\(file): \(backup.devices.counting("device")) in \(backup.bytes) bytes")
        } catch let failure as JournalBackup.Failure {
            if case .exists = failure { throw Failure.exit("\(failure)", code: Failure.usage) }
            throw Failure.exit("\(failure)")
        } catch {
            throw Failure.exit("\(error)")
        }
    }
}

/// Checks a journal without changing it.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks a journal or a backup of one: its integrity, and whether every device can be recovered.",
        discussion: """
            Nothing is changed, and a server may run meanwhile: the journal is read as it is at one moment. SQLite checks \
            every page, every row is compared with its checksum, every state is read, the records of every step are compared \
            with their digest, and each device is \
            recovered as a start of this version of the server would recover it; those that it \
            would set aside are listed with the reason. A journal that ends before what a server has acknowledged is \
            reported. greenroom replay goes further and applies every input again. Exit \
            code 0 when nothing is wrong, 1 when something is or it cannot be read.
            """
    )

    @Argument(help: "The directory that was given to the server as --data-dir, or a backup.", completion: .file())
    var path: String

    func run() throws {
        let check: JournalCheck
        do {
            check = try JournalCheck(of: path)
        } catch {
            throw Failure.exit("\(error)")
        }
        for problem in check.problems { print(problem) }
        if let loss = check.loss { print("the machine has stopped, and the newest changes are lost: \(loss)") }
        print(check.summary)
        guard check.problems.isEmpty else { throw ExitCode(1) }
    }
}

extension JournalCheck {
    /// The result, in one line.
    fileprivate var summary: String {
        let kernels = self.kernels.sorted { $0.key < $1.key }.map { "\($0.value) of kernel \($0.key)" }
        let devices = self.devices.counting("device") + (kernels.isEmpty ? "" : " (\(kernels.joined(separator: ", ")))")
        return [
            "journal version \(version)", devices, states.counting("state"), steps.counting("step"),
            "\(replayedSteps) replayed",
            "\(setAside.counting("device")) would be set aside", problems.count.counting("error"),
        ].joined(separator: ", ")
    }
}

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

    @Argument(help: "The directory that was given to the server as --data-dir.", completion: .directory)
    var dataDir: String

    func run() async throws {
        var settings = SQLiteJournal.Settings()
        settings.creates = false
        settings.acceptsDamage = true
        let replay: JournalReplay
        let integrityErrors: [String]
        do {
            let journal = try SQLiteJournal(directory: dataDir, settings)
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
}

extension JournalReplay {
    /// The result, in one line.
    fileprivate var summary: String {
        var parts = [
            devices.counting("device"), steps.counting("step"),
            "\(records.counting("record")) as they were written",
        ]
        if stepsOfOtherKernels > 0 {
            parts.append("\(stepsOfOtherKernels.counting("step")) of other kernel versions undamaged")
        }
        parts.append("\(differences.count.counting("device")) with differences")
        return parts.joined(separator: ", ")
    }
}

extension Int {
    /// So many of something, such as `1 device` and `2 devices`.
    fileprivate func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
