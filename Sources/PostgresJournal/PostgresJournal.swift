#if PostgreSQL
import DeviceHost
import Fleet
import LifecycleKernel
import Logging
import Synchronization

/// The journal in a PostgreSQL database, which the servers of a fleet share.
///
/// It is written as the member that the store of the same database has joined as. Every batch is one transaction of the only
/// writing connection; two other connections read concurrently. Each connection has a thread of its own. A connection that
/// ends is made again by the next use.
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
        /// How many answers under idempotency keys are kept for a device.
        package var answersKept = 1_000
        /// How many idempotency keys of requests that make devices are kept, for 24 hours.
        package var creationKeysKept = 100_000
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
    let member: CurrentMember
    let creationKeysKept: Int
    /// How many idempotency keys of requests that make devices this server has claimed.
    let keyClaims = Atomic<Int>(0)
    private let nextReader = Atomic<Int>(0)
    private let knownSize = Atomic<Int64>(0)
    private let isClosed = Atomic<Bool>(false)

    private static let readerCount = 2

    /// The journal of a server whose tables are there.
    init(_ url: JournalURL, _ settings: Settings, member: CurrentMember, logger: Logger) {
        self.member = member
        creationKeysKept = settings.creationKeysKept
        writer = JournalWriter(url, settings, member: member, logger: logger)
        readers = (1...Self.readerCount).map { JournalReader(url, member, use: "reader-\($0)") }
    }

    // MARK: Writing

    /// Writes changes in order, all or none, if this server is a member of the fleet.
    ///
    /// - Throws: `JournalWriteError`; any other error when nothing was written.
    package func write(_ changes: [JournalChange]) async throws { try await write(changes, under: []) }

    /// Writes changes in order, all or none, if this server owns these partitions and those that it releases.
    ///
    /// - Throws: `JournalWriteError`; any other error when nothing was written.
    package func write(_ changes: [JournalChange], under claims: [Claim]) async throws {
        // Of one claim, all of them are made under it.
        let owner = claims.count == 1 ? claims[0] : nil
        try await writer.write(changes, ownedBy: changes.map { _ in owner }, under: claims)
    }

    /// Writes changes in order, all or none, if this server owns the partitions under whose claims they are made, and those that
    /// it releases.
    ///
    /// - Throws: `JournalWriteError`; any other error when nothing was written.
    package func write(_ changes: [JournalChange], ownedBy owners: [Claim?]) async throws {
        guard !owners.isEmpty else { return try await write(changes) }
        try await writer.write(changes, ownedBy: owners, under: Array(Set(owners.compactMap(\.self))))
    }

    /// Looks whether what was acknowledged is still there, if the connection has ended since.
    ///
    /// - Throws: `JournalWriteError.fenced`; `PostgresError`.
    package func checkAcknowledged() async throws { try await writer.checkAcknowledged() }

    /// Sets numbers of new devices aside for this server: as many as asked for, at most 1,000.
    ///
    /// - Throws: `JournalWriteError.fenced`; `PostgresError`.
    package func reserveNumbers(_ count: Int) async throws -> Range<Int64> { try await writer.reserveNumbers(count) }

    /// Finds out whether the last batch was written.
    package func settle() async throws -> Bool { try await writer.settle() }

    /// From 50 ms up to a second.
    package func retryInterval(after attempts: Int) -> Duration {
        Backoff.untilConnected.pause(after: attempts)
    }

    /// Checks that a transaction can be written.
    package func probe() async throws { try await writer.probe() }

    /// Closes all connections. Further calls have no effect.
    package func close() async {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        await writer.close()
        for reader in readers { await reader.close() }
    }

    /// PostgreSQL's setting `synchronous_commit` of the connection that writes.
    var synchronousCommit: String? { get async throws { try await writer.synchronousCommit } }

    // MARK: Reading

    var reader: JournalReader {
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

    /// The largest number that a device may have had, on any server.
    package var lastDevice: Int64 {
        get async throws {
            try await reader.read { connection in
                try connection.query(
                    """
                    SELECT greatest((SELECT max(number) FROM greenroom.device), \
                    (SELECT last_value + $1 - 1 FROM greenroom.device_number WHERE is_called), 0)
                    """,
                    [.bigint(JournalSchema.numbersReserved)]
                ).first?.number(0) ?? 0
            }
        }
    }

    /// The devices that have not been deleted, in the order of their numbers.
    package func devices(after number: Int64, limit: Int) async throws -> [DeviceOrigin] {
        try await reader.read { try $0.devices(after: number, limit: limit) }
    }

    /// The devices of a partition that have not been deleted, in the order of their numbers.
    package func devices(in partition: Partition, after number: Int64, limit: Int) async throws -> [DeviceOrigin] {
        try await reader.read { try $0.devices(in: partition, after: number, limit: limit) }
    }

    /// The times for which servers have owned a partition before an epoch. Only the newest of them are kept.
    package func ownedTimes(of partition: Partition, before epoch: Int64) async throws -> OwnedTimes {
        try await reader.read { try $0.ownedTimes(of: partition, before: epoch) }
    }

    /// The items of a kind, in the order in which they were last written.
    package func items(_ kind: ServerItem.Kind) async throws -> [ServerItem] {
        try await reader.read { try $0.items(kind) }
    }

    /// The items of a kind that have one of these names.
    package func items(_ kind: ServerItem.Kind, named names: [String]) async throws -> [ServerItem] {
        try await reader.read { try $0.items(kind, named: names) }
    }

    /// What a device is recovered from.
    package func keptDevice(_ device: Int64) async throws -> KeptDevice {
        let kept = try await keptDevices([device])
        return try kept[0].get()
    }

    /// What devices are recovered from, read in one transaction. What is written from then on stands behind it.
    package func keptDevices(_ devices: [Int64]) async throws -> [Result<KeptDevice, JournalDamage>] {
        let found = try await reader.readAtOneMoment { try $0.keptDevices(devices) }
        let kept = found.compactMap { try? $0.get() }
        member.raiseFloor(to: kept.map { $0.steps.last?.position ?? $0.snapshot.position }.max() ?? 0)
        return found
    }

    /// The answers given under the idempotency keys of devices, oldest first.
    package func answers(of devices: ClosedRange<Int64>) async throws -> [Int64: [KeyedAnswer]] {
        try await reader.read { try $0.answers(of: devices) }
    }

    /// The answers given under the idempotency keys of devices, oldest first.
    package func answers(of devices: [Int64]) async throws -> [Int64: [KeyedAnswer]] {
        try await reader.read { try $0.answers(of: devices) }
    }

    /// The answers given under the idempotency keys of a device, oldest first; of requests that made devices for device 0.
    package func answers(of device: Int64) async throws -> [KeyedAnswer] {
        if device == 0 { return try await reader.read { try $0.creationAnswers() } }
        return try await answers(of: device...device)[device] ?? []
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
