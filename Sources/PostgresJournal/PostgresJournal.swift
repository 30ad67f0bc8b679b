#if PostgreSQL
import DeviceHost
import LifecycleKernel
import Logging
import Synchronization

/// The journal in a PostgreSQL database, which one server uses at a time.
///
/// Every batch is one transaction of the only writing connection; two other connections read concurrently. Each connection
/// has a thread of its own. A connection that ends is made again by the next use.
package final class PostgresJournal: Journal {
    /// What an acknowledged change survives.
    package enum Durability: String, CaseIterable, Sendable {
        /// Survives the end of the server, but not that of PostgreSQL. `synchronous_commit = off`.
        case process
        /// Survives a loss of power of the database's machine as well. `synchronous_commit = on`.
        case power
    }

    /// How a journal is opened.
    package struct Settings: Sendable {
        /// What an acknowledged change survives.
        package var durability = Durability.power
        /// How many answers under idempotency keys are kept for a device, and for creations.
        package var answersKept = 1_000
        /// What people call this server.
        package var serverName = "greenroom"
        /// The version of this server.
        package var version = ""
        /// Called before a batch is sent; an error that it throws fails the batch. Used by tests to inject faults.
        package var willCommit: @Sendable () throws -> Void = {}
        /// Called when a batch was sent, with the process that serves it; an error that it throws ends the connection before
        /// the answer is read. Used by tests.
        package var didSend: (@Sendable (Int32) throws -> Void)?
        /// The lowest position of the next step, in place of the time. Used by tests.
        package var positions: (@Sendable () -> Int64)?

        /// The defaults.
        package init() {}
    }

    private let writer: JournalWriter
    private let readers: [JournalReader]
    private let nextReader = Atomic<Int>(0)
    private let knownSize = Atomic<Int64>(0)
    private let isClosed = Atomic<Bool>(false)

    /// How long to wait for another server to end that has just been killed.
    private static let takeoverLimit = Duration.seconds(5)
    private static let readerCount = 2

    /// Opens the journal; makes its tables if they do not exist. Waits for a database that is not there yet.
    ///
    /// - Throws: `DatabaseOpeningError`; `CancellationError`.
    package init(_ url: JournalURL, _ settings: Settings = Settings(), logger: Logger) async throws {
        writer = JournalWriter(url, settings, logger: logger)
        let member = try await Self.open(writer, url, logger: logger)
        readers = (1...Self.readerCount).map {
            JournalReader(url, name: MemberTable.application(member, "reader-\($0)"))
        }
    }

    private static func open(_ writer: JournalWriter, _ url: JournalURL, logger: Logger) async throws -> Int64 {
        let start = ContinuousClock.now
        var attempts = 0
        while true {
            do {
                return try await writer.open()
            } catch let error as PostgresError {
                // Where it accepts connections and refuses this one, waiting does not help.
                guard error.endsConnection, !url.isAccepting() else {
                    throw DatabaseOpeningError.refused(error.description)
                }
                if attempts % 20 == 0 {
                    logger.warning("waiting for the database of the journal", metadata: ["why": "\(error)"])
                }
            } catch let error as DatabaseOpeningError {
                guard case .inUse = error, ContinuousClock.now - start < takeoverLimit else { throw error }
            }
            attempts += 1
            try await Task.sleep(for: delay(after: attempts))
        }
    }

    /// From 50 ms, twice as long each time up to a second, with a random part so that not everybody comes at once.
    private static func delay(after attempts: Int) -> Duration {
        let longest = min(1_000, 50 << min(attempts, 5))
        return .milliseconds(Int.random(in: longest / 2...longest))
    }

    // MARK: Writing

    /// Writes changes in order, all or none.
    ///
    /// - Throws: `JournalWriteError`; any other error when nothing was written.
    package func write(_ changes: [JournalChange]) async throws { try await writer.write(changes) }

    /// Finds out whether the last batch was written.
    package func settle() async throws -> Bool { try await writer.settle() }

    /// From 50 ms up to a second.
    package func retryInterval(after attempts: Int) -> Duration { Self.delay(after: attempts) }

    /// Checks that a transaction can be written.
    package func probe() async throws { try await writer.probe() }

    /// Gives the database up and closes all connections. Further calls have no effect.
    package func close() async {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        await writer.close()
        for reader in readers { await reader.close() }
    }

    /// PostgreSQL's setting `synchronous_commit` of the connection that writes.
    var synchronousCommit: String? { get async throws { try await writer.synchronousCommit } }

    // MARK: Reading

    private var reader: JournalReader {
        readers[nextReader.add(1, ordering: .relaxed).oldValue % readers.count]
    }

    /// How many bytes the tables and their indexes take, as `usedBytes` found last.
    package var size: Int64 { knownSize.load(ordering: .relaxed) }

    /// How many bytes the tables and their indexes take.
    package var usedBytes: Int64 {
        get async throws {
            let bytes = try await reader.read { connection in
                try connection.query(
                    """
                    SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
                    WHERE relnamespace = 'greenroom'::regnamespace AND relkind = 'r'
                    """
                ).first?.number(0) ?? 0
            }
            knownSize.store(bytes, ordering: .relaxed)
            return bytes
        }
    }

    /// The largest number that a device may have had.
    package var lastDevice: Int64 { get async throws { await writer.lastDevice } }

    /// The devices that have not been deleted, in the order of their numbers.
    package func devices(after number: Int64, limit: Int) async throws -> [DeviceOrigin] {
        try await reader.read { try $0.devices(after: number, limit: limit) }
    }

    /// The items of a kind, in the order in which they were last written.
    package func items(_ kind: ServerItem.Kind) async throws -> [ServerItem] {
        try await reader.read { try $0.items(kind) }
    }

    /// What a device is recovered from.
    package func keptDevice(_ device: Int64) async throws -> KeptDevice {
        let kept = try await keptDevices([device])
        return try kept[0].get()
    }

    /// What devices are recovered from, read in one transaction.
    package func keptDevices(_ devices: [Int64]) async throws -> [Result<KeptDevice, JournalDamage>] {
        try await reader.readAtOneMoment { try $0.keptDevices(devices) }
    }

    /// The answers given under the idempotency keys of devices, oldest first.
    package func answers(of devices: ClosedRange<Int64>) async throws -> [Int64: [KeyedAnswer]] {
        try await reader.read { try $0.answers(of: devices) }
    }

    /// The answers given under the idempotency keys of a device, oldest first.
    package func answers(of device: Int64) async throws -> [KeyedAnswer] {
        try await answers(of: device...device)[device] ?? []
    }

    /// The oldest snapshot of a device.
    package func firstSnapshot(of device: Int64) async throws -> JournalSnapshot? {
        try await reader.read { try $0.snapshot("device = $1 ORDER BY position", [.bigint(device)]) }
    }

    /// The newest snapshot of a device that was taken at a sequence or before.
    package func snapshot(of device: Int64, upTo sequence: SequenceNumber) async throws -> JournalSnapshot? {
        try await reader.read {
            try $0.snapshot(
                "device = $1 AND sequence <= $2 ORDER BY position DESC",
                [.bigint(device), .bigint(Int64(clamping: sequence.rawValue))]
            )
        }
    }

    /// The steps of a device after a position, in order.
    package func steps(of device: Int64, after position: Int64, limit: Int) async throws -> [JournalStep] {
        try await reader.read {
            try $0.steps(
                "device = $1 AND position > $2 ORDER BY position LIMIT $3",
                [.bigint(device), .bigint(position), .bigint(Int64(limit))]
            )
        }
    }

    /// The steps of a device with records after a sequence, in order.
    package func steps(
        of device: Int64,
        withRecordsAfter sequence: SequenceNumber,
        limit: Int
    ) async throws -> [JournalStep] {
        try await reader.read {
            // The newest state at that sequence or before stands before all of them.
            try $0.steps(
                """
                device = $1 AND position > coalesce((SELECT max(position) FROM greenroom.snapshot \
                WHERE device = $1 AND sequence <= $2), 0) AND last > $2 AND last > before ORDER BY position LIMIT $3
                """,
                [.bigint(device), .bigint(Int64(clamping: sequence.rawValue)), .bigint(Int64(limit))]
            )
        }
    }

    /// The steps of a device with records up to a sequence, the last one first.
    package func steps(
        of device: Int64,
        withRecordsUpTo sequence: SequenceNumber,
        limit: Int
    ) async throws -> [JournalStep] {
        try await reader.read {
            try $0.steps(
                """
                device = $1 AND position <= coalesce((SELECT min(position) FROM greenroom.snapshot \
                WHERE device = $1 AND sequence >= $2), \(Int64.max)) AND before < $2 AND last > before \
                ORDER BY position DESC LIMIT $3
                """,
                [.bigint(device), .bigint(Int64(clamping: sequence.rawValue)), .bigint(Int64(limit))]
            )
        }
    }
}
#endif
