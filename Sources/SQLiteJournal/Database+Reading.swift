import DeviceHost
import Foundation
import GRDB
import LifecycleKernel

extension Database {
    func lastDevice() throws -> Int64 {
        try Int64.fetchOne(self, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'device'") ?? 0
    }

    func devices(after number: Int64, limit: Int) throws -> [DeviceOrigin] {
        let rows = try rows("SELECT * FROM device WHERE number > ? ORDER BY number LIMIT ?", [number, Int64(limit)])
        return try rows.map { row in
            guard let id = DeviceID(try row.value("id")) else { throw JournalDamage("there is a device without an id") }
            return try DeviceOrigin(
                number: row.value("number"),
                id: id,
                labels: ColumnText.labels(row.value("labels")),
                expiresAfter: (row.value("expiresAfter") as Int64?).map { Milliseconds($0) }
            )
        }
    }

    func items(_ kind: ServerItem.Kind) throws -> [ServerItem] {
        try rows("SELECT name, value FROM item WHERE kind = ? ORDER BY position", [kind.rawValue]).map { row in
            ServerItem(kind, try row.value("name"), try row.bytes("value"))
        }
    }

    func keptDevice(_ device: Int64, endingAt end: Int64) throws -> KeptDevice {
        guard let snapshot = try snapshot(of: device, "ORDER BY sequence DESC, position DESC LIMIT 1") else {
            throw JournalDamage("no snapshot of it is kept")
        }
        return KeptDevice(
            snapshot: snapshot,
            // Devices that had no step after the last snapshot are common after an orderly shutdown.
            steps: end == snapshot.position ? [] : try allSteps(after: snapshot.position, endingAt: end),
            oldest: try oldestSequence(of: device),
            snapshots: try SequenceNumber.fetchAll(
                cachedStatement(
                    sql: "SELECT DISTINCT sequence FROM snapshot WHERE device = ? AND kernel = ? ORDER BY sequence"
                ),
                arguments: [device, snapshot.kernel]
            )
        )
    }

    /// The sequence of the oldest record kept: the first of the step that the oldest snapshot follows, or of the next step
    /// if that one was deleted.
    private func oldestSequence(of device: Int64) throws -> SequenceNumber {
        let before = try SequenceNumber.fetchOne(
            cachedStatement(
                sql: """
                    SELECT coalesce(step.before, snapshot.sequence)
                    FROM snapshot LEFT JOIN step ON step.position = snapshot.position
                    WHERE snapshot.device = ? ORDER BY snapshot.sequence, snapshot.position LIMIT 1
                    """
            ),
            arguments: [device]
        )
        return (before ?? 0).next
    }

    func snapshot(of device: Int64, _ which: String) throws -> JournalSnapshot? {
        try rows("SELECT * FROM snapshot WHERE device = ? \(which)", [device]).first.map { row in
            try JournalSnapshot(
                device: row.value("device"),
                position: row.value("position"),
                sequence: row.value("sequence"),
                digest: UInt64(bitPattern: row.value("digest")),
                kernel: row.value("kernel"),
                hash: UInt64(bitPattern: row.value("hash")),
                state: row.bytes("state")
            )
        }
    }

    func steps(_ sql: String, _ arguments: StatementArguments) throws -> [JournalStep] {
        try rows(sql, arguments).map { row in
            guard let kind = JournalStep.Kind(rawValue: try row.value("kind")) else {
                throw JournalDamage("there is a step of an unknown kind")
            }
            return try JournalStep(
                device: row.value("device"),
                position: row.value("position"),
                kind: kind,
                before: row.value("before"),
                last: row.value("last"),
                at: Instant(milliseconds: row.value("at")),
                limits: AdvanceLimits(
                    deadlines: Int(clamping: row.value("deadlines") as Int64),
                    records: Int(clamping: row.value("recordLimit") as Int64),
                    bytes: Int(clamping: row.value("byteLimit") as Int64)
                ),
                records: row.bytes("records"),
                digest: UInt64(bitPattern: row.value("digest")),
                hash: (row.value("hash") as Int64?).map { UInt64(bitPattern: $0) }
            )
        }
    }

    func answers(of device: Int64) throws -> [KeyedAnswer] {
        try rows("SELECT * FROM answer WHERE device = ? ORDER BY position", [device]).map { try $0.answer() }
    }

    func answers(of devices: ClosedRange<Int64>) throws -> [Int64: [KeyedAnswer]] {
        let bounds: StatementArguments = [devices.lowerBound, devices.upperBound]
        let rows = try rows("SELECT * FROM answer WHERE device BETWEEN ? AND ? ORDER BY device, position", bounds)
        var answers: [Int64: [KeyedAnswer]] = [:]
        for row in rows { answers[try row.value("device"), default: []].append(try row.answer()) }
        return answers
    }

    private func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }
}

/// Columns, which in a damaged file may have any type.
extension Row {
    fileprivate func value<Value: DatabaseValueConvertible>(_ name: String) throws -> Value {
        try decode(Value.self, forColumn: name)
    }

    fileprivate func bytes(_ name: String) throws -> [UInt8] { Array(try value(name) as Data) }

    /// The answer that the row is.
    fileprivate func answer() throws -> KeyedAnswer {
        try KeyedAnswer(
            key: value("key"),
            fingerprint: RequestFingerprint(
                hash: UInt64(bitPattern: value("hash")),
                length: Int(clamping: value("length") as Int64)
            ),
            answer: StoredAnswer(
                status: Int(clamping: value("status") as Int64),
                fields: ColumnText.fields(value("fields")),
                body: bytes("body")
            ),
            givenAt: Instant(milliseconds: value("givenAt"))
        )
    }
}
