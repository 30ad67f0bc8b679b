#if PostgreSQL
import DeviceHost
import Logging
import Metrics

/// A database in which the servers of a fleet keep their devices.
package enum PostgresDatabase {
    /// Opens it; makes its tables if they do not exist. Waits for a database that is not there yet.
    ///
    /// The server is no member of the fleet before the store has joined: until then the journal can be read, not written.
    ///
    /// - Throws: `DatabaseOpeningError`; `CancellationError`.
    package static func open(
        _ url: JournalURL,
        _ settings: PostgresJournal.Settings = PostgresJournal.Settings(),
        patience: Duration? = nil,
        metrics: any MetricsFactory = MetricsSystem.factory,
        logger: Logger
    ) async throws -> (journal: PostgresJournal, store: PostgresFleetStore) {
        let localAddress = try await prepare(url, patience, logger: logger)
        let member = CurrentMember(metrics: DatabaseMetrics(factory: metrics))
        return (
            PostgresJournal(url, settings, member: member, logger: logger),
            PostgresFleetStore(url, member: member, localAddress: localAddress, logger: logger)
        )
    }

    /// - Returns: The address of this machine from which the database was reached.
    private static func prepare(_ url: JournalURL, _ patience: Duration?, logger: Logger) async throws -> String {
        let opener = Opener()
        var attempts = 0
        let start = ContinuousClock.now
        while true {
            // Before the attempt: it may start to accept connections just after it has refused this one.
            let isAccepting = url.isAccepting()
            do {
                return try await opener.prepare(url)
            } catch let error as PostgresError {
                // Where it accepts connections and refuses this one, waiting does not help.
                guard error.endsConnection, !isAccepting || !url.isAccepting() else {
                    throw DatabaseOpeningError.refused(error.description)
                }
                if let patience, start.duration(to: .now) >= patience {
                    throw DatabaseOpeningError.refused(error.description)
                }
                if patience == nil, attempts % 20 == 0 {
                    logger.warning("waiting for the database of the journal", metadata: ["why": "\(error)"])
                }
            }
            attempts += 1
            try await Task.sleep(for: Backoff.untilConnected.pause(after: attempts))
        }
    }

    /// Waits for the database on a thread of its own.
    private actor Opener {
        private let executor = ConnectionExecutor(label: "greenroom.journal.opening")
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        /// PostgreSQL 14.
        private static let oldestServer: Int32 = 140_000

        func prepare(_ url: JournalURL) throws -> String {
            let connection = try connect(url)
            guard connection.serverVersion >= Self.oldestServer else {
                throw DatabaseOpeningError.refused("PostgreSQL 14 or newer is needed")
            }
            try requireWholeConnections(connection, connect(url))
            try JournalSchema.migrate(connection)
            return connection.localAddress
        }

        private func connect(_ url: JournalURL) throws(PostgresError) -> Connection {
            try Connection(url, name: CurrentMember.application(0, "opening"))
        }

        /// - Throws: `DatabaseOpeningError.pooled` if a connection does not hear what another one tells, or changes its
        ///   process from one statement to the next.
        private func requireWholeConnections(_ teller: Connection, _ listener: Connection) throws {
            let channel = "greenroom_\(UInt64.random(in: .min ... .max))"
            do {
                let processes = try [teller.process, listener.process]
                try listener.run("LISTEN \(channel)")
                try teller.run("NOTIFY \(channel)")
                let hears = try listener.hearsNotification(within: .seconds(2))
                guard hears, try processes == [teller.process, listener.process] else {
                    throw DatabaseOpeningError.pooled
                }
            } catch let error as PostgresError where error.isOfOtherConnection {
                throw DatabaseOpeningError.pooled
            }
        }
    }
}

extension Connection {
    /// The process of PostgreSQL that carries a statement out.
    fileprivate var process: Int64? {
        get throws { try query("SELECT pg_backend_pid()").first?.number(0) }
    }
}
#endif
