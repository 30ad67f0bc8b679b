#if PostgreSQL
import DeviceHost
import Fleet
import LifecycleKernel

/// Copies the journal of one server into a database without devices, in one transaction.
package enum JournalImport {
    /// What was copied.
    package struct Report: Hashable, Sendable {
        /// How many devices.
        package var devices = 0
        /// How many steps of them.
        package var steps = 0
    }

    /// Why nothing was copied, as part of a sentence.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason.
        package let description: String
    }

    /// Copies a journal. Numbers of devices, sequences, states and answers stay as they are.
    ///
    /// - Parameters:
    ///   - source: The journal, which nobody writes.
    ///   - url: The database; tables that are missing are made.
    /// - Throws: `Failure` if there are devices in it, or a device cannot be read; `DatabaseOpeningError`; `PostgresError`.
    ///   Then nothing was copied.
    package static func copy(_ source: any Journal, into url: JournalURL) async throws -> Report {
        let importer = Importer(url)
        do {
            try await importer.begin(after: try await source.lastDevice)
            var report = Report()
            var last: Int64 = 0
            while true {
                let devices = try await source.devices(after: last, limit: 256)
                guard let end = devices.last else { break }
                for device in devices {
                    let history = try await History(of: device, in: source)
                    report.devices += 1
                    report.steps += history.steps.count
                    try await importer.add(device, history)
                }
                last = end.number
            }
            try await importer.add(creations: try await source.answers(of: 0))
            for kind in ServerItem.Kind.allCases { try await importer.add(try await source.items(kind)) }
            try await importer.commit()
            return report
        } catch {
            await importer.close()
            throw error
        }
    }

    /// Everything that a journal keeps of a device.
    struct History: Sendable {
        var steps: [JournalStep] = []
        var snapshots: [JournalSnapshot] = []
        var answers: [KeyedAnswer] = []

        init(of device: DeviceOrigin, in source: any Journal) async throws {
            // A device that would be set aside is not copied.
            try await source.keptDevice(device.number).checkRecovery()
            var sequence = SequenceNumber(rawValue: .max)
            while let snapshot = try await source.snapshot(of: device.number, upTo: sequence) {
                snapshots.append(snapshot)
                guard snapshot.sequence > 0 else { break }
                sequence = snapshot.sequence - 1
            }
            guard !snapshots.isEmpty else { throw Failure(description: "the device \(device.id) has no snapshot") }
            var position: Int64 = 0
            while true {
                let next = try await source.steps(of: device.number, after: position, limit: 1_000)
                guard let last = next.last else { break }
                steps += next
                position = last.position
            }
            answers = try await source.answers(of: device.number)
        }
    }
}

/// The connection that a journal is copied on, on a thread of its own.
private actor Importer {
    private let executor = ConnectionExecutor(label: "greenroom.import")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let url: JournalURL
    private var connection: Connection?
    /// What is added to positions: those of one server count from 1, those in the database are microseconds.
    private var firstPosition: Int64 = 0

    /// The positions before now that are given away: more than a server writes in its life.
    private static let positions: Int64 = 1_000_000_000_000

    init(_ url: JournalURL) { self.url = url }

    private var open: Connection {
        get throws {
            guard let connection else { throw JournalImport.Failure(description: "the connection is closed") }
            return connection
        }
    }

    func begin(after lastDevice: Int64) throws {
        let connection = try Connection(url, name: "greenroom/0/import")
        self.connection = connection
        try JournalSchema.migrate(connection)
        try connection.run("BEGIN")
        try connection.query(JournalSchema.lock)
        let isEmpty = try connection.query(
            "SELECT NOT EXISTS (SELECT FROM greenroom.device) AND NOT EXISTS (SELECT FROM greenroom.shared)"
        )
        guard try isEmpty.first?.bool(0) == true else {
            throw JournalImport.Failure(description: "there are devices in the database already")
        }
        firstPosition = try DatabaseClock(connection).now - Self.positions
        if lastDevice > 0 {
            try connection.query("SELECT setval('greenroom.device_number', $1::bigint)", [.bigint(lastDevice)])
        }
    }

    func add(_ device: DeviceOrigin, _ history: JournalImport.History) throws {
        var devices = DeviceRows()
        var steps = StepRows()
        var snapshots = SnapshotRows()
        var answers = AnswerRows()
        devices.add(device)
        for step in history.steps { steps.add(step, at: try position(step.position), by: 0) }
        for snapshot in history.snapshots { snapshots.add(snapshot, at: try position(snapshot.position)) }
        for (index, answer) in history.answers.enumerated() {
            answers.add(answer, of: device.number, at: firstPosition + Int64(index))
        }
        let statements = [devices.statement, steps.statement, snapshots.statement, answers.statement]
        for statement in statements.compactMap(\.self) { try open.query(statement.text, statement.parameters) }
    }

    /// Keeps the answers of requests that made devices, of which the newest one under a key counts.
    func add(creations answers: [KeyedAnswer]) throws {
        for answer in Dictionary(answers.map { ($0.key, $0) }, uniquingKeysWith: { $1 }).values {
            var rows = CreationRows()
            rows.add(answer)
            guard let statement = rows.statement(for: 0) else { continue }
            try open.query(statement.text, statement.parameters)
        }
    }

    private func position(_ position: Int64) throws -> Int64 {
        guard (0..<Self.positions).contains(position) else {
            throw JournalImport.Failure(description: "the journal has more steps than can be copied")
        }
        return firstPosition + position
    }

    func add(_ items: [ServerItem]) throws {
        for (index, item) in items.enumerated() {
            try open.query(
                "INSERT INTO greenroom.shared VALUES ($1, $2, $3, $4)",
                [
                    .bigint(item.kind.rawValue), .text(item.name), .bigint(firstPosition + Int64(index)),
                    .bytea(item.value ?? []),
                ]
            )
        }
    }

    func commit() throws {
        try open.run("COMMIT")
        close()
    }

    func close() { connection = nil }
}
#endif
