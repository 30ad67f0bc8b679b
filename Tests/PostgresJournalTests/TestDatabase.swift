#if PostgreSQL
import DeviceHost
import Foundation
import JournalTestKit
import Synchronization
import TestKit
import Testing

@testable import PostgresJournal

/// The PostgreSQL of `dev/with-postgres`, of which each test uses a database of its own.
enum TestDatabase {
    private static let text = ProcessInfo.processInfo.environment["GREENROOM_TEST_POSTGRES"]

    /// Whether there is one.
    static let isThere = text != nil

    /// Why tests are skipped without it.
    static let message: Comment = "GREENROOM_TEST_POSTGRES is not set: dev/with-postgres sets it"

    /// The URL of a database, as text.
    ///
    /// - Parameter name: The database; nil for the one that is always there.
    static func text(_ name: String? = nil) -> String {
        let text = text ?? ""
        guard let name, let end = text.lastIndex(of: "/") else { return text }
        return text[...end] + name
    }

    /// The URL of a database.
    static func url(_ name: String? = nil) throws -> JournalURL { try #require(JournalURL(text(name))) }
}

/// A database of its own, which is made when it is first needed.
final class PostgresPlace: JournalPlace {
    let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
    private let isMade = Mutex(false)

    /// Its URL.
    var url: JournalURL {
        get throws {
            try isMade.withLock { isMade in
                guard !isMade else { return }
                try Connection(TestDatabase.url(), name: "greenroom-test").run("CREATE DATABASE \(name)")
                isMade = true
            }
            return try TestDatabase.url(name)
        }
    }

    deinit {
        guard isMade.withLock({ $0 }), let url = try? TestDatabase.url() else { return }
        try? Connection(url, name: "greenroom-test").run("DROP DATABASE \(name) WITH (FORCE)")
    }

    func open(_ settings: JournalPlaceSettings) async throws -> any Journal {
        try await open {
            $0.willCommit = settings.willCommit
            if let answersKept = settings.answersKept { $0.answersKept = answersKept }
            if let positions = settings.positions { $0.positions = positions }
        }
    }

    /// Opens the journal with settings of PostgreSQL's.
    func open(_ change: (inout PostgresJournal.Settings) -> Void) async throws -> PostgresJournal {
        var settings = PostgresJournal.Settings()
        // The tests are about more than the disk.
        settings.durability = .process
        change(&settings)
        return try await PostgresJournal(url, settings, logger: quietLogger)
    }

    /// A connection of the test's own.
    func connect() throws -> Connection { try Connection(url, name: "greenroom-test") }

    /// Runs statements on a connection of the test's own.
    func run(_ statements: String) throws { try connect().run(statements) }

    /// Ends the connections of all servers to it.
    func terminate(_ use: String = "%") throws {
        try connect().query(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name LIKE 'greenroom/%/' || $1
            """,
            [.text(use)]
        )
    }
}
#endif
