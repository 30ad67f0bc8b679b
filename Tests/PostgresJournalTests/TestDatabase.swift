#if PostgreSQL
import DeviceHost
import Fleet
import Foundation
import JournalTestKit
import LifecycleKernel
import Logging
import Metrics
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
    let deletionsHavePositions = true
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

    /// Opens the journal, with settings of PostgreSQL's, as the only member, which owns all partitions.
    func open(_ change: (inout PostgresJournal.Settings) -> Void) async throws -> PostgresJournal {
        var settings = PostgresJournal.Settings()
        change(&settings)
        let server = try await join(change)
        for other in try await server.store.read().table.members where other.number != server.number {
            try await server.store.fence(other.number, key: other.key, renewals: other.renewals)
        }
        // Positions stand behind the claims, whose instants are the database's: not where a test counts them.
        if settings.positions == nil { _ = try await server.claimAll() }
        await server.store.close()
        return server.journal
    }

    /// Opens the database, of which nobody is a member yet.
    func open(
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger = quietLogger,
        _ change: (inout PostgresJournal.Settings) -> Void = { _ in }
    ) async throws -> (journal: PostgresJournal, store: PostgresFleetStore) {
        var settings = PostgresJournal.Settings()
        // The tests are about more than the disk.
        settings.durability = .process
        change(&settings)
        return try await PostgresDatabase.open(url, settings, metrics: metrics, logger: logger)
    }

    /// Joins as a new member, which owns nothing.
    func join(
        named name: String = "server",
        lease: Duration = .seconds(30),
        _ change: (inout PostgresJournal.Settings) -> Void = { _ in }
    ) async throws -> TestServer {
        let (journal, store) = try await open(change)
        let joined = try await store.join(.named(name, lease: lease))
        return TestServer(journal: journal, store: store, joined: joined)
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

/// A server that has joined a fleet.
struct TestServer: Sendable {
    let journal: PostgresJournal
    let store: PostgresFleetStore
    var joined: JoinedMember

    var number: Int64 { joined.row.number }

    /// Claims partitions.
    func claim(_ numbers: Int...) async throws -> [Claim] {
        try await store.claim(numbers.map { Partition($0) }, limit: numbers.count).map(\.claim)
    }

    func claimAll() async throws -> [Claim] {
        try await store.claim((0..<joined.partitionCount).map { Partition($0) }, limit: .max).map(\.claim)
    }

    /// Deletes another's row, as if it had not renewed its lease.
    func fence(_ other: TestServer) async throws {
        let row = try #require(try await store.read().table.member(other.number))
        try await store.fence(row.number, key: row.key, renewals: row.renewals)
    }

    func partition(_ number: Int) async throws -> PartitionRow { try await store.read().table.partitions[number] }

    func close() async {
        await journal.close()
        await store.close()
    }
}

extension NewMember {
    static func named(_ name: String, lease: Duration = .seconds(30)) -> NewMember {
        NewMember(
            name: name,
            address: nil,
            port: 8_080,
            version: "1",
            kernel: KernelVersion.current,
            lease: lease
        )
    }
}

extension JournalChange {
    /// The beginning of a device, which is not to be recovered.
    static func beginning(of device: Int64, id name: String? = nil) -> JournalChange {
        let origin = DeviceOrigin(number: device, id: id(name ?? "d\(device)"), labels: [], expiresAfter: nil)
        return .created(origin, .step(of: device, .beginning))
    }
}

extension JournalEntry {
    /// A step without a record.
    static func step(of device: Int64, _ kind: JournalStep.Kind = .inputs) -> JournalEntry {
        JournalEntry(
            step: JournalStep(
                device: device,
                kind: kind,
                before: 0,
                last: 1,
                at: .manualStart,
                limits: .standard,
                records: [],
                digest: 0
            )
        )
    }
}
#endif
