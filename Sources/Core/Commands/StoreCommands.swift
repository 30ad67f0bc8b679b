import ArgumentParser
import DeviceHost
import SQLiteStore

/// Copies the store of a data directory into a file.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the store of a data directory into a file, also while a server runs.",
        discussion: """
            The copy shows one moment of the store, and has everything that was acknowledged before the backup began. The \
            command checks its integrity, and only its owner can read it. To restore it, copy it into an empty directory as \
            greenroom.sqlite, and start a server with that directory. Exit code 0 when the backup is complete, 1 when the \
            store cannot be read, or the copy cannot be written or is damaged (no file is left then), 64 when the file \
            is there already.
            """
    )

    @Argument(help: "The directory that was given to the server as --data-dir.", completion: .directory)
    var dataDir: String
    @Argument(help: "The file to make; it must not be there yet.", completion: .file())
    var file: String

    func run() throws {
        do {
            let backup = try StoreBackup(of: dataDir, to: file)
            print("\(file): \(backup.devices.counting("device")) in \(backup.bytes) bytes")
        } catch let failure as StoreBackup.Failure {
            if case .exists = failure { throw Failure.exit("\(failure)", code: Failure.usage) }
            throw Failure.exit("\(failure)")
        } catch {
            throw Failure.exit("\(error)")
        }
    }
}

/// Checks a store without changing it.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks a data directory or a backup: its integrity, and whether every device can be recovered.",
        discussion: """
            Changes nothing, and reads one moment of the store, also while a server runs. SQLite checks every page. The \
            command compares every row with its checksum and the records of every step with their digest, reads every state, \
            and recovers each device as a server of this version would. It lists the devices that a server would set aside, \
            with the reason, and says if acknowledged changes are missing. greenroom replay goes further and applies every \
            input again. Exit code 0 when nothing is wrong, 1 when something is, or the store cannot be read.
            """
    )

    @Argument(help: "The directory that was given to the server as --data-dir, or a backup.", completion: .file())
    var path: String

    func run() throws {
        let check: ContentCheck
        do {
            check = try ContentCheck(of: path)
        } catch {
            throw Failure.exit("\(error)")
        }
        for problem in check.problems { print(problem) }
        if let loss = check.loss { print("the machine has stopped, and the newest changes are lost: \(loss)") }
        print(check.summary)
        guard check.problems.isEmpty else { throw ExitCode(1) }
    }
}

extension ContentCheck {
    /// The result, in one line.
    fileprivate var summary: String {
        let kernels = self.kernels.sorted { $0.key < $1.key }.map { "\($0.value) of kernel \($0.key)" }
        let devices = self.devices.counting("device") + (kernels.isEmpty ? "" : " (\(kernels.joined(separator: ", ")))")
        return [
            "store version \(version)", devices, states.counting("state"), steps.counting("step"),
            "\(replayedSteps) replayed",
            "\(setAside.counting("device")) would be set aside", problems.count.counting("error"),
        ].joined(separator: ", ")
    }
}

/// Replays the store of a data directory, and reports whether its records and states are the same.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Applies all inputs of a data directory or a database again, and says whether all is the same.",
        discussion: """
            The server of the directory, or the servers of the database, must have ended. The command applies every \
            input again, from each device's oldest snapshot on, and compares the records and the hashes of the states \
            with those that were written. It checks what a kernel of another version wrote for damage only. Exit code 0 \
            when all is as it was written, 1 when something is not, or the store cannot be read.
            """
    )

    @Argument(help: "What was given to the server as --data-dir or --database.", completion: .directory)
    var dataDir: String

    func run() async throws {
        var settings = SQLiteStore.Settings()
        settings.creates = false
        settings.acceptsDamage = true
        let replay: StoreReplay
        let integrityErrors: [String]
        do {
            let store: any StepHistory
            store = try await Program.openStore(dataDir) ?? SQLiteStore(directory: dataDir, settings)
            integrityErrors = store.integrityErrors
            replay = try await StoreReplay(of: store)
            await store.close()
        } catch {
            throw Failure.exit("\(error)")
        }
        for error in integrityErrors { print("the store: \(error)") }
        for difference in replay.differences { print("\(difference.device): \(difference.what)") }
        print(replay.summary)
        guard replay.differences.isEmpty, integrityErrors.isEmpty else { throw ExitCode(1) }
    }
}

extension StoreReplay {
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
    package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
