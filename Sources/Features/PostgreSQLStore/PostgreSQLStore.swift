import DeviceHost
import LifecycleKernel
import Synchronization

/// A store in a PostgreSQL database, which several servers use at the same time.
///
/// A commit is one statement, and so one transaction: a call of `CommitFunction`. It compares revisions: if two servers change a
/// device at the same time, one of them gets `.conflict`. The newest state of each device is in one row, so loading a device takes
/// one query. Steps and older states are kept for timelines, forks and replays.
///
/// One `Session` writes, and the `Sessions` read. `Schema` has the tables, `Position` the order of all changes, `ChangeNotices` the
/// notices between servers, `DueDevices` the claims of devices that are due.
package final class PostgreSQLStore: SharedStore {
    /// How a store is opened.
    package struct Settings: Sendable {
        /// How many connections it has: one writes, the others read. At least two.
        package var connections = 4
        /// How many answers under idempotency keys are kept for a device, and for creations.
        package var answersKept = 1_000
        /// How long the answer to a creation is valid.
        package var answerAge = Duration.seconds(86_400)
        /// How many device tokens of removed apps are kept. There may be a few more until the oldest are deleted.
        package var retiredTokensKept = 100_000
        /// How long deleted steps and devices stay in the database, for servers that have lost their connection.
        package var stepAge = Duration.seconds(3_600)
        /// How often the server looks at all devices that others may have changed.
        package var lookInterval = Duration.seconds(1)
        /// The statement that asks for notices. It has no effect behind a connection pooler; tests leave it out to behave like one.
        package var listenStatement = "LISTEN greenroom"
        /// The formats of states that the server knows. Tests set others.
        package var formats = StateFormat.known
        /// How long a claim holds.
        package var claimLength = Duration.seconds(2)
        /// How long a server has a role without renewing it.
        package var roleLength = Duration.seconds(3)
        /// How long a read or a commit may take. That includes the wait for a connection and, if the connection of a commit is
        /// lost, the search for the outcome of the commit.
        package var workLimit = Duration.seconds(5)
        /// How many bytes one change may take. The store refuses a larger change, and its device is set aside.
        package var maximumChangeBytes = 256 * 1_024 * 1_024
        /// Called before a batch is committed. If it throws, the batch fails. Tests use it to inject faults.
        package var willCommit: @Sendable () throws -> Void = {}
        /// Called when a commit was sent, with the id of the process that serves the connection. If it throws, the answer is lost.
        /// Tests use it.
        package var didSend: (@Sendable (Int32) throws -> Void)?

        /// The defaults.
        package init() {}
    }

    private let url: DatabaseURL
    private let settings: Settings
    /// The id of this server.
    private let server = UInt128.random(in: .min ... .max)
    private let notices = ChangeNotices()
    private let eras = Eras()
    private let writer: Session
    private let readers: Sessions

    /// Creates a store in a database. It does not connect yet.
    package init(_ url: DatabaseURL, _ settings: Settings = Settings()) {
        self.url = url
        self.settings = settings
        let eras = eras
        writer = Session(url, eras, settings.formats)
        readers = Sessions(
            (1..<max(2, settings.connections)).map { _ in Session(url, eras, settings.formats) },
            limit: settings.workLimit
        )
    }

    /// Opens the store in a database that has its tables.
    ///
    /// - Throws: `StoreAway`, `DatabaseOpeningError`.
    package convenience init(opening url: DatabaseURL, _ settings: Settings = Settings()) async throws {
        self.init(url, settings)
        try await open()
    }

    /// When an operation that begins now has to end.
    private var deadline: ContinuousClock.Instant { .now + settings.workLimit }

    package func open() async throws {
        for isLast in [false, true] {
            do {
                return try await check()
            } catch let error as PostgreSQLError {
                if error.isTransient || error.isTimeout || error.isOfStandby { throw StoreAway("\(error)") }
                if error.endsConnection, await !writer.isRefused() { throw StoreAway("\(error)") }
                // The database may have become reachable meanwhile.
                if isLast || !error.endsConnection { throw DatabaseOpeningError.unusable("\(error)") }
            }
        }
    }

    /// Checks the version of the tables, and the rights.
    private func check() async throws {
        let session = Session(url)
        guard try await session.run(before: deadline, { try Schema.installedVersion($0) }) == Schema.version else {
            throw DatabaseOpeningError.noStore
        }
        if let table = try await session.run(before: deadline, { try Schema.lockedTable($0) }) {
            throw DatabaseOpeningError.noRights(table)
        }
        // This connection notes the eras.
        _ = try await writer.run(before: deadline) { _ in }
    }

    /// Creates the tables in a database, or migrates those of an earlier version.
    ///
    /// - Throws: `DatabaseOpeningError`.
    package static func migrate(_ url: DatabaseURL) async throws {
        do {
            try await Session(url).run(before: nil) { connection in
                guard connection.serverVersion >= 140_000 else {
                    throw DatabaseOpeningError.unusable("PostgreSQL 14 or newer is needed")
                }
                try Schema.migrate(connection)
            }
        } catch let error as PostgreSQLError {
            throw DatabaseOpeningError.unusable(error.description)
        }
    }

    /// False: other servers change devices, too.
    package var isExclusive: Bool { false }
    /// None: PostgreSQL checks its own files.
    package var integrityErrors: [String] { [] }
    /// Nil: a loss is found when the revisions of a device differ.
    package var loss: String? { nil }
    /// 0: it takes no space on the disk of the server.
    package var size: Int64 { 0 }

    /// The eras of the database. The start of a server does not begin one.
    package func beginRun() -> [StoreRun] { runs }
    /// The eras of the database.
    package var runs: [StoreRun] { eras.all }
    /// The last position that a transaction could have that had begun when the store first connected.
    package var lastPosition: Int64 { eras.first }

    // MARK: Writing

    package func reserveDeviceNumbers() async throws -> ClosedRange<Int64> {
        try await writer.read(before: deadline) { connection in
            guard let row = try connection.query("SELECT nextval('greenroom.device_number')").first else {
                throw StoreDamage("the sequence of devices gives no number")
            }
            let first = try row.number(0, in: 1...StoreBounds.numbers.upperBound - Position.deviceNumbers)
            return first...first + Position.deviceNumbers - 1
        }
    }

    /// Returns positions before those of all steps, as `count` transactions would have them; fewer if there are not enough. After
    /// each, `Position.changes` - 1 positions are free for devices that do not exist yet.
    func positionsBeforeAll(_ count: Int64) async throws -> [Int64] {
        try await readers.read { connection in
            let first = "coalesce((SELECT min(position) FROM greenroom.step), \(Position.end)) / \(Position.changes)"
            let end = try connection.query("SELECT \(first)").first?.number(0) ?? 0
            return (max(0, end - count)..<end).map { $0 * Position.changes }
        }
    }

    /// Returns such a position after all existing positions.
    func positionBehindAll() async throws -> Int64 {
        try await readers.read { connection in
            try connection.query("SELECT \(Position.ofTransaction) - 1").first?.number(0) ?? 0
        }
    }

    package func commit(_ changes: [DeviceChange], as id: CommitID) async throws -> [CommitResult] {
        try settings.willCommit()
        let deadline = deadline
        var results: [Int: CommitResult] = [:]
        for (device, bytes) in tooLarge(changes) {
            let reason = "a change of it has \(bytes) bytes, and may have at most \(settings.maximumChangeBytes)"
            for (place, change) in changes.enumerated() where change.device == device {
                results[place] = .refused(reason)
            }
        }
        for batch in Batch.batches(of: changes, without: Set(results.keys)) {
            do {
                results.merge(try await writer.commit(batch, as: id, settings, before: deadline)) { $1 }
            } catch  where !(error is OutcomeUnknown) && !results.isEmpty {
                // Some of the changes are committed. The caller can try the rest again.
                break
            }
        }
        notices.note(
            changes.indices.lazy.filter { if case .committed? = results[$0] { true } else { false } }.compactMap {
                changes[$0].noticed
            }
        )
        return changes.indices.map { results[$0] ?? .busy }
    }

    private func tooLarge(_ changes: [DeviceChange]) -> [Int64: Int] {
        var found: [Int64: Int] = [:]
        for change in changes where change.size > settings.maximumChangeBytes {
            if let device = change.device { found[device] = change.size }
        }
        return found
    }

    package func probe() async throws {
        try await writer.read(before: deadline) { _ = try $0.query("SELECT pg_current_xact_id()") }
    }

    package func close() async {
        await writer.close()
        await readers.close()
    }

    // MARK: Sharing the work

    package func noteServer() async throws -> StateFormat? {
        let number = try await readers.read { try $0.noteServer(server, knowing: settings.formats.map(\.number)) }
        return settings.formats.first { $0.number == number }
    }

    package func claimDue(_ limit: Int, as claim: ClaimID) async throws -> ClaimedDevices {
        try await readers.read { try $0.claimDue(limit, as: claim, settings) }
    }

    package func renew(_ claim: ClaimID, of devices: [Int64]) async throws -> Set<Int64> {
        try await readers.read { try $0.renew(claim, of: devices, for: settings.claimLength) }
    }

    package func release(_ claim: ClaimID, _ devices: [SettledDevice]) async throws {
        try await readers.read { try $0.release(claim, devices) }
    }

    package func noteUses(of devices: [Int64]) async throws { try await readers.read { try $0.noteUses(of: devices) } }

    package func followChanges(_ noteChanges: @escaping @Sendable (Set<Int64>?) -> Void) async {
        await withDiscardingTaskGroup { group in
            notices.begin()
            group.addTask { [notices, readers] in await notices.notify(with: readers) }
            await notices.follow(url, settings, with: readers, noteChanges)
        }
    }

    /// Whether this server is notified at once of what other servers change.
    package var isListening: Bool { notices.isListening }

    package func time(by clock: any WallClock) async throws -> StoreClock.Measurement {
        try await readers.read { connection in
            let sent = clock.now
            guard let row = try connection.query("SELECT \(DatabaseTime.now)").first else {
                throw StoreDamage("the database does not tell its time")
            }
            let received = clock.now
            return StoreClock.Measurement(
                sent: sent,
                time: WallInstant(microseconds: try row.number(0)),
                received: received
            )
        }
    }

    // MARK: Reading

    package var usedBytes: Int64 {
        get async throws {
            try await readers.read { connection in
                try connection.query("SELECT pg_database_size(current_database())").first?.number(0) ?? 0
            }
        }
    }

    package func revisions(of devices: [Int64]) async throws -> [Int64: Revision] {
        try await readers.read { try $0.revisions(of: devices) }
    }

    package func devices(after number: Int64, limit: Int) async throws -> [DeviceOrigin] {
        try await readers.read { connection in
            try connection.devices(
                "number > $1 ORDER BY number LIMIT $2",
                [.bigint(number), .bigint(Int64(limit))]
            )
        }
    }

    package func devices(named ids: [DeviceID]) async throws -> [DeviceOrigin] {
        try await readers.read { try $0.devices("id = ANY ($1::text[])", [.texts(ids.map(\.description))]) }
    }

    package func device(_ id: DeviceID) async throws -> FoundDevice? { try await readers.read { try $0.device(id) } }

    package func devices(after id: DeviceID?, labels: [Label], limit: Int) async throws -> [DeviceOrigin] {
        try await readers.read { try $0.devices(after: id, labels: labels, limit: limit) }
    }

    package func totals(labels: [Label]) async throws -> StoreTotals {
        try await readers.read { try $0.totals(labels: labels) }
    }

    package func answer(under key: String, of device: Int64) async throws -> KeyedAnswer? {
        let found = try await readers.read { connection in
            try connection.answers("device = $1 AND key = $2", [.bigint(device), .text(key)])
        }
        // If the answer is damaged, going on would carry out the request again.
        if let damage = found.damage.first { throw damage }
        return found.value[device]?.first
    }

    package func keep(_ answer: KeyedAnswer, of device: Int64) async throws -> Bool {
        try await readers.read { try $0.keep(answer, of: device, settings) }
    }

    package func token(_ token: DeviceTokenKey) async throws -> DeviceTokenIndex.Entry? {
        try await readers.read { try $0.token(token) }
    }

    package func hasRetiredTokens(of device: DeviceID) async throws -> Bool {
        try await readers.read { try $0.hasRetiredTokens(of: device) }
    }

    package func itemRevisions() async throws -> ItemRevisions {
        try await readers.read { try $0.itemRevisions() }
    }

    package func item(_ kind: ServerItem.Kind, named name: String) async throws -> StoredItem? {
        try await readers.read { try $0.item(kind, named: name) }
    }

    package func replace(_ item: ServerItem, writtenAt position: Int64?) async throws -> Bool {
        do {
            let sending = Sending()
            let isWritten = try await readers.read { connection in
                try connection.replace(
                    item,
                    writtenAt: position,
                    repeats: sending.hasBegun.exchange(true, ordering: .relaxed)
                )
            }
            if isWritten { notices.note([DeviceChange.kept(item).noticed].compactMap(\.self)) }
            return isWritten
        } catch let error as PostgreSQLError where error.isTransient || error.isTimeout {
            return false
        }
    }

    package func itemPositions(_ kind: ServerItem.Kind) async throws -> [String: Int64] {
        try await readers.read { connection in
            let rows = try connection.query(
                "SELECT name, position FROM greenroom.item WHERE kind = $1",
                [.bigint(kind.rawValue)]
            )
            return Dictionary(try rows.all.map { (try $0.text(0), try $0.number(1)) }, uniquingKeysWith: { $1 })
        }
    }

    package func takeRole(_ role: ServerRole.Name) async throws -> String? {
        try await readers.read { try $0.takeRole(role.rawValue, as: server, for: settings.roleLength) }
    }

    package func renewRole(_ role: ServerRole.Name, reached: String, isLast: Bool) async throws -> Bool {
        let length = isLast ? .zero : settings.roleLength
        return try await readers.read {
            try $0.renewRole(role.rawValue, as: server, for: length, reached: reached)
        }
    }

    package func readablePosition() async throws -> Int64 {
        try await readers.read { connection in
            try connection.query("SELECT \(Position.last)").first?.number(0) ?? 0
        }
    }

    package func items(_ kind: ServerItem.Kind) async throws -> PartlyRead<[ServerItem]> {
        try await readers.read { try $0.items(kind) }
    }

    package func storedDevices(_ devices: [Int64]) async throws -> [Result<StoredDevice, StoreDamage>] {
        try await readers.read { try $0.storedDevices(devices) }
    }

    package func answers(of devices: ClosedRange<Int64>) async throws -> PartlyRead<[Int64: [KeyedAnswer]]> {
        try await readers.read { connection in
            try connection.answers(
                "device BETWEEN $1 AND $2",
                [.bigint(devices.lowerBound), .bigint(devices.upperBound)]
            )
        }
    }

    package func replay(of device: Int64, to sequence: SequenceNumber) async throws -> DeviceReplay {
        try await stepsToReplay(of: device, to: sequence)
    }

    package func firstSnapshot(of device: Int64) async throws -> StoredSnapshot? {
        try await readers.read { connection in
            try connection.snapshot("device = $1 ORDER BY sequence, position", [.bigint(device)])
        }
    }

    package func snapshot(of device: Int64, upTo sequence: SequenceNumber) async throws -> StoredSnapshot? {
        try await readers.read { connection in
            try connection.snapshot(
                "device = $1 AND sequence <= $2 ORDER BY sequence DESC, position DESC",
                [.bigint(device), .bigint(sequence.column)]
            )
        }
    }

    /// Whether the device exists. Steps of a deleted device are still kept for streams of all devices.
    private static let isThere = "EXISTS (SELECT FROM greenroom.device AS d WHERE d.number = $1)"

    package func steps(of device: Int64, after position: Int64, limit: Int) async throws -> [StoredStep] {
        try await readers.read { connection in
            try connection.steps(
                "device = $1 AND position > $2 AND \(Self.isThere) ORDER BY position LIMIT $3",
                [.bigint(device), .bigint(position), .bigint(Int64(limit))]
            )
        }
    }

    package func steps(
        of device: Int64,
        withRecordsAfter sequence: SequenceNumber,
        limit: Int
    ) async throws -> [StoredStep] {
        try await readers.read { connection in
            try connection.steps(
                """
                device = $1 AND \(Self.isThere) AND last > $2 AND last > before AND position >= coalesce((SELECT max(p.position) \
                FROM greenroom.snapshot AS p WHERE p.device = $1 AND p.sequence <= $2), 0) ORDER BY position LIMIT $3
                """,
                [.bigint(device), .bigint(sequence.column), .bigint(Int64(limit))]
            )
        }
    }

    package func steps(
        of device: Int64,
        withRecordsUpTo sequence: SequenceNumber,
        limit: Int
    ) async throws -> [StoredStep] {
        try await readers.read { connection in
            try connection.steps(
                """
                device = $1 AND \(Self.isThere) AND before < $2 AND last > before AND position <= coalesce((SELECT min(p.position) \
                FROM greenroom.snapshot AS p WHERE p.device = $1 AND p.sequence >= $2), \(Int64.max)) \
                ORDER BY position DESC LIMIT $3
                """,
                [.bigint(device), .bigint(sequence.column), .bigint(Int64(limit))]
            )
        }
    }

    /// The steps of all devices after a position, in order, before the first transaction that has not ended.
    package func steps(after position: Int64, limit: SizeLimit) async throws -> StepPage {
        try await readers.read { try $0.page(after: position, limit: limit) }
    }
}

extension DeviceChange {
    /// What the notice to other servers names: the number of the device, or 0 for an item of which they have a copy.
    fileprivate var noticed: Int64? {
        if case .kept(let item) = self { item.kind.changesItemRevision ? 0 : nil } else { device }
    }
}

/// Remembers whether a statement has been sent.
private final class Sending: Sendable {
    let hasBegun = Atomic(false)
}
