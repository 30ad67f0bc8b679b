import ArgumentParser
import SQLiteJournal

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
        try DatabaseJournal.requireDirectory(path)
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
        let devices = "\(self.devices) devices" + (kernels.isEmpty ? "" : " (\(kernels.joined(separator: ", ")))")
        return [
            "journal version \(version)", devices, "\(states) states", "\(steps) steps",
            "\(replayedSteps) replayed",
            "\(setAside) devices would be set aside", "\(problems.count) errors",
        ].joined(separator: ", ")
    }
}
