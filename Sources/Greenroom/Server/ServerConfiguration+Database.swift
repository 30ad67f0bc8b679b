import DeviceHost
import Fleet
import Foundation
import HTTPAPI
import Logging
import Metrics
import SQLiteJournal

#if PostgreSQL
import PostgresJournal
#endif

extension ServerConfiguration {
    /// Why a server with this journal is not started; nil if it may be.
    ///
    /// - Parameter name: The option or the variable that the journal was given with.
    func journalProblem(givenAs name: String) -> String? {
        guard let journal = self.journal else { return nil }
        let option = Settings.table.journal.about.option
        for other in [Settings.table.dataDirectory.about, Settings.table.maxJournalBytes.about]
        where given[other.name] != nil {
            return "\(option) and \(other.option) exclude each other: the database is the journal"
        }
        return DatabaseJournal.problem(of: journal).map { "\(name): \($0)" } ?? advertiseProblem
    }

    /// Why other servers could not reach this one at the address that it was given for them; nil if they may.
    private var advertiseProblem: String? {
        guard let advertised = self.advertise.flatMap({ URLComponents(string: $0)?.host }),
            HostNames.isLoopback(self.host), !HostNames.isLoopback(advertised.trimmingBrackets)
        else { return nil }
        let (host, advertise) = (Settings.table.host.about.option, Settings.table.advertise.about.option)
        return "\(advertise) \(advertised) cannot be reached while the server listens on \(self.host): see \(host)"
    }

    /// Why other servers could not reach this one at the address from which it reaches the database; nil if they may, or another
    /// one was given.
    ///
    /// - Parameter local: That address.
    func addressProblem(reachingDatabaseFrom local: String) -> String? {
        guard self.advertise == nil, HostNames.isLoopback(self.host), !HostNames.isLoopback(local) else { return nil }
        let (host, advertise) = (Settings.table.host.about.option, Settings.table.advertise.about.option)
        return """
            other servers of the database cannot reach this one at \(local) while it listens on \(self.host): give \(host), or say \
            with \(advertise) where they reach it
            """
    }

    /// Opens the journal in the database; nil when none is given. Waits while the database cannot be reached.
    ///
    /// - Parameters:
    ///   - isOption: Whether the URL was given as an option, which other users can read.
    ///   - metrics: Where its connections count.
    ///   - logger: Where warnings go.
    /// - Throws: `DatabaseJournalError`; `CancellationError`.
    func openDatabaseJournal(
        givenAsOption isOption: Bool,
        metrics: any MetricsFactory,
        logger: Logger
    ) async throws -> SharedJournal? {
        guard let journal = self.journal else { return nil }
        return try await DatabaseJournal.open(
            journal,
            // A loss of power is what a database is for: it is left out only where somebody says so.
            survivesPowerLoss: given[Settings.table.durability.about.name] == nil || self.durability == .power,
            answersKept: hostLimits.idempotencyKeys,
            isOption: isOption,
            metrics: metrics,
            logger: logger
        )
    }
}

extension String {
    /// An address without the brackets that it has in a URL.
    fileprivate var trimmingBrackets: String { trimmingCharacters(in: CharacterSet(charactersIn: "[]")) }
}

/// A journal in a database, which several servers may share.
struct SharedJournal: Sendable {
    /// The journal.
    let journal: any Journal
    /// What the servers agree through on who owns which devices.
    let store: any FleetStore
    /// The address of this machine from which the database was reached.
    let localAddress: String
}

/// Why the journal in a database cannot be used, as one line.
struct DatabaseJournalError: Error, CustomStringConvertible {
    let description: String
}

/// The journal in a database, where the binary was built with the package trait `PostgreSQL`.
enum DatabaseJournal {
    /// Whether a text is the URL of a database.
    static func isURL(_ text: String) -> Bool {
        ["postgres://", "postgresql://"].contains { text.hasPrefix($0) && text.count > $0.count }
    }

    /// Refuses the URL of a database where a directory is wanted, and does not show it: it may have a password.
    static func requireDirectory(_ text: String) throws {
        guard isURL(text) else { return }
        throw Failure.exit(
            "this command takes a directory; a database has tools of its own, such as pg_dump",
            code: Failure.usage
        )
    }

    #if PostgreSQL
    /// Why a URL is not accepted; nil if it is. Says nothing of what is in it.
    static func problem(of url: String) -> String? {
        JournalURL(url) == nil ? "its value is not accepted: libpq does not understand this URL" : nil
    }

    /// Opens the journal, and warns of what is not safe.
    ///
    /// It can be read, and written once the store has joined.
    ///
    /// - Throws: `DatabaseJournalError`; `CancellationError`.
    static func open(
        _ url: String,
        survivesPowerLoss: Bool = true,
        answersKept: Int = HostLimits().idempotencyKeys,
        isOption: Bool = false,
        patience: Duration? = nil,
        metrics: any MetricsFactory = MetricsSystem.factory,
        logger: Logger
    ) async throws -> SharedJournal {
        guard let url = JournalURL(url) else { throw DatabaseJournalError(description: problem(of: url) ?? "") }
        warn(of: url, survivesPowerLoss: survivesPowerLoss, isOption: isOption, logger: logger)
        var settings = PostgresJournal.Settings()
        settings.durability = survivesPowerLoss ? .power : .process
        settings.answersKept = answersKept
        do {
            let (journal, store) = try await PostgresDatabase.open(
                url,
                settings,
                patience: patience,
                metrics: metrics,
                logger: logger
            )
            return SharedJournal(journal: journal, store: store, localAddress: store.localAddress)
        } catch let error as DatabaseOpeningError {
            throw DatabaseJournalError(description: error.description)
        }
    }

    /// Copies a journal into a database without devices.
    ///
    /// - Returns: What was copied, as a line.
    /// - Throws: `DatabaseJournalError` if nothing was.
    static func copy(_ journal: any Journal, into url: String) async throws -> String {
        guard let url = JournalURL(url) else { throw DatabaseJournalError(description: problem(of: url) ?? "") }
        do {
            let report = try await JournalImport.copy(journal, into: url)
            return "\(report.devices) devices with \(report.steps) steps were copied"
        } catch {
            throw DatabaseJournalError(description: "nothing was copied: \(error)")
        }
    }

    private static func warn(of url: JournalURL, survivesPowerLoss: Bool, isOption: Bool, logger: Logger) {
        if isOption, url.hasPassword {
            let variable = Settings.table.journal.about.variable
            logger.warning("other users can read the password of the database among the arguments; use \(variable)")
        }
        for host in url.unprotectedHosts {
            logger.warning(
                "the connection to the database may not be encrypted; add sslmode=require or verify-full",
                metadata: ["host": "\(host)"]
            )
        }
        if !survivesPowerLoss {
            logger.warning("acknowledged inputs do not survive the end of the database: --durability process")
        }
    }
    #else
    /// Why no URL is accepted.
    static func problem(of url: String) -> String? {
        "this binary cannot use PostgreSQL; take the archive with -postgresql in its name, or make release FLEET=1"
    }

    /// Copies nothing.
    ///
    /// - Throws: `DatabaseJournalError`.
    static func copy(_ journal: any Journal, into url: String) async throws -> String {
        throw DatabaseJournalError(description: problem(of: url) ?? "")
    }

    /// Opens nothing.
    ///
    /// - Throws: `DatabaseJournalError`.
    static func open(
        _ url: String,
        survivesPowerLoss: Bool = true,
        answersKept: Int = 0,
        isOption: Bool = false,
        patience: Duration? = nil,
        metrics: any MetricsFactory = MetricsSystem.factory,
        logger: Logger
    ) async throws -> SharedJournal {
        throw DatabaseJournalError(description: problem(of: url) ?? "")
    }
    #endif
}
