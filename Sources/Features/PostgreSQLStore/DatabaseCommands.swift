import ArgumentParser
import Commands
import SQLiteStore

/// Makes the tables of a store in a PostgreSQL database.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract:
            "Makes the tables of greenroom in a PostgreSQL database, or brings those of an earlier version up to date.",
        discussion: """
            The tables are in the schema greenroom. Servers may run meanwhile. The password can stand in the URL, in PGPASSWORD, \
            or in the file that PGPASSFILE names. Exit code 0 when the tables are there, 1 when they cannot be made, \
            64 when the URL is not one.
            """
    )

    @Argument(help: "The URL of the database, such as postgres://user@host/database.")
    var url: String

    func run() async throws {
        let url = try DatabaseURL(argument: url)
        do {
            try await PostgreSQLStore.migrate(url)
            print("the tables are there")
        } catch {
            throw Failure.exit("\(error)")
        }
    }
}

/// Copies the store of a data directory into a database.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Copies the devices of a data directory into a PostgreSQL database.",
        discussion: """
            It copies devices with their records, answers to requests with keys, device tokens, push provider keys, pushes and \
            webhooks. The server of the directory must have ended; greenroom migrate must have made the tables. All of it is \
            one transaction: nothing is copied if the database has a device of the same id, or if a device cannot be read. \
            Servers of the database may run, but streams of all devices and webhooks wait until the import has ended. The \
            directory stays as it is. Clocks go on from where they stopped. Exit code 0 when everything was copied, 1 when \
            nothing was, 64 when the URL is not one.
            """
    )

    @Argument(help: "The directory that was given to the server as --data-dir.", completion: .directory)
    var dataDir: String
    @Argument(help: "The URL of the database, such as postgres://user@host/database.")
    var url: String

    func run() async throws {
        let url = try DatabaseURL(argument: url)
        do {
            var settings = SQLiteStore.Settings()
            settings.creates = false
            let source = try SQLiteStore(directory: dataDir, settings)
            let copied = try await StoreImport(of: source, into: url)
            await source.close()
            let parts = [
                copied.devices.counting("device"), copied.steps.counting("step"), copied.items.counting("other item"),
            ]
            print(parts.joined(separator: ", ") + " were copied")
        } catch {
            throw Failure.exit("\(error)")
        }
    }
}

extension DatabaseURL {
    /// Reads an argument of a command.
    fileprivate init(argument: String) throws {
        guard let url = DatabaseURL(argument) else {
            throw Failure.exit(
                "this is not the URL of a database, such as postgres://user@host/database",
                code: Failure.usage
            )
        }
        self = url
    }
}
