import ArgumentParser
import Foundation
import Logging
import SQLiteJournal

/// The database that a command works on.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The URL of the database; GREENROOM_JOURNAL when not given, which other users cannot read.")
    var journal: String?

    /// The URL.
    ///
    /// - Throws: `ExitCode` 64 after a message, if there is none or it is not accepted.
    func url() throws -> String {
        let row = Settings.table.journal
        guard let text = journal ?? ProcessInfo.processInfo.environment[row.about.variable] else {
            throw Failure.exit("which database? \(row.about.option) or \(row.about.variable)", code: Failure.usage)
        }
        guard row.value(of: text) != nil else {
            throw Failure.exit("the database: \(row.about.accepted) is expected", code: Failure.usage)
        }
        if let problem = DatabaseJournal.problem(of: text) { throw Failure.exit(problem, code: Failure.usage) }
        return text
    }
}

/// Makes the tables of a database.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Makes or changes the tables of a PostgreSQL database for servers of this version.",
        discussion: """
            For databases whose servers connect with a role that may not do that. Servers of the version before go on with \
            the tables. Exit code 0 when the tables are those of this version, 1 when the database cannot be used, 64 when \
            none is named or the binary was built without PostgreSQL.
            """
    )

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        do {
            _ = try await DatabaseJournal.open(try database.url(), logger: Logger(label: "greenroom"))
        } catch let error as DatabaseJournalError {
            throw Failure.exit("\(error)")
        }
        print("the tables are those of this version")
    }
}

/// Copies the journal of a single server into a database.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Copies the journal of a data directory into a PostgreSQL database without devices.",
        discussion: """
            The server that writes the journal must have ended. Devices keep their numbers, timelines, states and the \
            answers under idempotency keys. Exit code 0 when everything was copied; 1 when nothing was, because there are \
            devices in the database, or one of the two cannot be used; 64 when no database is named or the binary was \
            built without PostgreSQL.
            """
    )

    @Argument(help: "The directory that was given to the server as --data-dir.", completion: .directory)
    var dataDir: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let url = try database.url()
        var settings = SQLiteJournal.Settings()
        settings.creates = false
        do {
            let journal = try SQLiteJournal(directory: dataDir, settings)
            print(try await DatabaseJournal.copy(journal, into: url))
            await journal.close()
        } catch let exit as ExitCode {
            throw exit
        } catch {
            throw Failure.exit("\(error)")
        }
    }
}
