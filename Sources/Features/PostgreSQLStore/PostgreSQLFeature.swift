import DeviceHost
import GreenroomServer
import Logging

/// The settings of the store that servers share.
struct PostgreSQLSettings: Sendable {
    static let table = PostgreSQLSettings()

    let database = Setting<DatabaseURL?>(
        about: SettingDescription(
            name: "database",
            summary:
                "The PostgreSQL database in which devices are kept, with other servers; `greenroom migrate` makes its tables.",
            defaultText: "none",
            accepted: "a URL such as postgres://user@host/database",
            isSecret: true
        ),
        defaultValue: nil,
        parse: { text in DatabaseURL(text).map { .some($0) } }
    )

    let connections = Setting.integer(
        "database-connections",
        4,
        in: 2...100,
        "How many connections to the database are made, besides one that receives notifications of changes."
    )
}

/// A store that several servers share, in a PostgreSQL database.
package struct PostgreSQLFeature: ServerFeature {
    package static let settings = Settings.rows(of: PostgreSQLSettings.table)
    package static let commands = [
        FeatureCommand(MigrateCommand.self, after: "replay"), FeatureCommand(ImportCommand.self, after: "replay"),
    ]

    package static func problem(_ configuration: ServerConfiguration) -> String? {
        guard configuration[PostgreSQLSettings.table.database] != nil else { return nil }
        let option = PostgreSQLSettings.table.database.about.option
        let table = Settings.table
        guard configuration.dataDirectory == nil else {
            let directory = table.dataDirectory.about.option
            return "\(directory) and \(option) are both given: devices are kept in a directory or in a database"
        }
        let own = [
            table.durability.about, table.acceptDamage.about, table.maxStoreBytes.about, table.inputsPerDevice.about,
        ]
        guard let given = own.first(where: { configuration.texts[$0.name] != nil }) else { return nil }
        return """
            \(given.option) has no effect with \(option): leave it out. It is about devices that one server keeps for itself
            """
    }

    package static func openStore(
        _ configuration: ServerConfiguration,
        _ logger: Logger
    ) async throws -> OpenedStore? {
        guard let database = configuration[PostgreSQLSettings.table.database] else { return nil }
        for host in database.unprotectedHosts {
            logger.warning(
                "the connection to the database is not encrypted; sslmode=verify-full in its URL asks for that",
                metadata: ["host": "\(host)"]
            )
        }
        let limits = configuration.hostLimits
        var settings = PostgreSQLStore.Settings()
        settings.connections = configuration[PostgreSQLSettings.table.connections]
        settings.answersKept = limits.idempotencyKeys
        settings.answerAge = .seconds(limits.idempotencySeconds)
        let store = PostgreSQLStore(database, settings)
        // An error that an operator has to correct ends the start at once. If the database cannot be reached, the server waits for
        // it.
        do { try await store.open() } catch is StoreAway {}
        return OpenedStore(store: store, sharedClock: SharedWallClock())
    }

    package static func openStore(_ argument: String) async throws -> (any StepHistory)? {
        guard let url = DatabaseURL(argument) else { return nil }
        return try await PostgreSQLStore(opening: url)
    }

    package init(_ core: ServerCore) {}
}

extension DatabaseOpeningError: UnusableStore {}
